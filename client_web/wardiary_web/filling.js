// One part of a question as a small form: dice to be typed, or options to choose among.

import { h, set } from "./dom.js";
import { words } from "./words.js";

/** The form; `changed(value)` gets {faces}, {chosen} or null where it is not complete. */
export function fillIn(part, changed) {
  return part.kind === "roll" ? roll(part, changed) : choice(part, changed);
}

function roll({ dice, sides, success }, changed) {
  const node = h("wd-dice");
  node.begin({ least: dice, sides, success, changed: (faces) => changed(faces.length === dice ? { faces } : null) });
  return node;
}

function choice({ options = [], least = 1, most = 1, default: likely = [] }, changed) {
  const chosen = new Set(likely);
  const told = () => changed(chosen.size >= least && chosen.size <= most ? { chosen: options.map(([value]) => value).filter((value) => chosen.has(value)) } : null);
  const buttons = options.map(([value, label]) => h("button", { class: "choice", type: "button", "aria-pressed": String(chosen.has(value)), onclick: () => pick(value) },
    h("span", {}, label), likely.includes(value) ? h("small", {}, words("ask.likely")) : null));
  const pick = (value) => {
    const had = chosen.has(value);
    if (most === 1) chosen.clear();
    if (had) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    buttons.forEach((button, n) => set(button, "aria-pressed", String(chosen.has(options[n][0]))));
    told();
  };
  told();
  return h("div", { class: "targets", role: "group" }, buttons);
}
