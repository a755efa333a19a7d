"""The state is plain and frozen, and says the same on every machine."""

from __future__ import annotations

import msgspec
import pytest
from kit import Play, game, unit
from wardiary_server.game.entry import EMPTY, state_bytes, state_hash
from wardiary_server.game.state import Link, State


def test_nothing_can_be_written_to() -> None:
    with pytest.raises(AttributeError):
        EMPTY.game.title = "another"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("door", "passable"), [("none", True), ("open", True), ("destroyed", True), ("closed", False), ("sealed", False)]
)
def test_what_can_be_gone_through(door: str, passable: bool) -> None:
    """D25."""
    assert Link("d1", "a", "b", door=door).passable is passable  # type: ignore[arg-type]


def test_a_state_survives_a_snapshot_with_its_maps_in_their_order() -> None:
    play = Play(game("a - b", [unit("vega", speed=2)]))
    play.do("red", {"do": "say", "text": "z"}, id="z")
    play.do("red", {"do": "say", "text": "a"}, id="a")

    again = msgspec.msgpack.decode(msgspec.msgpack.encode(play.state), type=State)

    assert again == play.state
    assert list(again.table.ids["red"]) == ["z", "a"]


def test_equal_states_are_equal_bytes_whatever_the_order_their_maps_were_filled_in() -> None:
    """U12."""
    one = msgspec.structs.replace(EMPTY, game=msgspec.structs.replace(EMPTY.game, scores={"red": 1, "blue": 2}))
    other = msgspec.structs.replace(EMPTY, game=msgspec.structs.replace(EMPTY.game, scores={"blue": 2, "red": 1}))

    assert state_bytes(one) == state_bytes(other)
    assert state_hash(one) == state_hash(other)
    assert state_hash(one) != state_hash(EMPTY)
