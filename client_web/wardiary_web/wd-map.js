// The board as a drawing: zones with what burns or lies in them, links with their doors, walls, and units that move.
// Nodes are made once for each thing and then changed, so that a move is a transition of the browser's own.

import { h, list, s, set, text } from "./dom.js";
import {
  linkNode,
  markerNode,
  path,
  patterns,
  pointNode,
  showArea,
  showLink,
  showUnit,
  showZone,
  unitNode,
  zoneNode,
} from "./figures.js";
import { inThousandths, layout, onBoard, reaches, roomier } from "./geometry.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { asked } from "./things.js";
import { words } from "./words.js";
import { Zoom } from "./zoom.js";

const FINGER = 24; // px: a tap so near to a unit is meant for it
const EDGE = 8; // px between the buttons and the edge

/** `<wd-map>`: the drawing of the session's view. */
export class BoardMap extends Part {
  #layers = Object.fromEntries(
    ["zones", "areas", "links", "walls", "markers", "units", "points"].map((name) => [name, s("g", { class: name })]),
  );
  #picture = s("image", { class: "beneath", preserveAspectRatio: "none" });
  #all = s("g", {}, this.#picture, Object.values(this.#layers));
  #svg = s(
    "svg",
    { class: "map", tabindex: "0", role: "group", "aria-label": words("map.title") },
    patterns(),
    this.#all,
  );
  #shown = ""; // the picture that is beneath
  #zoom = null;
  #room = [1, 1]; // px, width and height
  #corner = [0, 0]; // px that the buttons take, told by the browser: to ask for it lays the page out
  #spare = [0, 0]; // px, beside or beneath a drawing that would reach under the buttons
  #drawn = null;
  #finger = [0, 0]; // px, where it came down: a browser moves the click of a finger to a button nearby

  build() {
    this.#zoom = new Zoom(this.#svg, this.#all, (scale) => {
      this.#svg.classList.toggle("near", scale > 1.15);
      this.#svg.style.setProperty("--px", 1 / scale);
      this.#svg.classList.toggle("moved", !this.#zoom?.whole);
    });
    const button = (name, word, act) =>
      h(
        "button",
        { class: word, "aria-label": words(`map.${word}`), title: words(`map.${word}`), onclick: act },
        icon(name),
      );
    this.append(
      this.#svg,
      h(
        "div",
        { class: "zooms" },
        button("plus", "nearer", () => this.#zoom.by(1.4)),
        button("minus", "farther", () => this.#zoom.by(1 / 1.4)),
        button("fit", "whole", () => this.#zoom.fit()),
      ),
    );
    this.#svg.addEventListener("pointerdown", (event) => (this.#finger = [event.clientX, event.clientY]));
    this.#svg.addEventListener("click", (event) => this.#tapped(event));
    this.#svg.addEventListener("keydown", (event) => this.#pressed(event));
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(this.session.hand, "change", () => this.#light());
    const room = new ResizeObserver(
      ([
        {
          contentRect: { width, height },
        },
      ]) => {
        const [wide, high] = this.#room;
        if (!width || !height || Math.abs(wide / high - width / height) < 0.02) return;
        this.#room = [width, height];
        this.#draw();
      },
    );
    room.observe(this);
    const corner = new ResizeObserver(([{ borderBoxSize: [{ inlineSize, blockSize }] }]) => {
      this.#corner = [inlineSize, blockSize].map((px) => px && px + EDGE);
      this.#draw();
    });
    corner.observe(this.lastChild);
  }

  changed(what) {
    if (what.has("view")) this.#draw();
  }

  /** Where everything stands in the drawing: see geometry.js. */
  get drawing() {
    return this.#drawn;
  }

  /** Shows a part of the drawing, [left, top, width, height]; all of it where that is null. */
  frame(box) {
    if (box) this.#zoom.to(box);
    else this.#zoom.fit();
  }

  // ------------------------------------------------------------------------------------------ drawing

  /** The picture of the board, as large as it is; in a file that replays a game there is none, nor where it was not found. */
  #beneath({ game }) {
    const { picture, size } = game?.now ?? {};
    if (!picture || this.#shown === picture || !location.protocol.startsWith("http")) return;
    this.#shown = picture;
    const [width, height] = onBoard(size);
    for (const [name, value] of Object.entries({ x: 0, y: 0, width, height, href: `/picture/${picture}` })) set(this.#picture, name, value);
    this.#picture.addEventListener("load", () => set(this.#svg, "data-pictured", ""), { once: true });
  }

  #draw() {
    const { view } = this.session;
    const lay = (this.#drawn = this.#laid(view));
    this.#beneath(view);
    this.#zoom.spare = this.#spare;
    this.#zoom.size = [lay.left, lay.top, lay.width, lay.height];
    const all = (name) => Object.values(view[name] ?? {}).filter((one) => lay[name][one.id]);
    const id = (one) => one.id;
    list(this.#layers.zones, all("zones"), id, zoneNode, (node, zone) =>
      showZone(node, zone, lay.zones[zone.id], view),
    );
    list(
      this.#layers.areas,
      all("areas"),
      id,
      () => s("path", { class: "area" }),
      (node, area) => showArea(node, area, lay.areas[area.id]),
    );
    list(this.#layers.links, all("links"), id, linkNode, (node, link) => showLink(node, link, lay.links[link.id]));
    list(
      this.#layers.walls,
      all("walls"),
      id,
      () => s("path", { class: "wall" }),
      (node, wall) => {
        set(node, "d", path(lay.walls[wall.id].points));
        set(node, "data-stops", wall.stops ?? "all");
      },
    );
    list(this.#layers.markers, all("markers"), id, markerNode, (node, marker) => {
      set(node, "transform", `translate(${lay.markers[marker.id].at})`);
      text(node.querySelector("title"), marker.name || marker.id);
    });
    const awaited = new Set(asked(view).map((part) => part.unit));
    list(this.#layers.units, all("units"), id, unitNode, (node, unit) =>
      showUnit(node, unit, lay.units[unit.id], view, awaited),
    );
    this.#light();
  }

  /** The drawing for the room that there is; what would lie under the buttons ends above them, or beside them. */
  #laid(view) {
    const [width, height] = this.#room;
    const corner = this.#corner;
    const whole = layout(view, width / height);
    if (this.#zoom.whole) this.#spare = reaches(whole, this.#room, corner) ? roomier(whole, this.#room, corner) : [0, 0];
    return this.#spare[1] ? layout(view, width / (height - this.#spare[1])) : whole;
  }

  /** Shows what is in hand: the unit, and all that it could be used on. */
  #light() {
    const { hand } = this.session;
    const lit = hand.lit;
    const aim = JSON.stringify(hand.value);
    for (const kind of ["zones", "units", "links", "markers", "areas"]) {
      for (const [id, node] of this.#layers[kind].known ?? []) {
        const one = lit.get(kind)?.get(id);
        set(node, "data-lit", one ? "" : null);
        set(node, "data-aim", one && hand.offer && aim === JSON.stringify(id) ? "" : null);
      }
    }
    for (const [id, node] of this.#layers.units.known ?? []) set(node, "aria-pressed", String(id === hand.unit));
    for (const [id, node] of this.#layers.zones.known ?? []) set(node, "data-looked", id === hand.zone ? "" : null);
    const free = Array.isArray(hand.value) ? [{ kind: "points", id: String(hand.value), at: hand.value }] : [];
    const points = new Map([...(lit.get("points")?.values() ?? []), ...free].map((one) => [one.id, one]));
    list(
      this.#layers.points,
      [...points.values()],
      (one) => one.id,
      pointNode,
      (node, one) => {
        set(node, "transform", `translate(${onBoard(one.at)})`);
        set(node, "data-aim", String(hand.value) === one.id ? "" : null);
      },
    );
    this.#svg.classList.toggle("aiming", Boolean(hand.offer) && lit.size > 0);
  }

  // ------------------------------------------------------------------------------------------ tapping

  #tapped(event) {
    if (this.#zoom.dragging) return;
    const [clientX, clientY] = this.#finger;
    const near = event.detail ? this.#near(clientX, clientY) : null;
    const under = event.detail ? document.elementsFromPoint(clientX, clientY) : [event.target];
    const nodes = new Set(under.map((one) => one.closest(".map [data-id]")).filter(Boolean));
    this.#meant(near, [...nodes], this.#zoom.place(clientX, clientY));
  }

  #pressed(event) {
    const node = event.target.closest("[data-id]");
    if (!node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.#meant(node.dataset.kind === "units" ? { id: node.dataset.id, hit: true } : null, [node], null);
  }

  /** First what may be done with it, then what there is to see of it: `nodes` from the top down, `near` the nearest unit. */
  #meant(near, nodes, place) {
    const { hand } = this.session;
    const { kind, id } = nodes[0]?.dataset ?? {};
    const unit = near?.id;
    if (unit && hand.tap("units", unit)) return;
    // A unit that is hit is picked rather than the zone in which it stands; one that is only near gives way to what is lit.
    const aims = near?.hit && !hand.offer ? nodes.slice(0, 1) : nodes;
    if (aims.some((node) => hand.tap(node.dataset.kind, node.dataset.id))) return;
    const under = unit && hand.offer ? this.session.view.units[unit]?.zone : "";
    if (under && hand.tap("zones", under)) return;
    const walk = place && !hand.offer && !near && kind === "zones" ? hand.open.filter(({ asks }) => asks === "at") : [];
    if (place && hand.offer?.asks === "at") hand.aim(inThousandths(place));
    else if (walk.length === 1) hand.choose(walk[0], inThousandths(place));
    else if (unit) hand.pick(unit);
    else if (kind === "units") hand.pick(id);
    else if (kind === "zones" || (kind && kind !== "points" && this.session.role === "referee")) hand.look(id, kind);
  }

  /** The unit that a finger may have meant, the nearest one: {id, hit: whether it was touched itself}. */
  #near(clientX, clientY) {
    const [x, y] = this.#zoom.place(clientX, clientY);
    let best = null,
      least = Math.max(FINGER / this.#zoom.scale, 0);
    for (const [id, at] of Object.entries(this.#drawn.units)) {
      const far = Math.hypot(at.x - x, at.y - y);
      if (far < Math.max(least, at.radius) && far <= (best?.far ?? Infinity)) best = { id, far, hit: far <= at.radius };
    }
    return best;
  }
}
