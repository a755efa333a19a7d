"""Every key of the full screen: in the footer, on the page of help, and in docs/terminal.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding, BindingType

from ..helping import help_rows
from ..show import Row


class Key(NamedTuple):
    """A key: how it is written, what Textual calls it, what it does, and a word for the footer where it is there."""

    shown: str
    name: str
    action: str
    text: str
    word: str = ""
    always: bool = False  # while a line is typed as well


KEYS: tuple[Key, ...] = (
    Key(":", "colon", "command_palette", "what the selected unit may do, and the seat (also ctrl+p)", "Offers"),
    Key("i", "i", "type", "type a command (also /); esc leaves the line again", "Type"),
    Key("f4", "f4", "answer", "answer what waits for you", "Answer", True),
    Key("f1", "f1,question_mark", "help", "these keys, and the words (also ?)", "Help", True),
    Key("u", "u", "undo", "take the newest command back; what goes back is named first", "Undo"),
    Key("r", "r", "redo", "go on again where an undo came from", "Redo"),
    Key("a", "a", "agree", "agree to what is proposed, or accept a correction", "Agree"),
    Key("x", "x", "refuse", "refuse what is proposed", "Refuse"),
    Key("b", "b", "entry(-1)", "read back: an entry back", "Back"),
    Key("n", "n", "entry(1)", "read back: an entry on", "Next"),
    Key("B", "B", "round(-1)", "read back: to the beginning of the round before"),
    Key("N", "N", "round(1)", "read back: to the beginning of the next round"),
    Key("space", "space", "play", "play on by itself, or stop", "Play"),
    Key("< >", "less_than_sign", "speed(-1)", "play slower, faster"),
    Key("", "greater_than_sign", "speed(1)", ""),
    Key("l", "l", "live", "LIVE: back to now", "Live"),
    Key("f", "f", "filter", "the story of the selected unit alone, or all of it again", "Filter"),
    Key("t", "t", "type('say ')", "talk to the table", "Talk"),
    Key("w", "w", "who", "who sits where, and who is here"),
    Key("z", "z", "zoom_pane", "the pane that you are in on the whole screen, or all of them again", "Zoom"),
    Key("d", "d", "theme", "dark or light"),
    Key("ctrl+q", "ctrl+q", "quit", "leave; the game goes on without you (also ctrl+c)", "Quit", True),
)

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
