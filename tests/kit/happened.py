"""Every event there is, with any values: what tests of all events draw from."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace
from wardiary_server.game.event import Event
from wardiary_server.game.events import EVENTS
from wardiary_server.game.state import (
    Area,
    Correction,
    Game,
    Happening,
    Item,
    Marker,
    Objective,
    Open,
    Part,
    Point,
    Proposal,
    Result,
    Side,
    Table,
    Unit,
)
from wardiary_server.game.table_events import EVENTS as TABLE_EVENTS
from wardiary_server.rules.casualties import RULEBOOK as CASUALTIES
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES

from . import SEATS, SIDES, game, unit

ALL: tuple[type[Event], ...] = (*EVENTS, *TABLE_EVENTS, *ENVIRONMENTS.events, *ZONES.events, *CASUALTIES.events)

IDS = {
    "unit": "vega", "zone": "cargo", "came": "hall", "link": "d1", "item": "gun", "objective": "core", "side": "red",
    "seat": "red", "by": "vega", "area": "cold", "marker": "b1", "happening": "h1", "target": "vega",
    "rulebook": "zones", "root": 7,
}  # fmt: skip
NAMES = ("Vega", "{Vega}", "Ve{0}ga", "{", "}}", "%s", "{unit}", "Vega's {why}")


def stage(name: str = "Vega") -> Game:
    """A game in which every id of `IDS` is something, and everything is called `name`."""
    start = game("hall =d1= cargo", [unit("vega", "hall", items=("gun",))])
    parts = (Part("roll", "red", "r", "why", "vega", key="k", dice=1), Part("roll", "red", "r", "why"))
    asked = Open(7, 7, ("vega",), parts)
    return replace(
        start,
        sides={key: Side(key, name) for key in SIDES},
        seats={key: replace(seat, name=name) for key, seat in SEATS.items()},
        zones={key: replace(zone, name=name) for key, zone in start.zones.items()},
        links={key: replace(link, name=name) for key, link in start.links.items()},
        units={key: replace(u, name=name) for key, u in start.units.items()},
        items={"gun": Item("gun", name)},
        areas={"cold": Area("cold", "airless", name, ("cargo",))},
        markers={"b1": Marker("b1", "breach", name, "cargo")},
        objectives={"core": Objective("core", name, "take")},
        happenings={"h1": Happening("h1", {"round": 1}, ())},
        open={"7": asked},
    )


def table() -> Table:
    """A table at which somebody proposes something."""
    return Table(proposal=Proposal("undo", "red", 3, 5, "take back what began at entry 4", ("red",)))


def values(kind: Any, field: str, empty: bool = False) -> st.SearchStrategy[Any]:
    """Any value of a field: an id that the stage knows where it is one, else a word, a number, or `empty` nothing."""
    any_of = st.sampled_from
    special: dict[Any, st.SearchStrategy[Any]] = {
        Area: st.builds(Area, st.just("cold"), st.just("airless"), words(True), any_of(((), ("cargo",), ("lost",)))),
        Unit: st.builds(Unit, st.just("vega"), words(True), any_of(("red", "")), stats=st.just({"health": 1})),
        Marker: st.builds(
            Marker, st.just("b1"), st.just("loot"), words(True), any_of(("", "cargo", "lost")), any_of(("", "d1"))
        ),
        Game: st.just(stage()),
        Result: st.builds(Result, any_of(("", "red", "lost")), words(), st.just({"red": 1, "lost": 2})),
        Correction: st.builds(Correction, any_of(("red", "lost")), st.just(5), st.just(6), words()),
        Proposal: st.builds(Proposal, st.just("undo"), any_of(("red", "lost")), st.just(3), st.just(5), words()),
        tuple[Part, ...]: st.just(stage().open["7"].parts),
        Point: st.tuples(st.integers(0, 9_000), st.integers(0, 9_000)),
        Point | None: st.none() | st.tuples(st.integers(0, 9_000), st.integers(0, 9_000)),
        tuple[str, ...]: st.sampled_from(((), ("hall",), ("hall", "lost"))),
        tuple[int, ...]: st.sampled_from(((), (1,), (6, 2))),
        tuple[int | str, ...]: st.sampled_from(((), (1,), (6, 2))),
    }
    if kind in special:
        return special[kind]
    if typing.get_origin(kind) is Mapping:
        _key, value = typing.get_args(kind)
        return st.dictionaries(any_of(("red", "lost")), values(value, ""), max_size=2)
    if field in IDS:
        return st.just(IDS[field])
    if field == "part":
        return st.sampled_from((0, 1))
    if kind is str:
        return words(empty)
    return st.from_type(kind) if kind is not int else st.integers(0, 9)


def words(empty: bool = False) -> st.SearchStrategy[str]:
    """A word or two, something that could be taken for a template, or nothing."""
    return st.sampled_from(("a reason", *NAMES, *([""] if empty else [])))


def events(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Events of one kind, with any values that the stage allows."""
    hints = typing.get_type_hints(kind)
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{f.name: values(hints[f.name], f.name, not f.required) for f in fields})


def names() -> st.SearchStrategy[str]:
    """What somebody may call a thing."""
    return st.sampled_from(NAMES)
