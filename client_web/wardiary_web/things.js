// What the things of a view are called, and how a value in an offer names one of them. No rule is in here.

import { known, words } from "./words.js";

const KINDS = {
  to: "zones",
  zone: "zones",
  target: "units",
  unit: "units",
  door: "links",
  link: "links",
  breach: "markers",
  marker: "markers",
  area: "areas",
  objective: "objectives",
  item: "items",
};
const COLLECTIONS = ["zones", "units", "links", "markers", "areas", "objectives"];

/** What a value of an offer's field stands for: {kind, id}, or null where it is nothing of the board. */
export function thing(view, field, value) {
  if (Array.isArray(value))
    return value.length === 2 && value.every(Number.isFinite) ? { kind: "points", id: String(value), at: value } : null;
  const kinds = KINDS[field] ? [KINDS[field]] : COLLECTIONS;
  const kind = kinds.find((one) => view[one] && Object.hasOwn(view[one], value));
  return kind ? { kind, id: String(value) } : null;
}

/** A word of a rulebook as people read it: `gas_deadly` is "gas deadly", where words.js has no better. */
export function pretty(kind, word) {
  const key = `${kind}.${word}`;
  return known(key) ? words(key) : String(word).replaceAll("_", " ");
}

/** What a number of a unit is called; one that is of a thing it carries (`ammo:rifle`) names it. */
export function stat(view, name) {
  const [kind, item] = name.split(":");
  return item ? `${pretty("stat", kind)} (${called(view, "items", item)})` : pretty("stat", kind);
}

/** The levels of a zone, worst first: [{name, drawing, number}]. */
export function levels(zone) {
  return Object.entries(zone.levels ?? {})
    .filter(([, number]) => number)
    .map(([name, number]) => ({
      name: pretty("level", name),
      number,
      drawing: name.includes("gas") ? "gas" : name.includes("fire") ? "fire" : "hazard",
    }));
}

/** What holds in a zone or lies there besides units: [{id, name, drawing, harms}]. */
export function lyingIn(view, zone) {
  const areas = Object.values(view.areas ?? {}).filter((area) => area.zones?.includes(zone.id));
  const markers = Object.values(view.markers ?? {}).filter((marker) => marker.zone === zone.id);
  const goals = Object.values(view.objectives ?? {}).filter((goal) => goal.zones?.includes(zone.id));
  return [
    ...areas.map((area) => ({
      id: area.id,
      name: area.name || pretty("area", area.kind),
      harms: true,
      drawing: DRAWN[area.kind] ?? "hazard",
    })),
    ...markers.map((marker) => ({
      id: marker.id,
      name: marker.name || pretty("marker", marker.kind),
      drawing: "marker",
    })),
    ...goals.map((goal) => ({ id: goal.id, name: goal.name, drawing: "goal" })),
  ];
}

/** What one comes into in a zone, in words: its levels, and the areas that lie over it. */
export function dangers(view, zone) {
  const areas = lyingIn(view, zone).filter((one) => one.harms);
  return [...levels(zone).map((one) => `${one.name} ${one.number}`), ...areas.map((one) => one.name)];
}

const DRAWN = { airless: "airless", darkness: "dark" };

/** How a unit is, in words: its state, what it suffers from. */
export function states(unit) {
  const conditions = Object.entries(unit.conditions ?? {}).filter(([, number]) => number);
  return [
    ...(unit.status === "ready" ? [] : [pretty("status", unit.status)]),
    ...conditions.map(([name, number]) =>
      number === 1 ? pretty("condition", name) : `${pretty("condition", name)} ${number}`,
    ),
  ];
}

/** Health as {now, most}; null for one without. */
export function health(unit) {
  const { health: now, max_health: most } = unit.stats ?? {};
  return most ? { now: Math.max(0, now ?? 0), most } : null;
}

/** The name of a side, a seat, a unit, a zone … by its id. */
export function called(view, kind, id) {
  const one = view[kind] && Object.hasOwn(view[kind], id) ? view[kind][id] : null;
  return one?.name || id;
}

/** The sides in their order; a unit without one is the last kind. */
export function sideNumber(view, side) {
  const at = Object.keys(view.sides ?? {}).indexOf(side);
  return at < 0 ? 3 : at % 3;
}

/** Everything that is asked of somebody: [{root, opened, part, number, …}], those of `seat` where it is given. */
export function asked(view, seat = null) {
  const found = [];
  for (const request of Object.values(view.requests ?? {})) {
    for (const [number, part] of Object.entries(request.parts)) {
      const wanted = !part.answered && (seat === null || part.seat === seat);
      if (wanted)
        found.push({
          ...part,
          root: request.root,
          opened: request.opened,
          number: Number(number),
          key: `${request.root}.${request.opened}.${number}`,
        });
    }
  }
  return found;
}

/** What one part of a question is about, in words. */
export function about(view, part) {
  const who = part.unit ? called(view, "units", part.unit) : "";
  const whom = part.target ? called(view, "units", part.target) : "";
  const head = whom && !part.reason.includes(whom) ? words("ask.at", { who, whom }) : who;
  return head ? words("ask.about", { who: head, what: part.reason }) : part.reason;
}
