"""Coming, coming back, and having been behind: never a gap, never a repeat."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st
from kit.net import Client, Table, serving
from msgspec.structs import replace
from wardiary_protocol.changes import view_hash
from wardiary_protocol.messages import Hello
from wardiary_protocol.wire import Format
from wardiary_server.net.frames import frame

TOLD = {"told": 8, "resume": 30}


async def talk(table: Table, count: int) -> None:
    """That many entries, in order."""
    for _ in range(count):
        answer = await table.lobby.sit("test", "blue", f"Bo {table.room.state.seq}")
        assert answer.seq == table.room.state.seq


def in_step(table: Table, client: Client) -> bool:
    """Whether a client sees what the server has for its audience."""
    assert client.welcome is not None
    hash = table.room.view(client.welcome.audience).hex
    return client.replica.seq == table.room.state.seq and view_hash(client.replica.view) == client.replica.hash == hash


@pytest.mark.parametrize("fmt", list(Format))
@pytest.mark.parametrize("restart", [False, True])
async def test_whoever_comes_back_gets_what_they_missed_however_much_it_is(
    tmp_path: Path, fmt: Format, restart: bool
) -> None:
    """lichess/mobile#2525, socket.io#4880: k missed entries, from none to past the limit, also after a restart."""
    kept: list[Client] = []
    async with serving(tmp_path, **TOLD) as table:
        await table.seat("blue")
        for _ in range(36):
            kept.append(await table.spectator(fmt))
            await kept[-1].leave()
            await talk(table, 1)
        if not restart:
            await all_back(table, kept)
    if restart:
        async with serving(tmp_path, **TOLD) as table:
            await all_back(table, kept)


async def all_back(table: Table, kept: list[Client]) -> None:
    head = table.room.state.seq
    code = table.lobby.vault.room_code("test")
    for client in kept:
        was = client.replica.seq
        back = await table.back(client, code=code)
        welcome = back.welcome
        assert welcome is not None
        assert in_step(table, back)
        missed = head - was
        if missed == 0:
            assert welcome.view is None
            assert welcome.missed is None
        elif missed > 30:
            assert welcome.view is not None
        elif welcome.missed is not None:
            seqs = [told.seq for told in welcome.missed.entries]
            assert seqs == list(range(head - min(missed, 8) + 1, head + 1))
            assert welcome.missed.since == was


async def test_what_was_missed_is_sent_where_it_is_less_than_the_whole(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()
        await eye.leave()
        await talk(table, 1)
        eye = await table.back(eye, code=table.lobby.vault.room_code("test"))
        assert eye.welcome is not None
        assert eye.welcome.view is None
        assert [told.seq for told in eye.told] == [2]
        await eye.leave()
        await talk(table, 100)
        eye = await table.back(eye, code=table.lobby.vault.room_code("test"))
        assert eye.welcome is not None
        assert eye.welcome.missed is None
        assert in_step(table, eye)


async def test_a_client_that_is_out_of_step_gets_the_whole_view(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()
        resume = eye.resume()
        assert resume is not None
        await talk(table, 2)
        odd = [
            replace(resume, epoch="another"),
            replace(resume, audience="referee"),
            replace(resume, audience="side:red"),
            replace(resume, hash=""),
            replace(resume, hash="0000000000000000"),
            replace(resume, seq=resume.seq + 1),
            replace(resume, seq=0),
            replace(resume, seq=10**9),
            replace(resume, epoch="", audience="", hash="", seq=0),
        ]
        for claim in odd:
            client = await table.hello(Hello(code=table.lobby.vault.room_code("test"), resume=claim))
            assert client.welcome is not None
            assert client.welcome.view is not None
            assert client.welcome.audience == "spectator"
            assert in_step(table, client)


async def test_an_import_begins_a_new_epoch_and_whoever_comes_back_sees_all_anew(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        await red.accepted("move", "vega", to="b")
        await red.leave()
    async with serving(tmp_path) as table:
        table.lobby.vault.new_epoch("test")
        await table.lobby.unload("test")
        back = await table.hello(Hello(token=table.token("red"), resume=red.resume()), replica=red.replica)
        assert back.welcome is not None
        assert back.welcome.view is not None
        assert back.replica.epoch == table.lobby.vault.game("test").epoch


async def test_a_late_joiner_sees_what_those_see_who_were_there_all_along(tmp_path: Path) -> None:
    """Cockatrice#4414"""
    async with serving(tmp_path) as table:
        live, red = await table.spectator(), await table.player("red")
        for to in "bcbabcd":
            await red.accepted("move", "vega", to=to)
        await red.accepted("undo", node=table.room.state.table.cursor)
        late = await table.spectator(Format.JSON)
        await live.at(table.room.state.seq)
        assert late.replica.hash == live.replica.hash
        assert in_step(table, late)
        assert in_step(table, live)


async def test_entries_while_somebody_is_welcomed_are_neither_lost_nor_told_twice(tmp_path: Path) -> None:
    """foundry#9639, #5624: 500 entries while clients are being welcomed; their state equals everyone's."""
    async with serving(tmp_path, told=50) as table:
        red, gone = await table.player("red"), await table.spectator()
        await gone.leave()
        code = table.lobby.vault.room_code("test")

        async def act() -> None:
            for n in range(500):
                await red.accepted("say", text=str(n))

        async def come(n: int) -> Client:
            fmt = list(Format)[n % 2]
            if n % 3:
                return await table.spectator(fmt)
            knocked = await table.knock(gone.fmt)
            knocked.replica.welcome(gone.welcome)  # type: ignore[arg-type]
            await knocked.say(Hello(code=code, resume=gone.resume()))
            await knocked.hear()
            return knocked

        acting = asyncio.create_task(act())
        clients = [client for _ in range(4) for client in await asyncio.gather(*(come(n) for n in range(6)))]
        assert not acting.done()
        await acting
        await asyncio.gather(*(client.at(table.room.state.seq) for client in clients))
        assert all(in_step(table, client) for client in clients)
        for client in clients:  # updates follow upon each other, and tell of each entry once
            assert all(a.seq == b.since for a, b in pairwise(client.updates))
            told = [entry.seq for entry in client.told]
            assert told == list(range(told[0], table.room.state.seq + 1))


async def test_a_token_and_a_resume_lead_to_the_same_request(tmp_path: Path) -> None:
    """forge#10562: asked, dropped, back: the same request with the same id; answering works once."""
    async with serving(tmp_path, asking()) as table:
        red, blue = await table.player("red"), await table.player("blue")
        await red.accepted("ready")
        await blue.accepted("ready")
        await red.at(table.room.state.seq)
        asked = dict(red.replica.view["requests"])
        assert asked
        red.ws.transport.abort()
        red = await table.back(red, token=table.tokens["red"])
        assert dict(red.replica.view["requests"]) == asked
        (root, request) = next(iter(asked.items()))
        part = next(number for number, part in request["parts"].items() if part["seat"] == "red")
        body = {"root": int(root), "opened": request["opened"], "part": int(part), "faces": [7]}
        await red.accepted("answer", **body)
        again = await red.do("answer", **body)
        assert again.code == "stale_request"  # type: ignore[union-attr]


def asking() -> object:
    """A game that asks both sides for their initiative once they are set up."""
    from kit.house import small
    from wardiary_server.game.state import Clock

    return small(clock=Clock(phase="setup"), options={"frame.order": "initiative", "frame.dice": "typed"})


# ------------------------------------------------------------------------------------------ for all


@checked(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["stay", "leave", "back", "come"])), max_size=12))
def test_whoever_comes_and_goes_whenever_sees_the_same(
    tmp_path_factory: pytest.TempPathFactory, data: list[tuple[int, str]]
) -> None:
    async def play() -> None:
        async with serving(tmp_path_factory.mktemp("game"), told=3, resume=6) as table:
            await table.seat("blue")
            here, away = [await table.spectator()], list[Client]()
            code = table.lobby.vault.room_code("test")
            for count, what in data:
                await talk(table, count)
                if what == "come":
                    here.append(await table.spectator(Format.JSON))
                elif what == "leave" and here:
                    away.append(here.pop(0))
                    await away[-1].leave()
                elif what == "back" and away:
                    here.append(await table.back(away.pop(0), code=code))
            for client in here:
                await client.at(table.room.state.seq)
                assert in_step(table, client)

    asyncio.run(play())


async def test_what_many_ask_for_at_once_is_made_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.spectator()
        reception = table.server.house.halls["test"].reception
        view = table.room.view("spectator")
        await talk(table, 1)
        made = [reception.jump(view, Format.MSGPACK) for _ in range(3)]
        assert made[0] == made[1]
        first = reception._update(view, Format.MSGPACK, 20)
        assert reception._update(view, Format.MSGPACK, 20) is first
        assert frame(first, Format.MSGPACK) == made[0]
        await talk(table, 1)
        assert reception.jump(view, Format.MSGPACK) != made[0]
