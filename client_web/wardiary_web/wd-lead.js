// Somebody reads the game back and would show it: whoever likes follows with a tap.

import { h, text } from "./dom.js";
import { Part } from "./part.js";
import { called } from "./things.js";
import { words } from "./words.js";

/** `<wd-lead>`: empty where nobody leads, or where one follows. */
export class LeadStrip extends Part {
  #what = h("p");
  #follow = h("button", { class: "big", onclick: () => this.#back.follow() });
  #box = h("div", { class: "knock leading", role: "status", hidden: true }, this.#what, this.#follow);

  build() {
    this.append(this.#box);
  }

  changed(what) {
    if (!what.has("presence") && !what.has("reading") && !what.has("view")) return;
    const { presence, seat, view } = this.session;
    const { lead = "", lead_at: seq = 0 } = presence;
    this.#box.hidden = !lead || lead === seat || Boolean(this.#back?.following);
    const who = called(view, "seats", lead);
    text(this.#what, lead ? words("lead.text", { who, seq }) : "");
    text(this.#follow, lead ? words("lead.follow", { who }) : "");
  }

  get #back() {
    return this.app?.querySelector("wd-readback");
  }
}
