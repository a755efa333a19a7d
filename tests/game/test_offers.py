"""What is offered is legal, what is legal is offered, and where nothing is offered nothing is stuck."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kit.wander import Wander

KINDS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(("trouble", "ship")),
        "seed": st.integers(0, 10**6),
        "typed": st.sampled_from(((), ("red",), ("red", "blue"))),
        "referee": st.booleans(),
        "setup": st.booleans(),
        "frame.order": st.sampled_from(("free", "alternate", "initiative")),
        "frame.economy": st.sampled_from(("activation", "slow-quick")),
        "frame.auto_end": st.booleans(),
    }
)


@settings(max_examples=60)
@given(KINDS)
def test_whatever_is_offered_is_accepted_and_somebody_can_always_go_on(kind: dict[str, Any]) -> None:
    """`step` asserts the first half. For the second: until the game is over some player has something to do."""
    walk = Wander(**kind)
    for _ in range(40):
        if walk.over:
            break
        assert walk.forward(), (walk.play.game.clock, walk.play.story()[-12:])
        walk.step()
