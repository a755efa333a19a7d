// Take the newest command back, or bring it again; rewind to where a round began. Each first says what that means.

import { h, set } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { counting, newest } from "./past.js";
import { words } from "./words.js";
import { askBack } from "./wd-back.js";

/** `<wd-undo>`: two or three buttons; nothing for those who only watch. */
export class Undo extends Part {
  #undo = tool("undo", () => asks.undo(this.app, this.session));
  #redo = tool("redo", () => asks.redo(this.app, this.session));
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

  #rounds() {
    const { session } = this;
    const { round } = session.now.clock;
    const count = counting(session.story, session.table.cursor);
    const began = session.story.findLast((entry) => count.has(entry.seq) && entry.lines?.some((line) => line.tag === "round"));
    askBack(this.app, session, { title: words("back.round", { round }), to: began?.seq ?? 1, body: { do: "rewind", round }, go: words("back.rewind.go") });
  }
}

/** What is asked before an undo and a redo, by the names of their commands. */
export const asks = {
  undo(app, session) {
    const { story, table } = session;
    const { seq = "", to = table.cursor, correction = false } = newest(story, table.cursor) ?? {};
    const title = words(correction ? "back.uncorrect" : "back.undo", { seq });
    askBack(app, session, { title, to, body: { do: "undo" }, go: words("back.undo.go") });
  },
  redo(app, session) {
    askBack(app, session, { title: words("back.redo"), to: session.table.redo_to, body: { do: "redo" }, go: words("back.redo.go") });
  },
};

function tool(name, onclick) {
  const button = h("button", { class: "tool", onclick }, icon(name));
  set(button, "aria-label", words(`undo.${name}`));
  set(button, "title", words(`undo.${name}`));
  return button;
}
