// Real dice, typed: one tap for each die that lies on the table, one to take the last back.

import { h, list, set, text } from "./dom.js";
import { words } from "./words.js";

const KEYS = 12; // a die with more sides than this gets a field for its number

/** `<wd-dice>`: `begin({least, most, sides, success, faces, changed})`; `faces` is what was typed so far. */
export class Dice extends HTMLElement {
  faces = [];
  #most = 1;
  #changed = () => {};
  #shown = h("ol", { class: "faces", "aria-live": "polite" });
  #pad = h("div", { class: "pad", role: "group" });

  /** `success`: a die of two results is typed by their names, and no number. */
  begin({ least = 1, most = least, sides = 6, success = 0, faces = [], changed = () => {} }) {
    Object.assign(this, { faces: [...faces] });
    this.#most = most;
    this.#changed = changed;
    const named = success ? ["success", "blank"] : Array.from({ length: sides }, (_, n) => n + 1);
    this.#pad.replaceChildren(
      ...(named.length > KEYS ? [this.#field(sides)] : named.map((face) => this.#key(face))),
      this.#back(),
    );
    this.#pad.classList.toggle("two", Boolean(success));
    set(this.#pad, "aria-label", words("dice.pad", { sides }));
    this.append(this.#shown, this.#pad);
    this.#show();
  }

  /** Takes these faces in the place of what was typed. */
  take(faces) {
    this.faces = faces.slice(0, this.#most);
    this.#show();
    this.#changed(this.faces);
  }

  #key(face) {
    return h("button", { type: "button", class: "face", onclick: () => this.#typed(face) }, named(face));
  }

  #field(sides) {
    const input = h("input", {
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: sides,
      "aria-label": words("dice.number", { sides }),
    });
    input.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), add()));
    const add = () => {
      const face = Number(input.value);
      if (Number.isInteger(face) && face >= 1 && face <= sides) this.#typed(face);
      input.value = "";
    };
    return h("span", { class: "number" }, input, h("button", { type: "button", onclick: add }, words("dice.add")));
  }

  #back() {
    return h(
      "button",
      { type: "button", class: "erase", onclick: () => this.take(this.faces.slice(0, -1)) },
      words("dice.back"),
    );
  }

  #typed(face) {
    if (this.faces.length < this.#most) this.take([...this.faces, face]);
  }

  #show() {
    const slots = Array.from({ length: Math.min(this.#most, 100) }, (_, n) => ({ n, face: this.faces[n] }));
    list(
      this.#shown,
      slots,
      (one) => one.n,
      () => h("li"),
      (node, { face }) => {
        set(node, "data-empty", face === undefined ? "" : null);
        text(node, face === undefined ? "·" : named(face));
      },
    );
    for (const key of this.#pad.querySelectorAll(".face")) key.disabled = this.faces.length >= this.#most;
  }
}

function named(face) {
  return typeof face === "string" ? words(`dice.${face}`) : String(face);
}
