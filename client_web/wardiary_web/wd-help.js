// The first minute: three hints, each when its time has come, that point at what to press. One that is put away, or whose
// advice was followed, does not come back; the settings bring them back.

import { h, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { option, choose, options } from "./options.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** The hint for now: {id: which of the three, key: its words, points: at what}, or null. Needs no rules: offers say it all. */
export function hint(session) {
  const { hand, view, seat, now, role } = session;
  const own = Object.values(view.units ?? {}).filter((unit) => seat && unit.seat === seat);
  if (role !== "player" || !own.length) return null;
  const { phase, ready } = now.clock ?? {};
  if (phase === "play") return { id: "turn", key: "help.turn", points: "units" };
  if (phase !== "setup" || ready?.includes(view.seats[seat]?.side)) return null;
  const done = hand.general.find((offer) => offer.body.do === "ready" && !offer.why_not);
  if (done && !hand.unit) return { id: "ready", key: "help.ready", points: "offers" };
  if (done || hand.thing) return null;
  if (!hand.unit) return { id: "place", key: "help.unit", points: "units" };
  const lit = hand.offers.some((offer) => offer.body.do === "place" && !offer.why_not);
  return lit ? { id: "place", key: "help.zone", points: "board" } : null;
}

/** `<wd-help>`: a line above what may be done; empty most of the time. */
export class Help extends Part {
  #words = h("p", {});
  #shown = null;

  build() {
    this.setAttribute("role", "status");
    this.append(icon("hand"), this.#words, h("button", { onclick: () => this.#done(this.#shown?.id) }, words("help.done")));
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.changed(new Set(["view"])));
    this.listen(options, "change", () => this.changed(new Set(["view"])));
  }

  changed(what) {
    if (!what.has("view") && !what.has("welcome")) return;
    const found = hint(this.session);
    this.#followed(found);
    this.#shown = found && !option("hints").includes(found.id) ? found : null;
    this.hidden = !this.#shown;
    set(this.closest("wd-readback, wd-board"), "data-points", this.#shown?.points ?? null);
    if (this.#shown) text(this.#words, words(this.#shown.key));
  }

  /** Whoever has come to the next hint has understood the one before. */
  #followed(found) {
    const before = { ready: ["place"], turn: ["place", "ready"] }[found?.id] ?? [];
    const news = before.filter((id) => !option("hints").includes(id));
    if (news.length) choose("hints", [...option("hints"), ...news]);
  }

  #done(id) {
    choose("hints", [...new Set([...option("hints"), id])]);
    this.closest("wd-board").querySelector("wd-hand .chips button, wd-hand .offers button")?.focus();
  }
}
