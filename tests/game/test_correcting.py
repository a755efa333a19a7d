"""A mistake found late is put right: prepared by all to see, agreed to, and undone like any other command."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.skirmish import play as skirmish
from kit.wander import FixedDice
from wardiary_server.game import views
from wardiary_server.game.entry import state_bytes
from wardiary_server.game.state import Correction, Happening, Outcome
from wardiary_server.game.story import tell
from wardiary_server.game.table_events import CorrectionDrafted, CorrectionEnded, Proposed, Rewound

BLANK, HIT = 1, 6


def fight(referee: bool = True, health: int = 3, **more: Any) -> Play:
    """Two against two, who type their dice. Vega shoots at Rook and misses; Rook later kills Bo; Zed walks."""
    play = skirmish(
        "a - b - c - d",
        unit("vega", "a", items=("rifle",), speed=5),
        unit("bo", "a", items=("axe",), speed=5),
        unit("rook", "b", "blue", items=("axe",), health=health, speed=5),
        unit("zed", "c", "blue", items=("beamer",), speed=5),
        typed=True,
        referee=referee,
        **more,
    )
    play.act("red", "attack", "vega", weapon="rifle", target="rook")
    play.answer("red", *[BLANK] * 5)
    play.answer("red", 3, 3, 3, part=1)
    play.act("red", "end", "vega")
    play.act("red", "move", "bo", to="b")
    play.act("blue", "move", "zed", to="d")
    play.do("blue", {"do": "say", "text": "and now"})
    play.act("blue", "end", "zed")
    play.act("blue", "attack", "rook", weapon="axe", target="bo")
    play.answer("blue", HIT, HIT, BLANK, BLANK)
    return play


def seq_of(play: Play, word: str, unit_: str = "") -> int:
    """The newest entry of a command."""
    found = [e.seq for e in play.log if e.command.get("do") == word and unit_ in ("", e.command.get("unit"))]
    return found[-1]


def shot(play: Play) -> int:
    """The entry of the dice that Vega rolled."""
    return next(e.seq for e in play.log if e.kind == "answer")


def correct(play: Play, by: str, entry: int = 0, **more: Any) -> Correction:
    """One step of a correction; what is prepared now."""
    drafted = play.do(by, {"do": "correct", **({"entry": entry} if entry else {}), **more})
    assert [type(event) for event in drafted.events] == [CorrectionDrafted]
    assert drafted.kind == "table"
    assert play.state.table.correction is not None
    return play.state.table.correction


def accept(play: Play, by: str = "referee", **more: Any) -> Any:
    """Accepts what is prepared; all entries that come of it are in the log."""
    entry = play.do(by, {"do": "accept", "node": play.state.table.cursor, **more})
    play.log += play.timeline.since(entry.seq)
    return entry


def fates(correction: Correction) -> dict[int, str]:
    return {outcome.seq: outcome.fate for outcome in correction.outcomes}


def waits(play: Play) -> Outcome:
    correction = play.state.table.correction
    assert correction is not None
    assert correction.waits is not None
    return correction.waits


# ---------------------------------------------------------------------------------------------- a wrong die


def test_a_wrong_die_is_put_right_and_what_does_not_depend_on_it_stays() -> None:
    """The shot hit after all, for two of health; everything else goes as it did."""
    play = fight(health=9)
    before, cursor = state_bytes(play.game), play.state.table.cursor

    correction = correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])

    assert state_bytes(play.game) == before, "nothing counts before it is accepted"
    assert correction.waits is None
    assert correction.text == "Vega, rifle at Rook (entry 6): 6, 1, 1, 1, 1 instead of 1, 1, 1, 1, 1"
    assert fates(correction) == {6: "changed", 7: "differs"}
    assert correction.outcomes[1].was == ("Vega (rifle at Rook): 1, 1, 1, 1, 1 (real dice).", "Vega misses Rook.")
    assert "Rook loses 2 health (rifle); 7 left." in correction.outcomes[1].now
    assert correction.same == 6

    entry = accept(play)

    assert play.unit("rook").stats["health"] == 7
    assert (play.unit("bo").stats["health"], play.unit("zed").zone) == (2, "d")
    assert (entry.kind, entry.parent) == ("rewind", 5)
    again = play.timeline.since(entry.seq)
    assert [e.replays for e in again] == [6, 7, 8, 9, 10, 12, 13, 14]
    assert [e.by for e in again] == [play.log[e.replays - 1].by for e in again]
    assert play.state.table.correction is None
    assert play.state.table.line == 1
    assert cursor not in play.timeline.tree.up(play.state.table.cursor)
    assert state_bytes(play.folded().game) == state_bytes(play.game)


def test_everybody_is_told_what_is_prepared_and_what_came_of_it() -> None:
    play = fight(health=9)

    correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    accept(play)

    told = "Vega, rifle at Rook (entry 6): 6, 1, 1, 1, 1 instead of 1, 1, 1, 1, 1"
    assert (
        f"Red prepares a correction: {told}. Of the entries since: 6 as before, 1 otherwise, 1 changed." in play.story()
    )
    assert f"Corrected: {told}." in play.story()


def test_dice_that_are_rolled_again_show_what_they_showed_and_are_not_marked() -> None:
    """D67: the same roll, the same faces. Only the corrected die is marked."""
    play = fight(health=9)

    correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    accept(play)

    rolls = [roll for entry in play.log[-8:] for roll in play.events(type(play.rolls()[0]), entry)]
    assert [(roll.faces, roll.again) for roll in rolls] == [
        ((6, 1, 1, 1, 1), False), ((3, 3, 3), False), ((6, 6, 1, 1), False),
    ]  # fmt: skip
    answered = play.log[-8].events[0]
    assert answered.again, "the answer says that other faces had been shown"  # type: ignore[attr-defined]
    assert play.state.table.typed["r1/attack/vega/rook/rifle#0"] == (6, 1, 1, 1, 1)


# ---------------------------------------------------------------------------------------------- no longer legal


def test_what_is_no_longer_legal_is_shown_and_left_out_by_the_referee() -> None:
    """Rook was dead before he killed Bo: the referee lets that attack not have been."""
    play = fight()
    before = state_bytes(play.game)
    attack = seq_of(play, "attack", "rook")

    correction = correct(play, "red", shot(play), faces=[HIT] * 5)

    assert (waits(play).seq, waits(play).fate, waits(play).code) == (attack, "illegal", "unit_down")
    assert waits(play).what == "Rook's attack (entry 13)"
    assert waits(play).text == "Rook is down and can do nothing."
    assert (correction.same, correction.left) == (4, 2)
    assert play.refused("red", {"do": "accept", "node": play.state.table.cursor}) == "undecided"
    assert play.refused("red", {"do": "correct", "entry": attack, "drop": True}) == "not_allowed"

    correction = correct(play, "referee", attack, drop=True)

    assert correction.by == "red", "it stays the correction of whoever began it"
    assert fates(correction) == {6: "changed", 7: "differs", attack: "dropped", attack + 1: "gone"}
    assert correction.outcomes[-2].was == ("Rook's turn begins.",)
    assert "Bo loses 3 health (axe); 2 left." in correction.outcomes[-1].was
    assert state_bytes(play.game) == before

    accept(play)

    assert (play.unit("rook").status, play.unit("bo").status) == ("down", "ready")
    assert play.unit("bo").stats["health"] == 5


def test_it_may_be_changed_instead() -> None:
    play = fight()
    attack = seq_of(play, "attack", "rook")
    correct(play, "red", shot(play), faces=[HIT] * 5)

    changed = {"do": "attack", "unit": "zed", "weapon": "beamer", "target": "bo"}
    assert play.refused("referee", {"do": "correct", "entry": attack, "command": changed}) == "turn_over"
    assert (
        play.refused("referee", {"do": "correct", "entry": attack, "command": {"do": "say", "text": "no"}})
        == "malformed"
    )
    assert play.refused("referee", {"do": "correct", "entry": attack, "command": {"do": "fly"}}) == "unknown_command"
    correction = correct(play, "referee", attack, command={"do": "end_round"})
    accept(play)

    assert (fates(correction)[attack], fates(correction)[attack + 1]) == ("changed", "gone")
    assert play.game.clock.round == 2
    assert next(e for e in play.log if e.replays == attack).by == "blue", "it is still the command of whoever gave it"


def test_it_may_be_kept_against_the_rules() -> None:
    """Vega never ended her turn, so it was not Bo's to move; the referee lets the move stand."""
    play = fight()
    moved = seq_of(play, "move", "bo")
    correct(play, "blue", seq_of(play, "end", "vega"), drop=True)
    assert waits(play).code == "turn_open"
    assert play.refused("referee", {"do": "correct", "entry": 6, "keep": True}) == "no_such_entry"
    assert play.refused("referee", {"do": "correct", "entry": 5, "keep": True}) == "no_change"

    correction = correct(play, "referee", moved, keep=True)
    accept(play)

    assert fates(correction) == {8: "dropped", moved: "kept"}
    assert play.unit("bo").zone == "b"
    assert {"vega", "bo"} <= play.game.clock.active.keys()
    assert [e.kept for e in play.log if e.replays] == [True, *[False] * 4]


def test_without_a_referee_whoever_corrects_decides_and_the_others_agree_to_the_whole() -> None:
    play = fight(referee=False)
    attack = seq_of(play, "attack", "rook")
    correct(play, "red", shot(play), faces=[HIT] * 5)

    assert play.refused("blue", {"do": "correct", "entry": attack, "keep": True}) == "correction_open"
    correct(play, "red", attack, drop=True)
    proposed = accept(play, "red")
    assert [type(event) for event in proposed.events] == [Proposed]
    assert play.unit("rook").status == "ready"

    entry = play.do("blue", {"do": "agree", "node": play.state.table.cursor})
    play.log += play.timeline.since(entry.seq)

    assert [type(event) for event in entry.events] == [Rewound]
    assert (play.unit("rook").status, play.unit("bo").status) == ("down", "ready")


# ---------------------------------------------------------------------------------------------- newly asked


def test_a_choice_can_be_put_right_to_nobody() -> None:
    """Vega said that she comes near Rook, and stopped; it should have been nobody: she goes on."""
    units = [unit("vega", "a", speed=5), unit("rook", "b", "blue")]
    play = Play(game("a - b - c", units, options={"frame.ask": True, "frame.control_zone": 1}))
    play.act("red", "move", "vega", to="c")
    answered = play.answer("red", "rook")
    assert play.unit("vega").zone == "b"

    correction = correct(play, "referee", answered.seq, chosen=[])
    assert (correction.waits, fates(correction)) == (None, {answered.seq: "changed"})
    accept(play)

    assert play.unit("vega").zone == "c"


def test_what_is_newly_asked_is_asked_in_the_draft_and_answered_there() -> None:
    """Zed should have shot and not walked: his dice were never rolled."""
    play = fight(health=9)
    before = state_bytes(play.game)
    walked = seq_of(play, "move", "zed")
    shoots = {"do": "attack", "unit": "zed", "weapon": "beamer", "target": "bo"}

    correction = correct(play, "red", walked, command=shoots)

    assert (waits(play).seq, waits(play).fate, correction.left) == (walked, "asks", 4)
    assert waits(play).text == "Zed, beamer at Bo: 3 dice of 6 (Blue)."
    assert [(n, part.seat, part.dice) for n, part in waits(play).asks] == [(0, "blue", 3)]
    here = {"do": "correct", "entry": walked, "part": 0}
    assert play.refused("red", {**here, "faces": [6, 6, 6]}) == "not_yours"
    assert play.refused("blue", {**here, "faces": [6, 6]}) == "bad_answer"
    assert play.refused("blue", {**here, "chosen": ["a"]}) == "bad_answer"
    assert play.refused("blue", {**here, "part": 1, "faces": [6, 6, 6]}) == "stale_request"
    assert play.refused("blue", {**here, "drop": True}) == "stale_request"

    correction = correct(play, "blue", walked, part=0, faces=[HIT, BLANK, BLANK])

    assert correction.waits is None
    assert fates(correction) == {walked: "changed", 14: "differs"}
    assert "Bo loses 1 health (beamer); 4 left." in correction.outcomes[0].now
    assert "Bo loses 3 health (axe); 1 left." in correction.outcomes[1].now
    assert state_bytes(play.game) == before

    entry = accept(play)

    assert (play.unit("bo").stats["health"], play.unit("zed").zone) == (1, "c")
    again = play.timeline.since(entry.seq)
    assert [(e.kind, e.by, e.replays) for e in again[:2]] == [("game", "blue", walked), ("answer", "blue", walked)]
    assert state_bytes(play.folded().game) == state_bytes(play.game)


def test_a_new_answer_may_be_given_by_the_referee_by_the_server_or_for_who_is_away() -> None:
    play = fight(health=9)
    walked = seq_of(play, "move", "zed")
    shoots = {"do": "attack", "unit": "zed", "weapon": "beamer", "target": "bo"}
    here = {"do": "correct", "entry": walked, "part": 0}
    correct(play, "red", walked, command=shoots)

    play.do("referee", {**here, "faces": [BLANK] * 3})
    assert play.state.table.correction is not None
    assert play.state.table.correction.given[0].by == "referee"
    assert play.state.table.correction.waits is None

    play.do("red", {"do": "withdraw", "node": play.state.table.cursor})
    correct(play, "red", walked, command=shoots)
    play.do("red", {**here, "roll": True}, 1, 1, 1, away={"blue"})
    play.dice.add(1, 1, 1)  # a script knows no keys: what is played twice is rolled twice
    accept(play)
    assert play.rolls("attack")[-2].source == "script"


def test_a_question_that_was_open_stays_open_and_goes_on_with_what_it_has_become() -> None:
    """Rook's dice are still to be rolled when the older mistake is found. And the new branch thaws."""
    play = fight(health=9)
    play.undo(word="retype", answer=14)
    root = seq_of(play, "attack", "rook")
    assert set(play.game.open) == {str(root)}

    correction = correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    assert correction.waits is None
    accept(play)

    (asked,) = play.game.open.values()
    assert asked.root == play.state.seq
    play.answer("blue", HIT, HIT, BLANK, BLANK)
    assert (play.unit("bo").stats["health"], play.unit("rook").stats["health"]) == (2, 7)


# ---------------------------------------------------------------------------------------------- what counts, and when


def test_not_accepted_it_leaves_nothing_but_notes() -> None:
    for end, by, how in (("withdraw", "red", "withdrawn"), ("disagree", "blue", "refused")):
        play = fight(health=9)
        before = play.state
        correct(play, "red", shot(play), faces=[HIT] * 5)

        ended = play.do(by, {"do": end, "node": play.state.table.cursor})

        assert [type(event) for event in ended.events] == [CorrectionEnded]
        assert ended.events[0].how == how
        assert state_bytes(play.game) == state_bytes(before.game)
        assert play.state.table == before.table
        assert play.refused("red", {"do": "accept", "node": play.state.table.cursor}) == "no_correction"
        assert play.refused("red", {"do": end, "node": play.state.table.cursor}) == "no_proposal"


def test_under_agreed_another_player_may_refuse_and_it_stays_to_be_amended() -> None:
    play = fight(referee=False, health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)
    accept(play, "red")
    node = play.state.table.cursor

    play.do("blue", {"do": "disagree", "node": node})

    assert play.state.table.proposal is None
    assert play.unit("rook").stats["health"] == 9
    correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    assert play.refused("blue", {"do": "withdraw", "node": node}) == "not_yours"
    accept(play, "red")
    accept(play, "blue")  # whoever asks for the same agrees to it
    assert play.unit("rook").stats["health"] == 7


def test_an_amended_correction_wants_agreement_anew() -> None:
    play = fight(referee=False, health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)
    accept(play, "red")
    first = play.state.table.correction
    assert first is not None

    correct(play, "red", seq_of(play, "move", "zed"), drop=True)

    assert play.state.table.proposal is None
    node = play.state.table.cursor
    assert play.refused("blue", {"do": "accept", "node": node, "draft": first.draft}) == "moved_on"
    assert play.refused("blue", {"do": "agree", "node": node}) == "no_proposal"


def test_withdrawing_takes_back_the_proposal_with_the_correction() -> None:
    play = fight(referee=False, health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)
    accept(play, "red")

    play.do("red", {"do": "withdraw", "node": play.state.table.cursor})

    assert (play.state.table.proposal, play.state.table.correction) == (None, None)


@pytest.mark.parametrize(
    ("policy", "by", "kind"), [("free", "red", "rewind"), ("referee", "red", "table"), ("referee", "referee", "rewind")]
)
def test_who_may_accept_it_follows_who_may_undo(policy: str, by: str, kind: str) -> None:
    """D68."""
    play = fight(health=9, options={"frame.undo": policy})
    correct(play, by, shot(play), faces=[HIT] * 5)

    assert accept(play, by).kind == kind


def test_two_corrections_at_once_are_refused() -> None:
    play = fight(health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)

    assert play.refused("blue", {"do": "correct", "entry": 9, "drop": True}) == "correction_open"


def test_nobody_corrects_who_only_watches() -> None:
    play = fight()
    roles = {action.name: action.roles for action in play.rules.actions.values()}

    assert roles["correct"] == roles["accept"] == ("player", "referee", "operator")


def test_only_what_counts_can_be_put_right_and_only_by_what_it_is() -> None:
    play = fight()

    def code(**more: Any) -> str:
        return play.refused("red", {"do": "correct", **more})

    assert code() == "no_correction"
    assert code(entry=1, drop=True) == "no_such_entry"
    assert code(entry=11, drop=True) == "no_such_entry", "talk"
    assert code(entry=99, drop=True) == "no_such_entry"
    assert code(entry=6, drop=True) == "no_such_entry", "an answer is not left out: it is another one"
    assert code(entry=5, faces=[1]) == "no_such_entry", "a command is no answer"
    assert code(entry=6, faces=[1, 1]) == "bad_answer"
    assert code(entry=6, faces=[1, 1, 1, 1, 1]) == "no_change"
    assert code(entry=6) == "malformed"
    assert code(entry=5, drop=True, keep=True) == "malformed"
    assert code(entry=6, part=0, faces=[1] * 5) == "no_correction"
    play.undo()
    assert code(entry=13, drop=True) == "no_such_entry", "it was taken back"


def test_what_is_said_of_an_entry_can_be_taken_back_but_for_the_last() -> None:
    play = fight(health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)
    correct(play, "red", seq_of(play, "move", "zed"), drop=True)

    correction = correct(play, "red", shot(play), same=True)

    assert list(correction.rulings) == ["10"]
    assert play.refused("red", {"do": "correct", "entry": 10, "same": True}) == "no_change"


# ---------------------------------------------------------------------------------------------- meanwhile, and after


def test_play_goes_on_meanwhile_and_is_then_played_again_too() -> None:
    play = fight(health=9)
    correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    play.act("blue", "end", "rook")

    assert play.refused("referee", {"do": "accept", "node": play.state.table.cursor}) == "moved_on"
    correct(play, "blue")
    accept(play)

    assert play.unit("rook").stats["health"] == 7
    assert "rook" in play.game.clock.done or play.game.clock.round == 2


def test_any_rewind_ends_it() -> None:
    play = fight()
    correct(play, "red", shot(play), faces=[HIT] * 5)

    play.undo()

    assert play.state.table.correction is None


def test_undo_takes_back_the_correction_as_a_whole_and_redo_brings_it_again() -> None:
    play = fight(health=9)
    before, cursor = state_bytes(play.game), play.state.table.cursor
    correct(play, "red", shot(play), faces=[HIT] * 5)
    entry = accept(play)
    after = state_bytes(play.game)

    play.undo()

    assert state_bytes(play.game) == before
    assert play.state.table.cursor == cursor
    assert play.story()[-1].startswith(f"Undone: the correction of entry {entry.seq}, Vega, rifle at Rook (entry 6)")
    play.undo(word="redo")
    assert state_bytes(play.game) == after
    play.undo()
    assert state_bytes(play.game) == before


def test_what_came_after_a_correction_is_undone_first() -> None:
    play = fight(health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)
    accept(play)
    after = state_bytes(play.game)
    play.act("blue", "end", "rook")

    play.undo()

    assert state_bytes(play.game) == after


def test_a_correction_can_be_corrected() -> None:
    play = fight(health=9)
    correct(play, "red", shot(play), faces=[HIT] * 5)
    first = accept(play)
    wrong = next(e.seq for e in play.log if e.replays == shot(play))

    correction = correct(play, "blue", wrong, faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    accept(play)

    assert correction.text == f"Vega, rifle at Rook (entry {wrong}): 6, 1, 1, 1, 1 instead of 6, 6, 6, 6, 6"
    assert play.unit("rook").stats["health"] == 7
    again = play.log[-1]
    assert again.replays > first.seq
    assert play.timeline.tree.origin(again.seq) == 14
    play.undo()
    assert play.unit("rook").stats["health"] < 7
    play.undo()
    assert play.unit("rook").stats["health"] == 9


def test_a_command_of_the_line_before_is_refused_and_one_that_was_sent_twice_is_not_played_twice() -> None:
    play = fight(health=9)
    play.act("blue", "end", "rook")
    body = {"do": "accept", "node": play.state.table.cursor}
    correct(play, "red", shot(play), faces=[HIT] * 5)
    entry = play.do("referee", body, id="once")
    play.log += play.timeline.since(entry.seq)

    assert play.refused("red", {"do": "correct", "entry": 5, "drop": True}, line=0) == "old_line"
    assert play.state.table.ids["referee"]["once"].seq == entry.seq


def test_how_everybody_rolled_then_is_how_it_is_played_again() -> None:
    """Blue wished for the server's dice later: the rounds before are played with the dice that were typed."""
    play = fight(health=9)
    play.act("blue", "end", "rook")
    play.do("blue", {"do": "dice", "way": "server"})
    play.do("referee", {"do": "end_round"})
    assert play.game.dice["blue"] == "server"
    play.do("blue", {"do": "dice", "way": "typed"})
    play.do("operator", {"do": "vacate", "seat": "blue"})

    correction = correct(play, "red", shot(play), faces=[HIT, BLANK, BLANK, BLANK, BLANK])
    accept(play)

    assert correction.waits is None
    assert play.game.dice["blue"] == "server"
    assert play.state.table.dice["blue"] == "typed"


def test_too_much_is_not_played_again() -> None:
    play = fight(health=9)
    for n in range(120):
        play.do("referee", {"do": "ref_move", "unit": "zed", "zone": "c" if n % 2 == 0 else "d"})
        play.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b" if n % 2 == 0 else "a"})

    with pytest.raises(Exception, match="there are 248 entries to play again, and 240 are the most"):
        play.do("red", {"do": "correct", "entry": shot(play), "faces": [HIT] * 5})
    correct(play, "red", 20, drop=True)


# ---------------------------------------------------------------------------------------------- what nobody has seen


def unrolled(referee: bool = False, **more: Any) -> Play:
    """The server rolls, and Vega has not shot yet: she walked."""
    play = skirmish(
        "a - b",
        unit("vega", "a", items=("beamer",), speed=5),
        unit("rook", "b", "blue", speed=5),
        referee=referee,
        **more,
    )
    play.timeline._make_dice = lambda _salts: FixedDice()
    play.act("red", "begin", "vega")
    play.act("red", "end", "vega")
    return play


SHOOTS = {"do": "attack", "unit": "vega", "weapon": "beamer", "target": "rook"}


def test_it_is_no_way_to_find_out_how_dice_would_fall() -> None:
    """New dice show only when those have agreed who would have to agree to an undo. Then it can be accepted."""
    play = unrolled()
    begun = seq_of(play, "begin")

    correction = correct(play, "red", begun, command=SHOOTS)
    assert (waits(play).fate, correction.seen) == ("unseen", {})
    node = play.state.table.cursor
    accept(play, "red")
    assert play.state.table.proposal is not None
    assert play.state.table.proposal.text.startswith("show what it leads to, to correct Vega's begin")

    shown = play.do("blue", {"do": "agree", "node": node})

    assert [type(event) for event in shown.events] == [CorrectionDrafted]
    correction = shown.events[0].correction  # type: ignore[attr-defined]
    assert (correction.waits, correction.seen) == (None, {"r1/attack/vega/rook/beamer#0": 3})
    assert state_bytes(play.game) == state_bytes(play.timeline.states[node].game)
    other = {**SHOOTS, "unit": "rook", "target": "vega"}
    assert play.refused("red", {"do": "correct", "entry": begun, "command": other}) in ("not_yours", "no_such_weapon")
    correct(play, "red", begun, command=SHOOTS)
    assert play.state.table.correction is not None
    assert play.state.table.correction.waits is None, "what was shown is no secret any more"
    accept(play, "red")
    accept(play, "blue")
    assert len(play.rolls("attack")) == 1


@pytest.mark.parametrize(("by", "more"), [("referee", {"referee": True}), ("red", {"options": {"frame.undo": "free"}})])
def test_who_needs_nobodys_word_sees_it_at_once(by: str, more: dict[str, Any]) -> None:
    play = unrolled(**more)

    correction = correct(play, by, seq_of(play, "begin"), command=SHOOTS)

    assert (correction.waits, correction.seen) == (None, {"r1/attack/vega/rook/beamer#0": 3})


def test_what_the_scenario_holds_ready_is_not_found_out_either() -> None:
    play = unrolled(happenings={"more": Happening("more", {"round": 2}, (), "Sirens.")})
    ended = seq_of(play, "end")

    correct(play, "red", ended, command={"do": "end_round"})

    assert waits(play).fate == "unseen"
    assert "Sirens" not in " ".join(play.story())


# ---------------------------------------------------------------------------------------------- what is hidden


def test_where_something_is_hidden_it_is_the_referees_alone_and_nobody_else_is_told() -> None:
    units = unit("vega", "a", speed=5), unit("rook", "b", "blue", speed=5, hidden=("red", "spectators"))
    play = skirmish("a - b", *units)
    begun = play.act("blue", "begin", "rook").seq
    play.act("blue", "end", "rook")
    play.act("red", "move", "vega", to="b")
    drop = {"do": "correct", "entry": begun + 2, "drop": True}
    assert play.refused("red", drop) == "not_allowed"

    drafted = play.do("referee", drop)

    before, after = play.timeline.states[drafted.seq - 1], play.state
    assert "correction" in views.view(after, "referee").parts["table"]["now"]
    for audience in ("side:red", "side:blue", "spectator"):
        assert views.view(after, audience).parts == views.view(before, audience).parts
        assert tell(drafted, before, after, audience).lines == ()
    node = play.state.table.cursor
    assert play.refused("red", drop) == "not_allowed"
    assert play.refused("red", {"do": "accept", "node": node}) == "no_correction"
    assert play.refused("red", {"do": "disagree", "node": node}) == "no_proposal"
    entry = accept(play)
    assert (
        tell(entry, after, play.timeline.states[entry.seq], "side:red").lines[0].text
        == f"Corrected: entry {begun + 2}."
    )
