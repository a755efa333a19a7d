"""The game's file, kept elsewhere as the game goes on: only by a referee, only under a passphrase, no line twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from kit.house import accepted
from kit.net import Client, Table, serving
from structlog.testing import capture_logs
from wardiary_cli.reading import replay, verify
from wardiary_protocol.export import Export
from wardiary_protocol.messages import Keep, Kept, Rejected
from wardiary_protocol.verify import verify_rows
from wardiary_protocol.wire import Format
from wardiary_server import tools
from wardiary_server.data import opened
from wardiary_server.log.exports import import_export
from wardiary_server.log.sealing import unseal
from wardiary_server.net.keeping import BURST

PASSPHRASE = "nineteen days adrift"


class Keeper:
    """A client that keeps the file, as a page does."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.lines: list[str] = []
        self.last, self.hash = 0, ""
        self.answers: list[Kept] = []

    async def keep(self, passphrase: str = "") -> Kept:
        """Asks until all is there; the last answer."""
        while True:
            answer = await self.client.ask(Keep("k", self.last, self.hash, passphrase))
            assert isinstance(answer, Kept), answer
            self.answers.append(answer)
            self.lines = [*(self.lines if answer.after else []), *answer.lines]
            self.last, self.hash, passphrase = answer.last, answer.hash, ""
            if answer.last == answer.head:
                return answer

    @property
    def file(self) -> bytes:
        """The file as it would be saved."""
        return "".join([self.answers[-1].header, *self.lines, self.answers[-1].end]).encode()

    def export(self) -> Export:
        """The file, read from its first line to its last."""
        export = Export(self.file.splitlines(keepends=True))
        assert verify_rows(export.header.game, export.rows()).ok
        return export


@asynccontextmanager
async def keeping(
    tmp_path: Path, fmt: Format = Format.MSGPACK, **settings: float
) -> AsyncIterator[tuple[Table, Keeper]]:
    """A server with a few entries, and its referee, who keeps nothing yet."""
    async with serving(tmp_path / "games", **settings) as served:
        await served.seat("red")
        await accepted(served.room, "red", "move", "vega", to="b")
        yield served, Keeper(await served.player("referee", fmt))


async def refused(client: Client, passphrase: str = PASSPHRASE) -> Rejected:
    """Why somebody may not keep the file."""
    answer = await client.ask(Keep("k", passphrase=passphrase))
    assert isinstance(answer, Rejected), answer
    return answer


# ------------------------------------------------------------------------------------------- the file


@pytest.mark.parametrize("fmt", list(Format))
async def test_what_is_kept_is_what_the_owner_would_export(tmp_path: Path, fmt: Format) -> None:
    """Header, rows, what was told of each and the secrets, once they are opened."""
    async with keeping(tmp_path, fmt) as (served, keeper):
        await keeper.keep(PASSPHRASE)
        tools.export(tmp_path / "games", "test", tmp_path / "owners", audience="referee", secrets=True)
        theirs, kept = Export((tmp_path / "owners").read_bytes().splitlines(keepends=True)), keeper.export()

        assert kept.header == theirs.header
        assert list(Export(keeper.file.splitlines(keepends=True))) == list(theirs)
        assert kept.end is not None
        assert kept.end.sealed is not None
        assert kept.end.secrets is None
        assert unseal(kept.end.sealed, "test", PASSPHRASE) == served.lobby.vault.game("test")

        (tmp_path / "kept").write_bytes(keeper.file)
        assert verify(tmp_path / "kept").ok
        assert replay(tmp_path / "kept").fault == ""


async def test_the_game_goes_on_elsewhere_from_what_was_kept(tmp_path: Path) -> None:
    async with keeping(tmp_path) as (served, keeper):
        token = await served.seat("red")
        await keeper.keep(PASSPHRASE)
        head, dice = served.room.head, served.lobby.vault.game("test").dice
    (tmp_path / "f").write_bytes(keeper.file)
    async with opened(tmp_path / "there") as lobby:
        await import_export(tmp_path / "f", lobby.log, lobby.vault, PASSPHRASE)
        room = await lobby.open("test")
        assert room.head == head
        assert lobby.vault.who(token) == ("test", "red")
        assert lobby.vault.game("test").dice == dice
        await accepted(room, "red", "move", "vega", to="c")


async def test_no_line_comes_twice_over_an_undo_and_a_new_connection(tmp_path: Path) -> None:
    """Given a game that is kept while it goes on, each answer has the new entries alone, also after coming back."""
    async with keeping(tmp_path) as (served, keeper):
        await keeper.keep(PASSPHRASE)
        node = await accepted(served.room, "red", "move", "vega", to="c")
        await accepted(served.room, "red", "undo", node=node)
        await keeper.keep()
        keeper.client = await served.player("referee")
        await accepted(served.room, "red", "say", text="hello")
        await keeper.keep(PASSPHRASE)

        sent = [line for answer in keeper.answers for line in answer.lines]
        assert sent == keeper.lines
        assert len(sent) == served.room.state.seq == keeper.last
        assert [answer.lines for answer in keeper.answers if not answer.after] == [keeper.answers[0].lines]
        keeper.export()


async def test_a_long_game_comes_in_parts_and_with_nothing_new_there_are_no_lines(tmp_path: Path) -> None:
    async with keeping(tmp_path, page=4_000) as (served, keeper):
        for n in range(20):
            await accepted(served.room, "red", "say", text=f"{n} {'x' * 200}")
        await keeper.keep(PASSPHRASE)
        assert len(keeper.answers) > 2
        assert all(sum(map(len, answer.lines[:-1])) < 4_000 for answer in keeper.answers)
        keeper.export()
        before = keeper.file
        assert (await keeper.keep()).lines == ()
        assert keeper.file == before


@pytest.mark.parametrize(("after", "hash"), [(2, "00" * 32), (99, "00" * 32), (2, "no hash"), (2, "")])
async def test_what_is_not_of_this_log_begins_anew(tmp_path: Path, after: int, hash: str) -> None:
    async with keeping(tmp_path) as (served, keeper):
        keeper.last, keeper.hash, keeper.lines = after, hash, ["something else\n"]
        answer = await keeper.keep(PASSPHRASE)
        assert answer.after == 0
        assert len(keeper.lines) == served.room.state.seq
        keeper.export()


async def test_a_game_that_moved_is_kept_on_from_where_it_was(tmp_path: Path) -> None:
    """The epoch is another one, the rows are the same: none is sent again."""
    async with keeping(tmp_path) as (served, keeper):
        await keeper.keep(PASSPHRASE)
        served.room.release(served.lobby.vault.new_epoch("test"))
        again = await keeper.keep()
        assert again.lines == ()
        assert keeper.export().header.epoch == served.lobby.vault.game("test").epoch


# ------------------------------------------------------------------------------------------- the secrets


async def test_secrets_are_sealed_anew_when_they_changed_and_only_then(tmp_path: Path) -> None:
    async with keeping(tmp_path) as (served, keeper):
        first = await keeper.keep(PASSPHRASE)
        assert (await keeper.keep()).end == first.end
        token = served.lobby.vault.issue_token("test", "blue")
        await keeper.keep()
        (tmp_path / "f").write_bytes(keeper.file)
    async with opened(tmp_path / "there") as lobby:
        await import_export(tmp_path / "f", lobby.log, lobby.vault, PASSPHRASE)
        assert lobby.vault.who(token) == ("test", "blue")


async def test_another_passphrase_takes_the_place_of_the_first(tmp_path: Path) -> None:
    async with keeping(tmp_path) as (served, keeper):
        await keeper.keep(PASSPHRASE)
        await keeper.keep("another one altogether")
        end = keeper.export().end
        assert end is not None
        assert end.sealed is not None
        assert unseal(end.sealed, "test", "another one altogether") == served.lobby.vault.game("test")


# ------------------------------------------------------------------------------------------- who may not


@pytest.mark.parametrize("fmt", list(Format))
@pytest.mark.parametrize("who", ["red", "blue", ""])
async def test_nobody_but_the_referee_keeps_it(tmp_path: Path, who: str, fmt: Format) -> None:
    """Not with a passphrase, not with what the referee knows of an entry, and not once the game is closed."""
    async with keeping(tmp_path) as (served, keeper):
        last = await keeper.keep(PASSPHRASE)
        other = await (served.player(who, fmt) if who else served.spectator(fmt))
        await served.lobby.close("test")
        for asked in (Keep("a"), Keep("b", passphrase=PASSPHRASE), Keep("c", last.last, last.hash)):
            answer = await other.ask(asked)
            assert isinstance(answer, Rejected)
            assert answer.code == "not_allowed"


@pytest.mark.parametrize(
    ("passphrase", "code"), [("", "no_passphrase"), ("1234567", "weak_passphrase"), ("x" * 129, "malformed")]
)
async def test_without_a_good_passphrase_nothing_is_given_out(tmp_path: Path, passphrase: str, code: str) -> None:
    async with keeping(tmp_path) as (_served, keeper):
        assert (await refused(keeper.client, passphrase)).code == code
        assert (await refused(keeper.client, "")).code == "no_passphrase"


async def test_the_passphrase_of_one_connection_serves_no_other(tmp_path: Path) -> None:
    async with keeping(tmp_path) as (served, keeper):
        await keeper.keep(PASSPHRASE)
        assert (await refused(await served.player("referee"), "")).code == "no_passphrase"


async def test_a_server_whose_owner_does_not_want_it_gives_no_file_out(tmp_path: Path) -> None:
    async with keeping(tmp_path, keeping=0.0) as (_served, keeper):
        assert (await refused(keeper.client)).code == "no_keeping"


async def test_one_key_is_made_at_a_time_and_only_so_many_in_a_row(tmp_path: Path) -> None:
    """A referee who sends one passphrase after another keeps nobody else waiting for long."""
    async with keeping(tmp_path) as (_served, keeper):
        for n in range(3):
            await keeper.client.say(Keep(f"k{n}", passphrase=PASSPHRASE))
        answers = [await keeper.client.until(lambda heard: isinstance(heard, Kept | Rejected)) for _ in range(3)]
        assert sorted(getattr(answer, "code", "") for answer in answers) == ["", "busy", "busy"]
        for _ in range(BURST - 1):
            assert isinstance(await keeper.client.ask(Keep("k", passphrase=PASSPHRASE)), Kept)
        assert (await refused(keeper.client)).code == "too_fast"
        assert isinstance(await keeper.client.ask(Keep("k")), Kept)


# ------------------------------------------------------------------------------------------- what leaks


async def test_the_passphrase_is_nowhere_but_in_the_message(tmp_path: Path) -> None:
    """Not in what is reported, whatever goes wrong; not in any file of the server; not in what others are sent."""
    async with keeping(tmp_path, Format.JSON) as (served, keeper):
        eye = await served.spectator()
        with capture_logs() as reported:
            await keeper.keep(PASSPHRASE)
            vault, served.lobby.vault = served.lobby.vault, None  # type: ignore[assignment]
            assert (await refused(keeper.client)).code == "fault"
            served.lobby.vault = vault
        seq = await accepted(served.room, "red", "say", text="hello")
        await eye.at(seq)

        assert [entry["event"] for entry in reported] == ["a question was not answered"]
        assert PASSPHRASE not in str(reported)
        assert PASSPHRASE not in str(eye.heard)
        for file in (tmp_path / "games").iterdir():
            assert PASSPHRASE.encode() not in file.read_bytes(), file
