"""Guns that fire by themselves: when, at whom, how often."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import end_round, gun, laid, play
from msgspec.structs import replace
from wardiary_server.game.board import Place
from wardiary_server.game.events import DoorChanged, Rolled, TurnBegan, UnitEntered, UnitHurt
from wardiary_server.game.frame.queries import SIGHT
from wardiary_server.game.resolver import roll
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Item, Unit
from wardiary_server.rules.zones import RULEBOOK

MISS = (2,) * 8
HIT = (6,) + (2,) * 7


def runner(zone: str = "a", **more: Any) -> Unit:
    return unit("vega", zone, **{"health": 20, "speed": 4, **more})


def shots(game: Play) -> list[tuple[str, str]]:
    """Who shot at whom, by the attack rolls."""
    return [(r.unit, r.target) for r in game.rolls("autonomous") if not r.reason.startswith("ammunition")]


# ---------------------------------------------------------------------------------------------- when


def test_aut_1_it_fires_when_a_target_comes_into_its_range() -> None:
    """AUT-1: the turret in c reaches one zone: at b it fires, once; damage 2, AP 1."""
    game = play("a - b - c", runner(), gun("turret", "c"))
    game.act("red", "move", "vega", *HIT, to="b")
    assert shots(game) == [("turret", "vega")]
    assert [(hurt.unit, hurt.amount, hurt.source) for hurt in game.events(UnitHurt)] == [("vega", 2, "turret")]


def test_aut_2_it_fires_when_a_target_begins_its_turn_in_range() -> None:
    """AUT-2: one attack as the turn begins; none for moving about within the range, or leaving it (D55)."""
    game = play("a - b - c", runner("b"), gun("turret", "c"))
    game.act("red", "move", "vega", *MISS, to="c")
    assert shots(game) == [("turret", "vega")]
    game.act("red", "move", "vega", to="a")
    assert len(shots(game)) == 1


def test_aut_3_it_rolls_its_own_number_of_dice() -> None:
    """AUT-3: Autonomous 8 rolls 8 dice; D72: one six hits, two more add 2. Nobody's seat rolls them."""
    game = play("a - b - c", runner(), gun("turret", "c"))
    game.act("red", "move", "vega", 6, 6, 6, 1, 2, 3, 4, 5, to="b")
    (roll,) = game.rolls("autonomous")
    assert (len(roll.faces), roll.unit, roll.target, roll.seat) == (8, "turret", "vega", "")
    assert game.unit("vega").stats["health"] == 16
    assert "Turret (turret at Vega): 6, 6, 6, 1, 2, 3, 4, 5." in game.story()


def test_aut_4_it_fires_as_often_as_somebody_comes() -> None:
    """AUT-4: three entries in one round, three attacks."""
    units = (runner(), unit("ash", "a", health=20), unit("finn", "a", health=20))
    game = play("a - b - c", *units, gun("turret", "c"))
    for name in ("vega", "ash", "finn"):
        game.act("red", "move", name, *MISS, to="b")
        game.act("red", "end", name)
    assert shots(game) == [("turret", "vega"), ("turret", "ash"), ("turret", "finn")]


def test_every_crossing_counts() -> None:
    """D55, D3: out and in again within one move: two attacks."""
    game = play("a - b - c", runner(), gun("turret", "c"))
    game.act("red", "move", "vega", *MISS, *MISS, to="b", path=["b", "a", "b"])
    assert len(shots(game)) == 2


def test_falling_prone_and_standing_up_in_range_draw_no_fire() -> None:
    """MegaMek#1978, MegaMek#3727: nothing in place triggers it; only the turn's start did."""
    game = play("a - b - c", runner("b", conditions={"prone": 1}), gun("turret", "c"))
    game.act("red", "stand", "vega", *MISS)
    assert len(shots(game)) == 1


def test_a_gun_that_is_moved_does_not_fire_for_that() -> None:
    """D55: being moved is no crossing of the target's; the target's next turn start is one reason to fire."""
    game = play("a - b - c - d", runner("a"), gun("turret", "d"))
    game.do("referee", {"do": "ref_move", "unit": "turret", "zone": "b", "with_rules": True})
    assert not shots(game)
    game.act("red", "begin", "vega", *MISS)
    assert len(shots(game)) == 1


def test_units_that_arrive_or_are_pulled_in_cross_as_well() -> None:
    """D7: arriving and forced movement are entering; set-up and the referee's hand are not."""
    game = play("a - b - c", runner("", arrives=1), unit("ash"), gun("turret", "c"))
    game.act("red", "deploy", "vega", *MISS, zone="c")
    assert len(shots(game)) == 1
    game.do("referee", {"do": "ref_move", "unit": "ash", "zone": "b"})
    assert len(shots(game)) == 1
    game.do("referee", {"do": "ref_move", "unit": "ash", "zone": "a"})
    game.do("referee", {"do": "ref_move", "unit": "ash", "zone": "b", "with_rules": True}, *MISS)
    assert shots(game)[1:] == [("turret", "ash")]


@pytest.mark.parametrize("counts", [True, False])
def test_a_lost_turn_starts_too_unless_the_option_says_otherwise(counts: bool) -> None:
    """D12: `zones.roll_in_lost_turn` holds for guns as for fire."""
    vega = runner("b", conditions={"lost_turns": 1})
    game = play("a - b - c", vega, gun("turret", "c"), unit("ash", "a"), options={"zones.roll_in_lost_turn": counts})
    game.act("red", "begin", "vega", *(MISS if counts else ()))
    assert len(shots(game)) == counts


def test_every_round_the_turn_start_draws_fire() -> None:
    """AUT-2, D71: also where the turn is never taken."""
    game = play("a - b - c", runner("b"), gun("turret", "c"))
    end_round(game, *MISS)
    end_round(game, *MISS)
    assert len(shots(game)) == 2


# ---------------------------------------------------------------------------------------------- doors and corners


def test_an_opened_door_brings_units_into_view() -> None:
    """D79: the door between them opens: one attack at each who stands behind it, guns first by id, then units."""
    units = (runner("b"), unit("ash", "b", health=20), gun("t1", "c"), gun("t2", "c"))
    game = play("a - b #d1# c", *units)
    game.act("red", "open", "vega", *(MISS * 4), door="d1")
    assert shots(game) == [("t1", "ash"), ("t1", "vega"), ("t2", "ash"), ("t2", "vega")]


def test_a_door_that_opens_nothing_new_draws_no_fire() -> None:
    """D79: already in view by another way; or too far behind it; or it is shut."""
    game = play("b - c\nb #d1# c", runner("b"), gun("turret", "c"))
    game.act("red", "open", "vega", *MISS, door="d1")
    assert len(shots(game)) == 1  # for the turn's start
    game = play("a - b - c #d1# d", runner("a", speed=1), unit("ash", "c"), gun("turret", "d"))
    game.act("red", "open", "ash", *MISS, door="d1")
    assert shots(game) == [("turret", "ash")]
    game = play("b =d1= c", runner("b"), gun("turret", "c"), happenings=opens("d1", "closed", {"round_end": 1}))
    end_round(game, *MISS)
    assert len(game.events(DoorChanged)) == 1
    assert len(shots(game)) == 1  # for the turn's start


@pytest.mark.parametrize(("drawing", "at_start", "at_door"), [("b =d1= c", 1, 0), ("b #d1# c", 0, 1)])
def test_a_door_that_is_blown_up_while_it_stood_open_opens_nothing(drawing: str, at_start: int, at_door: int) -> None:
    """D79: open before, open after; a shut one is a new view."""
    boom = opens("d1", "destroyed", {"round_end": 1})
    game = play(drawing, runner("b"), gun("turret", "c"), happenings=boom)
    end_round(game, *(MISS * (at_start + at_door)))
    assert [event.door for event in game.events(DoorChanged)] == ["destroyed"]
    assert len(shots(game)) == at_start + at_door
    assert not game.dice.left


def opens(door: str, state: str, when: dict[str, Any]) -> dict[str, Any]:
    """A scenario's event that changes a door."""
    (happening,) = laid("boom", when).values()
    return {"boom": replace(happening, does=({"do": "door", "link": door, "is": state},))}


def test_coming_into_view_is_an_option() -> None:
    """D79: with `zones.view_triggers` off only the range is crossed: an opened door draws no fire."""
    game = play("a - b #d1# c", runner("b"), gun("turret", "c"), options={"zones.view_triggers": False})
    game.act("red", "open", "vega", door="d1")
    assert not shots(game)
    game.act("red", "move", "vega", to="a")
    game.act("red", "move", "vega", *MISS, to="b")
    assert len(shots(game)) == 1


def fog(*pairs: str) -> Rulebook:
    """Zones that do not see each other, though the way between them is open."""

    def hide(ctx: Any, seen: bool, seer: Unit, place: Place) -> bool:
        return seen and f"{seer.zone}{place.zone}" not in pairs

    return Rulebook(name="fog", modifiers=((SIGHT, hide),))


def test_unseen_there_is_no_attack_and_no_ammunition_roll() -> None:
    """TerraGov#18480: nothing in the dark; the next entry in view fires again."""
    game = Play(play("a - b - c", runner(), gun("turret", "c", "sentry"), items=SENTRY).start, RULEBOOK, fog("cb"))
    game.act("red", "move", "vega", to="b")
    assert not game.events(Rolled)
    game.act("red", "move", "vega", *MISS, 3, 3, to="c")
    assert len(shots(game)) == 1


def test_a_corner_turned_inside_the_range() -> None:
    """D79: b is in range and unseen, c is in range and seen: coming into view triggers; by the option it does not."""
    for option, expected in ((True, 1), (False, 0)):
        items = {"long": Item("long", "long gun", stats={"autonomous": 8, "reach": 2})}
        start = play(
            "a - b - c - d", runner("b"), gun("turret", "d", "long"), items=items,
            options={"zones.view_triggers": option},
        ).start  # fmt: skip
        game = Play(start, RULEBOOK, fog("db"))
        game.act("red", "move", "vega", *(MISS * expected), to="c")
        assert len(shots(game)) == expected


# ---------------------------------------------------------------------------------------------- at whom


def test_two_guns_are_two_attacks() -> None:
    """mage#12484; D10: one target enters the range of two autonomous weapons: two attacks, by id."""
    game = play("a - b - c\nb - d", runner(), gun("zeta", "c"), gun("alpha", "d"))
    game.act("red", "move", "vega", *HIT, *HIT, to="b")
    assert shots(game) == [("alpha", "vega"), ("zeta", "vega")]
    assert game.unit("vega").stats["health"] == 16


def test_one_machine_with_two_guns() -> None:
    """mage#12484: each weapon attacks for itself."""
    items = {"second": Item("second", "second gun", stats={"autonomous": 2, "reach": 1})}
    game = play("a - b - c", runner(), gun("turret", "c", "turret", "second"), items=items)
    game.act("red", "move", "vega", *MISS, 6, 2, to="b")
    assert [len(roll.faces) for roll in game.rolls("autonomous")] == [8, 2]


def test_no_shot_at_friends_or_by_the_destroyed() -> None:
    """forge#3666, forge#4397: a friend enters: no shot. The weapon is destroyed: no shot."""
    game = play("a - b - c", runner(), gun("turret", "c", side="red"))
    game.act("red", "move", "vega", to="b")
    assert not shots(game)
    for status in ("dead", "down"):
        game = play("a - b - c", runner(), gun("turret", "c", status=status))
        game.act("red", "move", "vega", to="b")
        assert not shots(game)


@pytest.mark.parametrize(
    ("tags", "hit"),
    [((), ["ash", "rook"]), (("targets:blue",), ["rook"]), (("targets:red", "targets:blue"), ["ash", "rook"])],
)
def test_a_gun_may_list_the_sides_it_fires_at(tags: tuple[str, ...], hit: list[str]) -> None:
    """D54: by default every side but its own; else those of its list."""
    game = play(
        "b - c", unit("ash", "b", health=20), unit("rook", "b", "blue", health=20), gun("turret", "c", tags=tags)
    )
    end_round(game, *(MISS * len(hit)))
    assert [target for _gun, target in shots(game)] == hit


def test_a_gun_that_lists_its_own_side_fires_at_it() -> None:
    """D54: a gun that has run wild; never at itself."""
    game = play("a - b - c", runner(), gun("turret", "c", side="red", tags=("targets:red",)))
    game.act("red", "move", "vega", *MISS, to="b")
    assert shots(game) == [("turret", "vega")]


def test_the_unconscious_and_the_down_are_left_alone() -> None:
    """D54, D12: alive and not unconscious."""
    units = (
        unit("sleeper", "b", conditions={"unconscious": 1}),
        unit("down", "b", status="down"),
        unit("vega", "a"),
        gun("turret", "c"),
    )
    game = play("a - b - c", *units)
    end_round(game)
    assert [event.unit for event in game.events(TurnBegan)] == ["sleeper", "vega"]
    assert not shots(game)


def test_no_further_shot_at_the_dead() -> None:
    """TerraGov#18480: the first gun kills; the second does not fire, and rolls no ammunition."""
    units = (runner(health=2), unit("ash", "a"), gun("t1", "c"), gun("t2", "c", "sentry"))
    game = play("a - b - c", *units, items=SENTRY)
    game.act("red", "move", "vega", *HIT, to="b")
    assert shots(game) == [("t1", "vega")]
    assert game.unit("vega").status == "down"


def test_who_is_shot_down_on_the_way_lies_there() -> None:
    """D11: the rest of the path does not happen."""
    game = play("a - b - c - d", runner(health=2), unit("ash", "a"), gun("turret", "c"))
    game.act("red", "move", "vega", *HIT, to="d")
    assert (game.unit("vega").zone, game.unit("vega").status) == ("b", "down")


def test_fire_and_gas_come_before_the_shot() -> None:
    """D10: FIRE, GAS, then the guns, which need a living target."""
    both = {"b": {"fire": 1, "gas_deadly": 1}}
    game = play("a - b - c", runner(strength=1), gun("turret", "c"), levels=both)
    game.act("red", "move", "vega", 2, *HIT, to="b")
    assert [hurt.source for hurt in game.events(UnitHurt)] == ["FIRE 1", "GAS (deadly) 1", "turret"]
    game = play("a - b - c", runner(health=1), unit("ash"), gun("turret", "c"), levels=both)
    game.act("red", "move", "vega", to="b")
    assert not game.rolls()


def test_a_gun_on_a_unit_that_somebody_plays() -> None:
    """A turret on a vehicle fires by itself too; its own seat rolls."""
    tank = unit("tank", "c", "blue", kind="machine", items=("turret",))
    game = play("a - b - c", runner(), tank, typed=True)
    game.act("red", "move", "vega", to="b")
    (asked,) = game.game.open.values()
    assert [(part.seat, part.unit, part.target) for part in asked.parts] == [("blue", "tank", "vega")]
    game.answer("blue", *HIT)
    assert game.unit("vega").stats["health"] == 18


def test_where_all_type_the_guns_dice_are_the_referees() -> None:
    """Dice of guns are the server's; where everyone types, the referee's, else the causing seat's."""
    for referee, seat in ((True, "referee"), (False, "red")):
        units = (runner(), unit("rook", "a", "blue"), gun("turret", "c", "sentry"))
        game = play("a - b - c", *units, items=SENTRY, typed=True, referee=referee, keep_live=False)
        game.act("red", "move", "vega", to="b")
        (asked,) = game.game.open.values()
        assert [(part.seat, part.unit, part.dice) for part in asked.parts] == [(seat, "turret", 8), (seat, "turret", 2)]
        game.answer(seat, 1, 1, part=1)
        game.answer(seat, *HIT, part=0)
        assert game.unit("turret").stats["ammo:sentry"] == 0
        assert game.folded() == game.state


# ---------------------------------------------------------------------------------------------- ammunition

SENTRY = {"sentry": Item("sentry", "sentry gun", stats={"autonomous": 8, "damage": 1, "reach": 1, "ammo": 2})}


def test_an_autonomous_weapon_runs_out() -> None:
    """MegaMek#93, MegaMek#958: Autonomous 8, two ammunition dice, three entries: (1, 4): one left; (1): empty; none."""
    units = (unit("ash", health=20), unit("finn", health=20), unit("vega", health=20), gun("turret", "c", "sentry"))
    game = play("a - b - c", *units, items=SENTRY)
    for name, faces in (("ash", (1, 4)), ("finn", (1,)), ("vega", ())):
        game.act("red", "move", name, *(MISS if faces else ()), *faces, to="b")
        game.act("red", "end", name)
    assert shots(game) == [("turret", "ash"), ("turret", "finn")]
    assert game.unit("turret").stats["ammo:sentry"] == 0


def test_an_autonomous_weapon_of_one_shot_fires_once() -> None:
    """D56: capacity S: one shot, then empty; nobody reloads it."""
    items = {"mine": Item("mine", "mine", stats={"autonomous": 3, "reach": 0}, tags=("single",))}
    game = play("a - b", runner(), unit("ash"), gun("mine", "b", "mine"), items=items)
    game.act("red", "move", "vega", 6, 2, 2, to="b")
    game.act("red", "end", "vega")
    game.act("red", "move", "ash", to="b")
    assert shots(game) == [("mine", "vega")]


def test_a_game_without_such_weapons_asks_nothing() -> None:
    game = play("a - b", runner(), unit("rook", "b", "blue", items=("rifle",)))
    game.act("red", "move", "vega", to="b")
    assert not game.rolls()


# ---------------------------------------------------------------------------------------------- doors, in full


def suction() -> Rulebook:
    """A house rule: as a door opens, Ash is dragged to it."""

    def drag(ctx: Any, event: DoorChanged) -> Rule[None]:
        yield UnitEntered(unit="ash", zone="b", came=ctx.game.units["ash"].zone, how="forced")

    return Rulebook(name="suction", triggers=(Trigger(DoorChanged, drag, 50),))


def gust() -> Rulebook:
    """A house rule: as a door opens, whoever opened it rolls a die."""

    def blow(ctx: Any, event: DoorChanged) -> Rule[None]:
        yield from roll(rule="gust", reason="a gust", dice=1, unit=event.by)

    return Rulebook(name="gust", triggers=(Trigger(DoorChanged, blow, 50),))


def test_who_is_dragged_into_view_as_a_door_opens_is_shot_at_once() -> None:
    """D55, D79: by the pull it crosses into the reach; the door does not count for it a second time."""
    start = play("a - b #d1# c", runner("b"), unit("ash", "a", health=20), gun("turret", "c")).start
    game = Play(start, RULEBOOK, suction())
    game.act("red", "open", "vega", *(MISS * 2), door="d1")
    assert shots(game) == [("turret", "ash"), ("turret", "vega")]


@pytest.mark.parametrize("keep_live", [True, False])
def test_a_question_between_the_door_and_the_shot(keep_live: bool) -> None:
    """D79: a rule before the guns asks people something; the guns fire when that is answered, live or thawed."""
    units = (runner("b"), unit("rook", "b", "blue", health=20), gun("turret", "c"))
    start = play("a - b #d1# c", *units).start
    start = replace(start, dice={"red": "typed", "blue": "server", "referee": "server"})
    game = Play(start, RULEBOOK, gust(), keep_live=keep_live)
    game.act("red", "open", "vega", door="d1")
    assert not shots(game)
    game.dice.add(*MISS, *MISS)
    game.answer("red", 4)
    assert shots(game) == [("turret", "rook"), ("turret", "vega")]
    assert game.folded() == game.state


@pytest.mark.parametrize(("knows", "shot"), [(True, False), (False, True)])
def test_d54_whether_a_gun_knows_its_friends(knows: bool, shot: bool) -> None:
    """D54: a friend in its range, the gun itself, and one that lists other targets."""
    listing = gun("post", "c", side="red", tags=("targets:blue",))
    options = {"zones.guns_know_friends": knows}
    game = play("a - b - c", runner(), gun("turret", "c", side="red"), listing, options=options)
    game.act("red", "move", "vega", *(MISS if shot else ()), to="b")
    assert shots(game) == ([("turret", "vega")] if shot else [])


@pytest.mark.parametrize(("auto", "damage", "left"), [(False, 2, 3), (True, 4, 1)])
def test_d56_whether_guns_fire_full_auto(auto: bool, damage: int, left: int) -> None:
    """D56, FUL-2, FUL-3: one success; ammunition 6, 6, 1, 4 adds two and leaves one die, or adds none, leaves three."""
    items = {"mg": Item("mg", "MG", stats={"autonomous": 2, "damage": 2, "reach": 1, "ammo": 4}, tags=("full_auto",))}
    options = {"zones.guns_full_auto": auto}
    game = play("a - b - c", runner(), gun("nest", "c", "mg"), items=items, options=options)
    game.act("red", "move", "vega", 6, 2, 6, 6, 1, 4, to="b")
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [damage]
    assert game.unit("nest").stats["ammo:mg"] == left
    assert not game.unit("nest").conditions
