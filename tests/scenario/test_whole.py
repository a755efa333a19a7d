"""What the checks of the whole ask of a scenario: where something stands, what is sound, who is brought."""

from wardiary_server.game.state import Game, Happening
from wardiary_server.scenario.faults import Faults
from wardiary_server.scenario.positions import locate
from wardiary_server.scenario.whole import Whole, brought_by

IDS = {"weapons": {"carbine": ("weapons", 0)}, "items": {"box": ("items", 0)}, "units": {"vega": ("units", 0)}}


def whole(**game: object) -> Whole:
    return Whole(Game(title="", **game), IDS, Faults("f.toml", locate("")), ())  # type: ignore[arg-type]


def test_a_path_leads_to_where_something_stands() -> None:
    assert whole().path("units", "vega") == ("units", 0)
    assert whole().path("units", "vega", "health") == ("units", 0, "health")


def test_a_weapon_is_an_item_and_an_item_may_be_a_weapon() -> None:
    assert whole().path("items", "carbine") == ("weapons", 0)
    assert whole().path("weapons", "box", "dice") == ("items", 0, "dice")


def test_of_what_stands_nowhere_the_table_is_named() -> None:
    assert whole().path("units", "kei", "health") == ("units",)
    assert whole().path("dreams", "x") == ("dreams",)


def test_a_table_is_sound_until_something_in_it_is_wrong() -> None:
    one = whole()

    one.faults.add(("units", 0, "name"), "Odd.", warning=True)
    assert one.sound("units")
    one.faults.add(("units", 0, "name"), "Wrong.")
    assert not one.sound("units")


def test_options_of_the_frame_have_a_default() -> None:
    assert whole(options={"frame.rounds": 8}).number("rounds") == 8
    assert whole().number("rounds") == 0


def test_who_is_brought_and_by_what() -> None:
    does = ({"do": "reserves", "units": "kei,sable", "zone": "dock"}, {"do": "tell", "text": "x"})

    assert brought_by(Game(title="", happenings={"boat": Happening("boat", {"round": 2}, does)})) == {
        "kei": "boat",
        "sable": "boat",
    }
