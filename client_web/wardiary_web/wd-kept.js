// The games that are kept in this browser, also those of a server that is no more: to be saved to a file, or forgotten.

import { h, list, text } from "./dom.js";
import { saved } from "./keeping.js";
import { shelf, size } from "./shelf.js";
import { sure } from "./sure.js";
import { bytes } from "./wd-keep.js";
import { words } from "./words.js";

/** `<wd-kept>`: empty where none is kept. */
export class Kept extends HTMLElement {
  #rows = h("ul", { class: "rows" });

  async connectedCallback() {
    if (!this.firstChild) this.append(h("h2", {}, words("kept.title")), h("p", { class: "hint" }, words("keep.elsewhere")), this.#rows);
    this.classList.add("stack");
    this.hidden = true;
    await this.#show();
  }

  async #show() {
    const games = await (await shelf()).games();
    this.hidden = !games.length;
    list(this.#rows, games, ({ game }) => game, () => row(), (item, kept) => this.#tell(item, kept));
  }

  #tell(item, kept) {
    const [name, state, save, forget] = item.querySelectorAll("h3, .hint, button");
    text(name, kept.title);
    text(state, words("kept.state", { last: kept.last, size: bytes(size(kept)), time: new Date(kept.at).toLocaleString() }));
    save.setAttribute("aria-label", words("kept.save.of", { title: kept.title }));
    forget.setAttribute("aria-label", words("kept.forget.of", { title: kept.title }));
    save.onclick = () => saved(kept);
    forget.onclick = () => sure(this, {
      question: words("keep.forget.sure", { title: kept.title }), more: words("keep.forget.more"), yes: words("keep.forget"),
      done: async () => {
        await (await shelf()).forget(kept.game);
        await this.#show();
      },
    });
  }
}

function row() {
  return h("li", { class: "card stack" }, h("h3"), h("p", { class: "hint" }),
    h("div", { class: "row" }, h("button", {}, words("keep.save")), h("button", { class: "quiet" }, words("keep.forget"))));
}
