// The zones as a list: each with what burns or lies in it, who is there, and where one can go from it. It shows all
// that the drawing shows, in words.

import { h, list, text } from "./dom.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-zones>`: the board in words. */
export class Zones extends Part {
  #rows = h("ul", { class: "zones" });

  build() {
    this.append(this.#rows);
  }

  changed(what) {
    if (!what.has("view")) return;
    const { zones = {}, units = {} } = this.session.view;
    list(this.#rows, Object.values(zones), (zone) => zone.id, () => h("li", { class: "card" }, h("h3"), h("p")), (row, zone) => {
      const [name, who] = row.children;
      text(name, zone.name);
      text(who, Object.values(units).filter((unit) => unit.zone === zone.id).map((unit) => unit.name).join(", "));
    });
  }
}
