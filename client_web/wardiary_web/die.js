// Dice as they lie on the table: pips up to six, a number on any other.

import { h, s } from "./dom.js";
import { words } from "./words.js";

const PIPS = { 1: [5], 2: [3, 7], 3: [3, 5, 7], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** Some dice in a row. Screen readers are told what they show. */
export function dice(faces) {
  const numbers = faces.some((face) => !PIPS[face]); // then they are no dice of six sides
  const label = words("story.dice", { faces: faces.join(", ") });
  return h("span", { class: "dice", role: "img", "aria-label": label }, faces.map((face) => die(face, numbers)));
}

function die(face, number) {
  const inside = number
    ? s("text", { x: 12, y: 16.4, "text-anchor": "middle" }, String(face))
    : PIPS[face].map((place) => s("circle", { cx: 6.500 + 5.500 * ((place - 1) % 3), cy: 6.500 + 5.500 * Math.floor((place - 1) / 3), r: 2 }));
  return s("svg", { viewBox: "0 0 24 24", class: "die", "aria-hidden": "true" }, s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }), inside);
}
