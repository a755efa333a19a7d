// How others come in: for everyone the link to watch, for the referee a link to each seat, who holds it, and the ways to
// take a seat back or to close the doors. A link to a seat is made when it is asked for: it takes the place of the last.

import { copied } from "./copying.js";
import { h, list, set, text } from "./dom.js";
import { Part } from "./part.js";
import { qr } from "./qr.js";
import { words } from "./words.js";

/** `<wd-invites>`: the lower half of who is at the table. */
export class Invites extends Part {
  #seats = h("ul", { class: "rows" });
  #room = h("div", { class: "stack" });
  #open = h("input", { type: "checkbox", onchange: () => this.#watching(this.#open.checked) });
  #doors = h("label", { class: "tick" }, this.#open, h("span", {}, words("invites.watching")));
  #fault = h("p", { class: "fault", role: "alert" });

  build() {
    const show = h("button", { onclick: () => this.#link(this.#room, "", show) }, words("invites.room"));
    this.#room.append(show);
    this.append(h("h2", {}, words("invites.title")), this.#room, this.#doors, this.#seats, this.#fault);
  }

  changed(what) {
    if (!what.has("view") && !what.has("welcome")) return;
    const { session } = this;
    const rules = session.role === "referee";
    this.#doors.hidden = !rules;
    this.#room.hidden = session.table.watching === false;
    this.#open.checked = session.table.watching !== false;
    list(this.#seats, rules ? Object.values(session.view.seats ?? {}) : [], (seat) => seat.id, (seat) => this.#row(seat), (row, seat) => this.#show(row, seat));
  }

  // ------------------------------------------------------------------------------------------ a seat

  #row(seat) {
    const make = h("button", { class: "make", onclick: () => this.#link(row, seat.id, make) });
    const back = h("button", { class: "vacate", onclick: () => set(sure, "hidden", null) }, words("invites.vacate"));
    const sure = h("div", { class: "stack sure", hidden: true },
      h("p", {}),
      h("div", { class: "row" },
        h("button", { onclick: () => this.#vacate(seat.id, sure) }, words("invites.vacate.yes")),
        h("button", { class: "quiet", onclick: () => set(sure, "hidden", true) }, words("invites.vacate.no"))));
    const row = h("li", { class: "card stack invite" }, h("h3", {}), h("p", { class: "hint" }), h("div", { class: "row" }, make, back), sure);
    return row;
  }

  #show(row, seat) {
    const holder = this.session.table.seats?.[seat.id];
    const held = holder !== undefined;
    const who = holder || words("table.unnamed");
    text(row.querySelector("h3"), seat.name);
    text(row.querySelector(".hint"), held ? words("invites.held", { name: who }) : words("table.free"));
    text(row.querySelector(".make"), words(row.querySelector(".qr") ? "invites.again" : "invites.make"));
    set(row.querySelector(".make"), "aria-label", words(row.querySelector(".qr") ? "invites.again.for" : "invites.make.for", { seat: seat.name }));
    row.querySelector(".vacate").hidden = !held || seat.id === this.session.seat;
    set(row.querySelector(".vacate"), "aria-label", words("invites.vacate.for", { seat: seat.name }));
    text(row.querySelector(".sure p"), words("invites.vacate.sure", { seat: seat.name, name: who }));
    if (!held) row.querySelector(".sure").hidden = true;
  }

  async #vacate(seat, sure) {
    sure.hidden = true;
    await this.#do({ do: "vacate", seat });
  }

  // ------------------------------------------------------------------------------------------ links

  /** Asks for a link and shows it: to watch, or a new one to a seat. */
  async #link(place, seat, button) {
    const found = await this.session.link(seat);
    if (!found) {
      text(this.#fault, words("invites.none"));
      return;
    }
    text(this.#fault, "");
    const said = h("p", { class: "said", role: "status" }, seat ? words("invites.new") : "");
    const address = h("p", { class: "address", tabindex: "0" }, found.link);
    const copy = h("button", { onclick: async () => text(said, words((await copied(found.link)) ? "invites.copied" : "invites.uncopied")) }, words("invites.copy"));
    const near = found.link.startsWith("http:") ? h("p", { class: "hint" }, words("invites.wifi")) : null; // no address of the internet's
    place.querySelector(".code")?.remove();
    const shown = h("div", { class: "stack code" }, qr(found.qr, words("tv.qr", { link: found.link })), address, near, copy, said);
    place.append(shown);
    if (seat) this.changed(new Set(["view"]));
    else button.hidden = true;
    if (!seat) copy.focus({ preventScroll: true });
    shown.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------------------------------------ the doors

  async #watching(on) {
    await this.#do({ do: "watching", on });
  }

  async #do(body) {
    const answer = await this.session.command(body);
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    this.changed(new Set(["view"]));
  }
}
