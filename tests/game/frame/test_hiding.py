"""D96: how what is hidden comes to light, and who may see to that."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.inches import at, stood, two_rooms
from kit.skirmish import gun, play
from msgspec.structs import replace
from wardiary_server.game import offers, views
from wardiary_server.game.events import Blipped, HiddenFrom, Revealed, StatusChanged
from wardiary_server.game.known import SPECTATOR
from wardiary_server.game.state import Area, Clock, Item, Marker, Seat, Side, Unit, Zone
from wardiary_server.game.story import tell

ALL = ("blue", "spectators")
BLUE = "side:blue"


def ghost(zone: str = "c", **more: Any) -> Unit:
    """One of red's that nobody else may know of."""
    return unit("ghost", zone, hidden=ALL, speed=9, **more)


def table(drawing: str, *units: Unit, **more: Any) -> Play:
    return play(drawing, unit("vega", "a", speed=9), *units, unit("rook", "b", "blue", speed=9), **more)


def seen(game: Play, audience: str = BLUE) -> set[str]:
    """The units that an audience sees."""
    return set(views.view(game.state, audience).parts["units"])


def lines(game: Play, entry: Any, audience: str) -> list[str]:
    """An entry as an audience is told of it."""
    return [line.text for line in tell(entry, game.timeline.states[entry.seq - 1], game.state, audience).lines]


# ---------------------------------------------------------------------------------------------- sight


def test_a_door_that_opens_reveals_who_stands_behind_it() -> None:
    game = table("a - b #d1# c", ghost())
    assert "ghost" not in seen(game)

    entry = game.act("blue", "open", "rook", door="d1")

    assert "ghost" in seen(game)
    assert "ghost" in seen(game, SPECTATOR), "what no side is kept from, those who watch see as well"
    assert lines(game, entry, BLUE) == ["Rook's turn begins.", "Rook: d1 is now open.", "Ghost appears in c."]
    assert lines(game, entry, "side:red")[-1] == "Ghost is known to Blue and the spectators now."


def test_one_who_walks_into_sight_is_told_from_there_on() -> None:
    game = table("a - b =d1= c #d2# d", ghost("d"), options={"frame.reveal": "zone"})
    game.act("red", "open", "ghost", door="d2")
    assert "ghost" not in seen(game)

    entry = game.act("red", "move", "ghost", to="a")

    assert lines(game, entry, SPECTATOR) == ["Ghost appears in b.", "Ghost moves from b to a."]


@pytest.mark.parametrize(("rule", "is_seen"), [("sight", True), ("zone", False), ("attack", False)])
def test_the_option_says_how_near_one_must_come(rule: str, is_seen: bool) -> None:
    """`frame.reveal`: sight by default."""
    game = table("a - b #d1# c", ghost(), options={"frame.reveal": rule})
    game.act("blue", "open", "rook", door="d1")

    assert ("ghost" in seen(game)) is is_seen


def test_those_in_sight_when_a_round_begins_are_seen() -> None:
    game = table("a - b - c", ghost(), clock=Clock(phase="setup"))
    assert "ghost" not in seen(game)
    game.do("referee", {"do": "ready"})

    assert "ghost" in seen(game)


def test_a_door_that_a_hidden_unit_opens_is_told_without_it() -> None:
    game = table("a - b #d2# d =d1= c", ghost("d"), options={"frame.reveal": "attack"})

    entry = game.act("red", "open", "ghost", door="d2")

    told = tell(entry, game.timeline.states[entry.seq - 1], game.state, BLUE)
    assert [line.text for line in told.lines] == ["D2 is now open."]
    assert told.by == ""
    assert lines(game, entry, "side:red")[-1] == "Ghost: d2 is now open."


def test_a_side_is_revealed_to_by_itself_and_spectators_with_the_last() -> None:
    green = unit("grun", "a", "green", seat="green")
    game = table("a - b #d1# c", ghost(), options={"frame.reveal": "zone"})
    start = replace(
        game.start,
        sides={**game.start.sides, "green": Side("green", "Green")},
        seats={**game.start.seats, "green": Seat("green", "Green", "green")},
        units={**game.start.units, "grun": green, "ghost": replace(ghost(), hidden=("blue", "green", "spectators"))},
    )
    game = Play(start, *game.rules.rulebooks[1:])
    game.act("red", "open", "ghost", door="d1")
    game.act("red", "move", "ghost", to="b")

    assert game.unit("ghost").hidden == ("green", "spectators")
    assert "ghost" not in seen(game, SPECTATOR)
    game.act("red", "move", "ghost", to="a")
    assert game.unit("ghost").hidden == ()


# ---------------------------------------------------------------------------------------------- attacks


def test_a_hidden_gun_that_fires_is_known_to_all() -> None:
    game = play(
        "a - b - c", unit("rook", "c", "blue", speed=9), replace(gun("turret1", "a"), hidden=ALL),
        unit("vega", "c"), options={"frame.reveal": "attack"}, faces=[1] * 8,
    )  # fmt: skip
    assert "turret1" not in seen(game)
    assert "turret" not in views.view(game.state, BLUE).parts["items"]

    entry = game.act("blue", "move", "rook", to="b")

    told = lines(game, entry, BLUE)
    assert told[1:4] == [
        "Rook moves from c to b.",
        "Turret1 appears in a.",
        "Turret1 (turret at Rook): 1, 1, 1, 1, 1, 1, 1, 1.",
    ]
    assert "turret" in views.view(game.state, BLUE).parts["items"]


def test_who_attacks_is_revealed_before_the_dice_are_told() -> None:
    game = table("a - b", ghost("a", items=("axe", "rifle")), options={"frame.reveal": "attack"}, faces=[1] * 8)

    entry = game.act("red", "attack", "ghost", weapon="rifle", target="rook")

    assert lines(game, entry, BLUE)[:2] == [
        "Ghost appears in a.",
        "Ghost (rifle at Rook): 1, 1, 1, 1, 1.",
    ]
    assert game.events(Revealed, entry)[0].to == ALL


# ---------------------------------------------------------------------------------------------- what lies about


def test_who_steps_on_a_hidden_marker_finds_it_and_its_side_with_them() -> None:
    lying = {"mine": Marker("mine", "mine", "mine", "c", hidden=ALL)}
    game = table("a - b - c", markers=lying, areas={"x": Area("x", "fog", "Fog", ("c",), hidden=("blue",))})

    entry = game.act("blue", "move", "rook", to="c")

    assert lines(game, entry, BLUE)[-2:] == ["Mine appears.", "Fog appears."]
    assert "mine" in views.view(game.state, SPECTATOR).parts["markers"]


def test_one_that_is_hidden_from_the_others_only_is_no_find() -> None:
    game = table("a - b - c", markers={"mine": Marker("mine", "mine", "mine", "c", hidden=ALL)})

    entry = game.act("red", "move", "vega", to="c")

    assert not game.events(Revealed, entry)


def test_what_a_hidden_unit_drops_lies_there_hidden() -> None:
    game = table("a - b #d# c", ghost(items=("book",)), items={"book": Item("book", "Book", "gear", tags=("loot",))})
    game.do("referee", {"do": "ref_hurt", "unit": "ghost", "amount": 9})

    assert game.events(StatusChanged)
    assert game.game.markers["loot-book"].hidden == ALL
    assert "book" not in views.view(game.state, BLUE).parts["items"]


# ---------------------------------------------------------------------------------------------- blips


def test_by_default_nobody_notices_anything() -> None:
    game = table("a - b #d# c - d", ghost())
    game.act("red", "move", "ghost", to="d")

    assert "blips" not in views.view(game.state, BLUE).parts


def test_a_blip_shows_where_something_moves_and_not_what() -> None:
    """`frame.blips`: numbered as each audience came to notice them, whatever they are."""
    zed = unit("zed", "d", hidden=("blue",), speed=9)
    game = table("a - b #d# c - d - e", zed, ghost(), options={"frame.blips": True})
    game.act("red", "move", "zed", to="e")
    game.act("red", "end", "zed")
    entry = game.act("red", "move", "ghost", to="e")

    assert lines(game, entry, BLUE) == ["Something moves in d (blip 2).", "Something moves in e (blip 2)."]
    assert views.view(game.state, BLUE).parts["blips"] == {"1": {"zone": "e"}, "2": {"zone": "e"}}
    assert views.view(game.state, SPECTATOR).parts["blips"] == {"1": {"zone": "e"}}
    assert "blips" not in views.view(game.state, "side:red").parts
    assert "blips" not in views.view(game.state, views.REFEREE).parts


def test_a_blip_that_is_known_is_none_and_its_number_never_comes_again() -> None:
    game = table("a - b #d# c - d", ghost(), options={"frame.blips": True})
    game.act("red", "move", "ghost", to="d")
    game.act("red", "reveal", "ghost")
    assert "blips" not in views.view(game.state, BLUE).parts

    game.do("referee", {"do": "ref_hide", "unit": "ghost"})
    assert "blips" not in views.view(game.state, BLUE).parts
    game.act("red", "move", "ghost", to="c")

    assert views.view(game.state, BLUE).parts["blips"] == {"2": {"zone": "c"}}
    assert [(b.to, b.number, b.unit) for b in game.events(Blipped)][-1] == ("spectators", 2, "ghost")


# ---------------------------------------------------------------------------------------------- by word


def test_its_owner_reveals_it_to_whom_they_like() -> None:
    game = table("a - b #d# c", ghost())
    assert game.refused("blue", {"do": "reveal", "unit": "ghost"}) == "no_such_unit"
    assert game.refused("red", {"do": "reveal", "unit": "vega"}) == "no_change"
    assert game.refused("red", {"do": "reveal", "unit": "ghost", "to": ["gren"]}) == "no_such_side"

    game.act("red", "reveal", "ghost", to=["spectators"])
    assert game.unit("ghost").hidden == ("blue",)
    game.act("red", "reveal", "ghost")
    assert game.unit("ghost").hidden == ()


def test_nobody_takes_a_revelation_back_alone() -> None:
    game = table("a - b #d# c", ghost())
    game.act("red", "reveal", "ghost")

    game.undo("red")

    assert game.state.table.proposal is not None


def test_the_referee_hides_and_reveals_whatever_there_is() -> None:
    game = table("a - b #d# c", ghost(), markers={"box": Marker("box", "box", "Box", "a")})
    game.do("referee", {"do": "ref_reveal", "unit": "ghost"})
    entry = game.do("referee", {"do": "ref_hide", "unit": "ghost", "of": ["blue"]})

    assert game.events(HiddenFrom)[0].of == ("blue",)
    assert lines(game, entry, BLUE) == ["Ghost is hidden from Blue now."]
    assert "ghost" not in seen(game)
    game.do("referee", {"do": "ref_hide", "marker": "box"})
    assert game.game.markers["box"].hidden == ("red", "blue", "spectators")
    game.do("referee", {"do": "ref_reveal", "marker": "box", "to": ["red"]})
    assert game.game.markers["box"].hidden == ("blue", "spectators")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_hide"}, "malformed"),
        ({"do": "ref_hide", "unit": "vega", "marker": "box"}, "malformed"),
        ({"do": "ref_hide", "unit": "nobody"}, "no_such_unit"),
        ({"do": "ref_hide", "marker": "bux"}, "no_such_marker"),
        ({"do": "ref_hide", "area": "x"}, "no_such_area"),
        ({"do": "ref_hide", "objective": "x"}, "no_such_objective"),
        ({"do": "ref_hide", "unit": "ghost"}, "no_change"),
        ({"do": "ref_hide", "unit": "ghost", "of": ["red"]}, "own_side"),
        ({"do": "ref_hide", "unit": "vega", "of": ["gren"]}, "no_such_side"),
        ({"do": "ref_reveal", "unit": "vega"}, "no_change"),
    ],
)
def test_what_cannot_be_hidden_or_revealed(body: dict[str, Any], code: str) -> None:
    game = table("a - b #d# c", ghost(), markers={"box": Marker("box", "box", "Box", "a")})

    assert game.refused("referee", body) == code


def test_what_the_referee_hides_stays_hidden_until_something_moves() -> None:
    game = table("a - b - c", ghost())
    game.do("referee", {"do": "ref_reveal", "unit": "ghost"})
    game.do("referee", {"do": "ref_hide", "unit": "ghost"})
    assert "ghost" not in seen(game)

    game.act("blue", "move", "rook", to="a")
    assert "ghost" in seen(game)


def test_offers_to_hide_and_reveal() -> None:
    game = table("a - b #d# c", ghost(), markers={"box": Marker("box", "box", "Box", "a", hidden=("blue",))})
    own = offers.offers(game.context("red"), "ghost")
    table_ = offers.offers(game.context("referee"), "")
    hers = offers.offers(game.context("referee"), "ghost")

    assert [offer.body for offer in own if offer.body["do"] == "reveal"] == [{"do": "reveal", "unit": "ghost"}]
    assert [(o.body["do"], o.asks) for o in table_ if o.body["do"] in ("ref_reveal", "ref_hide")] == [
        ("ref_reveal", "marker"),
        ("ref_hide", "marker"),
    ]
    assert [o.body["do"] for o in hers if not o.why_not and o.body["do"] in ("ref_reveal", "ref_hide")] == [
        "ref_reveal"
    ]


# ---------------------------------------------------------------------------------------------- refusals


def test_what_is_refused_for_something_hidden_is_refused_without_a_word_of_it() -> None:
    game = table("a - b #d# c", ghost(), options={"frame.order": "alternate"})
    game.act("red", "begin", "ghost")

    assert game.refused("blue", {"do": "begin", "unit": "rook"}) == "not_now"
    assert game.refused("red", {"do": "begin", "unit": "vega"}) == "turn_open"


def test_notes_go_to_those_they_are_for() -> None:
    game = table("a - b")
    entry = game.do("red", {"do": "note", "text": "ambush", "to": ["referee"]})

    assert lines(game, entry, "side:red") == ["Note by Red for the referee: ambush"]
    assert lines(game, entry, views.REFEREE) == ["Note by Red for the referee: ambush"]
    told = tell(entry, game.timeline.states[entry.seq - 1], game.state, BLUE)
    assert (told.lines, told.by) == ((), "")
    assert game.refused("red", {"do": "note", "text": "x", "to": ["blu"]}) == "no_such_side"
    shared = game.do("red", {"do": "note", "text": "truce?", "to": ["blue"]})
    assert lines(game, shared, BLUE) == ["Note by Red for Blue: truce?"]
    assert lines(game, shared, SPECTATOR) == []


def test_in_inches_a_step_within_a_zone_reveals_who_comes_into_sight_and_what_one_steps_into() -> None:
    """D96: behind the wall north of the door, and a circle that nobody on the other side knew of."""
    lurking = stood("ghost", 18, 3, "red", hidden=("blue", "spectators"))
    trap = Area("trap", "fog", "Fog", centre=at(6, 9.5), radius=1_000, hidden=("blue", "spectators"))
    board = two_rooms(lurking, stood("vega", 6, 6, "blue", speed=9), areas={"trap": trap})
    game = Play(board)

    entry = game.act("blue", "move", "vega", at=list(at(6, 6.5)))
    assert not game.events(Revealed, entry)
    entry = game.act("blue", "move", "vega", at=list(at(6, 9)))
    assert [(event.unit, event.area) for event in game.events(Revealed, entry)] == [("", "trap"), ("ghost", "")]


# ---------------------------------------------------------------------------------------------- in inches


def inches(*units: Unit, **more: Any) -> Play:
    """Two rooms of ten inches, side by side, open to each other."""
    rooms = {
        "a": replace(_zone("a"), shape=((0, 0), (10_000, 0), (10_000, 10_000), (0, 10_000))),
        "b": replace(_zone("b"), shape=((10_000, 0), (20_000, 0), (20_000, 10_000), (10_000, 10_000))),
    }
    game = play("a - b", *units, options={"frame.reveal": "attack", "frame.blips": True}, **more)
    way = replace(game.start.links["a-b"], line=((10_000, 2_000), (10_000, 8_000)))
    start = replace(game.start, measure="board", size=(20_000, 10_000), zones=rooms, links={"a-b": way})
    return Play(start, *game.rules.rulebooks[1:])


def _zone(name: str) -> Zone:
    return Zone(name, name.upper())


def test_on_a_board_moving_within_a_zone_is_noticed_as_well() -> None:
    game = inches(
        unit("ghost", "b", hidden=ALL, at=(15_000, 2_000), speed=6_000), unit("rook", "a", "blue", at=(2_000, 2_000))
    )
    entry = game.act("red", "move", "ghost", to="b", at=[15_000, 5_000])

    assert lines(game, entry, BLUE) == ["Something moves in B (blip 1)."]
    assert views.view(game.state, BLUE).parts["blips"] == {"1": {"zone": "b"}}


def test_whose_control_zone_stops_somebody_is_known() -> None:
    """D76 and D96: what holds a unit up shows itself, before it is named."""
    game = inches(
        unit("ghost", "b", hidden=ALL, at=(15_000, 5_000)), unit("rook", "a", "blue", at=(5_000, 5_000), speed=12_000)
    )
    entry = game.act("blue", "move", "rook", to="b", at=[18_000, 7_500])

    told = lines(game, entry, BLUE)
    assert told[-2:] == ["Ghost appears in B.", "Rook stops in the Control Zone of Ghost."]


def test_a_way_that_something_hidden_bars_is_refused_without_a_word_of_it() -> None:
    game = inches(
        unit("ghost", "b", hidden=ALL, at=(15_000, 5_000)), unit("rook", "a", "blue", at=(5_000, 5_000), speed=15_000)
    )

    assert game.refused("blue", {"do": "move", "unit": "rook", "to": "b", "at": [18_000, 5_000]}) == "not_now"


def test_a_hidden_area_in_inches_is_found_by_who_comes_into_it() -> None:
    trap = Area("trap", "fog", "A trap", centre=(6_000, 2_000), radius=1_000, hidden=ALL)
    game = inches(
        unit("rook", "a", "blue", at=(2_000, 2_000), speed=9_000),
        unit("vega", "b", at=(18_000, 2_000)),
        areas={"trap": trap},
    )
    entry = game.act("blue", "move", "rook", to="a", at=[6_000, 2_000])

    assert "A trap appears." in lines(game, entry, BLUE)
    assert "trap" in views.view(game.state, BLUE).parts["areas"]
