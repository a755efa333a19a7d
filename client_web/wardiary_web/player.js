// One HTML file that replays a game, put together in this browser: the page's own modules and style, and the record of the
// game. It is the file that the terminal's `wardiary export --html` makes.

import { sha256 } from "./sha256.js";

/** The file for {title, entries}. */
export async function player(record) {
  const [frame, style, icon, script] = await Promise.all(["replay.html", "style.css", "icon.svg", "replay.js"].map(file));
  const parts = {
    policy: policy(script, style), title: escaped(record.title), icon: `data:image/svg+xml;base64,${base64(bytes(icon))}`, style,
    record: json(record), script,
  };
  return frame.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
}

async function file(name) {
  const answer = await fetch(`/page/${name}`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.text();
}

/** Nothing runs in the file but its own script, and nothing is fetched from anywhere. */
function policy(script, style) {
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function hash(text) {
  return `'sha256-${base64(sha256(bytes(text)))}'`;
}

function bytes(text) {
  return new TextEncoder().encode(text);
}

function base64(data) {
  return btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
}

/** JSON that may stand in a script element: no name in it can end that, or begin a comment. */
function json(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

function escaped(text) {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
