// A unit as a button: its token in small, its name, how it is.

import { h, set, text } from "./dom.js";
import { health, sideNumber, states } from "./things.js";
import { words } from "./words.js";

/** The button; `showChip` fills it in. */
export function chip(unit, onclick) {
  return h(
    "button",
    { class: "chip", "data-id": unit.id, onclick },
    h("i", { class: "dot", "aria-hidden": "true" }),
    h("span"),
    h("small"),
  );
}

/** Brings a chip up to date. */
export function showChip(node, unit, view, { lit = false, picked = false, awaited = false } = {}) {
  const [dot, name, more] = node.children;
  const clock = view.game?.now?.clock ?? {};
  set(node, "data-lit", lit ? "" : null);
  set(node, "data-status", unit.status);
  set(node, "data-active", clock.active?.[unit.id] ? "" : null);
  set(node, "data-done", clock.done?.includes(unit.id) ? "" : null);
  set(node, "aria-pressed", String(picked));
  set(dot, "data-side", sideNumber(view, unit.side));
  text(name, unit.name);
  const well = health(unit);
  const said = [
    ...states(unit),
    well && unit.status !== "reserve" ? `${well.now}/${well.most}` : "",
    clock.active?.[unit.id] ? words("unit.on") : "",
    clock.done?.includes(unit.id) ? words("unit.done") : "",
    awaited ? words("unit.awaited") : "",
  ];
  text(more, said.filter(Boolean).join(" · "));
}
