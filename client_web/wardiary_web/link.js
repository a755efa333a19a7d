// One connection, kept: it dials, says hello, asks and is answered; when it is lost it comes back by itself, for ever,
// unless the server says that coming back is no use. What was asked and not answered is sent again with its own id, so
// a command happens once whatever the connection does.

import { OutOfStep } from "./replica.js";

const VERSION = 1;
const PROTOCOL = "wardiary.v1.json";
const LONGEST_PAUSE = 10_000;
const SILENCE = 15_000; // ms without a word from the server after which it is asked whether it is there
const PATIENCE = 6_000; // ms: a server that does not answer a question in this time is taken for gone
const FINAL = new Set([4400, 4401, 4403, 4404, 4409, 4429, 4503]);

/** Where the server takes WebSockets: the very host that this page came from. */
export function address(location = window.location) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

/** So many bytes that nobody can foretell, in hex. */
export function chance(bytes) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A connection of one seat, or of a spectator.
 *
 * `party` gets what happens: `hello()` gives the credential, `heard(message)` takes what comes (it may throw OutOfStep),
 * `moved(state, text)` is told `connecting`, `connected`, `reconnecting` or `ended`.
 */
export class Link {
  #party;
  #url;
  #socket = null;
  #open = new Map(); // id -> {message, resolve}
  #welcomed = false;
  #ever = false;
  #over = false;
  #tries = 0;
  #timer = 0; // until it dials again, or is taken for lost, or asks whether the server is there
  #asking = false; // whether that question is on its way
  #closing = null;
  #number = 0;
  #listening = new AbortController();
  #salt = chance(5);

  constructor(party, url = address()) {
    this.#party = party;
    this.#url = url;
    const options = { signal: this.#listening.signal };
    document.addEventListener("visibilitychange", () => this.#wakeUp(), options);
    for (const name of ["online", "pageshow"]) window.addEventListener(name, () => this.#wakeUp(), options);
  }

  /** Dials for the first time. */
  start() {
    this.#party.moved("connecting", "");
    this.#dial();
  }

  /** Leaves for good. */
  stop() {
    this.#end("", false);
  }

  /** Says hello anew, with whatever the party says now: another seat, another name. */
  again() {
    this.#tries = 0;
    this.#drop();
    this.#dial();
  }

  /** Sends something that is answered. The promise waits as long as it takes, and is never rejected. */
  ask(message) {
    const id = `${this.#salt}-${++this.#number}`;
    const sent = { ...message, id };
    return new Promise((resolve) => {
      if (this.#over) {
        resolve({ t: "rejected", id, code: "gone", text: "" });
        return;
      }
      this.#open.set(id, { message: sent, resolve });
      this.#send(sent);
    });
  }

  /** Sends something that is not answered; without a connection it is forgotten. */
  tell(message) {
    this.#send(message);
  }

  #send(message) {
    if (this.#welcomed && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #dial() {
    clearTimeout(this.#timer);
    this.#closing = null;
    this.#welcomed = false;
    let socket;
    try {
      socket = new WebSocket(this.#url, PROTOCOL);
    } catch {
      this.#retry();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", version: VERSION, ...this.#party.hello() }));
    socket.onmessage = (event) => this.#socket === socket && this.#take(event.data);
    socket.onclose = (event) => this.#socket === socket && this.#parted(event);
    this.#timer = setTimeout(() => this.#socket === socket && !this.#welcomed && this.#lost(), 2 * PATIENCE);
  }

  #take(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      this.#lost();
      return;
    }
    if (message.t === "closing") this.#closing = message;
    try {
      this.#party.heard(message);
    } catch (wrong) {
      if (!(wrong instanceof OutOfStep)) throw wrong;
      this.#lost();
      return;
    }
    if (message.t === "welcome") this.#arrived();
    if (this.#welcomed) this.#heard();
    const asked = message.id ? this.#open.get(message.id) : undefined;
    if (asked) this.#answered(asked, message);
  }

  #arrived() {
    this.#welcomed = this.#ever = true;
    this.#asking = false;
    this.#tries = 0;
    this.#party.moved("connected", "");
    for (const { message } of this.#open.values()) this.#send(message);
  }

  // A network may swallow all that comes, and close nothing: a server that is silent is asked for a sign of life.
  #heard() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#probe(), SILENCE);
  }

  #probe() {
    if (this.#asking) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lost(), PATIENCE);
    this.ask({ t: "page", after: Number.MAX_SAFE_INTEGER - 1, limit: 1 }).then(() => { this.#asking = false; });
  }

  #answered(asked, message) {
    if (message.t === "rejected" && (message.code === "busy" || message.code === "too_fast")) {
      setTimeout(() => this.#open.has(asked.message.id) && this.#send(asked.message), 300 + 700 * Math.random());
      return;
    }
    this.#open.delete(asked.message.id);
    asked.resolve(message);
  }

  #parted(event) {
    this.#socket = null;
    const text = this.#closing?.text || event.reason;
    if (FINAL.has(event.code) || this.#closing?.back === false) this.#end(text, true, event.code, this.#closing?.code);
    else this.#retry(text);
  }

  #lost() {
    this.#drop();
    this.#retry();
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (socket) socket.close();
  }

  #retry(text = "") {
    clearTimeout(this.#timer);
    if (this.#over) return;
    this.#welcomed = false;
    this.#party.moved(this.#ever ? "reconnecting" : "unreachable", text);
    const pause = Math.min(LONGEST_PAUSE, 500 * 2 ** Math.min(this.#tries++, 10)) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#dial(), pause);
  }

  #end(text, told, close = 0, code = "") {
    if (this.#over) return;
    this.#over = true;
    this.#listening.abort();
    clearTimeout(this.#timer);
    this.#drop();
    for (const { message, resolve } of this.#open.values()) resolve({ t: "rejected", id: message.id, code: "gone", text });
    this.#open.clear();
    if (told) this.#party.moved("ended", text, close, code);
  }

  // A phone that slept holds a socket that looks alive and is not: it is asked something, and given a moment.
  #wakeUp() {
    if (this.#over || document.visibilityState === "hidden") return;
    if (!this.#welcomed) {
      if (this.#socket?.readyState !== WebSocket.CONNECTING) {
        this.#tries = 0;
        this.#drop();
        this.#dial();
      }
      return;
    }
    this.#probe();
  }
}
