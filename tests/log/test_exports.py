"""A game moves through a file with every hash and every seat (L11); a file that is not whole changes nothing."""

from __future__ import annotations

import asyncio
import base64
import itertools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from wardiary_protocol.export import BadExport, End, Header, Line, encode
from wardiary_protocol.proof import START, Row, add
from wardiary_server.log.contract import MAX_BODY, Corrupt, EventLog, LogError, Unfit
from wardiary_server.log.exports import (
    ImportRefused,
    NoGame,
    export_game,
    import_export,
    is_sealed,
    proved,
    read_export,
    write_export,
)
from wardiary_server.log.sealing import BadSeal, Key
from wardiary_server.log.sqlite_file import open_reader
from wardiary_server.log.vault import Place, Vault

PASSPHRASE = "nineteen days adrift"
BODIES = [b"body %d" % n for n in range(700)]


class House:
    """A server's log and vault with one game in it, and another server to move to."""

    def __init__(self, folder: Path, engine: Any) -> None:
        self.engine = engine
        self.old, self.new = folder / "old.db", folder / "new.db"
        self.file = folder / "game.jsonl"
        self.vault = Vault.open(folder / "old.json")
        self.new_vault = Vault.open(folder / "new.json")
        self.vault.create("g")

    def play(self, *bodies: bytes) -> None:
        async def play() -> None:
            async with self.engine.open(self.old) as log:
                for n in range(0, len(bodies), 200):
                    await self.engine.write(log, "g", *bodies[n : n + 200])

        asyncio.run(play())

    def export(self, **more: Any) -> None:
        more = {"secrets": self.vault.game("g")} | more
        with open_reader(self.old) as reader:
            export_game(self.file, reader, "g", title="A game", exported_by="wardiary 9", **more)

    def take_in(self, passphrase: str = "") -> Any:
        async def take_in() -> Any:
            async with self.engine.open(self.new) as log:
                return await import_export(self.file, log, self.new_vault, passphrase)

        return asyncio.run(take_in())

    def rows(self, path: Path) -> list[Row]:
        with open_reader(path) as reader:
            return list(reader.read("g"))


@pytest.fixture
def house(tmp_path: Path, engine: Any) -> House:
    house = House(tmp_path, engine)
    house.play(*BODIES)
    return house


# ------------------------------------------------------------------------------------------- moving a game


def test_a_game_that_moved_has_every_hash_and_every_seat(house: House) -> None:
    """Cockatrice#4296; L11."""
    token, invite = house.vault.issue_token("g", "red"), house.vault.issue_invite("g", "blue")
    house.export()

    imported = house.take_in()

    rows = house.rows(house.old)
    assert house.rows(house.new) == rows
    assert imported == ("g", rows[-1].head, len(BODIES))
    assert house.new_vault.who(token) == Place("g", "red")
    assert house.new_vault.redeem(invite) is not None
    assert house.new_vault.game("g").dice == house.vault.game("g").dice
    assert house.new_vault.game("g").epoch != house.vault.game("g").epoch

    async def play_on() -> int:
        async with house.engine.open(house.new) as log:
            return int(await log.append("g", rows[-1].head, house.engine.some(b"played on")))

    assert asyncio.run(play_on()) == len(BODIES) + 1


def test_a_sealed_file_moves_the_game_as_one_in_clear_does(house: House) -> None:
    token = house.vault.issue_token("g", "red")
    house.export(key=Key.of(PASSPHRASE))

    assert is_sealed(house.file)
    assert house.file.stat().st_mode & 0o777 == 0o600
    held = house.vault.game("g")
    for secret in (held.code, *held.tokens, base64.b64encode(held.dice).decode()):
        assert secret not in house.file.read_text()
    house.take_in(PASSPHRASE)

    assert house.rows(house.new) == house.rows(house.old)
    assert house.new_vault.who(token) == Place("g", "red")
    assert house.new_vault.game("g").dice == held.dice


@pytest.mark.parametrize(("passphrase", "why"), [("", "sealed: give the passphrase"), ("another one", "not open")])
def test_without_its_passphrase_nothing_of_a_sealed_file_is_taken_in(house: House, passphrase: str, why: str) -> None:
    house.export(key=Key.of(PASSPHRASE))

    with pytest.raises(LogError, match=f"{why}.*Nothing was taken in"):
        house.take_in(passphrase)

    assert house.rows(house.new) == []
    assert "g" not in house.new_vault


def test_a_damaged_seal_is_said_and_nothing_is_taken_in(house: House) -> None:
    house.export(key=Key.of(PASSPHRASE))
    *lines, last = house.file.read_bytes().splitlines(keepends=True)
    end = msgspec.json.decode(last, type=End)
    assert end.sealed is not None
    box = bytes([*end.sealed.box[:-1], end.sealed.box[-1] ^ 1])
    house.file.write_bytes(b"".join([*lines, encode(replace(end, sealed=replace(end.sealed, box=box)))]))

    with pytest.raises(BadSeal, match="damaged"):
        house.take_in(PASSPHRASE)

    assert "g" not in house.new_vault


def test_a_file_in_clear_needs_no_passphrase(house: House) -> None:
    house.export()
    assert not is_sealed(house.file)


sizes = st.lists(st.integers(1, 2000) | st.just(MAX_BODY), min_size=1, max_size=12)


@given(sizes)
@settings(max_examples=25)
def test_there_and_back_again(tmp_path_factory: pytest.TempPathFactory, engine: Any, sizes: list[int]) -> None:
    """L11, for bodies of all sizes."""

    async def travel(folder: Path) -> None:
        places = [folder / name for name in ("a.db", "b.db", "c.db")]
        vault = Vault.open(folder / "a.json")
        vault.create("g")
        async with engine.open(places[0]) as log:
            for size in sizes:
                await engine.write(log, "g", b"x" * size)
        for here, there in itertools.pairwise(places):
            with open_reader(here) as reader:
                export_game(folder / "f", reader, "g", title="", exported_by="", secrets=vault.game("g"))
            vault = Vault.open(there.with_suffix(".json"))
            async with engine.open(there) as log:
                await import_export(folder / "f", log, vault)
        logs = []
        for place in places:
            with open_reader(place) as reader:
                logs.append(list(reader.read("g")))
        assert logs[0] == logs[1] == logs[2]
        assert len(logs[0]) == len(sizes)

    asyncio.run(travel(tmp_path_factory.mktemp("travel")))


def test_a_game_that_is_here_already_is_left_alone(house: House) -> None:
    house.export()
    house.take_in()
    before = house.new_vault.game("g")
    with pytest.raises(ImportRefused, match=r"There is a game g here already\. It was left as it is\."):
        house.take_in()
    assert house.new_vault.game("g") == before
    assert len(house.rows(house.new)) == len(BODIES)


@pytest.mark.parametrize("taken", [1, 256, 300, 700])
def test_an_import_that_was_cut_short_is_finished_by_another(house: House, taken: int) -> None:
    house.export()
    rows = house.rows(house.old)

    async def die_halfway() -> None:
        async with house.engine.open(house.new) as log:
            head = START
            for row in rows[:taken]:
                await log.append("g", head, [(row.commit_id, row.body)])
                head = row.head

    asyncio.run(die_halfway())

    assert house.take_in() == ("g", rows[-1].head, len(BODIES) - taken)
    assert house.rows(house.new) == rows
    assert "g" in house.new_vault


def test_another_game_of_that_name_is_left_alone(house: House) -> None:
    house.export()

    async def play_another() -> None:
        async with house.engine.open(house.new) as log:
            await house.engine.write(log, "g", b"another game")

    asyncio.run(play_another())
    with pytest.raises(ImportRefused, match="Another game g is here already"):
        house.take_in()
    assert [row.body for row in house.rows(house.new)] == [b"another game"]
    assert "g" not in house.new_vault


# ------------------------------------------------------------------------------------------- the file


def test_with_secrets_the_file_is_private_and_without_it_is_not(house: House) -> None:
    house.export()
    assert house.file.stat().st_mode & 0o777 == 0o600
    house.export(secrets=None, audience="", told=lambda row: {"seq": row.seq})
    assert house.file.stat().st_mode & 0o777 == 0o644
    text = house.file.read_text()
    assert house.vault.game("g").dice.hex() not in text
    assert all(line.told == {"seq": line.seq} for line in _lines(house.file))
    with pytest.raises(ImportRefused, match=r"has no secrets.*can be verified and replayed"):
        house.take_in()


def _lines(path: Path) -> list[Line]:
    with read_export(path) as export:
        return list(export)


def test_a_game_is_exported_while_it_is_played(house: House) -> None:
    async def play_and_export() -> None:
        async with house.engine.open(house.old) as log:
            with open_reader(house.old) as reader:
                head = await log.head("g")

                def meanwhile(row: Row) -> None:
                    if row.seq == 5:
                        asyncio.run_coroutine_threadsafe(_play_on(log, house.engine), loop).result()

                loop = asyncio.get_running_loop()
                told = {"title": "A game", "exported_by": "", "told": meanwhile}
                assert await asyncio.to_thread(export_game, house.file, reader, "g", **told) == head
            assert (await log.head("g")).seq == head.seq + 1

    asyncio.run(play_and_export())
    assert len(_lines(house.file)) == len(BODIES)


async def _play_on(log: EventLog, engine: Any) -> None:
    await engine.write(log, "g", b"meanwhile")


def test_a_failed_export_leaves_the_older_file(house: House) -> None:
    house.export()
    before = house.file.read_bytes()
    house.engine.flip(house.old, "g", 600, "body", 1)
    with pytest.raises(Corrupt, match="entry 600"):
        house.export()
    assert house.file.read_bytes() == before


def test_there_is_no_export_of_no_game(house: House) -> None:
    with open_reader(house.old) as reader, pytest.raises(NoGame, match="There is no game nobody in "):
        export_game(house.file, reader, "nobody", title="", exported_by="")
    assert not house.file.exists()


@given(st.integers(0, 10**6), st.integers(0, 7))
@settings(max_examples=150)
def test_a_file_that_changed_is_never_taken_in(
    tmp_path_factory: pytest.TempPathFactory, engine: Any, at: int, bit: int
) -> None:
    """Any bit of any line but the secrets' and the header's words: refused, and nothing written."""
    folder = tmp_path_factory.mktemp("spoiled")
    house = House(folder, engine)
    house.play(b"one", b"two", b"three")
    house.export()
    first, *entries, last = house.file.read_bytes().splitlines(keepends=True)
    middle = bytearray(b"".join(entries))
    middle[at % len(middle)] ^= 1 << bit
    house.file.write_bytes(first + bytes(middle) + last)

    async def take_in() -> tuple[Row, ...]:
        async with engine.open(house.new) as log:
            try:
                await import_export(house.file, log, house.new_vault)
            except (ImportRefused, Unfit):
                assert await log.head("g") == START
                assert "g" not in house.new_vault
            return tuple(await engine.rows(log, "g"))

    assert asyncio.run(take_in()) in ((), tuple(house.rows(house.old)))


def test_what_no_engine_takes_is_refused_before_anything_is_written(house: House) -> None:
    row = add("g", START, b"short", b"body")
    write_export(house.file, Header(game="g", head=1), [Line.of(row)], house.vault.game("g"))
    with pytest.raises(Unfit, match="16 bytes"):
        house.take_in()
    assert not house.new.exists() or house.rows(house.new) == []


def test_files_of_other_kinds_are_refused_in_a_sentence(house: House, tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match="cannot be read: No such file or directory"):
        house.take_in()
    house.export()
    whole = house.file.read_bytes()
    house.file.write_bytes(whole[:-40])
    with pytest.raises(ImportRefused, match=rf"^{house.file} was cut off in line {len(BODIES) + 2}\.$"):
        house.take_in()
    house.file.write_bytes(b"\x89PNG")
    with pytest.raises(ImportRefused, match="no export of a wardiary game"):
        house.take_in()
    rows = house.rows(house.old)
    garbled = End(len(rows), rows[-1].hash, {"epoch": 5})
    lines = [Header(game="g", head=len(rows)), *map(Line.of, rows), garbled]
    house.file.write_bytes(b"".join(map(encode, lines)))
    with pytest.raises(ImportRefused, match="has secrets that cannot be read"):
        house.take_in()
    assert "g" not in house.new_vault


def test_rows_of_an_export_are_proved(house: House) -> None:
    house.export()
    with read_export(house.file) as export:
        assert list(proved(export)) == house.rows(house.old)
    rows = house.rows(house.old)
    rows[299] = rows[299]._replace(body=b"other")
    write_export(house.file, Header(game="g", head=len(rows)), map(Line.of, rows))
    with read_export(house.file) as export, pytest.raises(BadExport, match="entry 300 does not match its hash"):
        list(proved(export))
