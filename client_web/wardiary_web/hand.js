// What somebody has in hand: the unit they picked, what it may do (the server says), the thing that they are about to
// do, and with what. The board lights up from it, the panel shows it; a tap on either changes it for both.

import { isDeed, said } from "./deeds.js";
import { thing } from "./things.js";

/** Elements listen to "change". A hand belongs to a session. */
export class Hand extends EventTarget {
  unit = ""; // the unit that was picked
  zone = ""; // or the zone that was looked at
  thing = null; // or for the referee any thing of the board: {kind, id}
  offers = []; // what the unit may do
  general = []; // what the seat may do
  offer = null; // what is about to be done
  among = null; // several offers that one tap could have meant
  value = undefined; // the target that was chosen
  given = null; // what the fields begin with, where that is known
  said = { reason: "", with_rules: false }; // what the referee says of the next deed
  fault = ""; // why the last command was refused
  busy = false;
  #session;
  #was = ""; // how the turn of the unit stood when it was taken in hand or went on: on, over, or neither
  #asking = false;
  #stale = false;

  constructor(session) {
    super();
    this.#session = session;
    session.addEventListener("change", ({ detail }) => {
      if (!detail.has("view")) return;
      this.#putDown();
      this.refresh();
    });
  }

  /** Takes a unit in hand; nothing where it is empty. */
  pick(unit) {
    Object.assign(this, { unit, zone: "", thing: null, offers: [], offer: null, among: null, value: undefined, given: null, fault: "" });
    this.#was = this.#turn;
    this.#changed();
    this.refresh();
  }

  /** Looks at a zone, or at another thing of the board. */
  look(id, kind = "zones") {
    this.pick("");
    this.zone = kind === "zones" ? id : "";
    this.thing = { kind, id };
    this.#changed();
  }

  /** Is about to do something, perhaps with a target already. */
  choose(offer, value = offer.targets?.length === 1 ? offer.targets[0].value : undefined, given = null) {
    Object.assign(this, { offer, value, given, among: null, fault: "" });
    this.#changed();
  }

  /** Changes the target. */
  aim(value) {
    this.value = value;
    this.#changed();
  }

  /** One step back: from the target to what may be done, from there to nothing in hand. */
  back() {
    if (this.offer || this.among) {
      Object.assign(this, { offer: null, among: null, value: undefined, fault: "" });
      this.#changed();
    } else this.pick("");
  }

  /** What lies under a finger: {kind, id} with what could be meant by it. Whether it was anything that may be done. */
  tap(kind, id) {
    const found = this.meanings(kind, id);
    if (!found.length) return false;
    if (found.length === 1) this.choose(found[0].offer, found[0].value);
    else {
      this.among = found;
      this.#changed();
    }
    return true;
  }

  /** The offers that a thing of the board is a target of: of the chosen one, or of all. */
  meanings(kind, id) {
    return this.open.flatMap((offer) =>
      (offer.targets ?? [])
        .filter(({ value }) => {
          const one = thing(this.#session.view, offer.asks, value);
          return one && one.kind === kind && one.id === id;
        })
        .map(({ value }) => ({ offer, value })),
    );
  }

  /** The offers whose targets are lit. */
  get open() {
    if (this.offer) return [this.offer];
    return this.unit ? this.offers.filter((offer) => !offer.why_not && (isDeed(offer) || !this.others)) : [];
  }

  /** Whether the referee has a unit in hand that somebody else plays: a tap then means a deed of theirs. */
  get others() {
    const { role, seat, view } = this.#session;
    return role === "referee" && view.units?.[this.unit]?.seat !== seat;
  }

  /** Does what was chosen, with what the referee says of it; that is said once. */
  async act(offer, body) {
    const answer = await this.send({ ...body, ...said(offer, this.said) });
    if (answer.t === "accepted") this.said = { reason: "", with_rules: false };
    this.#changed();
    return answer;
  }

  /** Everything that is lit: a map of kind to ids. */
  get lit() {
    const found = new Map();
    for (const offer of this.open) {
      for (const { value } of offer.targets ?? []) {
        const one = thing(this.#session.view, offer.asks, value);
        if (one) (found.get(one.kind) ?? found.set(one.kind, new Map()).get(one.kind)).set(one.id, one);
      }
    }
    return found;
  }

  /** Sends a command. When it is refused, everything stays as it was, and `fault` says why. */
  async send(body) {
    this.busy = true;
    this.fault = "";
    this.#changed();
    const answer = await this.#session.command(body);
    this.busy = false;
    if (answer.t === "rejected") this.fault = answer.text;
    else Object.assign(this, { offer: null, among: null, value: undefined });
    if (answer.t === "accepted" && this.#settingUp(body)) this.pick("");
    else this.#changed();
    this.#putDown();
    return answer;
  }

  get #turn() {
    const { active = {}, done } = this.#session.now.clock ?? {};
    if (Object.hasOwn(active, this.unit)) return "on";
    return done?.includes(this.unit) ? "over" : "";
  }

  /** A unit whose turn came to its end is put down, once nothing of it is about to be done: the next is picked from all. */
  #putDown() {
    const now = this.#turn;
    const ended = now !== this.#was && (this.#was === "on" || now === "over");
    if (!ended) this.#was = now;
    else if (!this.offer && this.#session.role === "player") this.pick("");
  }

  /** Whether a player has put a unit where it starts: then it is done with, and the next one is picked from all. */
  #settingUp(body) {
    const { role, now } = this.#session;
    return body.do === "place" && role === "player" && now.clock?.phase === "setup";
  }

  /** Asks anew what may be done, once at a time. */
  async refresh() {
    this.#stale = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#stale) {
      this.#stale = false;
      await this.#ask();
    }
    this.#asking = false;
  }

  async #ask() {
    const { unit } = this;
    if (this.#session.role === "spectator") return;
    const [general, offers] = await Promise.all([this.#session.offers(), unit ? this.#session.offers(unit) : []]);
    this.general = general;
    if (unit === this.unit) this.offers = offers;
    this.#keep();
    this.#changed();
  }

  /** What was about to be done, as it is offered now; it is let go where it is not any more. */
  #keep() {
    if (!this.offer || this.busy) return;
    const same = [...this.offers, ...this.general].find(
      (one) => JSON.stringify(one.body) === JSON.stringify(this.offer.body) && one.asks === this.offer.asks,
    );
    if (!same || same.why_not) {
      this.fault = same?.why_not ?? "";
      Object.assign(this, { offer: null, value: undefined });
      return;
    }
    this.offer = same;
    const there = (same.targets ?? []).some(({ value }) => JSON.stringify(value) === JSON.stringify(this.value));
    if (same.targets?.length && !there && !Array.isArray(this.value)) this.value = undefined;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
