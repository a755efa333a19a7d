// Where everything of a view stands in a drawing. By zones the drawing is a grid, as each zone's `place` says; in
// inches it is the board itself, PER_INCH units to the inch. Pure: a view goes in, numbers come out.

export const CELL = 92; // the width of a zone in a grid; its height follows the room that there is
export const GAP = 20;
const LOWEST = 78,
  HIGHEST = 150; // of a zone's height
const PER_INCH = 32;
const EDGE = 10; // around a board
const TOKEN = 14; // the largest radius of a unit in a grid
const NAME = 36; // what a zone's name and its levels take of its height
const FOOT = 18;
const CALLED = 13; // what a unit's own name takes beneath it
const BROAD = 28; // and what it takes across
const SMALL = 8; // units that would be smaller than this go without

/** Whether there is anything to draw: inches, or zones that each have a place of their own. */
export function drawable(view) {
  if (view.game?.now?.measure === "board") return true;
  const zones = Object.values(view.zones ?? {});
  return zones.length > 0 && new Set(zones.map((zone) => String(zone.place))).size === zones.length;
}

/**
 * The drawing of a view: {left, top, width, height, zones, links, walls, areas, units, markers}, each by id.
 * `aspect` is that of the room for it, width by height.
 */
export function layout(view, aspect = 1) {
  return view.game?.now?.measure === "board" ? measured(view) : gridded(view, aspect);
}

/**
 * Whether a drawing that is shown whole in a room of [width, height] px has a zone in its lower right corner, which is
 * `corner` px large.
 */
export function reaches({ left, top, width, height, zones }, [roomWidth, roomHeight], [right, down]) {
  const scale = Math.min(roomWidth / width, roomHeight / height);
  const x = left + width / 2 + (roomWidth / 2 - right) / scale,
    y = top + height / 2 + (roomHeight / 2 - down) / scale;
  const ends = (zone) => zone.points ?? [[zone.x + zone.width, zone.y + zone.height]];
  const within = (points) => Math.max(...points.map((one) => one[0])) > x && Math.max(...points.map((one) => one[1])) > y;
  return right > 0 && Object.values(zones).some((zone) => within(ends(zone)));
}

/** Which px to leave free, beside a corner or above it, so that a drawing stays as large as it can: [right, down]. */
export function roomier({ width, height }, [roomWidth, roomHeight], [right, down]) {
  const beside = Math.min((roomWidth - right) / width, roomHeight / height);
  const above = Math.min(roomWidth / width, (roomHeight - down) / height);
  return beside > above && roomWidth / width > roomHeight / height ? [right, 0] : [0, down];
}

// ---------------------------------------------------------------------------------------------- a grid of zones

function gridded(view, aspect) {
  const zones = Object.values(view.zones);
  const columns = zones.map((zone) => zone.place[0]),
    rows = zones.map((zone) => zone.place[1]);
  const left = Math.min(...columns),
    top = Math.min(...rows);
  const wide = Math.max(...columns) - left + 1,
    high = Math.max(...rows) - top + 1;
  const width = wide * (CELL + GAP) + GAP;
  const cell = Math.min(HIGHEST, Math.max(LOWEST, (width / aspect - GAP) / high - GAP));
  const drawn = empty({ left: 0, top: 0, width, height: high * (cell + GAP) + GAP });
  for (const zone of zones) {
    const x = GAP + (zone.place[0] - left) * (CELL + GAP),
      y = GAP + (zone.place[1] - top) * (cell + GAP);
    drawn.zones[zone.id] = { x, y, width: CELL, height: cell, middle: [x + CELL / 2, y + cell / 2] };
  }
  for (const link of Object.values(view.links ?? {}))
    drawn.links[link.id] = joint(drawn.zones[link.a], drawn.zones[link.b]);
  for (const [zone, units] of grouped(Object.values(view.units ?? {}))) {
    if (drawn.zones[zone]) settle(drawn.zones[zone], units, drawn.units);
  }
  return drawn;
}

/** From the border of one zone to that of another: {a, b, middle, across}; `across` is the way a door stands. */
function joint(one, other) {
  if (!one || !other) return null;
  const a = border(one, other.middle),
    b = border(other, one.middle);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const across = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
  return { a, b, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], across };
}

/** Where the straight line from the middle of a rectangle to a point leaves it. */
function border({ middle: [x, y], width, height }, [toX, toY]) {
  const dx = toX - x,
    dy = toY - y;
  const far = Math.min(dx ? width / 2 / Math.abs(dx) : Infinity, dy ? height / 2 / Math.abs(dy) : Infinity);
  return far === Infinity ? [x, y] : [x + dx * far, y + dy * far];
}

function grouped(units) {
  const groups = new Map();
  for (const unit of units) {
    if (!unit.zone) continue;
    if (!groups.has(unit.zone)) groups.set(unit.zone, []);
    groups.get(unit.zone).push(unit);
  }
  return groups;
}

/** Puts the units of a zone into rows, as large as they all fit: with their names where there is room for those. */
function settle(zone, units, into) {
  const width = zone.width - 6,
    height = zone.height - NAME - FOOT;
  const named = rowsOf(units.length, width, height, CALLED);
  const { columns, radius } = named.radius < SMALL ? rowsOf(units.length, width, height, 0) : named;
  const label = named.radius < SMALL ? 0 : CALLED;
  const rows = Math.ceil(units.length / columns);
  const across = Math.min(width / columns, 2 * TOKEN + 10),
    down = Math.min(height / rows, 2 * TOKEN + 4 + label);
  units.forEach((unit, n) => {
    const row = Math.floor(n / columns);
    const here = row === rows - 1 ? units.length - row * columns : columns;
    const x = zone.middle[0] + ((n % columns) - (here - 1) / 2) * across;
    const y = zone.y + NAME + height / 2 + (row - (rows - 1) / 2) * down - label / 2;
    into[unit.id] = { x, y, radius, named: label > 0 };
  });
}

/** The columns in which so many units are largest, each with `label` beneath it, and how large that is. */
function rowsOf(count, width, height, label) {
  let best = { columns: 1, radius: 0 };
  for (let columns = 1; columns <= count; columns++) {
    if (label && width / columns < BROAD && columns > 1) break;
    const radius = Math.min(TOKEN, width / columns / 2 - 1, (height / Math.ceil(count / columns) - label) / 2 - 1.5);
    if (radius > best.radius) best = { columns, radius };
  }
  return best;
}

/** A drawing of that size with nothing in it. */
function empty(frame) {
  return { ...frame, zones: {}, links: {}, walls: {}, areas: {}, units: {}, markers: {} };
}

// ---------------------------------------------------------------------------------------------- a board in inches

function measured(view) {
  const [right, down] = view.game.now.size ?? [0, 0];
  const drawn = empty({ left: -EDGE, top: -EDGE, width: scaled(right) + 2 * EDGE, height: scaled(down) + 2 * EDGE });
  for (const zone of Object.values(view.zones ?? {})) {
    const points = (zone.shape ?? []).map(pointed);
    if (points.length) drawn.zones[zone.id] = { points, middle: middleOf(points), ...boxOf(points) };
  }
  for (const wall of Object.values(view.walls ?? {})) drawn.walls[wall.id] = { points: wall.line.map(pointed) };
  for (const link of Object.values(view.links ?? {})) {
    if (link.line?.length < 2 || !link.line) continue;
    const [a, b] = link.line.map(pointed);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    drawn.links[link.id] = {
      a,
      b,
      middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
      along: [(b[0] - a[0]) / length, (b[1] - a[1]) / length],
    };
  }
  for (const area of Object.values(view.areas ?? {})) {
    if (area.shape?.length) drawn.areas[area.id] = { points: area.shape.map(pointed) };
    else if (area.centre) drawn.areas[area.id] = { centre: pointed(area.centre), radius: scaled(area.radius) };
  }
  for (const unit of Object.values(view.units ?? {})) {
    if (unit.at && unit.zone)
      drawn.units[unit.id] = {
        x: scaled(unit.at[0]),
        y: scaled(unit.at[1]),
        radius: Math.max(6, scaled(unit.base)),
        named: true,
      };
  }
  for (const marker of Object.values(view.markers ?? {}))
    if (marker.at) drawn.markers[marker.id] = { at: pointed(marker.at) };
  return drawn;
}

function scaled(thousandths) {
  return (thousandths * PER_INCH) / 1000;
}

function pointed([x, y]) {
  return [scaled(x), scaled(y)];
}

/** A place in the drawing as the protocol says it: whole thousandths of an inch. */
export function inThousandths([x, y]) {
  return [Math.round((x * 1000) / PER_INCH), Math.round((y * 1000) / PER_INCH)];
}

/** Thousandths of an inch as people read them, to the nearest tenth. */
export function inches(thousandths) {
  return Math.round(thousandths / 100) / 10;
}

/** The same of what is left to somebody: rounded down, so that nobody is promised more than there is. */
export function inchesLeft(thousandths) {
  return Math.floor(thousandths / 100) / 10;
}

/** A place of the protocol in the drawing. */
export const onBoard = pointed;

function middleOf(points) {
  const xs = points.map(([x]) => x),
    ys = points.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

function boxOf(points) {
  const xs = points.map(([x]) => x);
  return { top: Math.min(...points.map(([, y]) => y)), wide: Math.max(...xs) - Math.min(...xs) };
}
