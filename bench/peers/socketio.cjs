// Fan-out with socket.io, over WebSocket alone: `emit` to everyone.
'use strict';
const http = require('http');
const { need, speak } = require('./lines.cjs');
const { Server } = need('socket.io');

const server = http.createServer();
const io = new Server(server, { transports: ['websocket'], pingInterval: 600_000 });
server.listen(0, '127.0.0.1', () => speak(server.address().port, (event) => io.emit('update', event)));
