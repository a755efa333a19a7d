"""Where numbers come from: fair, the same for the same roll, independent for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.trouble import TROUBLE
from wardiary_protocol import proof
from wardiary_server.game.dice import ScriptedDice, ServerDice
from wardiary_server.game.rulebook import Refused

SECRET = bytes(range(32))


@given(st.text(max_size=20), st.integers(0, 100), st.integers(2, 20))
def test_server_dice_are_those_that_anybody_can_roll_again(roll: str, dice: int, sides: int) -> None:
    name = f"{roll}#0"
    faces = ServerDice("g1", SECRET, {"red": "salt"}).faces(name, dice, sides)

    assert faces == proof.faces(proof.dice_key(SECRET, {"red": "salt"}), proof.roll_name("g1", roll, 0), dice, sides)
    assert all(1 <= face <= sides for face in faces)
    assert faces == ServerDice("g1", SECRET, {"red": "salt"}).faces(name, dice, sides)


def test_another_roll_another_game_another_salt_another_secret_are_independent() -> None:
    dice = ServerDice("g1", SECRET, {"red": "salt"})
    faces = dice.faces("r1/gun/vega//#0", 30, 6)

    assert faces != dice.faces("r1/gun/vega//#1", 30, 6)
    assert faces != dice.faces("r2/gun/vega//#0", 30, 6)
    assert faces != ServerDice("g2", SECRET, {"red": "salt"}).faces("r1/gun/vega//#0", 30, 6)
    assert faces != ServerDice("g1", SECRET, {"red": "sugar"}).faces("r1/gun/vega//#0", 30, 6)
    assert faces != ServerDice("g1", bytes(32), {"red": "salt"}).faces("r1/gun/vega//#0", 30, 6)


def test_more_dice_of_one_roll_read_further() -> None:
    dice = ServerDice("g1", SECRET, {})

    assert dice.faces("k#0", 10, 6)[:4] == dice.faces("k#0", 4, 6)


def test_a_script_gives_its_faces_in_order_and_says_when_they_run_out_or_do_not_fit() -> None:
    dice = ScriptedDice((1, 6))
    dice.add(3)

    assert dice.faces("k#0", 2, 6) == (1, 6)
    assert dice.left == (3,)
    with pytest.raises(Refused, match="1 faces left, and k#1 needs 2"):
        dice.faces("k#1", 2, 6)
    with pytest.raises(Refused, match="which has 2 sides"):
        dice.faces("k#1", 1, 2)


def walk() -> Play:
    """Vega walks into the hazard in b, with the server's dice."""
    play = Play(game("a - b - c", [unit("vega", speed=5), unit("rook", "b", "blue")]), TROUBLE)
    play.timeline._make_dice = lambda salts: ServerDice("g1", SECRET, salts)
    return play


def test_after_an_undo_the_same_roll_shows_the_same_faces() -> None:
    """terraforming-mars#1846, SWUOnline#304: undo is no second throw."""
    play = walk()
    play.act("red", "move", "vega", to="b")
    (first,) = play.rolls("hazard")

    play.undo()
    assert play.game.rolls == {}
    play.act("red", "move", "vega", to="b")

    again = play.rolls("hazard")[1]
    assert (again.key, again.nth, again.faces) == (first.key, first.nth, first.faces)


def test_an_undo_does_not_tell_what_another_roll_will_be() -> None:
    play = walk()
    play.act("red", "move", "vega", to="b")
    play.undo()
    play.act("red", "move", "vega", to="c")

    assert len({roll.key for roll in play.rolls("gun")} | {roll.key for roll in play.rolls("hazard")}) == 3


def test_the_same_roll_a_second_time_is_another_roll() -> None:
    play = walk()
    for zone in ("c", "b", "c"):
        play.do("referee", {"do": "ref_move", "unit": "vega", "zone": zone, "with_rules": True})

    shots = [roll for roll in play.rolls("gun") if roll.unit]
    assert [roll.nth for roll in shots] == [0, 1]
    assert shots[0].key == shots[1].key


def test_salts_are_in_the_dice_and_frozen_when_play_begins() -> None:
    """So that nobody can shop for a lucky secret."""
    start = game("a - b", [unit("vega", "")], clock=type(game("a", []).clock)())
    play = Play(start)
    seen: list[dict[str, str]] = []
    play.timeline._make_dice = lambda salts: seen.append(dict(salts)) or ScriptedDice()  # type: ignore[func-returns-value]

    play.do("red", {"do": "salt", "salt": "pepper"})
    play.act("red", "place", "vega", zone="a")
    play.do("red", {"do": "ready"})

    assert seen[-1] == {"red": "pepper"}
    assert play.refused("blue", {"do": "salt", "salt": "late"}) == "salts_frozen"
    play.undo()
    assert play.game.clock.phase == "setup"
    assert play.refused("blue", {"do": "salt", "salt": "late"}) == "salts_frozen"
