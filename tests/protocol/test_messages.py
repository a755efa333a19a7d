"""The messages are two closed unions, each kind with a tag of its own and a sentence that says what it is for."""

from typing import get_args

import pytest
from msgspec import Struct
from wardiary_protocol import messages
from wardiary_protocol.messages import CLOSE_CODES, ClientMessage, FromClient, FromServer, ServerMessage

KINDS = [*get_args(ClientMessage), *get_args(ServerMessage)]


def test_every_message_is_in_its_union_and_in_no_other() -> None:
    made = [kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, Struct)]
    assert {kind for kind in made if FromClient in kind.__bases__} == set(get_args(ClientMessage))
    assert {kind for kind in made if FromServer in kind.__bases__} == set(get_args(ServerMessage))


def test_no_two_messages_share_a_tag() -> None:
    tags = [kind.__struct_config__.tag for kind in KINDS]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_is_frozen_and_says_what_it_is_for(kind: type[Struct]) -> None:
    assert kind.__struct_config__.frozen
    assert (kind.__doc__ or "").strip().endswith(".")


def test_close_codes_are_ones_that_an_application_may_send() -> None:
    assert all(code in (1001, 1008, 1009, 1011) or 4000 <= code < 5000 for code in CLOSE_CODES)
