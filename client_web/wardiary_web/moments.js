// The past, view by view. Near a moment that is known the changes of the log lead on from it; anything else is asked for
// whole. A view shares what did not change with the one before, so many of them take little room.

import { apply } from "./replica.js";

const AHEAD = 60; // entries whose changes are asked for at once
const KEPT = 2_000;

/** The moments of one session. `at(seq)` gives {seq, view, entry}, or null where there is none. */
export class Moments {
  #session;
  #known = new Map();
  #epoch = "";

  constructor(session) {
    this.#session = session;
  }

  /** The entry and the view after it, from what is known or from the server. */
  async at(seq) {
    if (this.#epoch !== this.#session.epoch) this.#known.clear();
    this.#epoch = this.#session.epoch;
    if (!this.#known.has(seq)) await this.#fetch(seq);
    return this.#known.get(seq) ?? null;
  }

  async #fetch(seq) {
    const near = this.#before(seq);
    if (near === null || !(await this.#follow(near))) await this.#look(seq);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(old);
    }
  }

  /** The newest known moment from which one request leads to `seq`. */
  #before(seq) {
    for (let at = seq - 1; at >= Math.max(1, seq - AHEAD); at -= 1) if (this.#known.has(at)) return at;
    return null;
  }

  /** On from a known moment by the changes of the log; whether they fit. */
  async #follow(from) {
    const answer = await this.#session.ask({ t: "page", after: from, limit: AHEAD, changes: true });
    let { view } = this.#known.get(from);
    for (const entry of answer.entries ?? []) {
      if (!entry.changes) return false;
      view = apply(view, entry.changes);
      if (view === null) return false;
      this.#known.set(entry.seq, { seq: entry.seq, view, entry });
    }
    return answer.t === "paged";
  }

  async #look(seq) {
    const [found, told] = await Promise.all([this.#session.look(seq), this.#session.ask({ t: "page", after: seq - 1, limit: 1 })]);
    if (found) this.#known.set(seq, { seq, view: found.view, entry: told.entries?.[0] ?? { seq } });
  }
}
