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


async def test_a_correction_is_there_after_kill_9_prepared_or_whole(seated, servers: list[ServerProcess]) -> None:
    """Killed between its steps and right after it was accepted: what everybody saw is what counts."""
    referee, watch = seated.player("referee"), seated.player("")

    async def serve() -> ServerProcess:
        server = await ServerProcess.start(seated.data)
        servers[:] = [server]
        await referee.connect(server.port)
        await watch.connect(server.port)
        assert referee.replica.hash == watch.replica.hash
        return server

    async def do(body: dict) -> int:
        answer = await referee.command(body)
        assert isinstance(answer, Accepted), answer
        return answer.seq

    async def kill(server: ServerProcess) -> None:
        await server.kill()
        await referee.gone()
        await watch.gone()

    server = await serve()
    first, _second, third = [await do({"do": "ref_move", "unit": "vega", "zone": zone}) for zone in ("b", "c", "d")]
    drafted = await do({"do": "correct", "entry": first, "drop": True})
    await kill(server)
    server = await serve()
    assert watch.replica.view["table"]["now"]["correction"]["rulings"] == {str(first): "drop"}
    assert await do({"do": "accept", "node": third, "draft": drafted}) == drafted + 1
    await kill(server)
    await serve()

    assert "correction" not in watch.replica.view["table"]["now"]
    assert watch.replica.view["units"]["vega"]["zone"] == "d"
    assert watch.replica.seq == drafted + 3, "the rewind, and the two that were played again"
    assert tools.verify_game(seated.data, "test").ok
