"""Who may undo and answer for others: the policies, proposals and votes, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.trouble import TROUBLE
from msgspec.structs import replace
from wardiary_server.game.events import Remarked, Resolved, RoundBegan
from wardiary_server.game.state import Seat, Side

THREE = ("red", "blue", "referee")


def play(policy: str = "agreed", seats: tuple[str, ...] = THREE, typed: tuple[str, ...] = ()) -> Play:
    """Vega of red, rook of blue; entering b rolls a die."""
    units = [unit("vega", "a", speed=9), unit("rook", "d", "blue", speed=9), unit("grim", "d", "green", seat="green")]
    start = game("a - b - c\na - d\na - e", units, options={"frame.undo": policy})
    known = {**start.seats, "green": Seat("green", "Green", "green")}
    start = replace(
        start,
        seats={seat: known[seat] for seat in seats},
        sides={**start.sides, "green": Side("green", "Green")},
        dice={seat: "typed" if seat in typed else "script" for seat in seats},
    )
    return Play(start, TROUBLE)


def rolled(**more: Any) -> Play:
    """Red has moved into the hazard and rolled."""
    table = play(**more)
    table.act("red", "move", "vega", 5, to="b")
    return table


def plain(**more: Any) -> Play:
    """Red has moved, and nothing was rolled."""
    table = play(**more)
    table.act("red", "move", "vega", to="d")
    return table


def undone(table: Play) -> bool:
    return table.unit("vega").zone == "a"


# ---------------------------------------------------------------------------------------------- agreed


def test_your_own_last_command_goes_back_at_once_if_nothing_was_rolled() -> None:
    table = plain()

    assert table.undo("red").kind == "rewind"
    assert undone(table)
    assert table.undo("red", "redo").kind == "rewind", "redo follows the same policy"
    assert not undone(table)


@pytest.mark.parametrize("word", ["undo", "redo"])
def test_what_was_rolled_waits_for_the_others(word: str) -> None:
    """terraforming-mars#1846, SWUOnline#304."""
    table = rolled()
    if word == "redo":
        table.undo()

    assert table.undo("red", word).kind == "table"
    assert table.state.table.proposal is not None
    assert table.undo("blue", "agree").kind == "rewind"
    assert table.state.table.proposal is None


def test_somebody_elses_command_waits_for_their_word() -> None:
    table = plain()

    assert table.undo("blue").kind == "table"
    assert not undone(table)
    table.undo("red", "agree")
    assert undone(table)


def test_when_somebody_has_acted_since_it_is_no_longer_your_own_last_command() -> None:
    table = play(typed=("blue",))
    table.act("blue", "move", "rook", to="b")  # asks blue for dice
    table.act("red", "move", "vega", to="d")
    table.answer("blue", 5)

    entry = table.undo("red")

    assert entry.kind == "table"
    assert "and answers given since to entry" in table.state.table.proposal.text  # type: ignore[union-attr]


def test_talk_is_no_act() -> None:
    table = plain()
    table.do("blue", {"do": "say", "text": "hm"})

    assert table.undo("red").kind == "rewind"


def test_a_question_that_nobody_has_answered_yet_is_nothing_rolled() -> None:
    table = play(typed=("red",))
    table.act("red", "move", "vega", to="b")

    assert table.undo("red").kind == "rewind"


def test_dice_that_were_typed_are_rolled_also_while_others_are_awaited() -> None:
    """Else a bad half of a roll could be taken back without a word."""
    table = play(typed=("red", "blue", "green"), seats=("red", "blue", "green", "referee"))
    table.act("red", "move", "vega", to="b")
    table.answer("red", 5)
    table.act("red", "move", "vega", to="c")
    table.answer("red", 2, 2, part=0)

    assert table.game.open
    assert table.undo("red").kind == "table"


def test_all_others_have_to_agree_and_one_refusal_ends_it() -> None:
    """A refusal is in the log (SWUOnline#304)."""
    seats = ("red", "blue", "green", "referee")
    table, refused = rolled(seats=seats), rolled(seats=seats)
    for one in (table, refused):
        one.undo("red")
        assert one.undo("blue", "agree").kind == "table"
        assert one.state.table.proposal.yes == ("red", "blue")  # type: ignore[union-attr]

    assert table.undo("green", "agree").kind == "rewind"
    refused.undo("green", "disagree")

    assert undone(table)
    assert not undone(refused)
    assert refused.state.table.proposal is None
    assert refused.story()[-1].startswith("Green refuses: take back Vega's move (entry ")


def test_the_referees_word_is_enough() -> None:
    table, at_once = rolled(seats=("red", "blue", "green", "referee")), rolled()
    table.undo("red")

    assert table.undo("referee", "agree").kind == "rewind"
    assert at_once.undo("referee").kind == "rewind"


def test_seats_that_are_away_or_empty_do_not_count() -> None:
    seats = ("red", "blue", "green", "referee")
    away, empty, late = rolled(seats=seats), rolled(seats=seats), rolled(seats=seats)
    empty.do("operator", {"do": "vacate", "seat": "green"})

    assert away.do("red", {"do": "undo", "node": away.state.table.cursor}, away=("blue", "green")).kind == "rewind"
    empty.undo("red")
    assert empty.undo("blue", "agree").kind == "rewind"
    late.undo("red")
    assert late.do("blue", {"do": "agree", "node": late.state.table.cursor}, away=("green",)).kind == "rewind"


def test_who_has_gone_away_since_is_not_waited_for_by_asking_again() -> None:
    table = rolled()
    table.undo("red")
    node = table.state.table.cursor

    assert table.refused("red", {"do": "undo", "node": node}) == "already_agreed"
    assert table.do("red", {"do": "undo", "node": node}, away=("blue",)).kind == "rewind"


def test_a_player_alone_needs_nobody() -> None:
    table = rolled(seats=("red",))

    assert table.undo("red").kind == "rewind"


def test_retype_and_rewind_wait_for_the_others_always() -> None:
    table = play(typed=("red",))
    table.act("red", "move", "vega", to="b")
    answer = table.answer("red", 5).seq

    assert table.undo("red", "retype", answer=answer).kind == "table"
    table.undo("red", "withdraw")
    assert table.undo("red", "rewind", to=4).kind == "table"


# ---------------------------------------------------------------------------------------------- referee, free


def test_under_referee_only_the_referee_decides() -> None:
    """A player's vote is heard, and is not enough."""
    table = plain(policy="referee")

    assert table.undo("red").kind == "table"
    assert table.undo("blue", "agree").kind == "table"
    assert not undone(table)
    assert table.undo("referee", "agree").kind == "rewind"
    assert undone(table)


def test_under_referee_without_one_the_players_agree() -> None:
    table = plain(policy="referee", seats=("red", "blue"))

    assert table.undo("red").kind == "table"
    assert table.undo("blue", "agree").kind == "rewind"


def test_under_free_anyone_may_at_once() -> None:
    table = rolled(policy="free")

    assert table.undo("blue").kind == "rewind"
    assert table.undo("red", "redo").kind == "rewind"


def test_a_spectator_has_no_say() -> None:
    from wardiary_server.game.rulebook import Refused
    from wardiary_server.game.timeline import Intent

    table = rolled(policy="free")
    for word in ("undo", "redo", "agree", "disagree", "withdraw"):
        intent = Intent({"do": word, "node": table.state.table.cursor}, "", "spectator", 0)
        with pytest.raises(Refused) as refusal:
            table.timeline.decide(intent)
        assert refusal.value.code == "not_allowed"


# ---------------------------------------------------------------------------------------------- proposals


def test_a_proposal_names_its_target_and_where_it_starts() -> None:
    table = rolled()
    table.undo("red")

    proposal = table.state.table.proposal
    assert proposal is not None
    assert (proposal.kind, proposal.by, proposal.to, proposal.node) == ("undo", "red", 1, 5)
    assert proposal.text == "take back Vega's move (entry 5)"
    table.undo("blue", "agree")
    assert table.story()[-1] == "Undone: Vega's move (entry 5)."


@pytest.mark.parametrize(
    "move",
    [
        lambda table: table.act("blue", "move", "rook", to="a"),
        lambda table: table.undo("referee"),
    ],
)
def test_a_proposal_lapses_when_the_cursor_moves(move: Any) -> None:
    table = rolled()
    table.undo("red")
    node = table.state.table.cursor

    move(table)

    assert table.state.table.proposal is None
    assert table.refused("blue", {"do": "agree", "node": node}) == "moved_on"
    assert table.refused("blue", {"do": "agree", "node": table.state.table.cursor}) == "no_proposal"


def test_talk_does_not_let_it_lapse() -> None:
    table = rolled()
    table.undo("red")
    table.do("blue", {"do": "say", "text": "why?"})

    assert table.undo("blue", "agree").kind == "rewind"


def test_it_can_be_withdrawn_by_who_made_it_alone() -> None:
    table = rolled()
    table.undo("red")

    assert table.refused("blue", {"do": "withdraw", "node": table.state.table.cursor}) == "not_yours"
    table.undo("red", "withdraw")

    assert table.state.table.proposal is None
    assert table.story()[-1].startswith("Red takes back the proposal")
    assert table.refused("red", {"do": "withdraw", "node": table.state.table.cursor}) == "no_proposal"


def test_one_proposal_at_a_time_and_ones_own_takes_the_place_of_ones_own() -> None:
    table = rolled()
    table.act("red", "move", "vega", 2, 2, 3, to="c")
    table.undo("red")

    node = table.state.table.cursor
    assert table.refused("blue", {"do": "rewind", "to": 3, "node": node}) == "proposal_open"
    table.undo("red", "rewind", to=4)
    assert table.state.table.proposal.kind == "rewind"  # type: ignore[union-attr]


def test_nobody_agrees_twice() -> None:
    table = rolled(seats=("red", "blue", "green"))
    table.undo("red")
    table.undo("blue", "agree")
    node = table.state.table.cursor

    assert table.refused("blue", {"do": "agree", "node": node}) == "already_agreed"
    assert table.refused("red", {"do": "agree", "node": node}) == "already_agreed"


def test_two_who_press_at_once_undo_once() -> None:
    """U9. Where it needs agreement, both have given it."""
    free, agreed = rolled(policy="free"), rolled()
    node = free.state.table.cursor

    free.do("red", {"do": "undo", "node": node})
    assert free.refused("blue", {"do": "undo", "node": node}) == "moved_on"
    agreed.do("red", {"do": "undo", "node": node})
    assert agreed.do("blue", {"do": "undo", "node": node}).kind == "rewind"
    assert agreed.refused("red", {"do": "undo", "node": node}) == "moved_on"
    assert free.state.table.line == agreed.state.table.line == 1


def test_after_an_agreed_rewind_to_a_turns_start_the_right_seat_can_act() -> None:
    """netrunner#7728."""
    table = rolled(seats=("red", "blue"))
    table.act("red", "end", "vega")
    table.act("blue", "begin", "rook")
    table.undo("blue", "rewind", unit="vega")

    assert table.undo("red", "agree").kind == "rewind"
    assert table.game.clock.active == {}
    assert table.act("red", "move", "vega", to="d")


# ---------------------------------------------------------------------------------------------- for who is away


def waiting(seats: tuple[str, ...] = ("red", "blue", "green")) -> tuple[Play, dict[str, Any]]:
    """Red is asked for a die, and is not there."""
    table = play(seats=seats, typed=("red",))
    entry = table.act("red", "move", "vega", to="b")
    return table, {"do": "answer", "root": entry.seq, "opened": entry.seq, "faces": [2]}


def test_nobody_answers_for_a_seat_that_is_there() -> None:
    table, body = waiting()

    assert table.refused("blue", body) == "not_yours"


def test_for_a_seat_that_is_away_the_referee_answers_and_no_player() -> None:
    table, body = waiting(("red", "blue", "referee"))

    assert table.refused("blue", body, away=("red",)) == "not_yours"
    assert table.do("referee", body).kind == "answer"


@pytest.mark.parametrize("away", [("red", "referee"), ("red",)])
def test_without_a_referee_the_others_agree_on_an_answer(away: tuple[str, ...]) -> None:
    seats = ("red", "blue", "green", *(["referee"] if "referee" in away else []))
    table, body = waiting(seats)

    assert table.do("blue", body, away=away).kind == "table"
    proposal = table.state.table.proposal
    assert proposal is not None
    assert proposal.text == "answer for Red (Vega, hazard: 1 die of 6)"
    entry = table.do("green", {"do": "agree", "node": table.state.table.cursor}, away=away)

    assert entry.kind == "answer"
    assert entry.command["faces"] == [2], "the log has the answer, not the vote"
    assert table.rolls()[-1].faces == (2,)
    assert "Green answers for Red." in table.story()


def test_the_same_answer_of_two_is_agreement_and_another_one_waits() -> None:
    table, body = waiting()
    table.do("blue", body, away=("red",))

    assert table.refused("green", {**body, "faces": [6]}, away=("red",)) == "proposal_open"
    assert table.do("green", body, away=("red",)).kind == "answer"


def test_an_answer_is_checked_before_it_is_proposed_and_overwrites_no_other_proposal() -> None:
    table, body = waiting()

    assert table.refused("blue", {**body, "faces": [7]}, away=("red",)) == "bad_answer"
    table.undo("green")
    assert table.refused("blue", body, away=("red",)) == "proposal_open"


def test_whoever_comes_back_answers_and_the_proposal_lapses() -> None:
    table, body = waiting()
    table.do("blue", body, away=("red",))

    table.do("red", {**body, "faces": [5]})

    assert table.state.table.proposal is None
    assert table.rolls()[-1].faces == (5,)


def test_the_only_one_left_answers_at_once() -> None:
    table, body = waiting(("red", "blue"))

    assert table.do("blue", body, away=("red",)).kind == "answer"


# ---------------------------------------------------------------------------------------------- ending a round

END = {"do": "end_round", "bare": True}


def test_without_a_referee_the_players_end_a_round_together() -> None:
    """D69: what is open is dropped, and the next round begins."""
    table, body = waiting()

    assert table.do("blue", END).kind == "table"
    assert table.do("green", {"do": "agree", "node": table.state.table.cursor}, away=("red",)).kind == "game"

    assert table.game.clock.round == 2
    assert table.events(Resolved)
    assert table.refused("red", body) == "stale_request"
    assert any(e.text.startswith("The players end the round bare.") for e in table.events(Remarked))


def test_the_proposal_says_what_it_is_and_the_log_has_the_command() -> None:
    table, _body = waiting()
    table.do("blue", END)
    proposal = table.state.table.proposal
    assert proposal is not None
    assert proposal.text == "end the round, without what its end brings and what is open"

    table.undo("red", "agree")
    entry = table.undo("green", "agree")

    assert (entry.kind, entry.command["do"], entry.root) == ("game", "end_round", entry.seq)
    assert table.folded() == table.state


def test_a_table_with_a_referee_leaves_it_to_them() -> None:
    table, _body = waiting(("red", "blue", "referee"))

    assert table.refused("blue", END) == "not_allowed"
    assert table.do("blue", END, away=("red", "referee")).events[-1].__class__ is RoundBegan


def test_what_cannot_be_done_is_not_proposed() -> None:
    table, _body = waiting()

    assert table.refused("blue", {"do": "end_round"}) == "awaiting"


@pytest.mark.parametrize("keep_live", [True, False])
def test_a_round_that_ends_together_can_ask_and_be_taken_up_from_the_log(keep_live: bool) -> None:
    """The command is in the log as if the referee had given it, so its rule can be run again."""
    table = play(seats=("red", "blue"), typed=("red", "blue"))
    burning = replace(table.game, zones={**table.game.zones, "e": replace(table.game.zones["e"], levels={"fire": 2})})
    table = Play(burning, TROUBLE, keep_live=keep_live)
    table.do("blue", {"do": "end_round"})
    table.undo("red", "agree")
    assert table.game.clock.phase == "ending"

    table.answer("red", 1, 2)

    assert table.game.clock.round == 2
    assert table.game.zones["e"].levels == {"fire": 1}
