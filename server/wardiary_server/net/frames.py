"""WebSocket frames as a server sends them: unmasked, whole, not compressed, so the same bytes serve every client."""

from __future__ import annotations

from struct import pack

from wardiary_protocol.wire import Format

PING = b"\x89\x00"
"""A ping without payload. Whatever a client sends after it shows that it is there."""

_TEXT, _BINARY = 0x81, 0x82


def frame(payload: bytes, fmt: Format) -> bytes:
    """The one frame of a message (RFC 6455, 5.2): its length takes 1, 3 or 9 bytes."""
    first = _TEXT if fmt.is_text else _BINARY
    size = len(payload)
    if size < 126:
        return bytes((first, size)) + payload
    if size < 65_536:
        return pack("!BBH", first, 126, size) + payload
    return pack("!BBQ", first, 127, size) + payload
