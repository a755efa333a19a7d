"""Reading back and asking what may be done: always answered, once, and nobody else notices."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from kit.net import Client, fresh, serving
from wardiary_protocol.changes import apply, view_hash
from wardiary_protocol.messages import (
    Accepted,
    Hello,
    Look,
    Looked,
    Offered,
    Offers,
    Page,
    Paged,
    Proof,
    Proved,
    Rejected,
    Told,
)
from wardiary_protocol.proof import START, add
from wardiary_protocol.wire import Format, encode
from wardiary_server.log.contract import Unavailable


async def pages(client: Client, **page: Any) -> list[Told]:
    """The whole story from an entry on, page by page."""
    found: list[Told] = []
    after = page.pop("after", 0)
    while True:
        answer: Paged = await client.ask(Page(fresh(), after=after, **page))
        found += answer.entries
        if not answer.more:
            return found
        after = answer.entries[-1].seq


@pytest.mark.parametrize("fmt", list(Format))
async def test_any_earlier_view_can_be_seen(tmp_path: Path, fmt: Format) -> None:
    """Cockatrice#544: a spectator who joins late can page the log from 1 and see the state at any seq."""
    async with serving(tmp_path) as table:
        red = await table.player("red")
        hashes = {red.replica.seq: red.replica.hash}
        for to in "bcbab":
            await red.accepted("move", "vega", to=to)
            hashes[red.replica.seq] = red.replica.hash
        eye = await table.spectator(fmt)
        for seq, hash in hashes.items():
            looked: Looked = await eye.ask(Look(fresh(), seq))
            assert (looked.seq, looked.hash, view_hash(looked.view)) == (seq, hash, hash)
        assert [told.seq for told in await pages(eye, limit=2)] == list(range(1, table.room.state.seq + 1))


@pytest.mark.parametrize("seq", [0, 3, 10**9])
async def test_an_entry_that_is_not_there_is_said_so(tmp_path: Path, seq: int) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()
        answer = await eye.ask(Look("a", seq))
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.seq) == ("no_such_entry", 1)


async def test_reading_back_moves_nobody_elses_view(tmp_path: Path) -> None:
    """cuttle#1247, netrunner#7914: a spectator reads back while A acts; nobody else's view moves."""
    async with serving(tmp_path) as table:
        red, blue, eye = await table.player("red"), await table.player("blue"), await table.spectator()
        for n in range(10):
            await red.accepted("say", text=str(n))
        heard = len(blue.heard)
        looks = [await eye.ask(Look(fresh(), seq)) for seq in range(2, 12)]
        seq = await red.accepted("move", "vega", to="b")
        assert [look.seq for look in looks] == list(range(2, 12))
        await blue.at(seq)
        await blue.ask(Offers("trip"))
        told = [type(message).__name__ for message in blue.heard[heard:]]
        assert set(told) <= {"Update", "Offered", "Presence"}
        await eye.at(seq)
        assert eye.replica.hash == blue.replica.hash == red.replica.hash


async def test_the_story_with_its_changes_replays_the_game_without_rules(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        start: Looked = await red.ask(Look(fresh(), 1))
        for to in "bcd":
            await red.accepted("move", "vega", to=to)
        await red.accepted("undo", node=table.room.state.table.cursor)
        view = dict(start.view)
        for told in await pages(red, after=1, limit=3, changes=True):
            view = apply(view, told.changes or [])
            assert view_hash(view) == told.hash
        assert view_hash(view) == red.replica.hash


async def test_a_page_is_cut_where_it_grows_too_large(tmp_path: Path) -> None:
    async with serving(tmp_path, page=2_000) as table:
        red = await table.player("red")
        for n in range(30):
            await red.accepted("say", text=str(n) * 100)
        answer: Paged = await red.ask(Page("a", limit=500))
        assert answer.more
        assert len(encode(answer, red.fmt)) < 3_000
        assert [told.seq for told in await pages(red, limit=500)] == list(range(1, table.room.state.seq + 1))


async def test_a_page_past_the_end_is_empty(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()
        for after in (1, 2, 10**9):
            answer: Paged = await eye.ask(Page(fresh(), after=after))
            assert (answer.entries, answer.more, answer.head) == ((), False, 1)


@pytest.mark.parametrize("fmt", list(Format))
async def test_the_chain_is_shown_once_the_game_is_closed(tmp_path: Path, fmt: Format) -> None:
    async with serving(tmp_path, page=500) as table:
        red, eye = await table.player("red"), await table.spectator(fmt)
        for n in range(20):
            await red.accepted("say", text=str(n))
        answer = await eye.ask(Proof("a"))
        assert isinstance(answer, Rejected)
        assert answer.code == "not_closed"
        await table.lobby.close("test")
        rows: list[Any] = []
        more = True
        while more:
            proved: Proved = await eye.ask(Proof(fresh(), after=len(rows)))
            rows += proved.rows
            more = proved.more
            assert len(proved.rows) < 20
        head = START
        for seq, commit_id, body, hash in rows:
            head = add("test", head, commit_id, body).head
            assert head == (seq, hash)
        assert head == table.room.head


async def test_offers_are_what_the_seat_may_do(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        offered: Offered = await red.ask(Offers("a", "vega"))
        assert (offered.unit, offered.seq) == ("vega", 2)
        move = next(offer for offer in offered.offers if offer.body["do"] == "move")
        assert {target.value for target in move.targets} == {"b", "c", "d"}
        nothing: Any = await eye.ask(Offers("b", "vega"))
        assert isinstance(nothing, Rejected) or not [offer for offer in nothing.offers if not offer.why_not]
        answer = await red.ask(Offers("c", "nobody"))
        assert isinstance(answer, Rejected)
        assert answer.code == "no_such_unit"


async def test_every_question_is_answered_once_and_too_many_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, waiting=8, answering=2) as table:
        red, raw = await table.player("red"), await table.raw()
        raw.say(Hello(code=table.lobby.vault.room_code("test")))
        await raw.frame()
        raw.say(*(Page(f"q{n}", changes=True) for n in range(60)))
        answers: dict[str, Any] = {}
        while len(answers) < 60:
            frame = await raw.frame()
            assert frame is not None
            message: Any = raw.read(frame)
            if hasattr(message, "id"):
                assert message.id not in answers
                answers[message.id] = message
        refused = [answer for answer in answers.values() if isinstance(answer, Rejected)]
        assert {answer.code for answer in refused} == {"busy"}
        assert len(refused) == 60 - 8 - 2
        assert isinstance(await red.do("say", text="others are not touched"), Accepted)


async def test_long_answers_let_others_in(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        for n in range(200):
            await red.accepted("say", text=str(n))
        asking = asyncio.create_task(eye.ask(Page("long", limit=500, changes=True)))
        await asyncio.sleep(0)
        await red.accepted("move", "vega", to="b")
        assert isinstance(await asking, Paged)


async def test_a_log_that_cannot_be_read_now_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()

        def unavailable(*_: Any) -> Any:
            raise Unavailable("The log is away.")

        with monkeypatch.context() as disk:
            disk.setattr(table.lobby.log, "read", unavailable)
            answer = await eye.ask(Page("a"))
            assert isinstance(answer, Rejected)
            assert (answer.code, answer.text) == ("unavailable", "The log is away.")

            def broken(*_: Any) -> Any:
                raise RuntimeError("a fault of ours")

            disk.setattr(table.lobby.log, "read", broken)
            answer = await eye.ask(Page("b"))
            assert isinstance(answer, Rejected)
            assert answer.code == "fault"
            assert "fault of ours" not in answer.text
        assert isinstance(await eye.ask(Page("c")), Paged)


async def test_questions_end_with_their_connection(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        raw, red = await table.raw(), await table.player("red")
        raw.say(Hello(code=table.lobby.vault.room_code("test")))
        await raw.frame()
        for n in range(50):
            await red.accepted("say", text=str(n))
        raw.say(*(Page(f"q{n}", changes=True) for n in range(40)))
        raw.writer.transport.abort()
        while table.server.house.halls["test"].attendance.watching:
            await red.ask(Offers(fresh()))
        await red.ask(Offers("trip"))
        left = [task for task in asyncio.all_tasks() if "answered" in repr(task.get_coro())]
        assert not left
