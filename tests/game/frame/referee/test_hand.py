"""What all acts of the referee share, and what holds for every one of them, in any order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.wander import REAL, FixedDice, ship
from msgspec.structs import replace
from wardiary_server.game.events import Remarked
from wardiary_server.game.frame import FRAME
from wardiary_server.game.frame.referee.hand import declared, fits, listed, new_id
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.rulebook import Refused
from wardiary_server.rules.casualties import RULEBOOK as CASUALTIES

HAND = [action for book in (FRAME, *REAL, CASUALTIES) for action in book.actions if action.name.startswith("ref_")]


@pytest.mark.parametrize("action", HAND, ids=lambda action: str(action.name))
def test_every_act_is_the_referees_alone_and_says_what_it_is_for(action: Any) -> None:
    assert action.roles == ("referee",)
    assert action.help.startswith(action.name)
    assert action.offers is not None
    assert action.check is not None


def on_board(*, live: bool = True, typed: tuple[str, ...] = ()) -> Play:
    start = ship()
    start = replace(start, dice={seat: "typed" if seat in typed else "script" for seat in start.seats})
    play = Play(start, *REAL, keep_live=live)
    play.timeline._make_dice = lambda _salts: FixedDice()
    return play


def of_the_hand(play: Play, rules: bool) -> list[dict[str, Any]]:
    """All that is on offer to the referee, of the table and of each unit, with a reason and perhaps the rules."""
    ctx = play.context("referee")
    acts = []
    for offer in (offer for of in ("", *play.game.units) for offer in offers(ctx, of)):
        if str(offer.body["do"]).startswith("ref_"):
            ticked = {"with_rules": True} if rules and "with_rules" in {f.name for f in offer.fields} else {}
            acts += [{**body, **ticked, "reason": "because"} for body in legal((offer,))]
    return acts


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), rules=st.booleans())
def test_after_any_acts_the_game_is_what_its_log_says_live_and_run_again_and_one_undo_takes_one_back(
    seed: int, rules: bool
) -> None:
    random = Random(seed)
    live, thawed = on_board(typed=("red",)), on_board(live=False, typed=("red",))
    for _ in range(8):
        acts = of_the_hand(live, rules)
        assert len(acts) > 20
        body = random.choice(acts)
        before = live.game
        live.do("referee", body)
        thawed.do("referee", body)
        assert live.folded() == live.state
        assert live.hash() == thawed.hash()
        if random.random() < 0.2 and live.game.clock.phase != "over":
            for play in (live, thawed):
                play.undo()
            assert live.game == before
        for play in (live, thawed):
            answered(play)
    assert live.folded() == live.state
    assert live.hash() == thawed.hash()


def answered(play: Play) -> None:
    """One of the open questions is answered, the oldest part first."""
    for root, asked in play.game.open.items():
        for number, part in enumerate(asked.parts):
            if str(number) not in asked.answers and part.kind == "roll":
                body = {"do": "answer", "root": int(root), "opened": asked.opened, "part": number}
                play.do("referee", {**body, "faces": [1 + part.sides // 2] * part.dice})
                return


def test_what_the_hand_says_of_something_hidden_is_kept_from_those_who_may_not_know_of_it() -> None:
    vega = unit("vega", hidden=("blue",), specials=())
    play = Play(game("a - b", [vega, unit("nova"), unit("rook", "b", "blue")]), *REAL)
    for body in (
        {"do": "ref_move", "unit": "vega", "zone": "b"},
        {"do": "ref_hurt", "unit": "vega", "amount": 1},
        {"do": "ref_condition", "unit": "vega", "condition": "prone"},
        {"do": "ref_unit", "like": "rook", "id": "kite", "side": "red", "seat": "red", "hidden": ["blue"]},
        {"do": "ref_remove", "unit": "vega", "to": "reserve"},
        {"do": "ref_marker", "zone": "a", "id": "trap", "name": "trap", "hidden": ["blue"]},
        {"do": "ref_unmark", "marker": "trap"},
        {"do": "ref_area", "kind": "hazard", "zones": ["a"], "id": "leak", "name": "leak", "hidden": ["blue"]},
        {"do": "ref_end_area", "area": "leak"},
    ):
        entry = play.do("referee", {**body, "reason": "Vega sneaks"})
        assert play.story_of("blue", entry) == [], body
        assert any("The referee: Vega sneaks" in line for line in play.story_of("red", entry)), body


def test_a_reason_is_told_and_none_is_not() -> None:
    play = Play(game("a - b", [unit("vega"), unit("rook", "b", "blue")]))

    told = play.act("referee", "ref_down", "vega", reason="a fall")
    silent = play.act("referee", "ref_revive", "vega")

    assert play.events(Remarked, told) == [Remarked("The referee: a fall", unit="vega")]
    assert play.events(Remarked, silent) == []


def test_words_are_those_that_the_rulebooks_of_the_game_declare() -> None:
    ctx = Play(game("a", [unit("vega")]), *REAL).context("referee")

    assert {"fire", "gas_deadly"} <= declared(ctx, "levels").keys()
    assert {"prone", "unconscious", "stress"} <= declared(ctx, "conditions").keys()
    assert fits("ammo:rifle", "ammo:<weapon>")
    assert not fits("ammo:", "ammo:<weapon>")
    assert listed({"ar": "armour", "ammo:<weapon>": "left"}) == (("ar", "armour"),)


def test_a_rulebook_that_is_set_aside_declares_nothing() -> None:
    play = Play(game("a", [unit("vega")], rulebooks=("zones",)), *REAL)
    play.do("referee", {"do": "suspend", "rulebook": "zones"})

    assert play.refused("referee", {"do": "ref_level", "zone": "a", "level": "fire", "value": 1}) == "no_such_level"


def test_a_new_id_is_one_that_is_not_taken() -> None:
    assert new_id({}, "drone") == "drone"
    assert new_id({"drone": 1, "drone-2": 2}, "drone") == "drone-3"


def test_what_the_rulebooks_could_not_play_is_refused_in_their_words() -> None:
    play = Play(game("a", [unit("vega"), unit("rook", "a", "blue")]), CASUALTIES)

    with pytest.raises(Refused, match="skill_die") as refusal:
        play.act("referee", "ref_stat", "vega", stat="skill_die", value=1)

    assert refusal.value.code == "not_playable"
