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
    played = Twice(seed).play()

    assert played.entries > 5
    assert played.words
