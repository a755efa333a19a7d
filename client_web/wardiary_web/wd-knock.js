// Somebody asks for a seat: those who may let them in see it over everything else, until one of them has said.

import { h, list, text } from "./dom.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-knock>`: empty where nobody knocks. */
export class Knock extends Part {
  #rows = h("div");
  #fault = h("p", { class: "fault" });
  #failed = h("div", { class: "knock", hidden: true }, this.#fault, h("button", { onclick: () => this.#say("") }, words("switch.close")));

  build() {
    this.setAttribute("role", "alert");
    this.append(this.#rows, this.#failed);
  }

  changed(what) {
    if (!what.has("knocks")) return;
    list(this.#rows, this.session.knocks, (one) => one.knock, (one) => this.#row(one));
  }

  #row({ knock, seat, name }) {
    const asked = this.session.view.seats[seat]?.name ?? seat;
    return h(
      "div",
      { class: "knock" },
      h("p", {}, words("knock.text", { name: name || words("knock.nobody"), seat: asked })),
      h("button", { class: "big", onclick: () => this.#admit(knock, true) }, words("knock.yes")),
      h("button", { onclick: () => this.#admit(knock, false) }, words("knock.no")),
    );
  }

  /** Why nobody was let in stays until it is put away, or the next one is decided about. */
  async #admit(knock, yes) {
    this.#say("");
    const answer = await this.session.admit(knock, yes);
    if (answer.t === "rejected") this.#say(answer.text);
  }

  #say(why) {
    this.#failed.hidden = !why;
    text(this.#fault, why);
  }
}
