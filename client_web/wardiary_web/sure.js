// Asks once more before something that cannot be taken back.

import { h } from "./dom.js";
import { words } from "./words.js";

/** A dialog with a question and what comes of it; `done()` is called on yes. */
export function sure(parent, { question, more, yes, done }) {
  const close = () => dialog.close();
  const agree = () => {
    dialog.close();
    done();
  };
  const dialog = h("dialog", { "aria-label": question, onclose: () => dialog.remove() },
    h("div", { class: "stack" }, h("h2", {}, question), more ? h("p", {}, more) : null,
      h("button", { class: "big", onclick: agree }, yes), h("button", { class: "quiet", onclick: close }, words("sure.no"))));
  parent.append(dialog);
  dialog.showModal();
}
