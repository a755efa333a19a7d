// Going back in time is said before it is done: every sentence that would not have been any more, then one button.

import { h } from "./dom.js";
import { sentences } from "./past.js";
import { words } from "./words.js";

/** `<wd-back>`: a dialog. `ask({title, entries, body, go})` is set before it comes onto the page; `body` is the command. */
export class Back extends HTMLElement {
  session = null;
  title = "";
  entries = []; // that go back
  body = {};
  go = ""; // the word on the button

  connectedCallback() {
    const gone = sentences(this.entries);
    const fault = h("p", { class: "fault", role: "alert" });
    const send = h("button", { class: "big", onclick: () => this.#send(send, fault) }, this.go);
    const dialog = h(
      "dialog", { class: "back-dialog", "aria-label": this.title, onclose: () => this.remove() },
      h("div", { class: "stack" },
        h("h2", {}, this.title),
        gone.length ? h("p", { class: "hint" }, words("back.goes")) : null,
        h("ul", { class: "going", tabindex: gone.length ? "0" : null }, gone.map((one) => h("li", {}, one))),
        h("p", { class: "hint" }, words("back.kept")),
        fault, send,
        h("button", { class: "quiet", onclick: () => dialog.close() }, words("back.not"))),
    );
    this.append(dialog);
    dialog.showModal();
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
