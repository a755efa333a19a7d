"""How all tests run: what hypothesis tries, and how long it may take to try it.

    make test                                        in CI the same examples in every run, elsewhere new ones
    HYPOTHESIS_PROFILE=thorough make test ARGS=…     ten times as many, for an evening

A test states `max_examples` only where its claim needs another number than these.
"""

import os

from hypothesis import settings

# No deadline: a busy machine is no fault of the code, and no test here asserts how fast it is.
settings.register_profile("usual", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("usual"), derandomize=True, database=None)
settings.register_profile("thorough", parent=settings.get_profile("usual"), max_examples=1000, stateful_step_count=200)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "usual"))
