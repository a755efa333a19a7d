// Pan and zoom of a drawing: one finger or the mouse drags, two fingers pinch, the wheel and the keys work too.

const MOST = 8;
const SLACK = 8; // px that a finger may move and still tap

/** Moves and scales `inner` within `svg`. `moved(scale)` is told of every change; `fits` says how large it is whole. */
export class Zoom {
  #svg;
  #inner;
  #moved;
  #pointers = new Map();
  #corner = [0, 0];
  #size = [1, 1];
  #at = { x: 0, y: 0, k: 1 };
  #room = { width: 0, height: 0 }; // px of the window: kept, since to ask for it lays the page out
  #whole = true;
  #spare = [0, 0];
  #dragged = 0;

  constructor(svg, inner, moved = () => {}) {
    this.#svg = svg;
    this.#inner = inner;
    this.#moved = moved;
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
      svg.addEventListener(name, (event) => this.#pointers.delete(event.pointerId));
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(([{ contentRect }]) => {
      this.#room = contentRect;
      if (this.#whole) this.fit();
      else this.#show();
    }).observe(svg);
  }

  /** Whether the last press was a drag, and no tap. */
  get dragging() {
    return this.#dragged > SLACK;
  }

  /** What there is to be shown: [left, top, width, height] of the drawing. */
  set size([left, top, width, height]) {
    const same = String([left, top, width, height]) === String([...this.#corner, ...this.#size]);
    this.#corner = [left, top];
    this.#size = [width, height];
    if (!same && this.#whole) this.fit();
  }

  /** How many px at the right and at the foot are left free where all of it is shown. */
  set spare(px) {
    const same = String(px) === String(this.#spare);
    this.#spare = px;
    if (!same && this.#whole) this.fit();
  }

  /** All of it. */
  fit() {
    const width = this.#room.width - this.#spare[0],
      height = this.#room.height - this.#spare[1];
    if (width <= 0 || height <= 0) return;
    const k = Math.min(width / this.#size[0], height / this.#size[1]);
    this.#at = {
      k,
      x: (width - this.#size[0] * k) / 2 - this.#corner[0] * k,
      y: (height - this.#size[1] * k) / 2 - this.#corner[1] * k,
    };
    this.#whole = true;
    this.#show();
  }

  /** A part of it, [left, top, width, height], in the middle and as large as it can be. */
  to([left, top, width, height]) {
    const box = this.#room;
    if (!box.width || !box.height) return;
    const k = Math.min(MOST, box.width / width, box.height / height);
    this.#at = { k, x: (box.width - width * k) / 2 - left * k, y: (box.height - height * k) / 2 - top * k };
    this.#whole = false;
    this.#show();
  }

  /** Nearer or farther, around a place in the window, or the middle. */
  by(factor, place = null) {
    const box = this.#svg.getBoundingClientRect();
    const [x, y] = place ? [place[0] - box.left, place[1] - box.top] : [box.width / 2, box.height / 2];
    const least = Math.min(box.width / this.#size[0], box.height / this.#size[1]) / 1.5;
    const k = Math.min(MOST, Math.max(least, this.#at.k * factor));
    const real = k / this.#at.k;
    this.#at = { k, x: x - (x - this.#at.x) * real, y: y - (y - this.#at.y) * real };
    this.#whole = false;
    this.#show();
  }

  /** The place in the drawing that lies at a place in the window. */
  place(clientX, clientY) {
    const box = this.#svg.getBoundingClientRect();
    return [(clientX - box.left - this.#at.x) / this.#at.k, (clientY - box.top - this.#at.y) / this.#at.k];
  }

  /** Whether all of it is shown, as large as it can be. */
  get whole() {
    return this.#whole;
  }

  get scale() {
    return this.#at.k;
  }

  #down(event) {
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.#pointers.size === 1) this.#dragged = 0;
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const dx = now[0] - before[0],
      dy = now[1] - before[1];
    this.#dragged += Math.hypot(dx, dy);
    if (this.#dragged <= SLACK && this.#pointers.size === 1) return;
    if (this.#pointers.size === 1) this.#drag(dx, dy);
    else this.#pinch(event.pointerId, before, now);
    this.#pointers.set(event.pointerId, now);
  }

  #drag(dx, dy) {
    this.#at = { ...this.#at, x: this.#at.x + dx, y: this.#at.y + dy };
    this.#whole = false;
    this.#show();
  }

  #pinch(id, before, now) {
    const other = [...this.#pointers].find(([one]) => one !== id)[1];
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const is = Math.hypot(now[0] - other[0], now[1] - other[1]);
    if (was > 0) this.by(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  #wheel(event) {
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), [event.clientX, event.clientY]);
  }

  #key(event) {
    if (event.target !== this.#svg || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (steps[event.key]) this.#drag(...steps[event.key]);
    else if (event.key === "+" || event.key === "=") this.by(1.3);
    else if (event.key === "-") this.by(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
  }

  // The drawing never leaves its window altogether.
  #show() {
    const { width, height } = this.#room;
    const { k } = this.#at;
    const keep = (at, size, room) =>
      Math.min(room - Math.min(60, size * k), Math.max(Math.min(60, room) - size * k, at));
    this.#at = { k, x: keep(this.#at.x, this.#size[0], width), y: keep(this.#at.y, this.#size[1], height) };
    this.#inner.setAttribute("transform", `translate(${this.#at.x} ${this.#at.y}) scale(${k})`);
    this.#moved(k);
  }
}
