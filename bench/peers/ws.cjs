// Fan-out with `ws`, as its users write it: every client is sent the same JSON.
'use strict';
const { need, speak } = require('./lines.cjs');
const { WebSocketServer } = need('ws');

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
  speak(server.address().port, (event) => {
    const text = JSON.stringify(event);
    for (const client of server.clients) client.send(text);
  });
});
