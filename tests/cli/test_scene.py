"""The view, with its blanks filled in."""

from kit import unit
from kit.skirmish import play
from kit.terminal import scene
from msgspec.structs import replace
from wardiary_cli.scene import Scene
from wardiary_server.game.state import Clock


def pair(**options: str):  # type: ignore[no-untyped-def]
    """Two against one, in turns of the order that is asked for."""
    return play(
        "hall - cargo",
        unit("vega", "hall"),
        unit("rook", "hall"),
        unit("moth", "cargo", "blue"),
        options={f"frame.{name}": value for name, value in options.items()},
    )


def test_an_empty_view_has_nothing_and_asks_nothing() -> None:
    empty = Scene()

    assert (empty.phase, empty.cursor, empty.result()) == ("", 0, "")
    assert empty.names() == []
    assert empty.questions() == empty.asked() == empty.going() == []
    assert not empty.is_asked_to_agree()


def test_a_view_of_another_make_is_read_as_far_as_it_goes() -> None:
    strange = Scene({"units": [1, 2], "spells": {"s1": {"name": "Fog"}, "s2": 7}, "game": {"now": 3}}, "red", "player")

    assert strange.all("units") == {}
    assert [name.name for name in strange.names("spells")] == ["Fog"]
    assert strange.phase == ""


def test_names_are_those_of_the_scenario_or_else_the_ids() -> None:
    here = scene(pair())

    assert here.name("units", "vega") == "Vega"
    assert here.name("units", "nobody") == "nobody"
    assert here.seat_name("red") == "Red"


def test_a_seat_is_shown_with_who_holds_it() -> None:
    game = pair()
    game.do("operator", {"do": "sit", "seat": "blue", "name": "Bo"})

    assert scene(game).seat_name("blue") == "Blue (Bo)"


def test_in_free_order_everyone_goes_and_each_seat_has_one_turn_on() -> None:
    game = pair(order="free")
    assert scene(game).going() == ["vega", "rook", "moth"]

    game.act("red", "begin", "rook")

    assert scene(game).may_go() == ["rook"]
    assert scene(game, "blue").may_go() == ["moth"]


def test_in_alternate_order_a_side_goes_and_then_the_unit_whose_turn_is_on() -> None:
    game = play(
        "hall - cargo", unit("vega", "hall"), unit("rook", "hall"), unit("moth", "cargo", "blue"),
        options={"frame.order": "alternate"}, clock=Clock(phase="play", round=1, side="red"),
    )  # fmt: skip
    assert scene(game).may_go() == ["vega", "rook"]
    assert scene(game, "blue").may_go() == []

    game.act("red", "begin", "vega")
    assert scene(game).going() == ["vega"]

    game.act("red", "end", "vega")
    assert scene(game, "blue").going() == ["moth"]


def test_by_initiative_the_first_who_can_still_go_goes() -> None:
    game = play(
        "hall - cargo", unit("vega", "hall"), unit("rook", "hall"), unit("moth", "cargo", "blue"),
        options={"frame.order": "initiative"}, clock=Clock(phase="play", round=1, order=("moth", "vega", "rook")),
    )  # fmt: skip
    assert scene(game).going() == ["moth"]

    game.act("blue", "pass", "moth")

    assert scene(game).may_go() == ["vega"]


def test_whoever_is_down_cannot_go() -> None:
    game = pair()
    down = replace(game.unit("vega"), status="down")

    assert scene(game).is_able("vega")
    view = {**scene(game).view, "units": {"vega": {"status": "down", "zone": "hall"}}}
    assert not Scene(view).is_able(down.id)


def test_a_seat_is_asked_what_is_its_own_to_answer() -> None:
    game = play("hall", unit("vega", "hall", items=("rifle",)), unit("moth", "hall", "blue"), typed=True)
    game.act("red", "attack", "vega", weapon="rifle", target="moth")

    shot, ammunition = scene(game).asked()

    assert (shot.kind, shot.unit, shot.seat, shot.part["dice"]) == ("roll", "vega", "red", 5)
    assert scene(game, "blue").asked() == []
    assert scene(game, "referee").questions() == [shot, ammunition]
    assert scene(game, "").asked() == []


def test_a_proposal_asks_those_who_have_not_agreed() -> None:
    game = pair()
    game.act("red", "move", "vega", to="cargo")
    game.act("blue", "move", "moth", to="hall")
    game.undo("red")

    assert not scene(game).is_asked_to_agree()
    assert scene(game, "blue").is_asked_to_agree()
    assert not scene(game, "").is_asked_to_agree()


def test_the_referee_commands_everyone_and_a_spectator_nobody() -> None:
    game = pair()

    assert scene(game).commanded() == ["vega", "rook"]
    assert scene(game, "referee").commanded() == ["vega", "rook", "moth"]
    assert scene(game, "").commanded() == []
