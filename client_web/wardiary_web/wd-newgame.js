// The next game: what there is to play on this server, and a tap that begins it. The game that goes on here stays.

import { h, list, text } from "./dom.js";
import { Part } from "./part.js";
import { sure } from "./sure.js";
import { words } from "./words.js";

/** `<wd-newgame>`: a button that asks the server what there is, then a card for each. */
export class NewGame extends Part {
  #look = h("button", { onclick: () => this.#ask() }, words("newgame.look"));
  #cards = h("ul", { class: "rows" });
  #fault = h("p", { class: "fault", role: "alert" });
  #begun = h("p", { class: "said", role: "status" });

  build() {
    this.classList.add("stack");
    this.append(h("p", { class: "hint" }, words("newgame.hint")), this.#look, this.#fault, this.#begun, this.#cards);
  }

  async #ask() {
    const answer = await this.session.ask({ t: "scenarios" });
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    if (answer.t !== "bundled") return;
    this.#look.hidden = true;
    list(this.#cards, answer.scenarios, ({ name }) => name, (one) => this.#card(one));
    this.#cards.querySelector("button")?.focus();
  }

  #card(one) {
    const begin = h("button", { "aria-label": words("newgame.begin.of", { title: one.title }), onclick: () => this.#sure(one) }, words("newgame.begin"));
    return h("li", { class: "card stack" }, h("h3", {}, one.title), h("p", {}, one.about ?? ""),
      h("p", { class: "hint" }, words("newgame.sides", { sides: (one.sides ?? []).join(", ") })), begin);
  }

  #sure(one) {
    sure(this, {
      question: words("newgame.sure", { title: one.title }), more: words("newgame.more"), yes: words("newgame.begin"),
      done: () => this.#begin(one),
    });
  }

  /** The new game opens beside this one, on the seat that leads it. */
  async #begin({ name, title }) {
    const answer = await this.session.ask({ t: "new_game", scenario: name });
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    if (answer.t !== "begun") return;
    text(this.#begun, words("newgame.begun", { title, watch: answer.watch }));
    const invite = answer.link.split("#i=")[1];
    if (invite) this.app.open({ invite }, this.session.table.seats?.[this.session.seat] ?? "");
  }
}
