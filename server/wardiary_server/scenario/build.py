"""Makes the game out of rows, before anybody has sat down: phase `setup`, round 0.

It takes whatever was right, so that the checks of the whole can look at a scenario that has faults elsewhere. Whether
the game may be played is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from ..game.geometry.places import zone_at
from ..game.known import everyone
from ..game.rulebook import Option
from ..game.state import (
    Area,
    Game,
    Happening,
    Item,
    Link,
    Marker,
    Objective,
    Point,
    ResultTable,
    Seat,
    Side,
    Special,
    Unit,
    Wall,
    Zone,
)
from .references import ALL
from .rows import Row

Rows = Mapping[str, list[Row]]


def build(rows: Rows, options: Mapping[str, Option], rulebooks: tuple[str, ...]) -> Game:
    """The game that these rows describe."""
    head = rows["game"][0].values if rows["game"] else {}
    seats = {row.values["id"]: _seat(row) for row in _named(rows["seats"])}
    game = Game(
        title=head.get("title", ""),
        rulebooks=rulebooks,
        measure=head.get("measure", "table"),
        options=options,
        sides={row.values["id"]: Side(row.values["id"], _name(row)) for row in _named(rows["sides"])},
        seats=seats,
        zones={row.values["id"]: _zone(row) for row in _named(rows["zones"])},
        links={
            row.values["id"]: _link(row) for row in _named(rows["links"]) if len(row.values.get("between", ())) == 2
        },
        units={row.values["id"]: _unit(row, seats) for row in _named(rows["units"])},
        items={row.values["id"]: _item(row, kind) for kind, row in _carried(rows)},
        specials={row.values["id"]: _special(row) for row in _named(rows["specials"]) if "does" in row.values},
        walls={row.values["id"]: _wall(row) for row in _named(rows["walls"]) if "line" in row.values},
        areas={row.values["id"]: _area(row) for row in _named(rows["areas"]) if "kind" in row.values},
        markers={
            **{row.values["id"]: _breach(row) for row in _named(rows["breaches"])},
            **{row.values["id"]: _power(row) for row in _named(rows["power"])},
        },
        objectives={row.values["id"]: _objective(row) for row in _named(rows["objectives"])},
        happenings={row.values["id"]: _happening(row) for row in _named(rows["events"]) if "when" in row.values},
        tables={row.values["id"]: _table(row) for row in _named(rows["tables"]) if "rows" in row.values},
    )
    game = hide(game, rows)
    return laid_out(game, head.get("size")) if game.measure == "board" else without_places(game)


HIDING = {"units": "units", "areas": "areas", "markers": "breaches", "objectives": "objectives", "happenings": "events"}
"""The maps of a game whose entities can be hidden, and the tables that they come from."""


def hide(game: Game, rows: Rows) -> Game:
    """Everything hidden from whom it says; from *all*, that is from every side but its own, and those who watch."""
    everybody = everyone(game)
    for name, table in HIDING.items():
        entities = dict(getattr(game, name))
        for row in _named(rows[table]):
            hidden, entity = row.values.get("hidden_from", ()), entities.get(row.values["id"])
            if entity is not None and hidden:
                own = getattr(entity, "side", "")
                words = tuple(word for word in everybody if word != own) if hidden == (ALL,) else hidden
                entities[entity.id] = replace(entity, hidden=words)
        game = replace(game, **{name: entities})
    return game


# ---------------------------------------------------------------------------------------------- in inches


def laid_out(game: Game, size: Point | None) -> Game:
    """A game on a board: as large as it says or as its zones reach, and everything in the zone that its place is in."""
    corners = [point for zone in game.zones.values() for point in zone.shape]
    reach = max((x for x, _ in corners), default=0), max((y for _, y in corners), default=0)
    if not sound(game):
        return replace(game, size=size or reach)
    return replace(
        game,
        size=size or reach,
        units={key: standing(game, unit) for key, unit in game.units.items()},
        markers={key: replace(one, zone=one.zone or where(game, one.at)) for key, one in game.markers.items()},
        objectives={
            key: replace(one, zones=one.zones or tuple(zone for zone in (where(game, one.at),) if zone))
            for key, one in game.objectives.items()
        },
    )


def sound(game: Game) -> bool:
    """Whether zones and links fit together so far that places can be looked up; what does not is said elsewhere."""
    return all(link.a in game.zones and link.b in game.zones for link in game.links.values())


def where(game: Game, at: Point | None) -> str:
    """The zone of a place, if it is in one."""
    return zone_at(game, at) if at is not None else ""


def standing(game: Game, unit: Unit) -> Unit:
    """A unit that has a place stands there."""
    zone = unit.zone or where(game, unit.at)
    return replace(unit, zone=zone, status="ready" if zone and unit.status == "reserve" else unit.status)


def without_places(game: Game) -> Game:
    """A game by zones: nothing there has a place in inches, so that none can be taken for true."""
    return replace(
        game,
        units={key: replace(unit, at=None) for key, unit in game.units.items()},
        markers={key: replace(marker, at=None) for key, marker in game.markers.items()},
        objectives={key: replace(objective, at=None) for key, objective in game.objectives.items()},
    )


# ---------------------------------------------------------------------------------------------- row by row


def _named(rows: Iterable[Row]) -> Iterable[Row]:
    """Those that have an id."""
    return (row for row in rows if row.values.get("id"))


def _carried(rows: Rows) -> Iterable[tuple[str, Row]]:
    yield from (("weapon", row) for row in _named(rows["weapons"]))
    yield from (("gear", row) for row in _named(rows["items"]))


def _name(row: Row) -> str:
    """Its name, or one made from its id: *engine-room* is *Engine room*."""
    made = str(row.values["id"]).replace("-", " ").replace("_", " ")
    return str(row.values.get("name", made[:1].upper() + made[1:]))


def _seat(row: Row) -> Seat:
    return Seat(row.values["id"], _name(row), row.values.get("side", ""), row.values.get("role", "player"))


def _zone(row: Row) -> Zone:
    kept = {key: row.values[key] for key in ("levels", "tags", "deploy", "place", "shape") if key in row.values}
    return Zone(row.values["id"], _name(row), **kept)


def _link(row: Row) -> Link:
    a, b = row.values["between"]
    name, door, line = row.values.get("name", ""), row.values.get("door", "none"), row.values.get("line", ())
    return Link(row.values["id"], a, b, name, door, line)


def _wall(row: Row) -> Wall:
    return Wall(row.values["id"], row.values["line"], row.values.get("stops", "all"))


def _item(row: Row, kind: str) -> Item:
    kind = row.values.get("kind", kind)
    kept = {key: row.values[key] for key in ("tags", "specials", "uses") if key in row.values}
    return Item(row.values["id"], _name(row), kind, row.more, **kept)


def _special(row: Row) -> Special:
    values = row.values
    kept = {key: values[key] for key in ("against", "bonus", "within") if key in values}
    return Special(values["id"], _name(row), values["does"], **kept)


def _unit(row: Row, seats: Mapping[str, Seat]) -> Unit:
    values, stats = row.values, dict(row.more)
    if "health" in stats:
        stats.setdefault("max_health", stats["health"])
    side, zone = values.get("side", ""), values.get("zone", "")
    tags = values.get("tags", ())
    return Unit(
        id=values["id"],
        name=_name(row),
        side=side,
        seat=values["seat"] if "seat" in values else seat_of(seats, side),
        zone=zone,
        status="ready" if zone else "reserve",
        kind=values.get("kind", "person"),
        tags=(*tags, "dies") if values.get("at_zero") == "dead" and "dies" not in tags else tags,
        items=(*values.get("weapons", ()), *values.get("items", ())),
        stats=stats,
        specials=values.get("specials", ()),
        **{key: values[key] for key in ("at", "base") if key in values},
    )


def seat_of(seats: Mapping[str, Seat], side: str) -> str:
    """The only player's seat of a side; nothing where there are several, or none, or no side."""
    found = [seat.id for seat in seats.values() if side and seat.side == side and seat.role == "player"]
    return found[0] if len(found) == 1 else ""


def _area(row: Row) -> Area:
    """An area that is called by another name for its kind, *radiation*, goes by that name."""
    values, called = row.values, str(row.raw["kind"])
    name = "" if called == values["kind"] else called.replace("_", " ").capitalize()
    zones, label = values.get("zones", ()), values.get("label", "")
    kept = {key: values[key] for key in ("shape", "centre", "radius") if key in values}
    return Area(values["id"], values["kind"], values.get("name", name), zones, label, data=row.more, **kept)


def _breach(row: Row) -> Marker:
    values = row.values
    name, zone = values.get("name", "Breach"), values.get("zone", "")
    return Marker(values["id"], "breach", name, zone, values.get("link", ""), data=row.more, at=values.get("at"))


def _power(row: Row) -> Marker:
    values = row.values
    data: dict[str, Any] = {"is": values.get("is", "on")}
    data |= {key: " ".join(values[key]) for key in ("doors", "objectives", "units", "areas") if key in values}
    return Marker(values["id"], "power", _name(row), data=data)


def _objective(row: Row) -> Objective:
    values = row.values
    data: dict[str, Any] = {key: values[key] for key in ("item", "from") if key in values}
    kept = {key: values[key] for key in ("zones", "side", "points") if key in values}
    return Objective(values["id"], _name(row), values.get("kind", ""), **kept, data=data, at=values.get("at"))


def _happening(row: Row) -> Happening:
    return Happening(row.values["id"], row.values["when"], row.values.get("do", ()), row.values.get("text", ""))


def _table(row: Row) -> ResultTable:
    return ResultTable(row.values["id"], row.values["rows"], row.values.get("sides", 6))
