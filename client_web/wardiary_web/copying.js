// Copying a text. Where a page came without TLS, as in most living rooms, browsers have no clipboard for it: then the
// older way is taken, which copies what is marked.

/** Copies a text; whether that worked. */
export async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    return marked(words);
  }
}

/** The older way: a field with the text, marked, copied, and gone again. */
function marked(words) {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = words;
  field.className = "unseen";
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  before?.focus();
  return done;
}
