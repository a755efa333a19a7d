// The screen on the wall: the board, whose turn it is, the score, who is awaited, what happened last, and the way in for
// whoever sees it. Nothing on it is to be pressed: what little there is comes with the mouse or a key, and goes again.

import { happened, outlook } from "./camera.js";
import { next } from "./coming.js";
import { h, list, set, text } from "./dom.js";
import { drawable } from "./geometry.js";
import { icon } from "./icons.js";
import { choose, option, options, still } from "./options.js";
import { Part } from "./part.js";
import { qr } from "./qr.js";
import { asked, called, sideNumber } from "./things.js";
import { moment, waiting } from "./wd-clock.js";
import { words } from "./words.js";

const REST = 4_000; // ms after which the mouse and the buttons go
const STAYS = 7_000; // ms that the camera stays near where nothing else happens
const LATEST = 12; // sentences that are kept; as many are seen as there is room for

/** `<wd-tv>`: all of a window. */
export class Tv extends Part {
  #map = null; // the drawing, or the zones as a list where nothing can be drawn
  #clock = h("h1", { class: "now" });
  #scores = h("ul", { class: "sides" });
  #awaited = h("ul", { class: "waited-for" });
  #events = h("ol", { class: "latest", "aria-label": words("tv.latest"), "aria-live": "polite" });
  #way = h("aside", { class: "way-in", "aria-label": words("tv.way") });
  #state = h("p", { class: "lost", role: "alert" });
  #camera = h("button", { onclick: () => choose("follow", !option("follow")) });
  #before = null;
  #resting = 0;
  #going = 0;
  #link = null;

  build() {
    this.#map = h(drawable(this.session.view) ? "wd-map" : "wd-zones", { inert: true }); // only to be looked at
    this.#map.session = this.session;
    const whole = h("button", { onclick: () => this.#whole() }, icon("fit"), h("span", {}, words("tv.whole")), h("kbd", {}, "F"));
    const leave = h("button", { onclick: () => this.app.onTv(false) }, icon("close"), h("span", {}, words("tv.leave")), h("kbd", {}, "Esc"));
    this.append(
      h("main", { class: "wide" }, this.#map, this.#state),
      h("section", { class: "beside", tabindex: "0", "aria-label": words("tv.told") }, h("p", { class: "called-game" }, this.session.title), h("div", { role: "status" }, this.#clock), this.#scores, this.#events, this.#awaited, this.#way),
      h("div", { class: "knobs" }, this.#camera, whole, leave),
    );
    this.#invite();
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(options, "change", () => this.#follows());
    this.listen(window, "pointermove", () => this.#wake());
    this.listen(document, "keydown", (event) => this.#key(event));
    this.#follows();
    this.#wake();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#resting);
    clearTimeout(this.#going);
  }

  changed(what) {
    if (what.has("welcome") && !this.#link) this.#invite();
    if (what.has("state")) this.#connection();
    if (what.has("story")) this.#tell();
    if (what.has("story") || what.has("view")) this.#along();
    if (what.has("view")) this.#show();
  }

  // ------------------------------------------------------------------------------------------ what is told

  #show() {
    const { view } = this.session;
    const { phase, ready } = view.game?.now?.clock ?? {};
    text(this.#clock, moment(view, ""));
    set(this, "data-phase", phase);
    const scores = view.game?.now?.scores ?? {};
    list(this.#scores, Object.values(view.sides ?? {}), (side) => side.id, () => h("li", {}, h("i", { class: "dot" }), h("span"), h("strong")), (row, side) => {
      set(row.firstChild, "data-side", sideNumber(view, side.id));
      text(row.children[1], side.name);
      text(row.lastChild, phase === "setup" ? words(ready?.includes(side.id) ? "tv.ready" : "tv.unready") : String(scores[side.id] ?? 0));
      set(row, "data-go", view.game?.now?.clock?.side === side.id ? "" : null);
    });
    this.#await(view);
    this.#open();
    this.#look(view);
  }

  #await(view) {
    const parts = asked(view);
    const unknown = Object.values(view.requests ?? {}).flatMap((request) => request.unknown ?? []);
    const seats = [...new Set([...parts.map((part) => part.seat), ...unknown])];
    list(this.#awaited, seats, (seat) => seat, () => h("li"), (row, seat) => text(row, waiting(view, seat, parts)));
  }

  /** The last sentences, the newest on top; who is awaited stands beneath them, and takes the room of the oldest alone. */
  #tell() {
    const lines = [];
    for (const entry of this.session.story.slice(-LATEST)) {
      entry.lines?.forEach((line, n) => line.tag === "asked" || lines.push({ key: `${entry.seq}.${n}`, ...line }));
    }
    list(this.#events, lines.slice(-LATEST).reverse(), (line) => line.key, () => h("li"), (row, line) => text(row, line.text));
  }

  #connection() {
    const { state } = this.session;
    text(this.#state, state === "connected" ? "" : words(`state.${state}`));
  }

  // ------------------------------------------------------------------------------------------ the way in

  async #invite() {
    const answer = await this.session.link();
    if (!answer) return;
    this.#link = answer.link;
    const [address] = answer.link.split("#");
    this.#way.replaceChildren(
      qr(answer.qr, words("tv.qr", { link: answer.link })),
      h("div", {},
        h("p", { class: "scan" }, words("tv.scan")),
        h("p", {}, address),
        h("p", {}, words("table.code", { code: this.session.code })),
        h("small", {}, words("tv.wifi"))));
    this.#open();
  }

  /** While a player's seat is free the code is large; then the address alone stays, for whoever comes to watch. */
  #open() {
    const { session } = this;
    const free = session.free.some((seat) => seat.role === "player") && !session.table.closed;
    this.#way.hidden = !this.#link || session.table.watching === false || Boolean(session.table.closed);
    this.#way.classList.toggle("small", !free);
    const scan = this.#way.querySelector(".scan");
    if (scan) text(scan, words(free ? "tv.scan" : "tv.watch"));
  }

  /** Once this game is over the screen goes on to the next one by itself: nobody has to climb up to it. */
  #along() {
    const found = next(this.session);
    const over = this.session.now.clock?.phase === "over" || this.session.table.closed;
    if (found && over && !this.app.sessions.some((one) => one.code === found.code)) this.app.along(found.code);
  }

  // ------------------------------------------------------------------------------------------ the camera

  get #moves() {
    return option("follow") && !still();
  }

  #look(view) {
    const before = this.#before;
    this.#before = view;
    if (!before || before === view || !this.#moves || !this.#map.drawing) return;
    const box = outlook(this.#map.drawing, happened(before, view));
    if (!box) return;
    this.#map.frame?.(box);
    clearTimeout(this.#going);
    this.#going = setTimeout(() => this.#map.frame?.(null), STAYS);
  }

  #follows() {
    const on = option("follow");
    this.#camera.replaceChildren(icon("eye"), h("span", {}, words(still() ? "tv.still" : "tv.follow")), h("kbd", {}, "C"));
    set(this.#camera, "aria-pressed", String(on && !still()));
    this.#camera.disabled = still();
    if (!on) this.#map.frame?.(null);
  }

  // ------------------------------------------------------------------------------------------ the few controls

  /** The mouse and the buttons are there while somebody moves it, or goes to them by the keyboard. */
  #wake() {
    this.classList.add("awake");
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.classList.remove("awake"), REST);
  }

  #key(event) {
    this.#wake();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && !document.fullscreenElement) this.app.onTv(false);
    else if (event.key === "c") choose("follow", !option("follow"));
    else if (event.key === "f") this.#whole();
  }

  #whole() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().catch(() => {}); // where a browser lets nobody, it stays a window
  }
}
