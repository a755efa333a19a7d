// This browser's own copy of the view: brought up to date by what the server sends, and proved by the hash.
// How changes and the hash are defined stands in the server's docs/protocol.md.

import { sha256 } from "./sha256.js";

/** This copy no longer equals the server's view; only a welcome with the whole view mends that. */
export class OutOfStep extends Error {}

const MODULUS = 1n << 64n;
const utf8 = new TextEncoder();

/** One copy of the view of one audience at entry `seq`. */
export class Replica {
  view = {};
  seq = 0;
  line = 0;
  game = "";
  audience = "";
  epoch = "";
  witness = "";
  #hash = 0n;
  #inStep = false;

  get hash() {
    return hex(this.#hash);
  }

  /** Begins with the whole view, or goes on with what was missed. Throws OutOfStep. */
  welcome(message) {
    if (message.view) this.#take(message.view, rehash(0n, {}, message.view));
    else this.#goOn(message);
    this.game = message.game;
    this.audience = message.audience;
    this.epoch = message.epoch;
    this.#arrive(message);
  }

  /** From entry `since` to entry `seq`. Throws OutOfStep, and the view is as it was. */
  update(message) {
    if (!this.#inStep || message.since !== this.seq) this.#fail(`at ${this.seq}, and ${message.since} was expected`);
    const view = apply(this.view, message.changes);
    if (view === null) this.#fail("a change names a place that is not there");
    const hash = rehash(this.#hash, this.view, view);
    if (hex(hash) !== message.hash) this.#fail(`the view after entry ${message.seq} is not the server's`);
    this.#take(view, hash);
    this.#arrive(message);
  }

  /** What to put into the next hello, or null before the first welcome. */
  resume() {
    if (!this.epoch) return null;
    const hash = this.#inStep ? this.hash : "";
    return { epoch: this.epoch, audience: this.audience, seq: this.seq, hash, witness: this.witness };
  }

  #goOn(message) {
    if (message.epoch !== this.epoch || message.audience !== this.audience) this.#fail("another audience or log");
    if (message.missed) this.update(message.missed);
    if (!this.#inStep || message.seq !== this.seq) this.#fail("nothing leads to where the server is");
  }

  #take(view, hash) {
    this.view = view;
    this.#hash = hash;
    this.#inStep = true;
  }

  #arrive(message) {
    if (this.hash !== message.hash) this.#fail(`the view after entry ${message.seq} is not the server's`);
    this.seq = message.seq;
    this.line = message.line;
    this.witness = message.witness || this.witness;
  }

  #fail(why) {
    this.#inStep = false;
    throw new OutOfStep(why);
  }
}

/** The view after the changes, or null where one does not fit. Copies along their paths only. */
export function apply(view, changes) {
  const top = { ...view };
  const ours = new Set([top]);
  for (const change of changes) {
    const path = change[0];
    let place = top;
    for (const key of path.slice(0, -1)) {
      let inner = own(place, key);
      if (!isMap(inner)) return null;
      if (!ours.has(inner)) {
        inner = { ...inner };
        ours.add(inner);
        put(place, key, inner);
      }
      place = inner;
    }
    const last = path[path.length - 1];
    if (change.length === 2) put(place, last, change[1]);
    else if (own(place, last) === undefined) return null;
    else delete place[last];
  }
  return top;
}

/** The hash of `now` as a BigInt, from that of `before`: only parts that are not the identical object are hashed. */
export function rehash(hash, before, now) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const was = own(before, name), is = own(now, name);
    if (was === is) continue;
    const old = parts(was), fresh = parts(is);
    for (const [key, value] of old) if (fresh.get(key) !== value) hash -= partHash(pathOf(name, key), value);
    for (const [key, value] of fresh) if (old.get(key) !== value) hash += partHash(pathOf(name, key), value);
  }
  return ((hash % MODULUS) + MODULUS) % MODULUS;
}

/** The hash of one part: the first 8 bytes of SHA-256 over its path, a line feed, and its JSON. */
export function partHash(path, value) {
  const digest = sha256(utf8.encode(`${path}\n${canonical(value)}`));
  return new DataView(digest.buffer).getBigUint64(0);
}

/** The 16 hex digits that stand for a hash in a message. */
export function hex(hash) {
  return hash.toString(16).padStart(16, "0");
}

/** JSON with sorted keys and no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function parts(collection) {
  if (collection === undefined) return new Map();
  const values = isMap(collection) ? Object.values(collection) : [];
  if (values.length && values.every(isMap)) return new Map(Object.entries(collection));
  return new Map([[null, collection]]);
}

function pathOf(name, key) {
  return key === null ? name : `${name}/${key}`;
}

function isMap(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// Names come from people: one may be called `constructor`, or `__proto__`.
function own(map, key) {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function put(map, key, value) {
  Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
}
