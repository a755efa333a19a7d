"""The text of a scenario for an imported map: TOML, with comments for whoever goes on from there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from shapely import LineString, get_parts, line_merge

from ..game.geometry.points import in_inches
from ..scenario.pictures import MOST_BYTES, Picture
from .lines import Lines, on_grid
from .notes import Notes
from .plan import EACH, Plan
from .rooms import Rooms

CORNERS = 1_000
"""The points that one line of a scenario may have."""
ROUNDS = 6

UNIT = """\
strength = 3
health = 4
speed = 6
weapons = ["carbine"]"""


class Made(NamedTuple):
    """All that a scenario is written from."""

    name: str  # of the map's file
    title: str
    size: tuple[int, int]
    square: int
    lines: Lines
    walls: Sequence[Any]
    rooms: Rooms
    plan: Plan
    notes: Notes
    picture: Picture | None = None
    picture_name: str = ""


def scenario(made: Made) -> str:
    """The whole file."""
    parts = (_head(made), _sides(), _zones(made), _links(made), _walls(made), _units(made), _aim(made), _rest(made))
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


def walls(lines: Lines, rooms: Rooms) -> list[Any]:
    """The walls as few long lines: gaps closed, and shut where a door leads nowhere."""
    shut = [LineString(door.ends) for door in rooms.idle if door.kind == "closed"]
    merged = line_merge(on_grid([*lines.walls, *lines.bridges, *shut]))
    return [piece for line in get_parts(merged) if line.length for piece in _pieces(line.simplify(0))]


def _pieces(line: Any) -> Iterator[Any]:
    """A line in pieces of no more points than a scenario takes."""
    points = list(line.coords)
    for n in range(0, len(points) - 1, CORNERS - 1):
        yield LineString(points[n : n + CORNERS])


# ---------------------------------------------------------------------------------------------- tables


def _head(made: Made) -> Iterator[str]:
    yield f"# Imported by `wardiary-server import-map` from {_plain(made.name)}."
    yield f"# ASSUMPTION: the side of a square of its grid is {in_inches(made.square)} inches (--square)."
    yield f"# ASSUMPTION: the sides, the units, what they play for and the {ROUNDS} rounds are placeholders."
    if made.picture is not None:
        yield f"# Its picture lies beside this file: {made.picture_name}, {len(made.picture.data):,} bytes,"
        yield f"# SHA-256 {made.picture.sha256}. No rule reads it."
        if len(made.picture.data) > MOST_BYTES:
            yield f"# It is not shown beneath the board: it has more than {MOST_BYTES >> 20} MiB."
    if made.notes.found:
        yield "#"
        yield "# What was counted:"
        yield from (f"#   {line}" for line in made.notes.table())
    yield ""
    yield "[game]"
    yield f"title = {_text(made.title)}"
    yield 'measure = "board"'
    yield f"size = {_at(made.size)}"
    if made.picture is not None and len(made.picture.data) <= MOST_BYTES:
        yield f"picture = {_text(made.picture_name)}"
    yield 'rulebooks = ["zones", "environments"]'
    yield ""
    yield "[options]"
    yield f"frame.rounds = {ROUNDS}"
    yield 'frame.economy = "activation"'
    yield ""


def _sides() -> Iterator[str]:
    for side in ("red", "blue"):
        yield from ("[[sides]]", f'id = "{side}"', "[[seats]]", f'id = "{side}"', f'side = "{side}"', "")


def _zones(made: Made) -> Iterator[str]:
    yield "# The rooms, from the upper left to the lower right. Give them names; `levels = {fire = 2}` sets one alight."
    for n, outline in enumerate(made.rooms.rooms):
        yield "[[zones]]"
        yield f'id = "{room(n)}"'
        deploy = [side for side, zone in (("red", made.plan.red), ("blue", made.plan.blue)) if zone == n]
        if deploy:
            yield f"deploy = {_list(map(_text, deploy))}"
        yield f"shape = {outline_text(outline)}"
    yield ""


def room(n: int) -> str:
    """What the room of this number is called."""
    return f"room-{n + 1}"


def outline_text(outline: Any) -> str:
    """A zone's corners, without those in the middle of a straight line."""
    return _line(outline.simplify(0).exterior.coords[:-1])


def _links(made: Made) -> Iterator[str]:
    if made.rooms.ways:
        yield '# The ways between them. A door is "open", "closed" or "sealed".'
    doors = 0
    for way in made.rooms.ways:
        yield "[[links]]"
        if way.line:
            doors += 1
            yield f'id = "d{doors}"'
        yield f"between = {_list(_text(room(n)) for n in (way.a, way.b))}"
        if way.line:
            yield f'door = "{way.kind}"'
            yield f"line = {_line(way.line)}"
    yield ""


def _walls(made: Made) -> Iterator[str]:
    if made.walls:
        yield "# What stands in the way."
    for line in made.walls:
        yield from ("[[walls]]", f"line = {_line(line.coords)}")
    for n, door in enumerate(door for door in made.lines.doors if door.kind == "window"):
        yield from ("[[walls]]", f'id = "window-{n + 1}"', f"line = {_line(door.ends)}", 'stops = "move"')
    for line in get_parts(on_grid(made.lines.objects)) if made.lines.objects else ():
        for piece in _pieces(line):
            yield from ("[[walls]]", f"line = {_line(piece.coords)}")
    yield ""


def _units(made: Made) -> Iterator[str]:
    yield "# Placeholders. Without `at` they are set up in the zones of their side."
    yield from ("[[weapons]]", 'id = "carbine"', "dice = 4", "damage = 1", "reach = 3", "")
    for n, side in enumerate(("red", "blue")):
        for m in range(EACH):
            yield from ("[[units]]", f'id = "{side}-{m + 1}"', f'side = "{side}"', *UNIT.splitlines())
            yield f"base = {in_inches(made.plan.base)}"
            if made.plan.places:
                yield f"at = {_at(made.plan.places[n * EACH + m])}"
            yield ""


def _aim(made: Made) -> Iterator[str]:
    yield "# What they play for."
    yield from ("[[objectives]]", 'id = "middle"')
    if made.plan.room is not None:
        yield from ('name = "holding the middle"', 'kind = "hold"', f'zones = ["{room(made.plan.room)}"]')
    elif made.plan.at is not None:
        yield from ('name = "what lies in the middle"', 'kind = "take"', f"at = {_at(made.plan.at)}")


def _rest(made: Made) -> Iterator[str]:
    if not made.rooms.closed_off:
        return
    yield ""
    yield "# No door leads into these. To use one, take away the `#`, and join it with a link."
    for n, outline in enumerate(made.rooms.closed_off, len(made.rooms.rooms)):
        yield from ("# [[zones]]", f'# id = "{room(n)}"', f"# shape = {outline_text(outline)}")


# ---------------------------------------------------------------------------------------------- how it is written


def _plain(name: str) -> str:
    """A file's name, on one line."""
    return "".join(char if char.isprintable() else "?" for char in name)


def _text(text: str) -> str:
    inner = _plain(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _at(at: Sequence[float]) -> str:
    return _list(in_inches(round(part)) for part in at)


def _line(points: Iterable[Sequence[float]]) -> str:
    return _list(_at(at) for at in points)
