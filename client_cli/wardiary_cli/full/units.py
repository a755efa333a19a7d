"""The units' pane: the list, in which one of them is selected."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..scene import Scene
from .roster import FEW_MARKS, MARKS, roster


class Units(OptionList):
    """Shows the roster of a scene. Whoever is highlighted is selected."""

    class Chosen(Message):
        """Another unit is selected."""

        def __init__(self, unit: str) -> None:
            super().__init__()
            self.unit = unit

    class Asked(Message):
        """Enter, or a second click: what may the selected unit do?"""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False, compact=True)
        self.border_title = "Units"
        self.border_subtitle = MARKS
        self.selected = ""
        self._shown: list[tuple[str, object]] = []

    def show(self, scene: Scene, selected: str) -> None:
        """Lists a scene's units, with one of them selected."""
        rows = roster(scene)
        shown: list[tuple[str, object]] = [(row.unit, row.content) for row in rows]
        if shown == self._shown and selected == self.selected:
            return
        top, self._shown = self.scroll_offset.y, shown
        with self.prevent(OptionList.OptionHighlighted):
            self.set_options(Option(row.content, f"u-{at}", disabled=not row.unit) for at, row in enumerate(rows))
            self.select(selected)
        self.scroll_to(y=top, animate=False)

    def on_resize(self) -> None:
        """Says what the marks mean, as well as it can."""
        self.border_subtitle = MARKS if self.size.width > len(MARKS) else FEW_MARKS

    def select(self, unit: str) -> None:
        """Selects a unit."""
        self.selected = unit
        at = next((at for at, (one, _) in enumerate(self._shown) if unit and one == unit), None)
        self.highlighted = at

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The arrow keys, or a click."""
        event.stop()
        unit = self._shown[event.option_index][0]
        if unit != self.selected:
            self.selected = unit
            self.post_message(self.Chosen(unit))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter."""
        event.stop()
        self.post_message(self.Asked())
