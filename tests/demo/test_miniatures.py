"""A whole evening with real miniatures and real dice, to its end, with a server that is killed on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.miniatures import Miniatures

TYPED = ("autonomous", "fire", "attack", "airless", "decompression")
ASKED = {*(f"{rule}: roll" for rule in TYPED), "decompression: choice"}
"""Dice of guns and zones, of units, and who lies within reach of a Breach."""


@pytest.mark.parametrize("referee", [True, False])
async def test_everybody_types_and_the_rules_ask_for_inches(tmp_path: Path, referee: bool) -> None:
    """D66, D94, D69: every die typed, a SIGKILL with a form half filled, the same question after it, all in step.

    What is no seat's falls to the referee, and without one to the seat that set it off.
    """
    evening = Miniatures(tmp_path, 3, referee=referee)
    try:
        result = await evening.play()
    finally:
        await evening.end()

    found = re.fullmatch(
        rf"demo: \d+ entries; the view hashes of all {len(evening.seats) + 1} clients equal the server's "
        r"\([0-9a-f]{16}\); the export verified: an unbroken chain, 0 rolls .* again, (\d+) typed from real dice\.",
        result,
    )
    assert found is not None, result
    assert int(found[1]) > 100
    assert evening.killed
    assert evening.forms.keys() >= ASKED
    assert evening.forms["several at once"] > 20
