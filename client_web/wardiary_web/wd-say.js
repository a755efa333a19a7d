// Something to say to the table, or a note for the diary: for everybody, or for one's own side and the referee alone.

import { h, list, text } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { words } from "./words.js";

/** `<wd-say>`: a field at the foot of the story; nothing for those who only watch. */
export class Say extends Part {
  #text = h("input", { maxlength: 500, autocomplete: "off", "aria-label": words("say.text"), placeholder: words("say.text"), enterkeyhint: "send" });
  #to = h("select", { "aria-label": words("say.to") });
  #fault = h("p", { class: "fault", role: "alert" });
  #sending = false; // while a server is away for a moment: what was said is said once
  #form = h("form", { class: "say" }, this.#to, this.#text, h("button", { class: "big", "aria-label": words("say.send") }, icon("send")), this.#fault);

  build() {
    this.append(this.#form);
    this.#form.addEventListener("submit", (event) => this.#send(event));
    this.#text.addEventListener("input", () => this.session.typing(this.#text.value !== ""));
    this.#text.addEventListener("blur", () => this.session.typing(false));
  }

  changed(what) {
    if (!what.has("view") && !what.has("welcome")) return;
    const { session } = this;
    this.#form.hidden = !session.seat || Boolean(session.table.closed);
    list(this.#to, this.#ways(), (way) => way.id, (way) => h("option", { value: way.id }), (node, way) => text(node, way.name));
  }

  /** Who can be meant: everybody by talk or by a note; one's own side and the referee; each other side. */
  #ways() {
    const { role, seat, view } = this.session;
    const referee = role === "referee";
    const sides = Object.values(view.sides ?? {}).filter((side) => side.id !== view.seats?.[seat]?.side);
    return [
      { id: "say", name: words("say.say") },
      { id: "note", name: words("say.note") },
      { id: "referee", name: words(referee ? "say.self" : "say.own") },
      ...sides.map((side) => ({ id: `side ${side.id}`, name: words("say.side", { side: side.name || side.id }) })),
    ];
  }

  async #send(event) {
    event.preventDefault();
    const said = this.#text.value.trim();
    if (!said || this.#sending) return;
    this.#sending = true;
    const way = this.#to.value || "say";
    const to = way.startsWith("side ") ? [way.slice(5)] : way === "referee" ? ["referee"] : null;
    const answer = await this.session.command(way === "say" ? { do: "say", text: said } : { do: "note", text: said, ...(to && { to }) });
    this.#sending = false;
    text(this.#fault, answer.t === "rejected" ? answer.text : "");
    if (answer.t !== "rejected" && this.#text.value.trim() === said) this.#text.value = "";
    this.session.typing(false);
  }
}
