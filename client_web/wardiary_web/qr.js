// A QR code as a drawing. The server has worked it out: rows of 0 and 1, the quiet zone among them. It is dark on light in
// either theme, since cameras read nothing else for sure.

import { s } from "./dom.js";

/** The code; `called` says to a screen reader what it leads to. */
export function qr(rows, called) {
  const size = rows.length;
  return s(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": called, "shape-rendering": "crispEdges" },
    s("rect", { class: "light", width: size, height: size }),
    s("path", { class: "dark", d: rows.map(line).join("") }),
  );
}

/** One row as a path: a rectangle for each run of dark modules. */
function line(row, y) {
  return [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join("");
}
