// The story: every entry as the server's own sentences, what led to what as steps to the right, dice as dice. What was
// taken back stays, struck out. It follows what is new only while its reader is at the end, and never jumps.

import { way } from "./coming.js";
import { dice } from "./die.js";
import { h, list, set, text } from "./dom.js";
import { Part } from "./part.js";
import { counting, depths, undone } from "./past.js";
import { called } from "./things.js";
import { words } from "./words.js";

const END = 48; // px from the end that still count as the end
const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" }); // made once: it costs more than an entry

/** `<wd-story>`: the pane of what happened and what was said. */
export class Story extends Part {
  #unit = ""; // only what is about this unit is shown
  #following = true;
  #top = 0;
  #soon = 0; // the frame before which it scrolls: to ask for heights at once would lay the page out for each entry
  #seen = 0; // the newest entry that was in sight
  #filter = h("select", { "aria-label": words("story.filter"), onchange: () => this.only(this.#filter.value) });
  #older = h("button", { class: "quiet older", onclick: () => this.session.older() }, words("story.older"));
  #entries = h("ol", { class: "entries" });
  #empty = h("p", { class: "hint", hidden: true }, words("story.empty"));
  #log = h("div", { class: "log", role: "log", tabindex: "0", "aria-label": words("story.title") }, this.#older, this.#empty, this.#entries);
  #new = h("button", { class: "big new", hidden: true, onclick: () => this.#toEnd() });

  build() {
    const undo = h("wd-undo"), say = h("wd-say");
    undo.session = say.session = this.session;
    this.append(h("div", { class: "story-head" }, this.#filter, undo), h("div", { class: "logged" }, this.#log, this.#new), say);
    this.#log.addEventListener("scroll", () => this.#scrolled());
  }

  connectedCallback() {
    super.connectedCallback();
    // A pane that was not shown has lost where it was scrolled to.
    new ResizeObserver(() => this.#log.clientHeight && this.#place()).observe(this.#log);
    new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && this.#more()).observe(this.#older);
  }

  changed(what) {
    if (!what.has("story") && !what.has("view")) return;
    const { story, view, table } = this.session;
    const anchor = this.#anchor();
    const count = counting(story, table.cursor);
    list(this.#filter, [{ id: "", name: words("story.all") }, ...Object.values(view.units ?? {})], (one) => one.id,
      (one) => h("option", { value: one.id }), (node, one) => text(node, one.name));
    const told = story.filter((entry) => entry.lines?.length);
    list(this.#entries, told, (entry) => entry.seq, (entry) => this.#entry(entry), (node, entry) => {
      set(node, "data-undone", undone(entry, count) ? "" : null);
      node.hidden = Boolean(this.#unit) && !entry.lines.some((line) => line.unit === this.#unit);
    });
    this.#older.hidden = this.session.storyFrom <= 1 || this.session.storyFrom === Infinity;
    this.#empty.hidden = !this.#unit || [...this.#entries.children].some((node) => !node.hidden);
    if (anchor) this.#log.scrollTop += anchor.node.offsetTop - anchor.was;
    this.#count();
    this.#soon ||= requestAnimationFrame(() => this.#place());
  }

  /** Shows what is about one unit only; all of it where that is empty. */
  only(unit) {
    this.#unit = unit;
    this.#filter.value = unit;
    this.changed(new Set(["story"]));
    this.#toEnd();
  }

  // ------------------------------------------------------------------------------------------ one entry

  #entry(entry) {
    const { seq, by, at, kind, lines } = entry;
    const deep = depths(lines);
    const who = by ? called(this.session.view, "seats", by) : words("story.server");
    const time = CLOCK.format(at);
    const more = h("button", { class: "quiet number", title: `${who} · ${time}`, "aria-label": words("story.more", { seq, who, time }), onclick: () => this.#open(entry) }, String(seq));
    const told = lines.map((line, n) => this.#line(line, Math.min(deep[n], 5)));
    const back = h("small", { class: "back" }, words("story.undone"));
    const instead = entry.replays ? h("small", {}, words("story.replays", { seq: entry.replays })) : null;
    return h("li", { class: "entry", "data-seq": seq, "data-kind": kind, "data-tag": lines[0].tag }, h("div", { class: "tale" }, h("ul", {}, told), instead, back), more);
  }

  #line({ text: told, unit, faces, tag }, depth) {
    const link = tag === "said" ? way(told) : null;
    if (link) {
      const come = h("button", { class: "named", onclick: () => this.app.along(link.code) }, link.link);
      return h("li", { "data-depth": depth, "data-tag": tag, "aria-level": depth + 1 }, h("span", {}, link.before, come, link.after));
    }
    const name = this.session.view.units?.[unit]?.name;
    const at = name ? told.indexOf(name) : -1;
    const parts = at < 0 ? [told] : [
      told.slice(0, at),
      h("button", { class: "named", tabindex: "-1", onclick: () => this.only(this.#unit === unit ? "" : unit) }, name),
      told.slice(at + name.length),
    ];
    return h("li", { "data-depth": depth, "data-tag": tag, "aria-level": depth + 1 }, h("span", {}, parts), faces?.length ? dice(faces) : null);
  }

  #open(entry) {
    const dialog = h("wd-entry");
    Object.assign(dialog, { session: this.session, entry });
    this.app.append(dialog);
  }

  // ------------------------------------------------------------------------------------------ scrolling

  async #more() {
    if (this.session.storyFrom === Infinity) return;
    const from = this.session.storyFrom;
    await this.session.older();
    if (this.session.storyFrom < from && !this.#older.hidden && this.#log.clientHeight && this.#older.getBoundingClientRect().bottom > this.#log.getBoundingClientRect().top) this.#more();
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.#log;
    if (!clientHeight) return;
    // What grew since the last frame is not yet scrolled to: whoever follows stops only by going up.
    this.#following = scrollHeight - scrollTop - clientHeight < END || (this.#following && scrollTop >= this.#top);
    this.#top = scrollTop;
    this.#count();
  }

  /** The first entry in sight and where it is, so that what comes above it moves nothing. */
  #anchor() {
    if (this.#following || !this.#log.clientHeight) return null;
    const node = [...this.#entries.children].find((one) => !one.hidden && one.offsetTop + one.offsetHeight > this.#log.scrollTop);
    return node ? { node, was: node.offsetTop } : null;
  }

  #place() {
    this.#soon = 0;
    if (this.#following) {
      this.#log.scrollTop = this.#log.scrollHeight;
      this.#top = this.#log.scrollTop;
    } else if (this.#log.scrollTop === 0) this.#log.scrollTop = this.#top;
    this.#count();
  }

  #toEnd() {
    this.#following = true;
    this.#place();
  }

  #count() {
    const { story } = this.session;
    if (this.#following) this.#seen = story.at(-1)?.seq ?? 0;
    const n = story.filter((entry) => entry.seq > this.#seen && entry.lines?.length).length;
    this.#new.hidden = !n;
    text(this.#new, words("story.new", { n }));
  }
}
