// Between two seats on one device: nothing of a game is on the page until the one whose turn it is has said so.

import { h } from "./dom.js";
import { words } from "./words.js";

/** Whether what one sees is not meant for the other: another side, or the referee's seat. */
export function needsCurtain(before, after) {
  return Boolean(before?.seat && after?.seat && before !== after && before.replica.audience !== after.replica.audience);
}

/** `<wd-curtain>`: covers the page, and is opened by the one who is named. */
export class Curtain extends HTMLElement {
  session = null;

  connectedCallback() {
    const name = this.session.called;
    this.classList.add("page", "curtain");
    this.append(
      h("h1", {}, words("curtain.title", { name })),
      h("p", {}, words("curtain.text")),
      h("button", { class: "big", onclick: () => this.closest("wd-app").uncover() }, words("curtain.open", { name })),
    );
  }
}
