// The board's pane: the clock, the drawing or the list of zones, and beneath it what is in hand.

import { h, set } from "./dom.js";
import { drawable } from "./geometry.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { set as keep, setting } from "./seats.js";
import { words } from "./words.js";

/** `<wd-board>`: the pane that stays. */
export class Board extends Part {
  #sight = h("div", { class: "sight" });
  #turn = h("button", { class: "turn", onclick: () => this.#turned() });
  #shown = "";

  build() {
    const clock = h("wd-clock"), hand = h("wd-hand"), back = h("wd-readback");
    clock.session = hand.session = back.session = this.session;
    const read = h("button", { class: "turn", "aria-label": words("readback.open"), title: words("readback.open"), onclick: () => back.open() }, icon("readback"));
    this.append(h("div", { class: "head" }, clock, read, this.#turn), this.#sight, hand, back);
  }

  changed(what) {
    if (!what.has("view")) return;
    const can = drawable(this.session.view);
    this.#turn.hidden = !can;
    const part = can && setting("board", "map") === "map" ? "wd-map" : "wd-zones";
    if (part === this.#shown) return;
    this.#shown = part;
    const other = part === "wd-map" ? "list" : "board";
    this.#turn.replaceChildren(icon(other));
    set(this.#turn, "aria-label", words(`board.${other}`));
    set(this.#turn, "title", words(`board.${other}`));
    const element = h(part);
    element.session = this.session;
    this.#sight.replaceChildren(element);
  }

  #turned() {
    keep("board", this.#shown === "wd-map" ? "list" : "map");
    this.changed(new Set(["view"]));
  }
}
