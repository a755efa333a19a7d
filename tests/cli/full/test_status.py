"""The line at the top, and who is waited for."""

from kit import unit
from kit.skirmish import play
from kit.terminal import scene
from wardiary_cli.full.status import Moment, awaited, status
from wardiary_cli.scene import Scene


def test_it_says_where_the_game_is_and_that_it_is_live() -> None:
    here = scene(play("hall", unit("vega", "hall"), unit("moth", "hall", "blue")))

    assert status(here, Moment(0, 9, connection="connected")).plain == (
        " LIVE   round 1  YOUR GO: Vega  you: Red  Red 0, Blue 0  a test  connected"
    )


def test_reading_back_and_a_lost_connection_are_said_in_words() -> None:
    shown = status(Scene(), Moment(4, 9, False, 2.0, "RECONNECTING")).plain

    assert "READING BACK 4 of 9, playing 2 a second: l for LIVE" in shown
    assert "RECONNECTING" in shown
    assert "watching" in shown


def test_who_is_waited_for_and_who_is_away() -> None:
    game = play("hall", unit("vega", "hall", items=("rifle",)), unit("moth", "hall", "blue"), typed=True)
    game.act("red", "attack", "vega", weapon="rifle", target="moth")
    view = {**scene(game, "blue").view, "table": {"now": {"seats": {"red": "Ada", "blue": "Bo"}}}}
    here = Scene(view, "blue", "player")

    shown = awaited(here, {"red": "away"}).plain
    assert "Waiting for Red (Ada): Vega, rifle at Moth: 5 dice of 6" in shown
    assert shown.endswith("AWAY: Red (Ada)")
    assert awaited(Scene(), {}).plain == ""
    assert "Red (Ada) is writing" in awaited(here, {"red": "typing"}).plain
