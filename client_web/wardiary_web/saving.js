// Saving a file that this browser has put together: a link that is pressed by itself, which works without TLS too.

import { h } from "./dom.js";
import { words } from "./words.js";

/** What a file of a game is called: letters and digits of any language, and a dash for the rest. */
export function named(title) {
  return title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || words("app");
}

/** Saves a file; `parts` are texts that it is put together of. */
export function save(name, type, ...parts) {
  const link = h("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a phone may ask first where to
}
