// The seats that this browser holds. A token is the seat; it is kept where this page's own origin keeps things, so that
// a reload, a night or a flat battery loses nothing. Where a browser keeps nothing, it lasts as long as the page.

const KEY = "wardiary.seats";
let place = null;

/** Where things are kept: found out once, since writing on trial takes longer than all that is read here. */
function store() {
  return (place ??= found());
}

function found() {
  try {
    window.localStorage.setItem(`${KEY}.try`, "");
    window.localStorage.removeItem(`${KEY}.try`);
    return window.localStorage;
  } catch {
    const memory = new Map();
    return { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => memory.set(key, value) };
  }
}

/** Whether what is kept outlives this page. */
export function lasts() {
  return "length" in store();
}

/** Every seat that is kept, the one used last first: {game, seat, token, title, name, side, used}. */
export function kept() {
  try {
    const found = JSON.parse(store().getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => one?.token).sort((a, b) => b.used - a.used) : [];
  } catch {
    return [];
  }
}

/** Keeps a seat, in the place of what was kept for it before. */
export function keep(seat) {
  const others = kept().filter((one) => one.game !== seat.game || one.seat !== seat.seat);
  store().setItem(KEY, JSON.stringify([{ ...seat, used: Date.now() }, ...others]));
}

/** Forgets a seat: it was taken back, or its holder stood up. */
export function forget(token) {
  store().setItem(KEY, JSON.stringify(kept().filter((one) => one.token !== token)));
}

/** What this very tab shows, so that a reload goes on with it: {open: credentials, at: which}; null where it is new. */
export function shown() {
  try {
    return JSON.parse(window.sessionStorage.getItem("wardiary.tab"));
  } catch {
    return null;
  }
}

/** Remembers what this tab shows. */
export function show(what) {
  try {
    window.sessionStorage.setItem("wardiary.tab", JSON.stringify(what));
  } catch {
    // then a reload begins anew
  }
}

/** A setting of this browser, such as whether it may make a sound. */
export function setting(name, otherwise) {
  try {
    return JSON.parse(store().getItem(`wardiary.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Changes a setting. */
export function set(name, value) {
  store().setItem(`wardiary.${name}`, JSON.stringify(value));
}
