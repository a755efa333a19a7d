// Who is at the table: each seat, who holds it and whether they are here; what one is called oneself; how others come in.

import { h, list, text } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-table>`: the pane of the people. */
export class Table extends Part {
  #seats = h("ul", { class: "rows" });
  #watching = h("p", { class: "hint" });
  #code = h("p", {});
  #take = h("button", { hidden: true, onclick: () => this.app.choose() }, words("table.take"));

  #dice = h(
    "fieldset",
    { class: "stack" },
    h("legend", {}, words("table.dice")),
    h("p", { class: "hint" }, words("table.dice.hint")),
  );
  #fault = h("p", { class: "fault", role: "alert" });

  #wall = h("button", { hidden: true, onclick: () => this.app.onTv(true) }, words("tv.open"));

  build() {
    this.#dice.append(
      ...["server", "typed"].map((way) =>
        h(
          "label",
          { class: "tick" },
          h("input", { type: "radio", name: "dice", value: way, onchange: () => this.#roll(way) }),
          h("span", {}, words(`table.dice.${way}`)),
        ),
      ),
    );
    const [name, invites, keep] = ["wd-name", "wd-invites", "wd-keep"].map((part) => Object.assign(h(part), { session: this.session }));
    this.append(
      h("h2", {}, words("table.title")),
      this.#seats,
      this.#watching,
      this.#take,
      this.#code,
      this.#wall,
      name,
      this.#dice,
      this.#fault,
      invites,
      ...(this.session.role === "referee" ? [keep] : []),
    );
  }

  changed(what) {
    if (!what.has("presence") && !what.has("view")) return;
    const { session } = this;
    list(
      this.#seats,
      Object.values(session.view.seats ?? {}),
      (seat) => seat.id,
      () => seatRow(),
      (row, seat) => this.#seat(row, seat),
    );
    text(
      this.#watching,
      words(`table.watching.${Math.min(session.presence.watching, 2)}`, { n: session.presence.watching }),
    );
    text(this.#code, session.code ? words("table.code", { code: session.code }) : "");
    const way = session.table.dice?.[session.seat] ?? session.now.dice?.[session.seat] ?? "server";
    for (const input of this.#dice.querySelectorAll("input")) input.checked = input.value === way;
    this.#dice.hidden = !session.seat;
    this.#wall.hidden = Boolean(session.seat);
    this.#take.hidden = Boolean(session.seat) || !session.free.length;
  }

  async #roll(way) {
    const answer = await this.session.command({ do: "dice", way });
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    this.changed(new Set(["view"]));
  }

  #seat(row, seat) {
    const { session } = this;
    const held = session.table.seats?.[seat.id];
    const here = session.presence.seats[seat.id] ?? "away";
    row.dataset.here = held === undefined ? "free" : here;
    const [name, who, state] = row.querySelectorAll("strong, span, small");
    text(name, seat.name);
    text(who, held === undefined || held === seat.name ? "" : held || words("table.unnamed"));
    text(
      state,
      words(`table.${held === undefined ? "free" : here}`) +
        (seat.id === session.seat ? ` · ${words("table.you")}` : ""),
    );
  }
}

function seatRow() {
  return h("li", { class: "seat" }, icon("table"), h("strong"), h("span"), h("small"));
}
