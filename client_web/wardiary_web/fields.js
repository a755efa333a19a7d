// The fields of an offer as parts of a form. Each kind is one function that makes {node, read}: `read()` gives the
// value, or undefined for one that was left alone. A kind that is new here is a text.

import { h } from "./dom.js";
import { words } from "./words.js";

/** The part of a form for a field; `view` has the zones and units that there are. */
export function part(field, given, view, changed) {
  const kind =
    field.targets?.length && field.kind !== "text"
      ? field.many
        ? "several"
        : "choice"
      : field.many
        ? (MANY[field.kind] ?? "lines")
        : field.kind;
  const made = (KINDS[kind] ?? KINDS.text)(field, given ?? field.default, view, changed);
  made.node.addEventListener("input", changed);
  return made;
}

const MANY = { face: "face", zone: "several", unit: "several" };

const KINDS = {
  choice(field, given, view) {
    const options = targets(field, view);
    const rest =
      field.needed && given !== undefined && given !== null ? [] : [h("option", { value: "" }, words("form.none"))];
    const select = h(
      "select",
      { id: field.name },
      rest,
      options.map(({ label, note }, n) =>
        h("option", { value: n }, note ? words("form.noted", { label, note }) : label),
      ),
    );
    const at = options.findIndex(({ value }) => same(value, given));
    select.value = at < 0 ? (rest.length ? "" : "0") : String(at);
    return labelled(field, select, () => (select.value === "" ? undefined : options[Number(select.value)].value));
  },
  several(field, given, view) {
    const options = targets(field, view);
    const boxes = options.map(({ value }) =>
      h("input", { type: "checkbox", checked: (given ?? []).some((one) => same(one, value)) }),
    );
    const rows = options.map(({ label }, n) => h("label", { class: "tick" }, boxes[n], h("span", {}, label)));
    const node = h("fieldset", {}, h("legend", {}, field.label), rows);
    return { node, read: () => listed(options.filter((_, n) => boxes[n].checked).map(({ value }) => value)) };
  },
  number(field, given) {
    const input = h("input", {
      id: field.name,
      type: "number",
      inputmode: "numeric",
      min: field.least ?? 0,
      max: field.most || null,
      step: 1,
      value: given ?? null,
    });
    const step = (by) => {
      const least = field.least ?? 0,
        most = field.most || Infinity;
      input.value = String(Math.min(most, Math.max(least, (Number(input.value) || 0) + by)));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const button = (by, sign, word) =>
      h("button", { type: "button", "aria-label": words(word, { field: field.label }), onclick: () => step(by) }, sign);
    const node = h("div", { class: "stepper" }, button(-1, "−", "form.less"), input, button(1, "+", "form.more"));
    return labelled(field, node, () => (input.value === "" ? undefined : Math.trunc(Number(input.value))), field.name);
  },
  text(field, given) {
    const id = `${field.name}-known`;
    const input = h("input", {
      id: field.name,
      maxlength: field.most || null,
      value: given ?? null,
      list: field.targets?.length ? id : null,
    });
    const known = field.targets?.length
      ? [
          h(
            "datalist",
            { id },
            field.targets.map(({ value, label }) => h("option", { value }, label)),
          ),
        ]
      : [];
    return labelled(field, h("div", {}, input, known), () => input.value.trim() || undefined, field.name);
  },
  lines(field, given) {
    const area = h("textarea", { id: field.name, rows: 3 }, (given ?? []).join("\n"));
    return labelled(field, area, () =>
      listed(
        area.value
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      ),
    );
  },
  flag(field, given) {
    const box = h("input", { type: "checkbox", checked: Boolean(given) });
    return {
      node: h("label", { class: "tick" }, box, h("span", {}, field.label)),
      read: () => (box.checked || given ? box.checked : undefined),
    };
  },
  point(field, given) {
    const inputs = ["right", "down"].map((way, n) =>
      h("input", {
        type: "number",
        inputmode: "decimal",
        step: "0.001",
        min: 0,
        "aria-label": words(`form.${way}`),
        value: given ? given[n] / 1000 : null,
      }),
    );
    const node = h("fieldset", {}, h("legend", {}, field.label), h("div", { class: "pair" }, inputs));
    return {
      node,
      read: () =>
        inputs.some((input) => input.value === "")
          ? undefined
          : inputs.map((input) => Math.round(Number(input.value) * 1000)),
    };
  },
  face(field, given, view, changed) {
    const dice = h("wd-dice");
    const faces = field.many ? (given ?? []) : given ? [given] : [];
    const most = field.many ? field.most || field.least || 20 : 1;
    dice.begin({ least: field.least || 1, most, sides: field.sides || 6, faces, changed });
    const node = h("fieldset", {}, h("legend", {}, field.label), dice);
    return { node, read: () => (field.many ? listed(dice.faces) : dice.faces[0]) };
  },
};
KINDS.zone = KINDS.unit = KINDS.choice;

function labelled(field, node, read, id = field.name) {
  return { node: h("div", { class: "stack" }, h("label", { for: id }, field.label), node), read };
}

function targets(field, view) {
  if (field.targets?.length) return field.targets;
  const all = view[`${field.kind}s`] ?? {};
  return Object.values(all).map((one) => ({ value: one.id, label: one.name || one.id }));
}

function listed(values) {
  return values.length ? values : undefined;
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether what was filled in is enough. */
export function enough(field, value) {
  if (value === undefined) return !field.needed;
  return !field.many || value.length >= (field.least ?? 0);
}
