// What there is to take home, put together in this browser from what its seat was told: the export that `wardiary verify`
// reads, and the story as a text. The form of an export is that of the terminal's `wardiary log --save`.

import { counting, depths, undone } from "./past.js";
import { called, states } from "./things.js";
import { words } from "./words.js";

/** The whole story, each entry with the changes that it made: [entry]. */
export async function told(session) {
  const head = session.replica.seq;
  const entries = [];
  while ((entries.at(-1)?.seq ?? 0) < head) {
    const after = entries.at(-1)?.seq ?? 0;
    const answer = await session.ask({ t: "page", after, limit: Math.min(500, head - after), changes: true });
    if (answer.t !== "paged" || !answer.entries.length) return [];
    entries.push(...answer.entries);
  }
  return entries;
}

/** The export, JSON lines: once the game is closed the rows of the log are in it, so that anybody can verify it. */
export async function exported(session, entries) {
  const rows = session.table.closed ? await chain(session) : new Map();
  const head = entries.at(-1)?.seq ?? 0;
  const { game, epoch, audience } = session.replica;
  const lines = entries.map((entry) => {
    const [id, body, hash] = rows.get(entry.seq) ?? [];
    return { seq: entry.seq, ...(hash && { id, body, hash }), told: entry };
  });
  const last = rows.get(head)?.[2];
  const parts = [
    { wardiary: 1, game, title: session.title, epoch, audience, head, exported_by: words("app") },
    ...lines,
    { end: head, ...(last && { hash: last }) },
  ];
  return parts.map((part) => `${JSON.stringify(part)}\n`).join("");
}

/** The rows of a closed log: seq -> [id, body, hash], in base64 as they come. */
async function chain(session) {
  const found = new Map();
  for (let after = 0; ;) {
    const answer = await session.ask({ t: "proof", after });
    if (answer.t !== "proved" || !answer.rows?.length) return found;
    for (const [seq, ...row] of answer.rows) found.set((after = seq), row);
    if (!answer.more) return found;
  }
}

/** The story as a text: round by round what happened, how it ended, what became of each. */
export function account(session, entries) {
  const { view, title, now } = session;
  const count = counting(entries, session.table.cursor);
  const day = new Date(entries[0]?.at ?? Date.now()).toLocaleDateString();
  const ends = now.result ? (now.result.winner ? words("result.won", { side: called(view, "sides", now.result.winner) }) : words("result.draw")) : "";
  const fates = Object.values(view.units ?? {}).map((unit) => words("result.fate", { unit: unit.name, how: states(unit).join(", ") || words("result.up") }));
  const story = entries.filter((entry) => entry.lines?.length).flatMap((entry) => chapter(entry, undone(entry, count)));
  return `${[title, "=".repeat(title.length), day, ...story, "", ends, now.result?.reason ?? "", ...fates].join("\n")}\n`;
}

function chapter({ seq, lines }, gone) {
  const deep = depths(lines);
  const begins = !gone && lines.find((line) => line.tag === "round")?.text;
  const head = begins ? ["", begins, "-".repeat(begins.length)] : [];
  const back = gone ? ` (${words("story.undone")})` : "";
  return [...head, ...lines.map((line, n) => `${n ? " ".repeat(5) : String(seq).padStart(5)}  ${"  ".repeat(deep[n])}${line.text}${n ? "" : back}`)];
}
