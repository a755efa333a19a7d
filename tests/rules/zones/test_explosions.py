"""Explosions: whom they hit and how hard, thrown or set off by the scenario."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.inches import at, field, link, room, stood, wall
from kit.skirmish import end_round, play
from msgspec.structs import replace
from wardiary_protocol.messages import Field
from wardiary_server.game.board import Place
from wardiary_server.game.events import UnitHurt
from wardiary_server.game.frame.queries import ARMOUR
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.game.state import Game, Happening, Item, Unit
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.explosions import bad_explosions, caught

LINE = "a - b - c - d - e - f"


def grenade(blast: int = 3, *tags: str, **stats: int) -> Item:
    return Item("frag", "frag", stats={"blast": blast, **stats}, tags=tags)


def row(blast: int, *, ar: int = 0, drawing: str = LINE, item: Item | None = None, **more: Any) -> Play:
    """Vega stands in a, and a blue unit in each zone, with 20 health."""
    targets = [unit(f"b{zone}", zone, "blue", health=20, ar=ar) for zone in "abcdef" if zone in drawing]
    vega = unit("vega", "a", items=("frag",), health=20, ar=ar)
    return play(drawing, vega, *targets, items={"frag": item or grenade(blast)}, **more)


def throw(game: Play, zone: str, *faces: int) -> dict[str, int]:
    """Thrown; what everybody lost."""
    game.act("red", "throw", "vega", *faces, weapon="frag", zone=zone)
    return {hurt.unit: hurt.amount for hurt in game.events(UnitHurt)}


# ---------------------------------------------------------------------------------------------- how hard


@pytest.mark.parametrize(
    ("blast", "hits"),
    [
        (5, [(4, 5), (3, 4), (2, 3), (1, 2), (0, 1)]),
        (3, [(2, 3), (1, 2), (0, 1)]),
        (2, [(1, 2), (0, 1)]),
        (1, [(0, 1)]),
    ],
)
def test_bla_1_to_4_ap_and_damage_by_zone(blast: int, hits: list[tuple[int, int]]) -> None:
    """BLA-1, BLA-2, BLA-3, BLA-4: BLAST 5: 4/5, 3/4, 2/3, 1/2, 0/1, nothing five zones away; 3: 1/2 one away."""
    game = row(blast)
    strengths = dict(caught(game.context(), Place("a"), blast))
    assert [(strengths[f"b{zone}"] - 1, strengths[f"b{zone}"]) for zone in "abcdef" if f"b{zone}" in strengths] == hits


def test_bla_1_ap_counts_against_armour() -> None:
    """BLA-1, BLA-2: BLAST 5 against AR 4: 5, then AP 3: 4 less 1, AP 2: 3 less 2, AP 1: none."""
    lost = throw(row(5, ar=4), "a")
    assert [lost[f"b{zone}"] for zone in "abcde"] == [5, 3, 1, 0, 0]


def test_bla_5_everybody_friends_and_the_thrower_too() -> None:
    """BLA-5, D26: it asks nobody's side; the nearest first, ties by id."""
    game = play(
        "a - b",
        unit("vega", "a", items=("frag",)),
        unit("ash", "b"),
        unit("rook", "b", "blue"),
        unit("gun", "b", "station", seat="", kind="machine"),
        items={"frag": grenade(3)},
    )
    assert throw(game, "b") == {"ash": 3, "gun": 3, "rook": 3, "vega": 2}
    assert [hurt.unit for hurt in game.events(UnitHurt)] == ["ash", "gun", "rook", "vega"]
    assert "frag explodes in b: BLAST 3." in game.story()
    assert "Vega loses 2 health (frag, BLAST 2); 3 left." in game.story()


def test_whoever_is_down_or_off_the_board_is_not_hit() -> None:
    game = play(
        "a",
        unit("vega", "a", items=("frag",)),
        unit("rook", "a", "blue", status="down"),
        unit("rat", "a", "blue"),
        unit("late", "", "blue"),
        items={"frag": grenade(1)},
    )
    assert throw(game, "a") == {"rat": 1, "vega": 1}


@pytest.mark.parametrize(("drawing", "stops"), [("a #d1# b", True), ("a !d1! b", True), ("a =d1= b", False)])
def test_a_shut_door_stops_it(drawing: str, stops: bool) -> None:
    """D25, D26: it goes along what is open."""
    assert ("bb" in throw(row(3, drawing=drawing), "a")) is not stops
    assert "bb" in throw(row(3, drawing=drawing, options={"zones.doors_stop": False}), "a")


def test_it_takes_the_shortest_way() -> None:
    """D26: two ways round, one of them shut."""
    game = row(3, drawing="a - b - c\na #d1# c")
    assert throw(game, "a")["bc"] == 1
    assert throw(row(3, drawing="a - b - c\na =d1= c"), "a")["bc"] == 2


def test_armour_against_explosions_may_be_another() -> None:
    """The query `armour` is asked with `blast`."""
    suit = Rulebook(name="suit", modifiers=((ARMOUR, lambda ctx, ar, who, against: 9 if against == "blast" else ar),))
    game = Play(row(3).start, RULEBOOK, suit)
    assert set(throw(game, "a").values()) == {0}


@given(st.integers(1, 8), st.integers(0, 7))
def test_damage_falls_by_one_a_zone(blast: int, away: int) -> None:
    """BLA-3, for all: BLAST n, d zones away: n - d, and nobody beyond that."""
    drawing = " - ".join("abcdefgh")
    ctx = play(drawing, unit("vega", "abcdefgh"[away])).context()
    assert caught(ctx, Place("a"), blast) == ([("vega", blast - away)] if away < blast else [])


# ---------------------------------------------------------------------------------------------- throwing


def test_a_throw_takes_no_roll_and_costs_an_attack() -> None:
    game = row(2)
    throw(game, "b")
    assert not game.rolls()
    assert game.game.clock.active["vega"]["action"] == 0
    assert game.refused("red", {"do": "throw", "unit": "vega", "weapon": "frag", "zone": "b"}) == "no_action"


def test_ammunition_counts() -> None:
    """AMM-1, AMM-7: dice are rolled beside a throw as well; one that is disposable is gone."""
    game = row(1, item=grenade(1, ammo=2))
    throw(game, "b", 1, 6)
    assert game.unit("vega").stats["ammo:frag"] == 1
    game = row(1, item=grenade(1, "disposable"))
    throw(game, "b")
    game.act("red", "end", "vega")
    end_round(game)
    assert game.refused("red", {"do": "throw", "unit": "vega", "weapon": "frag", "zone": "b"}) == "empty"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"weapon": "rifle"}, "no_blast"),
        ({"weapon": "frog"}, "no_such_weapon"),
        ({"zone": "z"}, "no_such_zone"),
        ({"zone": "f"}, "out_of_reach"),
        ({"zone": "g"}, "unseen"),
        ({"zone": ""}, "no_aim"),
        ({"target": "rook"}, "no_aim"),
        ({"zone": "", "target": "rok"}, "no_such_unit"),
        ({"zone": "", "target": "late"}, "unit_gone"),
        ({"unit": "rook"}, "not_yours"),
    ],
)
def test_what_is_refused(change: dict[str, Any], code: str) -> None:
    """Each reason has its own code, and nothing changes."""
    game = play(
        f"{LINE}\na #d9# g",
        unit("vega", "a", items=("frag", "rifle")),
        unit("rook", "b", "blue"),
        unit("late", "", "blue", arrives=3),
        items={"frag": grenade(2)},
    )
    assert game.refused("red", {"do": "throw", "unit": "vega", "weapon": "frag", "zone": "b", **change}) == code


def test_what_explodes_is_thrown_and_no_attack_is_made_with_it() -> None:
    game = row(3)
    assert game.refused("red", {"do": "attack", "unit": "vega", "weapon": "frag", "target": "ba"}) == "explodes"


def test_a_throw_that_the_turns_beginning_spoils_is_not_paid_for() -> None:
    """D11: fire underfoot; the grenade is kept."""
    game = play(
        "a - b", unit("vega", items=("frag",)), unit("ash", "b"), items={"frag": grenade(3)}, levels={"a": {"fire": 5}}
    )
    throw(game, "b")
    assert "The throw does not happen." in game.story()
    assert game.unit("ash").stats["health"] == 5


def test_at_a_unit_it_goes_off_where_that_stands() -> None:
    game = row(1)
    game.act("red", "throw", "vega", weapon="frag", target="bc")
    assert [hurt.unit for hurt in game.events(UnitHurt)] == ["bc"]


def plain(*units: Unit) -> Play:
    """Open ground, 40 by 10 inches, with a closed store beside it. Vega throws from the left."""
    ground = room("plain", 0, 0, 40, 10, tags=("open",))
    store = room("store", 0, 10, 40, 16)
    items = {"frag": grenade(3, reach=9)}
    start = field(
        [ground, store],
        stood("vega", 1.5, 2, items=("frag",)),
        *units,
        walls=[wall("w1", 0, 10, 10, 10), wall("w2", 12, 10, 40, 10)],
        links=[link("plain", "store", 10, 10, 12, 10, door="closed", name="d1")],
        items=items,
        options={"zones.criticals": False},
    )
    return Play(start, RULEBOOK)


def test_on_open_ground_every_six_inches_are_a_zone() -> None:
    """ZON-3, D26: from the point to each base: BLAST 3 at 5.9 inches 3, at 6 inches 2, at 12 inches 1, at 18 none."""
    units = [stood(f"u{right}", right, 2, "blue") for right in (20, 26.4, 26.5, 32.5, 38.5)]
    game = plain(*units, stood("hid", 20, 12, "blue"))
    struck = dict(caught(game.context(), Place("plain", at(20, 2)), 3))
    assert struck == {"u20": 3, "u26.4": 3, "u26.5": 2, "u32.5": 1}


def test_on_a_board_one_throws_at_a_point_a_unit_or_the_middle_of_a_zone() -> None:
    """Who stands there takes 3; the others are two zones and more away."""
    for aim, struck in (
        ({"at": [20_000, 5_000]}, ["u20"]),
        ({"target": "u34"}, ["u34"]),
        ({"zone": "plain"}, ["u20"]),
    ):
        game = plain(stood("u20", 20, 5, "blue"), stood("u34", 34, 5, "blue", base=0.25))
        game.act("red", "throw", "vega", weapon="frag", **aim)
        assert [hurt.unit for hurt in game.events(UnitHurt) if hurt.amount == 3] == struck
    assert game.refused("red", {"do": "throw", "unit": "vega", "weapon": "frag", "at": [1, 99_000]}) == "off_the_board"


def test_by_zones_there_are_no_points() -> None:
    body = {"do": "throw", "unit": "vega", "weapon": "frag", "at": [1, 1]}
    assert row(3).refused("red", body) == "by_zones"


def test_on_a_board_units_are_offered_as_well_and_any_place() -> None:
    game = plain(stood("u20", 20, 5, "blue"))
    found = [one for one in offers(game.context(), "vega") if one.body["do"] == "throw"]
    assert [(one.asks, [target.value for target in one.targets]) for one in found] == [
        ("zone", ["plain"]),
        ("target", ["u20", "vega"]),
        ("at", []),
    ]
    anywhere = found[-1]
    assert (anywhere.why_not, anywhere.fields) == ("", (Field("at", "point", "Where", needed=True),))
    assert not list(legal((anywhere,)))
    game.do("red", {**anywhere.body, "at": [20_000, 5_000]})
    (why,) = {one.why_not for one in offers(game.context(), "vega") if one.body["do"] == "throw"}
    assert why


def test_real_dice_undo_and_replay() -> None:
    """Ammunition that people roll; all of it is one command, and an undo takes it back."""
    start = row(2, item=grenade(2, ammo=2)).start
    game = play(LINE, *start.units.values(), items={"frag": grenade(2, ammo=2)}, typed=True, keep_live=False)
    before = game.game
    throw(game, "b")
    assert not game.events(UnitHurt)
    game.answer("red", 1, 2)
    assert {hurt.unit: hurt.amount for hurt in game.events(UnitHurt)} == {"ba": 1, "bb": 2, "bc": 1, "vega": 1}
    assert game.folded() == game.state
    game.undo()
    assert game.game == before


# ---------------------------------------------------------------------------------------------- offers


def test_offers_name_the_zones_and_whom_it_would_hit() -> None:
    game = row(2, drawing="a - b #d1# c")
    (offer,) = [one for one in offers(game.context(), "vega") if one.body["do"] == "throw"]
    assert (offer.label, offer.cost, offer.asks) == ("Vega throws frag", "1 action", "zone")
    assert [(target.value, target.note) for target in offer.targets] == [
        ("a", "BLAST 2, damage: Ba 2, Vega 2, Bb 1"),
        ("b", "BLAST 2, damage: Bb 2, Ba 1, Vega 1"),
    ]
    assert not [one for one in offers(game.context(), "vega") if one.body["do"] == "attack"]


# ---------------------------------------------------------------------------------------------- a scenario's own


def bomb(number: int, **more: str) -> dict[str, Happening]:
    return {"bomb": Happening("bomb", {"round_end": 1}, ({"do": "explosion", "zone": "b", "number": number, **more},))}


def test_an_event_sets_something_off() -> None:
    game = play("a - b", unit("vega"), unit("rook", "b", "blue"), happenings=bomb(2, text="A fuel drum"))
    end_round(game)
    assert {hurt.unit: hurt.amount for hurt in game.events(UnitHurt)} == {"rook": 2, "vega": 1}
    assert "A fuel drum explodes in b: BLAST 2." in game.story()


def test_on_a_board_an_event_may_say_where() -> None:
    """Else it is the zone's middle: at 20, 5 inches."""
    for place, struck in (("", {"u20": 3, "u34": 1}), ("34000,2000", {"u34": 3, "u20": 1})):
        start = plain(stood("u20", 20, 5, "blue"), stood("u34", 34, 2, "blue")).start
        does = {"do": "explosion", "zone": "plain", "number": 3, **({"at": place} if place else {})}
        start = replace(start, happenings={"bomb": Happening("bomb", {"round_end": 1}, (does,))})
        game = Play(start, RULEBOOK)
        end_round(game)
        lost = {hurt.unit: hurt.amount for hurt in game.events(UnitHurt) if hurt.unit != "vega"}
        assert lost == struck


def test_an_explosion_without_strength_is_a_flaw() -> None:
    assert [flaw.id for flaw in bad_explosions(Game(title="", happenings=bomb(0)))] == ["bomb"]
    assert not list(bad_explosions(Game(title="", happenings=bomb(3))))


def test_bla_1_the_referee_lets_something_explode_and_all_comes_of_it() -> None:
    table = Play(game("a - b", [unit("vega", health=9), unit("rook", "b", "blue", health=9)]), RULEBOOK)

    table.do("referee", {"do": "ref_explode", "zone": "a", "blast": 3, "what": "The tank", "reason": "a stray shot"})

    assert table.events(UnitHurt)
    assert "The referee: a stray shot" in table.story()
    assert table.refused("referee", {"do": "ref_explode", "zone": "z"}) == "no_such_zone"
    assert table.refused("red", {"do": "ref_explode", "zone": "a"}) == "not_allowed"
    (offer,) = [o for o in offers(table.context("referee")) if o.body["do"] == "ref_explode"]
    assert (offer.asks, offer.body["blast"], offer.fields[0].name) == ("zone", 3, "blast")


def test_before_play_nothing_explodes() -> None:
    start = game("a", [unit("vega")])
    table = Play(replace(start, clock=replace(start.clock, phase="setup")), RULEBOOK)

    assert table.refused("referee", {"do": "ref_explode", "zone": "a", "blast": 1}) == "not_playing"
