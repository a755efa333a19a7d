"""Whole games of all rulebooks, from offers alone: none meets a fault, and each is the same live, thawed and folded.

`make games` plays a thousand; each is made by its number alone, so one that fails can be played again.
"""

from __future__ import annotations

import os

import pytest
from kit.games import Twice

GAMES = int(os.environ.get("WARDIARY_GAMES", "30"))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_from_offers_alone_ends_without_a_fault(seed: int) -> None:
    game = Twice(seed)
    played = game.play()

    assert played.words
    result = game.live.game.result
    assert result is not None
    # Some games begin with hardly anybody on their feet, and are won by the first breath of gas.
    assert played.entries > 5 or result.reason == "the last side on its feet"
