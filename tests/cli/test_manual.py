"""The page about this program is in step with it, and what it shows works."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pytest
from kit import game, unit
from kit.link import link, soon
from kit.net import serving
from wardiary_cli.manual import blocks, main
from wardiary_protocol.page import fill
from wardiary_server.game.state import Clock

PAGE = Path(__file__).parents[2] / "docs/terminal.md"


def test_the_page_is_in_step() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert text == fill(text, blocks()), "run `python -m wardiary_cli.manual docs/terminal.md`"


def test_a_page_is_filled_where_it_has_places(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    places = ("keys", "words", "exits")
    page.write_text("# Words\n\n" + "\n".join(f"<!-- {name} -->\nold\n<!-- /{name} -->\n" for name in places))
    main([str(page)])

    assert "| `undo` |" in page.read_text()
    assert "| 130 | Ctrl-C |" in page.read_text()
    page.write_text("nothing here")
    with pytest.raises(KeyError):
        main([str(page)])


def test_the_bot_is_as_long_as_a_bot_may_be() -> None:
    assert len([line for line in bot().splitlines() if line.strip()]) <= 28


def bot() -> str:
    """The program that the page shows."""
    found = re.search(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


async def test_two_of_the_bots_play_a_game_to_its_end(tmp_path: Path) -> None:
    units = [unit("vega", "", speed=2), unit("rook", "", speed=2), unit("moth", "", "blue", speed=2)]
    start = game("a - b =d1= c", units, clock=Clock(), options={"frame.order": "alternate", "frame.rounds": 3})
    (tmp_path / "bot.py").write_text(bot())
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    async with serving(tmp_path / "games", start) as table:
        over = asyncio.Event()
        table.room.subscribers.append(lambda tick: over.set() if tick.state.game.result else None)
        bots = [
            await asyncio.create_subprocess_exec(
                sys.executable, tmp_path / "bot.py", link(table, invite=table.lobby.vault.issue_invite("test", seat)),
                env={**os.environ, "PATH": path, "XDG_STATE_HOME": str(tmp_path)}, start_new_session=True,
            )
            for seat in ("red", "blue")
        ]  # fmt: skip
        try:
            await soon(over.wait())
        finally:
            for process in bots:
                os.killpg(process.pid, signal.SIGKILL)  # and the program that it started
                await process.wait()

    assert table.room.state.game.result is not None
