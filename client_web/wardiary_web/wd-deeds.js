// The referee's hand on what was tapped: the commonest deeds as one tap each, the others in groups.

import { grouped } from "./deeds.js";
import { h, list, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { health, pretty } from "./things.js";
import { words } from "./words.js";

/** `<wd-deeds>`: `show({entries, unit, hand})`; `choose(entry)` and `send(offer, body)` tell what was tapped. */
export class Deeds extends HTMLElement {
  choose = () => {};
  send = () => {};
  #hurt = quick("minus", () => this.#once("ref_hurt"));
  #heal = quick("plus", () => this.#once("ref_heal"));
  #move = quick("swap", () => this.#pick("ref_move"));
  #health = h("div", { class: "quick" }, this.#hurt, this.#heal, this.#move);
  #conditions = h("div", { class: "chips", role: "group", "aria-label": words("deeds.condition") });
  #groups = h("div", { class: "groups" });
  #entries = [];
  #known = new Set(); // conditions, in the order in which they were first seen: what is had already is not offered again

  connectedCallback() {
    this.append(this.#health, this.#conditions, this.#groups);
  }

  /** `entries`: [{offer, value, given}], what may be done; `unit` where it is done to one. */
  show({ entries, unit = null }) {
    this.#entries = entries;
    this.#health.hidden = !unit;
    this.#conditions.hidden = !unit;
    if (unit) this.#unit(unit);
    list(this.#groups, grouped(entries), ({ group }) => group, ({ group }) => section(group), (node, one) => this.#group(node, one));
  }

  #unit(unit) {
    const well = health(unit);
    for (const [button, name] of [[this.#hurt, "ref_hurt"], [this.#heal, "ref_heal"], [this.#move, "ref_move"]]) {
      button.disabled = !this.#offer(name);
      text(button.lastChild, words(`deeds.${name}`));
      set(button, "aria-label", words(`deeds.${name}.of`, { unit: unit.name, ...(well ?? { now: "", most: "" }) }));
    }
    const offer = this.#offer("ref_condition");
    const named = (offer?.fields ?? []).find(({ name }) => name === "condition")?.targets ?? [];
    const has = Object.keys(unit.conditions ?? {}).filter((name) => unit.conditions[name]);
    for (const name of [...named.map(({ value }) => value), ...has]) this.#known.add(name);
    this.#conditions.hidden = !offer;
    list(this.#conditions, [...this.#known], (name) => name, (name) => this.#condition(name), (node, value) => {
      set(node, "aria-pressed", String(has.includes(value)));
      node.onclick = () => this.send(offer, { ...offer.body, condition: value, value: has.includes(value) ? 0 : 1 });
    });
  }

  #condition(value) {
    return h("button", { class: "chip tog" }, icon("check"), h("span", {}, pretty("condition", value)));
  }

  #group(node, { entries }) {
    const [summary, rows] = node.children;
    text(summary.lastChild, String(entries.length));
    list(rows, entries, ({ offer, value, given }) => JSON.stringify([offer.body, offer.asks, value, given]), () => h("button", { class: "choice" }, h("span"), h("small")), (row, entry) => {
      row.onclick = () => this.choose(entry);
      text(row.firstChild, entry.offer.label);
      text(row.lastChild, entry.offer.cost ?? "");
    });
  }

  #offer(name) {
    return this.#entries.find(({ offer }) => offer.body.do === name)?.offer;
  }

  #once(name) {
    const offer = this.#offer(name);
    this.send(offer, { ...offer.body, amount: 1 });
  }

  #pick(name) {
    this.choose({ offer: this.#offer(name) });
  }
}

/** A group of deeds that opens; how many there are stands beside its name. */
export function section(group) {
  return h("details", { class: "group", "data-group": group },
    h("summary", {}, h("span", {}, words(`deeds.${group}`)), h("small")), h("div", { class: "offers" }));
}

function quick(drawing, onclick) {
  return h("button", { onclick }, icon(drawing), h("span"));
}
