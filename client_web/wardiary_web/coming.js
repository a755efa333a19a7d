// The next game: its referee began it, and the talk of this one says how to come along.

import { wayIn } from "./address.js";

const LINK = /\S*#r=[\w-]+/;

/** The way into a game that a text holds: {code, before, link, after}; null where there is none. */
export function way(text) {
  const found = text.match(LINK);
  if (!found) return null;
  const { code } = wayIn(found[0].slice(found[0].indexOf("#")));
  return { code, before: text.slice(0, found.index), link: found[0], after: text.slice(found.index + found[0].length) };
}

/** The newest way into another game that a referee of this one has told: {seq, code, before}; null where there is none. */
export function next(session) {
  const { view, story, code } = session;
  const told = story.flatMap((entry) => (view.seats?.[entry.by]?.role === "referee" ? (entry.lines ?? []).map((line) => ({ seq: entry.seq, line })) : []));
  const ways = told.filter(({ line }) => line.tag === "said").map(({ seq, line }) => ({ seq, ...way(line.text) }));
  return ways.findLast((one) => one.code && one.code !== code) ?? null;
}
