// What waits for this seat: all of it on one form, over everything else, until it is answered. It can be put down, to
// look at the board, and stays as a button that cannot be overlooked. What was filled in stays, whatever else happens.

import { h, list, set, text } from "./dom.js";
import { likely, options } from "./filling.js";
import { Part } from "./part.js";
import { Sheet } from "./sheet.js";
import { about, asked, called } from "./things.js";
import { words } from "./words.js";

/** `<wd-ask>`: nothing at all where nobody is waited for. */
export class Ask extends Part {
  #parts = h("div", { class: "stack" });
  #send = h("button", { class: "big", onclick: () => this.#all() }, words("ask.send"));
  #leave = h("button", { class: "quiet", onclick: () => this.session.standFor("") }, words("ask.leave"));
  #sheet = new Sheet("asked", words("ask.title"), "dice", h("div", { class: "stack" }, this.#parts, this.#send, this.#leave));
  #said = h("p", { class: "unseen", role: "alert" });
  #filled = new Map(); // by the part's key: faces, or chosen values
  #faults = new Map();
  #seen = new Set();

  build() {
    this.append(this.#said, this.#sheet.node);
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(document, "keydown", (event) => {
      if (event.key !== "Escape" || this.hidden || this.#sheet.folded || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.#sheet.fold(true);
    });
  }

  changed(what) {
    if (!what.has("view") && !what.has("welcome") && !what.has("standing")) return;
    const { view, seat, standing } = this.session;
    const parts = [...(seat ? asked(view, seat) : []), ...(standing ? asked(view, standing) : [])];
    this.hidden = !parts.length;
    this.#leave.hidden = !parts.some((part) => part.seat !== seat);
    if (parts.some((part) => !this.#seen.has(part.key))) {
      this.#sheet.fold(false);
      text(this.#said, words("ask.said", { what: parts.map((part) => about(view, part)).join("; ") }));
    }
    for (const part of parts) this.#seen.add(part.key);
    text(
      this.#sheet.title,
      words(parts.length === 1 ? "ask.one" : "ask.many", {
        what: parts[0] ? about(view, parts[0]) : "",
        n: parts.length,
      }),
    );
    list(
      this.#parts,
      parts,
      (part) => part.key,
      (part) => this.#part(part),
      (node, part) => this.#show(node, part),
    );
    this.#ready();
  }

  // ------------------------------------------------------------------------------------------ one part

  #part(part) {
    const fault = h("p", { class: "fault", role: "alert" });
    const node = h(
      "div",
      { class: "question", "data-key": part.key },
      h("h3", { id: `q-${part.key}` }),
      h("p", { class: "hint" }),
    );
    node.append(...(part.kind === "roll" ? this.#roll(part) : this.#choice(part)), fault);
    return node;
  }

  #show(node, part) {
    const { view, seat } = this.session;
    const [title, hint] = node.children;
    text(title, about(view, part));
    const wants = wanted(part);
    text(hint, part.seat === seat ? wants : words("ask.for", { seat: called(view, "seats", part.seat), wants }));
    text(node.querySelector(".fault"), this.#faults.get(part.key) ?? "");
  }

  #roll(part) {
    const dice = h("wd-dice");
    const faces = this.#filled.get(part.key) ?? [];
    dice.begin({
      least: part.dice,
      sides: part.sides,
      success: part.success,
      faces,
      changed: (now) => this.#fill(part.key, now),
    });
    const server = h("button", { onclick: () => this.#answer(part, { roll: true }) }, words("ask.roll"));
    const again =
      part.typed &&
      h("button", { onclick: () => dice.take(part.typed) }, words("ask.again", { faces: part.typed.join(" ") }));
    return [dice, h("div", { class: "row" }, again, server)];
  }

  #choice(part) {
    const node = options(part, this.#filled.get(part.key) ?? likely(part), (chosen) => {
      if (chosen) this.#fill(part.key, chosen);
      else this.#clear(part.key);
    });
    set(node, "aria-labelledby", `q-${part.key}`);
    return [node];
  }

  #fill(key, value) {
    this.#filled.set(key, value);
    this.#ready();
  }

  #clear(key) {
    this.#filled.delete(key);
    this.#ready();
  }

  // ------------------------------------------------------------------------------------------ answering

  get #open() {
    const { view, seat, standing } = this.session;
    return [...(seat ? asked(view, seat) : []), ...(standing ? asked(view, standing) : [])];
  }

  /** Whether a part can be sent. To choose nobody has to be said, too. */
  #complete(part) {
    const filled = this.#filled.get(part.key);
    if (!filled) return false;
    if (part.kind === "roll") return filled.length === part.dice;
    return filled.length >= (part.least ?? 1) && filled.length <= (part.most ?? 1);
  }

  #ready() {
    const open = this.#open;
    const done = open.filter((part) => this.#complete(part)).length;
    this.#send.disabled = !done;
    text(this.#send, done && done < open.length ? words("ask.send.some", { done, n: open.length }) : words("ask.send"));
  }

  /** All that is filled in, each an answer of its own: a fault in one loses none of the others. */
  #all() {
    for (const part of this.#open.filter((one) => this.#complete(one))) {
      const filled = this.#filled.get(part.key);
      this.#answer(part, part.kind === "roll" ? { faces: filled } : { chosen: filled });
    }
  }

  async #answer({ root, opened, number, key }, how) {
    this.#faults.delete(key);
    const answer = await this.session.command({ do: "answer", root, opened, part: number, ...how });
    if (answer.t === "rejected") this.#faults.set(key, answer.text);
    else this.#filled.delete(key);
    this.changed(new Set(["view"]));
  }
}

/** What a part wants, in words. */
function wanted({ kind, dice, sides, least = 1, most = 1 }) {
  if (kind === "roll") return words(dice === 1 ? "ask.die" : "ask.dice", { n: dice, sides });
  if (most === 1) return words("ask.choose");
  if (!least) return words("ask.upto", { most });
  return words(least === most ? "ask.exactly" : "ask.several", { least, most });
}
