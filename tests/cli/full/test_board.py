"""The board's pane."""

from collections.abc import Mapping
from typing import Any

from kit.full import eventually
from textual.app import App, ComposeResult
from textual.widgets import Static
from wardiary_cli.full.board import Board
from wardiary_cli.scene import Scene

UNITS = {"vega": {"name": "Vega", "zone": "a", "at": [6000, 6000], "status": "ready"}}


class Alone(App[None]):
    """The pane by itself, and who was clicked on."""

    CSS = "#drawing { width: auto; height: auto; }"

    def __init__(self, view: Mapping[str, Any]) -> None:
        super().__init__()
        self.scene = Scene(view)
        self.picked: list[str] = []

    def compose(self) -> ComposeResult:
        yield Board("board")

    def on_mount(self) -> None:
        self.query_one(Board).show(self.scene, "")

    def on_board_picked(self, event: Board.Picked) -> None:
        self.picked.append(event.unit)

    @property
    def drawing(self) -> str:
        return str(self.query_one("#drawing", Static).content)


async def test_a_click_on_a_unit_selects_it() -> None:
    app = Alone({"zones": {"a": {"place": [0, 0]}, "b": {"place": [1, 0]}}, "units": UNITS})
    async with app.run_test() as pilot:
        await pilot.click("#drawing", offset=(2, 1))
        await pilot.click("#drawing", offset=(0, 0))
        await eventually(lambda: app.picked == ["vega"], lambda: app.picked)


async def test_a_board_in_inches_grows_and_shrinks() -> None:
    app = Alone({"game": {"now": {"measure": "board", "size": [24000, 12000]}}, "units": UNITS})
    async with app.run_test() as pilot:
        app.query_one(Board).focus()
        await pilot.pause()
        before = max(map(len, app.drawing.splitlines()))
        await pilot.press("plus")
        assert max(map(len, app.drawing.splitlines())) > before
        await pilot.press("minus", "minus")
        assert max(map(len, app.drawing.splitlines())) == before


async def test_without_places_the_zones_are_listed() -> None:
    app = Alone({"zones": {"a": {"name": "Hall"}}, "units": UNITS})
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "Hall (a)" in app.drawing
        assert "Vega" in app.drawing


async def test_the_selected_unit_is_brought_into_view_and_then_left_where_one_scrolls() -> None:
    """Given a row of nine zones in a narrow window, the last of them comes into view with whom one selects there."""
    zones = {f"z{n}": {"place": [n, 0]} for n in range(9)}
    app = Alone({"zones": zones, "units": {"vega": {"name": "Vega", "zone": "z8", "status": "ready"}}})
    async with app.run_test(size=(40, 12)):
        board = app.query_one(Board)
        assert board.scroll_offset.x == 0
        board.show(app.scene, "vega")
        await eventually(lambda: board.scroll_offset.x > 60, lambda: str(board.scroll_offset))
        board.scroll_to(x=0, animate=False)
        board.show(app.scene, "vega")
        await eventually(lambda: board.scroll_offset.x == 0, lambda: str(board.scroll_offset))
