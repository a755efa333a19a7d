// The next game has begun: whoever sits here, or watches, comes along with a tap.

import { next } from "./coming.js";
import { h, text } from "./dom.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-coming>`: empty where no other game was told of, or this device is in it already. */
export class Coming extends Part {
  #left = 0; // the entry whose game nobody wants to come along to
  #what = h("p");
  #come = h("button", { class: "big", onclick: () => this.app.along(next(this.session).code) }, words("coming.come"));
  #stay = h("button", { onclick: () => this.#leave() }, words("coming.stay"));
  #box = h("div", { class: "knock coming", role: "status", hidden: true }, this.#what, this.#come, this.#stay);

  build() {
    this.append(this.#box);
  }

  changed(what) {
    if (!what.has("story") && !what.has("welcome")) return;
    const found = next(this.session);
    this.#box.hidden = !found || found.seq <= this.#left || this.app.sessions.some((one) => one.code === found.code);
    if (found) text(this.#what, found.before.trim().replace(/:$/, "."));
  }

  #leave() {
    this.#left = next(this.session).seq;
    this.#box.hidden = true;
  }
}
