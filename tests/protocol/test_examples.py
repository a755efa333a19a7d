"""Every message type has an example, each survives both formats, and together they tell one game that holds up."""

import pytest
from wardiary_protocol import examples
from wardiary_protocol.changes import view_hash
from wardiary_protocol.messages import ClientMessage, Looked, Paged, Proved, ServerMessage, Update, Welcome
from wardiary_protocol.proof import START, broken
from wardiary_protocol.replica import Replica
from wardiary_protocol.wire import Format, by_tag, decode_client, decode_server, encode

formats = pytest.mark.parametrize("fmt", Format)


@pytest.mark.parametrize("tag", [*by_tag(ClientMessage), *by_tag(ServerMessage)])
def test_every_message_type_has_an_example(tag: str) -> None:
    assert examples.of(tag)


@formats
@pytest.mark.parametrize("message", examples.CLIENT, ids=str)
def test_what_clients_send_survives(fmt: Format, message: ClientMessage) -> None:
    assert decode_client(encode(message, fmt), fmt) == message


@formats
@pytest.mark.parametrize("message", examples.SERVER, ids=str)
def test_what_the_server_sends_survives(fmt: Format, message: ServerMessage) -> None:
    assert decode_server(encode(message, fmt), fmt) == message


@formats
def test_a_copy_follows_the_examples(fmt: Format) -> None:
    replica = Replica()
    for message in examples.SERVER:
        came = decode_server(encode(message, fmt), fmt)
        if isinstance(came, Welcome):
            replica.welcome(came)
        elif isinstance(came, Update):
            replica.update(came)
    assert (replica.view, replica.seq, replica.line) == (examples.BACK, 15, 1)


def test_the_hashes_of_what_is_read_back_are_right() -> None:
    for message in examples.SERVER:
        if isinstance(message, Looked):
            assert message.hash == view_hash(message.view)
        if isinstance(message, Paged):
            assert all(entry.hash == view_hash(examples.AFTER) for entry in message.entries if entry.changes)


def test_the_chain_of_the_example_holds() -> None:
    (proved,) = (message for message in examples.SERVER if isinstance(message, Proved))
    assert broken(proved.game, START, examples._ROW) == ""
    assert proved.rows == (examples._ROW,)
