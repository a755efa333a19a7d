"""Pages above the screen: rows to read, and a question with yes and no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from ..show import Row
from .ink import ink, inked


class Rows(Static):
    """Rows below each other, wrapped to the width that there is."""

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__("", markup=False)
        self._rows = list(rows)

    def on_resize(self) -> None:
        """Wraps them anew."""
        self.update(inked(self._rows, self.size.width))


class Sheet(ModalScreen[None]):
    """Rows that answer a line; any of Escape, Enter and q puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss", "Close")]

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        super().__init__()
        self._title = title
        self._rows = list(rows)

    def compose(self) -> ComposeResult:
        """The rows, in a box that scrolls."""
        with VerticalScroll(classes="sheet") as box:
            yield Rows(self._rows)
        box.border_title = ink(self._title)
        box.border_subtitle = "esc closes"

    def on_mount(self) -> None:
        """Arrow keys scroll at once."""
        self.query_one(VerticalScroll).focus()


class Confirm(ModalScreen[bool]):
    """Says what is about to happen, and does it only with a yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "no", "No"),
        Binding("y", "yes", "Yes"),
    ]

    def __init__(self, title: str, rows: Sequence[Row], yes: str) -> None:
        super().__init__()
        self._title = title
        self._rows = list(rows)
        self._yes = yes

    def compose(self) -> ComposeResult:
        """What, and two buttons."""
        with Vertical(classes="sheet confirm") as box:
            with VerticalScroll():
                yield Rows(self._rows)
            with Horizontal():
                yield Button(self._yes, id="yes", variant="warning", compact=True)
                yield Button("Leave it", id="no", compact=True)
        box.border_title = ink(self._title)
        box.border_subtitle = "y / n"

    def on_mount(self) -> None:
        """Enter says yes."""
        self.query_one("#yes").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Either of them."""
        self.dismiss(event.button.id == "yes")

    def action_yes(self) -> None:
        """It shall be."""
        self.dismiss(True)

    def action_no(self) -> None:
        """It shall not be."""
        self.dismiss(False)
