// A recorded game on one screen: the clock, the board at one moment, the player, and beneath or beside them the story, in
// whose place a unit or a zone stands as long as somebody looks at it.

import { h } from "./dom.js";
import { drawable } from "./geometry.js";
import { Part } from "./part.js";

/** `<wd-replay>`: the whole of a file that replays a game; its session is a `Recorded`. */
export class Replay extends Part {
  #sight = h("div", { class: "sight" });

  build() {
    const part = (name) => Object.assign(h(name), { session: this.session });
    const beside = h("section", {}, part("wd-told"), part("wd-hand"));
    this.append(
      h("header", { class: "bar" }, h("h1", { class: "brand" }, this.session.title)),
      h("main", {}, part("wd-clock"), this.#sight, part("wd-player"), beside));
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.#looks());
    this.#looks();
  }

  changed() {
    const part = drawable(this.session.view) ? "wd-map" : "wd-zones";
    if (this.#sight.firstChild?.localName === part) return;
    this.#sight.replaceChildren(Object.assign(h(part), { session: this.session }));
  }

  #looks() {
    const { unit, zone } = this.session.hand;
    this.classList.toggle("looks", Boolean(unit || zone));
  }
}
