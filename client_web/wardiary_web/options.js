// What this browser is set to: whether it may make a sound or shake, whether the camera follows, light or dark,
// and which of the first hints it has had.

import { set, setting } from "./seats.js";

export const THEMES = ["auto", "light", "dark"];
const DEFAULTS = { sound: true, vibration: true, follow: true, theme: "auto", hints: [] };

/** The value of an option. */
export function option(name) {
  return setting(name, DEFAULTS[name]);
}

/** Changes an option; whoever listens to `options` hears its name. */
export function choose(name, value) {
  set(name, value);
  if (name === "theme") applyTheme();
  options.dispatchEvent(new CustomEvent("change", { detail: name }));
}

export const options = new EventTarget();

/** Light, dark, or as the device is: the tokens of the style sheet follow. */
export function applyTheme() {
  const theme = option("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Whether somebody asked their device for less motion. */
export function still() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
