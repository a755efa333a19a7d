// Something waits for you: the title of the tab says what, and a short sound and a shake say that it is new. Neither comes
// twice for the same thing, nor before somebody has touched the page: no browser lets it.

import { option } from "./options.js";
import { asked } from "./things.js";
import { words } from "./words.js";

const NOTES = [[660, 0], [880, 0.14]]; // hertz, and seconds from now
const SHAKE = [90, 60, 90];

/** What waits for the holder of a session, by key: the word of its kind. */
export function awaits(session) {
  const { view, seat, now } = session;
  const found = new Map();
  if (!seat || session.table.closed) return found;
  for (const part of asked(view, seat)) found.set(part.key, part.kind);
  for (const one of session.knocks) found.set(`knock ${one.knock}`, "knock");
  const proposal = session.table.proposal;
  if (proposal && proposal.by !== seat && !proposal.yes.includes(seat)) found.set(`vote ${proposal.by} ${proposal.to} ${proposal.kind}`, "vote");
  const side = view.seats?.[seat]?.side;
  if (side && now.clock?.phase === "play" && now.clock.side === side) found.set("go", "go");
  return found;
}

/** One for the page: it is told of every change of a session, and knows of each what waited before. */
export class Alarm {
  #known = new Map(); // by session
  #touched = false;
  #sounds = null;

  constructor() {
    for (const name of ["pointerdown", "keydown"]) {
      window.addEventListener(name, () => (this.#touched = true), { once: true, capture: true });
    }
  }

  /** Looks at a session again: whether anything is new. What waited when the page came in is shown, and makes no noise. */
  heed(session) {
    const before = this.#known.get(session);
    const now = awaits(session);
    this.#known.set(session, now);
    if (before && [...now.keys()].some((key) => !before.has(key))) this.ring();
  }

  /** Says nothing of a session any more. */
  forget(session) {
    this.#known.delete(session);
  }

  /** The title of the tab: what waits first, for the seat that is shown or else for another one; or the game's name. */
  title(shown) {
    const all = [...this.#known].sort(([one], [other]) => Number(other === shown) - Number(one === shown));
    const [session, waits] = all.find(([, found]) => found.size) ?? [];
    if (session) return words("alarm.title", { what: words(`alarm.${[...waits.values()][0]}`), title: session.title });
    return shown?.title ? words("alarm.calm", { title: shown.title, app: words("app") }) : words("app");
  }

  /** A sound and a shake, where they are wanted. */
  ring() {
    if (!this.#touched) return;
    if (option("sound")) this.#sound();
    if (option("vibration")) navigator.vibrate?.(SHAKE);
  }

  #sound() {
    const Sounds = window.AudioContext;
    if (!Sounds) return;
    this.#sounds ??= new Sounds();
    this.#sounds.resume();
    for (const [pitch, after] of NOTES) this.#note(pitch, this.#sounds.currentTime + after);
  }

  #note(pitch, at) {
    const tone = new OscillatorNode(this.#sounds, { frequency: pitch });
    const loud = new GainNode(this.#sounds, { gain: 0 });
    loud.gain.linearRampToValueAtTime(0.2, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(loud).connect(this.#sounds.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  }
}
