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

/**
 * What would go back and what would come again, oldest first, where the game went from `cursor` to where it stood after
 * entry `to`: {goes, comes, whole}. `whole` is false where the two ways part in older entries than there are.
 */
export function between(story, cursor, to) {
  const now = counting(story, cursor), then = counting(story, stood(story, to));
  return {
    goes: story.filter(({ seq }) => now.has(seq) && !then.has(seq)),
    comes: story.filter(({ seq }) => then.has(seq) && !now.has(seq)),
    whole: story.some(({ seq }) => now.has(seq) && then.has(seq)),
  };
}

/** The entry whose game it was after entry `seq`: talk changes nothing, and a rewind went elsewhere. */
export function stood(story, seq) {
  const last = story.findLast((entry) => entry.seq <= seq && entry.kind !== "table");
  return last?.kind === "rewind" ? (last.parent ?? 0) : (last?.seq ?? seq);
}

/**
 * What an undo takes back: {seq, to, correction}, the command and the entry after which the game stands then; null where
 * there is none. What a correction played again goes back with all of it, to where it came from.
 */
export function newest(story, cursor) {
  const count = counting(story, cursor);
  const last = story.find((entry) => entry.seq === cursor);
  if (last?.replays) {
    const { seq } = story.findLast((entry) => entry.seq < cursor && !entry.replays) ?? { seq: 0 };
    return { seq, to: stood(story, seq - 1), correction: true };
  }
  const root = Math.max(0, ...story.filter((entry) => count.has(entry.seq)).map((entry) => entry.root ?? 0));
  const found = story.find((entry) => entry.seq === root);
  return found ? { seq: root, to: found.parent ?? 0, correction: false } : null;
}

/** The sentences of some entries. */
export function sentences(entries) {
  return entries.flatMap((entry) => (entry.lines ?? []).map((line) => line.text));
}
