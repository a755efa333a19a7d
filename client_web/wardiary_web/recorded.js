// A recorded game in the place of a session: all of its story is there, its view is that of one moment, and nothing can
// be done in it. The record is {title, entries}: each entry as an export tells it, with its changes.

import { Moment } from "./moment.js";
import { counting, undone } from "./past.js";
import { apply } from "./replica.js";

/** A moment that `go(seq)` turns to another one; elements listen to "change", as they do at a session. */
export class Recorded extends Moment {
  at = 0; // the entry after which it is shown
  #views = [{}]; // by entry; a view shares what did not change with the one before

  constructor({ title, entries }) {
    super("");
    this.title = title;
    this.story = entries;
    for (const { changes } of entries) this.#views.push(apply(this.#views.at(-1), changes));
    const count = counting(entries, this.#views.at(-1).table?.now?.cursor);
    this.undone = new Set(entries.filter((entry) => undone(entry, count)).map((entry) => entry.seq)); // in the end
  }

  /** The last entry. */
  get head() {
    return this.story.length;
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
    this.show(this.#views[wanted]);
  }

  /** The nearest entry before (-1) or after (1) this moment that tells something; the end where none does. */
  next(by) {
    let seq = this.at + by;
    while (seq > 1 && seq < this.head && !this.story[seq - 1].lines?.length) seq += by;
    return Math.min(this.head, Math.max(1, seq));
  }
}
