// One HTML file that replays a game, put together in this browser: the page's own modules as they are, but for the names
// by which they import each other (an import map leads from them to the text of each), and the record of the game. It is
// the file that the terminal's `wardiary export --html` makes.

import { sha256 } from "./sha256.js";

const FIRST = "replay.js";
const IMPORT = /^((?:import|export)\b[^";]*")\.\/([\w-]+\.js)(?=";$)/gm;

/** The file for {title, entries}. */
export async function player(record) {
  const [frame, style, icon, found] = await Promise.all([file("replay.html"), file("style.css"), file("icon.svg"), modules()]);
  const begin = `import "wd/${FIRST}";`;
  const imports = json({ imports: Object.fromEntries(found) });
  const parts = {
    policy: policy(style, imports, begin), title: escaped(record.title), icon: address("image/svg+xml", icon), style, modules: imports,
    record: json(record), begin,
  };
  return frame.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

/** Each module that the first one needs: its name, and an address that holds its text. */
async function modules() {
  const texts = new Map(), open = [FIRST];
  while (open.length) {
    const name = open.pop();
    if (texts.has(name)) continue;
    texts.set(name, await file(name));
    open.push(...[...texts.get(name).matchAll(IMPORT)].map((match) => match[2]));
  }
  return [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, text]) => [`wd/${name}`, address("text/javascript", text.replace(IMPORT, "$1wd/$2"))]);
}

async function file(name) {
  const answer = await fetch(`/page/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
}

/** Nothing runs in the file but its own scripts, and nothing is fetched from anywhere. */
function policy(style, ...scripts) {
  return `default-src 'none'; script-src data: ${scripts.map(hash).join(" ")}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function hash(text) {
  return `'sha256-${base64(sha256(new TextEncoder().encode(text)))}'`;
}

function address(kind, text) {
  return `data:${kind};base64,${base64(new TextEncoder().encode(text))}`;
}

function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** JSON that may stand in a script element: no name in it can end that, or begin a comment. */
function json(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
