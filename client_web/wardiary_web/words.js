// Every string of the page that people read, in one place, ready for translation. Whole sentences, with {fields};
// sentences of the game itself come from the server.

const WORDS = {
  app: "wardiary",
  watching: "Watching",
  tabs: "What is shown",
  "tab.board": "Board",
  "tab.table": "Table",
  "state.connecting": "connecting …",
  "state.connected": "connected",
  "state.unreachable": "no connection yet, trying again",
  "state.reconnecting": "reconnecting …",
  "state.ended": "not connected",
  "blocked.title": "This page is here, but its connection to the game is not.",
  "blocked.text":
    "Something between this browser and the server lets no WebSocket through: a proxy, an extension, a guest network. " +
    "It goes on trying. Another browser or another network often helps.",
  "away.title": "The server does not answer.",
  "away.text":
    "It was stopped, or this device is in another network than it is. It goes on trying, and comes in by itself. " +
    "Whoever runs the game can see whether the server runs.",
  "refused.token.title": "This seat is not yours any more.",
  "refused.token.text": "It was taken back, or the server keeps other games now. Ask whoever runs the game for a new link.",
  "refused.invite.title": "This link opens nothing here.",
  "refused.invite.text": "It was used before, or a newer one was made. Ask whoever runs the game for a new one.",
  "refused.code.title": "No game here has the room code {code}.",
  "refused.code.text": "Look at it again; letters and digits are easily mixed up.",
  "ended.seat_taken_back.title": "This seat was taken back.",
  "ended.seat_taken_back.text": "Ask the referee for a new link if that was not meant.",
  "ended.version.title": "This page is older than the server.",
  "ended.version.text": "Load it anew, and it is up to date.",
  "ended.watching_off.title": "This game lets no spectators in.",
  "ended.watching_off.text": "Ask the referee, or take a seat with a link of your own.",
  "ended.no_such_game.title": "That game is not here.",
  "ended.no_such_game.text": "It may have been moved to another server. Ask whoever runs it.",
  "ended.log_regressed.title": "The game is halted.",
  "ended.log_regressed.text": "The server's log lacks something that you were told. Whoever runs the server has to decide.",
  "ended.other.title": "The connection has ended.",
  "ended.other.text": "{why}",
  "notice.home": "Go to the start",
  "notice.reload": "Load anew",
  "notice.forget": "Forget this seat",
  "join.title": "Join a game",
  "join.code": "Room code, or the whole link",
  "join.code.hint": "It stands beside the QR code on the big screen, such as DZ799N.",
  "join.go": "Go in",
  "join.name": "Your name",
  "join.watch": "Only watch",
  "join.kept": "Your seats in this browser",
  "join.back": "Back to {name} in {title}",
  "join.take": "{name} in {title}",
  "join.forget": "Forget",
  "join.bad": "That is no room code and no link of this server.",
  "join.free": "Free seats",
  "join.ask": "Ask for {seat}",
  "join.asked": "Asked for {seat}. Somebody at the table lets you in with a tap; you can watch meanwhile.",
  "join.only": "Take a free seat, or watch.",
  "join.forgetful": "This browser keeps nothing (a private window?): the seat is lost with this page.",
  "knock.text": "{name} asks for {seat}.",
  "knock.nobody": "Somebody",
  "knock.yes": "Let in",
  "knock.no": "Turn away",
  "curtain.title": "This is for {name}.",
  "curtain.text": "Hand the device over. Nothing is shown before the right one has it.",
  "curtain.open": "I am {name}",
  "switch.open": "{name}: change seat",
  "switch.title": "Seats on this device",
  "switch.more": "Another seat or game",
  "switch.cover": "Hand the device over",
  "switch.leave": "Leave {name} here",
  "switch.close": "Close",
  "table.title": "At the table",
  "table.here": "here",
  "table.away": "away",
  "table.typing": "typing …",
  "table.free": "free",
  "table.you": "you",
  "table.unnamed": "taken",
  "table.watching.0": "Nobody watches.",
  "table.watching.1": "One person watches.",
  "table.watching.2": "{n} people watch.",
  "table.code": "Room code: {code}",
  "table.take": "Take a free seat",
};

/** A string of the page, with its fields filled in. */
export function words(key, fields = {}) {
  const text = WORDS[key];
  if (text === undefined) throw new Error(`There is no string ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ""));
}

/** Whether there is a string of that name. */
export function known(key) {
  return Object.hasOwn(WORDS, key);
}
