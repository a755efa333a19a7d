// Says what an earlier entry should have been: the true dice or choice of an answer; of a command that it had not been,
// or another one in its place. That begins a correction, or goes on with the one that is prepared.

import { h } from "./dom.js";
import { fillIn } from "./filling.js";
import { about } from "./things.js";
import { words } from "./words.js";

/** `<wd-correct>`: a dialog about `entry`. */
export class Correct extends HTMLElement {
  session = null;
  entry = null;
  #value = null;
  #fault = h("p", { class: "fault", role: "alert" });
  #form = h("div", { class: "stack" });
  #send = h("button", { class: "big", disabled: true, onclick: () => this.#step(this.#value) }, words("correct.go"));
  #dialog = h("dialog", { onclose: () => this.remove() });

  connectedCallback() {
    const { entry: { seq, lines } } = this;
    const title = words("correct.title", { seq });
    this.#dialog.setAttribute("aria-label", title);
    this.#dialog.append(h("div", { class: "stack" },
      h("h2", {}, title),
      h("ul", { class: "going" }, lines.map((line) => h("li", {}, line.text))),
      h("p", { class: "hint" }, words("correct.hint")),
      this.#form, this.#fault, this.#send,
      h("button", { class: "quiet", onclick: () => this.#dialog.close() }, words("switch.close"))));
    this.append(this.#dialog);
    this.#dialog.showModal();
    if (this.entry.kind === "answer") this.#answer();
    else this.#command();
  }

  /** What was asked stands in the view of the moment before. */
  async #answer() {
    const { seq } = this.entry;
    const [before, then] = await Promise.all([this.session.look(seq - 1), this.session.look(seq)]);
    const part = before && then && answered(before.view, then.view, this.entry.root);
    if (!part) return void (this.#fault.textContent = words("correct.gone"));
    this.#form.append(h("h3", {}, about(before.view, part)), fillIn(part, (value) => this.#filled(value)));
  }

  async #command() {
    const unit = this.entry.lines.find((line) => line.unit)?.unit ?? "";
    this.#form.append(h("button", { onclick: () => this.#step({ drop: true }) }, words("correct.drop")));
    const bodies = await instead(this.session, unit);
    if (!bodies.length) return;
    const select = h("select", { "aria-label": words("correct.change"), onchange: () => this.#filled(select.value ? { command: bodies[select.value].body } : null) },
      h("option", { value: "" }, words("correct.change")), bodies.map(({ label }, n) => h("option", { value: n }, label)));
    this.#form.append(select);
  }

  #filled(value) {
    this.#value = value;
    this.#send.disabled = !value;
  }

  async #step(said) {
    const answer = await this.session.command({ do: "correct", entry: this.entry.seq, ...said });
    if (answer.t === "rejected") this.#fault.textContent = answer.text;
    else this.#dialog.close();
  }
}

/** Which part of the question of `root` an entry answered. */
function answered(before, then, root) {
  const parts = Object.entries(before.requests?.[root]?.parts ?? {}).filter(([, part]) => !part.answered);
  const open = then.requests?.[root];
  const found = parts.find(([number]) => open?.opened === before.requests[root].opened ? open.parts[number]?.answered : true);
  return found?.[1] ?? null;
}

/** What may be done with a unit now, each with its targets: [{label, body}]. */
export async function instead(session, unit) {
  const offers = unit ? await session.offers(unit) : [];
  return offers.filter((offer) => !offer.why_not && !offer.fields?.some((field) => field.needed)).flatMap((offer) => offer.asks
    ? (offer.targets ?? []).map(({ value, label }) => ({ label: words("form.do", { what: offer.label, target: label }), body: { ...offer.body, [offer.asks]: value } }))
    : [{ label: offer.label, body: offer.body }]);
}
