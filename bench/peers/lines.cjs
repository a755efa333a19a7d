// What the peers in JavaScript share: their packages, the line protocol of bench/lib/child.py, and the event.
//
// The packages are found in $BENCH_NODE_MODULES, or in a node_modules folder above the working directory.
'use strict';
const { createRequire } = require('module');
const path = require('path');
const readline = require('readline');

const modules = process.env.BENCH_NODE_MODULES ?? path.join(process.cwd(), 'node_modules');
const from = createRequire(path.join(path.resolve(modules), '..', 'package.json'));

/** A package. */
function need(name) {
  try {
    return from(name);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    console.error(`This peer needs the package ${name}, which is not in ${modules}: see docs/performance.md.`);
    return process.exit(1);
  }
}

/** As much as the smallest update of wardiary tells, and always of one size. */
function event(number) {
  const seq = 1_000_000 + number;
  const told = { seq, kind: 'table', at: 1_790_000_000_000, by: 'seat0', lines: [{ tag: 'said', text: 'Player 0: 0001' }], parent: 1 };
  return { t: 'update', since: seq - 1, seq, line: 0, entries: [told], changes: [], hash: 'd8eac353ca5f6d7b', witness: 'w'.repeat(99) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Says where the server is; then for each line broadcasts as many events, one in each turn of the loop. */
function speak(port, broadcast) {
  console.log(JSON.stringify({ port }));
  readline
    .createInterface({ input: process.stdin })
    .on('line', async (line) => {
      const { events } = JSON.parse(line);
      console.log(JSON.stringify({ began: Number(process.hrtime.bigint()) / 1e9 }));
      for (let number = 0; number < events; number++) {
        broadcast(event(number));
        await turn();
      }
    })
    .on('close', () => process.exit(0));
}

module.exports = { need, speak };
