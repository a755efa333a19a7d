// What the referee says of a deed: why, and whether the rules are to follow from it. It stands at the foot of the panel,
// whatever deed it is, counts for the next one, and is kept until that is done.

import { h, set } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/** `<wd-reason>`: `show(said)` with {reason, with_rules}, which it changes. */
export class Reason extends HTMLElement {
  #said = { reason: "", with_rules: false };
  #reason = h("input", { maxlength: 300, "aria-label": words("deeds.reason"), placeholder: words("deeds.reason"), oninput: () => { this.#said.reason = this.#reason.value.trim(); } });
  #rules = h("button", { type: "button", class: "tog", "aria-pressed": "false", title: words("deeds.rules.more"), onclick: () => this.#turn() }, icon("check"), h("span", {}, words("deeds.rules")));

  connectedCallback() {
    this.append(this.#reason, this.#rules);
  }

  show(said) {
    this.#said = said;
    if (this.#reason.value.trim() !== said.reason) this.#reason.value = said.reason;
    set(this.#rules, "aria-pressed", String(said.with_rules));
  }

  #turn() {
    this.#said.with_rules = !this.#said.with_rules;
    this.show(this.#said);
  }
}
