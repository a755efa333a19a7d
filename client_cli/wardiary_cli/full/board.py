"""The board's pane: the map of zones, the board in inches, or where there is neither a list; it scrolls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from ..drawing import board as listed
from ..mapping import LEGEND
from ..scene import Scene
from ..show import Row
from .canvas import Canvas
from .inchmap import inch_map, is_measured, things
from .ink import ink, inked
from .zonemap import zone_map

_ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0)
_BOARD_LEGEND = "letters: units   = open door   # closed   ! sealed   ~ area   *1 thing   + - zoom"


class Board(ScrollableContainer):
    """Shows a scene. A click on a unit selects it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "zoom(1)", "Larger", show=False),
        Binding("minus", "zoom(-1)", "Smaller", show=False),
    ]

    class Picked(Message):
        """A unit was clicked on."""

        def __init__(self, unit: str) -> None:
            super().__init__()
            self.unit = unit

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.border_title = "Board"
        self._scene = Scene()
        self._selected = ""
        self._zoom = 0
        self._seen: tuple[str, object] = ("", None)  # the selected unit, and where it was brought into view
        self._canvas: Canvas | None = None

    def compose(self) -> ComposeResult:
        """The drawing, and its legend."""
        yield Static("", id="drawing", markup=False)
        yield Static("", id="legend", markup=False)

    def show(self, scene: Scene, selected: str) -> None:
        """Draws a scene."""
        self._scene, self._selected = scene, selected
        self._draw()

    def on_resize(self) -> None:
        """Draws it again, as wide as it is now."""
        self._seen = "", None
        self._draw()

    def action_zoom(self, by: int) -> None:
        """Larger or smaller: a board in inches."""
        self._zoom = max(0, min(len(_ZOOMS) - 1, self._zoom + by))
        self._draw()

    def _draw(self) -> None:
        width = max(20, self.scrollable_content_region.width - 1)
        measured = is_measured(self._scene)
        if measured:
            self._canvas = inch_map(self._scene, width, self._selected, _ZOOMS[self._zoom])
        else:
            self._canvas = zone_map(self._scene, width, self._selected)
        drawing, legend = self.query_one("#drawing", Static), self.query_one("#legend", Static)
        if self._canvas is None:
            drawing.update(inked(listed(self._scene)[1:], width) if self._scene.view else ink("Not there yet."))
            legend.update("")
        else:
            drawing.update(self._canvas.content())
            rest = inked(_beside(self._scene), width)
            legend.update(ink(_BOARD_LEGEND if measured else LEGEND, "$foreground-muted") + "\n" + rest)
            self._bring(self._canvas.place(self._selected))

    def _bring(self, place: tuple[int, int, int] | None) -> None:
        """Brings the selected unit into view, with what is around it: when it is another one, or has gone elsewhere."""
        if place is None or (self._selected, place) == self._seen:
            return
        self._seen = self._selected, place
        x, y, wide = place
        more = 2 if self.size.height > 8 else 0
        around = Region(max(0, x - 2), max(0, y - more), wide + 6, 2 * more + 1)
        self.call_after_refresh(self.scroll_to_region, around, animate=False)

    def on_click(self, event: events.Click) -> None:
        """Selects the unit that is drawn there."""
        offset = event.get_content_offset(self.query_one("#drawing", Static))
        owner = self._canvas.owner(offset.x, offset.y) if self._canvas is not None and offset is not None else ""
        if owner:
            self.post_message(self.Picked(owner))


def _beside(scene: Scene) -> Iterable[Row]:
    """What no map says: what its numbers are, which units are elsewhere, and what there is to win."""
    yield from (Row(f"*{number} {name}", "", 3) for number, (name, _at) in things(scene).items())
    yield from (row for row in listed(scene) if row.text.startswith(("In reserve", "Left the board", "To win")))
