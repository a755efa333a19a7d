"""What a scenario says and this rulebook cannot play, found before the evening begins."""

from __future__ import annotations

from typing import Any

import pytest
from kit.ship import start
from wardiary_server.game.state import Area, Happening, Marker, Special
from wardiary_server.rules.environments import RULEBOOK


def found(**more: Any) -> list[tuple[str, ...]]:
    return [(flaw.table, flaw.id, flaw.text, flaw.hint) for flaw in RULEBOOK.flaws(start("a #d1# b - c", **more).game)]


def test_nothing_is_wrong() -> None:
    good = Marker("b1", "breach", zone="a", link="d1", data={"joins": "b", "affects": "a, c", "restores": 1})
    vents = {"do": "breach", "id": "b2", "zone": "b", "joins": "space", "releases": "hazard", "affects": "a,b"}
    deeds = (vents, {"do": "area", "kind": "vacuum", "zones": "a"}, {"do": "restore", "zones": "a"}, {"do": "tell"})
    areas = [Area("hold", "airless", zones=("a",), data={"damage": 2, "breach": "b1", "effect": "none"})]

    assert found(breaches=[good], areas=areas, happenings={"h": Happening("h", {"round": 2}, deeds)}) == []


@pytest.mark.parametrize(
    ("data", "text", "hint"),
    [
        ({"joins": "spce"}, "A Breach cannot join 'spce': that is no zone.", "Did you mean 'space'?"),
        ({"releases": "hazrd"}, "A Breach does not release 'hazrd'.", "Did you mean 'hazard'?"),
        ({"affects": "a x"}, "A Breach cannot affect 'x': that is no zone.", ""),
        ({"after": "air"}, "After a Breach comes `nothing`, and not 'air'.", "Else leave the key out."),
        ({"restores": "yes"}, "'restores' has to be a number, 0 or more, and 'yes' is not.", ""),
        (
            {"releases": "hazard", "damage": 2},
            "'damage' is for a Decompression, and this Breach lets out a Hazard.",
            "Write hazard_damage.",
        ),
        ({"hazard_damage": -1}, "'hazard_damage' has to be a number, 0 or more, and -1 is not.", ""),
    ],
)
def test_a_breach_that_cannot_be(data: dict[str, Any], text: str, hint: str) -> None:
    """D81: of a Breach at the start and of one that an event places."""
    event = Happening("h", {"round": 2}, ({"do": "breach", "zone": "a", **data},))

    assert found(breaches=[Marker("b1", "breach", zone="a", data=data)]) == [("breaches", "b1", text, hint)]
    assert found(happenings={"h": event}) == [("events", "h", text, hint)]


def test_a_breach_at_a_link_elsewhere() -> None:
    flaw = found(breaches=[Marker("b1", "breach", zone="c", link="d1")])

    assert flaw == [("breaches", "b1", "The link 'd1' is not at the zone 'c'.", "Name one that is.")]


def test_an_area_that_cannot_be() -> None:
    area = Area("lab", "hazard", zones=("a",), data={"damage": "lots", "breach": "hull-2"})

    assert found(areas=[area], breaches=[Marker("hull-1", "breach", zone="a")]) == [
        ("areas", "lab", "'damage' has to be a number, 0 or more, and 'lots' is not.", ""),
        ("areas", "lab", "There is no Breach 'hull-2' at the start.", "Did you mean 'hull-1'?"),
    ]


@pytest.mark.parametrize(
    ("deed", "text", "hint"),
    [
        ({"do": "area", "kind": "vacum"}, "There is no kind of area 'vacum'.", "Did you mean 'vacuum'?"),
        ({"do": "restore", "kind": "smoke"}, "There is no kind of area 'smoke'.", ""),
    ],
)
def test_a_kind_of_area_that_there_is_not(deed: dict[str, Any], text: str, hint: str) -> None:
    """ENV-6, ENV-32: what an event may declare or restore."""
    happenings = {"h": Happening("h", {"round": 2}, ({**deed, "zones": "a"},))}

    assert found(happenings=happenings) == [("events", "h", text, hint)]


@pytest.mark.parametrize(
    ("special", "text", "hint"),
    [
        (
            Special("kit", "Kit", "ignore", ("seal",)),
            "Sealing a Breach brings nothing that could be ignored.",
            'With does = "protect" it seals without a roll.',
        ),
        (
            Special("lamp", "Lamp", "bonus", ("darkness",), 1),
            "In Darkness nothing is rolled.",
            'Write does = "ignore".',
        ),
        (
            Special("lamp", "Lamp", "ignore", ("hazard",), within=8_000),
            "Only Darkness is ignored within a distance.",
            "Leave `within` out.",
        ),
    ],
)
def test_a_special_rule_that_cannot_be(special: Special, text: str, hint: str) -> None:
    """ENV-28, ENV-39: what it does to one of our rolls has to make sense there."""
    assert found(specials={special.id: special}) == [("specials", special.id, text, hint)]


def test_a_breach_lets_in_a_side_that_there_is() -> None:
    """ENV-25."""
    flaw = found(breaches=[Marker("b1", "breach", zone="a", data={"entry": "red,bleu"})])
    text = "There is no side 'bleu' to come in through a Breach."
    assert flaw == [("breaches", "b1", text, "Did you mean 'blue'?")]


def test_an_event_s_area_goes_where_there_is_something() -> None:
    """ENV-44: a track of zones."""
    deed = {"do": "area", "kind": "smoke", "zones": "a", "moves": "b,x"}
    flaw = found(happenings={"h": Happening("h", {"round": 2}, (deed,))})
    assert [(one[0], one[1], one[2]) for one in flaw] == [("events", "h", "It cannot move to 'x': that is no zone.")]
