"""What a follower is shown as things happen: each entry once, and then what it means for the reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardiary_protocol.messages import Told

from .correcting import correction_rows
from .form import numbered
from .naming import either
from .scene import Scene
from .show import Row
from .telling import moved, rows_of
from .waiting import asked_rows, proposal_rows

_GUTTER = " " * 8


class News:
    """Remembers what was shown, to show nothing twice and to see what is missing."""

    def __init__(self) -> None:
        self.shown = 0
        self.scene = Scene()
        self._cursor = 0
        self._parents: dict[int, int] = {}

    def begin(self, scene: Scene, seq: int) -> None:
        """From here on: what came before is not news."""
        self.scene, self.shown, self._cursor = scene, seq, scene.cursor

    def entries(self, told: Iterable[Told]) -> list[Row]:
        """The entries that were not shown yet, in their order."""
        rows: list[Row] = []
        for entry in told:
            if entry.seq > self.shown:
                self.shown = entry.seq
                rows += rows_of(entry) + self._moved(entry)
        return rows

    def learn(self, told: Iterable[Told]) -> None:
        """Takes up how entries hang together without showing them."""
        self._parents |= {entry.seq: entry.parent for entry in told if entry.kind in ("game", "answer")}

    def _moved(self, entry: Told) -> list[Row]:
        """For a rewind: which entries no longer count, or count again."""
        if entry.kind in ("game", "answer"):
            self._parents[entry.seq], self._cursor = entry.parent, entry.seq
        if entry.kind != "rewind":
            return []
        gone, come = moved(self._parents, self._cursor, entry.parent)
        self._cursor = entry.parent
        rows = [Row(f"{_GUTTER}no longer counts: {_entries(gone)}", "dim", 10)] if gone else []
        return [*rows, Row(f"{_GUTTER}counts again: {_entries(come)}", "dim", 10)] if come else rows

    def changed(self, scene: Scene) -> list[Row]:
        """What is new for the reader: questions, proposals, their go, the end of the game."""
        before, self.scene = self.scene, scene
        known = _numbers(before)
        now = _numbers(scene)
        rows = asked_rows(scene) if any(known.get(asked) != number for asked, number in now.items()) else []
        if scene.correction != before.correction:
            rows += correction_rows(scene)
        if scene.proposal != before.proposal:
            rows += proposal_rows(scene)
        if scene.result() and not before.result():
            rows.append(Row(f"** The game is over. {scene.result()}.", "head", 3))
        return rows + _go(before, scene)

    def presence(self, before: Mapping[str, str], now: Mapping[str, str]) -> list[Row]:
        """Who came and who left; typing is not worth a row."""
        rows = []
        for seat, state in now.items():
            was = before.get(seat, "away")
            if seat != self.scene.seat and (state == "away") != (was == "away"):
                text = "is away" if state == "away" else "is here"
                rows.append(Row(f"-- {self.scene.seat_name(seat)} {text}.", "dim", 3))
        return rows


def _numbers(scene: Scene) -> dict[tuple[int, int, int], int]:
    """What the reader is asked, each with the number that it has on the form."""
    return {(q.root, q.opened, q.number): n for n, q in numbered(scene).items()} if scene.asked() else {}


def _go(before: Scene, scene: Scene) -> list[Row]:
    if scene.role != "player" or not scene.may_go() or before.may_go():
        return []
    names = either([scene.name("units", unit) for unit in scene.may_go()], "and")
    return [Row(f"** Your go: {names}.", "ask", 3)]


def _entries(seqs: list[int]) -> str:
    """`entry 12`, `entries 12 to 15`, `entries 12, 14 and 15`."""
    if len(seqs) > 2 and seqs == list(range(seqs[0], seqs[-1] + 1)):
        return f"entries {seqs[0]} to {seqs[-1]}"
    return f"{'entry' if len(seqs) == 1 else 'entries'} {either([str(seq) for seq in seqs], 'and')}"
