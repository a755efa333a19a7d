"""What is offered is legal, what is legal is offered, and where nothing is offered nothing is stuck."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.trouble import TROUBLE
from kit.wander import Wander
from msgspec.structs import replace
from wardiary_protocol.messages import Offer
from wardiary_server.game.asking import choice_part
from wardiary_server.game.entry import digest
from wardiary_server.game.frame.queries import SPEED
from wardiary_server.game.offers import choices, legal, offers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused, Rulebook
from wardiary_server.game.timeline import Intent

KINDS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(("trouble", "ship")),
        "seed": st.integers(0, 10**6),
        "typed": st.sampled_from(((), ("red",), ("red", "blue"))),
        "referee": st.booleans(),
        "setup": st.booleans(),
        "frame.order": st.sampled_from(("free", "alternate", "initiative")),
        "frame.economy": st.sampled_from(("activation", "slow-quick")),
        "frame.auto_end": st.booleans(),
        "frame.rounds": st.sampled_from((0, 6)),
    }
)


@settings(max_examples=60)
@given(KINDS)
def test_whatever_is_offered_is_accepted_and_somebody_can_always_go_on(kind: dict[str, Any]) -> None:
    """`step` asserts the first half. For the second: until the game is over somebody has something to do."""
    walk = Wander(**kind)
    for _ in range(40):
        if walk.over:
            break
        assert walk.forward(), (walk.play.game.clock, walk.play.story()[-12:])
        walk.step()


@pytest.mark.parametrize("typed", [(), ("red", "blue")])
@pytest.mark.parametrize("order", ["free", "alternate", "initiative"])
def test_two_who_take_whatever_is_offered_finish_the_bundled_game_without_a_referee(
    order: str, typed: tuple[str, ...]
) -> None:
    walk = Wander("derelict", 11, typed=typed, referee=False, **{"frame.order": order})
    for _ in range(1_000):
        if walk.over:
            break
        assert walk.forward()
        walk.step()

    assert walk.over
    assert walk.play.game.result is not None
    assert walk.play.folded() == walk.play.state


def bodies(walk: Wander, name: str) -> list[dict[str, Any]]:
    """Everything that one could think of for a unit, without long ways round."""
    now = walk.play.game
    doors = [link.id for link in now.links.values() if link.door != "none"]
    return [
        *({"do": word, "unit": name} for word in ("begin", "end", "pass", "stand", "leave", "hold")),
        *(
            {"do": word, "unit": name, key: z}
            for z in now.zones
            for word, key in (("move", "to"), ("place", "zone"), ("deploy", "zone"))
        ),
        *({"do": "open", "unit": name, "door": door} for door in doors),
        *({"do": "close", "unit": name, "door": door} for door in doors),
        *({"do": "close", "unit": name, "door": door, "seal": True} for door in doors),
        *({"do": "use", "unit": name, "objective": o} for o in now.objectives),
        *({"do": "take", "unit": name, "marker": m} for m in now.markers),
        *({"do": "seal", "unit": name, "breach": m} for m in now.markers),
        *({"do": "attack", "unit": name, "weapon": "rifle", "target": t} for t in now.units),
    ]


@settings(max_examples=25)
@given(KINDS)
def test_whatever_is_accepted_was_offered(kind: dict[str, Any]) -> None:
    walk = Wander(**kind)
    for _ in range(12):
        if walk.over:
            break
        walk.step()
        line = walk.play.timeline
        for name, who in walk.play.game.units.items():
            if who.seat:
                known = list(legal(offers(walk.play.context(who.seat), name)))
                for body in bodies(walk, name):
                    before = line.state.seq
                    try:
                        line.decide(Intent(body, who.seat, "player", 0, digest=digest(body)))
                    except Refused:
                        continue
                    line.rollback(before)
                    assert body in known, (body, walk.play.game.clock)


# ---------------------------------------------------------------------------------------------- one by one


def hall(**more: Any) -> Play:
    units = [unit("vega", speed=2), unit("rook", "b", "blue", speed=2), unit("nova", "", arrives=3)]
    return Play(game("a - b - c =d1= d", units, **more), TROUBLE)


def of(play: Play, seat: str, name: str = "", role: str = "") -> dict[str, Offer]:
    """The offers by the word of their command; of several the first."""
    ctx = Context(play.rules, play.state, by=seat, role=role or play.game.seats[seat].role)
    found: dict[str, Offer] = {}
    for offer in offers(ctx, name):
        found.setdefault(str(offer.body["do"]), offer)
    return found


def test_an_offer_lists_its_targets_with_costs_and_ways() -> None:
    move = of(hall(), "red", "vega")["move"]

    assert (move.label, move.body, move.asks, move.cost) == (
        "Move Vega",
        {"do": "move", "unit": "vega"},
        "to",
        "1 move",
    )
    assert [(t.value, t.note) for t in move.targets] == [("b", ""), ("c", "through b")]


def test_what_is_not_on_offer_says_why() -> None:
    play = hall()
    play.act("red", "pass", "vega")
    mine, theirs, later = of(play, "red", "vega"), of(play, "red", "rook"), of(play, "red", "nova")

    assert mine["move"].why_not == "Vega has had its turn this round."
    assert theirs["move"].why_not == "Rook is not yours to command."
    assert later["deploy"].why_not == "Nova arrives from round 3 on."
    assert all(offer.targets == () for offer in (*mine.values(), *theirs.values()) if offer.why_not)


def test_to_end_a_turn_is_told_of_only_while_one_is_on() -> None:
    play = hall()
    assert "end" not in of(play, "red", "vega")

    play.act("red", "begin", "vega")
    assert of(play, "red", "vega")["end"].why_not == ""
    assert of(play, "red", "nova")["end"].why_not == "Nova's turn is not on."


def test_a_unit_that_an_open_question_names_may_do_nothing_and_it_says_so() -> None:
    play = Play(replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    play.act("red", "move", "vega", to="b")

    offered = of(play, "red", "vega")

    assert offered["end"].why_not == "Vega: something is still to be answered for that. It comes first."
    assert not list(legal(tuple(offered.values())))
    assert of(play, "referee", "vega")["end"].why_not == ""


def test_while_a_round_ends_players_are_offered_answers_only() -> None:
    start = hall(levels={"b": {"fire": 1}}).start
    play = Play(replace(start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    play.do("referee", {"do": "end_round"})
    assert play.game.clock.phase == "ending"

    offered = of(play, "red")

    assert offered["answer"].why_not == ""
    assert offered["done"].why_not
    assert not [offer for offer in of(play, "red", "vega").values() if not offer.why_not]


def test_what_is_asked_comes_first_to_the_seat_that_is_asked_and_to_the_referee() -> None:
    play = Play(replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    play.act("red", "move", "vega", to="b")

    first, second = offers(play.context("red"))[:2]

    assert (first.label, first.asks) == ("Vega, hazard: 1 die of 6", "faces")
    assert (second.label, second.body["roll"]) == ("Vega, hazard: 1 die of 6: let the server roll", True)
    assert "answer" in of(play, "referee")
    assert "answer" not in of(play, "blue")


@pytest.mark.parametrize(
    ("least", "most", "default", "values"),
    [
        (1, 1, (), [["x"], ["y"], ["z"]]),
        (1, 1, ("y",), [["y"], ["x"], ["z"]]),
        (0, 3, ("x", "z"), [["x", "z"], ["x"], ["y"], ["z"], []]),
        (0, 1, (), [[], ["x"], ["y"], ["z"]]),
        (2, 2, ("x", "y"), [["x", "y"]]),
    ],
)
def test_a_choice_is_offered_with_the_likely_answer_first_and_only_answers_that_are_taken(
    least: int, most: int, default: tuple[str, ...], values: list[list[str]]
) -> None:
    part = choice_part(
        rule="r", reason="r", options=[("x", "X"), ("y", "Y"), ("z", "Z")], least=least, most=most, default=default
    )

    found = list(choices(part))

    assert [target.value for target in found] == values
    assert [target.note for target in found if target.note] == (["likely"] if default else [])


def test_votes_and_rewinds_are_offered_to_whoever_has_a_say() -> None:
    play = hall()
    assert "undo" not in of(play, "red"), "there is nothing to undo yet"
    play.act("red", "move", "vega", 5, to="b")
    assert of(play, "red")["undo"].cost == "may need the others' agreement"
    play.undo("red")

    assert of(play, "red").keys() >= {"withdraw"}
    assert of(play, "blue").keys() >= {"agree", "disagree"}
    assert "undo" not in of(play, "blue"), "one thing after another"
    play.undo("blue", "agree")
    assert "redo" in of(play, "red")


def test_a_spectator_and_anyone_at_a_closed_game_are_offered_nothing() -> None:
    play = Play(replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    play.act("red", "move", "vega", to="b")

    assert offers(Context(play.rules, play.state, by="", role="spectator")) == ()
    assert offers(Context(play.rules, play.state, by="", role="spectator"), "vega") == ()
    play.do("operator", {"do": "close_game"})
    assert offers(play.context("red"), "vega") == ()


def test_a_unit_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        offers(hall().context("red"), "nobody")

    assert refusal.value.code == "no_such_unit"


def test_ending_a_round_is_offered_to_the_referee_and_to_players_who_would_be_stuck_without_one() -> None:
    start = replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed"))
    seats = {seat: s for seat, s in start.seats.items() if seat != "referee"}
    play, without = Play(start, TROUBLE), Play(replace(start, seats=seats), TROUBLE)
    assert "end_round" in of(play, "referee")
    for one in (play, without):
        assert "end_round" not in of(one, "red")
        one.act("red", "move", "vega", to="b")

    assert "end_round" not in of(play, "blue")
    assert of(without, "blue")["end_round"].body == {"do": "end_round", "bare": True}


def test_the_referee_ends_a_round_with_or_without_what_that_brings() -> None:
    play = Play(replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    offer = of(play, "referee")["end_round"]
    assert (offer.label, offer.body, [field.name for field in offer.fields]) == (
        "End the round",
        {"do": "end_round"},
        ["bare", "reason"],
    )
    play.act("red", "move", "vega", to="b")
    assert play.game.open

    assert of(play, "referee")["end_round"].body == {"do": "end_round", "bare": True}


def test_what_is_asked_comes_first_then_the_fight_and_what_ends_a_turn_last() -> None:
    walk = Wander("ship", 1)
    words = [str(one.body["do"]) for one in offers(walk.play.context("red"), "ann")]
    assert words[0] == "move"
    assert words.index("attack") < words.index("begin") < words.index("pass") == len(words) - 1
    hand = [str(one.body["do"]) for one in offers(walk.play.context("referee"), "ann")]
    assert hand.index("pass") < hand.index("ref_hurt")


def test_a_seat_first_sees_what_it_is_asked_and_last_what_is_about_the_table() -> None:
    play = Play(replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    play.act("red", "begin", "vega")
    play.act("red", "move", "vega", to="b")
    assert play.game.open

    for seat in ("red", "referee"):
        words = list(dict.fromkeys(str(one.body["do"]) for one in offers(play.context(seat))))
        assert words[0] == "answer"
        assert words.index("undo") < words.index("dice")
        assert all(words.index(word) < words.index("undo") for word in words if word.startswith(("ref_", "end_")))


def test_a_suspended_rulebook_offers_nothing() -> None:
    walk = Wander("ship", 1)
    assert "attack" in of(walk.play, "red", "ann")

    walk.play.do("referee", {"do": "suspend", "rulebook": "zones"})

    assert "attack" not in of(walk.play, "red", "ann")


def test_a_rulebook_that_fails_spoils_its_own_offers_only() -> None:
    lame = Rulebook("lame", modifiers=((SPEED, lambda ctx, speed, unit: speed // 0),))
    play = Play(hall().start, lame)

    offered = of(play, "red", "vega")

    assert "The rulebook 'lame' failed" in offered["move"].why_not
    assert offered["begin"].why_not == ""


def test_a_correction_that_is_prepared_offers_what_it_waits_for_and_what_can_be_said_to_it() -> None:
    play = Play(replace(hall().start, dice=dict.fromkeys(("red", "blue"), "typed")), TROUBLE)
    begun = play.act("red", "begin", "vega").seq
    play.do("red", {"do": "correct", "entry": begun, "command": {"do": "move", "unit": "vega", "to": "b"}})

    found = {offer.label.partition(":")[0]: offer for offer in offers(play.context("red"))}

    assert found["Vega, hazard"].body == {"do": "correct", "entry": begun, "part": 0, "roll": True}
    assert found["Accept the correction"].why_not == f"Entry {begun} has to be decided first."
    assert {"do": "withdraw", "node": begun} in legal(tuple(found.values()))
    assert of(play, "blue")["disagree"].label.startswith("Refuse the correction: Vega's begin")
    assert "correct" not in of(play, "blue"), "it asks Red"

    play.do("red", {"do": "correct", "entry": begun, "part": 0, "faces": [6]})
    assert not of(play, "blue")["accept"].why_not
    play.act("blue", "begin", "rook")
    assert of(play, "blue")["accept"].why_not == "It has to be worked out anew first."


def test_what_is_no_longer_legal_is_offered_to_the_referee_and_without_one_to_whoever_corrects() -> None:
    play = hall()
    play.act("red", "begin", "vega")
    begun = play.state.seq
    play.act("red", "end", "vega")
    play.do("red", {"do": "correct", "entry": begun, "command": {"do": "pass", "unit": "vega"}})

    assert "correct" not in of(play, "red")
    decide = [offer.body for offer in offers(play.context("referee")) if offer.body["do"] == "correct"]
    assert decide == [{"do": "correct", "entry": begun + 1, how: True} for how in ("drop", "keep")]

    play.do("operator", {"do": "vacate", "seat": "referee"})
    assert "correct" in of(play, "red")
    assert "correct" not in of(play, "blue")
