// The page's own drawings: 24 by 24, one stroke, the colour of the text that they stand in.

import { s } from "./dom.js";

const PATHS = {
  board: "M3 5l6-2 6 2 6-2v16l-6 2-6-2-6 2zM9 3v16M15 5v16",
  table: "M8 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM2 20c0-4 2.7-6 6-6s6 2 6 6M16 11a3 3 0 100-6M17 14c3 0 5 2 5 6",
  story: "M5 3h11l3 3v15H5zM8 9h8M8 13h8M8 17h5",
  more: "M4 7h16M4 12h16M4 17h16",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 15a3 3 0 100-6 3 3 0 000 6z",
  curtain: "M3 3h18M5 3c0 8-1 14-2 18h5c2-5 3-11 3-18M19 3c0 8 1 14 2 18h-5c-2-5-3-11-3-18",
  door: "M6 21V3h12v18M3 21h18M14 12h.5",
  dice: "M4 4h16v16H4zM8.5 8.500h.01M15.5 15.500h.01M12 12h.01",
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  fire: "M12 3c1 4 6 6 6 11a6 6 0 01-12 0c0-3 2-4 2-6 2 1 3 2 3 4 1-2 2-5 1-9z",
  gas: "M6 16a4 4 0 010-8 5 5 0 019.5-1A4.5 4.5 0 0117 16zM7 20h4M14 20h3",
  dark: "M20 14A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14z",
  airless: "M12 3a9 9 0 100 18 9 9 0 000-18zM5.5 5.500l13 13",
  hazard: "M12 3l10 18H2zM12 10v5M12 18h.01",
  marker: "M12 21s-7-6-7-11a7 7 0 0114 0c0 5-7 11-7 11zM12 12.500a2.5 2.5 0 100-5 2.5 2.5 0 000 5z",
  goal: "M6 21V4h11l-2 4 2 4H6",
  heart: "M12 20S4 15 4 9.500A4.3 4.3 0 0112 7a4.3 4.3 0 018 2.500C20 15 12 20 12 20z",
  down: "M4 17h16M6 13h9l4-3M7 9.500h.01",
  dead: "M5 11a7 7 0 0114 0v4l-2 1v3H7v-3l-2-1zM9 12h.01M15 12h.01M11 19v-2M13 19v-2",
  hand: "M9 12V5a1.500 1.500 0 013 0v6M12 11V9.500a1.500 1.500 0 013 0V12M15 12v-1a1.500 1.500 0 013 0v4c0 4-2 6-5 6h-1c-3 0-4-2-5-4l-2-4c-.5-1.500 1-2.500 2-1.500L9 14",
  gear: "M12 15.500a3.500 3.500 0 100-7 3.500 3.500 0 000 7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100",
  roster: "M6 4h12v17H6zM9 4V2.500h6V4M9 9h6M9 13h6M9 17h4",
  print: "M7 8V3h10v5M5 8h14v8h-2v5H7v-5H5zM7 14h10",
  send: "M4 12l16-8-6 16-3-7z",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 010 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 000 10h3",
  rewind: "M12 6l-7 6 7 6zM20 6l-7 6 7 6z",
  correct: "M4 20l4-1L20 7l-3-3L5 16zM14 7l3 3",
  readback: "M4 12a8 8 0 108-8 8 8 0 00-6 2.700L4 9M4 4v5h5M12 8v4l3 2",
  play: "M7 4l12 8-12 8z",
  pause: "M8 5v14M16 5v14",
  earlier: "M18 5l-9 7 9 7zM6 5v14",
  later: "M6 5l9 7-9 7zM18 5v14",
  referee: "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
  bell: "M6 17V11a6 6 0 0112 0v6l1.500 1.500h-15zM10 21h4M12 5V3",
  check: "M5 12l5 5 9-10",
};

/** A drawing, hidden from screen readers: the words beside it say what it means. */
export function icon(name, props = {}) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", ...props },
    s("path", { d: PATHS[name] }),
  );
}

/** The path alone, to be put into a larger drawing. */
export function drawn(name) {
  return PATHS[name];
}
