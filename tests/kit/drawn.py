"""Games drawn at random, in which whatever the rulebooks know may lie about: by zones, or on a board in inches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace
from wardiary_server.game.frame import FRAME
from wardiary_server.game.state import (
    Area,
    Clock,
    DoorState,
    Game,
    Happening,
    Item,
    Link,
    Marker,
    Objective,
    Special,
    Unit,
    Zone,
)
from wardiary_server.rules.casualties import RULEBOOK as CASUALTIES
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES

from . import game, unit
from .inches import field, link, room

ALL = (ENVIRONMENTS, ZONES, CASUALTIES)
"""Every rulebook that there is, in one game."""

ARMOURY = (
    Item("rifle", "rifle", stats={"dice": 4, "damage": 2, "ap": 1, "ammo": 2}, tags=("full_auto",)),
    Item("pistol", "pistol", stats={"damage": 1, "reach": 1}),
    Item("laser", "laser", stats={"dice": 3, "damage": 3, "beam": 1}),
    Item("launcher", "launcher", stats={"dice": 4, "damage": 3, "ap": 2}, tags=("single",)),
    Item("rocket", "rocket", stats={"dice": 3, "damage": 4, "homing:machine": 6}, tags=("disposable",)),
    Item("grenade", "grenade", stats={"blast": 3, "reach": 1}, tags=("disposable",)),
    Item("mortar", "mortar", stats={"blast": 2, "ammo": 2}),
    Item("taser", "taser", stats={"dice": 5, "damage": 0, "stun": 3, "reach": 1}),
    Item("axe", "axe", stats={"damage": 2}, tags=("melee", "less_lethal")),
    Item("turret", "turret", stats={"autonomous": 4, "damage": 1, "reach": 1, "ammo": 3}),
)
GEAR = (
    Item("kit", "kit", "gear", tags=("medkit",)),
    Item("tools", "tools", "gear", tags=("tools",)),
    Item("locket", "locket", "gear", tags=("significant",)),
    Item("lamp", "lamp", "gear", specials=("lamp",)),
    Item("mask", "mask", "gear", specials=("mask",)),
    Item("crate", "crate", "gear", stats={"supply": 2}),
    Item("loot", "loot", "thing", tags=("loot",)),
)
SPECIALS = (
    Special("mask", "Mask", "protect", ("gas_deadly", "tear_gas")),
    Special("calm", "Calm", "reroll", ("airless", "hazard", "seal", "gas_irritating", "treat")),
    Special("tough", "Tough", "ignore", ("airless", "hazard:spores")),
    Special("handy", "Handy", "bonus", ("seal", "attack", "aid"), 1),
    Special("lamp", "Lamp", "ignore", ("darkness",), within=6_000),
)
DOORS: tuple[DoorState, ...] = ("none", "none", "open", "closed", "sealed")
TAGS = ("character", "vulnerable", "flammable", "alien", "stun_immune", "suppresses:night")
TAKEN = ("frame.dice", "frame.undo", "frame.blips")
"""Options that a drawn game leaves alone."""


def draw(seed: int, *, board: bool = False) -> Game:
    """The game of a seed, in play or before it. It has no flaw that a rulebook would name."""
    random = Random(seed)
    made = inches(random) if board else zones(random)
    made = replace(made, **{name: dict(found) for name, found in lying(random, made)})
    made = replace(made, happenings=happenings(random, made), options={**made.options, **options(random)})
    found = [flaw for book in (FRAME, *ALL) if book.flaws is not None for flaw in book.flaws(made)]
    assert not found, (seed, found)
    return set_up(made) if random.random() < 0.3 else made


def set_up(made: Game) -> Game:
    """The same game before anybody is placed."""
    units = {
        name: replace(u, zone="", at=None, status="reserve") if u.seat and "arrives" not in u.stats else u
        for name, u in made.units.items()
    }
    return replace(made, units=units, clock=Clock())


# ---------------------------------------------------------------------------------------------- the board


def zones(random: Random) -> Game:
    """Four to seven zones, joined so that each can be reached if no door is shut."""
    names = "abcdefg"[: random.randint(4, 7)]
    pairs = {(random.choice(names[:n]), names[n]) for n in range(1, len(names))}
    pairs |= {tuple(sorted(random.sample(names, 2))) for _ in range(2)}  # type: ignore[misc]
    links = {f"d{n}": Link(f"d{n}", a, b, f"d{n}", random.choice(DOORS)) for n, (a, b) in enumerate(sorted(pairs))}
    made = {name: levelled(random, Zone(name, name, deploy=("red", "blue"))) for name in names}
    people = [person(random, name, random.choice(names)) for name in crew(random)]
    start = game("a", people)
    return replace(start, zones=made, links=links, rulebooks=tuple(book.name for book in ALL))


def inches(random: Random) -> Game:
    """Four rooms of twelve inches square, and what joins them."""
    rooms = [room("a", 0, 0, 12, 12), room("b", 12, 0, 24, 12), room("c", 0, 12, 12, 24), room("d", 12, 12, 24, 24)]
    gaps = {"ab": (12, 4, 12, 7), "cd": (12, 16, 12, 19), "ac": (4, 12, 7, 12), "bd": (16, 12, 19, 12)}
    links = [link(*pair, *ends, door=random.choice(DOORS), name=f"d{n}") for n, (pair, ends) in enumerate(gaps.items())]
    people = [person(random, name, "", 4) for name in crew(random)]
    stood = [placed(random, one, n) for n, one in enumerate(people)]
    return field(
        [levelled(random, one) for one in rooms], *stood, links=links, rulebooks=tuple(book.name for book in ALL)
    )


def placed(random: Random, one: Unit, n: int) -> Unit:
    """A unit at a place, unless it comes later."""
    if "arrives" in one.stats:
        return one
    return replace(one, at=spot(random, n), status="down" if one.status == "down" else "ready")


def spot(random: Random, n: int) -> tuple[int, int]:
    """A place of one's own: two inches from any other."""
    return 2_000 + n % 6 * 4_000, random.choice((2_000, 9_000, 15_000, 22_000))


def levelled(random: Random, zone: Zone) -> Zone:
    """A zone that may burn, or be full of gas."""
    found = {name: random.randint(1, 4) for name in ("fire", "gas_deadly", "gas_irritating") if random.random() < 0.15}
    return replace(zone, levels=found)


# ---------------------------------------------------------------------------------------------- who is there


def crew(random: Random) -> Iterator[str]:
    """The names of all units: two or three people of each side, perhaps a gun and a wrecked cart."""
    yield from (f"red{n}" for n in range(random.randint(2, 3)))
    yield from (f"blue{n}" for n in range(random.randint(2, 3)))
    yield from (name for name in ("gun", "cart") if random.random() < 0.5)


def person(random: Random, name: str, zone: str, speed: int = 1) -> Unit:
    """Somebody, or the gun, with whatever they carry."""
    if name == "gun":
        return unit(
            name, zone, "station", seat="", kind="machine", items=("turret",), health=4, gas_immune=1, defense=4
        )
    if name == "cart":
        return unit(name, zone, "red", seat="", kind="machine", status="down", health=0, defense=4)
    side = "red" if name.startswith("red") else "blue"
    late, is_down = random.random() < 0.15, random.random() < 0.15
    more: dict[str, Any] = {"arrives": 2} if late else {"status": "down", "health": 0} if is_down else {}
    return unit(
        name,
        "" if late else zone,
        side,
        items=tuple(item.id for item in (*random.sample(ARMOURY[:-1], 2), *random.sample(GEAR[:-2], 2))),
        tags=tuple(tag for tag in TAGS if random.random() < 0.4),
        specials=tuple(one.id for one in SPECIALS[1:4] if random.random() < 0.3),
        hidden=("blue" if side == "red" else "red",) if random.random() < 0.15 else (),
        conditions={"stress": 1} if random.random() < 0.3 else {},
        **{**numbers(random, speed), **more},
    )


def numbers(random: Random, speed: int) -> dict[str, int]:
    """What somebody can do, and take."""
    found = {word: random.randint(1, 3) for word in ("strength", "stamina", "agility", "empathy", "close_combat")}
    return found | {
        "health": random.randint(3, 6),
        "max_health": 6,
        "speed": speed + random.randint(0, 1),
        "ar": random.randint(0, 2),
        "defense": random.randint(2, 5),
        "skill_die": random.choice((6, 8, 10)),
        "supply": random.randint(1, 4),
        "pack": random.randint(0, 1),
    }


# ---------------------------------------------------------------------------------------------- what lies about


def lying(random: Random, made: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Things, special rules, areas, markers and objectives."""
    names = list(made.zones)
    yield "items", {item.id: item for item in (*ARMOURY, *GEAR)}
    yield "specials", {special.id: special for special in SPECIALS}
    vulnerable = any("vulnerable" in u.tags for u in made.units.values())
    yield "areas", {area.id: area for area in areas(random, names, gas=vulnerable) if random.random() < 0.4}
    doors = [link.id for link in made.links.values() if link.door != "none"]
    switch = (
        {"is": "on", "doors": doors[0]} if doors else {"is": "off", "units": "gun" if "gun" in made.units else "red0"}
    )
    at = {"at": (6_000, 6_000)} if made.measure == "board" else {}
    breach = Marker("hole", "breach", "Hole", names[0], data={"joins": "space", "entry": "red"}, **at)
    yield (
        "markers",
        {one.id: one for one in (breach, Marker("main", "power", "Power", data=switch)) if random.random() < 0.6},
    )
    lies = {"at": (18_000, 6_000)} if made.measure == "board" else {}
    yield (
        "objectives",
        {
            "hold": Objective("hold", "Hold", "hold", (random.choice(names),)),
            "take": Objective(
                "take", "Take", "take", (names[1],), data={"item": random.choice(("loot", "crate"))}, **lies
            ),
            "leave": Objective("leave", "Leave", "leave", (random.choice(names),)),
        },
    )


def areas(random: Random, names: list[str], *, gas: bool) -> Iterator[Area]:
    """One of each kind, each in a zone."""
    yield Area("cold", "airless", zones=(random.choice(names),))
    yield Area("spores", "hazard", "Spores", (random.choice(names),), data={"grows": 1, "condition": "sick", "ends": 2})
    yield Area("leak", "hazard", zones=(random.choice(names),), data={"damage": 2})
    yield Area("night", "darkness", "Darkness", tuple(random.sample(names, 2)))
    if gas:
        yield Area("tear", "tear_gas", zones=(random.choice(names),), data={"value": 4})
        yield Area("glow", "effect", zones=(random.choice(names),), data={"value": 3})
    yield Area("wreck", "scenery", zones=(random.choice(names),), data={"flaming": 1})
    yield Area("wood", "scenery", zones=(random.choice(names),), data={"flammable": 1})


def happenings(random: Random, made: Game) -> dict[str, Happening]:
    """What the scenario itself does, at some time."""
    names, links = list(made.zones), list(made.links)
    deeds: tuple[dict[str, Any], ...] = (
        {"do": "level", "zone": random.choice(names), "level": "fire", "number": 2},
        {"do": "breach", "zone": names[-1], "id": "b2"},
        {"do": "door", "link": random.choice(links), "is": "open"},
        {"do": "explosion", "zone": random.choice(names), "number": 2},
        {"do": "area", "kind": "airless", "zones": random.choice(names), "id": "air"},
        {"do": "ignite", "units": next(iter(made.units))},
        {"do": "tell", "text": "Something creaks."},
    )
    found = [deed for deed in deeds if random.random() < 0.3]
    return {
        f"h{n}": Happening(f"h{n}", random.choice(({"round": 2}, {"round_end": 1})), (deed,))
        for n, deed in enumerate(found)
    }


def options(random: Random) -> dict[str, Any]:
    """Some options otherwise than by default, of those that have a few values."""
    specs = {f"{book.name}.{name}": spec for book in (FRAME, *ALL) for name, spec in book.options.items()}
    found = {
        name: random.choice(spec.values)
        for name, spec in specs.items()
        if spec.values and name not in TAKEN and random.random() < 0.3
    }
    return {
        "frame.order": "alternate",
        "frame.economy": "slow-quick",
        "frame.auto_end": True,
        **found,
        "frame.rounds": 4,
        "casualties.burning": 4,
    }
