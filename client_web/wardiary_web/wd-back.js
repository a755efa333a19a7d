// Going back in time is said before it is done: every sentence that would not have been any more, and every one that would
// be again; then one button.

import { h } from "./dom.js";
import { between, sentences } from "./past.js";
import { words } from "./words.js";

/** `<wd-back>`: a dialog. `title`, `to` (the entry after which the game stands then), `body` (the command) and `go` come first. */
export class Back extends HTMLElement {
  session = null;
  title = "";
  to = 0;
  body = {};
  go = ""; // the word on the button

  connectedCallback() {
    const fault = h("p", { class: "fault", role: "alert" });
    const send = h("button", { class: "big", onclick: () => this.#send(send, fault) }, this.go);
    const told = h("div", { class: "stack" });
    const dialog = h(
      "dialog", { class: "back-dialog", "aria-label": this.title, onclose: () => this.remove() },
      h("div", { class: "stack" },
        h("h2", {}, this.title),
        told,
        h("p", { class: "hint" }, words("back.kept")),
        fault, send,
        h("button", { class: "quiet", onclick: () => dialog.close() }, words("back.not"))),
    );
    this.append(dialog);
    dialog.showModal();
    turning(this.session, this.to).then((found) => told.replaceChildren(...turned(found)));
  }

  async #send(button, fault) {
    button.disabled = true;
    const answer = await this.session.command({ ...this.body, node: this.session.table.cursor });
    button.disabled = false;
    if (answer.t === "rejected") fault.textContent = answer.text;
    else this.firstChild.close();
  }
}

/** Opens the dialog. */
export function askBack(app, session, what) {
  const dialog = Object.assign(h("wd-back"), { session, ...what });
  app.append(dialog);
}

/** What goes back and what comes again on the way to entry `to`; older entries are fetched as far as that needs them. */
export async function turning(session, to) {
  for (;;) {
    const found = between(session.story, session.table.cursor, to);
    const from = session.storyFrom;
    if (found.whole || from <= 1) return found;
    await session.older();
    if (session.storyFrom >= from) return found;
  }
}

/** The same as lists. */
export function turned({ goes, comes }) {
  return [["back.goes", goes], ["back.comes", comes]].flatMap(([word, entries]) => {
    const told = sentences(entries);
    if (!told.length) return [];
    return [h("p", { class: "hint" }, words(word)), h("ul", { class: "going", tabindex: "0" }, told.map((one) => h("li", {}, one)))];
  });
}
