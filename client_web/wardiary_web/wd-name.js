// What one is called at the table: whoever came by a link to a seat was not asked, and can say it here at any time.

import { h, set, text } from "./dom.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-name>`: a field with the name that the others see; nothing for those who only watch. */
export class Name extends Part {
  #name = h("input", { id: "called", maxlength: 64, autocomplete: "nickname", enterkeyhint: "done", "aria-describedby": "called-hint", oninput: () => this.#ready() });
  #do = h("button", {}, words("table.name.do"));
  #hint = h("p", { id: "called-hint", class: "hint" });
  #fault = h("p", { class: "fault", role: "alert" });
  #form = h("form", { class: "stack", onsubmit: (event) => this.#send(event) },
    h("label", { for: "called" }, words("table.name")), h("div", { class: "row" }, this.#name, this.#do), this.#hint, this.#fault);
  #shown = ""; // what the field was last filled with: what somebody is typing stays

  build() {
    this.append(this.#form);
  }

  changed(what) {
    if (!what.has("view") && !what.has("welcome")) return;
    const { seat, table, view } = this.session;
    const own = view.seats?.[seat]?.name ?? seat;
    const held = table.seats?.[seat] ?? "";
    this.#form.hidden = !seat || Boolean(table.closed);
    set(this.#name, "placeholder", own);
    text(this.#hint, words("table.name.hint", { seat: own }));
    const called = held === own ? "" : held;
    if (this.#name.value === this.#shown) this.#name.value = called;
    this.#shown = called;
    this.#ready();
  }

  #ready() {
    this.#do.disabled = this.#name.value.trim() === this.#shown;
  }

  async #send(event) {
    event.preventDefault();
    if (this.#do.disabled) return;
    const said = this.#name.value.trim();
    this.#do.disabled = true;
    const answer = await this.session.callMe(said);
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    if (answer.t !== "rejected" && this.#name.value.trim() === said) this.#name.value = this.#shown;
    this.#ready();
  }
}
