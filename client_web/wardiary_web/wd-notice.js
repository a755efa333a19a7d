// A screen that says what is wrong, and what to do next.

import { h } from "./dom.js";
import { words } from "./words.js";
import { forget } from "./seats.js";

/** `<wd-notice>`: `reason` is {title, text, again, token}; `home` leads to the first screen, where that helps. */
export class Notice extends HTMLElement {
  reason = null;
  home = null;

  connectedCallback() {
    const { title, text, again, token } = this.reason;
    this.classList.add("page", "notice");
    this.append(h("h1", {}, title), h("p", {}, text));
    if (again)
      this.append(h("button", { class: "big", onclick: () => window.location.reload() }, words("notice.reload")));
    else if (this.home) this.append(h("button", { class: "big", onclick: this.home }, words("notice.home")));
    if (token) this.append(h("button", { class: "quiet", onclick: () => this.#forget(token) }, words("notice.forget")));
    this.querySelector("button")?.focus();
  }

  #forget(token) {
    forget(token);
    this.home();
  }
}
