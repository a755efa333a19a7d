// A correction that is prepared: what is put right, what goes otherwise from there on, what somebody has to decide, and
// whether it shall count. Everybody sees the same; it follows what the others say.

import { h, text } from "./dom.js";
import { fillIn } from "./filling.js";
import { Part } from "./part.js";
import { about, called } from "./things.js";
import { words } from "./words.js";
import { instead } from "./wd-correct.js";

/** `<wd-correction>`: a dialog, there as long as it is open and a correction is prepared. */
export class CorrectionDialog extends Part {
  #body = h("div", { class: "stack" });
  #fault = h("p", { class: "fault", role: "alert" });
  #dialog = h("dialog", { class: "correction", "aria-label": words("correction.title"), onclose: () => this.remove() });
  #draft = "";

  build() {
    this.#dialog.append(h("div", { class: "stack" }, h("h2", {}, words("correction.title")), this.#body, this.#fault,
      h("button", { class: "quiet", onclick: () => this.#dialog.close() }, words("switch.close"))));
    this.append(this.#dialog);
    this.#dialog.showModal();
  }

  changed(what) {
    if (!what.has("view")) return;
    const { correction, cursor, proposal } = this.session.table;
    if (!correction) return this.#dialog.close();
    const draft = `${correction.draft} ${cursor} ${proposal?.text}`;
    if (draft === this.#draft) return;
    this.#draft = draft;
    text(this.#fault, "");
    this.#body.replaceChildren(...this.#shown(correction), ...this.#deciding(correction));
  }

  /** What it is about, and what becomes of each entry since. */
  #shown(correction) {
    const { by, text: about_, same, more = 0, outcomes, ready } = correction;
    const told = ready ? outcomes : outcomes.slice(0, -1);
    return [
      h("p", {}, words("correction.text", { who: called(this.session.view, "seats", by), what: about_ })),
      h("ul", { class: "outcomes" }, told.map((one) => outcome(one))),
      h("p", { class: "hint" }, words(more ? "correction.more" : "correction.same", { same, more })),
    ];
  }

  #deciding(correction) {
    const { session } = this;
    if (!session.seat) return [];
    const waits = correction.ready ? null : correction.outcomes.at(-1);
    const found = waits ? this.#waiting(waits) : [];
    const mine = correction.by === session.seat;
    const stale = correction.node !== session.table.cursor;
    const open = correction.ready || waits?.fate === "unseen";
    if (stale) found.push(this.#button("correction.anew", { do: "correct" }, true));
    else if (open && !session.table.proposal) found.push(this.#button(waits ? "correction.show" : "correction.accept", { do: "accept", draft: correction.draft }, true));
    if (!session.table.proposal) found.push(mine ? this.#button("correction.withdraw", { do: "withdraw" }) : this.#button("correction.refuse", { do: "disagree" }));
    return found;
  }

  /** What has to be decided about the last outcome before the rest can be played again. */
  #waiting(waits) {
    const said = h("p", { class: "warned" }, words("correction.waits", { what: waits.what, text: waits.text ?? "" }));
    const body = { do: "correct", entry: waits.seq };
    if (waits.fate === "illegal") {
      const change = h("div", {});
      this.#instead(waits, change);
      return [said, this.#button("correction.drop", { ...body, drop: true }), this.#button("correction.keep", { ...body, keep: true }), change];
    }
    return [said, ...Object.entries(waits.asks ?? {}).flatMap(([number, part]) => this.#asked(body, Number(number), part))];
  }

  async #instead({ seq }, place) {
    const entry = this.session.story.find((one) => one.seq === seq);
    const bodies = await instead(this.session, entry?.lines?.find((line) => line.unit)?.unit ?? "");
    if (!bodies.length) return;
    const select = h("select", { "aria-label": words("correct.change"), onchange: () => select.value && this.#send({ do: "correct", entry: seq, command: bodies[select.value].body }) },
      h("option", { value: "" }, words("correct.change")), bodies.map(({ label }, n) => h("option", { value: n }, label)));
    place.append(select);
  }

  #asked(body, number, part) {
    const { view, seat, role } = this.session;
    const title = h("h3", {}, words("ask.for", { seat: called(view, "seats", part.seat) || words("clock.anybody"), wants: about(view, part) }));
    if (part.seat && part.seat !== seat && role !== "referee") return [title];
    let value = null;
    const send = h("button", { class: "big", disabled: true, onclick: () => this.#send({ ...body, part: number, ...value }) }, words("ask.send"));
    const form = fillIn(part, (now) => ((value = now), (send.disabled = !now)));
    const server = part.kind === "roll" ? this.#button("ask.roll", { ...body, part: number, roll: true }) : null;
    return [title, form, send, ...(server ? [server] : [])];
  }

  #button(word, body, big = false) {
    return h("button", { class: big ? "big" : "", onclick: () => this.#send(body) }, words(word));
  }

  async #send(body) {
    const more = body.do === "correct" ? {} : { node: this.session.table.cursor };
    const answer = await this.session.command({ ...body, ...more });
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
  }
}

function outcome({ what, fate, was = [], now = [] }) {
  return h("li", {}, h("strong", {}, words(`fate.${fate}`, { what })),
    was.map((one) => h("p", { class: "was" }, h("del", {}, one))), now.map((one) => h("p", { class: "is" }, h("ins", {}, one))));
}
