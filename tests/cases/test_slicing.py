"""A case cut out of a game: whatever was played, and wherever it is cut, it passes on the rules that played it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, unit
from kit.cases import find
from kit.skirmish import play
from kit.wander import Wander, wild
from msgspec.structs import replace
from wardiary_server.cases import attempt, beside
from wardiary_server.cases.reading import read
from wardiary_server.cases.slicing import NoSlice, Slicer


def slicer(played: Play) -> Slicer:
    return Slicer(played.rules, played.log)


def passes(text: str) -> None:
    outcome = attempt(text, "slice.toml", beside(Path()))
    assert outcome.passed, outcome.text


def skirmish(**more: object) -> Play:
    fire = {"b": {"gas_deadly": 2}}
    return play("a - b", unit("vega", strength=2), unit("hale", "a", "blue"), levels=fire, rulebooks=("zones",), **more)


@settings(max_examples=10)
@given(
    st.integers(0, 2**32),
    st.sampled_from(["ship", "derelict"]),
    st.sampled_from([(), ("red",), ("red", "blue")]),
    st.booleans(),
    st.booleans(),
)
def test_any_range_of_any_game_is_a_case_that_passes(
    seed: int, name: str, typed: tuple[str, ...], setup: bool, asks: bool
) -> None:
    """Random games with undo, typed dice and questions; any range, or the nearest that can be cut out."""
    random, walk = Random(seed), Wander(name, seed, typed, setup=setup, **{"frame.ask": asks})
    for _ in range(30):
        wild(walk)
    cutter, end = slicer(walk.play), len(walk.play.log)
    for _ in range(3):
        first = random.randint(1, end)
        last = random.randint(first, end)
        try:
            text = cutter.text(first, last)
        except NoSlice as refusal:
            _, works, words = str(refusal).partition("The nearest that works: --from ")
            if not works:
                continue
            text = cutter.text(int(words.split()[0]), last)
        passes(text)


def test_a_slice_reads_as_what_happened() -> None:
    game = skirmish()
    game.act("red", "move", "vega", 6, 1, to="b")
    text = slicer(game).text(len(game.log), len(game.log))
    passes(text)
    assert "# Vega moves from a to b." in text
    case, _ = read(text, "slice.toml", find)
    assert case is not None
    (step,) = case.steps
    assert (step.by, dict(step.command), step.dice) == ("red", {"do": "move", "unit": "vega", "to": "b"}, (6, 1))
    assert {str(one.address): one.value for one in step.expect.state}["units.vega.stats.health"] == 4
    assert [event["tag"] for event in step.expect.events] == ["turn", "spent", "entered", "rolled", "hurt"]
    assert step.expect.only


def test_a_slice_that_is_changed_fails() -> None:
    game = skirmish()
    game.act("red", "move", "vega", 6, 1, to="b")
    text = slicer(game).text(len(game.log), len(game.log))
    for was, now in (
        ("health = 5, max", "health = 4, max"),
        ("dice = [6, 1]", "dice = [1, 1]"),
        ('"hurt"', '"healed"'),
    ):
        assert was in text
        assert not attempt(text.replace(was, now), "slice.toml", find).passed


def test_an_answer_names_the_step_that_asked() -> None:
    game = skirmish(typed=True)
    asked = game.act("red", "move", "vega", to="b")
    game.answer("red", 6, 1)
    text = slicer(game).text(asked.seq, len(game.log))
    passes(text)
    assert '{ do = "answer", step = 1, part = 0, faces = [6, 1] }' in text


def test_an_open_question_at_the_start_is_refused_with_the_nearest_that_works() -> None:
    game = skirmish(typed=True)
    asked = game.act("red", "move", "vega", to="b")
    game.answer("red", 6, 1)
    with pytest.raises(NoSlice) as refused:
        slicer(game).text(asked.seq + 1, len(game.log))
    assert str(refused.value) == (
        f"What entry {asked.seq} asks is still open before entry {asked.seq + 1}: a case has to begin with nothing "
        f"asked. The nearest that works: --from {asked.seq} --to {asked.seq + 1}."
    )


def test_what_was_taken_back_is_left_out_and_said() -> None:
    game = skirmish()
    first = game.act("red", "begin", "vega")
    gone = game.act("red", "move", "vega", 6, 1, to="b")
    game.undo()
    game.act("red", "end", "vega")
    text = slicer(game).text(first.seq, len(game.log))
    passes(text)
    assert f"Taken back in between, and left out: {gone.seq}." in text
    assert '"move"' not in text
    with pytest.raises(NoSlice, match="the game was taken back"):
        slicer(game).text(gone.seq + 1, len(game.log))
    with pytest.raises(NoSlice, match="Nothing that counts happens"):
        slicer(game).text(gone.seq, gone.seq + 1)


def test_what_players_agreed_upon_is_one_step() -> None:
    game = skirmish(referee=False)
    start = len(game.log) + 1
    game.do("red", {"do": "end_round"})
    game.do("blue", {"do": "agree", "node": game.state.table.cursor})
    assert game.game.clock.round == 2
    text = slicer(game).text(start, len(game.log))
    passes(text)
    assert "agreed = true" in text
    assert text.count("[[steps]]") == 1


def test_what_a_correction_kept_against_the_rules_is_no_step() -> None:
    game = skirmish()
    kept = game.act("red", "begin", "vega")
    game.act("red", "end", "vega")
    cutter = Slicer(game.rules, [replace(one, kept=one is kept) for one in game.log])
    with pytest.raises(NoSlice, match=f"Entry {kept.seq} was kept .* --from {kept.seq + 1} --to {len(game.log)}"):
        cutter.text(kept.seq, len(game.log))
    passes(cutter.text(kept.seq + 1, len(game.log)))


def test_a_range_that_there_is_not() -> None:
    game = skirmish()
    for first, last in ((0, 2), (3, 2), (2, 99)):
        with pytest.raises(NoSlice, match=f"this game has entries 1 to {len(game.log)}"):
            slicer(game).cut(first, last)


def test_it_holds_no_salt_no_name_and_no_talk() -> None:
    game = skirmish()
    game.do("operator", {"do": "sit", "seat": "red", "name": "Ada Lovelace"})
    game.do("red", {"do": "name", "name": "Ada King"})
    game.do("red", {"do": "say", "text": "between us"})
    game.do("red", {"do": "dice", "way": "typed"})
    game.act("red", "begin", "vega")
    text = slicer(game).text(2, len(game.log))
    passes(text)
    assert '{ do = "dice", way = "typed" }' in text
    assert not [word for word in ("Ada", "between us", "salt", "commitment") if word in text]
