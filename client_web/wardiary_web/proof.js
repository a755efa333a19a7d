// The chain of a closed game's log, worked out again in this browser: each entry's hash holds all before it.

import { sha256 } from "./sha256.js";

/** Fetches the log and follows its chain: {good, entries, head, why}. `entries` is how many hold. */
export async function proved(session) {
  let hash = new Uint8Array(32), seq = 0;
  for (;;) {
    const answer = await session.ask({ t: "proof", after: seq });
    if (answer.t !== "proved") return { good: false, entries: seq, head: "", why: answer.text };
    for (const [number, commit, body, told] of answer.rows ?? []) {
      const found = link(hash, answer.game, number, bytes(commit), bytes(body));
      if (number !== seq + 1 || hex(found) !== hex(bytes(told))) return { good: false, entries: seq, head: "", why: String(number) };
      hash = found;
      seq = number;
    }
    if (!answer.more) return { good: true, entries: seq, head: hex(hash), why: "" };
  }
}

/** The hash of one row: SHA-256 over the hash before it and every column, names framed by their length. */
function link(before, game, seq, commit, body) {
  const name = new TextEncoder().encode(game);
  const parts = [before, number(name.length, 4), name, number(seq, 8), number(commit.length, 4), commit, body];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return sha256(all);
}

function number(value, size) {
  const found = new Uint8Array(size);
  new DataView(found.buffer).setUint32(size - 4, value);
  return found;
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function hex(hash) {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
