"""Areas that grow, move and end, by round and by event."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.inches import at, field, room, stood
from kit.ship import SUCCESS, at_end, end_round, start
from msgspec.structs import replace
from wardiary_server.game.events import AreaPlaced, LevelChanged
from wardiary_server.game.state import Area, Marker
from wardiary_server.rules.environments import RULEBOOK
from wardiary_server.rules.environments.changing import grown, moved
from wardiary_server.rules.zones import RULEBOOK as ZONES

ROW = "a - b - c - d"


def miasma(*zones: str, kind: str = "hazard", **data: int | str) -> Area:
    return Area("mist", kind, "Mist", zones, data=data)


def zones_by_round(play: Play, rounds: int) -> list[str]:
    """Where the mist is after each of these rounds; nothing where it is over."""
    found = []
    for _ in range(rounds):
        end_round(play)
        area = play.game.areas.get("mist")
        found.append("".join(area.zones) if area else "")
    return found


def row(area: Area, *, drawing: str = ROW, **more: Any) -> Play:
    return start(drawing, unit("vega", "d"), areas=[area], **more)


# ---------------------------------------------------------------------------------------------- by round


def test_env_44_an_area_expands_by_round() -> None:
    """ENV-44: a zone further at each round's end, through what is open (D25)."""
    far = "a - b - c - e - f"
    assert zones_by_round(row(miasma("a", grows=1), drawing=f"{far}\nd"), 3) == ["ab", "abc", "abce"]
    assert zones_by_round(row(miasma("a", grows=2), drawing=f"{far}\nd"), 2) == ["abc", "abcef"]
    assert zones_by_round(row(miasma("a", grows=1), drawing="a - b #d1# d"), 2) == ["ab", "ab"]


def test_env_44_an_area_moves_by_round() -> None:
    """ENV-44: along its track, and stays at its end."""
    play = row(miasma("a", moves="b,c"))
    assert zones_by_round(play, 3) == ["b", "c", "c"]
    assert play.game.areas["mist"].data == {}


def test_env_44_an_area_ends_by_round() -> None:
    """ENV-44: it is over with its round, growing or not."""
    assert zones_by_round(row(miasma("a", ends=2)), 3) == ["a", "", ""]
    assert zones_by_round(row(miasma("a", grows=1, ends=2)), 2) == ["ab", ""]
    assert zones_by_round(row(miasma("a", kind="smoke", ends=1)), 1) == [""]


def test_d8_nobody_enters_what_comes_over_them() -> None:
    """D8: the unit rolls when its next turn begins; with `roll_on_create` at once."""
    play = row(miasma("c", grows=1))
    end_round(play)
    assert play.rolls() == []
    play.act("red", "begin", "vega", SUCCESS)
    assert len(play.rolls()) == 1

    at_once = row(miasma("c", grows=1), options={"environments.roll_on_create": True})
    end_round(at_once, SUCCESS)
    assert len(at_once.rolls()) == 1


def test_what_is_suppressed_neither_grows_nor_moves_but_ends() -> None:
    """ENV-44."""
    assert zones_by_round(row(miasma("a", grows=1, moves="b", suppressed=1, ends=2)), 2) == ["a", ""]


def test_an_open_breach_keeps_it_up() -> None:
    """D80: it ends at the first round's end at which nothing is open any more."""
    hole = Marker("b1", "breach", "Torn hull", "a", data={"joins": "space", "resolved": 1})
    seals = at_end({"do": "seal", "breach": "b1"}, round=2)
    play = row(miasma("a", kind="airless", ends=1, breach="b1"), breaches=[hole], happenings=seals)
    assert zones_by_round(play, 3) == ["a", "a", ""]
    assert "Mist (a) stays: Torn hull is open." in play.story()


def test_d95_after_fire_and_gas_and_before_the_scenario_s_events() -> None:
    """D95: the order at a round's end."""
    tells = at_end({"do": "level", "zone": "d", "level": "fire", "number": 1})
    play = row(miasma("a", grows=1), levels={"b": {"gas_deadly": 3}}, happenings=tells, books=(RULEBOOK, ZONES))
    entry = end_round(play)
    happened = [e for e in entry.events if isinstance(e, AreaPlaced | LevelChanged)]
    kinds = ["area" if isinstance(e, AreaPlaced) else e.level for e in happened]
    assert kinds == [*["gas_deadly"] * (len(kinds) - 2), "area", "fire"]
    assert len(kinds) > 2


def test_areas_do_not_depend_on_each_other_s_order() -> None:
    """ENV-44: two that grow at once do so from where they were."""
    one, two = (
        Area("one", "hazard", "One", ("a",), data={"grows": 1}),
        Area("two", "smoke", "Two", ("d",), data={"grows": 1}),
    )
    ends = []
    for areas in ([one, two], [two, one]):
        play = start(ROW, unit("vega", "d"), areas=areas)
        end_round(play)
        ends.append({area.id: set(area.zones) for area in play.game.areas.values()})
    assert ends[0] == ends[1] == {"one": {"a", "b"}, "two": {"c", "d"}}


# ---------------------------------------------------------------------------------------------- by event


def test_env_44_an_event_expands_moves_and_ends_it() -> None:
    """ENV-44: each by a deed, whatever the area is made of stays."""
    events = {
        **at_end({"do": "grow_area", "area": "mist"}),
        **at_end({"do": "grow_area", "area": "mist", "by": 2}, round=2),
        **at_end({"do": "move_area", "area": "mist", "zones": "b"}, round=3),
        **at_end({"do": "end_area", "area": "mist"}, round=4),
    }
    play = row(miasma("a", damage=2), drawing="a - b - c - e\nd", happenings=events)
    assert zones_by_round(play, 3) == ["ab", "abce", "b"]
    assert play.game.areas["mist"].data == {"damage": 2}
    assert zones_by_round(play, 1) == [""]


def test_an_event_s_area_lasts_so_many_rounds() -> None:
    """ENV-44: counted from the round in which it came."""
    comes = {"do": "area", "id": "mist", "kind": "smoke", "zones": "a", "lasts": 2}
    play = start(ROW, unit("vega", "d"), happenings=at_end(comes, round=2))
    assert zones_by_round(play, 3) == ["", "a", ""]


def test_what_is_not_there_cannot_change() -> None:
    """An event may come too late."""
    deeds = [
        {"do": do, "area": "mist", "zones": "b"} for do in ("grow_area", "move_area", "end_area", "suppress", "resume")
    ]
    play = start(ROW, unit("vega", "d"), happenings=at_end(*deeds))
    end_round(play)
    assert play.events(AreaPlaced) == []


# ---------------------------------------------------------------------------------------------- in inches


def test_env_44_a_circle_grows_and_moves_by_inches() -> None:
    """ENV-44: its radius by so much, its centre so far to the right and down."""
    hall = field([room("hall", 0, 0, 24, 12)], stood("vega", 2, 2), stood("foe", 20, 2, "blue"))
    cloud = Area("mist", "smoke", "Mist", centre=at(6, 6), radius=2_000, data={"grows": 1, "moves": "2 -1"})
    play = Play(replace(hall, areas={"mist": cloud}), RULEBOOK)
    end_round(play)
    end_round(play)
    area = play.game.areas["mist"]
    assert (area.centre, area.radius) == (at(10, 4), 4_000)


def test_what_says_nothing_stays_as_it_is() -> None:
    area = miasma("a")
    assert moved(area) is area
    assert grown(start(ROW).game, area, 0) == area


@pytest.mark.parametrize(
    ("area", "hint"),
    [
        (miasma("a", moves="b x"), ""),
        (Area("mist", "smoke", centre=at(6, 6), radius=1_000, data={"moves": "2"}), 'Such as moves = "2 -1".'),
        (
            Area("mist", "smoke", shape=(at(0, 0), at(2, 0), at(2, 2)), data={"grows": 1}),
            "Give it zones, or a centre and a radius.",
        ),
    ],
)
def test_what_cannot_change_like_that_is_found(area: Area, hint: str) -> None:
    """ENV-44: before the game starts."""
    assert [flaw.hint for flaw in RULEBOOK.flaws(start(ROW, areas=[area]).game)] == [hint]
