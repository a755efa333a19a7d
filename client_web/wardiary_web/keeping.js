// Keeping a game as it goes on: asks the server for what is new of its file, and puts that on the shelf of this browser.
// The passphrase lives in this page alone and is said once on each connection; the server seals the secrets under it.

import { named, save } from "./saving.js";
import { listen, shelf } from "./shelf.js";

const PAUSE = 200; // ms from an update to the question; a token that comes with a seat is there by then
const LATEST = 10_000; // ms after which it is asked all the same: a link changes the secrets, and is no entry
const FINAL = new Set(["not_allowed", "no_keeping", "weak_passphrase", "malformed", "gone"]);

const known = new WeakMap();

/** How a session's game is kept; the same for every part of the page. */
export function keepingOf(session) {
  if (!known.has(session)) known.set(session, new Keeping(session));
  return known.get(session);
}

/** Saves the file of a kept game. */
export async function saved({ game, title, last }) {
  save(`${named(title)}-${game}-${last}.wardiary`, "application/x-ndjson", ...(await (await shelf()).file(game)));
}

/** Tells of every change by "change". */
class Keeping extends EventTarget {
  kept = null; // what the shelf has of this game
  lasts = true; // whether that outlives this page
  fault = ""; // why it is not kept at the moment, as a sentence
  stopped = false; // whether that was asked for
  full = false; // whether this browser has no space for it
  #session;
  #passphrase = "";
  #said = false; // whether this connection knows the passphrase
  #asking = false;
  #again = false;
  #timer = 0;
  #due = Infinity; // when it is asked next, in ms
  #elsewhere = -Infinity; // when another page of this browser has last added to it, in ms
  #rounds = Infinity; // that had ended when the file was last saved by itself

  constructor(session) {
    super();
    this.#session = session;
    session.addEventListener("change", (event) => this.#changed(event.detail));
    listen((game, elsewhere) => this.#heard(game, elsewhere));
    this.#look();
  }

  /** Whether it is kept on as the game goes on. */
  get on() {
    return this.#passphrase !== "";
  }

  /** Whether another page of this browser keeps it on. */
  get elsewhere() {
    return !this.on && Date.now() - this.#elsewhere < 2 * LATEST;
  }

  /** Whether it could go on being kept here, once the passphrase is typed again. */
  get waits() {
    return !this.on && this.kept !== null && !this.elsewhere;
  }

  /** Begins, or goes on; whether the server takes the passphrase. */
  async begin(passphrase) {
    this.stopped = false;
    this.#passphrase = passphrase;
    this.#said = false;
    this.#rounds = this.#ended();
    await this.#turn();
    return this.on;
  }

  /** Keeps what there is, and adds no more to it. */
  stop() {
    this.stopped = true;
    this.#passphrase = "";
    this.#tell();
  }

  /** Deletes what there is. */
  async forget() {
    this.stop();
    await (await shelf()).forget(this.kept.game);
    this.kept = null;
    this.#tell();
  }

  /** Saves what there is to a file. */
  async save() {
    await saved(this.kept);
  }

  /** Whether the file is also saved by itself, at the end of each round. */
  async saveRounds(on) {
    this.#rounds = this.#ended(); // as it stands now: a round that ends while this is written down counts
    this.kept = await (await shelf()).set(this.kept.game, { rounds: on });
    this.#tell();
    this.#soon(0);
  }

  // ------------------------------------------------------------------------------------------ as the game goes on

  #changed(what) {
    if (what.has("welcome")) {
      this.#said = false;
      this.#look();
    }
    if (what.has("view") || what.has("welcome")) this.#soon(PAUSE);
    if (what.has("state")) this.#tell();
  }

  async #look() {
    const { game } = this.#session.replica;
    const found = await shelf();
    this.lasts = found.lasts;
    if (game && this.kept?.game !== game) this.kept = (await found.game(game)) ?? null;
    this.#tell();
  }

  /** What lies on the shelf has changed: what is told of it stays true. */
  async #heard(game, elsewhere) {
    if (game !== this.#session.replica.game) return;
    if (elsewhere) this.#elsewhere = Date.now();
    this.kept = (await (await shelf()).game(game)) ?? null;
    if (this.on && !this.kept) this.stop();
    this.#tell();
  }

  #soon(pause) {
    const due = Date.now() + pause;
    if (!this.on || due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#turn(), pause);
  }

  /** Asks until all is kept, and then again in a while. */
  async #turn() {
    this.#due = Infinity;
    this.#again = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.on && this.#again) this.#again = await this.#ask();
    this.#asking = false;
    this.#soon(LATEST);
    if (this.kept?.rounds && this.#ended() > this.#rounds && this.kept.last >= this.#session.replica.seq) {
      this.#rounds = this.#ended();
      await this.save();
    }
  }

  /** One question; whether there is more to ask at once. */
  async #ask() {
    const { last = 0, hash = "" } = this.kept ?? {};
    this.#again = false;
    const answer = await this.#session.ask({ t: "keep", after: last, hash, ...(!this.#said && { passphrase: this.#passphrase }) });
    if (answer.t === "kept") return this.#take(answer);
    if (answer.code === "no_passphrase") { // another connection since it was said
      this.#said = false;
      return true;
    }
    this.fault = answer.text;
    if (FINAL.has(answer.code)) this.stop();
    this.#tell();
    return false;
  }

  async #take(part) {
    this.#said = true;
    this.fault = "";
    const { replica, title } = this.#session;
    try {
      if (this.on) this.kept = (await (await shelf()).add({ game: replica.game, title }, part)) ?? null;
      if (!this.kept) this.stop(); // it was forgotten elsewhere
      this.full = false;
    } catch {
      this.full = true;
    }
    this.#tell();
    return !this.full && (this.#again || this.kept?.last < part.head);
  }

  /** How many rounds have ended. */
  #ended() {
    const { clock, result } = this.#session.now;
    return (clock?.round ?? 0) - (result ? 0 : 1);
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}
