// A recorded game in the place of a session: all of its story is there, its view is that of one moment, and nothing can
// be done in it. The record is {title, undone, entries}: each entry as an export tells it, with its changes.

import { Hand } from "./hand.js";
import { apply } from "./replica.js";

/** Elements listen to "change", as they do at a session. `go(seq)` turns it to another moment. */
export class Recorded extends EventTarget {
  role = "spectator";
  seat = "";
  standing = "";
  covered = false;
  presence = { seats: {}, watching: 0 };
  hand = new Hand(this);
  at = 0; // the entry after which it is shown
  #views = [{}]; // by entry; a view shares what did not change with the one before

  constructor({ title, undone = [], entries }) {
    super();
    this.title = title;
    this.story = entries;
    this.undone = new Set(undone);
    for (const { changes } of entries) this.#views.push(apply(this.#views.at(-1), changes));
  }

  /** The last entry. */
  get head() {
    return this.story.length;
  }

  get view() {
    return this.#views[this.at];
  }

  get now() {
    return this.view.game?.now ?? {};
  }

  get table() {
    return this.view.table?.now ?? {};
  }

  /** The view as it was after entry `seq`: {view, seq}, or null where there is none. */
  look(seq) {
    return seq >= 1 && seq <= this.head ? { view: this.#views[seq], seq } : null;
  }

  /** Shows the game as it was after an entry: the nearest that there is. */
  go(seq) {
    const wanted = Math.min(this.head, Math.max(1, seq));
    if (wanted === this.at) return;
    this.at = wanted;
    this.dispatchEvent(new CustomEvent("change", { detail: new Set(["view"]) }));
  }

  /** The nearest entry before (-1) or after (1) this moment that tells something; the end where none does. */
  next(by) {
    let seq = this.at + by;
    while (seq > 1 && seq < this.head && !this.story[seq - 1].lines?.length) seq += by;
    return Math.min(this.head, Math.max(1, seq));
  }

  async offers() {
    return [];
  }
}
