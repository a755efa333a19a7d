"""The program itself, run as people and programs run it, against a real server."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from kit.house import accepted
from kit.house import table as house
from kit.link import WELCOME, Peer, code_of, link, scripted, seated, soon
from kit.net import Table, serving
from wardiary_cli.attending import replay
from wardiary_cli.exits import Exit
from wardiary_protocol.messages import Knock
from wardiary_server.tools import export


class Program:
    """`python -m wardiary_cli` with pipes at all ends."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.stdin = cast("asyncio.StreamWriter", process.stdin)
        self.stdout = cast("asyncio.StreamReader", process.stdout)
        self.stderr = cast("asyncio.StreamReader", process.stderr)

    async def line(self) -> str:
        """The next line that it prints."""
        return (await soon(self.stdout.readline())).decode()

    async def until(self, text: str) -> str:
        """The next line that has this in it."""
        while text not in (line := await self.line()):
            assert line, f"it ended, and never said {text!r}: {(await self.stderr.read()).decode()}"
        return line

    async def message(self, **fields: Any) -> dict[str, Any]:
        """The next JSON line that has these fields."""
        while True:
            found: dict[str, Any] = json.loads(await self.line())
            if fields.items() <= found.items():
                return found

    def type(self, *lines: Any) -> None:
        """Lines into its input."""
        for line in lines:
            self.stdin.write((line if isinstance(line, str) else json.dumps(line)).encode() + b"\n")

    async def end(self) -> tuple[str, str, int]:
        """Ends its input; the rest of what it prints, what it says about it, and its exit code."""
        self.stdin.close()
        out, err, code = await soon(asyncio.gather(self.stdout.read(), self.stderr.read(), self.process.wait()))
        return out.decode(), err.decode(), code


@asynccontextmanager
async def wardiary(home: Path, *arguments: str, **environment: str) -> AsyncIterator[Program]:
    """The program, running."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "wardiary_cli", *arguments,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "XDG_STATE_HOME": str(home), **environment}, limit=2**24,
    )  # fmt: skip
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def run(home: Path, *arguments: str, **environment: str) -> tuple[str, str, int]:
    """The program from start to end, with nothing to read."""
    async with wardiary(home, *arguments, **environment) as program:
        return await program.end()


def invited(table: Table, seat: str = "red") -> str:
    return link(table, invite=table.lobby.vault.issue_invite("test", seat))


async def test_an_invite_takes_the_seat_and_the_used_invite_takes_it_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        url = invited(table)
        async with wardiary(tmp_path, "join", url, "--name", "Ada") as first:
            await first.until("You hold the seat Red.")
            first.process.kill()

        async with wardiary(tmp_path, "join", url) as again:
            again.type("move vega b")
            await again.until("Vega moves from a to b.")
            assert (await again.end())[1:] == ("", 0)

        out, _, code = await run(tmp_path, "join", f"127.0.0.1:{table.server.port}")
        assert "You hold the seat Red." in out
        assert code == 0


async def test_json_lines_go_both_ways(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, wardiary(tmp_path, "join", invited(table), "--json") as bot:
        welcome = await bot.message(t="welcome")
        bot.type({"do": "move", "unit": "vega", "to": "b"}, "nonsense", {"t": "offers", "unit": "vega"})
        await bot.message(t="rejected", code="unreadable")
        await bot.message(t="offered")
        _, err, code = await bot.end()

        assert welcome["seat"] == "red"
        assert table.room.state.game.units["vega"].zone == "b"
        assert (err, code) == ("", 0)


async def test_a_script_from_a_file_is_played(tmp_path: Path) -> None:
    (tmp_path / "commands").write_text("move vega b\nmove vega c\nmove rook a\n")
    async with serving(tmp_path / "games") as table:
        url = invited(table)
        with open(tmp_path / "commands") as commands:  # noqa: ASYNC230
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "wardiary_cli", "join", url, stdin=commands, stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
            )  # fmt: skip
            out, _ = await soon(process.communicate())

        assert "Vega moves from b to c." in out.decode()
        assert "! Rook is not yours to command. (not_yours)" in out.decode()
        assert process.returncode == 1


async def test_the_token_may_come_from_the_environment(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        url = f"127.0.0.1:{table.server.port}"
        out, _, code = await run(tmp_path, "join", url, WARDIARY_TOKEN=await table.seat("red"))

    assert "You hold the seat Red." in out
    assert code == 0


async def test_a_room_code_watches(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        wardiary(tmp_path, "watch", link(table, code=code_of(table))) as watcher,
        seated(table, "red") as red,
    ):
        await watcher.until("You are watching.")
        await red.command({"do": "say", "text": "\x1b[31mred\x1b[0m"})
        assert await watcher.until('" Red: ') == f'{table.room.state.seq:>5} " Red: \\x1b[31mred\\x1b[0m\n'
        assert (await watcher.end())[1:] == ("", 0)


async def test_a_stale_token_gives_way_to_the_link(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "blue") as blue:
        heard, url = blue.messages(), link(table, code=code_of(table))
        await run(tmp_path, "join", invited(table))
        await table.lobby.sit("test", "referee", "Cleo")
        async with seated(table, "referee") as referee:
            await referee.command({"do": "vacate", "seat": "red"})
        async with wardiary(tmp_path, "join", url, "--seat", "red", "--name", "Ada") as guest:
            await guest.until("Asked for the seat Red")
            while not isinstance(knock := await soon(anext(heard)), Knock):
                pass
            await blue.admit(knock.knock)
            await guest.until("You hold the seat Red.")


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("join",), 2, "Missing argument"),
        (("join", "ftp://host"), 2, "no way to a wardiary server"),
        (("dance",), 2, "No such command"),
        (("watch", "http://host/#i=abc"), 2, "An invite is for `wardiary join`"),
        (("log", "host:1", "--save", "x", "--from", "3"), 2, "does not go with --from"),
        (("log", "http://host:1/#i=abc"), 2, "That invite buys a seat"),
        (("join", "host:1"), 2, "No token is kept for any seat at host:1"),
        (("join", "127.0.0.1:1", "--token", "x", "--once"), 3, "nobody is listening there"),
        (("replay", "no-such-file"), 2, "cannot be read"),
        (("verify", "no-such-file"), 2, "cannot be read"),
    ],
)
async def test_what_cannot_be_is_said_and_has_its_code(
    tmp_path: Path, arguments: tuple[str, ...], code: int, why: str
) -> None:
    _out, err, exit = await run(tmp_path, *arguments)

    assert why in err
    assert exit == code
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("close", "code"), [(4401, 4), (4403, 5), (4404, 4), (4409, 6), (4503, 7), (4400, 1), (1001, 3)]
)
async def test_every_end_has_its_exit_code(tmp_path: Path, close: int, code: int) -> None:
    async def script(peer: Peer) -> None:
        await peer.hear()
        await peer.say(WELCOME)
        await peer.connection.close(close, "for a reason")

    async with (
        scripted(script) as address,
        wardiary(tmp_path, "watch", f"{address.url}#r=X", "--json", "--once") as program,
    ):
        await program.message(t="welcome")
        assert (await program.message(t="connection", state="ended"))["code"] == code
        _, err, exit = await program.end()

    assert "for a reason" in err
    assert exit == code


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 143)])
@pytest.mark.parametrize("form", [(), ("--json",)])
async def test_it_is_told_to_stop(tmp_path: Path, form: tuple[str, ...], number: signal.Signals, code: int) -> None:
    async with serving(tmp_path / "games") as table, wardiary(tmp_path, "join", invited(table), *form) as program:
        await program.until("Red")
        program.process.send_signal(number)
        _, err, exit = await program.end()

    assert (err, exit) == ("", code)


async def test_it_is_told_to_stop_before_there_is_a_connection(tmp_path: Path) -> None:
    async with wardiary(tmp_path, "watch", "127.0.0.1:1#r=X") as program:
        await program.until("-- No connection: nobody is listening there.")
        program.process.send_signal(signal.SIGINT)
        assert (await program.end())[1:] == ("", 130)


async def test_nobody_reads_on(tmp_path: Path) -> None:
    """`wardiary log URL | head`."""
    async with serving(tmp_path / "games") as table, seated(table, "red") as red:
        for _ in range(40):
            await red.command({"do": "say", "text": "x" * 400})
        url = link(table, code=code_of(table))
        source, sink = os.pipe()
        os.close(source)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wardiary_cli", "log", url, stdout=sink, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        )  # fmt: skip
        os.close(sink)
        _, err = await soon(process.communicate())

    assert (err, process.returncode) == (b"", 0)


async def test_the_log_is_printed_and_saved_and_then_needs_no_server(tmp_path: Path) -> None:
    file = str(tmp_path / "game.wardiary")
    async with serving(tmp_path / "games") as table:
        async with seated(table, "red") as red:
            for body in ({"do": "move", "unit": "vega", "to": "b"}, {"do": "say", "text": "hello"}):
                await red.command(body)
            await red.reached(table.room.state.seq)
            await red.command({"do": "undo", "node": red.scene.cursor})
        url = link(table, code=code_of(table))
        story, _, _ = await run(tmp_path, "log", url, "--from", "2")
        told, _, _ = await run(tmp_path, "log", url, "--json")
        await table.lobby.close("test")
        saved, _, code = await run(tmp_path, "log", url, "--save", file)

    assert code == 0
    assert "    3 ~ Vega's turn begins. (undone)" in story
    assert "    1 " not in story
    assert [json.loads(line)["seq"] for line in told.splitlines()] == [1, 2, 3, 4, 5]
    assert "6 entries, with the log" in saved
    proved, _, code = await run(tmp_path, "verify", file)
    assert (proved, code) == (
        f"{file}: PROVED. 6 entries, an unbroken chain; 0 rolls of the server's dice proved.\n",
        0,
    )
    replayed, _, code = await run(tmp_path, "replay", file)
    assert code == 0
    assert "6 entries, and every view matches its hash." in replayed
    assert "    3 ~ Vega's turn begins. (undone)" in replayed


@pytest.fixture
async def game(tmp_path: Path) -> Path:
    """An export of a short game."""
    async with house(tmp_path / "games") as (lobby, room):
        await lobby.sit("test", "red", "Ada")
        await accepted(room, "red", "move", "vega", to="b")
    export(tmp_path / "games", "test", tmp_path / "game.wardiary", audience="spectator", secrets=False)
    return tmp_path / "game.wardiary"


async def test_a_replay_has_the_pace_that_is_asked_for_and_shows_the_board(game: Path) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    out = StringIO()
    assert await replay(game, 3, 2.0, out, pause) is Exit.OK

    assert pauses == [0.5] * 3
    assert "Vega moves from a to b." in out.getvalue()
    assert "b -> a, c\n    Vega: Red" in out.getvalue()


async def test_a_fault_in_a_file_ends_with_1(tmp_path: Path, game: Path) -> None:
    text = game.read_text().replace("to b.", "to c.")  # noqa: ASYNC240
    game.write_text(text.replace('"b"', '"c"', 1))  # noqa: ASYNC240

    for command in ("replay", "verify"):
        _out, err, code = await run(tmp_path, command, str(game))
        assert code == 1, (command, _out, err)


async def test_the_help_lists_the_exit_codes(tmp_path: Path) -> None:
    out, _, code = await run(tmp_path, "--help")

    assert code == 0
    assert "130  Ctrl-C" in out
    assert (await run(tmp_path, "--version"))[2] == 0
