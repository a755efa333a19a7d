"""The story of a whole game as a text to read or print: who played, round by round what happened, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from wardiary_protocol.messages import Told

from ..reading import Replayed
from ..scene import Scene
from ..show import Row, wrapped
from ..telling import rows_of, undone

WIDTH = 100
"""Characters in a line."""


def account(found: Replayed) -> str:
    """The text, lines ended by line feeds. What was taken back is in it, and marked so."""
    scene = Scene(found.view)
    rows = [*_head(found, scene), *_story(found, scene), *_end(scene)]
    return "\n".join(line.rstrip() for row in rows for line in wrapped(row, WIDTH)) + "\n"


def _head(found: Replayed, scene: Scene) -> Iterator[Row]:
    title = found.header.title or found.header.game
    yield Row(title)
    yield Row("=" * len(title))
    if found.entries:
        first, last = (_day(found.entries[n].at) for n in (0, -1))
        yield Row(first if first == last else f"{first} to {last}")
    for seat in scene.all("seats"):
        if seat in scene.held:
            side = scene.one("seats", seat).get("side", "")
            yield Row(scene.seat_name(seat) + (f", for {scene.name('sides', side)}" if side else ""))


def _day(at: int) -> str:
    """A moment of the server's clock as a day, by the world's time: a file reads the same everywhere."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d")


def _story(found: Replayed, scene: Scene) -> Iterator[Row]:
    gone = undone(found.entries, scene.cursor)
    for told in found.entries:
        heading = heading_of(told) if told.seq not in gone else ""
        if heading:
            yield from (Row(""), Row(heading), Row("-" * len(heading)))
        yield from rows_of(told, told.seq in gone)


def heading_of(told: Told) -> str:
    """What stands above an entry with which a round begins; nothing above others."""
    return next((line.text.rstrip(".") for line in told.lines if line.tag == "round"), "")


def _end(scene: Scene) -> Iterator[Row]:
    yield Row("")
    yield Row(scene.result() or f"The game is not over: round {scene.clock.get('round', 0)}.")
    scores = scene.game.get("scores", {})
    for side in scene.all("sides"):
        yield Row(f"{scene.name('sides', side)}: {scores.get(side, 0)}")
    for unit in scene.all("units").values():
        yield Row(
            f"  {unit.get('name') or unit.get('id')}: {_fate(scene, unit.get('status', ''), unit.get('zone', ''))}"
        )


FATES = {"ready": "on its feet", "gone": "left the board", "reserve": "never came", "dead": "dead", "down": "down"}
"""What becomes of a unit, by its status."""


def _fate(scene: Scene, status: str, zone: str) -> str:
    where = f" in {scene.name('zones', zone)}" if zone else ""
    return FATES.get(status, status) + where
