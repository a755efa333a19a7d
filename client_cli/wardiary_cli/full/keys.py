"""The keys as Textual binds them, and as a page of help."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from ..helping import help_rows
from ..show import Row
from .keylist import KEYS

BINDINGS: list[BindingType] = [
    Binding(key.name, key.action, key.word or key.text, show=bool(key.word), key_display=key.shown, priority=key.always)
    for key in KEYS
]
BINDINGS += [
    Binding("slash", "type", "Type", show=False),
    Binding("ctrl+p", "command_palette", "Offers", show=False, priority=True),
    Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
    Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
]

_MOVING = (
    Row("  tab       to the next pane; shift+tab to the one before", "", 12),
    Row("  arrows    scroll, choose a unit or an entry; enter: its offers, the board as it was then", "", 23),
    Row("  + -       a board in inches larger, smaller", "", 12),
    Row("  mouse     choose, scroll, press; with shift a terminal selects text", "", 12),
)


def key_rows(offered: Iterable[str] = ()) -> list[Row]:
    """All the keys, then all the words."""
    keys = [Row(f"  {key.shown:<9} {key.text}", "", 12) for key in KEYS if key.text]
    return [Row("Keys", "head"), *keys, *_MOVING, Row(""), *help_rows("", offered)]
