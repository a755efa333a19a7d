// What to take home from a game: each is a file that this browser puts together and saves, on a phone too.

import { h, text } from "./dom.js";
import { account, exported, told } from "./keepsake.js";
import { Part } from "./part.js";
import { player } from "./player.js";
import { named, save } from "./saving.js";
import { words } from "./words.js";

const KINDS = {
  replay: { ending: "html", type: "text/html", make: ({ title }, entries) => player({ title, entries }) },
  story: { ending: "txt", type: "text/plain;charset=utf-8", make: account },
  log: { ending: "wardiary", type: "application/x-ndjson", make: exported },
};

/** `<wd-home>`: a button for each. */
export class Home extends Part {
  #said = h("p", { class: "hint", role: "status" });

  build() {
    this.classList.add("stack");
    const buttons = Object.keys(KINDS).map((kind) => h("button", { onclick: ({ currentTarget }) => this.#take(kind, currentTarget) }, words(`home.${kind}`)));
    this.append(h("h3", {}, words("home.title")), ...buttons, this.#said, h("p", { class: "hint" }, words("home.verify")), h("pre", { tabindex: "0" }, h("code", {}, words("home.commands"))));
  }

  changed(what) {
    if (what.has("view")) text(this.#said, words(this.session.table.closed ? "home.open" : "home.own"));
  }

  async #take(kind, button) {
    const { ending, type, make } = KINDS[kind];
    button.disabled = true;
    try {
      const entries = await told(this.session);
      if (!entries.length) throw new Error();
      save(`${named(this.session.title)}.${ending}`, type, await make(this.session, entries));
      text(this.#said, words("home.saved"));
    } catch {
      text(this.#said, words("home.failed"));
    }
    button.disabled = false;
  }
}
