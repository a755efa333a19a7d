// One seat (or one who watches) of one game, as everything on the page sees it: its view, its story, who is here, what
// waits for it. Elements listen to "change"; what changed is in `detail` as a set of words.

import { Hand } from "./hand.js";
import { chance, Link } from "./link.js";
import { Replica } from "./replica.js";
import { forget, keep, kept } from "./seats.js";
import { asked } from "./things.js";
import { words } from "./words.js";

const NEWEST = 200; // entries of the story that are fetched at first; older ones when somebody scrolls to them

/** What happens to: view, story, presence, knocks, state, welcome, offers. */
export class Session extends EventTarget {
  replica = new Replica();
  state = "connecting"; // connecting | connected | unreachable | reconnecting | ended
  why = "";
  ending = { close: 0, code: "" };
  role = "spectator";
  seat = "";
  title = "";
  code = "";
  presence = { seats: {}, watching: 0 };
  knocks = [];
  standing = ""; // the seat that this one answers for
  hand = new Hand(this); // what is in hand: see hand.js
  covered = false; // whether the curtain is drawn before it
  after = null; // the session that was shown before it, until it is in
  screen = false; // whether it is shown as the screen on the wall
  chosen = false; // whether one who came by a room code has said that watching is all they want
  story = []; // entries told, by seq, ascending; without gaps from `storyFrom` on
  storyFrom = Infinity;
  #credential;
  #name;
  #link;
  #fetching = null;

  /** `credential`: {token} or {invite} or {code}. `name`: what the others shall call this player. */
  constructor(credential, name = "", url = undefined) {
    super();
    this.#credential = credential;
    this.#name = name;
    this.code = credential.code ?? "";
    this.#link = new Link(this, url);
  }

  start() {
    this.#link.start();
    return this;
  }

  stop() {
    this.#link.stop();
  }

  get view() {
    return this.replica.view;
  }

  get token() {
    return this.#credential.token ?? "";
  }

  /** What this player is called, as far as they have said. */
  get name() {
    return this.#name;
  }

  get credential() {
    return this.#credential;
  }

  /** How it came in: token | invite | code. */
  get kind() {
    return Object.keys(this.#credential)[0];
  }

  /** What the page calls it: its seat's name, or that it watches. */
  get called() {
    if (!this.title) return words("app");
    return this.seat ? this.view.seats?.[this.seat]?.name ?? this.seat : words("watching");
  }

  /** The seats that nobody holds. */
  get free() {
    return Object.values(this.view.seats ?? {}).filter((seat) => this.table.seats?.[seat.id] === undefined);
  }

  /** The seats of this game that this browser holds: whoever scans the way in once more need not ask for theirs. */
  get own() {
    return kept().filter((seat) => seat.game === this.replica.game && this.table.seats?.[seat.seat] !== undefined);
  }

  /** Whether it is to be asked for which seat it came. */
  get chooses() {
    return !this.seat && !this.chosen && (this.free.length > 0 || this.own.length > 0) && !this.table.closed;
  }

  /** Whether something is asked of its seat. */
  get waits() {
    return this.seat !== "" && asked(this.view, this.seat).length > 0;
  }

  get now() {
    return this.view.game?.now ?? {};
  }

  get table() {
    return this.view.table?.now ?? {};
  }

  // ------------------------------------------------------------------------------------------ asking

  /** Whether the server answers at all: then it is the WebSocket alone that does not come through. */
  async reaches() {
    try {
      return (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5_000) })).ok;
    } catch {
      return false;
    }
  }

  /** Asks for something to happen; the answer: {t: "accepted", seq} or {t: "rejected", code, text}. */
  command(body) {
    return this.#link.ask({ t: "command", body, line: this.replica.line });
  }

  /** Says what this player is called from now on, also where this browser keeps the seat; empty: as the seat is. */
  async callMe(name) {
    const answer = await this.command({ do: "name", name });
    if (answer.t === "rejected") return answer;
    this.#name = name;
    this.#keep();
    return answer;
  }

  /** What one unit, or the seat itself, may do now. */
  async offers(unit = "") {
    const answer = await this.#link.ask({ t: "offers", unit });
    return answer.offers ?? [];
  }

  /** The view as it was after entry `seq`: {view, seq, line} or null. */
  async look(seq) {
    const answer = await this.#link.ask({ t: "look", seq });
    return answer.t === "looked" ? answer : null;
  }

  /** Older entries of the story than there are; whether there may be more. */
  async older() {
    const before = this.storyFrom;
    if (before <= 1 || this.#fetching) return this.#fetching ?? false;
    this.#fetching = this.#page(Math.max(0, before - 1 - NEWEST), before - 1);
    try {
      return await this.#fetching;
    } finally {
      this.#fetching = null;
    }
  }

  /** Asks to be let into a free seat; the answer comes when somebody has decided. */
  async knock(seat, name) {
    const answer = await this.#link.ask({ t: "ask_seat", seat, name });
    if (answer.t === "seat_granted") this.become({ token: answer.token }, name);
    return answer;
  }

  /** Lets somebody in, or turns them away. */
  admit(knock, yes) {
    this.knocks = this.knocks.filter((one) => one.knock !== knock);
    this.#changed("knocks");
    return this.#link.ask({ t: "admit", knock, yes });
  }

  /** A link to hand on, {link, qr}: to watch, or (the referee's to ask) a new one to a seat; null where there is none. */
  async link(seat = "") {
    const answer = await this.#link.ask({ t: "invite", seat });
    if (answer.t !== "invited") return null;
    const link = answer.link.startsWith("/") ? `${window.location.origin}${answer.link}` : answer.link;
    return { link, qr: answer.qr };
  }

  /** Any other question of the protocol. */
  ask(message) {
    return this.#link.ask(message);
  }

  /** Answers for another seat: whoever is away, or whoever the referee rolls for. */
  standFor(seat) {
    this.standing = seat;
    this.#changed("standing");
  }

  typing(on) {
    this.#link.tell({ t: "typing", on });
  }

  /** Shows the others the game as it was after an entry; 0 ends that. */
  lead(seq) {
    this.#link.tell({ t: "lead", seq });
  }

  /** Says hello anew as somebody else. */
  become(credential, name = this.#name) {
    this.#credential = credential;
    this.#name = name;
    this.#link.again();
  }

  // ------------------------------------------------------------------------------------------ for the link

  hello() {
    const hello = { ...this.#credential, client: "wardiary page" };
    if (this.#name) hello.name = this.#name;
    const resume = this.replica.resume();
    return resume ? { ...hello, resume } : hello;
  }

  heard(message) {
    (this[`on_${message.t}`] ?? (() => {})).call(this, message);
  }

  moved(state, text, close = 0, code = "") {
    this.state = state;
    this.why = text;
    this.ending = { close, code };
    if (code === "seat_taken_back") forget(this.token);
    this.#changed("state");
  }

  on_welcome(message) {
    const fresh = message.game !== this.replica.game || message.audience !== this.replica.audience;
    this.replica.welcome(message);
    Object.assign(this, { role: message.role, seat: message.seat, title: message.title });
    this.code = message.code || this.code;
    this.presence = { ...this.presence, seats: message.presence ?? {} };
    this.knocks = [];
    if (message.token) this.#credential = { token: message.token };
    if (this.token) this.#keep();
    if (fresh || message.epoch !== this.epoch || !message.missed) this.#begin(message);
    else this.#told(message.missed);
    this.epoch = message.epoch;
    this.#changed("welcome", "view", "presence", "knocks");
    this.#salt();
  }

  on_update(message) {
    this.replica.update(message);
    if (this.standing && !asked(this.view, this.standing).length) this.standFor(""); // for these questions, not for ever
    this.#told(message);
    this.knocks = this.knocks.filter((one) => this.table.seats?.[one.seat] === undefined);
    this.#changed("view", "knocks");
  }

  on_presence(message) {
    const { seats, watching = 0, lead = "", lead_at = 0 } = message;
    this.presence = { seats, watching, lead, lead_at };
    this.#changed("presence");
  }

  on_knock(message) {
    this.knocks = [...this.knocks.filter((one) => one.knock !== message.knock), message];
    this.#changed("knocks");
  }

  // ------------------------------------------------------------------------------------------ its own

  #keep() {
    const { seat, title, token, view, table } = this;
    const side = view.seats?.[seat]?.side ?? "";
    keep({ game: this.replica.game, seat, title, token, name: table.seats?.[seat] || this.#name, side });
  }

  /** Before play begins each player adds a chance of their own to the dice, so that the server cannot have chosen them. */
  #salt() {
    if (this.role === "player" && this.now.clock?.phase === "setup" && !(this.table.salts ?? []).includes(this.seat))
      this.command({ do: "salt", salt: chance(8) });
  }

  #begin(message) {
    this.story = [];
    this.storyFrom = message.seq + 1;
    this.older();
  }

  /** New entries. A jump leaves some out: those are fetched, so that the story has no gap. */
  #told(update) {
    const entries = update.entries ?? [];
    const last = this.story.at(-1)?.seq ?? this.storyFrom - 1;
    const first = entries[0]?.seq ?? update.seq + 1;
    this.#add(entries);
    if (first > last + 1) this.#page(last, first - 1);
    this.#changed("story");
  }

  /** The story after `after` up to and with `to`. */
  async #page(after, to) {
    let from = after;
    for (;;) {
      const answer = await this.#link.ask({ t: "page", after: from, limit: Math.min(500, Math.max(1, to - from)) });
      if (answer.t !== "paged") return false;
      this.#add(answer.entries.filter((entry) => entry.seq <= to));
      from = answer.entries.at(-1)?.seq ?? to;
      if (from >= to || !answer.more) break;
    }
    this.storyFrom = Math.min(this.storyFrom, after + 1);
    this.#changed("story");
    return after > 0;
  }

  #add(entries) {
    if (!entries.length) return;
    const known = new Set(this.story.map((entry) => entry.seq));
    this.story = [...this.story, ...entries.filter((entry) => !known.has(entry.seq))].sort((a, b) => a.seq - b.seq);
  }

  #changed(...what) {
    this.dispatchEvent(new CustomEvent("change", { detail: new Set(what) }));
  }
}
