"""The zones as boxes."""

from kit import unit
from kit.terminal import deck
from msgspec.structs import replace
from wardiary_cli.full.zonemap import zone_map
from wardiary_cli.scene import Scene
from wardiary_server.game.state import Unit


def ship(*units: Unit) -> Scene:
    return deck(*units, levels={"fire": 2}, airless="Environmental Hazard")


def drawn(here: Scene, width: int = 60) -> list[str]:
    canvas = zone_map(here, width)
    assert canvas is not None
    return canvas.text.splitlines()


def test_zones_lie_as_they_lie_with_doors_dangers_and_units() -> None:
    here = ship(unit("vega", "hall"), unit("moth", "hold", "blue"))

    assert drawn(here, 52) == [
        "┌ Dock ──────┐     ┌ Hall ──────┐     ┌ Lift ──────┐",
        "│            │==d1=│V Vega      │!!d2!│            │",
        "└────────────┘     └────────────┘     └────────────┘",
        "  │                  #d4#",
        "┌ Store ─────┐     ┌ Hold ──────┐",
        "│!FIRE 2     │     │!Environmen…│",
        "│            │─────│M Moth      │",
        "└────────────┘     └────────────┘",
        "also: lift - hold by d5 [closed]",
    ]


def test_with_room_it_is_wrapped_and_not_cut() -> None:
    here = ship(unit("vega", "hall"))

    assert any("! Environmental Hazard" in line for line in drawn(here, 120))


def test_a_click_on_a_unit_means_it() -> None:
    canvas = zone_map(ship(unit("vega", "hall")), 52)

    assert canvas is not None
    assert canvas.owner(20, 1) == "vega"
    assert canvas.owner(0, 0) == ""


def test_many_units_share_lines_by_their_letters() -> None:
    here = ship(*(unit(f"unit{n}", "hall") for n in range(9)))

    assert "U N I T" in "\n".join(drawn(here))


def test_names_are_text() -> None:
    here = ship(replace(unit("vega", "hall"), name="[b]\x1b"))

    assert any("V [b]\\x1b" in line for line in drawn(here)) or any("B [b]\\x1b" in line for line in drawn(here))


def test_blips_are_shown_and_without_places_there_is_no_map() -> None:
    view = {"zones": {"a": {"place": [0, 0]}, "b": {"place": [1, 0]}}, "blips": {"3": {"zone": "b"}}}

    assert any("? something moves (3)" in line for line in drawn(Scene(view)))
    assert zone_map(Scene({"zones": {"a": {}, "b": {}}}), 80) is None
