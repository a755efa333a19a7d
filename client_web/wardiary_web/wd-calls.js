// Whatever comes up in a game beside the questions of wd-ask: somebody at the door, what is proposed or put right, who
// shows the game, the next one; and a connection that stays away. Each is a box that is there or not; all of them lie on
// one sheet, which comes up with whatever is new.

import { h, text } from "./dom.js";
import { Sheet } from "./sheet.js";
import { words } from "./words.js";

/** `<wd-calls>`: what `show` puts in; nothing at all where each box of it is hidden. */
export class Calls extends HTMLElement {
  #parts = h("div", { class: "calls" });
  #sheet = new Sheet("noticed", words("calls.title"), "bell", this.#parts);
  #seen = new Map(); // by box: what it was about

  connectedCallback() {
    this.hidden = true;
    this.append(this.#sheet.node);
    new MutationObserver(() => this.#look()).observe(this.#sheet.node, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "data-about"] });
    this.addEventListener("keydown", (event) => this.#pressed(event));
  }

  show(parts) {
    this.#parts.replaceChildren(...parts);
  }

  #look() {
    const boxes = [...this.#parts.querySelectorAll(".knock:not([hidden])")];
    const before = this.#seen;
    this.#seen = new Map(boxes.map((box) => [box, box.dataset.about]));
    this.hidden = !boxes.length;
    if (boxes.some((box) => !before.has(box) || before.get(box) !== box.dataset.about)) this.#sheet.fold(false);
    text(this.#sheet.title, this.#sheet.folded && boxes.length ? short(boxes) : words("calls.title"));
  }

  #pressed(event) {
    if (event.key !== "Escape" || this.#sheet.folded) return;
    event.preventDefault();
    event.stopPropagation();
    this.#sheet.fold(true);
  }
}

/** What lies there, for whoever has put it down. */
function short(boxes) {
  return boxes.length === 1 ? boxes[0].querySelector("p").textContent : words("calls.many", { n: boxes.length });
}
