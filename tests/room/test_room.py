"""A room decides, appends, publishes and answers, in that order, and every command is answered exactly once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit.house import accepted, do, small, table
from wardiary_protocol.changes import apply, view_hash
from wardiary_protocol.messages import Accepted, Command, Rejected, Update, Welcome
from wardiary_protocol.replica import Replica
from wardiary_server.data import SNAPSHOTS
from wardiary_server.game.entry import state_hash
from wardiary_server.lobby import now
from wardiary_server.log.contract import MAX_ENTRIES, Corrupt, Full, Unknown
from wardiary_server.room import Refused, Room, Tick
from wardiary_server.tools import verify_game


async def test_a_command_is_answered_after_it_is_durable(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        told: list[int] = []
        room.subscribers.append(lambda tick: told.append(tick.seq))
        seq = await accepted(room, "red", "move", "vega", to="b")
        assert (await lobby.log.head("test")).seq == seq == room.state.seq
        assert told == [seq]


async def test_what_is_queued_is_one_tick_and_one_frame(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        ticks: list[Tick] = []
        room.subscribers.append(ticks.append)
        await asyncio.gather(*(do(room, "red", {"do": "say", "text": str(n)}) for n in range(20)))
        assert [len(tick.entries) for tick in ticks] == [20]
        (update,) = {id(u): u for u in ticks[0].updates.values()}.values()
        assert [told.lines[0].text for told in update.entries] == [f"Red: {n}" for n in range(20)]


async def test_a_refusal_writes_nothing_and_tells_nobody(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        room.subscribers.append(lambda tick: pytest.fail("something was published"))
        before = await lobby.log.head("test")
        answer = await do(room, "blue", {"do": "move", "unit": "vega", "to": "b"})
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.seq) == ("not_yours", before.seq)
        assert await lobby.log.head("test") == before


@pytest.mark.parametrize(
    ("seat", "body", "code"),
    [
        ("blue", {"do": "move", "unit": "vega", "to": "b"}, "not_yours"),
        ("", {"do": "move", "unit": "vega", "to": "b"}, "not_allowed"),
        ("red", {"do": "fly", "unit": "vega"}, "unknown_command"),
        ("red", {"do": "move", "unit": "vega"}, "malformed"),
        ("red", {"do": "move", "unit": "vega", "to": "b", "fast": True}, "malformed"),
        ("red", {"do": "move", "unit": "vgea", "to": "b"}, "no_such_unit"),
        ("red", {"do": "move", "unit": "vega", "to": "zz"}, "no_such_zone"),
        ("red", {"do": "answer", "root": 99, "opened": 99, "part": 0, "faces": [1]}, "stale_request"),
        ("red", {"do": "undo", "node": 77}, "moved_on"),
        ("red", {"do": "close_game"}, "not_allowed"),
        ("red", {"do": "ref_hurt", "unit": "rook", "amount": 1}, "not_allowed"),
    ],
)
async def test_each_kind_of_refusal_has_its_own_code(tmp_path: Path, seat: str, body: dict, code: str) -> None:
    async with table(tmp_path) as (_, room):
        answer = await do(room, seat, body)
        assert isinstance(answer, Rejected)
        assert answer.code == code
        assert answer.text.endswith((".", "?"))


async def test_a_command_of_an_old_line_is_refused_and_an_answer_is_not(tmp_path: Path) -> None:
    """U8."""
    async with table(tmp_path) as (_, room):
        await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        answer = await do(room, "red", {"do": "move", "unit": "vega", "to": "b"}, line=0)
        assert isinstance(answer, Rejected)
        assert answer.code == "old_line"
        assert isinstance(await do(room, "red", {"do": "say", "text": "oh"}, line=0), Accepted)


async def test_the_same_id_again_has_no_second_effect_also_after_a_restart(tmp_path: Path) -> None:
    """boardgame.io#672, gaia-project#254, L5: one command id, one entry."""
    body = {"do": "move", "unit": "vega", "to": "b"}
    async with table(tmp_path) as (_, room):
        first = await do(room, "red", body, id="mine")
        again = await do(room, "red", body, id="mine")
        assert isinstance(first, Accepted)
        assert again == Accepted("mine", first.seq, again=True)
        other = await do(room, "red", {**body, "to": "c"}, id="mine")
        assert isinstance(other, Rejected)
        assert other.code == "id_reused"
    async with table(tmp_path) as (_, room):
        assert await do(room, "red", body, id="mine") == again


async def test_two_of_the_same_id_at_once_are_one_entry(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        body = {"do": "say", "text": "once"}
        answers = await asyncio.gather(*(do(room, "red", body, id="twin") for _ in range(5)))
        assert len({a.seq for a in answers}) == 1
        assert sorted(a.again for a in answers) == [False, True, True, True, True]  # type: ignore[union-attr]


async def test_a_full_disk_refuses_and_the_game_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The log's own refusal, at its seam: nothing is written, nothing is told, and no restart is needed."""
    async with table(tmp_path) as (_, room):
        await accepted(room, "red", "move", "vega", to="b")
        before = room.state

        async def full(*_: object) -> int:
            raise Full("There is no space left.")

        append, room.past.log.append = room.past.log.append, full  # type: ignore[method-assign]
        answer = await do(room, "red", {"do": "move", "unit": "vega", "to": "c"})
        assert isinstance(answer, Rejected)
        assert answer.code == "storage"
        assert room.state is before
        assert (await room.view_at("spectator", before.seq)).hex == room.view("spectator").hex
        room.past.log.append = append  # type: ignore[method-assign]
        assert await accepted(room, "red", "move", "vega", to="c") == before.seq + 1


async def test_an_append_whose_outcome_is_unknown_is_looked_up(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        append = room.past.log.append

        async def written_but_unheard(*args: object) -> int:
            await append(*args)  # type: ignore[arg-type]
            raise Unknown("No answer came in time.")

        room.past.log.append = written_but_unheard  # type: ignore[method-assign]
        assert isinstance(await do(room, "red", {"do": "say", "text": "there"}), Accepted)

        async def unheard(*args: object) -> int:
            raise Unknown("No answer came in time.")

        room.past.log.append = unheard  # type: ignore[method-assign]
        answer = await do(room, "red", {"do": "say", "text": "lost"})
        assert isinstance(answer, Rejected)
        assert answer.code == "unavailable"


async def test_another_writer_is_followed_and_the_batch_decided_again(tmp_path: Path) -> None:
    """L10 as a room sees it: its own head is old, so it reads what came, and decides on that."""
    async with table(tmp_path) as (lobby, room):
        rival = await lobby._open("test")
        ticks: list[Tick] = []
        room.subscribers.append(ticks.append)
        await accepted(rival, "blue", "move", "rook", to="c")
        seq = await accepted(room, "red", "move", "vega", to="b")
        assert room.state.game.units["rook"].zone == "c"
        assert [e.seq for tick in ticks for e in tick.entries] == [seq - 1, seq]
        assert state_hash(room.state) == state_hash((await lobby._open("test")).state)


async def test_a_corrupt_log_halts_the_game_and_it_can_still_be_read(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        await accepted(room, "red", "move", "vega", to="b")

        async def broken(*_: object) -> int:
            raise Corrupt("test", 3, "has a wrong hash")

        room.past.log.append = broken  # type: ignore[method-assign]
        for _ in range(2):
            answer = await do(room, "red", {"do": "say", "text": "?"})
            assert isinstance(answer, Rejected)
            assert answer.code == "halted"
        assert room.view("spectator").parts["units"]["vega"]["zone"] == "b"


async def test_offers_and_proof_of_an_open_game(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        offers = room.offers(room.who("red"), "vega")
        (move,) = [o for o in offers if o.body["do"] == "move"]
        assert [t.value for t in move.targets] == ["b", "c", "d"]
        with pytest.raises(Refused, match="closed"):
            await room.proved(0, 10)
        await lobby.close("test")
        assert [row.seq for row in await room.proved(0, 3)] == [1, 2, 3][: room.state.seq]


async def test_the_story_can_be_paged_and_says_how_the_view_changed(tmp_path: Path) -> None:
    """Cockatrice#544: a late spectator pages the log from its beginning, and needs nothing else."""
    async with table(tmp_path) as (_, room):
        for zone in ("b", "c", "d", "c"):
            await accepted(room, "red", "move", "vega", to=zone)
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        replica = Replica()
        replica.welcome(_welcome(room, 0, {}, view_hash({})))
        after = 0
        while after < room.state.seq:
            async for told in room.story("spectator", after, 2, changes=True):
                assert told.seq == after + 1
                replica.update(_update(told.seq, told.changes or [], told.hash))
                after = told.seq
        assert replica.hash == room.view("spectator").hex == view_hash(replica.view)


def _welcome(room: Room, seq: int, parts: object, hash: str) -> Welcome:
    return Welcome(
        game=room.game, title="", role="spectator", seat="", audience="spectator", epoch="e", seq=seq, line=0,
        hash=hash, view=parts,  # type: ignore[arg-type]
    )  # fmt: skip


def _update(seq: int, changes: list, hash: str) -> Update:
    return Update(since=seq - 1, seq=seq, line=0, entries=(), changes=changes, hash=hash)


async def test_reading_back_moves_nobody_else(tmp_path: Path) -> None:
    """cuttle#1247, netrunner#7914: somebody reads back while the game goes on."""
    async with table(tmp_path) as (_, room):
        seen: list[str] = []
        for n in range(30):
            await accepted(room, "red", "move", "vega", to="b" if n % 2 else "c")
            seen.append(room.view("spectator").hex)
        back = await room.view_at("spectator", 12)
        assert back.hex == seen[12 - (room.state.seq - 29)]
        assert room.view("spectator").hex == seen[-1]
        with pytest.raises(LookupError):
            await room.view_at("spectator", room.state.seq + 1)


async def test_more_than_the_queue_holds_is_refused_at_once(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        answers: list[Accepted | Rejected] = []
        for n in range(1_100):
            command = Command(id=f"q{n}", body={"do": "say", "text": "hi"}, line=0)
            room.command(room.who("red"), command, answers.append, at=now())
        await room.settled()
        assert len(answers) == 1_100
        assert {a.code for a in answers if isinstance(a, Rejected)} == {"busy"}
        assert sum(isinstance(a, Accepted) for a in answers) == 1_024


WORDS = st.sampled_from(("move", "undo", "redo", "say", "end", "rewind"))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(WORDS, st.integers(0, 3)), max_size=40))
async def test_every_follower_has_the_rooms_view(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int]]
) -> None:
    """U10: what updates add up to is what a fresh client gets, whatever was played."""
    async with table(tmp_path_factory.mktemp("room")) as (_, room):
        replica = Replica()
        view = room.view("spectator")
        replica.welcome(_welcome(room, room.state.seq, view.parts, view.hex))
        room.subscribers.append(lambda tick: replica.update(tick.updates["spectator"]))
        for word, n in acts:
            bodies = {
                "move": {"do": "move", "unit": "vega", "to": "abcd"[n]},
                "end": {"do": "end", "unit": "vega"},
                "say": {"do": "say", "text": "hm"},
                "rewind": {"do": "rewind", "to": 1 + n, "node": room.state.table.cursor},
            }
            seat = "red" if word in ("move", "end") else "referee"
            await do(room, seat, bodies.get(word, {"do": word, "node": room.state.table.cursor}))
        assert replica.hash == room.view("spectator").hex
        assert replica.hash == view_hash(room.view("spectator").parts)


async def test_a_room_that_closes_writes_what_was_queued(tmp_path: Path) -> None:
    async with table(tmp_path, small()) as (lobby, room):
        answers: list[Accepted | Rejected] = []
        for n in range(10):
            room.command(
                room.who("red"), Command(id=f"q{n}", body={"do": "say", "text": "hi"}), answers.append, at=now()
            )
        await lobby.unload("test")
        assert len(answers) == 10
        assert all(isinstance(answer, Accepted) for answer in answers)


async def test_one_update_leads_from_any_older_view_to_now(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        olds = [room.view("side:red")]
        for to in "bcb":
            await accepted(room, "red", "move", "vega", to=to)
            olds.append(room.view("side:red"))
        for old in olds:
            update = room.jump(old)
            assert (update.since, update.seq, update.entries) == (old.state.seq, room.state.seq, ())
            assert view_hash(apply(old.parts, update.changes)) == update.hash == room.view("side:red").hex


async def test_a_room_that_was_put_away_still_answers(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        answers = [asyncio.create_task(do(room, "red", {"do": "say", "text": str(n)})) for n in range(5)]
        await asyncio.sleep(0)
        await lobby.unload("test")
        assert all(isinstance(answer, Accepted) for answer in await asyncio.gather(*answers))
        late = await do(room, "red", {"do": "say", "text": "late"})
        assert isinstance(late, Rejected)
        assert late.code == "unloaded"


# ---------------------------------------------------------------------------------------------- a correction


def forget_snapshots(data: Path) -> None:
    """All of them are lost."""
    for path in data.glob(f"{SNAPSHOTS}*"):
        path.unlink()


async def walked(room: Room) -> int:
    """Vega has walked to and fro, with talk in between; her first step's entry."""
    first = await accepted(room, "red", "move", "vega", to="b")
    for zone in ("c", "b", "a"):
        await accepted(room, "blue", "say", text=zone)
        await accepted(room, "red", "move", "vega", to=zone)
    return first


async def test_a_correction_is_one_batch_one_tick_and_one_answer(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        first = await walked(room)
        await accepted(room, "red", "correct", entry=first, command={"do": "move", "unit": "vega", "to": "c"})
        await accepted(room, "referee", "correct", entry=first + 2, drop=True)
        ticks: list[Tick] = []
        room.subscribers.append(ticks.append)
        view, head = room.view("referee"), room.state.seq

        body = {"do": "accept", "node": room.state.table.cursor}
        answer = await do(room, "referee", body, id="once")

        assert answer == Accepted("once", head + 1)
        assert [[entry.replays for entry in tick.entries] for tick in ticks] == [[0, first, first + 4, first + 6]]
        (tick,) = ticks
        update = tick.updates["referee"]
        assert [told.replays for told in update.entries] == [0, first, first + 4, first + 6]
        assert view_hash(apply(view.parts, update.changes)) == update.hash == room.view("referee").hex
        assert await do(room, "referee", body, id="once") == Accepted("once", head + 1, again=True)
        assert (await lobby.log.head("test")).seq == head + 4
        assert room.state.game.units["vega"].zone == "a"


async def test_a_correction_that_is_prepared_outlasts_a_restart_and_is_accepted_from_the_log(tmp_path: Path) -> None:
    """Also where no snapshot is left, and the entries that it plays again are long out of memory."""
    async with table(tmp_path) as (_, room):
        first = await walked(room)
        await accepted(room, "red", "correct", entry=first, command={"do": "move", "unit": "vega", "to": "c"})
        await accepted(room, "referee", "correct", entry=first + 2, drop=True)
        for n in range(40):
            await asyncio.gather(*(do(room, "blue", {"do": "say", "text": f"{n}"}) for _ in range(40)))
        before = state_hash(room.state)
        correction = room.state.table.correction
    forget_snapshots(tmp_path)
    async with table(tmp_path) as (_, room):
        assert state_hash(room.state) == before
        assert room.state.table.correction == correction
        await accepted(room, "referee", "accept", node=room.state.table.cursor)
        assert room.state.table.correction is None
        after = state_hash(room.state)
        assert verify_game(tmp_path, "test").ok
    async with table(tmp_path) as (_, room):
        assert state_hash(room.state) == after
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        assert room.state.table.cursor == first + 6


async def test_a_correction_that_cannot_be_written_leaves_the_game_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as (lobby, room):
        first = await walked(room)
        await accepted(room, "red", "correct", entry=first, command={"do": "move", "unit": "vega", "to": "b"})
        before = room.state

        async def full(*_: object) -> int:
            raise Full("no space left")

        with monkeypatch.context() as patch:
            patch.setattr(lobby.log, "append", full)
            refused = await do(room, "referee", {"do": "accept", "node": before.table.cursor})
        assert isinstance(refused, Rejected)
        assert (refused.code, room.state) == ("storage", before)
        await accepted(room, "referee", "accept", node=before.table.cursor)


async def test_a_correction_waits_for_a_batch_that_has_room_for_all_of_it(tmp_path: Path) -> None:
    """Much is queued before it: it is decided after that, and none of it is lost."""
    async with table(tmp_path) as (_, room):
        first = await walked(room)
        await accepted(room, "red", "correct", entry=first, command={"do": "move", "unit": "vega", "to": "b"})
        ticks: list[Tick] = []
        room.subscribers.append(ticks.append)
        node = room.state.table.cursor
        said = [do(room, "blue", {"do": "say", "text": str(n)}) for n in range(MAX_ENTRIES - 2)]

        answers = await asyncio.gather(*said, do(room, "referee", {"do": "accept", "node": node}))

        assert all(isinstance(answer, Accepted) for answer in answers)
        assert [len(tick.entries) for tick in ticks] == [MAX_ENTRIES - 2, 5]
