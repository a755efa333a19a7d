// The games that this browser keeps, line by line, where a reload, a night or the loss of the server does not reach them.
// IndexedDB needs no TLS. Where a browser refuses it they are kept in memory, as long as the page is open.
//
//   games   {game, title, last, hash, bytes, header, end, at, rounds}   bytes: of the lines; at: ms since 1970
//   lines   {game, seq, line}                                                 one for each entry, never changed
//
// `header`, all lines and `end` are a whole file. What is added is there with all that belongs to it, or not at all.

/** The shelf of this browser; of this page alone where nothing else is to be had (then `lasts` is false). */
export function shelf() {
  opening ??= open().catch(() => new Memory());
  return opening;
}

let opening = null;

const CHANNEL = "wardiary.shelf";
const PAGE = crypto.getRandomValues(new Uint32Array(2)).join();

/** Calls `heard(game, elsewhere)` when a kept game has changed, on this page or (then `elsewhere`) on another one. */
export function listen(heard) {
  new BroadcastChannel(CHANNEL).onmessage = ({ data: { game, page } }) => heard(game, page !== PAGE);
}

/** The size of a kept game's file, in bytes. */
export function size({ header, bytes, end }) {
  return length(header) + bytes + length(end);
}

function length(text) {
  return new Blob([text]).size;
}

/** What a game is once another part of it (`kept`, in the protocol) is added; null where the part does not go on from it. */
function extended(before, { game, title }, part) {
  const anew = part.after === 0;
  if (!anew && before?.last !== part.after) return null;
  const { last, hash, header, end } = part;
  const bytes = part.lines.reduce((sum, line) => sum + length(line), anew ? 0 : before.bytes);
  return { rounds: false, ...before, game, title, last, hash, header, end, bytes, at: Date.now() };
}

// ---------------------------------------------------------------------------------------------- on the disk

async function open() {
  const request = window.indexedDB.open("wardiary", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("games", { keyPath: "game" });
    request.result.createObjectStore("lines", { keyPath: ["game", "seq"] });
  };
  return new Disk(await answered(request));
}

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}

class Disk {
  lasts = true;
  #base;
  #channel = new BroadcastChannel(CHANNEL);

  constructor(base) {
    this.#base = base;
  }

  /** All kept games, the one that was kept last first. */
  async games() {
    const found = await answered(this.#base.transaction("games").objectStore("games").getAll());
    return found.sort((a, b) => b.at - a.at);
  }

  /** One of them, or undefined. */
  game(game) {
    return answered(this.#base.transaction("games").objectStore("games").get(game));
  }

  /**
   * Adds a part to a game, and gives what there is of it then: undefined where it was forgotten meanwhile, what another
   * page has added where this part does not go on from that. Rejects where there is no space, and nothing is changed.
   */
  add(about, part) {
    return this.#change(about.game, async (games, lines) => {
      const before = await answered(games.get(about.game));
      const now = extended(before, about, part);
      if (!now) return before;
      if (part.after === 0) lines.delete(all(about.game));
      part.lines.forEach((line, n) => lines.put({ game: about.game, seq: part.after + 1 + n, line }));
      games.put(now);
      return now;
    });
  }

  /** Changes what else is known of a game, and gives it. */
  set(game, fields) {
    return this.#change(game, async (games) => {
      const now = { ...(await answered(games.get(game))), ...fields };
      games.put(now);
      return now;
    });
  }

  /** The texts that make the file. */
  async file(game) {
    const reading = this.#base.transaction(["games", "lines"]);
    const [{ header, end }, lines] = await Promise.all([
      answered(reading.objectStore("games").get(game)),
      answered(reading.objectStore("lines").getAll(all(game))),
    ]);
    return [header, ...lines.map(({ line }) => line), end];
  }

  /** Deletes all of a game. */
  forget(game) {
    return this.#change(game, async (games, lines) => {
      games.delete(game);
      lines.delete(all(game));
    });
  }

  /** Writes; what `work` gives comes once it is on the disk, and every page hears of it. Where it fails nothing is changed. */
  async #change(game, work) {
    const writing = this.#base.transaction(["games", "lines"], "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onabort = () => reject(writing.error);
    });
    done.catch(() => {}); // whoever waits for it hears of it below
    let found;
    try {
      found = await work(writing.objectStore("games"), writing.objectStore("lines"));
    } catch (wrong) {
      writing.abort();
      throw wrong;
    }
    await done;
    this.#channel.postMessage({ game, page: PAGE });
    return found;
  }
}

function all(game) {
  return IDBKeyRange.bound([game, 0], [game, Infinity]);
}

// ---------------------------------------------------------------------------------------------- in memory

class Memory {
  lasts = false;
  #games = new Map();
  #lines = new Map();

  async games() {
    return [...this.#games.values()].sort((a, b) => b.at - a.at);
  }

  async game(game) {
    return this.#games.get(game);
  }

  async add(about, part) {
    const before = this.#games.get(about.game);
    const now = extended(before, about, part);
    if (!now) return before;
    this.#lines.set(about.game, [...(part.after ? this.#lines.get(about.game) : []), ...part.lines]);
    this.#games.set(about.game, now);
    return now;
  }

  async set(game, fields) {
    const now = { ...this.#games.get(game), ...fields };
    this.#games.set(game, now);
    return now;
  }

  async file(game) {
    const { header, end } = this.#games.get(game);
    return [header, ...this.#lines.get(game), end];
  }

  async forget(game) {
    this.#games.delete(game);
    this.#lines.delete(game);
  }
}
