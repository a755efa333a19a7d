// The referee keeps the game on this device: the passphrase, how far it is kept, and the file. What stands here is what
// lies on the shelf by now, never what is still on its way.

import { h, set, text } from "./dom.js";
import { keepingOf } from "./keeping.js";
import { Part } from "./part.js";
import { size } from "./shelf.js";
import { sure } from "./sure.js";
import { words } from "./words.js";

/** `<wd-keep>`: a part of who is at the table, for the referee. */
export class Keep extends Part {
  #line = h("p", { role: "status" });
  #away = h("p", { class: "fault", role: "status" });
  #stopped = h("p", { class: "hint" }, words("keep.stopped"));
  #other = h("p", { class: "hint" }, words("keep.other"));
  #first = h("input", { id: "keep-first", type: "password", autocomplete: "new-password", maxlength: 128, enterkeyhint: "next" });
  #second = h("input", { id: "keep-second", type: "password", autocomplete: "new-password", maxlength: 128, enterkeyhint: "done" });
  #show = h("input", { type: "checkbox", onchange: () => this.#reveal() });
  #go = h("button", { class: "big" });
  #fault = h("p", { class: "fault", role: "alert" });
  #form = h("form", { class: "stack", onsubmit: (event) => this.#begin(event) },
    this.#stopped,
    h("label", { for: "keep-first" }, words("keep.passphrase")), this.#first,
    h("label", { for: "keep-second" }, words("keep.again")), this.#second,
    h("label", { class: "tick" }, this.#show, h("span", {}, words("keep.show"))),
    h("p", { class: "hint" }, words("keep.secret")),
    this.#go);
  #rounds = h("input", { type: "checkbox", onchange: () => this.#keeping.saveRounds(this.#rounds.checked) });
  #file = h("div", { class: "stack" },
    h("div", { class: "row" },
      h("button", { onclick: () => this.#keeping.save() }, words("keep.save")),
      h("button", { class: "quiet stop", onclick: () => this.#keeping.stop() }, words("keep.stop")),
      h("button", { class: "quiet", onclick: () => this.#forget() }, words("keep.forget"))),
    h("label", { class: "tick" }, this.#rounds, h("span", {}, words("keep.rounds"))),
    h("p", { class: "hint" }, words("keep.elsewhere")));

  build() {
    this.classList.add("stack");
    this.append(h("h2", {}, words("keep.title")), h("p", { class: "hint" }, words("keep.what")), this.#line, this.#away, this.#fault, this.#other, this.#form, this.#file);
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.#keeping, "change", () => this.changed(new Set(["view"])));
  }

  changed(what) {
    if (!what.has("view") && !what.has("state")) return;
    const { kept, on, fault, full, elsewhere, waits } = this.#keeping;
    text(this.#line, kept ? this.#told(kept) : "");
    text(this.#away, kept && this.session.state !== "connected" ? words("keep.away") : "");
    if (fault || full) text(this.#fault, full ? words("keep.full") : fault);
    else if (on) text(this.#fault, "");
    this.#form.hidden = (on && kept) || elsewhere;
    this.#other.hidden = !elsewhere;
    this.#stopped.hidden = !waits;
    text(this.#go, words(kept ? "keep.go.on" : "keep.go"));
    this.#file.hidden = !kept;
    this.#file.querySelector(".stop").hidden = !on;
    this.#rounds.checked = Boolean(kept?.rounds);
  }

  /** By the keyboard, and from elsewhere on the page: to where the passphrase is typed. */
  focus() {
    this.#first.focus();
    this.scrollIntoView({ block: "nearest" });
  }

  get #keeping() {
    return keepingOf(this.session);
  }

  #told(kept) {
    const head = this.session.replica.seq;
    const line = words(kept.last < head ? "keep.part" : "keep.all", { last: kept.last, head, size: bytes(size(kept)) });
    return this.#keeping.lasts ? line : `${line} ${words("keep.memory")}`;
  }

  #reveal() {
    for (const input of [this.#first, this.#second]) set(input, "type", this.#show.checked ? "text" : "password");
  }

  async #begin(event) {
    event.preventDefault();
    const alike = this.#first.value === this.#second.value;
    text(this.#fault, alike ? "" : words("keep.unlike"));
    if (!alike) {
      this.#second.focus();
      return;
    }
    this.#go.disabled = true;
    if (await this.#keeping.begin(this.#first.value)) this.#first.value = this.#second.value = "";
    this.#go.disabled = false;
  }

  #forget() {
    sure(this, {
      question: words("keep.forget.sure", { title: this.session.title }), more: words("keep.forget.more"), yes: words("keep.forget"),
      done: () => this.#keeping.forget(),
    });
  }
}

/** A size in bytes, as people read it. */
export function bytes(count) {
  return count < 1_000_000 ? words("keep.kb", { n: Math.ceil(count / 1_000) }) : words("keep.mb", { n: (count / 1_000_000).toFixed(1) });
}
