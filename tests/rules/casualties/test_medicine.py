"""Medicine: who can help whom, what the roll brings, and the text's own example."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play
from kit.field import down, end_round, medic, on_board, soldier, start
from kit.inches import at
from msgspec.structs import replace
from wardiary_server.game.events import Asked, ConditionChanged, Remarked, Spent, StatusChanged
from wardiary_server.game.frame.queries import DISADVANTAGE, SPEED
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Special

TREAT = {"do": "treat", "unit": "doc", "target": "vega"}


def treated(*faces: int, die: int = 12, injured: bool = False, **more: Any) -> Play:
    patient = down(conditions={"injured": 1} if injured else {})
    play = start("a - b", medic(die=die), patient, **more)
    play.do("red", TREAT, *faces)
    return play


# ---------------------------------------------------------------------------------------------- the table


@pytest.mark.parametrize("face", [1, 2, 3])
def test_the_lowest_results_are_death(face: int) -> None:
    """MED-3, D41: 1, 2, 3: dead, and taken off the board."""
    play = treated(face)

    assert (play.unit("vega").status, play.unit("vega").zone) == ("dead", "")
    assert any("Vega is out of it for good. Nothing more can be done." in line for line in play.story())


@pytest.mark.parametrize("face", [4, 5])
def test_the_next_change_nothing_and_can_be_tried_again(face: int) -> None:
    """MED-4, D43: 4, 5: still down; another Focus in another turn."""
    play = treated(face)

    assert play.unit("vega").status == "down"
    assert play.events(Remarked)[-1].text == "Vega is still down."
    assert play.refused("red", TREAT) == "no_action"

    end_round(play)
    play.do("red", TREAT, 9)
    assert play.unit("vega").status == "ready"


@pytest.mark.parametrize("face", [6, 7, 8])
def test_the_next_bring_back_an_injured_unit(face: int) -> None:
    """MED-5, MED-8: 6, 7, 8: back, at a disadvantage and at half speed, and marked so for the rest of the game."""
    play = treated(face)
    vega = play.unit("vega")

    assert (vega.status, vega.stats["health"], dict(vega.conditions)) == ("ready", 1, {"injured": 1})
    assert play.context().value(DISADVANTAGE, vega)
    assert play.context().value(SPEED, vega) == 2
    for _ in range(3):
        end_round(play)
    assert play.unit("vega").conditions == {"injured": 1}


@pytest.mark.parametrize("face", [9, 10, 12])
def test_the_highest_bring_back_a_whole_one(face: int) -> None:
    """MED-6: 9, 10, and 12 on a d12: no ill effects."""
    play = treated(face)
    vega = play.unit("vega")

    assert (vega.status, dict(vega.conditions)) == ("ready", {})
    assert not play.context().value(DISADVANTAGE, vega)
    assert play.context().value(SPEED, vega) == 5


@pytest.mark.parametrize(
    ("face", "status"), [(3, "dead"), (4, "down"), (5, "down"), (6, "ready"), (8, "ready"), (9, "ready"), (12, "ready")]
)
def test_an_injured_one_is_never_whole_again(face: int, status: str) -> None:
    """MED-7, D42: 1 to 3 dead, 4 and 5 still down, 6 or more injured again, also at 9 and above."""
    play = treated(face, injured=True)

    assert play.unit("vega").status == status
    assert play.unit("vega").conditions == {"injured": 1}


def test_a_scenario_may_have_another_table() -> None:
    """D41: where the rows end is the scenario's to say."""
    options = {"casualties.dead_to": 0, "casualties.nothing_to": 1, "casualties.injured_to": 2}

    assert [treated(face, options=options).unit("vega").status for face in (1, 2)] == ["down", "ready"]
    assert treated(2, options=options).unit("vega").conditions == {"injured": 1}
    assert treated(3, options=options).unit("vega").conditions == {}


@pytest.mark.parametrize(("face", "option", "health"), [(9, 1, 5), (6, 1, 1), (6, 3, 3), (6, 9, 5)])
def test_health_beside_the_injury(face: int, option: int, health: int) -> None:
    """D87: whoever counts wounds comes back with all of its health, or injured with what the option says."""
    play = start("a", medic(), down(max_health=5), options={"casualties.injured_health": option})
    play.do("red", TREAT, face)

    assert play.unit("vega").stats["health"] == health


# ---------------------------------------------------------------------------------------------- what it takes


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"unit": "mule", "target": "vega"}, "no_kit"),
        ({"unit": "novice", "target": "vega"}, "no_skill"),
        ({"unit": "doc", "target": "far"}, "out_of_reach"),
        ({"unit": "doc", "target": "enemy"}, "not_a_patient"),
        ({"unit": "doc", "target": "mule"}, "not_a_patient"),
        ({"unit": "doc", "target": "truck"}, "not_a_patient"),
        ({"unit": "doc", "target": "gone"}, "not_a_patient"),
        ({"unit": "doc", "target": "nobody"}, "no_such_unit"),
        ({"unit": "hurt", "target": "vega"}, "unit_down"),
        ({"unit": "foe", "target": "enemy"}, "not_yours"),
    ],
)
def test_who_cannot_help_whom(body: dict[str, str], code: str) -> None:
    """MED-1: a medkit, a Skill die, a friend who is down and no machine, in contact."""
    play = start(
        "a - b",
        medic(),
        medic("hurt", status="down"),
        soldier("mule"),
        soldier("novice", items=("kit",)),
        down(),
        down("far", "b"),
        down("enemy", side="blue"),
        down("truck", kind="vehicle"),
        soldier("gone", status="dead"),
    )

    assert play.refused("red", {"do": "treat", **body}) == code


@pytest.mark.parametrize(("patients", "whom"), [("friends", ["vega"]), ("anyone", ["vega", "rook"])])
def test_whose_fallen_a_medic_may_bring_back(patients: str, whom: list[str]) -> None:
    """MED-1, D97: a friend, or where the scenario says so anyone: who is on offer is who can be treated."""
    units = [medic(), down(), down("rook", side="blue")]
    play = start("a", *units, options={"casualties.patients": patients})
    (found,) = [offer for offer in offers(play.context(), "doc") if offer.body["do"] == "treat"]

    assert [target.value for target in found.targets] == whom
    play.do("red", {"do": "treat", "unit": "doc", "target": whom[-1]}, 9)
    assert play.unit(whom[-1]).status == "ready"


@pytest.mark.parametrize(("apart", "touches"), [(1, True), (1.5, False)])
def test_contact_on_a_board_is_of_bases(apart: float, touches: bool) -> None:
    """MED-2: bases of half an inch each touch at one inch from middle to middle, and not half an inch further."""
    units = [replace(medic(zone=""), at=at(3, 3), status="ready"), replace(down(zone=""), at=at(3 + apart, 3))]
    play = on_board(*units)
    if touches:
        play.do("red", TREAT, 9)
        assert play.unit("vega").status == "ready"
    else:
        assert play.refused("red", TREAT) == "out_of_reach"


@pytest.mark.parametrize("economy", ["focus", "activation", "slow-quick"])
def test_it_takes_the_whole_turn_in_every_economy(economy: str) -> None:
    """MED-2, D71: to focus is the special action and all else; a turn of which something is spent is too late."""
    play = start("a - b", medic("doc", "b"), down(), options={"frame.economy": economy})
    play.act("red", "move", "doc", to="a")

    assert play.refused("red", TREAT) == "no_action"
    (offer,) = [o for o in offers(play.context(), "doc") if o.body["do"] == "treat"]
    assert offer.why_not == "Doc has to focus for a whole turn, and part of this one is spent."

    end_round(play)
    (offer,) = [o for o in offers(play.context(), "doc") if o.body["do"] == "treat"]
    assert (offer.cost, [target.value for target in offer.targets]) == ("the whole turn", ["vega"])
    play.do("red", TREAT, 6)
    assert set(play.events(Spent)[-1].left.values()) == {0}
    assert play.refused("red", {"do": "move", "unit": "doc", "to": "b"}) == "out_of_reach" or economy == "slow-quick"


def test_one_helper_two_patients_over_two_turns() -> None:
    """MED-11: the corpsman treats one casualty, and another in the next turn."""
    play = start("a", medic(), down("left"), down("right"))
    play.act("red", "treat", "doc", 6, target="right")
    end_round(play)
    play.act("red", "treat", "doc", 9, target="left")

    assert play.unit("right").conditions == {"injured": 1}
    assert play.unit("left").conditions == {}
    assert {play.unit("left").status, play.unit("right").status} == {"ready"}


@pytest.mark.parametrize(("faces", "status"), [((9, 2), "dead"), ((12, 6), "ready")])
def test_an_injured_medic_rolls_two_dice_and_keeps_the_lower(faces: tuple[int, int], status: str) -> None:
    """D44, D93: two dice are requested, and the lower counts."""
    play = start("a", medic(die=12, conditions={"injured": 1}), down())
    play.do("red", TREAT, *faces)

    assert [roll.faces for roll in play.rolls("treat")] == [faces]
    assert play.rolls("treat")[0].reason == "treating Vega, the lower of two"
    assert play.unit("vega").status == status


def test_a_bonus_of_gear_is_added() -> None:
    """D5: on a die with numbers so much is added."""
    helped = replace(medic(), specials=("scanner",))
    play = start("a", helped, down())
    scanner = Special("scanner", "SCANNER", "bonus", ("treat",), bonus=3)
    play = Play(replace(play.start, specials={"scanner": scanner}), *play.rules.rulebooks[1:])
    play.do("red", TREAT, 6)

    assert play.unit("vega").conditions == {}
    assert play.unit("vega").status == "ready"


@pytest.mark.parametrize(("faces", "status"), [((2, 7), "ready"), ((4, 1), "dead"), ((6,), "ready")])
def test_gear_may_let_it_be_rolled_again(faces: tuple[int, ...], status: str) -> None:
    """D5, D6: a result that brings nobody back is a failure; the second roll counts, also where it is worse."""
    play = start("a", replace(medic(), specials=("lucky",)), down(), options={"frame.reroll": "likely"})
    lucky = Special("lucky", "LUCKY", "reroll", ("treat",))
    play = Play(replace(play.start, specials={"lucky": lucky}), *play.rules.rulebooks[1:])
    play.do("red", TREAT, *faces)

    assert [roll.faces for roll in play.rolls("treat")] == [(face,) for face in faces]
    assert play.unit("vega").status == status


# ---------------------------------------------------------------------------------------------- the example


@pytest.mark.parametrize("keep_live", [True, False])
def test_alberts_medic(keep_live: bool) -> None:
    """MED-2, MED-5, MED-7, MED-9, MED-12: the text's example, played command by command.

    The medic rushes there; in the next turn a 6 brings the soldier back injured; a mortar hits them; a 10 does no more
    than that again. The die has ten faces: a 10 is refused on a smaller one (D46).
    """
    play = start(
        "b - a",
        medic("doc", "b"),
        down(),
        typed=["red"],
        options={"frame.economy": "focus", "frame.dice": "typed"},
        keep_live=keep_live,
    )
    play.act("red", "move", "doc", to="a")
    assert play.refused("red", TREAT) == "no_action"
    end_round(play)

    play.do("red", TREAT)
    (part,) = play.events(Asked)[-1].parts
    assert (part.seat, part.unit, part.target, part.dice, part.sides) == ("red", "doc", "vega", 1, 10)
    play.answer("red", 6)
    assert play.unit("vega").status == "ready"
    assert play.unit("vega").conditions == {"injured": 1}

    play.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 1, "reason": "a mortar", "with_rules": True})
    assert play.unit("vega").status == "down"
    end_round(play)
    play.do("red", TREAT)
    play.answer("red", 10)

    assert play.unit("vega").status == "ready"
    assert play.unit("vega").conditions == {"injured": 1}
    assert [e.condition for e in play.events(ConditionChanged)] == ["injured"]
    assert [e.status for e in play.events(StatusChanged)] == ["ready", "down", "ready"]
    assert play.folded() == play.state


def test_typed_dice_have_the_faces_that_were_asked_for() -> None:
    """D46, MED-9: a 10 is none of a d8's faces."""
    play = start("a", medic(die=8), down(), typed=["red"])
    play.do("red", TREAT)
    asked = next(iter(play.game.open.values()))

    answer = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": 0, "faces": [10]}
    assert play.refused("red", answer) == "bad_answer"


def test_an_undo_takes_a_treatment_back_whole() -> None:
    play = treated(6)
    play.undo()

    assert play.unit("vega").status == "down"
    assert play.unit("vega").conditions == {}
    assert "doc" not in play.game.clock.active
    assert play.folded() == play.state
