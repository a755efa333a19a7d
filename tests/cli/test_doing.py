"""What is typed is done, whoever shows what comes of it."""

from pathlib import Path

from kit.link import seated
from kit.net import serving
from wardiary_cli.client import Client
from wardiary_cli.doing import Doing
from wardiary_cli.seats import Seats
from wardiary_cli.show import Row


class Shown:
    """The rows that were shown, and how often a command was done."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.rows: list[Row] = []
        self.done = 0
        self.doing = Doing(client, Seats(folder), self.rows.extend, self._done, {})

    async def _done(self) -> None:
        self.done += 1

    async def after(self, line: str) -> str:
        """What a line shows."""
        self.rows.clear()
        await self.doing.line(line)
        return "\n".join(row.text for row in self.rows)


async def test_a_command_is_sent_and_a_refusal_shown(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "red") as red:
        shown = Shown(red, tmp_path)

        assert await shown.after("move vega b") == ""
        assert table.room.state.game.units["vega"].zone == "b"
        assert await shown.after("move rook b") == "! Rook is not yours to command. (not_yours)"
        assert "There is no word 'mvoe'" in await shown.after("mvoe vega")
        assert (shown.done, shown.doing.refused) == (1, 2)


async def test_what_is_done_here_shows_rows(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "red") as red:
        shown = Shown(red, tmp_path)

        assert "Vega: Red" in await shown.after("look")
        assert "Vega may:" in await shown.after("what vega")
        assert "move UNIT ZONE" in await shown.after("help")
        assert await shown.after("admit") == "! Nobody asks for a seat."
        assert await shown.after("") == ""


async def test_a_word_is_completed_by_what_there_is(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "red") as red:
        doing = Shown(red, tmp_path).doing

        assert {"move", "undo"} <= set(doing.completions("m"))
        assert {"vega", "d1"} <= set(doing.completions("move v"))
