"""The order of sets and the seed of hashes have no say in a game: the long walk is walked under a second seed.

`make test` runs everything under PYTHONHASHSEED=1; this runs the state machine again under 2.
"""

import sys
from collections.abc import Callable
from subprocess import CompletedProcess


def test_the_walk_under_another_hash_seed(run: Callable[..., CompletedProcess[str]]) -> None:
    done = run(sys.executable, "-m", "pytest", "--quiet", "tests/game/test_walk.py", PYTHONHASHSEED="2")

    assert done.returncode == 0, done.stdout
