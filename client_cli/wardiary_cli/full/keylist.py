"""Every key of the full screen, as a table: bindings, the page of help and docs/terminal.md are made of it."""

from __future__ import annotations

from typing import NamedTuple


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
