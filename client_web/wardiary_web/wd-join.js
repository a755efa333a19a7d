// The way in: seats that this browser keeps, a room code or link to type; and for those who watch, the free seats.

import { h, list, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { known, words } from "./words.js";
import { typed } from "./address.js";
import { forget, kept, lasts } from "./seats.js";

/** `<wd-join>`: with a `session` of one who watches it offers the free seats of that game. */
export class Join extends HTMLElement {
  session = null;
  #seats = h("ul", { class: "rows" });
  #fault = h("p", { class: "fault", role: "alert" });
  #said = h("p", { class: "said", role: "status" });
  #name = h("input", { id: "name", maxlength: "64", autocomplete: "nickname", enterkeyhint: "done" });
  #only = h("p", {});
  #asks = false; // whether somebody at the table has yet to decide
  #leaving = new AbortController();

  connectedCallback() {
    this.classList.add("page");
    if (this.session) this.#choose();
    else this.#start();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /** Why what was typed did not work; it stays where it is. */
  refused({ title, text: more }) {
    text(this.#said, "");
    text(this.#fault, `${title} ${more}`);
    this.querySelector("#code")?.focus();
  }

  // ------------------------------------------------------------------------------------------ nothing is open yet

  #start() {
    const code = h("input", {
      id: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      enterkeyhint: "go",
    });
    const form = h(
      "form",
      { class: "stack card", onsubmit: (event) => this.#go(event, code.value) },
      h("label", { for: "code" }, words("join.code")),
      code,
      h("p", { class: "hint" }, words("join.code.hint")),
      h("button", { class: "big" }, words("join.go")),
      this.#fault,
      this.#said,
    );
    this.append(h("h1", {}, words("join.title")), ...this.#open(), ...this.#kept(), form, h("wd-kept"));
  }

  /** The sessions that stand open behind this screen. */
  #open() {
    const rows = this.#app.sessions.map((one) =>
      this.#row(icon("back"), words("join.back", { name: one.called, title: one.title }), () => this.#app.turnTo(one)),
    );
    return rows.length ? [h("ul", { class: "rows" }, rows)] : [];
  }

  #kept() {
    const open = new Set(this.#app.sessions.map((one) => one.token));
    const rows = kept()
      .filter((seat) => !open.has(seat.token))
      .map((seat) => {
        const row = this.#row(
          icon("table"),
          words("join.take", { name: seat.name || seat.seat, title: seat.title }),
          () => this.#app.open({ token: seat.token }, seat.name),
        );
        row.append(
          h(
            "button",
            {
              class: "quiet",
              onclick: () => {
                forget(seat.token);
                row.remove();
              },
            },
            words("join.forget"),
          ),
        );
        return row;
      });
    return rows.length ? [h("h2", {}, words("join.kept")), h("ul", { class: "rows" }, rows)] : [];
  }

  #row(drawing, called, onclick) {
    return h("li", { class: "row" }, h("button", { class: "choice", onclick }, drawing, h("span", {}, called)));
  }

  #go(event, word) {
    event.preventDefault();
    text(this.#fault, "");
    const way = typed(word);
    if (!way) {
      this.refused({ title: words("join.bad"), text: "" });
      return;
    }
    text(this.#said, words("state.connecting"));
    this.#app.enter(way);
  }

  // ------------------------------------------------------------------------------------------ one who watches

  #choose() {
    this.append(
      h("h1", {}, this.session.title),
      ...this.#own(),
      this.#only,
      h("div", { class: "stack" }, h("label", { for: "name" }, words("join.name")), this.#name),
      h("h2", {}, words("join.free")),
      this.#seats,
      this.#fault,
      this.#said,
      h("button", { class: "choice", onclick: () => this.#watch() }, icon("eye"), h("span", {}, words("join.watch"))),
      h("button", { class: "choice", onclick: () => this.#app.onTv(true) }, icon("board"), h("span", {}, words("tv.open"))),
    );
    if (!lasts()) this.append(h("p", { class: "hint" }, words("join.forgetful")));
    this.#name.value = this.session.name;
    this.session.addEventListener("change", () => this.#offer(), { signal: this.#leaving.signal });
    this.#offer();
  }

  /** The seats of this game that this browser holds already; one that stands open here is only shown again. */
  #own() {
    const rows = this.session.own.map((seat) =>
      this.#row(icon("table"), words("join.take", { name: seat.name || seat.seat, title: seat.title }), () => {
        const open = this.#app.sessions.find((one) => one.token === seat.token);
        if (open) this.#app.turnTo(open);
        else this.session.become({ token: seat.token }, seat.name);
      }),
    );
    return rows.length ? [h("h2", {}, words("join.kept")), h("ul", { class: "rows" }, rows)] : [];
  }

  #offer() {
    const { free } = this.session;
    text(this.#only, words(free.length ? "join.only" : "join.full"));
    list(
      this.#seats,
      free,
      (seat) => seat.id,
      (seat) => this.#row(icon("table"), words("join.ask", { seat: seat.name }), () => this.#ask(seat)),
      (row) => set(row.firstChild, "disabled", this.#asks),
    );
  }

  async #ask(seat) {
    text(this.#fault, "");
    text(this.#said, words("join.asked", { seat: seat.name }));
    this.#asks = true;
    this.#offer();
    const answer = await this.session.knock(seat.id, this.#name.value);
    this.#asks = false;
    this.#offer();
    if (answer.t !== "rejected") return;
    const why = `join.${answer.code}`;
    text(this.#said, "");
    text(this.#fault, known(why) ? words(why, { seat: seat.name }) : answer.text);
  }

  #watch() {
    this.session.chosen = true;
    this.#app.turnTo(this.session);
  }

  get #app() {
    return this.closest("wd-app");
  }
}
