// The referee's pane: who is awaited, and all that is about the whole table. What is done to a thing of the board is done
// there, by a tap on it; what is picked here and needs a place is finished there too.

import { grouped, isDeed } from "./deeds.js";
import { h, list, set, text } from "./dom.js";
import { Part } from "./part.js";
import { about, asked, called, pretty } from "./things.js";
import { section } from "./wd-deeds.js";
import { words } from "./words.js";

const TICK = 10_000; // ms between two looks at how long somebody is awaited

/** `<wd-referee>`: the pane. */
export class Referee extends Part {
  #awaited = h("ul", { class: "rows" });
  #nobody = h("p", { class: "hint" }, words("referee.nobody"));
  #groups = h("div", { class: "groups" });
  #seats = h("ul", { class: "rows" });
  #books = h("ul", { class: "rows" });
  #fault = h("p", { class: "fault", role: "alert" });
  #gone = new Map(); // seat -> since when this page sees it away, in ms
  #ticking = 0;

  build() {
    const next = h("wd-newgame");
    next.session = this.session;
    const part = (name, ...content) => h("section", { class: "stack" }, h("h2", {}, words(`referee.${name}`)), content);
    this.append(this.#fault, part("awaited", this.#nobody, this.#awaited), part("table", this.#groups), part("seats", this.#seats, h("button", { onclick: () => this.app.front("table") }, words("referee.links"))),
      part("books", this.#books), part("next", next));
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.#table());
    this.#ticking = setInterval(() => this.#wait(), TICK);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#ticking);
  }

  changed(what) {
    if (what.has("presence")) this.#noted();
    if (what.has("view") || what.has("presence") || what.has("story")) this.#wait();
    if (what.has("view") || what.has("presence")) this.#people();
    if (what.has("view")) this.#rules();
    if (what.has("welcome")) this.#table();
  }

  // ------------------------------------------------------------------------------------------ who is awaited

  #noted() {
    for (const [seat, here] of Object.entries(this.session.presence.seats)) {
      if (here !== "away") this.#gone.delete(seat);
      else if (!this.#gone.has(seat)) this.#gone.set(seat, Date.now());
    }
  }

  #wait() {
    const { view, presence } = this.session;
    const open = asked(view);
    const seats = [...new Set(open.map((part) => part.seat))];
    this.#nobody.hidden = seats.length > 0;
    list(this.#awaited, seats, (seat) => seat, (seat) => this.#awaitedRow(seat), (row, seat) => {
      const [name, state] = row.querySelectorAll("h3, .hint");
      text(name, called(view, "seats", seat));
      const away = presence.seats[seat] === "away";
      set(row, "data-away", away ? "" : null);
      text(state, away ? words("referee.away", { time: lasting(this.#gone.get(seat)) }) : words(`table.${presence.seats[seat] ?? "away"}`));
      const parts = open.filter((part) => part.seat === seat);
      list(row.querySelector("ul"), parts, (part) => part.key, () => h("li", {}), (item, part) =>
        text(item, words("referee.waits", { what: about(view, part), time: lasting(this.#since(part)) })));
      row.querySelector(".roll").hidden = !parts.some((part) => part.kind === "roll");
    });
  }

  #awaitedRow(seat) {
    const stand = h("button", { class: "big", onclick: () => this.session.standFor(seat) }, words("clock.stand"));
    const roll = h("button", { class: "roll", onclick: () => this.#rollFor(seat) }, words("referee.roll"));
    return h("li", { class: "card stack" }, h("div", { class: "titled" }, h("h3"), h("span", { class: "hint" })), h("ul", {}), h("div", { class: "row" }, stand, roll));
  }

  /** When a question was asked, by the server's clock. */
  #since(part) {
    return this.session.story.find((entry) => entry.seq === part.opened)?.at;
  }

  async #rollFor(seat) {
    for (const { root, opened, number } of asked(this.session.view, seat).filter((part) => part.kind === "roll")) {
      if (!(await this.#do({ do: "answer", root, opened, part: number, roll: true }))) return;
    }
  }

  // ------------------------------------------------------------------------------------------ the table

  #table() {
    const offers = this.session.hand.general.filter((offer) => isDeed(offer) || offer.body.do === "end_round");
    const open = offers.filter((offer) => !offer.why_not).map((offer) => ({ offer }));
    list(this.#groups, grouped(open), ({ group }) => group, ({ group }) => section(group), (node, { entries }) => {
      text(node.firstChild.lastChild, String(entries.length));
      list(node.lastChild, entries, ({ offer }) => JSON.stringify([offer.body, offer.asks]), () => h("button", { class: "choice" }, h("span"), h("small")), (row, { offer }) => {
        row.onclick = () => this.#begin(offer);
        text(row.firstChild, offer.label);
        text(row.lastChild, offer.cost ?? "");
      });
    });
  }

  /** The form stands beneath the board, where a place can be tapped. */
  #begin(offer) {
    this.session.hand.pick("");
    this.session.hand.choose(offer);
    this.app.front("board");
    this.app.querySelector("wd-form h2")?.focus();
  }

  // ------------------------------------------------------------------------------------------ seats, rulebooks

  #people() {
    const { session } = this;
    list(this.#seats, Object.values(session.view.seats ?? {}), (seat) => seat.id, (seat) => this.#seatRow(seat), (row, seat) => {
      const held = session.table.seats?.[seat.id];
      const [name, who] = row.querySelectorAll("h3, .hint");
      text(name, seat.name);
      text(who, held === undefined ? words("table.free") : [held === seat.name ? "" : held || words("table.unnamed"), words(`table.${session.presence.seats[seat.id] ?? "away"}`)].filter(Boolean).join(" · "));
      row.querySelector("select").value = session.table.dice?.[seat.id] ?? session.now.dice?.[seat.id] ?? "server";
    });
  }

  #seatRow(seat) {
    const ways = ["server", "typed"].map((way) => h("option", { value: way }, words(`referee.rolls.${way}`)));
    const select = h("select", { "aria-label": words("referee.dice", { seat: seat.name }), onchange: () => this.#do({ do: "dice", seat: seat.id, way: select.value }).then(() => this.#people()) }, ways);
    return h("li", { class: "card stack" }, h("div", { class: "titled" }, h("h3"), h("span", { class: "hint" })), select);
  }

  #rules() {
    const { now, table } = this.session;
    list(this.#books, now.rulebooks ?? [], (book) => book, () => h("li", { class: "book" }, h("span"), h("button")), (row, book) => {
      const off = (table.suspended ?? []).includes(book);
      const [name, button] = row.children;
      text(name, words(off ? "referee.book.off" : "referee.book.on", { book: pretty("book", book) }));
      text(button, words(off ? "referee.resume" : "referee.suspend"));
      set(button, "aria-label", words(off ? "referee.resume.of" : "referee.suspend.of", { book: pretty("book", book) }));
      button.onclick = () => this.#do({ do: "suspend", rulebook: book, on: !off });
    });
  }

  /** Sends a command; whether it was accepted. Why not is said at the head of the pane. */
  async #do(body) {
    const answer = await this.session.command(body);
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    if (answer.t === "rejected") this.#fault.scrollIntoView({ block: "nearest" });
    return answer.t === "accepted";
  }
}

/** How long ago a moment was, in words; nothing where it is not known. */
function lasting(since) {
  if (!since) return "";
  const minutes = Math.floor((Date.now() - since) / 60_000);
  return minutes < 1 ? words("referee.moment") : words("referee.minutes", { n: minutes });
}
