// Everybody who plays: what they can do and what they carry, on paper before the game; and what became of each.

import { h, list, text } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { called, health, pretty, sideNumber, stat, states } from "./things.js";
import { words } from "./words.js";

/** `<wd-roster>`: the pane of the units, with the result above it where there is one. */
export class Roster extends Part {
  #side = "";
  #which = h("select", { "aria-label": words("roster.which"), onchange: () => ((this.#side = this.#which.value), this.changed(new Set(["view"]))) });
  #sides = h("div", { class: "rows" });

  build() {
    const result = Object.assign(h("wd-result"), { session: this.session });
    const print = h("button", { class: "row print", onclick: () => window.print() }, icon("print"), words("roster.print"));
    this.append(result, h("div", { class: "row roster-head" }, this.#which, print), this.#sides);
  }

  changed(what) {
    if (!what.has("view")) return;
    const { view } = this.session;
    const sides = [...Object.values(view.sides ?? {}), { id: "", name: words("roster.nobody") }]
      .map((side) => ({ ...side, units: Object.values(view.units ?? {}).filter((unit) => (unit.side ?? "") === side.id) }))
      .filter((side) => side.units.length);
    list(this.#which, [{ id: "all", name: words("roster.all") }, ...sides], (side) => `${side.id}`, (side) => h("option", { value: side.id }), (node, side) => text(node, side.name || side.id));
    if (!this.#side) this.#side = this.#which.value = "all";
    list(this.#sides, sides, (side) => side.id, (side) => h("section", { class: "rows" }, h("h2", {}), h("div", { class: "roster" })), (node, side) => {
      node.hidden = this.#side !== "all" && this.#side !== side.id;
      text(node.firstChild, side.name || side.id);
      list(node.lastChild, side.units, (unit) => unit.id, () => h("article", { class: "card sheet-of" }), (card, unit) => this.#card(card, unit));
    });
  }

  /** A unit is drawn anew only when something of it changed. */
  #card(card, unit) {
    if (card.unit === unit) return;
    card.unit = unit;
    const { view } = this.session;
    const well = health(unit);
    const now = [...states(unit), well && unit.status !== "reserve" ? words("unit.health", well) : ""].filter(Boolean);
    const items = (unit.items ?? []).map((id) => view.items?.[id] ?? { id, name: id });
    const weapons = items.filter((item) => item.kind === "weapon" || item.kind === undefined);
    const others = items.filter((item) => !weapons.includes(item));
    card.replaceChildren(
      h("h3", {}, h("i", { class: "dot", "data-side": sideNumber(view, unit.side), "aria-hidden": "true" }), " ", unit.name),
      h("p", { class: "hint" }, [pretty("kind", unit.kind ?? "person"), ...(unit.tags ?? []).map((tag) => pretty("tag", tag))].join(" · ")),
      now.length ? h("p", { class: "now" }, now.join(" · ")) : "",
      numbers(view, unit.stats),
      ...weapons.map((item) => this.#item("roster.weapon", item)),
      ...others.map((item) => this.#item("roster.item", item)),
      ...(unit.specials ?? []).map((id) => this.#special(id)),
    );
  }

  #item(word, item) {
    const stats = Object.entries(item.stats ?? {}).map(([name, number]) => words("roster.stat", { name: pretty("stat", name), number }));
    const more = [...stats, ...(item.tags ?? []).map((tag) => pretty("tag", tag)), ...(item.specials ?? []).map((id) => called(this.session.view, "specials", id))];
    return h("p", {}, h("strong", {}, item.name), more.length ? words(word, { what: more.join(", ") }) : "");
  }

  #special(id) {
    const one = this.session.view.specials?.[id];
    const against = (one?.against ?? []).map((kind) => pretty("level", kind)).join(", ");
    return h("p", {}, h("em", {}, one?.name ?? id), one ? words(`special.${one.does}`, { against, bonus: one.bonus ?? 0 }) : "");
  }
}

/** What stands on a sheet: health as it is at first; how much is left is said above. */
function numbers(view, { health: left, max_health: most, ...stats } = {}) {
  const first = most ?? left;
  const all = first === undefined ? stats : { health: first, ...stats };
  return h("dl", { class: "stats" }, Object.entries(all).map(([name, number]) => h("div", {}, h("dt", {}, stat(view, name)), h("dd", {}, String(number)))));
}
