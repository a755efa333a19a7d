// What a link of the game says: everything stands behind the #, which no browser sends anywhere.

/** {invite} | {code, screen} | {} for a fragment such as `#i=…`, `#r=DZ799N`, `#tv&r=DZ799N`. */
export function wayIn(fragment) {
  const found = new URLSearchParams(fragment.replace(/^#/, ""));
  if (found.get("i")) return { invite: found.get("i") };
  if (found.get("r")) return { code: found.get("r"), screen: found.has("tv") };
  return {};
}

/** The way in that somebody typed: a room code in any case, or a whole link; null where it is neither. */
export function typed(text) {
  const word = text.trim();
  const fragment = word.match(/#[\w&=%.~-]*/); // a link may stand in quotes, or in the line for a terminal
  if (fragment) {
    const way = wayIn(fragment[0]);
    return way.invite || way.code ? way : null;
  }
  return /^[0-9a-z]{4,12}$/i.test(word) ? { code: word.toUpperCase() } : null;
}
