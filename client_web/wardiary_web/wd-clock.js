// What time it is in the game: the round, whose go it is, the scores; and who is awaited, and for what. On a phone the
// story is another pane: there the newest sentence stands here while nobody is awaited. There is room for each of that
// at any time: the board beneath keeps its size.

import { h, list, set, text } from "./dom.js";
import { Part } from "./part.js";
import { about, asked, called } from "./things.js";
import { words } from "./words.js";

/** `<wd-clock>`: a line, and one more for each seat that is awaited. */
export class Clock extends Part {
  #when = h("strong", { role: "status" });
  #scores = h("span", { class: "scores" });
  #awaited = h("ul", { class: "awaited", "aria-live": "polite" });
  #newest = h("p", { class: "newest", "aria-live": "polite" });

  build() {
    this.append(h("p", { class: "when" }, this.#when, this.#scores), this.#awaited, this.#newest);
  }

  changed(what) {
    if (what.has("story") || what.has("view")) text(this.#newest, newest(this.session));
    if (!what.has("view") && !what.has("presence")) return;
    const { view, seat } = this.session;
    text(this.#when, moment(view, view.seats?.[seat]?.side ?? ""));
    const scores = Object.entries(view.game?.now?.scores ?? {}).map(
      ([side, points]) => `${called(view, "sides", side)} ${points}`,
    );
    text(this.#scores, scores.join(" · "));
    const others = asked(view).filter((part) => part.seat !== seat || !seat);
    const unknown = Object.values(view.requests ?? {}).flatMap((request) => request.unknown ?? []);
    const seats = [...new Set([...others.map((part) => part.seat), ...unknown])];
    list(
      this.#awaited,
      seats,
      (one) => one,
      (one) => this.#row(one),
      (row, one) => {
        text(row.firstChild, waiting(view, one, others));
        row.lastChild.hidden = !this.#may(one) || !others.some((part) => part.seat === one);
      },
    );
    set(this.#awaited, "tabindex", seats.length > 1 ? 0 : null); // where they do not all fit in, the list scrolls
  }

  #row(seat) {
    return h("li", {}, h("span"), h("button", { onclick: () => this.session.standFor(seat) }, words("clock.stand")));
  }

  /** Whether this seat may answer for another: the referee always, others for one who is away, as the server decides. */
  #may(seat) {
    const { role, presence } = this.session;
    return role === "referee" || (role === "player" && seat !== "" && presence.seats[seat] === "away");
  }
}

const OWN = new Set(["asked", "round", "side", "turn", "turn_ended"]); // what the clock itself says

/** What happened last, in a sentence: the last of its entry. Empty while people set up, and where no story is told. */
function newest({ story = [], now }) {
  if (now.clock?.phase === "setup") return "";
  for (const { lines = [] } of story.toReversed()) {
    const told = lines.filter((line) => !OWN.has(line.tag));
    if (told.length > 1) return words("clock.newest", { said: told.at(-1).text, n: told.length - 1 });
    if (told.length) return told[0].text;
  }
  return "";
}

/** Phase, round, and whose go it is. */
export function moment(view, own) {
  const { phase, round, side, order, active } = view.game?.now?.clock ?? {};
  if (view.table?.now?.closed && !view.game?.now?.result) return words("clock.closed");
  if (phase === "over") {
    const { winner, reason } = view.game.now.result ?? {};
    return winner
      ? words("clock.won", { side: called(view, "sides", winner), reason })
      : words("clock.draw", { reason: reason ?? "" });
  }
  if (phase === "setup" && !own) return words("clock.setting");
  if (phase === "setup") return words(view.game.now.clock.ready?.includes(own) ? "clock.setup.ready" : "clock.setup");
  const parts = [words("clock.round", { round })];
  const on = Object.keys(active ?? {});
  if (phase === "ending") parts.push(words("clock.ending"));
  else if (on.length) parts.push(words("clock.turn", { unit: called(view, "units", on[0]) }));
  else if (side)
    parts.push(side === own ? words("clock.yours") : words("clock.go", { side: called(view, "sides", side) }));
  else if (order?.length)
    parts.push(
      words("clock.next", {
        unit: called(view, "units", order.find((unit) => !view.game.now.clock.done?.includes(unit)) ?? ""),
      }),
    );
  return parts.join(" · ");
}

/** What a seat is awaited for, in a sentence. */
export function waiting(view, seat, parts) {
  const what = parts.filter((part) => part.seat === seat).map((part) => about(view, part));
  const name = seat ? called(view, "seats", seat) : words("clock.anybody");
  return what.length
    ? words("clock.awaited", { seat: name, what: what.join("; ") })
    : words("clock.awaited.unknown", { seat: name });
}
