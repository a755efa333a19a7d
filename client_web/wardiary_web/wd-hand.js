// What is in hand, beneath the board: the units to pick from, what the picked one may do, and the form of what is about
// to be done.

import { about, isDeed, isSaid, unsaid } from "./deeds.js";
import { chip, showChip } from "./chip.js";
import { h, list, set, text } from "./dom.js";
import { inchesLeft } from "./geometry.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { asked, called, levels, lyingIn, pretty, stat, states, health } from "./things.js";
import { asks } from "./wd-undo.js";
import { words } from "./words.js";

// Commands that have a place of their own on the page: the sheet of what is asked, the notices, the pane Table.
const ELSEWHERE = new Set([
  "answer", "agree", "disagree", "withdraw", "accept", "correct", "dice", "name", "vacate", "watching",
]); // prettier-ignore
const REFEREES = new Set(["end_round", "suspend"]); // and those that the referee has in a pane of theirs

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
  #things = h("div", { class: "chips" });
  #deeds = h("wd-deeds");
  #ended = h("button", { class: "big", hidden: true, onclick: () => this.app.front("roster") }, words("hand.ended"));
  #reason = h("wd-reason");

  build() {
    const { hand } = this.session;
    const back = h(
      "button",
      { class: "quiet", "aria-label": words("form.back"), onclick: () => hand.back() },
      icon("back"),
    );
    this.#card.append(h("div", { class: "titled" }, back, this.#name), this.#facts, this.#here, this.#things);
    Object.assign(this.#form, {
      aim: (value) => hand.aim(value),
      send: (body) => this.#send(body),
      back: () => hand.back(),
    });
    const help = h("wd-help");
    help.session = this.session;
    Object.assign(this.#deeds, {
      choose: ({ offer, value, given }) => hand.choose(offer, value, given),
      send: (offer, body) => hand.act(offer, body),
    });
    this.append(
      help,
      this.#ended,
      this.#units,
      this.#card,
      this.#deeds,
      this.#offers,
      this.#not,
      this.#fault,
      this.#form,
      this.#reason,
    );
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.#show());
    this.listen(document, "keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]"))
        this.session.hand.back();
    });
  }

  changed(what) {
    if (what.has("view") || what.has("welcome")) this.#show();
  }

  /** What was done is done: the form goes, and whoever came by the keyboard goes on at what the unit may do next. */
  async #send(body) {
    const inside = this.#form.contains(document.activeElement);
    await this.session.hand.act(this.session.hand.offer, body);
    if (inside && this.#form.hidden) (this.#card.hidden ? this.#units.querySelector("button") : this.#name)?.focus();
  }

  #show() {
    const { hand, view } = this.session;
    const inside = this.contains(document.activeElement);
    this.#ended.hidden = !this.app || !(view.game?.now?.result || view.table?.now?.closed);
    const picked = view.units?.[hand.unit],
      looked = hand.thing && view[hand.thing.kind]?.[hand.thing.id];
    this.#form.hidden = !hand.offer;
    this.#card.hidden = Boolean(hand.offer) || !(picked || looked);
    this.#units.hidden = Boolean(hand.offer || picked || looked);
    if (hand.offer)
      this.#form.show({
        offer: this.#referees ? unsaid(hand.offer) : hand.offer,
        value: hand.value,
        given: hand.given,
        view,
        fault: hand.fault,
        busy: hand.busy,
      });
    else if (picked) this.#unit(picked);
    else if (looked) this.#thing(hand.thing.kind, looked);
    else this.#all();
    this.#menu(picked);
    this.#hand(picked, looked);
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
    list(
      this.#units,
      shown,
      (unit) => unit.id,
      (unit) => chip(unit, () => hand.pick(unit.id)),
      (node, unit) => showChip(node, unit, view, { awaited: awaited.has(unit.id) }),
    );
  }

  #unit(unit) {
    const { view } = this.session;
    text(this.#name, unit.name);
    const well = health(unit);
    const stats = Object.entries(unit.stats ?? {})
      .filter(([name, number]) => number && !name.endsWith("health"))
      .map(([name, number]) => `${stat(view, name)} ${number}`);
    const carried = (unit.items ?? []).map((item) => called(view, "items", item));
    const facts = [
      unit.zone ? called(view, "zones", unit.zone) : "",
      ...states(unit),
      well ? words("unit.health", well) : "",
      purse(view, unit.id),
      carried.join(", "),
      stats.join(", "),
      (unit.specials ?? []).map((one) => called(view, "specials", one)).join(", "),
    ];
    text(this.#facts, facts.filter(Boolean).join(" · "));
    this.#here.hidden = this.#things.hidden = true;
  }

  /** What a thing of the board is; of a zone also who and what is there. */
  #thing(kind, one) {
    if (kind === "zones") return this.#zone(one);
    text(this.#name, one.name || pretty(kind.slice(0, -1), one.kind ?? one.id));
    const facts = [
      one.door && one.door !== "none" ? words(`door.${one.door}`) : "",
      one.name && one.kind ? pretty("area", one.kind) : "",
      [one.zone, one.a, one.b, ...(one.zones ?? [])]
        .filter(Boolean)
        .map((zone) => called(this.session.view, "zones", zone))
        .join(", "),
    ];
    text(this.#facts, facts.filter(Boolean).join(" · "));
    this.#here.hidden = this.#things.hidden = true;
  }

  #zone(zone) {
    const { hand, view } = this.session;
    text(this.#name, zone.name);
    text(
      this.#facts,
      [...levels(zone).map((one) => `${one.name} ${one.number}`), ...lyingIn(view, zone).map((one) => one.name)].join(
        " · ",
      ),
    );
    this.#here.hidden = false;
    const here = Object.values(view.units ?? {}).filter((unit) => unit.zone === zone.id);
    list(
      this.#here,
      here,
      (unit) => unit.id,
      (unit) => chip(unit, () => hand.pick(unit.id)),
      (node, unit) => showChip(node, unit, view),
    );
    this.#things.hidden = !this.#referees;
    if (this.#referees)
      list(
        this.#things,
        around(view, zone),
        ({ kind, id }) => `${kind} ${id}`,
        ({ kind, id }) =>
          h(
            "button",
            { class: "chip", onclick: () => hand.look(id, kind) },
            icon(kind === "links" ? "door" : "marker"),
            h("span"),
          ),
        (node, { name }) => text(node.lastChild, name),
      );
  }

  get #referees() {
    return this.session.role === "referee";
  }

  /** The referee's deeds on what is in hand, and what is said of them. */
  #hand(picked, looked) {
    const { hand, view } = this.session;
    const shown = this.#referees && !hand.offer && !hand.among && Boolean(picked || looked);
    this.#deeds.hidden = !shown;
    this.#reason.hidden = !this.#referees || !(shown || (hand.offer && isSaid(hand.offer)) || hand.among);
    this.#reason.show(hand.said);
    if (!shown) return;
    const entries = picked
      ? hand.offers.filter((offer) => !offer.why_not).map((offer) => ({ offer }))
      : about(view, hand.thing, hand.general);
    this.#deeds.show({ entries, unit: picked ?? null });
  }

  #menu(picked) {
    const { hand } = this.session;
    const all = (hand.unit ? hand.offers : hand.general).filter(
      (offer) =>
        !ELSEWHERE.has(offer.body.do) &&
        !(this.#referees && !hand.unit && (isDeed(offer) || REFEREES.has(offer.body.do))),
    );
    const mine = !picked || this.session.role === "referee" || picked.seat === this.session.seat;
    const theirs = this.#referees && picked;
    const open =
      hand.offer || hand.thing || !mine || (theirs && !hand.among)
        ? []
        : hand.among
          ? hand.among
          : all.filter((offer) => !offer.why_not).map((offer) => ({ offer }));
    const shut = hand.offer || hand.thing || hand.among || !mine ? [] : all.filter((offer) => offer.why_not);
    const key = ({ offer, value }) => JSON.stringify([offer.body, offer.asks, value]);
    list(
      this.#offers,
      open,
      key,
      (one) => this.#entry(one),
      (node, { offer, value }) => {
        const target = (offer.targets ?? []).find((one) => value !== undefined && one.value === value);
        const ask = asks[offer.body.do]; // what goes back is said first
        node.onclick = () => (ask ? ask(this.app, this.session) : hand.choose(offer, value));
        text(
          node.querySelector("span"),
          target ? words("form.do", { what: offer.label, target: target.label }) : offer.label,
        );
        text(node.querySelector("small"), [target?.note, offer.cost].filter(Boolean).join(" · "));
        set(node, "data-more", ask || (offer.asks && value === undefined) ? "" : null);
      },
    );
    this.#not.hidden = !shut.length;
    text(this.#not.firstChild, words("hand.not", { n: shut.length }));
    list(
      this.#not.lastChild,
      shut,
      (offer) => JSON.stringify([offer.body, offer.asks]),
      () => h("li", {}, h("strong"), h("p", { class: "hint" })),
      (row, offer) => {
        text(row.firstChild, offer.label);
        text(row.lastChild, offer.why_not);
      },
    );
  }

  #entry() {
    return h("button", { class: "choice" }, h("span"), h("small"));
  }
}

/** Whether something that can be seen in there has the focus. */
function focused(panel) {
  return panel.contains(document.activeElement) && document.activeElement.checkVisibility();
}

/** The doors of a zone, and what lies there, each of which can be tapped: [{kind, id, name}]. */
function around(view, zone) {
  const doors = Object.values(view.links ?? {}).filter(
    (link) => (link.a === zone.id || link.b === zone.id) && link.door && link.door !== "none",
  );
  const lying = (kind, there) =>
    Object.values(view[kind] ?? {})
      .filter(there)
      .map((one) => ({ kind, id: one.id, name: one.name || pretty(kind.slice(0, -1), one.kind ?? one.id) }));
  return [
    ...doors.map((link) => ({ kind: "links", id: link.id, name: link.name || link.id })),
    ...lying("markers", (one) => one.zone === zone.id),
    ...lying("areas", (one) => one.zones?.includes(zone.id)),
    ...lying("objectives", (one) => one.zones?.includes(zone.id)),
  ];
}

/** What is left of a unit's turn. */
function purse(view, unit) {
  const left = view.game?.now?.clock?.active?.[unit];
  if (!left) return "";
  const parts = Object.entries(left)
    .filter(([, number]) => number)
    .map(([name, number]) =>
      name === "move" && view.game.now.measure === "board"
        ? words("unit.inches", { n: inchesLeft(number) })
        : `${number} ${pretty("purse", name)}`,
    );
  return words("unit.left", { left: parts.join(", ") || words("unit.nothing") });
}
