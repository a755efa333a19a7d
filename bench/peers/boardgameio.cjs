// Commands with boardgame.io: its moves, its storage in memory, its whole state to everyone; nothing is durable.
'use strict';
const { need } = require('./lines.cjs');

const say = console.log; // what it tells its users stands elsewhere than our lines
console.log = console.info = () => {};
const { Server, SocketIO, Origins } = need('boardgame.io/server');

const ZONES = 16;
const game = {
  name: 'game',
  minPlayers: 1,
  maxPlayers: ZONES,
  setup: () => ({ units: Array.from({ length: ZONES }, (_, i) => ({ zone: i, health: 1_000_000_000 })) }),
  turn: { activePlayers: { all: 'play' } },
  moves: {
    move: {
      ignoreStaleStateID: true, // everyone moves at once
      move: ({ G, playerID }, unit, to) => {
        const moved = G.units[unit];
        const distance = moved && (to - moved.zone + ZONES) % ZONES;
        if (String(unit) !== playerID || (distance !== 1 && distance !== ZONES - 1)) return 'INVALID_MOVE';
        moved.zone = to;
        moved.health -= 2;
        return undefined;
      },
    },
  },
};
// The load answers no pings, and between two runs it may be silent for long.
const transport = new SocketIO({ socketOpts: { pingInterval: 600_000 } });
const server = Server({ games: [game], origins: [Origins.LOCALHOST], transport });
server.run({ port: 0, callback: () => {} }).then((running) => {
  say(JSON.stringify({ port: running.appServer.address().port }));
});
process.stdin.on('end', () => process.exit(0)).resume();
