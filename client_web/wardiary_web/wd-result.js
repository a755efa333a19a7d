// How it ended: who won and why, what became of each, what proves the dice, and what there is to take home.

import { h, text } from "./dom.js";
import { Part } from "./part.js";
import { proved } from "./proof.js";
import { called, states } from "./things.js";
import { words } from "./words.js";

/** `<wd-result>`: the head alone while the game is on, which says what the dice are bound to. */
export class Result extends Part {
  #title = h("h2");
  #why = h("p");
  #scores = h("p", { class: "scores" });
  #fates = h("ul", { class: "fates" });
  #dice = h("p", { class: "hint" });
  #check = h("button", { onclick: () => this.#prove() }, words("result.check"));
  #home = h("wd-home");
  #over = h("div", { class: "rows" }, this.#title, this.#why, this.#scores, this.#fates, this.#home);

  build() {
    this.#home.session = this.session;
    this.append(this.#over, this.#dice, this.#check);
  }

  changed(what) {
    if (!what.has("view") && !what.has("welcome")) return;
    const { view, now, table } = this.session;
    const { result } = now;
    this.#over.hidden = !result && !table.closed;
    text(this.#title, result ? (result.winner ? words("result.won", { side: called(view, "sides", result.winner) }) : words("result.draw")) : words("clock.closed"));
    text(this.#why, result?.reason ?? "");
    text(this.#scores, Object.entries(result?.scores ?? now.scores ?? {}).map(([side, points]) => words("roster.stat", { name: called(view, "sides", side), number: points })).join(" · "));
    this.#fates.replaceChildren(...Object.values(view.units ?? {}).map((unit) => h("li", {}, words("result.fate", { unit: unit.name, how: states(unit).join(", ") || words("result.up") }))));
    this.#check.hidden = !table.closed;
    if (!this.#dice.dataset.proved) text(this.#dice, table.commitment ? words("result.committed", { hash: table.commitment.slice(0, 16) }) : "");
  }

  /** Works the chain of the whole log out again. */
  async #prove() {
    const { good, entries, head, why } = await proved(this.session);
    this.#dice.dataset.proved = "true";
    text(this.#dice, good ? words("result.proved", { entries, head: head.slice(0, 16) }) : words("result.broken", { entries, why }));
  }
}
