// One moment of the past as the parts of the board know a session: they show it, and nothing can be done in it.

import { Hand } from "./hand.js";

/** Stands where a session stands. `show(view)` turns it to another moment. */
export class Moment extends EventTarget {
  view = {};
  role = "spectator";
  standing = "";
  covered = false;
  presence = { seats: {}, watching: 0 };
  hand = new Hand(this);

  /** `seat`: through whose eyes it is seen. */
  constructor(seat) {
    super();
    this.seat = seat;
  }

  show(view) {
    this.view = view;
    this.dispatchEvent(new CustomEvent("change", { detail: new Set(["view"]) }));
  }

  get now() {
    return this.view.game?.now ?? {};
  }

  get table() {
    return this.view.table?.now ?? {};
  }

  async offers() {
    return [];
  }

  standFor() {}

  typing() {}
}
