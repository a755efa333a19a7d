// Which of the seats that this page holds is shown; and how to hold one more, to hand the device on, and to leave.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/** `<wd-switch>`: a dialog, there as long as it is open. */
export class Switch extends HTMLElement {
  connectedCallback() {
    const app = this.closest("wd-app");
    const { session } = app;
    const rows = app.sessions.map((one) => row(one, one === session, () => app.turnTo(one)));
    const rest = [entry("plus", words("switch.more"), () => app.start())];
    if (app.sessions.length > 1 && session?.seat) rest.push(entry("curtain", words("switch.cover"), () => app.cover()));
    if (session) rest.push(entry("close", words("switch.leave", { name: session.called }), () => app.leave(session)));
    const dialog = h(
      "dialog",
      { class: "switch", "aria-label": words("switch.title"), onclose: () => this.remove(), onclick: (event) => aside(event) },
      h("div", { class: "stack" }, h("h2", {}, words("switch.title")), ...rows, h("hr"), ...rest,
        h("button", { class: "quiet", onclick: () => dialog.close() }, words("switch.close"))),
    );
    this.append(dialog);
    dialog.showModal();
    dialog.addEventListener("click", (event) => event.target.closest(".choice") && dialog.close());
  }
}

function row(session, current, onclick) {
  const button = entry(session.seat ? "table" : "eye", session.called, onclick);
  button.append(h("small", {}, session.waits ? words("switch.asked") : session.title));
  if (current) button.setAttribute("aria-current", "true");
  return button;
}

function entry(drawing, words, onclick) {
  return h("button", { class: "choice", onclick }, icon(drawing), h("span", {}, words));
}

function aside(event) {
  if (event.target.localName === "dialog") event.target.close();
}
