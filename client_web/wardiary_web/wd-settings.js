// What this browser is set to: sound, shaking, the camera, light or dark, the first hints. Each counts at once.

import { h } from "./dom.js";
import { choose, option, THEMES } from "./options.js";
import { words } from "./words.js";

/** `<wd-settings>`: a dialog, there as long as it is open. */
export class Settings extends HTMLElement {
  connectedCallback() {
    const dialog = h(
      "dialog",
      { "aria-label": words("settings.title"), onclose: () => this.remove(), onclick: (event) => event.target === dialog && dialog.close() },
      h("div", { class: "stack" },
        h("h2", {}, words("settings.title")),
        this.#tick("sound"), "vibrate" in navigator && this.#tick("vibration"), this.#tick("follow"),
        this.#themes(),
        this.#hints(),
        h("p", { class: "hint" }, words("settings.kept")),
        h("button", { class: "big", onclick: () => dialog.close() }, words("switch.close"))),
    );
    this.append(dialog);
    dialog.showModal();
  }

  #tick(name) {
    const input = h("input", { type: "checkbox", checked: option(name), onchange: () => choose(name, input.checked) });
    if (name === "sound") input.addEventListener("change", () => input.checked && this.closest("wd-app").alarm.ring());
    return h("label", { class: "tick" }, input, h("span", {}, words(`settings.${name}`)));
  }

  #hints() {
    const again = h("button", { onclick: () => { choose("hints", []); again.disabled = true; } }, words("settings.hints"));
    again.disabled = !option("hints").length;
    return again;
  }

  #themes() {
    const entry = (theme) => h("label", { class: "tick" },
      h("input", { type: "radio", name: "theme", checked: option("theme") === theme, onchange: () => choose("theme", theme) }),
      h("span", {}, words(`settings.theme.${theme}`)));
    return h("fieldset", {}, h("legend", {}, words("settings.theme")), THEMES.map(entry));
  }
}
