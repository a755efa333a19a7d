// What somebody proposes or puts right lies over every screen until it is decided: what exactly, and yes or no.

import { h, set, text } from "./dom.js";
import { Part } from "./part.js";
import { turned, turning } from "./wd-back.js";
import { called } from "./things.js";
import { words } from "./words.js";

const TURNS = new Set(["undo", "redo", "retype", "rewind"]); // the proposals that turn the game back or on

/** `<wd-proposal>`: empty where nothing is proposed. */
export class Proposal extends Part {
  #what = h("p");
  #turned = h("div", { class: "turned" });
  #told = ""; // what of is listed
  #fault = h("p", { class: "fault" });
  #yes = h("button", { class: "big", onclick: () => this.#send("agree") }, words("proposal.yes"));
  #no = h("button", { onclick: () => this.#send("disagree") }, words("proposal.no"));
  #withdraw = h("button", { onclick: () => this.#send("withdraw") }, words("proposal.withdraw"));
  #box = h("div", { class: "knock proposal", role: "alert", hidden: true }, this.#what, this.#turned, this.#yes, this.#no, this.#withdraw, this.#fault);
  #righting = h("p");
  #open = h("button", { class: "big", onclick: () => this.app.append(Object.assign(h("wd-correction"), { session: this.session })) }, words("correction.open"));
  #second = h("div", { class: "knock proposal", role: "alert", hidden: true }, this.#righting, this.#open);

  build() {
    this.append(this.#box, this.#second);
  }

  changed(what) {
    if (!what.has("view")) return;
    const { view, seat, role, table: { proposal, correction } } = this.session;
    this.#box.hidden = !proposal;
    set(this.#box, "data-about", proposal ? `${proposal.by} ${proposal.kind} ${proposal.to}` : null);
    if (proposal) {
      const { by, yes = [], text: about } = proposal;
      const agreed = yes.filter((one) => one !== by).map((one) => called(view, "seats", one));
      const said = words(by === seat ? "proposal.mine" : "proposal.text", { who: called(view, "seats", by), what: about });
      text(this.#what, agreed.length ? `${said} ${words("proposal.agreed", { who: agreed.join(", ") })}` : said);
      const votes = role !== "spectator" && by !== seat;
      this.#yes.hidden = !votes || yes.includes(seat);
      this.#no.hidden = !votes;
      this.#withdraw.hidden = by !== seat;
    } else text(this.#fault, "");
    this.#turns(proposal);
    this.#second.hidden = !correction;
    if (correction) text(this.#righting, words("correction.text", { who: called(view, "seats", correction.by), what: correction.text }));
  }

  /** Where the game would go back, every sentence that goes or comes. */
  async #turns(proposal) {
    const turns = proposal && TURNS.has(proposal.kind);
    const told = turns ? `${proposal.node} ${proposal.to}` : "";
    if (told === this.#told) return;
    this.#told = told;
    const found = turns ? turned(await turning(this.session, proposal.to)) : [];
    if (told === this.#told) this.#turned.replaceChildren(...found);
  }

  async #send(word) {
    const answer = await this.session.command({ do: word, node: this.session.table.cursor });
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
  }
}
