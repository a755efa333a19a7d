"""How near is near, with and without a board."""

from __future__ import annotations

import pytest
from kit.field import soldier, start
from msgspec.structs import replace
from wardiary_server.game.state import Area
from wardiary_server.rules.casualties.reach import Spot, spot_of, within


@pytest.mark.parametrize(("apart", "near"), [(3_000, True), (3_001, False), (3_100, False)])
def test_inches_are_measured_from_edge_to_edge(apart: int, near: bool) -> None:
    """FIR-1: within 3 inches: 3.0 yes, 3.1 no, whatever the bases."""
    one = Spot(("a",), (0, 0), 500)

    assert within(one, Spot(("b",), (apart + 750, 0), 250), 3_000) == near
    assert within(Spot(("b",), (0, -apart - 500)), one, 3_000) == near


def test_across_a_corner_it_is_the_straight_line() -> None:
    """3 and 4 inches are 5."""
    assert within(Spot((), (0, 0)), Spot((), (3_000, 4_000)), 5_000)
    assert not within(Spot((), (0, 0)), Spot((), (3_000, 4_001)), 5_000)


def test_an_area_has_its_template_or_its_outline_or_its_zones() -> None:
    """FIR-1: a wreck of 2 by 2 inches is 3 inches from its edge away, and so is a zone or a template."""
    square = ((0, 0), (2_000, 0), (2_000, 2_000), (0, 2_000))
    wreck, zone = Area("w", "scenery", shape=square), Area("z", "scenery", zones=("a",))
    ring = Area("r", "scenery", centre=(0, 1_000), radius=2_000)
    play = start("a - b", soldier(), areas=[wreck, zone, ring], measure="board")
    zones = {**play.game.zones, "a": replace(play.game.zones["a"], shape=square)}
    made = replace(play.game, zones=zones)
    near, far = Spot((), (5_500, 1_000), 500), Spot((), (5_501, 1_000), 500)

    for area in (wreck, zone, ring):
        assert within(spot_of(made, area), near, 3_000)
        assert within(near, spot_of(made, area), 3_000)
        assert not within(spot_of(made, area), far, 3_000)
    assert within(spot_of(made, wreck), spot_of(made, zone), 0)
    assert not spot_of(play.game, zone).measured


def test_without_a_point_the_same_zone_is_near() -> None:
    """D94."""
    play = start("a - b", soldier())
    vega = spot_of(play.game, play.unit("vega"))

    assert within(vega, Spot(("b", "a")), 0)
    assert not within(vega, Spot(("b",)), 9_000)
    assert within(spot_of(play.game, replace(play.unit("vega"), at=(0, 0))), Spot(("a",)), 0)
