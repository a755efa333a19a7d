"""Maps that people drew, imported and played to the end: set up, through a door, and until the last round is over."""

from math import hypot
from pathlib import Path

import pytest
from msgspec.structs import replace
from wardiary_server.game.events import Scored, UnitEntered
from wardiary_server.game.geometry.places import zone_at
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Link, Point
from wardiary_server.maps import How, read_map
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES
from wardiary_server.scenario import check_text

from tests.kit import Play

MAPS = Path(__file__).parents[3] / "shared" / "maps"
TOWER, AZHEIM, QUARTERS = "Blue_Tower_-_Base.dd2vtt", "azheim-meeting.dd2vtt", "headmasters-quarters.dd2vtt"

if not MAPS.is_dir():
    pytest.skip(f"the maps are not here: they are looked for in {MAPS}", allow_module_level=True)


def played(name: str, square: int = 1_000) -> Play:
    """A game on one of these maps, before its set-up."""
    made = read_map(MAPS / name, Path("map.toml"), How(square=square, gap=square // 5))
    game, faults = check_text(made.text, "map.toml")
    assert game is not None
    assert faults == made.warnings == ()
    return Play(replace(game, dice=dict.fromkeys(game.seats, "script")), ZONES, ENVIRONMENTS)


def set_up(play: Play) -> Play:
    """Everybody is placed where the offers say first."""
    for seat in ("red", "blue"):
        for unit in [unit for unit in play.game.units.values() if unit.seat == seat and unit.at is None]:
            body = next(b for b in legal(offers(play.context(seat), unit.id)) if b["do"] == "place")
            play.do(seat, body)
        play.do(seat, {"do": "ready"})
    return play


def beside(link: Link, base: int, zone: str, play: Play) -> Point:
    """The place in front of a door, with a base against it, on the side of a zone."""
    (ax, ay), (bx, by) = link.line
    away = (base + 5) / hypot(bx - ax, by - ay)
    right, down = (ay - by) * away, (bx - ax) * away
    both = [(round((ax + bx) / 2 + side * right), round((ay + by) / 2 + side * down)) for side in (1, -1)]
    return next(at for at in both if zone_at(play.game, at) == zone)


def through(play: Play, seat: str, unit: str, door: str) -> None:
    """A unit goes up to a door, opens it, and is on its other side."""
    link, here = play.game.links[door], play.unit(unit)
    other = link.b if link.a == here.zone else link.a
    play.act(seat, "move", unit, at=list(beside(link, here.base, here.zone, play)))
    play.act(seat, "open", unit, door=door)
    play.act(seat, "move", unit, at=list(beside(link, here.base, other, play)))
    assert play.unit(unit).zone == other


def to_the_end(play: Play) -> Play:
    """Everybody passes until the game is over."""
    while play.game.result is None:
        side = play.game.clock.side
        assert len(play.log) < 200
        unit = next(iter(play.game.clock.active), "") or next(
            u.id for u in play.game.units.values() if u.side == side and u.id not in play.game.clock.done
        )
        word = "end" if unit in play.game.clock.active else "pass"
        play.do(play.game.units[unit].seat, {"do": word, "unit": unit})
    return play


# ---------------------------------------------------------------------------------------------- what is found


def test_the_tower_is_cut_out_of_a_larger_building() -> None:
    made = read_map(MAPS / TOWER, Path("map.toml"))

    assert made.counts[:2] == (5, 4)
    assert made.notes["outside_walls"] > 300
    assert made.notes["outside_doors"] == 37
    assert made.picture_name == "map.png"


def test_azheim_is_one_room() -> None:
    made = read_map(MAPS / AZHEIM, Path("map.toml"))

    assert made.counts == (1, 0, 0)
    assert made.notes.found == {"no_walls": 1, "no_portals": 1}
    assert made.picture_name == "map.webp"


def test_the_quarters_have_slanted_doors() -> None:
    game = played(QUARTERS).game
    slanted = [link for link in game.links.values() if len({x for x, _ in link.line}) == len({y for _, y in link.line})]

    assert len(game.zones) == 2
    assert len(game.links) == 6
    assert len(slanted) == 2


# ---------------------------------------------------------------------------------------------- as it is played


@pytest.mark.parametrize("square", [1_000, 1_500])
def test_the_tower_is_played_to_its_end(square: int) -> None:
    play = set_up(played(TOWER, square))
    (door,) = [link.id for link in play.game.links.values() if play.unit("red-2").zone in (link.a, link.b)]

    through(play, "red", "red-2", door)
    to_the_end(play)

    assert play.game.clock.round == 6
    assert [e.zone for e in play.events(UnitEntered)] == ["room-1"]
    assert play.game.result is not None
    assert play.game.result.winner == "red"
    assert play.folded() == play.state


@pytest.mark.parametrize("door", ["d1", "d2", "d3", "d6"])
def test_the_quarters_are_played_through_any_door(door: str) -> None:
    """The first two are the slanted ones."""
    play = played(QUARTERS, 1_500)
    link = play.game.links[door]
    play.do("red", {"do": "place", "unit": "red-1", "at": list(beside(link, 800, "room-1", play))})
    set_up(play)

    through(play, "red", "red-1", door)
    to_the_end(play)

    assert play.unit("red-1").zone == "room-2"
    assert play.game.result is not None


def test_on_azheim_they_meet_in_one_room() -> None:
    play = set_up(played(AZHEIM))
    target = play.game.objectives["middle"]
    assert target.at is not None

    play.act("red", "move", "red-1", at=list(target.at))
    play.act("red", "use", "red-1", objective="middle")
    to_the_end(play)

    assert [event.side for event in play.events(Scored)] == ["red"]
    assert play.game.result is not None
    assert play.game.result.winner == "red"
