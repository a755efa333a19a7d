// A sheet that lies over the page, and that a tap puts down: what is left of it then is a button in the bar at the top,
// which is there on every screen. Neither its coming nor its going moves anything else.

import { h, set } from "./dom.js";
import { icon } from "./icons.js";

/** `node` goes into the bar of the page; `title` stands at its head, and is what is left once it was put down. */
export class Sheet {
  title = h("span");
  #head;
  #body;

  constructor(kind, label, drawing, ...parts) {
    this.#head = h("button", { class: kind, "aria-expanded": "true", onclick: () => this.fold() }, icon(drawing), this.title);
    this.#body = h("div", { class: "body" }, parts);
    this.node = h("section", { class: "sheet", "aria-label": label }, this.#head, this.#body);
  }

  get folded() {
    return this.#body.hidden;
  }

  /** Puts it down, or up again; whoever was in it by the keyboard stays at its head. */
  fold(down = !this.folded) {
    const inside = this.#body.contains(document.activeElement);
    set(this.#head, "aria-expanded", String(!down));
    this.#body.hidden = down;
    this.node.classList.toggle("down", down);
    if (down && inside) this.#head.focus();
  }
}
