"""The story's pane: every entry with what led to what, dice and all; undone ones struck out. It never jumps by itself.

While nobody looks elsewhere the newest entry is in view. Whoever scrolls, or reads back, stays where they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from wardiary_protocol.messages import Told

from ..show import Row
from ..telling import rows_of
from .diary import Diary
from .ink import ink, inked


class Story(OptionList):
    """Shows a diary. Enter or a click on an entry reads back there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("pageup", "older", "Older", show=False)]

    class Wanted(Message):
        """Somebody wants to see the board as it was after an entry."""

        def __init__(self, seq: int) -> None:
            super().__init__()
            self.seq = seq

    class Older(Message):
        """The beginning of what is known is in view, and more is wanted."""

    def __init__(self, diary: Diary, id: str) -> None:
        super().__init__(id=id, markup=False, compact=True)
        self.border_title = "Story"
        self._diary = diary
        self._unit = ""
        self._named = ""
        self._gone: frozenset[int] = frozenset()
        self._width = 0
        self._known: tuple[int, int] = (0, 0)
        self._at_end = True  # and nobody looks elsewhere
        self._busy = False

    def concern(self, unit: str, name: str) -> None:
        """Only what concerns one unit; with none, everything."""
        self._unit, self._named = unit, name
        self.border_title = Content("Story of ") + ink(name) if unit else "Story"
        self._rebuild()

    def show(self, cursor: int, at: int) -> None:
        """Takes up what is new, and strikes out what no longer counts. `at` is where somebody reads back, or 0."""
        gone, known = self._diary.undone(cursor), (self._diary.first, self._diary.last)
        if known[0] != self._known[0] or gone != self._gone:
            self._gone = gone
            self._rebuild(at)
        elif known != self._known:
            self._append(at)
        self._known = known
        if at:
            self._mark(at)

    def on_resize(self) -> None:
        """Wraps it anew; where it only got lower, because something is asked, the newest entry stays in view."""
        width = self._room()
        if width != self._width:
            self._rebuild()
        elif self._at_end and self.highlighted is None:
            self._to_the_end()

    # ------------------------------------------------------------------------------------------ rows

    def _room(self) -> int:
        return max(20, self.scrollable_content_region.width - 1)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Somebody scrolls."""
        super().watch_scroll_y(old_value, new_value)
        if not self._busy:
            self._at_end = new_value >= self.max_scroll_y - 1

    def _rebuild(self, at: int = 0) -> None:
        top, marked = self.scroll_offset.y, self.highlighted_option
        self._width, self._busy = self._room(), True
        with self.prevent(OptionList.OptionHighlighted):
            self.set_options(self._entries(self._diary.entries))
        self._busy = False
        self._known = (self._diary.first, self._diary.last)
        if self._at_end and not at:
            self._to_the_end()
        else:
            self.scroll_to(y=top, animate=False)
            if marked is not None and marked.id:
                self._mark(int(marked.id[1:]), scroll=False)

    def _append(self, at: int) -> None:
        self.add_options(self._entries(told for told in self._diary.entries if told.seq > self._known[1]))
        if self._at_end and not at:
            self._to_the_end()

    def _to_the_end(self) -> None:
        self._at_end = True
        self.call_after_refresh(self.scroll_end, animate=False)

    def _entries(self, entries: Iterable[Told]) -> list[Option]:
        found = []
        for told in entries:
            rows = self._rows(told) if self._concerns(told) else []
            if rows:
                style = "strike $foreground-muted" if told.seq in self._gone else ""
                found.append(Option(inked(rows, self._width, style), f"e{told.seq}"))
        return found

    def _rows(self, told: Told) -> list[Row]:
        """An entry's rows; their margin is as wide as its number needs."""
        spare = max(0, 5 - max(3, len(str(told.seq))))
        rows = rows_of(told, told.seq in self._gone)
        return [Row(row.text[spare:], row.look, max(2, row.hang - spare)) for row in rows]

    def _concerns(self, told: Told) -> bool:
        """Whether an entry has to do with the unit that is filtered by."""
        return not self._unit or any(line.unit == self._unit or self._named in line.text for line in told.lines)

    def _mark(self, seq: int, *, scroll: bool = True) -> None:
        """Highlights an entry, or the last one before it that is shown."""
        ids = [int(option.id[1:]) for option in self.options if option.id]
        at = next((at for at in range(len(ids) - 1, -1, -1) if ids[at] <= seq), None)
        with self.prevent(OptionList.OptionHighlighted):
            self.highlighted = at
        if scroll and at is not None:
            self.scroll_to_highlight()

    def unmark(self) -> None:
        """Back at the newest entry."""
        self.highlighted = None
        self._to_the_end()

    # ------------------------------------------------------------------------------------------ keys

    def action_older(self) -> None:
        """A page up, and beyond the beginning of what is known."""
        if self.scroll_offset.y == 0 or self.highlighted == 0:
            self.post_message(self.Older())
        super().action_page_up()  # type: ignore[no-untyped-call]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        if event.option_id:
            self.post_message(self.Wanted(int(event.option_id[1:])))
