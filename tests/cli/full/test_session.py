"""The program in a terminal of its own: whatever ends it, the terminal is as it was, and what was said last stays."""

import os
import sys
from pathlib import Path

from kit.link import link, seated
from kit.net import Table, serving
from kit.tmux import Tmux, in_tmux

PROGRAM = f"{sys.executable} -m wardiary_cli"


def environment(home: Path, **more: str) -> dict[str, str]:
    """What the shell knows."""
    return {
        "PATH": os.environ["PATH"], "HOME": str(home), "XDG_STATE_HOME": str(home), "TERM": "tmux-256color",
        "LANG": "C.UTF-8", **more,
    }  # fmt: skip


def invited(table: Table, seat: str = "red") -> str:
    return link(table, invite=table.lobby.vault.issue_invite("test", seat))


async def is_sane(tmux: Tmux) -> None:
    """The shell echoes what is typed, the cursor is there, and neither mouse nor other screen is left on."""
    tmux.line("stty -a; echo sane-$((6*7))")
    screen = await tmux.until("sane-42")
    settings = screen.replace("\n", " ").split()
    assert {"echo", "icanon", "isig", "icrnl", "opost"} <= {word.rstrip(";") for word in settings}
    flags = {name: tmux.flag(name) for name in ("cursor_flag", "alternate_on", "mouse_any_flag")}
    assert flags == {"cursor_flag": "1", "alternate_on": "0", "mouse_any_flag": "0"}


async def test_somebody_joins_plays_two_commands_and_quits(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, in_tmux(tmp_path, environment(tmp_path)) as tmux:
        tmux.line(f"{PROGRAM} join '{invited(table)}'; echo code $?")
        await tmux.until("You hold the seat Red.")
        assert tmux.flag("alternate_on") == "1"
        tmux.line("move vega b")
        await tmux.until("Vega moves from a to b.")
        tmux.line("say hello")
        await tmux.until('" Red: hello')
        tmux.line("quit")
        await tmux.until("code 0")
        assert table.room.state.game.units["vega"].zone == "b"
        await is_sane(tmux)


async def test_it_is_told_to_stop(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, in_tmux(tmp_path, environment(tmp_path)) as tmux:
        tmux.line(
            f"{PROGRAM} join '{invited(table)}' & echo $! > pid; fg; echo code $?".replace("pid", str(tmp_path / "pid"))
        )
        await tmux.until("You hold the seat Red.")
        os.kill(int((tmp_path / "pid").read_text()), 15)
        await tmux.until("code 143")
        await is_sane(tmux)


async def test_ctrl_c_leaves(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, in_tmux(tmp_path, environment(tmp_path)) as tmux:
        tmux.line(f"{PROGRAM} join '{invited(table)}'; echo code $?")
        await tmux.until("You hold the seat Red.")
        tmux.keys("C-c")
        await tmux.until("code 130")
        await is_sane(tmux)


async def test_the_seat_is_taken_back_and_that_stays_to_be_read(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, in_tmux(tmp_path, environment(tmp_path)) as tmux:
        tmux.line(f"{PROGRAM} join '{invited(table)}'; echo code $?")
        await tmux.until("You hold the seat Red.")
        async with seated(table, "referee") as referee:
            await referee.command({"do": "vacate", "seat": "red"})
        screen = await tmux.until("code 5")
        assert "taken back" in screen
        await is_sane(tmux)


async def test_the_server_is_gone(tmp_path: Path) -> None:
    async with in_tmux(tmp_path, environment(tmp_path)) as tmux:
        async with serving(tmp_path / "games") as table:
            tmux.line(f"{PROGRAM} join '{invited(table)}' --once; echo code $?")
            await tmux.until("You hold the seat Red.")
        await tmux.until("code 3")
        assert "No connection to" in tmux.screen
        await is_sane(tmux)
