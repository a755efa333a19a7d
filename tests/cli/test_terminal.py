"""The program on a real terminal: typing under what comes in, and leaving it as it was."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path

import pytest
from kit.link import link, seated
from kit.net import Table, serving
from kit.pty import Pty, on_terminal
from wardiary_cli.show import Row
from wardiary_cli.terminal import Lines, can_edit, print_rows, wants_colour
from wardiary_protocol.messages import Accepted

PROGRAM = (sys.executable, "-m", "wardiary_cli")
PROMPT = "[Red, round 1, your go] > "


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**kept, "XDG_STATE_HOME": str(home), "TERM": "xterm", **more}


@asynccontextmanager
async def joined(table: Table, home: Path, **more: str) -> AsyncIterator[Pty]:
    """Somebody who sits at a terminal, with the prompt before them."""
    url = link(table, invite=table.lobby.vault.issue_invite("test", "red"))
    async with on_terminal(*PROGRAM, "join", url, "--plain", env=environment(home, **more)) as pty:
        await pty.until("Your go: Vega.")
        await pty.until_last(PROMPT)
        yield pty


async def test_what_comes_in_goes_above_the_line_that_is_typed(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "blue") as blue, joined(table, tmp_path) as red:
        red.type("move ve")
        await red.until_last(f"{PROMPT}move ve")
        for number in range(3):
            assert isinstance(await blue.command({"do": "say", "text": f"number {number}"}), Accepted)
        await red.until("Blue: number 2")
        await red.until_last(f"{PROMPT}move ve")

        red.type("ga x\x17b\r")

        await red.until("Vega moves from a to b.")
        rows = red.glass.rows
        assert f"{PROMPT}move vega b" in rows
        assert not [row for row in rows if "Blue: number" in row and "move" in row]


async def test_keys_edit_the_line(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, joined(table, tmp_path) as red:
        red.type("sey hello\x01" + "\x1b[C" * 2 + "\x7fa\x1b[F!\n")
        await red.until('" Red: hello!')
        red.type("\x1b[A")
        await red.until_last(f"{PROMPT}say hello!")
        red.type("\x15move veg\tb\r")
        await red.until("Vega moves from a to b.")
        red.type("se\t\t")
        await red.until("seal  seat")


async def test_a_question_stands_in_the_prompt_until_it_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, joined(table, tmp_path) as red:
        red.type("frob\r")
        await red.until("! There is no word 'frob'.")
        await red.until_last(PROMPT)
        red.type("move vega b\r")
        await red.until_last("[Red, round 1, Vega's turn] > ")


@pytest.mark.parametrize(("keys", "code"), [("\x03", 130), ("half a line\x03", 130), ("\x04", 0), ("quit\r", 0)])
async def test_leaving_leaves_the_terminal_as_it_was(tmp_path: Path, keys: str, code: int) -> None:
    async with serving(tmp_path / "games") as table, joined(table, tmp_path) as red:
        assert red.modes != red.before
        red.type(keys)

        assert await red.ended() == code
        assert red.modes == red.before
        assert red.last == ""  # the shell's prompt begins a row of its own
        assert "Traceback" not in red.raw


async def test_ctrl_c_without_a_connection_leaves_too(tmp_path: Path) -> None:
    async with on_terminal(*PROGRAM, "watch", "127.0.0.1:1#r=X", "--plain", env=environment(tmp_path)) as pty:
        await pty.until("-- No connection: nobody is listening there.")
        pty.type("\x03")

        assert await pty.ended() == 130
        assert pty.modes == pty.before
        assert "Traceback" not in pty.raw


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_being_told_to_stop_leaves_the_terminal_as_it_was(tmp_path: Path, number: signal.Signals) -> None:
    async with serving(tmp_path / "games") as table, joined(table, tmp_path) as red:
        red.process.send_signal(number)

        assert await red.ended() == 143
        assert red.modes == red.before


async def test_an_end_that_the_server_makes_leaves_it_so_too_and_says_why(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        seated(table, "referee") as referee,
        joined(table, tmp_path) as red,
    ):
        await referee.command({"do": "vacate", "seat": "red"})

        assert await red.ended() == 5
        assert red.modes == red.before
        await red.until("This seat was taken back.")


async def test_ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "blue") as blue:
        url = link(table, invite=table.lobby.vault.issue_invite("test", "red"))
        program = f"'{sys.executable}' -m wardiary_cli join '{url}' --plain"
        script = f"set -m; {program}; stty -a; echo stopped; fg >/dev/null; echo code=$?"
        async with on_terminal("/bin/sh", "-c", script, env=environment(tmp_path)) as shell:
            await shell.until_last(PROMPT)
            shell.type("say half")
            await shell.until_last(f"{PROMPT}say half")
            shell.type("\x1a")
            await shell.until("stopped")
            modes = " ".join(shell.glass.rows)
            assert " icanon " in modes
            assert " echo " in modes
            await blue.command({"do": "say", "text": "meanwhile"})
            await shell.until('" Blue: meanwhile')
            await shell.until_last(f"{PROMPT}say half")
            shell.type(" of it\r")
            await shell.until('" Red: half of it')
            shell.type("\x04")
            await shell.until("code=0")


async def test_colour_is_for_terminals_and_for_those_who_want_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        async with joined(table, tmp_path) as red:
            red.type("move vega x\r")
            await red.until("! There is no zone 'x'.")
            assert "\x1b[31m! There is no zone 'x'." in red.raw
        async with seated(table, "referee") as referee:
            await referee.command({"do": "vacate", "seat": "red"})
        async with joined(table, tmp_path / "other", NO_COLOR="1") as red:
            red.type("move vega x\r")
            await red.until("! There is no zone 'x'.")
            assert "\x1b[31m" not in red.raw


async def test_long_rows_are_wrapped_and_the_line_stays_one_row(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        url = link(table, invite=table.lobby.vault.issue_invite("test", "red"))
        async with on_terminal(*PROGRAM, "join", url, "--plain", env=environment(tmp_path), columns=40) as pty:
            await pty.until("Your go: Vega.")
            pty.type("say " + "wordy " * 20)
            await pty.until("wordy wordy")
            pty.type("\r")
            await pty.until('" Red: wordy')

            assert all(len(row) < 40 for row in pty.glass.rows if "> say" not in row)


async def test_a_small_window_gets_lines_and_says_so_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        url = link(table, invite=table.lobby.vault.issue_invite("test", "red"))
        async with on_terminal(*PROGRAM, "join", url, env=environment(tmp_path), columns=60) as pty:
            await pty.until("Plain lines, since this window is small (60 by 40)")
            await pty.until("Your go: Vega.")
            assert pty.raw.count("Plain lines, since") == 1


async def test_a_terminal_that_can_do_little_gets_lines(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        url = link(table, invite=table.lobby.vault.issue_invite("test", "red"))
        async with on_terminal(*PROGRAM, "join", url, env=environment(tmp_path, TERM="dumb")) as pty:
            await pty.until("Your go: Vega.")
            pty.type("say hello\n")
            await pty.until('" Red: hello')
            assert "\x1b" not in pty.raw
            pty.type("\x04")
            assert await pty.ended() == 0


def test_what_is_no_terminal_gets_plain_rows(capfd: pytest.CaptureFixture[str]) -> None:
    out = StringIO()
    print_rows([Row("a" * 300, "bad"), Row("b\x1b[2J", "ask")], out)

    assert out.getvalue() == "a" * 300 + "\nb\\x1b[2J\n"
    assert not wants_colour(out)
    assert not can_edit(0, out)


async def test_a_pipe_is_a_script(tmp_path: Path) -> None:
    source, sink = os.pipe()
    os.write(sink, b"look\nquit")
    os.close(sink)
    lines = Lines(source, StringIO())

    lines.prompt("never seen")
    assert lines.scripted
    assert [line async for line in lines.lines()] == ["look", "quit"]
    os.close(source)
