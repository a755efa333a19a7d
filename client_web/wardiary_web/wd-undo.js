// Take the newest command back, or bring it again; rewind to where a round began.

import { h, set } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { after, newest } from "./past.js";
import { words } from "./words.js";
import { askBack } from "./wd-back.js";

/** `<wd-undo>`: two or three buttons; nothing for those who only watch. */
export class Undo extends Part {
  #undo = tool("undo", () => this.#back());
  #redo = tool("redo", () => this.#again());
  #round = tool("rewind", () => this.#rounds());

  build() {
    this.append(this.#undo, this.#redo, this.#round);
  }

  changed(what) {
    if (!what.has("view") && !what.has("story") && !what.has("welcome")) return;
    const { seat, table, story, now } = this.session;
    this.hidden = !seat || Boolean(table.closed);
    this.#undo.disabled = (newest(story, table.cursor)?.seq ?? 2) <= 1;
    this.#redo.disabled = !table.redo;
    this.#round.disabled = !now.clock?.round;
  }

  #back() {
    const { session } = this;
    const { story, table } = session;
    const root = newest(story, table.cursor);
    const entries = root ? after(story, table.cursor, root.parent ?? 0) : [];
    askBack(this.app, session, { title: words("back.undo", { seq: root?.seq ?? "" }), entries, body: { do: "undo" }, go: words("back.undo.go") });
  }

  #again() {
    askBack(this.app, this.session, { title: words("back.redo"), body: { do: "redo" }, go: words("back.redo.go") });
  }

  #rounds() {
    const { session } = this;
    const { round } = session.now.clock;
    const began = session.story.findLast((entry) => entry.lines?.some((line) => line.tag === "round"));
    const entries = began ? after(session.story, session.table.cursor, began.seq) : [];
    askBack(this.app, session, { title: words("back.round", { round }), entries, body: { do: "rewind", round }, go: words("back.rewind.go") });
  }
}

function tool(name, onclick) {
  const button = h("button", { class: "tool", onclick }, icon(name));
  set(button, "aria-label", words(`undo.${name}`));
  set(button, "title", words(`undo.${name}`));
  return button;
}
