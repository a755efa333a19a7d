// The zones as a list: all that the drawing shows, in words, and every unit as a button. It stands in the place of the
// drawing where there is none, and beside it for whoever would rather read.

import { h, list, set, text } from "./dom.js";
import { Part } from "./part.js";
import { levels, lyingIn } from "./things.js";
import { chip, showChip } from "./chip.js";
import { words } from "./words.js";

/** `<wd-zones>`: the board in words. */
export class Zones extends Part {
  #rows = h("ul", { class: "zones" });

  build() {
    this.append(this.#rows);
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.changed(new Set(["view"])));
  }

  changed(what) {
    if (!what.has("view")) return;
    const { view, hand } = this.session;
    const lit = hand.lit;
    list(
      this.#rows,
      Object.values(view.zones ?? {}),
      (zone) => zone.id,
      (zone) => this.#row(zone),
      (row, zone) => {
        const [head, warned, lying, ways, units] = row.children;
        set(row, "data-lit", lit.get("zones")?.has(zone.id) ? "" : null);
        text(head, zone.name);
        const there = lyingIn(view, zone);
        const harms = [
          ...levels(zone).map((one) => `${one.name} ${one.number}`),
          ...there.filter((one) => one.harms).map((one) => one.name),
        ];
        text(warned, harms.join(" · "));
        text(
          lying,
          there
            .filter((one) => !one.harms)
            .map((one) => one.name)
            .join(" · "),
        );
        text(ways, leading(view, zone));
        const here = Object.values(view.units ?? {}).filter((unit) => unit.zone === zone.id);
        list(
          units,
          here,
          (unit) => unit.id,
          (unit) => chip(unit, () => this.#unit(unit.id)),
          (node, unit) =>
            showChip(node, unit, view, { lit: lit.get("units")?.has(unit.id), picked: hand.unit === unit.id }),
        );
      },
    );
  }

  #row(zone) {
    const head = h("button", {
      class: "head",
      onclick: () => this.session.hand.tap("zones", zone.id) || this.session.hand.look(zone.id),
    });
    return h(
      "li",
      { class: "card zone-row" },
      head,
      h("p", { class: "warned" }),
      h("p"),
      h("p", { class: "hint" }),
      h("div", { class: "chips" }),
    );
  }

  #unit(id) {
    return this.session.hand.tap("units", id) || this.session.hand.pick(id);
  }
}

/** Where one can go from a zone, and what stands in the way. */
function leading(view, zone) {
  const ways = Object.values(view.links ?? {}).filter((link) => link.a === zone.id || link.b === zone.id);
  const there = ways.map((link) => {
    const name = view.zones[link.a === zone.id ? link.b : link.a]?.name ?? "";
    return !link.door || link.door === "none"
      ? name
      : words("zone.door", { zone: name, state: words(`door.${link.door}`) });
  });
  return there.length ? words("zone.ways", { ways: there.join(", ") }) : "";
}
