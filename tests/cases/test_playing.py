"""Playing a case: on the real timeline, with the dice and choices that each step gives."""

from __future__ import annotations

from kit.cases import of, played
from wardiary_server.cases.playing import open_in_words
from wardiary_server.game.events import Rolled

TYPED = "given.dice.red = 'typed'\n"
GAS = "given.zones.b.levels.gas_deadly = 2\n"
MOVE = '[[steps]]\ncommand = {do = "move", unit = "ann", to = "b"}\n'
END = '[[steps]]\nby = "referee"\ncommand = "end_round"\n'


def test_a_step_is_a_command_by_the_rules() -> None:
    (done,) = played(MOVE + "dice = [6, 1]", GAS)
    assert done.refused is None
    assert done.after.game.units["ann"].stats["health"] == 4
    assert "Ann moves from A to B." in done.story
    assert done.left == ""


def test_dice_that_a_person_would_type_are_typed() -> None:
    (done,) = played(MOVE + "dice = {ann = [6, 1]}", GAS + TYPED)
    assert [event.source for event in done.events if isinstance(event, Rolled)] == ["typed"]
    assert done.after.game.open == {}
    assert done.after.game.units["ann"].stats["health"] == 4


def test_what_a_step_leaves_open_another_answers() -> None:
    asked, answered = played(
        MOVE + '[[steps]]\nby = "red"\ncommand = {do = "answer", step = 1, faces = [6, 1]}', GAS + TYPED
    )
    assert open_in_words(asked.after.game) == ["Red: Ann, GAS (deadly) 2: 2 dice of 6"]
    assert answered.after.game.units["ann"].stats["health"] == 4


def test_an_answer_needs_no_step_where_one_question_is_open() -> None:
    *_, answered = played(MOVE + '[[steps]]\nby = "red"\ncommand = {do = "answer", faces = [6, 6]}', GAS + TYPED)
    assert answered.refused is None
    (none,) = played('[[steps]]\nby = "red"\ncommand = {do = "answer", faces = [6, 6]}')
    assert none.refused is not None
    assert none.refused.code == "stale_request"


def test_choices_are_taken_in_order_or_by_what_they_are_for() -> None:
    fire = "given.zones.b.levels.fire = 2\n"
    for choices in ('["c"]', '{fire = ["c"]}', '[["c"]]'):
        (done,) = played(f"{END}dice = [2, 6]\nchoices = {choices}", fire)
        assert done.after.game.zones["c"].levels == {"fire": 1}, choices


def test_what_is_still_asked_is_told_with_what_is_offered() -> None:
    (done,) = played(f"{END}dice = [2, 6]", "given.zones.b.levels.fire = 2\n")
    assert open_in_words(done.after.game) == ["Judge: FIRE spreads from B: choose among a (A), c (C)"]


def test_what_is_given_too_much_is_told() -> None:
    (done,) = played(MOVE + 'dice = [1, 2]\nchoices = ["x"]')
    assert done.left == "2 faces more than are rolled (1, 2) and 1 more choices than are asked (x)"


def test_undo_and_its_relatives_know_where_the_game_stands() -> None:
    steps = MOVE + '[[steps]]\nby = "referee"\ncommand = "undo"\n[[steps]]\nby = "referee"\ncommand = "redo"\n'
    moved, undone, redone = played(steps + "")
    assert undone.after.game == moved.before.game
    assert redone.after.game == moved.after.game
    back = played(MOVE + END + '[[steps]]\nby = "referee"\ncommand = {do = "rewind", step = 1}')[-1]
    assert back.after.game.clock.round == 1
    assert back.after.game.units["ann"].zone == "b"
    wrong = played('[[steps]]\nby = "referee"\ncommand = {do = "rewind", step = 7}')[-1]
    assert wrong.refused is not None
    assert wrong.refused.code == "no_such_entry"


def test_an_answer_is_given_again_by_the_step_that_gave_it() -> None:
    answer = '[[steps]]\nby = "red"\ncommand = {do = "answer", faces = [1, 1]}\n'
    again = '[[steps]]\nby = "referee"\ncommand = {do = "retype", step = 2}\n'
    *_, last = played(MOVE + answer + again + answer.replace("1, 1", "6, 6"), GAS + TYPED)
    assert last.after.game.units["ann"].stats["health"] == 5


def test_players_without_a_referee_agree_where_a_step_says_so() -> None:
    step = '[[steps]]\nby = "red"\ncommand = "end_round"\n'
    (alone,) = played(step, "seated = ['red', 'blue']")
    (agreed,) = played(step + "agreed = true", "seated = ['red', 'blue']")
    assert alone.after.game.clock.round == 1
    assert agreed.after.game.clock.round == 2


def test_a_refusal_changes_nothing_and_is_kept() -> None:
    (done,) = played('[[steps]]\ncommand = {do = "move", unit = "ann", to = "nowhere"}')
    assert done.refused is not None
    assert done.after is done.before


def test_a_step_that_stops_half_way_keeps_what_happened() -> None:
    """The command is an entry; the answer to what it asks is refused, and the case says why."""
    case = of(MOVE + "dice = [7, 1]", GAS + TYPED)
    from wardiary_server.cases.playing import play

    (done,) = play(case)
    assert done.refused is not None
    assert done.refused.code == "no_dice"
    assert done.after.game.units["ann"].zone == "b"
