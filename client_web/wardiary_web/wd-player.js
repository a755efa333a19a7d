// Through a recorded game by a slider, step by step, or played. The keys: space plays, the arrows go a step, Home and End.

import { h, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { Part } from "./part.js";
import { words } from "./words.js";

const BEAT = 1_400; // ms that an entry stays at the usual speed
const SPEEDS = [0.5, 1, 2, 4];
const OWN_KEYS = "button, select, summary, [role='button']"; // what the space bar presses
const MOVED = "select, .map"; // what the arrows move

/** `<wd-player>`: it turns its session, a `Recorded`, from moment to moment. */
export class Player extends Part {
  #timer = 0;
  #playing = false;
  #slider = h("input", { type: "range", min: 1, step: 1, "aria-label": words("readback.slider"), oninput: () => this.#hold(Number(this.#slider.value)) });
  #play = h("button", { class: "tool", onclick: () => this.#toggle() });
  #speed = h("select", { "aria-label": words("readback.speed") }, SPEEDS.map((one) => h("option", { value: one, selected: one === 1 }, words("readback.times", { n: one }))));
  #where = h("span", { class: "hint" });

  build() {
    const { session } = this;
    set(this.#slider, "max", session.head);
    const step = (name, by) => h("button", {
      class: "tool", "aria-label": words(`readback.${name}`), title: words(`readback.${name}`), onclick: () => this.#hold(session.next(by)),
    }, icon(name));
    this.append(
      h("div", { class: "row" }, this.#slider, this.#where),
      h("div", { class: "row" }, step("earlier", -1), this.#play, step("later", 1), this.#speed));
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(document, "keydown", (event) => this.#pressed(event));
    this.#shows();
  }

  disconnectedCallback() {
    this.#stop();
    super.disconnectedCallback();
  }

  changed() {
    const { at, head } = this.session;
    if (this.#slider.value !== String(at)) this.#slider.value = String(at);
    set(this.#slider, "aria-valuetext", words("readback.at", { seq: at, head }));
    text(this.#where, words("player.at", { seq: at, head }));
  }

  /** Whoever takes hold of it stops what is played. */
  #hold(seq) {
    this.#stop();
    this.session.go(seq);
  }

  // ------------------------------------------------------------------------------------------ playing

  #toggle() {
    if (this.#playing) return this.#stop();
    if (this.session.at >= this.session.head) this.session.go(1);
    this.#playing = true;
    this.#beat();
    return this.#shows();
  }

  #beat() {
    this.#timer = setTimeout(() => {
      this.session.go(this.session.next(1));
      if (this.session.at < this.session.head) this.#beat();
      else this.#stop();
    }, BEAT / Number(this.#speed.value));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#playing = false;
    this.#shows();
  }

  #shows() {
    this.#play.replaceChildren(icon(this.#playing ? "pause" : "play"));
    set(this.#play, "aria-label", words(this.#playing ? "readback.pause" : "readback.play"));
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { session } = this;
    const act = {
      " ": () => event.target.closest(OWN_KEYS) ? false : this.#toggle(),
      ArrowLeft: () => this.#hold(session.next(-1)), ArrowRight: () => this.#hold(session.next(1)),
      Home: () => this.#hold(1), End: () => this.#hold(session.head),
    }[event.key];
    if (!act || (event.key !== " " && event.target.closest(MOVED)) || act() === false) return;
    event.preventDefault();
  }
}
