"""A real server with one game, for a workload: prints where it is, serves until its input ends.

    python bench/lib/serve.py DATA [--movers 16] [--fire 2]

The game is made where the directory has none. Every part is the one that `wardiary-server serve` uses; what differs
is said in `SETTINGS`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lib import games
from lib.logs import GAME
from wardiary_server.app import log_to_stderr, run_async
from wardiary_server.data import opened
from wardiary_server.lobby import Lobby
from wardiary_server.net import Settings, serve

SETTINGS = Settings(
    port=0,
    rate=0,  # no limit to a seat's commands
    ping_interval=3_600,  # spectators say nothing; asked whether they live, they would answer, and be counted wrong
)


def main() -> None:
    """Serves."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--movers", type=int, default=16)
    parser.add_argument("--fire", type=int, default=2)
    given = parser.parse_args()
    log_to_stderr()
    run_async(run(given))


async def run(given: Namespace) -> None:
    """Opens the data, listens, says so, and waits for the end of the input."""
    async with opened(given.data, "bench") as lobby:
        if GAME not in [game async for game in lobby.games()]:
            await lobby.create(games.burning(given.movers, given.fire), game=GAME)
        async with await serve(lobby, SETTINGS) as server:
            print(json.dumps({"port": server.port, **await ways_in(lobby)}), flush=True)
            await asyncio.to_thread(sys.stdin.read)


async def ways_in(lobby: Lobby) -> dict[str, object]:
    """The room code, and an invite for each player's seat that is free."""
    state = (await lobby.open(GAME)).state
    free = [seat for seat, known in state.game.seats.items() if known.role == "player" and seat not in state.table.held]
    return {
        "code": lobby.vault.room_code(GAME),
        "invites": {seat: lobby.vault.issue_invite(GAME, seat) for seat in free},
    }


if __name__ == "__main__":
    main()
