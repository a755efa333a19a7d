"""A scenario that can be played, in a few lines, and ways to spoil it."""

from collections.abc import Callable

import pytest
from kit.texts import TWO_SIDES
from wardiary_server.game.state import Game
from wardiary_server.scenario import check_text
from wardiary_server.scenario.faults import Fault

SOUND = (
    """\
[game]
title = "First blood"
rulebooks = ["zones", "environments"]
[options]
frame.rounds = 4
"""
    + TWO_SIDES
    + """\
[[zones]]
id = "dock"
deploy = ["red"]
[[zones]]
id = "bridge"
deploy = ["blue"]
[[links]]
id = "d1"
between = ["dock", "bridge"]
door = "closed"
[[weapons]]
id = "carbine"
dice = 5
[[units]]
id = "vega"
side = "red"
weapons = ["carbine"]
health = 3
[[units]]
id = "rook"
side = "blue"
health = 3
"""
)

Spoil = Callable[..., list[Fault]]


@pytest.fixture
def sound() -> str:
    """The text of a scenario without any fault."""
    return SOUND


@pytest.fixture
def faults() -> Spoil:
    """The faults of the sound scenario with some text replaced by other text, and `more` at its end."""

    def faults(*replaced: str, more: str = "") -> list[Fault]:
        return list(check_text(spoilt(*replaced, more=more), "f.toml")[1])

    return faults


@pytest.fixture
def made() -> Callable[..., Game]:
    """The game of such a text, which must have no fault and no warning."""

    def made(*replaced: str, more: str = "") -> Game:
        game, found = check_text(spoilt(*replaced, more=more), "f.toml")
        assert not found
        assert game is not None
        return game

    return made


def spoilt(*replaced: str, more: str = "") -> str:
    """SOUND with every other argument replaced by the one after it."""
    text = SOUND
    for old, new in zip(replaced[::2], replaced[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    return text + more
