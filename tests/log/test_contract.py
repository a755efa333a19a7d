"""The contract of an event log, held against every engine (L1 to L3 and L5 to L9)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from wardiary_protocol.proof import START, Head, Row, add
from wardiary_server.log.contract import (
    MAX_BATCH,
    MAX_BODY,
    MAX_ENTRIES,
    Conflict,
    Corrupt,
    Entry,
    EventLog,
    Unavailable,
    Unfit,
    is_name,
)


class Engine(Protocol):
    """See conftest.py."""

    columns: tuple[str, ...]

    def place(self) -> Any: ...
    def open(self, place: Path) -> AbstractAsyncContextManager[EventLog]: ...
    def fresh(self) -> AbstractAsyncContextManager[EventLog]: ...
    def flip(self, place: Path, game: str, seq: int, column: str, bit: int) -> bool: ...
    def some(self, *bodies: bytes) -> list[Entry]: ...
    async def rows(self, log: EventLog, game: str, after: int = 0) -> list[Row]: ...
    async def write(self, log: EventLog, game: str, *bodies: bytes) -> Head: ...


bodies = st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=5)


async def test_what_was_appended_is_read_with_its_numbers_and_its_chain(engine: Engine) -> None:
    async with engine.fresh() as log:
        one, two, three = engine.some(b"one", b"two", b"three")

        assert await log.append("g", START, [one]) == 1
        assert await log.append("g", await log.head("g"), [two, three]) == 3

        first = add("g", START, *one)
        second = add("g", first.head, *two)
        third = add("g", second.head, *three)
        assert await engine.rows(log, "g") == [first, second, third]
        assert await engine.rows(log, "g", after=2) == [third]
        assert await engine.rows(log, "g", after=3) == []
        assert await log.head("g") == third.head


async def test_a_game_that_is_not_there_is_empty(engine: Engine) -> None:
    async with engine.fresh() as log:
        assert await log.head("nobody") == START
        assert await engine.rows(log, "nobody") == await engine.rows(log, "nobody", after=7) == []
        assert [game async for game in log.games()] == []


async def test_the_games_are_listed_in_order(engine: Engine) -> None:
    async with engine.fresh() as log:
        for game in ("zeta", "a-1", "Alpha"):
            await engine.write(log, game, b"x")
            await engine.write(log, game, b"x")

        assert [game async for game in log.games()] == ["Alpha", "a-1", "zeta"]


steps = st.lists(
    st.tuples(st.sampled_from(["g", "h"]), st.sampled_from(["head", "older", "ahead", "forked"]), bodies), max_size=12
)


@given(steps)
def test_only_the_true_head_is_let_in_and_nothing_ever_changes(engine: Engine, steps: Any) -> None:
    """L1, L2, L7: after each step the log is what a list would be."""

    async def walk() -> None:
        model: dict[str, list[Row]] = {"g": [], "h": []}
        async with engine.fresh() as log:
            for game, which, words in steps:
                told = model[game]
                entries = engine.some(*words)
                expected = _head(told, which)
                if expected == _head(told, "head"):
                    for entry in entries:
                        told.append(add(game, _head(told, "head"), *entry))
                    assert await log.append(game, expected, entries) == len(told)
                else:
                    with pytest.raises(Conflict) as refused:
                        await log.append(game, expected, entries)
                    assert refused.value.head == _head(told, "head")
                for name, rows in model.items():
                    assert await engine.rows(log, name) == rows
                    assert await log.head(name) == _head(rows, "head")

    asyncio.run(walk())


def _head(rows: list[Row], which: str) -> Head:
    head = rows[-1].head if rows else START
    match which:
        case "older" if len(rows) > 1:
            return rows[-2].head
        case "ahead":
            return Head(head.seq + 1, b"a" * 32)
        case "forked":
            return Head(head.seq, b"f" * 32)
    return head


@given(st.integers(2, 8), st.integers(1, 3), st.integers(0, 3))
@settings(max_examples=30)
def test_of_rivals_one_gets_in(engine: Engine, rivals: int, games: int, before: int) -> None:
    """L3, also where the rivals' games share a group; L7: a loser's entry never shows."""

    async def race() -> None:
        async with engine.fresh() as log:
            heads = {f"g{n}": START for n in range(games)}
            for game in heads:
                for _ in range(before):
                    heads[game] = await engine.write(log, game, b"before")
            appends = {
                (game, n): log.append(game, head, engine.some(b"from %d" % n))
                for game, head in heads.items()
                for n in range(rivals)
            }

            results = await asyncio.gather(*appends.values(), return_exceptions=True)

            for game, head in heads.items():
                here = [result for (name, _), result in zip(appends, results, strict=True) if name == game]
                rows = await engine.rows(log, game)
                assert here.count(head.seq + 1) == 1
                assert len(rows) == before + 1
                assert rows[-1].body == b"from %d" % here.index(head.seq + 1)
                lost = [result for result in here if isinstance(result, Conflict)]
                assert [conflict.head for conflict in lost] == [rows[-1].head] * (rivals - 1)

    asyncio.run(race())


@given(bodies, st.lists(bodies, max_size=3))
@settings(max_examples=50)
def test_a_batch_sent_again_is_the_same_batch(engine: Engine, words: list[bytes], later: list[list[bytes]]) -> None:
    """L5: at once, after others, and on a log that was opened again."""

    async def send_again() -> None:
        with engine.place() as place:
            async with engine.open(place) as log:
                head = await engine.write(log, "g", b"before")
                batch = engine.some(*words)
                seqs = await asyncio.gather(*(log.append("g", head, batch) for _ in range(3)))
                for more in later:
                    await engine.write(log, "g", *more)
                seqs.append(await log.append("g", head, batch))
                rows = await engine.rows(log, "g")
            async with engine.open(place) as log:
                seqs.append(await log.append("g", head, batch))
                assert await engine.rows(log, "g") == rows
            assert seqs == [1 + len(words)] * 5
            assert len(rows) == 1 + len(words) + sum(map(len, later))

    asyncio.run(send_again())


async def test_the_same_commands_with_another_body_or_another_start_are_no_repeat(engine: Engine) -> None:
    async with engine.fresh() as log:
        (commit_id, body) = engine.some(b"one")[0]
        await log.append("g", START, [(commit_id, body)])
        first = await log.head("g")

        for head, batch in [
            (START, [(commit_id, b"other")]),
            (START, engine.some(body)),
            (START, [(commit_id, body), *engine.some(b"two")]),
            (Head(0, b"f" * 32), [(commit_id, body)]),
        ]:
            with pytest.raises(Conflict, match="The log of g has gone on to entry 1") as refused:
                await log.append("g", head, batch)
            assert refused.value.head == first
        assert (await log.head("g")) == first


async def test_followers_see_what_readers_see(engine: Engine) -> None:
    """L6: from any place, joining early or late, while rivals write."""
    async with engine.fresh() as log:
        total, early = 60, asyncio.Event()

        async def writer() -> None:
            head = await log.head("g")
            while head.seq < total:
                try:
                    await log.append("g", head, engine.some(b"x"))
                except Conflict as conflict:
                    head = conflict.head
                else:
                    head = await log.head("g")
                if head.seq >= total // 2:
                    early.set()

        async def follower(after: int, late: bool) -> list[Row]:
            if late:
                await early.wait()
            return await _take(log.follow("g", after), total - after)

        seen, *_ = await asyncio.gather(
            asyncio.gather(*(follower(after, late) for after in (0, 7, total - 1) for late in (False, True))),
            *(writer() for _ in range(3)),
        )

        rows = await engine.rows(log, "g")
        assert seen == [rows[after:total] for after in (0, 7, total - 1) for _ in range(2)]


async def test_a_follower_may_wait_for_what_is_not_there_yet(engine: Engine) -> None:
    async with engine.fresh() as log:
        await engine.write(log, "g", b"one")
        waiting = asyncio.create_task(_take(log.follow("g", after=2), 1))
        await asyncio.sleep(0)

        await engine.write(log, "g", b"two")
        await engine.write(log, "other", b"noise")
        await engine.write(log, "g", b"three")

        assert [row.body for row in await waiting] == [b"three"]


async def test_a_cancelled_append_is_not_taken_back(engine: Engine) -> None:
    async with engine.fresh() as log:
        batch = engine.some(b"one")
        append = asyncio.create_task(log.append("g", START, batch))
        await asyncio.sleep(0)
        append.cancel()
        with pytest.raises(asyncio.CancelledError):
            await append

        assert [row.body for row in await _take(log.follow("g"), 1)] == [b"one"]
        assert await log.append("g", START, batch) == 1


columns = st.sampled_from(["game", "seq", "commit_id", "body", "hash"])


@given(st.integers(1, 4), columns, st.integers(0, 8 * 40))
@example(seq=4, column="seq", bit=7)  # the last entry's seq turns negative
@settings(max_examples=150)
def test_any_flipped_bit_is_corrupt(engine: Engine, seq: int, column: str, bit: int) -> None:
    """L8, wherever it is: in the first entry, in the middle, in the last."""

    async def read_all(log: EventLog) -> None:
        for game in [game async for game in log.games()]:
            await engine.rows(log, game)

    async def damage() -> None:
        with engine.place() as place:
            async with engine.open(place) as log:
                await engine.write(log, "g", b"one", b"the second entry, a longer one", b"three")
                await engine.write(log, "g", b"four")
                await engine.write(log, "other", b"one")
            if not engine.flip(place, "g", seq, column, bit):
                return
            async with engine.open(place) as log:
                with pytest.raises(Corrupt, match="is damaged: entry"):
                    await read_all(log)
                assert len(await engine.rows(log, "other")) == 1

    assert column in engine.columns
    asyncio.run(damage())


async def test_what_lies_before_the_place_one_reads_from_must_be_there(engine: Engine) -> None:
    with engine.place() as place:
        async with engine.open(place) as log:
            await engine.write(log, "g", b"one", b"two", b"three")
        engine.flip(place, "g", 2, "seq", 6)
        async with engine.open(place) as log:
            with pytest.raises(Corrupt, match="entry 2 is missing"):
                await engine.rows(log, "g", after=2)


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("g", []),
        ("g", [0]),
        ("g", [MAX_BODY + 1]),
        ("g", [1] * (MAX_ENTRIES + 1)),
        ("g", [MAX_BODY, MAX_BODY, 1]),
        ("", [1]),
        ("a game", [1]),
        ("a.b", [1]),
        ("-g", [1]),
        ("g\n", [1]),
        ("é", [1]),
        ("g" * 65, [1]),
    ],
)
async def test_what_no_engine_takes_is_refused_by_each(engine: Engine, game: str, sizes: list[int]) -> None:
    """L9, one too many."""
    async with engine.fresh() as log:
        with pytest.raises(Unfit, match=r"\.$"):
            await log.append(game, START, engine.some(*(b"x" * size for size in sizes)))
        assert [game async for game in log.games()] == []


@pytest.mark.parametrize("size", [15, 17, 0])
async def test_a_commit_id_has_its_length(engine: Engine, size: int) -> None:
    async with engine.fresh() as log:
        with pytest.raises(Unfit, match="16 bytes"):
            await log.append("g", START, [(b"i" * size, b"x")])


@pytest.mark.parametrize("sizes", [[1], [MAX_BODY], [1] * MAX_ENTRIES, [MAX_BODY, MAX_BATCH - MAX_BODY]])
async def test_what_is_within_the_limits_is_taken_by_each(engine: Engine, sizes: list[int]) -> None:
    """L9, just right."""
    async with engine.fresh() as log:
        name = "G" + "g_-9" * 15 + "123"
        assert is_name(name)
        assert await log.append(name, START, engine.some(*(b"x" * size for size in sizes))) == len(sizes)
        assert [len(row.body) for row in await engine.rows(log, name)] == sizes


async def test_long_games_are_read_in_pages_of_rows_and_of_bytes(engine: Engine) -> None:
    async with engine.fresh() as log:
        for _ in range(5):
            await engine.write(log, "many", *[b"x"] * MAX_ENTRIES)
            await engine.write(log, "large", b"y" * MAX_BODY, b"z" * MAX_BODY)

        assert [row.seq for row in await engine.rows(log, "many")] == list(range(1, 5 * MAX_ENTRIES + 1))
        assert [row.body[:1] for row in await engine.rows(log, "large", after=1)] == [b"z", *[b"y", b"z"] * 4]


async def test_a_closed_log_says_so_and_what_was_sent_before_is_written(engine: Engine) -> None:
    with engine.place() as place:
        async with engine.open(place) as log:
            follower = asyncio.create_task(_take(log.follow("g"), 2))
            last = asyncio.create_task(log.append("g", START, engine.some(b"last")))
            await asyncio.sleep(0)
            await asyncio.gather(log.aclose(), log.aclose())

            assert await last == 1
            for question in (follower, log.append("g", START, engine.some(b"x")), log.head("g"), engine.rows(log, "g")):
                with pytest.raises(Unavailable, match="closed"):
                    await question
        async with engine.open(place) as log:
            assert [row.body for row in await engine.rows(log, "g")] == [b"last"]


async def _take(source: AsyncIterator[Row], count: int) -> list[Row]:
    """The first so many rows of a source that may not end."""
    taken: list[Row] = []
    async for row in source:
        taken.append(row)
        if len(taken) == count:
            break
    return taken
