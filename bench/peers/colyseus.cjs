// Colyseus, for both workloads: a room that broadcasts, and one whose state clients change by moving; nothing is durable.
'use strict';
const { need, speak } = require('./lines.cjs');
const { Server, Room } = need('@colyseus/core');
const { WebSocketTransport } = need('@colyseus/ws-transport');
const { schema, t } = need('@colyseus/schema');

const ZONES = 16;
const Unit = schema({ zone: t.number(), health: t.number() });
const State = schema({ seq: t.number(), units: t.array(Unit) });
let table;

class Table extends Room {
  onCreate() {
    this.maxClients = 100_000;
    this.autoDispose = false;
    this.patchRate = null; // a patch after every move, as everyone is told of every entry
    this.seatReservationTimeout = 120;
    const state = new State();
    state.seq = 0;
    for (let i = 0; i < ZONES; i++) state.units.push(Object.assign(new Unit(), { zone: i, health: 1_000_000_000 }));
    this.state = state;
    this.onMessage('move', (client, move) => this.move(client, move));
    table = this;
  }

  move(client, { unit, to }) {
    const moved = this.state.units[unit];
    const distance = moved && (to - moved.zone + ZONES) % ZONES;
    if (distance !== 1 && distance !== ZONES - 1) return client.send('rejected', unit);
    moved.zone = to;
    moved.health -= 2;
    this.state.seq += 1;
    this.broadcastPatch();
    return client.send('accepted', unit);
  }
}

const transport = new WebSocketTransport({ pingInterval: 0 });
const server = new Server({ transport, greet: false, gracefullyShutdown: false });
server.define('table', Table);
server.listen(0, '127.0.0.1').then(() => {
  speak((transport.server ?? transport.http).address().port, (event) => table.broadcast('update', event));
});
