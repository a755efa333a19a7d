// What is in hand, beneath the board: the units to pick from, what the picked one may do, and the form of what is about
// to be done.

import { chip, showChip } from "./chip.js";
import { h, list, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { asked, called, levels, lyingIn, pretty, states, health } from "./things.js";
import { words } from "./words.js";

const ELSEWHERE = new Set(["answer"]); // commands that have a place of their own on the page

/** `<wd-hand>`: the panel. */
export class HandPanel extends Part {
  #units = h("div", { class: "chips", role: "group", "aria-label": words("hand.units") });
  #card = h("div", { class: "stack" });
  #name = h("h2", { tabindex: "-1" });
  #facts = h("p", { class: "hint" });
  #offers = h("div", { class: "offers" });
  #not = h("details", { class: "not" }, h("summary"), h("ul", { class: "rows" }));
  #fault = h("p", { class: "fault", role: "alert" });
  #form = h("wd-form");
  #here = h("div", { class: "chips" });

  build() {
    const { hand } = this.session;
    const back = h("button", { class: "quiet", "aria-label": words("form.back"), onclick: () => hand.back() }, icon("back"));
    this.#card.append(h("div", { class: "titled" }, back, this.#name), this.#facts, this.#here);
    Object.assign(this.#form, { aim: (value) => hand.aim(value), send: (body) => this.#send(body), back: () => hand.back() });
    const help = h("wd-help");
    help.session = this.session;
    this.append(help, this.#units, this.#card, this.#offers, this.#not, this.#fault, this.#form);
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.#show());
    this.listen(document, "keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) this.session.hand.back();
    });
  }

  changed(what) {
    if (what.has("view") || what.has("welcome")) this.#show();
  }

  /** What was done is done: the form goes, and whoever came by the keyboard goes on at what the unit may do next. */
  async #send(body) {
    const inside = this.#form.contains(document.activeElement);
    await this.session.hand.send(body);
    if (inside && this.#form.hidden) (this.#card.hidden ? this.#units.querySelector("button") : this.#name)?.focus();
  }

  #show() {
    const { hand, view } = this.session;
    const inside = this.contains(document.activeElement);
    const picked = view.units?.[hand.unit], looked = view.zones?.[hand.zone];
    this.#form.hidden = !hand.offer;
    this.#card.hidden = Boolean(hand.offer) || !(picked || looked);
    this.#units.hidden = Boolean(hand.offer || picked || looked);
    if (hand.offer) this.#form.show({ offer: hand.offer, value: hand.value, view, fault: hand.fault, busy: hand.busy });
    else if (picked) this.#unit(picked);
    else if (looked) this.#zone(looked);
    else this.#all();
    this.#menu(picked);
    text(this.#fault, hand.offer ? "" : hand.fault);
    if (inside && !focused(this)) this.#lead();
  }

  /** What had the focus is gone: whoever plays by the keyboard goes on at the head of what came in its place. */
  #lead() {
    const head = this.session.hand.offer ? this.#form.querySelector("h2") : this.#card.hidden ? null : this.#name;
    (head ?? this.#units.querySelector("button"))?.focus();
  }

  /** The units that this seat plays; for whoever plays none, all of them. */
  #all() {
    const { hand, view, seat } = this.session;
    const all = Object.values(view.units ?? {});
    const own = all.filter((unit) => seat && unit.seat === seat);
    const awaited = new Set(asked(view).map((part) => part.unit));
    const shown = own.length ? own : all;
    list(this.#units, shown, (unit) => unit.id, (unit) => chip(unit, () => hand.pick(unit.id)), (node, unit) =>
      showChip(node, unit, view, { awaited: awaited.has(unit.id) }));
  }

  #unit(unit) {
    const { view } = this.session;
    text(this.#name, unit.name);
    const well = health(unit);
    const stats = Object.entries(unit.stats ?? {}).filter(([name, number]) => number && !name.endsWith("health")).map(([name, number]) => `${stat(view, name)} ${number}`);
    const carried = (unit.items ?? []).map((item) => called(view, "items", item));
    const facts = [
      unit.zone ? called(view, "zones", unit.zone) : "", ...states(unit), well ? words("unit.health", well) : "",
      purse(view, unit.id), carried.join(", "), stats.join(", "), (unit.specials ?? []).map((one) => called(view, "specials", one)).join(", "),
    ];
    text(this.#facts, facts.filter(Boolean).join(" · "));
    this.#here.hidden = true;
  }

  #zone(zone) {
    const { hand, view } = this.session;
    text(this.#name, zone.name);
    text(this.#facts, [...levels(zone).map((one) => `${one.name} ${one.number}`), ...lyingIn(view, zone).map((one) => one.name)].join(" · "));
    this.#here.hidden = false;
    const here = Object.values(view.units ?? {}).filter((unit) => unit.zone === zone.id);
    list(this.#here, here, (unit) => unit.id, (unit) => chip(unit, () => hand.pick(unit.id)), (node, unit) => showChip(node, unit, view));
  }

  #menu(picked) {
    const { hand } = this.session;
    const all = (hand.unit ? hand.offers : hand.general).filter((offer) => !ELSEWHERE.has(offer.body.do));
    const mine = !picked || this.session.role === "referee" || picked.seat === this.session.seat;
    const open = hand.offer || hand.zone || !mine ? [] : hand.among ? hand.among : all.filter((offer) => !offer.why_not).map((offer) => ({ offer }));
    const shut = hand.offer || hand.zone || hand.among || !mine ? [] : all.filter((offer) => offer.why_not);
    const key = ({ offer, value }) => JSON.stringify([offer.body, offer.asks, value]);
    list(this.#offers, open, key, (one) => this.#entry(one), (node, { offer, value }) => {
      const target = (offer.targets ?? []).find((one) => value !== undefined && one.value === value);
      node.onclick = () => hand.choose(offer, value === undefined ? undefined : value);
      text(node.querySelector("span"), target ? words("form.do", { what: offer.label, target: target.label }) : offer.label);
      text(node.querySelector("small"), [target?.note, offer.cost].filter(Boolean).join(" · "));
      set(node, "data-more", offer.asks && value === undefined ? "" : null);
    });
    this.#not.hidden = !shut.length;
    text(this.#not.firstChild, words("hand.not", { n: shut.length }));
    list(this.#not.lastChild, shut, (offer) => JSON.stringify([offer.body, offer.asks]), () => h("li", {}, h("strong"), h("p", { class: "hint" })), (row, offer) => {
      text(row.firstChild, offer.label);
      text(row.lastChild, offer.why_not);
    });
  }

  #entry() {
    return h("button", { class: "choice" }, h("span"), h("small"));
  }
}

/** Whether something that can be seen in there has the focus. */
function focused(panel) {
  return panel.contains(document.activeElement) && document.activeElement.checkVisibility();
}

/** What is left of a unit's turn. */
function purse(view, unit) {
  const left = view.game?.now?.clock?.active?.[unit];
  if (!left) return "";
  const parts = Object.entries(left).filter(([, number]) => number).map(([name, number]) => `${number} ${pretty("purse", name)}`);
  return words("unit.left", { left: parts.join(", ") || words("unit.nothing") });
}

function stat(view, name) {
  const [kind, item] = name.split(":");
  return item ? `${pretty("stat", kind)} (${called(view, "items", item)})` : pretty("stat", kind);
}
