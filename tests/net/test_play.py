"""Random play over real sockets: whatever is done, everybody sees what the server sees, and nobody misses an answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st
from kit import SEATS as TABLE
from kit import game, unit
from kit.net import Client, Table, serving
from kit.skirmish import WEAPONS
from msgspec.structs import replace
from wardiary_protocol.changes import view_hash
from wardiary_protocol.messages import Accepted, Look, Offered, Offers, Rejected
from wardiary_protocol.wire import Format
from wardiary_server.game.state import Area, Seat

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
            if not offer.why_not and offer.body["do"] not in ("vacate", "watching")  # nobody is sent away here
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


async def test_a_correction_is_seen_by_all_as_it_is_prepared_and_followed_like_any_update(tmp_path: Path) -> None:
    """Typed dice over real sockets: a wrong die is put right, what is newly asked is answered, and all are in step."""
    units = [unit("vega", "a", speed=9), unit("rook", "a", "blue", speed=9)]
    start = replace(game("a - b", units, items=WEAPONS, rulebooks=("zones",)), dice={"red": "typed", "blue": "typed"})
    start = replace(start, units={name: replace(one, items=("axe",)) for name, one in start.units.items()})
    async with serving(tmp_path, start) as table:
        red, blue, watch = await table.player("red"), await table.player("blue"), await table.spectator(Format.JSON)
        root = await red.accepted("attack", "vega", weapon="axe", target="rook")
        wrong = await red.accepted("answer", root=root, opened=root, part=0, faces=[1, 1, 1, 1])
        ended = await red.accepted("end", "vega")
        await blue.accepted("say", text="are you sure")

        refused = await watch.do("correct", entry=wrong, faces=[6, 1, 1, 1])
        assert (refused.code, watch.welcome.role) == ("not_allowed", "spectator")
        await red.accepted("correct", entry=wrong, faces=[6, 1, 1, 1])
        last = await red.accepted("correct", entry=ended, command={"do": "move", "unit": "vega", "to": "b"})
        await watch.at(last)
        shown = watch.replica.view["table"]["now"]["correction"]
        assert [(one["seq"], one["fate"]) for one in shown["outcomes"]] == [(wrong, "changed"), (ended, "changed")]

        seq = await red.accepted("accept", node=ended, draft=last)
        assert watch.replica.view["units"]["rook"]["stats"]["health"] == 5
        done = await blue.accepted("agree", node=ended)

        await watch.at(done + 2)
        late = await table.spectator()
        assert seq == last + 1
        assert [told.replays for told in watch.told if told.seq > done] == [wrong, ended]
        for client in (red, blue, watch, late):
            await client.at(table.room.state.seq)
            assert client.replica.view["units"]["rook"]["stats"]["health"] == 3
            assert view_hash(client.replica.view) == client.replica.hash == table.room.view("referee").hex


async def test_six_clients_see_one_request_one_damage_and_what_lies_on_the_way_in_its_order(tmp_path: Path) -> None:
    """dnd4eBeta#808, pf2e#20858: two of the six are referees. foundryvtt#11626: Hazard, then FIRE, for every client."""
    more = {"second": Seat("second", "Second referee", role="referee"), "green": Seat("green", "Green", "red")}
    start = game(
        "a - b - c",
        [unit("vega", "a", speed=2), unit("rook", "a", "blue")],
        areas={"lab": Area("lab", "hazard", "Lab", ("b",))},
        rulebooks=("environments", "zones"),
    )
    fire = {**start.zones, "c": replace(start.zones["c"], levels={"fire": 2})}
    start = replace(start, zones=fire, seats={**TABLE, **more}, dice={"red": "typed"})
    async with serving(tmp_path, start) as table:
        players = [await table.player(seat) for seat in start.seats]
        everybody = [*players, await table.spectator()]

        asked = await players[0].accepted("move", "vega", to="c")
        answer = {"root": asked, "opened": asked, "faces": ["blank"]}
        last = await players[list(start.seats).index("second")].accepted("answer", **answer)
        late = await players[list(start.seats).index("referee")].do("answer", **answer)

        assert (len(everybody), late.code) == (6, "stale_request")
        for client in everybody:
            await client.at(last)
            lost = [line.text for told in client.told for line in told.lines if "loses" in line.text]
            assert lost == ["Vega loses 1 health (Lab); 4 left.", "Vega loses 2 health (FIRE 2); 2 left."]
            assert sum(line.text.startswith("Vega (Lab)") for told in client.told for line in told.lines) == 1
