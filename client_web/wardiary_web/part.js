// What every element of a game has in common: it shows one session, and listens to it as long as it is on the page.

const EVERYTHING = new Set(["view", "story", "presence", "knocks", "state", "welcome", "standing"]);

/** A part of the page: `build()` runs once, `changed(what)` whenever something of its `session` did. */
export class Part extends HTMLElement {
  session = null;
  #leaving = null;
  #built = false;

  connectedCallback() {
    this.#leaving = new AbortController();
    if (!this.#built) this.build();
    this.#built = true;
    this.listen(this.session, "change", (event) => this.changed(event.detail));
    this.changed(EVERYTHING);
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /** Listens to anything, until this part leaves the page. */
  listen(target, name, heard) {
    target.addEventListener(name, heard, { signal: this.#leaving.signal });
  }

  build() {}

  changed() {}

  /** The frame that all this stands in. */
  get app() {
    return this.closest("wd-app");
  }
}
