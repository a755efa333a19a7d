"""Medical aid: the roll, what its successes buy, and who pays."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import end_round, play
from wardiary_protocol.messages import Field
from wardiary_server.game.events import Remarked, StatChanged
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Special

QUIET = {"zones.push": "never", "zones.aid": "likely", "frame.economy": "slow-quick"}
"""Nobody is asked anything."""
ASKS = {**QUIET, "zones.aid": "ask"}


def ward(
    *,
    options: Any = None,
    healer: Any = None,
    typed: bool = False,
    keep_live: bool = True,
    zone: str = "a",
    specials: Any = (),
    **patient: Any,
) -> Play:
    """Vega (Empathy 3, Medical Aid 2) and Ash, hurt: 2 of 5 health; Rook."""
    known = {special.id: special for special in specials}
    vega = unit("vega", **{"empathy": 3, "medical_aid": 2, "specials": tuple(known), **(healer or {"supply": 4})})
    ash = unit("ash", zone, **{"health": 2, **patient})
    return play(
        "a - b", vega, ash, unit("rook", "a", "blue", health=1), specials=known, typed=typed, keep_live=keep_live,
        options=options or QUIET,
    )  # fmt: skip


def treat(game: Play, *faces: int, target: str = "ash", **more: Any) -> Any:
    return game.act("red", "aid", "vega", *faces, target=target, **more)


def refused(game: Play, target: str = "ash", **more: Any) -> str:
    return game.refused("red", {"do": "aid", "unit": "vega", "target": target, **more})


def health(game: Play, name: str = "ash") -> int:
    return game.unit(name).stats["health"]


def supplies(game: Play) -> tuple[int, int]:
    return tuple(game.unit(name).stats.get("supply", 0) for name in ("vega", "ash"))  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------- the roll


def test_aid_1_empathy_medical_aid_stress_and_equipment() -> None:
    """AID-1: Empathy 3, Medical Aid 2, a medkit that adds 1: 6 dice; Stress 2: 2 stress dice."""
    kit = Special("kit", "Medkit", "bonus", ("aid",), bonus=1)
    game = ward(healer={"supply": 4, "conditions": {"stress": 2}}, specials=[kit])
    treat(game, *[2] * 8)
    assert [(len(roll.faces), roll.reason) for roll in game.rolls("aid")] == [
        (6, "medical aid for Ash"),
        (2, "medical aid for Ash, stress dice"),
    ]
    assert "Vega's aid does not help." in game.story()
    assert supplies(game) == (4, 0)


def test_aid_1_it_needs_supplies() -> None:
    """AID-1: neither has any at hand; what is in the pack does not count."""
    assert refused(ward(healer={"supply": 2, "pack": 2})) == "no_supply"
    assert not ward(healer={"supply": 0}, supply=1).game.open
    treat(ward(healer={"supply": 0}, supply=1), *[2] * 5)


def test_aid_1_it_may_be_pushed() -> None:
    """AID-1, D73: 5 dice and a stress die more; a success of the push counts."""
    game = ward(options={**QUIET, "zones.push": "likely"})
    treat(game, *[2] * 5, *[2] * 4, 6, 3)
    assert game.unit("vega").conditions == {"stress": 1}
    assert health(game) == 3


def test_aid_1_a_one_on_a_stress_die_is_trouble() -> None:
    """AID-1, D61: once what the successes bring is over."""
    game = ward(healer={"supply": 4, "conditions": {"stress": 1}})
    treat(game, 6, 2, 2, 2, 2, 1, 4)
    assert health(game) == 3
    assert game.unit("vega").conditions == {"stress": 1, "response:trembling": 1}


def test_gear_may_let_one_roll_again() -> None:
    """D6: the roll once more, if nothing has succeeded; the supplies that served as equipment are not rolled again."""
    options = {**QUIET, "frame.reroll": "likely"}
    game = ward(options=options, specials=[Special("book", "Handbook", "reroll", ("aid",))])
    treat(game, *[2] * 5, 3, 6, 2, 2, 2, 2, with_supply=1)
    assert health(game) == 3
    assert [len(roll.faces) for roll in game.rolls("aid")] == [5, 1, 5]


# ---------------------------------------------------------------------------------------------- what it brings


def test_aid_2_each_success_may_spend_one_supply_die() -> None:
    """AID-2: 3 successes and 2 supply dice: 2 health at most."""
    game = ward(healer={"supply": 2})
    treat(game, 6, 6, 6, 2, 2)
    assert health(game) == 4
    assert supplies(game) == (0, 0)
    assert "Ash regains 1 health (medical aid); 4 now." in game.story()


def test_aid_2_no_more_than_there_is_to_treat() -> None:
    """AID-2: 4 successes, 1 health lost: 1 supply die."""
    game = ward(health=4)
    treat(game, 6, 6, 6, 6, 2)
    assert (health(game), supplies(game)) == (5, (3, 0))


def test_aid_2_the_patients_supplies_pay_as_well() -> None:
    """AID-2: 1 of the healer's and 1 of the patient's; the pack pays nothing."""
    game = ward(healer={"supply": 2, "pack": 1}, supply=1)
    treat(game, 6, 6, 6, 2, 2)
    assert (health(game), supplies(game)) == (4, (1, 0))


def test_aid_2_stress_is_reduced_by_one() -> None:
    """AID-2: 2 successes: Stress 3 becomes 1."""
    game = ward(health=5, conditions={"stress": 3})
    treat(game, 6, 6, 2, 2, 2)
    assert game.unit("ash").conditions == {"stress": 1}


def test_aid_2_a_critical_injury_is_an_injury() -> None:
    """AID-2, D74: before wounds, since it does not go by itself."""
    game = ward(conditions={"critical:bleeding": 1})
    treat(game, 6, 2, 2, 2, 2)
    assert game.unit("ash").conditions == {}
    assert health(game) == 2
    assert "Ash is no longer bleeding (medical aid)." in game.story()


def test_aid_2_who_is_down_gets_up_first() -> None:
    """AID-2, D74: a wound first, then the critical injury."""
    game = ward(health=0, status="down", conditions={"critical:lamed": 1})
    treat(game, 6, 2, 2, 2, 2)
    assert game.unit("ash").status == "ready"
    assert game.unit("ash").conditions == {"critical:lamed": 1}


def test_inc_3_the_unconscious_wake_as_if_that_were_a_critical_injury() -> None:
    """INC-3, D85: one success and one supply die; no turn is left to lose."""
    game = ward(health=5, conditions={"unconscious": 1, "lost_turns": 6, "stress": 6})
    treat(game, 6, 2, 2, 2, 2)
    assert game.unit("ash").conditions == {"stress": 6}
    assert supplies(game) == (3, 0)
    assert "Ash is no longer unconscious (medical aid)." in game.story()
    game.act("red", "end", "vega")
    game.act("red", "begin", "ash")


def test_one_may_treat_oneself() -> None:
    """AID-2: and pays alone."""
    game = ward(healer={"supply": 2, "health": 1})
    treat(game, 6, 6, 6, 2, 2, target="vega")
    assert (health(game, "vega"), supplies(game)) == (3, (0, 0))


# ---------------------------------------------------------------------------------------------- what it costs


def test_aid_3_in_a_fight_it_is_a_slow_action() -> None:
    """AID-3: and paid whatever comes of it."""
    game = ward()
    treat(game, *[2] * 5)
    assert game.game.clock.active["vega"] == {"slow": 0, "quick": 1}
    assert refused(game) == "no_action"
    end_round(game)
    treat(game, *[2] * 5)


def test_aid_4_supply_dice_as_equipment() -> None:
    """AID-4: 2 of 2 used, one shows 1: it is lost, and 1 is left to pay. Their sixes are successes."""
    game = ward(healer={"supply": 2})
    treat(game, 6, 6, 2, 2, 2, 1, 6, with_supply=2)
    assert [len(roll.faces) for roll in game.rolls("aid")] == [5, 2]
    assert (health(game), supplies(game)) == (3, (0, 0))
    assert [event.why for event in game.events(StatChanged)] == ["used up", "medical aid"]


def test_aid_4_a_success_on_a_supply_die_is_one() -> None:
    game = ward(healer={"supply": 2})
    treat(game, *[2] * 5, 6, with_supply=1)
    assert (health(game), supplies(game)) == (3, (1, 0))


def test_aid_4_the_last_that_is_lost_leaves_nothing_to_pay_with() -> None:
    """AID-4: 1 used, it shows 1."""
    game = ward(healer={"supply": 1})
    treat(game, 6, 6, 2, 2, 2, 1, with_supply=1)
    assert health(game) == 2
    assert [event.text for event in game.events(Remarked)] == ["Vega has nothing left to treat Ash with."]


def test_aid_4_only_what_is_at_hand_can_be_used() -> None:
    assert refused(ward(healer={"supply": 3, "pack": 2}, supply=4), with_supply=2) == "no_supply"


def test_aid_5_there_is_one_kind_of_supplies() -> None:
    """AID-5: the same dice reload a weapon and treat a wound."""
    game = ward(healer={"supply": 2, "items": ("rifle",), "ammo:rifle": 0})
    game.act("red", "reload", "vega", 6, 1, weapon="rifle")
    treat(game, 6, 2, 2, 2, 2)
    assert (health(game), supplies(game)) == (3, (0, 0))


# ---------------------------------------------------------------------------------------------- whom


@pytest.mark.parametrize(
    ("more", "target", "code"),
    [
        ({}, "rook", "not_yours"),
        ({"zone": "b"}, "ash", "out_of_reach"),
        ({"health": 5}, "ash", "no_change"),
        ({"status": "dead", "health": 0}, "ash", "unit_down"),
        ({}, "ahs", "no_such_unit"),
        ({"healer": {"supply": 1, "empathy": 0, "medical_aid": 0}}, "ash", "no_skill"),
    ],
)
def test_who_cannot_be_treated(more: Any, target: str, code: str) -> None:
    assert refused(ward(**more), target) == code


def test_on_a_board_it_takes_contact() -> None:
    """D94: bases of half an inch, an inch apart from middle to middle: yes, and half a tenth more; no further."""
    for apart, code in ((1_000, ""), (1_050, ""), (1_051, "out_of_reach")):
        units = (
            unit("vega", empathy=3, supply=1, at=(0, 0)),
            unit("ash", health=2, at=(apart, 0)),
            unit("rook", "a", "blue", at=(9_000, 0)),
        )
        game = play("a - b", *units, measure="board", options=QUIET)
        found = [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "aid"]
        assert bool(found) is not bool(code)
        assert not code or refused(game) == code


# ---------------------------------------------------------------------------------------------- what is asked


def test_the_healers_player_says_what_and_whose() -> None:
    """AID-2: up to 2 of all that ails Ash, the most urgent by default; and whose dice go first."""
    game = ward(options=ASKS, supply=1, health=4, conditions={"critical:bleeding": 2, "stress": 1})
    treat(game, 6, 6, 2, 2, 2)
    (asked,) = game.game.open.values()
    what, who = asked.parts
    assert (what.seat, what.least, what.most) == ("red", 0, 2)
    assert what.options == (
        ("critical:bleeding#1", "bleeding: treated (1 of 2)"),
        ("critical:bleeding#2", "bleeding: treated (2 of 2)"),
        ("health#1", "1 health"),
        ("stress#1", "1 Stress less"),
    )
    assert what.default == ("critical:bleeding#1", "critical:bleeding#2")
    assert who.options == (("healer", "the healer's"), ("patient", "the patient's"))
    game.answer("red", "stress#1", "health#1")
    game.answer("red", "patient", part=1)
    assert game.unit("ash").conditions == {"critical:bleeding": 2}
    assert (health(game), supplies(game)) == (5, (3, 0))


def test_nothing_need_be_spent() -> None:
    game = ward(options=ASKS)
    treat(game, 6, 6, 2, 2, 2)
    game.answer("red")
    assert (health(game), supplies(game)) == (2, (4, 0))
    assert not game.game.open


@pytest.mark.parametrize("keep_live", [True, False])
def test_real_dice_and_an_undo_at_each_question(keep_live: bool) -> None:
    """Dice, the push, what for: an undo in the middle of each takes the command back, with the action that was paid."""
    game = ward(options={"frame.economy": "slow-quick"}, typed=True, keep_live=keep_live)
    before = game.game
    answers: list[tuple[int | str, ...]] = [(2, 2, 2, 2, 2), ("push",), (6, 6, 2, 2, 2), (4,), ("health#1",)]
    for many in range(len(answers)):
        treat(game)
        part = 0
        for value in answers[:many]:
            part = 1 if value == (4,) else 0
            game.answer("red", *value, part=part)
        assert len(game.game.open) == 1
        game.undo()
        assert game.game == before
    treat(game)
    for value in answers:
        game.answer("red", *value, part=1 if value == (4,) else 0)
    assert (health(game), supplies(game)) == (3, (3, 0))
    assert game.unit("vega").conditions == {"stress": 1}
    assert not game.game.open
    assert game.folded() == game.state


@pytest.mark.parametrize("keep_live", [True, False])
def test_a_healer_who_falls_while_the_dice_are_awaited_helps_nobody(keep_live: bool) -> None:
    game = ward(typed=True, keep_live=keep_live)
    treat(game)
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 5})
    game.answer("red", 6, 6, 2, 2, 2)
    assert (health(game), supplies(game)) == (2, (4, 0))


@pytest.mark.parametrize("keep_live", [True, False])
def test_what_was_treated_meanwhile_is_not_paid_for(keep_live: bool) -> None:
    game = ward(options=ASKS, health=4, keep_live=keep_live)
    treat(game, 6, 2, 2, 2, 2)
    game.do("referee", {"do": "ref_heal", "unit": "ash", "amount": 1})
    game.answer("red", "health#1")
    assert (health(game), supplies(game)) == (5, (4, 0))


# ---------------------------------------------------------------------------------------------- what is offered


def test_whoever_here_is_hurt_is_on_offer_and_the_equipment_is_a_number() -> None:
    """AID-4: none of it, up to all that is at hand."""
    game = ward(supply=1, conditions={"stress": 2})
    (found,) = [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "aid"]
    assert (found.label, found.cost) == ("Vega gives medical aid", "1 slow")
    assert [(target.value, target.note) for target in found.targets] == [
        ("ash", "health lost 3, Stress 2, 1 supply die")
    ]
    assert found.body == {"do": "aid", "unit": "vega"}
    assert found.fields == (Field("with_supply", "number", "Supply dice as equipment", most=4, default=0),)


def test_who_has_no_other_dice_needs_one_as_equipment() -> None:
    """AID-4: the body holds one from the start, so it can be sent as it is."""
    game = ward(healer={"supply": 2, "empathy": 0, "medical_aid": 0})
    (found,) = [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "aid"]
    assert (found.why_not, found.body) == ("", {"do": "aid", "unit": "vega", "with_supply": 1})
    assert [(field.least, field.most, field.needed) for field in found.fields] == [(1, 2, True)]
    (body,) = legal((found,))
    game.do("red", body, 2)


def test_why_it_is_not_on_offer() -> None:
    game = ward(healer={"supply": 0})
    (offer,) = [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "aid"]
    assert offer.why_not == "Neither Vega nor Ash has supply dice at hand."
    assert not [offer for offer in offers(ward(health=5).context(), "vega") if offer.body["do"] == "aid"]
    alone = ward(healer={"supply": 0, "health": 2}, zone="b")
    (offer,) = [offer for offer in offers(alone.context(), "vega") if offer.body["do"] == "aid"]
    assert offer.why_not == "Vega has no supply dice at hand."
