// The story of a recorded game as a list: every entry that tells something, and a tap on one goes to its moment.

import { h, list, set } from "./dom.js";
import { Part } from "./part.js";
import { depths } from "./past.js";
import { words } from "./words.js";

/** `<wd-told>`: its session is a `Recorded`. */
export class Told extends Part {
  #entries = h("ol", { "aria-label": words("story.title") });

  build() {
    const told = this.session.story.filter((entry) => entry.lines?.length);
    list(this.#entries, told, (entry) => entry.seq, (entry) => this.#entry(entry));
    this.append(this.#entries);
  }

  changed() {
    const { at } = this.session;
    let shown = null;
    for (const [seq, node] of this.#entries.known) {
      set(node.firstChild, "aria-current", null);
      if (seq <= at) shown = node;
    }
    if (!shown) return;
    set(shown.firstChild, "aria-current", "step");
    this.#bring(shown);
  }

  /** Scrolls the list alone, never the page. */
  #bring({ offsetTop: top, offsetHeight: high }) {
    const { scrollTop, clientHeight } = this;
    if (top < scrollTop) this.scrollTop = top;
    else if (top + high > scrollTop + clientHeight) this.scrollTop = top + high - clientHeight;
  }

  #entry({ seq, lines }) {
    const undone = this.session.undone.has(seq), deep = depths(lines);
    return h("li", { "data-undone": undone ? "" : null },
      h("button", { onclick: () => this.session.go(seq) },
        h("span", { class: "number" }, String(seq)),
        h("span", {}, lines.map((line, n) => h("span", { class: "line", "data-tag": line.tag, "data-depth": Math.min(deep[n], 5) }, line.text)), undone ? h("small", {}, words("story.undone")) : null)));
  }
}
