// One entry of the story, and what can be done about it: look at that moment, go back there, answer once more, put right.

import { dice } from "./die.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { counting } from "./past.js";
import { called } from "./things.js";
import { words } from "./words.js";
import { askBack } from "./wd-back.js";

/** `<wd-entry>`: a dialog, there as long as it is open. */
export class EntryDialog extends HTMLElement {
  session = null;
  entry = null;

  connectedCallback() {
    const { session, entry } = this;
    const { seq, by, at, lines } = entry;
    const who = by ? called(session.view, "seats", by) : words("story.server");
    const title = words("entry.title", { seq, who, time: new Date(at).toLocaleString() });
    const told = lines.map((line) => h("li", {}, line.text, line.faces?.length ? dice(line.faces) : null));
    const dialog = h(
      "dialog", { class: "entry-dialog", "aria-label": title, onclose: () => this.remove() },
      h("div", { class: "stack" }, h("h2", {}, title), h("ul", { class: "going" }, told), ...this.#ways(() => dialog.close()),
        h("button", { class: "quiet", onclick: () => dialog.close() }, words("switch.close"))),
    );
    this.append(dialog);
    dialog.showModal();
  }

  #ways(close) {
    const { session, entry } = this;
    const app = this.closest("wd-app");
    const way = (drawing, word, act) => h("button", { class: "choice", onclick: () => (close(), act()) }, icon(drawing), h("span", {}, words(`entry.${word}`)));
    const found = [way("readback", "look", () => app.querySelector("wd-readback").open(entry.seq))];
    if (!session.seat || session.table.closed) return found;
    const { story, table } = session;
    const counts = counting(story, table.cursor).has(entry.seq);
    if (entry.seq !== table.cursor) found.push(way("rewind", "rewind", () => this.#rewind(app)));
    if (counts && entry.kind === "answer") {
      found.push(way("undo", "retype", () => askBack(app, session, {
        title: words("back.retype", { seq: entry.seq }), to: entry.parent ?? 0,
        body: { do: "retype", answer: entry.seq }, go: words("back.retype.go"),
      })));
    }
    if (counts && entry.seq > 1) found.push(way("correct", "correct", () => app.append(Object.assign(h("wd-correct"), { session, entry }))));
    return found;
  }

  #rewind(app) {
    const { session, entry: { seq } } = this;
    askBack(app, session, {
      title: words("back.rewind", { seq }), to: seq,
      body: { do: "rewind", to: seq }, go: words("back.rewind.go"),
    });
  }
}
