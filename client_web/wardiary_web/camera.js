// Where a camera looks that follows the game: at what is not as it was. Pure: two views go in, a place comes out.

const NEAREST = 0.6; // of the board's width or height: nearer than that nobody knows where they are
const SMALLEST = 0.8; // of the board: where nearly all of it is meant, all of it is shown
const ROOM = 24; // around what is looked at

/** Where in a drawing of `after` something happened: {units, zones}, by id. */
export function happened(before, after) {
  const zones = new Set(changedOf(before.zones, after.zones));
  const units = changedOf(before.units, after.units).filter((id) => after.units[id]?.zone || before.units?.[id]?.zone);
  for (const link of changedOf(before.links, after.links).map((id) => after.links[id])) {
    if (link) for (const zone of [link.a, link.b]) zones.add(zone);
  }
  return { units, zones: [...zones] };
}

/** The part of a drawing to look at, [left, top, width, height]; null where all of it is meant. */
export function outlook(drawing, { units, zones }) {
  const boxes = [...zones.map((id) => zoneBox(drawing.zones[id])), ...units.map((id) => unitBox(drawing.units[id]))].filter(Boolean);
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box[0])) - ROOM, right = Math.max(...boxes.map((box) => box[2])) + ROOM;
  const top = Math.min(...boxes.map((box) => box[1])) - ROOM, bottom = Math.max(...boxes.map((box) => box[3])) + ROOM;
  const share = Math.max((right - left) / drawing.width, (bottom - top) / drawing.height);
  if (share > SMALLEST) return null;
  const part = Math.max(share, NEAREST);
  const width = drawing.width * part, height = drawing.height * part;
  return [
    within((left + right - width) / 2, width, drawing.left, drawing.width),
    within((top + bottom - height) / 2, height, drawing.top, drawing.height), width, height,
  ];
}

function within(at, size, start, whole) {
  return Math.min(start + whole - size, Math.max(start, at));
}

/** The ids of things that are not the identical object: what did not change is shared between two views. */
function changedOf(before = {}, after = {}) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => before[id] !== after[id]);
}

function zoneBox(zone) {
  if (!zone) return null;
  if (!zone.points) return [zone.x, zone.y, zone.x + zone.width, zone.y + zone.height];
  const xs = zone.points.map(([x]) => x), ys = zone.points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function unitBox(unit) {
  return unit ? [unit.x - unit.radius, unit.y - unit.radius, unit.x + unit.radius, unit.y + unit.radius] : null;
}
