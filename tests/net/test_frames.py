"""A prepared frame is what any WebSocket library reads."""

from __future__ import annotations

import pytest
from wardiary_protocol.wire import Format
from wardiary_server.net.frames import PING, frame
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader


def parsed(data: bytes) -> Frame:
    """The one frame that these bytes are, as `websockets` reads it on a client's side."""
    reader = StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    parser = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parser)
    assert not reader.buffer
    read: Frame = done.value.value
    return read


@pytest.mark.parametrize("fmt", list(Format))
@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 128, 65_535, 65_536, 70_000, 2**20])
def test_a_frame_of_any_size_is_read_as_it_was_meant(fmt: Format, size: int) -> None:
    payload = (b"wardiary" * (size // 8 + 1))[:size]
    read = parsed(frame(payload, fmt))
    assert read.opcode is (Opcode.TEXT if fmt.is_text else Opcode.BINARY)
    assert (bytes(read.data), read.fin, read.rsv1) == (payload, True, False)


@pytest.mark.parametrize("fmt", list(Format))
@pytest.mark.parametrize("size", [0, 5, 125, 126, 65_535, 65_536])
def test_a_frame_has_the_bytes_that_websockets_would_send(fmt: Format, size: int) -> None:
    opcode = Opcode.TEXT if fmt.is_text else Opcode.BINARY
    assert frame(bytes(size), fmt) == Frame(opcode, bytes(size)).serialize(mask=False)


def test_a_ping_is_a_ping() -> None:
    assert parsed(PING) == Frame(Opcode.PING, b"")
