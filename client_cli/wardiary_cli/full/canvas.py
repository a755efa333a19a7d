"""A drawing made of characters: lines that join where they meet, text over them, and whose each place is.

Columns and rows count from the top left corner. What lies outside is not drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from ..show import columns, plain

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"


class Canvas:
    """So many columns and rows. `put` draws text, `line` and `box` lines."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(0, width), max(0, height)
        self._chars = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[""] * self.width for _ in range(self.height)]
        self._owners = [[""] * self.width for _ in range(self.height)]
        self._lines: dict[tuple[int, int], tuple[int, bool]] = {}

    # ------------------------------------------------------------------------------------------ drawing

    def put(self, x: int, y: int, text: str, style: str = "", owner: str = "") -> None:
        """Text from (x, y) to the right. `owner` is what a click there means."""
        for char in plain(text):
            wide = columns(char)
            if not wide:
                self._join(x - 1, y, char)
                continue
            self._set(x, y, char, style, owner)
            for more in range(1, wide):
                self._set(x + more, y, "", style, owner)
            x += wide

    def line(self, x: int, y: int, to_x: int, to_y: int, style: str = "", *, heavy: bool = False) -> None:
        """A line. One that is neither level nor upright is a row of dots."""
        if y == to_y:
            for at in range(min(x, to_x), max(x, to_x) + 1):
                self._stroke(at, y, (at > min(x, to_x)) * _LEFT | (at < max(x, to_x)) * _RIGHT, style, heavy)
        elif x == to_x:
            for at in range(min(y, to_y), max(y, to_y) + 1):
                self._stroke(x, at, (at > min(y, to_y)) * _UP | (at < max(y, to_y)) * _DOWN, style, heavy)
        else:
            for at_x, at_y in between(x, y, to_x, to_y):
                self._set(at_x, at_y, "•" if heavy else "·", style, "")

    def box(self, left: int, top: int, right: int, bottom: int, style: str = "", *, heavy: bool = False) -> None:
        """A rectangle's border."""
        for y in (top, bottom):
            self.line(left, y, right, y, style, heavy=heavy)
        for x in (left, right):
            self.line(x, top, x, bottom, style, heavy=heavy)

    def own(self, left: int, top: int, right: int, bottom: int, owner: str) -> None:
        """Makes a rectangle mean something to a click, where it does not yet."""
        for y in range(max(0, top), min(bottom + 1, self.height)):
            for x in range(max(0, left), min(right + 1, self.width)):
                self._owners[y][x] = self._owners[y][x] or owner

    # ------------------------------------------------------------------------------------------ what came of it

    def is_free(self, x: int, y: int) -> bool:
        """Whether a place is on the canvas and belongs to nobody."""
        return 0 <= y < self.height and 0 <= x < self.width and not self._owners[y][x]

    def owner(self, x: int, y: int) -> str:
        """What a click means."""
        return self._owners[y][x] if 0 <= y < self.height and 0 <= x < self.width else ""

    def place(self, owner: str) -> tuple[int, int, int] | None:
        """Where something of an owner is drawn first: column, row, and how many columns of that row."""
        for y, owners in enumerate(self._owners):
            if owner and owner in owners:
                return owners.index(owner), y, owners.count(owner)
        return None

    @property
    def text(self) -> str:
        """The drawing without its colours."""
        return "\n".join("".join(row).rstrip() for row in self._chars)

    def content(self) -> Content:
        """The drawing."""
        return Content("\n").join(
            Content.assemble(*_runs(chars, styles)) for chars, styles in zip(self._chars, self._styles, strict=True)
        )

    # ------------------------------------------------------------------------------------------ one place

    def _set(self, x: int, y: int, char: str, style: str, owner: str) -> None:
        if 0 <= y < self.height and 0 <= x < self.width:
            self._chars[y][x], self._styles[y][x] = char, style
            self._owners[y][x] = owner or self._owners[y][x]
            self._lines.pop((x, y), None)

    def _join(self, x: int, y: int, char: str) -> None:
        if 0 <= y < self.height and 0 <= x < self.width:
            self._chars[y][x] += char

    def _stroke(self, x: int, y: int, arms: int, style: str, heavy: bool) -> None:
        """One place of a line, joined with the lines that are there."""
        before, was_heavy = self._lines.get((x, y), (0, False))
        arms, heavy = arms | before, heavy or was_heavy
        self._set(x, y, (_HEAVY if heavy else _LIGHT)[arms], style, "")
        self._lines[x, y] = arms, heavy


def between(x: int, y: int, to_x: int, to_y: int) -> Iterable[tuple[int, int]]:
    """The places from one to another, both included."""
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    for step in range(steps + 1):
        yield x + round((to_x - x) * step / steps), y + round((to_y - y) * step / steps)


def _runs(chars: list[str], styles: list[str]) -> list[tuple[str, str]]:
    """Characters of one style that lie side by side, as one piece."""
    runs: list[tuple[str, str]] = []
    for char, style in zip(chars, styles, strict=True):
        if runs and runs[-1][1] == style:
            runs[-1] = (runs[-1][0] + char, style)
        else:
            runs.append((char, style))
    return runs
