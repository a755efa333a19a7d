"""Beams: weaker with each range band."""

from __future__ import annotations

import pytest
from kit import Play, unit
from kit.inches import field, room, stood
from kit.skirmish import play
from wardiary_server.game.events import UnitHurt
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Item
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.beams import weakened
from wardiary_server.rules.zones.space import Band, band_to

BANDS: tuple[Band, ...] = ("short", "medium", "long", "extreme")


def beam(damage: int, n: int, ap: int = 0) -> Item:
    return Item("beam", "beam", stats={"dice": 1, "damage": damage, "beam": n, "ap": ap, "reach": 9})


@pytest.mark.parametrize(("damage", "n", "left"), [(4, 1, [4, 3, 2, 1]), (2, 3, [2, 0, 0, 0]), (3, 0, [3, 3, 3, 3])])
def test_bea_1_each_band_past_short_takes_n_off(damage: int, n: int, left: list[int]) -> None:
    """BEA-1: damage 4, Beam 1: 4, 3, 2, 1; damage 2, Beam 3: 2, 0, 0, 0."""
    assert [weakened(beam(damage, n), damage, band) for band in BANDS] == left


def test_bea_1_in_contact_counts_as_short() -> None:
    """BEA-1, D64."""
    assert weakened(beam(4, 1), 4, "engaged") == 4


@pytest.mark.parametrize(("zone", "lost"), [("a", 4), ("b", 3), ("c", 2), ("e", 2), ("f", 1)])
def test_bea_1_in_play(zone: str, lost: int) -> None:
    """BEA-1: short in the same zone, medium one away, long two to four, extreme beyond (D75)."""
    game = play(
        "a - b - c - d - e - f", unit("vega", items=("beam",)), unit("rook", zone, "blue"), items={"beam": beam(4, 1)}
    )
    game.act("red", "attack", "vega", 6, weapon="beam", target="rook")
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [lost]


@pytest.mark.parametrize(("zone", "stun"), [("a", 3), ("b", 2), ("c", 1), ("f", 0)])
def test_bea_1_stun_is_weakened_as_well(zone: str, stun: int) -> None:
    """BEA-1, STN-1, D64: stun 3, Beam 1: 3, 2, 1, and none at extreme range, where nothing is rolled against it."""
    stunner = Item("beam", "beam", stats={"dice": 1, "damage": 0, "stun": 3, "beam": 1, "reach": 9})
    rook = unit("rook", zone, "blue", strength=1, stamina=0)
    game = play("a - b - c - d - e - f", unit("vega", items=("beam",)), rook, items={"beam": stunner})
    game.act("red", "attack", "vega", 6, *([2] if stun else []), weapon="beam", target="rook")
    assert game.unit("rook").conditions.get("lost_turns", 0) == stun


def test_bea_1_ap_is_not_weakened() -> None:
    """BEA-1, D83: damage 4 less 2, AP 2 against AR 2: 2."""
    game = play(
        "a - b - c", unit("vega", items=("beam",)), unit("rook", "c", "blue", ar=2), items={"beam": beam(4, 1, 2)}
    )
    game.act("red", "attack", "vega", 6, weapon="beam", target="rook")
    assert game.unit("rook").stats["health"] == 3


def test_a_menu_tells_the_damage_at_that_range() -> None:
    game = play("a - b", unit("vega", items=("beam",)), unit("rook", "b", "blue"), items={"beam": beam(4, 1)})
    (offer,) = [one for one in offers(game.context(), "vega") if one.body["do"] == "attack"]
    assert offer.targets[0].note == "1 die, damage 3, AP 0, medium range"


def test_on_a_board_bases_that_touch_are_engaged() -> None:
    """D75: contact is told apart where it is measured."""
    hall = room("hall", 0, 0, 10, 10)
    game = Play(field([hall], stood("vega", 2, 2), stood("rook", 3, 2, "blue"), stood("rat", 5, 2, "blue")), RULEBOOK)
    ctx = game.context()
    assert band_to(ctx, game.unit("vega"), game.unit("rook")) == "engaged"
    assert band_to(ctx, game.unit("vega"), game.unit("rat")) == "short"
