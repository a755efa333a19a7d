// One offer as a form: its targets, its other fields, what it costs, and the button that does it. Nothing that was filled
// in is lost when it is refused, or when something else happens in the game meanwhile.

import { h, list, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { enough, part } from "./fields.js";
import { inches } from "./geometry.js";
import { dangers, thing } from "./things.js";
import { words } from "./words.js";

/**
 * `<wd-form>`: `show({offer, value, given, view, fault, busy})`, as often as anything changes. It tells what happens by three
 * functions: `aim(value)` a target was picked, `send(body)`, `back()`.
 */
export class Form extends HTMLElement {
  aim = () => {};
  send = () => {};
  back = () => {};
  #offer = null;
  #view = {};
  #value;
  #fields = [];
  #title = h("h2", { tabindex: "-1" });
  #hint = h("p", { class: "hint" });
  #targets = h("div", { class: "targets" });
  #more = h("div", { class: "stack" });
  #fault = h("p", { class: "fault", role: "alert" });
  #do = h("button", { class: "big do" }, h("span"), h("small"));
  #form = h("form", { class: "stack", onsubmit: (event) => this.#submit(event) });

  connectedCallback() {
    if (this.#form.parentNode) return;
    const back = h(
      "button",
      { type: "button", class: "quiet", "aria-label": words("form.back"), onclick: () => this.back() },
      icon("back"),
    );
    this.#form.append(
      h("div", { class: "titled" }, back, this.#title),
      this.#hint,
      this.#targets,
      this.#more,
      h("div", { class: "doing" }, this.#fault, this.#do),
    );
    this.append(this.#form);
  }

  show({ offer, value, given = null, view, fault = "", busy = false }) {
    this.#value = value;
    this.#view = view;
    const other =
      !this.#offer || JSON.stringify([offer.body, offer.asks]) !== JSON.stringify([this.#offer.body, this.#offer.asks]);
    this.#offer = offer;
    if (other) this.#begin(view, given ?? {});
    text(this.#title, offer.label);
    text(this.#hint, offer.asks && !value ? words(where(offer)) : "");
    list(
      this.#targets,
      (offer.targets ?? []).map((one) => ({ ...one, key: JSON.stringify(one.value) })),
      (one) => one.key,
      (one) => this.#target(one),
      (node, one) => {
        set(node, "aria-pressed", String(JSON.stringify(value) === one.key));
        text(node.querySelector("span"), one.label);
        text(node.querySelector("small"), [one.note, ...this.#ahead(one.value)].filter(Boolean).join(" · "));
      },
    );
    text(this.#fault, fault);
    this.#ready(busy);
  }

  #begin(view, given) {
    const offer = this.#offer;
    this.#fields = (offer.fields ?? []).map((field) => ({
      field,
      ...part(field, given[field.name] ?? offer.body[field.name], view, () => this.#ready(false)),
    }));
    this.#more.replaceChildren(...this.#fields.map(({ node }) => node));
  }

  /** What is in the zone that a move leads to. */
  #ahead(value) {
    const found = this.#offer.asks === "to" ? thing(this.#view, "to", value) : null;
    return found?.kind === "zones" ? dangers(this.#view, this.#view.zones[found.id]) : [];
  }

  #target({ value }) {
    return h("button", { type: "button", class: "choice", onclick: () => this.aim(value) }, h("span"), h("small"));
  }

  /** What would be sent; null where something is missing. */
  #body() {
    const { body, asks } = this.#offer;
    const made = { ...body };
    if (asks && this.#value !== undefined) made[asks] = this.#value;
    for (const { field, read } of this.#fields) {
      const value = read();
      if (!enough(field, value) && !(field.name in made && value === undefined)) return null;
      if (value !== undefined) made[field.name] = value;
    }
    return asks && !(asks in made) ? null : made;
  }

  #ready(busy) {
    const [what, cost] = this.#do.children;
    const target = (this.#offer.targets ?? []).find(
      ({ value }) => JSON.stringify(value) === JSON.stringify(this.#value),
    );
    const point =
      !target && Array.isArray(this.#value)
        ? words("form.at", { right: inches(this.#value[0]), down: inches(this.#value[1]) })
        : "";
    const named = target?.label ?? point;
    text(what, named ? words("form.do", { what: this.#offer.label, target: named }) : this.#offer.label);
    text(cost, [this.#offer.cost, ...this.#ahead(this.#value)].filter(Boolean).join(" · "));
    this.#do.disabled = busy || this.#body() === null;
  }

  #submit(event) {
    event.preventDefault();
    const body = this.#body();
    if (body) this.send(body);
  }
}

/** The word for where the target is picked. */
function where({ asks, targets }) {
  if (!targets?.length) return "form.tap";
  return asks === "at" ? "form.near" : "form.pick";
}
