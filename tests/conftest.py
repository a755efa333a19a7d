"""How all tests run: what hypothesis tries, how long it may take to try it, and how the tests of a rule are found.

    make test                                        in CI the same examples in every run, elsewhere new ones
    HYPOTHESIS_PROFILE=thorough make test ARGS=…     ten times as many, for an evening
    pytest -k ENV-1                                  the tests whose docstring or name names that row (or `-k D18`)

A test states `max_examples` only where its claim needs another number than these. Of the ids of rows each test has
those that it names as keywords, with a full stop behind them; `-k` looks for parts of words, so an id that is asked for
gets that full stop too: ENV-1 does not find ENV-10.
"""

import os
import re

import pytest
from hypothesis import settings

from tools.rows import ROWS, ids_in, says

ASKED = re.compile(rf"(?<![\w-])((?:{'|'.join(ROWS)})[-_]\d+|D\d+)(?![\w.])")

# No deadline: a busy machine is no fault of the code, and no test here asserts how fast it is.
settings.register_profile("usual", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("usual"), derandomize=True, database=None)
settings.register_profile("thorough", parent=settings.get_profile("usual"), max_examples=1000, stateful_step_count=200)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "usual"))


def pytest_xdist_auto_num_workers() -> int | None:
    """One process more than there are processors: some tests wait for a browser, a disk or another process."""
    named = "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ
    return None if named else (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Ids that `-k` asks for are meant exactly."""
    config.option.keyword = ASKED.sub(lambda found: found[0].replace("_", "-") + ".", config.option.keyword or "")


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test is found by the ids that it names, and a case file by those of its name."""
    function = getattr(item, "function", None)
    item.extra_keyword_matches |= {f"{name}." for name in ids_in(says(getattr(function, "__doc__", ""), item.name))}
