"""The commands that every game has: what they take, and how much of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.commands import Agree, Answer, Disagree, Redo, Retype, Rewind, Undo, Withdraw
from wardiary_server.game.frame import FRAME
from wardiary_server.game.resolver import MAX_DICE


@pytest.mark.parametrize("kind", [Undo, Redo, Retype, Rewind, Agree, Disagree, Withdraw])
def test_everything_that_moves_the_game_says_where_it_believes_the_game_stands(kind: Any) -> None:
    """A rewind names the entry it expects to undo."""
    with pytest.raises(msgspec.ValidationError, match="node"):
        msgspec.convert({"do": kind.__struct_config__.tag}, kind)


def test_as_many_faces_can_be_typed_as_anyone_may_roll_and_not_many_more() -> None:
    body = {"do": "answer", "root": 1, "opened": 1}

    assert msgspec.convert({**body, "faces": [6] * MAX_DICE}, Answer).faces == (6,) * MAX_DICE
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**body, "faces": [6] * 1000}, Answer)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**body, "chosen": ["x" * 1000]}, Answer)


@pytest.mark.parametrize("number", [-1, 2**53, 1.5, "1", None, True])
def test_numbers_are_those_that_every_client_can_write(number: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "undo", "node": number}, Undo)


@given(
    st.integers(0, 2**53 - 1), st.integers(0, 9), st.lists(st.integers(1, 20) | st.sampled_from(["success", "blank"]))
)
def test_an_answer_survives_being_proposed(root: int, part: int, faces: list[int | str]) -> None:
    answer = Answer(root=root, opened=root, part=part, faces=tuple(faces))

    assert msgspec.convert(msgspec.msgpack.decode(msgspec.msgpack.encode(answer)), Answer) == answer


def test_every_command_is_in_the_table() -> None:
    listed = {action.command for action in FRAME.actions}

    assert {Answer, Undo, Redo, Retype, Rewind, Agree, Disagree, Withdraw} <= listed
