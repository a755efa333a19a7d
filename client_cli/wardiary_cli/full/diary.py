"""The story as far as it is known here: entries without a gap, what was undone, and where reading back may stop."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary_protocol.messages import Told

from ..telling import undone

_ROUND = frozenset({"round", "play_began", "created"})
"""What a round, or the game, begins with."""

_GIST = 2
"""Sentences of an entry that say what it was about."""


class Diary:
    """Entries `first` to `last`; none yet where `last` is 0."""

    def __init__(self) -> None:
        self.entries: list[Told] = []

    @property
    def first(self) -> int:
        """The oldest entry that is known."""
        return self.entries[0].seq if self.entries else 0

    @property
    def last(self) -> int:
        """The newest one."""
        return self.entries[-1].seq if self.entries else 0

    def begin(self, entries: Iterable[Told]) -> None:
        """Begins anew with these."""
        self.entries = list(entries)

    def add(self, entries: Iterable[Told]) -> list[Told]:
        """Takes what follows without a gap, and returns what was new of it."""
        new = []
        for told in entries:
            if not self.entries or told.seq == self.last + 1:
                self.entries.append(told)
                new.append(told)
        return new

    def before(self, entries: Iterable[Told]) -> None:
        """Takes entries that end right before the first."""
        self.entries = [*(told for told in entries if told.seq < self.first), *self.entries]

    def told(self, seq: int) -> Told | None:
        """One entry."""
        at = seq - self.first
        return self.entries[at] if self.entries and 0 <= at < len(self.entries) else None

    def undone(self, cursor: int) -> frozenset[int]:
        """Entries that do not count where the game stands at `cursor`."""
        return undone(self.entries, cursor)

    # ------------------------------------------------------------------------------------------ reading back

    def round_before(self, seq: int) -> int:
        """The last beginning of a round before an entry, or the first entry that is known."""
        return max((one for one in self._rounds() if one < seq), default=self.first)

    def round_after(self, seq: int) -> int:
        """The next beginning of a round after an entry, or the newest entry."""
        return min((one for one in self._rounds() if one > seq), default=self.last)

    def _rounds(self) -> Iterable[int]:
        return (told.seq for told in self.entries if any(line.tag in _ROUND for line in told.lines))

    # ------------------------------------------------------------------------------------------ taking back

    def going_back(self, cursor: int) -> list[Told]:
        """What an undo takes back: the newest command on the way to the cursor and all since, or a correction whole."""
        gone = self.undone(cursor)
        path = [told for told in self.entries if told.kind in ("game", "answer") and told.seq not in gone]
        last = self.told(cursor)
        if last is not None and last.replays:
            corrected = max((told.seq for told in self.entries if told.seq < cursor and not told.replays), default=0)
            return [told for told in path if told.seq > corrected]
        root = max((told.root or told.seq for told in path), default=0)
        return [told for told in path if told.seq >= root]


def gist(told: Told | None) -> str:
    """What an entry was about, in one line: its first sentences."""
    if told is None:
        return ""
    first = [line.text for line in told.lines if line.because < 0][:_GIST] or [line.text for line in told.lines][:1]
    more = len(told.lines) - len(first)
    return f"entry {told.seq}: {' '.join(first)}" + (f" (and {more} more)" if more > 0 else "")
