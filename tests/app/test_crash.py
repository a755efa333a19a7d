"""Kill -9 right after an acknowledgement, again and again: nothing that was acknowledged is ever gone."""

from __future__ import annotations

import os
import time

from wardiary_protocol.messages import Accepted
from wardiary_server import tools
from wardiary_server.demo.process import ServerProcess

KILLS = int(os.environ.get("WARDIARY_KILLS", "8"))
"""`make crash` kills 200 times."""


async def test_what_was_acknowledged_is_there_after_kill_9(
    seated, servers: list[ServerProcess], record_property
) -> None:
    """triplea#9753, colyseus#341: every acknowledged entry is there, and everyone's view is the server's."""
    red, watch = seated.player("red"), seated.player("")
    acknowledged, slowest = 0, 0.0
    for n in range(KILLS):
        began = time.monotonic()
        server = await ServerProcess.start(seated.data)
        servers[:] = [server]
        await red.connect(server.port)
        slowest = max(slowest, time.monotonic() - began)
        await watch.connect(server.port)
        assert red.replica.seq >= acknowledged, "an acknowledged entry is gone"
        assert red.replica.hash == watch.replica.hash
        for _ in range(1 + n % 3):
            there = "b" if red.replica.view["units"]["vega"]["zone"] == "a" else "a"
            answer = await red.command({"do": "move", "unit": "vega", "to": there})
            assert isinstance(answer, Accepted), answer
            acknowledged = answer.seq
        await server.kill()
        await red.gone()
        await watch.gone()
    assert tools.verify_game(seated.data, "test").ok
    record_property("slowest_start_s", round(slowest, 3))
    print(f"{KILLS} kills, {acknowledged} entries, slowest start until welcomed {slowest:.3f} s")
