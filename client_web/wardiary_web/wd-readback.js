// The game read back: the board of any moment, by a slider over the log. It lies over the board as long as somebody reads,
// and what happens meanwhile moves nothing but the slider's end. One may lead, and others follow the same slider.

import { dice } from "./die.js";
import { h, set, text } from "./dom.js";
import { drawable } from "./geometry.js";
import { icon } from "./icons.js";
import { Moment } from "./moment.js";
import { Moments } from "./moments.js";
import { Part } from "./part.js";
import { words } from "./words.js";

const BEAT = 1_400; // ms that an entry stays when it is played at the usual speed
const LEADING = 250; // ms between two words to those who follow
const SPEEDS = [0.5, 1, 2, 4];

/** `<wd-readback>`: hidden until `open(seq)`. */
export class Readback extends Part {
  following = false;
  #moment = null;
  #moments = null;
  #at = 0;
  #shown = 0;
  #busy = false;
  #timer = 0;
  #telling = 0;
  #playing = false;
  #where = h("strong");
  #sight = h("div", { class: "sight" });
  #hand = h("div", { class: "then" });
  #told = h("ul", { class: "told-then", "aria-live": "polite" });
  #slider = h("input", { type: "range", min: 1, step: 1, "aria-label": words("readback.slider"), oninput: () => this.#hold(Number(this.#slider.value)) });
  #play = h("button", { class: "tool", onclick: () => this.#toggle() });
  #speed = h("select", { "aria-label": words("readback.speed") }, SPEEDS.map((one) => h("option", { value: one, selected: one === 1 }, words("readback.times", { n: one }))));
  #lead = h("button", { "aria-pressed": "false", class: "lead", onclick: () => this.#leads(this.#lead.getAttribute("aria-pressed") !== "true") }, icon("eye"), h("span", {}, words("readback.lead")));
  #live = h("button", { class: "big live", onclick: () => this.close() });

  build() {
    this.hidden = true;
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", words("readback.title"));
    const step = (by, name) => h("button", { class: "tool", "aria-label": words(`readback.${name}`), title: words(`readback.${name}`), onclick: () => this.#step(by) }, icon(name));
    this.append(
      h("div", { class: "head" }, this.#where, this.#live),
      this.#sight, this.#hand, this.#told,
      h("div", { class: "player" }, this.#slider, h("div", { class: "row" }, step(-1, "earlier"), this.#play, step(1, "later"), this.#speed, this.#lead)),
    );
    this.addEventListener("keydown", (event) => this.#pressed(event));
    this.#shows();
  }

  disconnectedCallback() {
    this.#stop();
    this.#leads(false);
    super.disconnectedCallback();
  }

  /** Shows the game as it was after an entry; the newest one where none is named. */
  open(seq = this.session.replica.seq) {
    const { session } = this;
    if (this.hidden) this.#begin();
    this.app.front("board");
    this.following = false;
    this.#go(Math.min(Math.max(1, seq), session.replica.seq));
    this.#slider.focus();
    session.dispatchEvent(new CustomEvent("change", { detail: new Set(["reading"]) }));
  }

  /** Goes where the one who leads goes. */
  follow() {
    this.open(this.session.presence.lead_at || undefined);
    this.following = true;
    this.#tell();
  }

  /** Back to now. */
  close() {
    this.#stop();
    this.#leads(false);
    this.following = false;
    this.hidden = true;
    this.#sight.replaceChildren();
    this.#hand.replaceChildren();
    this.#tell();
  }

  changed(what) {
    if (this.hidden) return;
    if (what.has("presence")) this.#led();
    this.#shows();
  }

  // ------------------------------------------------------------------------------------------ going

  #begin() {
    const { session } = this;
    this.#moments ??= new Moments(session);
    this.#moment = new Moment(session.seat);
    this.#sight.replaceChildren();
    this.#hand.replaceChildren(Object.assign(h("wd-hand"), { session: this.#moment }));
    const { hand } = this.#moment;
    hand.addEventListener("change", () => set(this.#hand, "data-picked", hand.unit || hand.zone ? "" : null));
    set(this.#hand, "data-picked", null);
    this.#at = this.#shown = 0;
    this.hidden = false;
    this.#tell();
  }

  /** Whoever takes hold of the slider follows nobody any more, and nothing plays on. */
  #hold(seq) {
    this.following = false;
    this.#stop();
    this.#go(seq);
    this.#tell();
  }

  /** To an entry. While one moment is on its way only the newest wish is kept. */
  async #go(seq) {
    this.#at = seq;
    this.#shows();
    this.#tells();
    if (this.#busy) return;
    this.#busy = true;
    while (!this.hidden && this.#shown !== this.#at) {
      const wanted = this.#at;
      const found = await this.#moments.at(wanted);
      if (found && !this.hidden) this.#show(found);
      this.#shown = wanted;
    }
    this.#busy = false;
  }

  #show({ view, entry }) {
    const part = drawable(view) ? "wd-map" : "wd-zones";
    this.#moment.show(view);
    if (this.#sight.firstChild?.localName !== part) this.#sight.replaceChildren(Object.assign(h(part), { session: this.#moment }));
    const lines = entry.lines ?? [];
    this.#told.replaceChildren(...lines.map((line) => h("li", {}, line.text, line.faces?.length ? dice(line.faces) : null)));
  }

  /** The next entry that tells something. */
  async #step(by) {
    this.following = false;
    this.#stop();
    await this.#next(by);
    this.#tell();
  }

  async #next(by) {
    const head = this.session.replica.seq;
    let seq = this.#at + by;
    while (seq > 1 && seq < head && !(await this.#moments.at(seq))?.entry.lines?.length) seq += by;
    if (seq >= 1 && seq <= head) await this.#go(seq);
  }

  // ------------------------------------------------------------------------------------------ playing

  #toggle() {
    if (this.#playing) return this.#stop();
    this.following = false;
    this.#playing = true;
    if (this.#at >= this.session.replica.seq) this.#go(1);
    this.#shows();
    this.#beat();
  }

  #beat() {
    this.#timer = setTimeout(async () => {
      await this.#next(1);
      if (!this.#playing) return;
      if (this.#at >= this.session.replica.seq) this.#stop();
      else this.#beat();
    }, BEAT / Number(this.#speed.value));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#playing = false;
    this.#shows();
  }

  #pressed(event) {
    const at = event.target;
    if (event.key === "Escape") this.close();
    else if (event.key === " " && !["BUTTON", "SELECT"].includes(at.tagName) && at.getAttribute("role") !== "button") this.#toggle();
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && at === this.#slider) this.#step(event.key === "ArrowLeft" ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ------------------------------------------------------------------------------------------ leading and following

  #leads(on) {
    if ((this.#lead.getAttribute("aria-pressed") === "true") === on) return;
    set(this.#lead, "aria-pressed", String(on));
    clearTimeout(this.#telling);
    this.#telling = 0;
    this.session.lead(on ? this.#at : 0);
  }

  /** Tells those who follow, at most a few times each second, and the last place always. */
  #tells() {
    if (this.#lead.getAttribute("aria-pressed") !== "true" || this.#telling) return;
    this.session.lead(this.#at);
    const told = this.#at;
    this.#telling = setTimeout(() => {
      this.#telling = 0;
      if (this.#at !== told) this.#tells();
    }, LEADING);
  }

  #led() {
    const { lead, lead_at: at } = this.session.presence;
    if (lead !== this.session.seat) set(this.#lead, "aria-pressed", "false");
    if (!this.following) return;
    if (lead && at) this.#go(at);
    else this.close();
  }

  // ------------------------------------------------------------------------------------------ what is said of it

  #shows() {
    const { replica, seat } = this.session;
    set(this.#slider, "max", replica.seq);
    if (this.#slider.value !== String(this.#at)) this.#slider.value = String(this.#at);
    set(this.#slider, "aria-valuetext", words("readback.at", { seq: this.#at, head: replica.seq }));
    text(this.#where, words("readback.at", { seq: this.#at, head: replica.seq }));
    text(this.#live, words("readback.live"));
    this.#play.replaceChildren(icon(this.#playing ? "pause" : "play"));
    set(this.#play, "aria-label", words(this.#playing ? "readback.pause" : "readback.play"));
    this.#lead.hidden = !seat;
  }

  /** Others on the page may want to know that somebody reads, or follows. */
  #tell() {
    this.session.dispatchEvent(new CustomEvent("change", { detail: new Set(["reading"]) }));
  }
}
