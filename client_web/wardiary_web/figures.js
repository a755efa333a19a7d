// How each thing of the board is drawn: a function that makes its nodes, and one that brings them up to date. Where it
// stands comes from geometry.js.

import { list, s, set, text } from "./dom.js";
import { drawn } from "./icons.js";
import { called, health, levels, lyingIn, sideNumber, states } from "./things.js";
import { words } from "./words.js";

const BOARD = 1.6; // how much larger names and signs are on a board in inches, which is drawn smaller
const SHAPES = [
  "M0-1A1 1 0 010 1A1 1 0 010-1Z", // a round token,
  "M-.86-.86H.86V.86H-.86Z", // a square one,
  "M0-1.12L1.12 0L0 1.12L-1.12 0Z", // a diamond:
  "M-.55-1H.55L1.05 0L.55 1H-.55L-1.05 0Z", // and those of no side. Sides differ by more than a colour.
];

// ---------------------------------------------------------------------------------------------- zones

export function zoneNode(zone) {
  return s(
    "g",
    { class: "zone", role: "button", tabindex: "0", "data-kind": "zones", "data-id": zone.id },
    s("path", { class: "floor" }),
    s("path", { class: "hatch" }),
    s("g", { class: "name" }),
    s("g", { class: "signs" }),
  );
}

export function showZone(node, zone, at, view) {
  const [floor, hatch, name, signs] = node.children;
  const d = at.points ? path(at.points, true) : `M${at.x} ${at.y}h${at.width}v${at.height}h${-at.width}z`;
  set(floor, "d", d);
  set(hatch, "d", d);
  const lying = lyingIn(view, zone),
    burning = levels(zone);
  set(node, "data-worst", burning[0]?.drawing ?? null);
  set(
    hatch,
    "data-area",
    lying.find((one) => one.drawing === "airless" || one.drawing === "dark" || one.drawing === "hazard")?.drawing ??
      null,
  );
  const width = at.width ?? at.wide,
    size = at.points ? BOARD : 1;
  const corner = [at.middle[0], at.points ? at.top + 6 : at.y];
  const lines = label(name, zone.name, corner, width, size);
  const shown = [...burning.map((one) => ({ ...one, id: one.name })), ...lying];
  const foot = at.points ? corner[1] + lines + 8 : at.y + at.height - 18;
  const pitch = Math.min(29 * size, (width - 6) / Math.max(1, shown.length));
  list(
    signs,
    shown,
    (one) => one.id,
    sign,
    (one, { number, drawing, name: what }) => {
      const nth = shown.findIndex((other) => other.name === what);
      set(one, "transform", `translate(${corner[0] + (nth - shown.length / 2) * pitch + 1} ${foot}) scale(${size})`);
      set(one, "data-sign", drawing);
      set(one.firstChild, "d", drawn(drawing));
      text(one.querySelector("text"), number ? String(number) : "");
    },
  );
  const people = Object.values(view.units)
    .filter((unit) => unit.zone === zone.id)
    .map((unit) => unit.name);
  const rest = [...burning.map((one) => `${one.name} ${one.number}`), ...lying.map((one) => one.name), ...people];
  set(node, "aria-label", rest.length ? words("map.zone", { zone: zone.name, rest: rest.join(", ") }) : zone.name);
}

/** A name in one line or two, as large as its longest word lets it be; how high that is. */
function label(node, name, [x, y], width, larger) {
  const longest = Math.max(...name.split(" ").map((word) => word.length));
  const size = Math.min(16 * larger, (width - 6) / (longest * 0.64));
  const lines = [];
  for (const word of name.split(" ")) {
    const last = lines.at(-1);
    if (last && (last.length + 1 + word.length) * size * 0.62 <= width - 6) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const step = lines.length > 1 ? Math.min(size, 15 * larger) : size;
  const high = 4 + step * Math.min(2, lines.length);
  if (node.dataset.name === `${lines}|${x}|${y}|${step}`) return high;
  node.dataset.name = `${lines}|${x}|${y}|${step}`;
  node.replaceChildren(
    ...lines.slice(0, 2).map((line, n) => s("text", { x, y: y + 4 + step * (n + 0.85), "font-size": step }, line)),
  );
  return high;
}

function sign() {
  return s(
    "g",
    { class: "sign" },
    s("path", { class: "drawn", transform: "scale(.68)" }),
    s("text", { x: 16.5, y: 13 }),
  );
}

// ---------------------------------------------------------------------------------------------- links, areas, markers

export function linkNode(link) {
  return s(
    "g",
    { class: "link", "data-kind": "links", "data-id": link.id },
    s("title"),
    s("path", { class: "way" }),
    s("path", { class: "leaf" }),
    s("path", { class: "catch" }),
  );
}

export function showLink(node, link, at) {
  const [title, way, leaf, grip] = node.children;
  const [x, y] = at.middle,
    [ax, ay] = at.across ?? at.along;
  const half = at.across ? 13 : Math.hypot(at.b[0] - at.a[0], at.b[1] - at.a[1]) / 2;
  const ends = [
    [x - ax * half, y - ay * half],
    [x + ax * half, y + ay * half],
  ];
  set(way, "d", at.across ? path([at.a, at.b]) : path(ends));
  set(node, "data-door", link.door ?? "none");
  set(node, "data-board", at.along ? "" : null);
  set(leaf, "d", leafOf(link.door ?? "none", at.middle, [ax, ay], half));
  set(grip, "d", path(ends));
  const name = link.name || words("map.way");
  text(title, link.door === "none" ? name : words("map.door", { name, state: words(`door.${link.door}`) }));
}

/** A door's leaf: across the way when shut, with a bar when sealed, turned aside when open, broken when destroyed. */
function leafOf(door, [x, y], [ax, ay], half) {
  const at = (along, aside) => `${x + ax * along - ay * aside} ${y + ay * along + ax * aside}`;
  if (door === "closed") return `M${at(-half, 0)}L${at(half, 0)}`;
  if (door === "sealed") return `M${at(-half, 0)}L${at(half, 0)}M${at(-5, -5)}L${at(5, 5)}M${at(5, -5)}L${at(-5, 5)}`;
  if (door === "open") return `M${at(-half, -5)}L${at(-half, 5)}M${at(half, -5)}L${at(half, 5)}`;
  if (door === "destroyed") return `M${at(-half, 0)}L${at(-half / 2, 3)}M${at(half / 2, -3)}L${at(half, 0)}`;
  return "";
}

export function showArea(node, area, at) {
  set(node, "data-area", area.kind);
  set(node, "d", at.points ? path(at.points, true) : circle(at.centre, at.radius));
}

export function markerNode(marker) {
  return s(
    "g",
    { class: "marker", "data-kind": "markers", "data-id": marker.id },
    s("title"),
    s("circle", { r: 9 }),
    s("path", { class: "drawn", d: drawn("marker"), transform: "translate(-7.5 -8) scale(.62)" }),
  );
}

export function pointNode(one) {
  return s(
    "g",
    { class: "point", "data-kind": "points", "data-id": one.id },
    s("circle", { r: 10 }),
    s("circle", { r: 2.5 }),
  );
}

// ---------------------------------------------------------------------------------------------- units

export function unitNode(unit) {
  return s(
    "g",
    { class: "unit", role: "button", tabindex: "0", "data-kind": "units", "data-id": unit.id },
    s(
      "g",
      { class: "token" },
      s("circle", { class: "ring", r: 1.4 }),
      s("path", { class: "body" }),
      // Letters of a size below one pixel are given fifty times their room in the layer that moves.
      s("text", { class: "mark", transform: "translate(0 .34) scale(.05)" }),
      s("path", { class: "fate" }),
      s("g", { class: "bar" }, s("path", { class: "full", d: "M-.9 1.25h1.8" }), s("path", { class: "left" })),
      s("circle", { class: "waits", cx: 0.85, cy: -0.85, r: 0.42 }),
    ),
    s("text", { class: "called" }),
  );
}

const FATE = { dead: "M-.6-.6L.6.6M.6-.6L-.6.6", down: "M-.8 0H.8", done: "M.5 .75L.75 1L1.2 .45" };

export function showUnit(node, unit, at, view, awaited) {
  const [token, name] = node.children;
  const [, body, mark, fate, bar, waits] = token.children;
  node.style.transform = `translate(${at.x.toFixed(2)}px, ${at.y.toFixed(2)}px)`;
  set(token, "transform", `scale(${at.radius.toFixed(2)})`);
  const { active, done } = view.game.now.clock ?? {};
  const on = Boolean(active?.[unit.id]), over = unit.status === "ready" && Boolean(done?.includes(unit.id));
  const side = sideNumber(view, unit.side);
  set(body, "d", SHAPES[side]);
  set(node, "data-side", side);
  set(node, "data-status", unit.status);
  set(node, "data-active", on ? "" : null);
  set(node, "data-done", over ? "" : null);
  text(mark, unit.name.slice(0, 2));
  set(fate, "d", FATE[over ? "done" : unit.status] ?? "");
  const well = health(unit);
  bar.style.display = well ? "" : "none";
  if (well)
    set(
      bar.lastChild,
      "d",
      well.now ? `M-.9 1.25h${((1.8 * Math.min(well.now, well.most)) / well.most).toFixed(2)}` : "",
    );
  waits.style.display = awaited.has(unit.id) ? "" : "none";
  text(name, unit.name);
  set(name, "y", at.radius * 1.45 + 6.5);
  name.style.visibility = at.named ? "" : "hidden";
  const side_ = unit.side ? called(view, "sides", unit.side) : "";
  const more = [
    side_,
    well ? words("unit.health", well) : "",
    ...states(unit),
    on ? words("unit.on") : "",
    over ? words("unit.done") : "",
    awaited.has(unit.id) ? words("unit.awaited") : "",
  ];
  set(node, "aria-label", words("map.unit", { unit: unit.name, rest: more.filter(Boolean).join(", ") }));
}

// ---------------------------------------------------------------------------------------------- paths and patterns

export function path(points, closed = false) {
  return points.length
    ? `M${points.map((point) => point.map((n) => n.toFixed(2)).join(" ")).join("L")}${closed ? "z" : ""}`
    : "";
}

function circle([x, y], radius) {
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`;
}

export function patterns() {
  const pattern = (id, size, ...content) =>
    s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...content);
  return s(
    "defs",
    {},
    pattern("hatch-airless", 8, s("path", { d: "M0 8L8 0" })),
    pattern("hatch-hazard", 9, s("path", { d: "M0 0L9 9" }), s("path", { d: "M0 9L9 0" })),
    pattern("hatch-dark", 6, s("circle", { cx: 3, cy: 3, r: 1.6 })),
  );
}
