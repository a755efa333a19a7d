"""What counts as Airless and what as an Environmental Hazard."""

from __future__ import annotations

import pytest
from kit import unit
from kit.ship import start
from wardiary_server.game.events import UnitEntered
from wardiary_server.game.state import Area
from wardiary_server.rules.environments import areas


@pytest.mark.parametrize("name", ["vacuum", "atmosphere_loss", "space"])
def test_three_names_are_one_airless(name: str) -> None:
    """ENV-6: vacuum, atmosphere loss and exposure to space: 3 aliases, 1 kind."""
    play = start("a - b", unit("vega"), areas=[Area("hold", name, zones=("b",))])

    play.act("red", "move", "vega", 1, to="b")

    assert [roll.rule for roll in play.rolls()] == ["airless"]
    assert areas.ALIASES[name] == "airless"


@pytest.mark.parametrize("name", ["gas_leak", "airborne", "biological", "quarantine_failure", "radiation", "chemical"])
def test_six_names_are_one_hazard(name: str) -> None:
    """ENV-32: gas, airborne, biological, quarantine failure, radiation, chemical: 6 names, 1 kind."""
    play = start("a - b", unit("vega"), areas=[Area("lab", name, zones=("b",))])

    play.act("red", "move", "vega", 1, to="b")

    assert [roll.rule for roll in play.rolls()] == ["hazard"]
    assert areas.ALIASES[name] == "hazard"


def test_the_names_share_one_roll() -> None:
    """ENV-6, ENV-32: two names of one kind are the same Environment, so one roll covers both."""
    both = [Area("leak", "gas_leak", zones=("b",)), Area("rays", "radiation", zones=("b",))]
    play = start("a - b", unit("vega"), areas=both)

    play.act("red", "move", "vega", 6, to="b")

    assert len(play.rolls("hazard")) == 1


@pytest.mark.parametrize(("kind", "word"), [("quarantine", "contaminated"), ("smoke", "hazard"), ("burning", "hazard")])
def test_what_is_a_hazard_only_by_the_scenarios_word(kind: str, word: str) -> None:
    """ENV-36, ENV-43: quarantine, smoke and what burns count only with their word."""
    assert areas.environment(Area("x", kind, zones=("b",))) == ""
    assert areas.environment(Area("x", kind, zones=("b",), data={word: 0})) == ""
    assert areas.environment(Area("x", kind, zones=("b",), data={word: 1})) == "hazard"


def test_an_unknown_kind_is_nothing_here() -> None:
    assert areas.environment(Area("x", "darkness", zones=("b",))) == ""


def test_from_zone_to_zone_of_one_area_is_no_entry() -> None:
    """D7: entering is from outside the area to its inside, not from zone to zone within."""
    hold = Area("hold", "airless", zones=("b", "c"))
    game = start("a - b - c", unit("vega"), areas=[hold]).game

    assert areas.entered(game, "airless", UnitEntered("vega", "b", came="a")) == [hold]
    assert areas.entered(game, "airless", UnitEntered("vega", "c", came="b")) == []
    assert areas.entered(game, "airless", UnitEntered("vega", "c")) == [hold], "who arrives from reserve was outside"


def test_an_area_made_twice_grows() -> None:
    """Made again under its id, an area holds in the zones of both; nothing is freed by that."""
    old = Area("airless-b1", "airless", zones=("a",))
    game = start("a - b", areas=[old]).game

    assert areas.grown(game, Area("airless-b1", "airless", zones=("b", "a"))).zones == ("a", "b")
    assert areas.grown(game, Area("airless-b2", "airless", zones=("b",))).zones == ("b",)


def test_zones_are_freed_of_an_area() -> None:
    area = Area("hold", "airless", zones=("a", "b"))

    assert areas.without_zones(area, ("a", "c")) == Area("hold", "airless", zones=("b",))
    assert areas.without_zones(area, ("b", "a")) is None


def test_smoke_that_is_freed_of_its_hazard_is_smoke_again() -> None:
    """ENV-43: smoke stays smoke; only that it counts as a Hazard comes and goes."""
    smoke = Area("s", "smoke", "Thick smoke", ("a", "b"), data={"damage": 2})

    poisonous = areas.switched(smoke, on=True)

    assert (poisonous.name, dict(poisonous.data)) == ("Thick smoke, hazardous", {"damage": 2, "hazard": 1})
    assert areas.without_zones(poisonous, ("a",)) == smoke


@pytest.mark.parametrize("text", ["a b", "a,b", "a, b", " a  b "])
def test_zones_in_one_text(text: str) -> None:
    assert areas.zones_of(text) == ("a", "b")
