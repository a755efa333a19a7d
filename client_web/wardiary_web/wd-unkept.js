// Says in a notice that a game was kept on this device and is not any more, since the page was loaded anew: nobody but
// the referee knows the passphrase, this browser included.

import { h, text } from "./dom.js";
import { keepingOf } from "./keeping.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-unkept>`: empty where there is nothing to say. */
export class Unkept extends Part {
  #put = false; // whether it was put away
  #what = h("p");
  #box = h("div", { class: "knock leading", role: "status", hidden: true }, this.#what,
    h("button", { class: "big", onclick: () => this.#type() }, words("unkept.go")),
    h("button", { onclick: () => this.#away() }, words("unkept.not")));

  build() {
    this.append(this.#box);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.#rules) this.listen(keepingOf(this.session), "change", () => this.#tell());
  }

  changed(what) {
    if (what.has("welcome") || what.has("view")) this.#tell();
  }

  get #rules() {
    return this.session.role === "referee";
  }

  #tell() {
    const keeping = this.#rules ? keepingOf(this.session) : null;
    this.#box.hidden = this.#put || !keeping?.waits || keeping.stopped;
    text(this.#what, keeping?.kept ? words("unkept.text", { last: keeping.kept.last }) : "");
  }

  #type() {
    this.#away();
    this.app.front("table");
    this.app.querySelector("wd-keep").focus();
  }

  #away() {
    this.#put = true;
    this.#tell();
  }
}
