// One part of a question as a small form: dice to be typed, or options to choose among.

import { h, set } from "./dom.js";
import { words } from "./words.js";

/** The form; `changed(value)` gets {faces}, {chosen} or null where it is not complete. */
export function fillIn(part, changed) {
  return part.kind === "roll" ? roll(part, changed) : options(part, likely(part), (chosen) => changed(chosen && { chosen }));
}

function roll({ dice, sides, success }, changed) {
  const node = h("wd-dice");
  node.begin({ least: dice, sides, success, changed: (faces) => changed(faces.length === dice ? { faces } : null) });
  return node;
}

/** What stands in a choice that nobody has touched: the likely answer; null where that is nobody, which has to be said. */
export function likely({ default: found = [] }) {
  return found.length ? found : null;
}

/** The options of a choice as buttons; `changed(chosen)` gets the values in their order, or null where too few are chosen. */
export function options({ options = [], least = 1, most = 1, default: expected = [] }, before, changed) {
  const chosen = new Set(before ?? []);
  const told = () => changed(chosen.size >= Math.max(1, least) ? options.map(([value]) => value).filter((value) => chosen.has(value)) : null);
  const shown = (nobody) => {
    set(none, "aria-pressed", String(nobody));
    buttons.forEach((button, n) => set(button, "aria-pressed", String(chosen.has(options[n][0]))));
  };
  const buttons = options.map(([value, label]) => h("button", { class: "choice", type: "button", onclick: () => pick(value) },
    h("span", {}, label), expected.includes(value) ? h("small", {}, words("ask.likely")) : null));
  const none = h("button", { class: "choice", type: "button", onclick: () => (chosen.clear(), shown(true), changed([])) }, words("ask.none"));
  const pick = (value) => {
    const had = chosen.has(value);
    if (most === 1) chosen.clear();
    if (had) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    shown(false);
    told();
  };
  shown(before?.length === 0);
  if (before) changed(before);
  return h("div", { class: "targets", role: "group" }, buttons, least ? null : none);
}
