// Somebody asks for a seat: those who may let them in see it above everything else, until one of them has said.

import { h, list } from "./dom.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-knock>`: empty where nobody knocks. */
export class Knock extends Part {
  build() {
    this.setAttribute("role", "alert");
  }

  changed(what) {
    if (!what.has("knocks")) return;
    list(this, this.session.knocks, (one) => one.knock, (one) => this.#row(one));
  }

  #row({ knock, seat, name }) {
    const asked = this.session.view.seats[seat]?.name ?? seat;
    return h(
      "div",
      { class: "knock" },
      h("p", {}, words("knock.text", { name: name || words("knock.nobody"), seat: asked })),
      h("button", { class: "big", onclick: () => this.session.admit(knock, true) }, words("knock.yes")),
      h("button", { onclick: () => this.session.admit(knock, false) }, words("knock.no")),
    );
  }
}
