// The frame of the page: the seats that it holds, which of them is shown, the state of its connection, and the screen
// that fits. On a phone one pane is shown at a time and a bar at the bottom changes it; where there is room the board
// stays, and the bar changes what stands beside it. What comes up meanwhile lies over all that, on sheets that can be put
// down into the bar at the top (sheet.js): nothing moves when it comes or goes.

import { Alarm } from "./alarm.js";
import { h, set, text } from "./dom.js";
import { icon } from "./icons.js";
import { known, words } from "./words.js";
import { show, shown } from "./seats.js";
import { Session } from "./session.js";
import { PANES } from "./panes.js";
import { needsCurtain } from "./wd-curtain.js";

const CALLS = ["wd-proposal", "wd-knock", "wd-lead", "wd-coming", "wd-unkept"]; // what can come up in a game, in its order
const LONG = 8_000; // ms without a connection after which it is worth a sentence

/** Who holds a session's seat, where somebody said so: one without a name is called as the seat is, which is no name elsewhere. */
function named({ table, view, seat }) {
  const held = table.seats?.[seat];
  return held === view.seats?.[seat]?.name ? "" : held;
}

/** `<wd-app>`: everything else is inside. */
export class App extends HTMLElement {
  sessions = []; // every seat that this page holds or watches from; `session` is the one that is shown
  session = null;
  alarm = new Alarm();
  #last = null; // the session that was shown last, also while the first screen is
  #screen = null;
  #shows = "";
  #title = h("strong", { class: "brand" }, words("app"));
  #status = h("p", { class: "status", role: "status" });
  #missing = h("p");
  #gone = h("div", { class: "knock", role: "status", hidden: true }, this.#missing);
  #calls = h("wd-calls");
  #slot = h("div", { class: "slot" }, this.#title, this.#calls);
  #waiting = 0;
  #who = h("button", { class: "who", hidden: true, onclick: () => this.#switcher() });

  #skip = h("button", { class: "skip", onclick: () => this.#toHand() }, words("app.skip"));
  #settings = h("button", { class: "quiet gear", "aria-label": words("settings.title"), title: words("settings.title"), onclick: () => this.append(h("wd-settings")) }, icon("gear"));

  connectedCallback() {
    this.append(h("header", { class: "bar" }, this.#skip, this.#slot, this.#status, this.#who, this.#settings));
    this.#show(h("wd-join"));
  }

  /** Goes in by a link; without one, to where this tab was before it was loaded anew. */
  enter(way) {
    if (way.invite || way.code) {
      this.open(way.invite ? { invite: way.invite } : { code: way.code }, "", way.screen);
      return;
    }
    const before = shown();
    const sessions = (before?.open ?? []).map((credential, n) => this.#begin(credential, "", before.screens?.[n]));
    if (sessions.length) this.turnTo(sessions[before.at] ?? sessions[0], sessions.length > 1);
  }

  /** Opens a seat, or a game to watch, beside what this page holds already; the same one is not opened twice. */
  open(credential, name = "", screen = false) {
    const same = this.sessions.find((one) => credential.token && one.token === credential.token);
    const session = same ?? this.#begin(credential, name, screen);
    if (session !== this.session) this.turnTo(session);
    return session;
  }

  /** Goes along to another game of this server, beside this one: under the same name, and as the screen on the wall if it is that. */
  along(code) {
    const { session } = this;
    const there = this.sessions.find((one) => one.code === code);
    if (there) this.turnTo(there);
    else this.open({ code }, named(session) ?? session.name, session.screen);
  }

  /** Shows another session. Between enemies the curtain falls first; of a new one that is known once it is in. */
  turnTo(session, covered = needsCurtain(this.#last, session)) {
    session.covered = covered;
    session.after = this.#last;
    this.session = this.#last = session;
    this.#shows = "";
    this.#told();
    if (session.title) this.#welcome();
    this.#remember();
  }

  /** Covers what is shown, so that the device can be handed on. */
  cover() {
    this.turnTo(this.session, true);
  }

  /** Whoever is meant has said so. */
  uncover() {
    this.session.covered = false;
    this.#shows = "";
    this.#welcome();
  }

  /** Leaves a session; the seat stays theirs, and is kept in this browser. */
  leave(session) {
    session.stop();
    this.alarm.forget(session);
    this.sessions = this.sessions.filter((one) => one !== session);
    if (session === this.session) this.start();
    this.#remember();
  }

  /** The first screen, with what this page holds still open behind it. */
  start() {
    this.session = null;
    this.#shows = "";
    text(this.#status, "");
    this.#missed("");
    this.#named();
    this.#show(h("wd-join"));
  }

  /** Shows what is watched as the screen on the wall, or no longer. */
  onTv(on) {
    this.session.screen = on;
    this.session.chosen ||= !on;
    this.turnTo(this.session);
  }

  /** Shows the free seats of the game that is watched. */
  choose() {
    this.session.chosen = false;
    this.turnTo(this.session);
  }

  /** Brings a pane to the front: `board`, `table`, … */
  front(id) {
    for (const part of this.querySelectorAll(".panes > *, .tabs > *")) {
      part.classList.toggle("front", part.dataset.id === id);
      if (id !== "board") part.classList.toggle("side", part.dataset.id === id);
      if (part.localName === "button") set(part, "aria-current", part.dataset.id === id ? "true" : null);
    }
  }

  // ------------------------------------------------------------------------------------------ what happens

  #begin(credential, name = "", screen = false) {
    const session = Object.assign(new Session(credential, name), { screen });
    this.sessions = [...this.sessions, session];
    session.addEventListener("change", (event) => this.#changed(session, event.detail));
    return session.start();
  }

  #changed(session, what) {
    if (what.has("welcome")) this.#remember();
    if (session.title && (what.has("view") || what.has("knocks"))) this.alarm.heed(session);
    document.title = this.alarm.title(this.session);
    if (session.state === "ended" && session !== this.session) this.leave(session);
    if (what.has("view")) this.#named();
    if (session !== this.session) return;
    if (what.has("state")) this.#told();
    if (what.has("welcome")) this.#welcome();
  }

  #told() {
    const { session } = this;
    const { state } = session;
    text(this.#status, words(`state.${state}`));
    this.dataset.state = state;
    this.#missed(state);
    if (state === "ended") this.#ended(session);
    if (state === "unreachable" && !session.title) this.#unreachable(session);
  }

  /** A connection that stays away is told in a sentence, with what helps. */
  #missed(state) {
    if (state === "reconnecting") {
      this.#waiting ||= setTimeout(() => this.#tell(words("away.long")), LONG);
      return;
    }
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    this.#tell("");
  }

  #tell(sentence) {
    text(this.#missing, sentence);
    this.#gone.hidden = !sentence;
  }

  /** Before anybody was let in, the first screen says why not, and keeps what was typed. */
  #ended(session) {
    const reason = why(session);
    this.alarm.forget(session);
    this.sessions = this.sessions.filter((one) => one !== session);
    this.#remember();
    if (!session.title && !reason.again && !reason.token && this.#screen.localName === "wd-join") {
      this.session = null;
      text(this.#status, "");
      this.#screen.refused(reason);
      return;
    }
    this.#named();
    this.#show(h("wd-notice"), { reason, home: () => this.start() });
  }

  async #unreachable(session) {
    const here = await session.reaches();
    if (session !== this.session || session.state !== "unreachable") return;
    const [title, more] = here ? ["blocked.title", "blocked.text"] : ["away.title", "away.text"];
    this.#show(h("wd-notice"), { reason: { title: words(title), text: words(more) } });
    this.#shows = "";
  }

  // ------------------------------------------------------------------------------------------ the screens

  /** Coming back to the same game and seat changes nothing here; its parts follow by themselves. */
  #welcome() {
    const { session } = this;
    if (session.after) session.covered ||= needsCurtain(session.after, session);
    session.after = null;
    const shows = [session.replica.game, session.seat, session.role, session.covered, session.screen, this.sessions.length].join(" ");
    if (shows === this.#shows) return;
    this.#shows = shows;
    this.#named();
    if (session.covered) this.#show(h("wd-curtain"), { session });
    else if (session.screen && !session.seat) this.#show(h("wd-tv"), { session });
    else if (session.chooses) this.#show(h("wd-join"), { session });
    else this.#frame(session);
  }

  #frame(session) {
    const panes = h("main", { class: "panes" });
    const tabs = h("nav", { class: "tabs", "aria-label": words("tabs") });
    const mine = PANES.filter(({ role }) => !role || role === session.role);
    for (const { id, part } of mine) {
      const pane = h(part, { class: "pane", "data-id": id });
      pane.session = session;
      panes.append(pane);
      tabs.append(
        h("button", { "data-id": id, onclick: () => this.front(id) }, icon(id), h("span", {}, words(`tab.${id}`))),
      );
    }
    this.#show(h("div", { class: "frame" }, panes, tabs), {}, session);
    this.front(mine[1].id);
    this.front(mine[0].id);
  }

  #named() {
    const { session } = this;
    document.title = this.alarm.title(session);
    text(this.#title, session?.title || words("app"));
    this.#who.hidden = !this.sessions.length;
    const name = session ? session.called : words("app");
    const waiting = this.sessions.filter((one) => one !== session && one.waits).map((one) => one.called);
    const label = words(waiting.length ? "switch.waits" : "switch.open", { name, others: waiting.join(", ") });
    if (this.#who.getAttribute("aria-label") === label) return;
    this.#who.replaceChildren(icon(session && !session.seat ? "eye" : "swap"), name);
    set(this.#who, "aria-label", label);
    set(this.#who, "data-waits", waiting.length ? "" : null);
  }

  /** By the keyboard, past all that stands before it: to the first thing that can be done. */
  #toHand() {
    const all = [...this.querySelectorAll("wd-ask:not([hidden]) button, wd-hand :is(.chips, .offers) button, .page button, .page input")];
    all.find((one) => one.checkVisibility())?.focus();
  }

  #switcher() {
    const dialog = h("wd-switch");
    this.append(dialog);
  }

  #remember() {
    const open = this.sessions.filter((one) => one.token || one.code);
    show({ open: open.map((one) => one.credential), screens: open.map((one) => one.screen), at: open.indexOf(this.session) });
  }

  /** Another screen; what comes up in a game belongs to the frame of a `session` alone. */
  #show(screen, props = {}, session = null) {
    Object.assign(screen, props);
    this.#screen?.remove();
    this.#screen = screen;
    this.append(screen);
    const parts = (names) => (session ? names.map((part) => Object.assign(h(part), { session })) : []);
    this.#calls.show([this.#gone, ...parts(CALLS)]);
    for (const old of this.#slot.querySelectorAll("wd-ask")) old.remove();
    this.#slot.append(...parts(["wd-ask"]));
  }
}

/** Why a session is over, and what helps: {title, text, again, token}. */
function why(session) {
  const { code } = session.ending;
  const name = code === "refused" ? `refused.${session.kind}` : `ended.${known(`ended.${code}.title`) ? code : "other"}`;
  const fields = { why: session.why, code: session.code };
  const token = code === "refused" ? session.token : "";
  return { title: words(`${name}.title`, fields), text: words(`${name}.text`, fields), again: code === "version", token };
}
