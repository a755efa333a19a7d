"""The command line: the words of plain lines, completed with Tab; the arrow keys bring back those before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

Complete = Callable[[str], Sequence[str]]
_HISTORY = 200


class CommandLine(Input):
    """One line. Escape leaves it for the keys, Ctrl-D on an empty line leaves the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.keys", "Keys"),
        Binding("tab", "complete", "Complete", show=False),
        Binding("up", "before", "Before", show=False),
        Binding("down", "after", "After", show=False),
        Binding("ctrl+d", "finish", "End", show=False),
    ]

    class Several(Message):
        """Tab, and there are several ways to go on."""

        def __init__(self, words: Sequence[str]) -> None:
            super().__init__()
            self.words = words

    class Entered(Message):
        """A line was typed."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Ended(Message):
        """Ctrl-D on an empty line."""

    def __init__(self, complete: Complete, id: str) -> None:
        super().__init__(
            placeholder="type a command: move vega cargo, roll 2 5, say hello, help", id=id, compact=True,
            suggester=_Suggested(complete), select_on_focus=False,
        )  # fmt: skip
        self.cursor_blink = False
        self._complete = complete
        self._before: list[str] = []
        self._at = 0

    async def action_submit(self) -> None:
        """Enter: the line is remembered and taken away at once, so that the next one is another."""
        line, self.value = self.value, ""
        if line.strip() and self._before[-1:] != [line]:
            self._before = [*self._before, line][-_HISTORY:]
        self._at = len(self._before)
        self.post_message(self.Entered(line))

    def action_finish(self) -> None:
        """Deletes, or leaves."""
        if self.value:
            self.action_delete_right()
        else:
            self.post_message(self.Ended())

    def action_complete(self) -> None:
        """Completes the last word as far as it is clear; on an empty line goes on to the next pane."""
        if not self.value:
            self.screen.focus_next()
            return
        found = completions(self.value[: self.cursor_position], self._complete)
        if len(found) == 1:
            self._replace(found[0] + " ")
        elif found:
            self._replace(_common(found))
            self.post_message(self.Several(found))

    def _replace(self, word: str) -> None:
        before, after = self.value[: self.cursor_position], self.value[self.cursor_position :]
        kept = before[: len(before) - len(_last(before))]
        self.value = kept + word + after
        self.cursor_position = len(kept + word)

    def action_before(self) -> None:
        """The line that was typed before this one."""
        self._go(self._at - 1)

    def action_after(self) -> None:
        """The one after it."""
        self._go(self._at + 1)

    def _go(self, at: int) -> None:
        self._at = max(0, min(len(self._before), at))
        self.value = self._before[self._at] if self._at < len(self._before) else ""
        self.cursor_position = len(self.value)


class _Suggested(Suggester):
    """The one way in which a word can go on, shown dim; the right arrow takes it."""

    def __init__(self, complete: Complete) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        """The whole line with it, or nothing."""
        found = completions(value, self._complete) if len(_last(value)) > 1 else []
        return value[: len(value) - len(_last(value))] + found[0] if len(found) == 1 else None


def completions(before: str, complete: Complete) -> list[str]:
    """The words that the last word before the cursor may become."""
    last = _last(before).casefold()
    return sorted({word for word in complete(before) if word.casefold().startswith(last)})


def _last(before: str) -> str:
    return before[before.rfind(" ") + 1 :]


def _common(words: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(words), max(words)
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:same]
