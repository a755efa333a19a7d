// What of the story counts, what was taken back, and what led to what: the tree of the entries, as the log tells it.

/** The entries that count: those on the way from the cursor up to the root, as a set of seqs. */
export function counting(story, cursor) {
  const parents = new Map(story.map((entry) => [entry.seq, entry.parent ?? 0]));
  const found = new Set();
  for (let at = cursor; at && !found.has(at); at = parents.get(at) ?? 0) found.add(at);
  return found;
}

/** Whether an entry was taken back; talk and votes never are. */
export function undone(entry, count) {
  return (entry.kind === "game" || entry.kind === "answer") && !count.has(entry.seq);
}

/** How deep each sentence of an entry lies in its chain of causes, from 0. */
export function depths(lines) {
  const found = [];
  for (const { because = -1 } of lines) found.push(because >= 0 ? (found[because] ?? 0) + 1 : 0);
  return found;
}

/** The entries that would go back, newest last, where the game went to just after entry `to`. */
export function after(story, cursor, to) {
  const count = counting(story, cursor);
  return story.filter((entry) => entry.seq > to && count.has(entry.seq));
}

/** The newest command that counts: the entry that an undo goes back before; null where there is none. */
export function newest(story, cursor) {
  const count = counting(story, cursor);
  const roots = story.filter((entry) => count.has(entry.seq)).map((entry) => entry.root ?? 0);
  const root = Math.max(0, ...roots);
  return story.find((entry) => entry.seq === root) ?? null;
}

/** The sentences of some entries. */
export function sentences(entries) {
  return entries.flatMap((entry) => (entry.lines ?? []).map((line) => line.text));
}
