"""Fan-out with `websockets` as its users write it: `broadcast` to every connection, its defaults but no compression."""

from __future__ import annotations

import asyncio
import json
import sys
import time

from websockets.asyncio.server import ServerConnection, broadcast, serve

EVENT = {
    "t": "update",
    "line": 0,
    "entries": [{"kind": "table", "by": "seat0", "lines": [{"tag": "said", "text": "Player 0: 0001"}], "parent": 1}],
    "changes": [],
    "hash": "d8eac353ca5f6d7b",
    "witness": "w" * 99,
}


async def main() -> None:
    """Speaks the lines of bench/lib/child.py."""

    async def stay(connection: ServerConnection) -> None:
        await connection.wait_closed()

    async with serve(stay, "127.0.0.1", 0, compression=None, ping_interval=None) as server:
        print(json.dumps({"port": next(iter(server.sockets)).getsockname()[1]}), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps({"began": time.perf_counter()}), flush=True)
            for number in range(json.loads(line)["events"]):
                broadcast(server.connections, json.dumps({**EVENT, "seq": 1_000_000 + number}).encode())
                await asyncio.sleep(0)


asyncio.run(main())
