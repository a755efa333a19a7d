"""Random play over real sockets: whatever is done, everybody sees what the server sees, and nobody misses an answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st
from kit.net import Client, Table, serving
from wardiary_protocol.changes import view_hash
from wardiary_protocol.messages import Accepted, Look, Offered, Offers, Rejected
from wardiary_protocol.wire import Format

SEATS = ("red", "blue", "referee")
STEPS = st.lists(st.tuples(st.sampled_from(SEATS), st.integers(0, 10_000), st.integers(0, 9)), max_size=25)


async def act(table: Table, client: Client, seat: str, number: int, what: int) -> None:
    """One thing that somebody does: mostly what is on offer, sometimes back in time, sometimes nonsense."""
    cursor = table.room.state.table.cursor
    if what < 6:
        await take_offer(client, number)
    elif what == 6:
        await client.do("undo", node=cursor)
    elif what == 7:
        await client.do(("redo", "agree", "disagree", "withdraw")[number % 4], node=cursor)
    elif what == 8:
        await client.do("ref_hurt" if seat == "referee" else "move", "vega", amount=1)
    else:
        await client.do("say", text=f"{seat} {number}")


async def take_offer(client: Client, number: int) -> None:
    offered: Any = await client.ask(Offers("o", ("", "vega", "rook")[number % 3]))
    if isinstance(offered, Offered):
        bodies = [
            {**offer.body, **({offer.asks: target.value} if target else {})}
            for offer in offered.offers
            if not offer.why_not
            for target in (offer.targets or (None,))
        ]
        if bodies:
            body = bodies[number % len(bodies)]
            answer = await client.do(**words(body))
            assert isinstance(answer, Accepted | Rejected)


def words(body: dict[str, Any]) -> dict[str, Any]:
    """A body as arguments of `Client.do`."""
    return {"word" if name == "do" else name: value for name, value in body.items()}


@checked(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_whatever_is_played_every_client_sees_what_the_server_sees(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int, int]]
) -> None:
    async def play() -> None:
        async with serving(tmp_path_factory.mktemp("game")) as table:
            players = {seat: await table.player(seat, fmt) for seat, fmt in zip(SEATS, [*Format] * 2, strict=False)}
            watching = [await table.spectator(fmt) for fmt in Format]
            for seat, number, what in steps:
                await act(table, players[seat], seat, number, what)
            late = await table.spectator()
            for client in (*players.values(), *watching, late):
                await client.at(table.room.state.seq)
                assert client.welcome is not None
                hash = table.room.view(client.welcome.audience).hex
                assert view_hash(client.replica.view) == client.replica.hash == hash
            looked: Any = await late.ask(Look("l", max(1, table.room.state.seq // 2)))
            assert view_hash(looked.view) == looked.hash

    asyncio.run(play())
