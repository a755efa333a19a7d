"""Message <-> bytes: msgpack for programs, JSON for browsers, with limits on what comes in.

Both formats carry the same messages. What a client sends is trusted with nothing, so it is read in three steps:

1. The bytes become plain maps, lists, text and numbers. msgpack is read with limits of its own, since a header of
   three bytes may claim thousands of items and each nested one would be given its memory.
2. The plain value is walked once: not too deep, no list too long, only whole numbers that a browser can hold.
3. It becomes one of the message types, or is refused with the id it came with, so that its sender can be answered.

What a server sends is read in one step, straight into its type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]
import msgspec
from msgspec import Struct

from wardiary_protocol.messages import (
    SUBPROTOCOL_JSON,
    SUBPROTOCOL_MSGPACK,
    AskSeat,
    ClientMessage,
    Hello,
    ServerMessage,
)
from wardiary_protocol.names import clean_name
from wardiary_protocol.sentences import sentence

WHOLE = 2**53
"""Whole numbers lie strictly between minus this and this: what JavaScript holds exactly."""

CODES: Mapping[str, str] = {
    "too_large": "the message has more bytes than the server reads",
    "unreadable": "the bytes are no msgpack, or no JSON, or not what the subprotocol says",
    "too_deep": "maps and lists are nested deeper than the server reads: 8, the message itself counted",
    "unknown_message": "no message of that direction has this tag",
    "malformed": "a field is missing, unknown, or holds what it must not",
}
"""The codes of `Malformed`, and what each means."""


class Format(StrEnum):
    """How messages are written, named by the WebSocket subprotocol that was agreed."""

    MSGPACK = SUBPROTOCOL_MSGPACK
    JSON = SUBPROTOCOL_JSON

    @property
    def is_text(self) -> bool:
        """Whether a message goes into a text frame (JSON) and not into a binary one."""
        return self is Format.JSON


class Limits(Struct, frozen=True):
    """What the server reads from a client: bytes of a message, levels of nesting, items of one list or map."""

    frame: int = 16 * 1024
    depth: int = 8
    items: int = 256


class Malformed(Exception):
    """What came in is no message. `code` is one of `CODES`, `id` the message's own where it could be read, else ""."""

    def __init__(self, code: str, text: str, id: str = "") -> None:
        super().__init__(f"{text} ({code})")
        self.code = code
        self.text = sentence(text)
        self.id = id


DEFAULT_LIMITS = Limits()

# ------------------------------------------------------------------------------------------------------- out

_ENCODE: Mapping[str, Callable[[Any], bytes]] = {
    Format.MSGPACK: msgspec.msgpack.Encoder().encode,
    Format.JSON: msgspec.json.Encoder().encode,
}


def encode(message: ClientMessage | ServerMessage, fmt: Format) -> bytes:
    """The bytes of a message of either direction. JSON is UTF-8 for a text frame, see `Format.is_text`."""
    return _ENCODE[fmt](message)


# -------------------------------------------------------------------------------------------------------- in


def by_tag(union: Any) -> dict[str, type[Struct]]:
    """The message types of a direction (`ClientMessage`, `ServerMessage`) by their tag."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


_CLIENT = by_tag(ClientMessage)
_SERVER = by_tag(ServerMessage)
_DECODE_SERVER: Mapping[str, Callable[[bytes], ServerMessage]] = {
    Format.MSGPACK: msgspec.msgpack.Decoder[ServerMessage](ServerMessage).decode,
    Format.JSON: msgspec.json.Decoder[ServerMessage](ServerMessage).decode,
}
_read_json = msgspec.json.Decoder().decode


def decode_client(data: bytes | str, fmt: Format, limits: Limits = DEFAULT_LIMITS) -> ClientMessage:
    """What a client sent. Names in it come out cleaned. Raises `Malformed`, and nothing else whatever the bytes."""
    plain = _plain(_bytes(data, fmt, limits), fmt, limits)
    id = _id_of(plain)
    fault = _fault(plain, limits.depth, limits.items)
    if fault:
        raise Malformed(fault, _FAULTS[fault].format(limits), id)
    kind = _kind_of(plain, _CLIENT, id)
    try:
        message = msgspec.convert(plain, kind)
    except msgspec.ValidationError as wrong:
        raise Malformed("malformed", _sentence(plain, wrong), id) from None
    return _with_clean_names(message)


def decode_server(data: bytes | str, fmt: Format) -> ServerMessage:
    """What a server sent. Raises `Malformed`; the code `unknown_message` marks one that a newer server may send."""
    data = _bytes(data, fmt, None)
    try:
        return _DECODE_SERVER[fmt](data)
    except msgspec.ValidationError as wrong:
        plain = _plain(data, fmt, None)
        id = _id_of(plain)
        _kind_of(plain, _SERVER, id)
        raise Malformed("malformed", _sentence(plain, wrong), id) from None
    except (msgspec.DecodeError, ValueError, RecursionError) as wrong:
        raise _unreadable(fmt, wrong) from None


_FAULTS: Mapping[str, str] = {
    "too_deep": "a message is nested at most {0.depth} deep",
    "malformed": "a message holds maps with text as keys, lists, text, whole numbers below 2^53, true, false and null,"
    " and at most {0.items} of them in one place",
}
_SCALARS = frozenset({str, bool, type(None)})


def _bytes(data: bytes | str, fmt: Format, limits: Limits | None) -> bytes:
    if isinstance(data, str):
        if not fmt.is_text:
            raise Malformed("unreadable", f"{fmt} takes binary frames, and this is a text frame")
        try:
            data = data.encode()
        except UnicodeEncodeError:
            raise Malformed("unreadable", "half of a surrogate pair is no text") from None
    if limits is not None and len(data) > limits.frame:
        raise Malformed("too_large", f"a message has at most {limits.frame} bytes, and this one has {len(data)}")
    return data


def _plain(data: bytes, fmt: Format, limits: Limits | None) -> Any:
    """The plain value, with nothing checked but that no header of msgpack claims more than it may."""
    try:
        if fmt.is_text:
            return _read_json(data)
        if limits is None:
            return msgspec.msgpack.decode(data)
        return msgpack.unpackb(
            data,
            max_str_len=limits.frame,
            max_array_len=limits.items,
            max_map_len=limits.items,
            max_bin_len=limits.frame,  # bytes and extensions are refused below, where the id is known
            max_ext_len=limits.frame,
        )
    except (msgspec.DecodeError, ValueError, RecursionError) as wrong:
        raise _unreadable(fmt, wrong) from None


def _unreadable(fmt: Format, wrong: Exception) -> Malformed:
    if isinstance(wrong, RecursionError | msgpack.StackError):
        return Malformed("too_deep", "this message is nested far too deep to be read")
    what, why = "JSON" if fmt.is_text else "msgpack", clean_name(str(wrong), 120)
    return Malformed("unreadable", f"this is no {what} that can be read{why and ': '}{why}")


def _fault(value: Any, depth: int, items: int) -> str:
    """The code of what is wrong with a plain value that may be nested `depth` deep, or "". Goes no deeper than that."""
    kind = type(value)
    if kind in _SCALARS:
        return ""
    if kind is int:
        return "" if -WHOLE < value < WHOLE else "malformed"
    if kind is dict:
        for key in value:
            if type(key) is not str:
                return "malformed"
        value = value.values()
    elif kind is not list:
        return "malformed"
    if depth == 0:
        return "too_deep"
    if len(value) > items:
        return "malformed"
    for inner in value:
        if type(inner) is not str and (fault := _fault(inner, depth - 1, items)):
            return fault
    return ""


def _id_of(plain: Any) -> str:
    """The id to answer with: only one that a message could have had."""
    id = plain.get("id") if isinstance(plain, dict) else None
    return id if isinstance(id, str) and len(id) <= 32 else ""


def _kind_of(plain: Any, kinds: Mapping[str, type[Struct]], id: str) -> type[Any]:
    if not isinstance(plain, dict) or not isinstance(tag := plain.get("t"), str):
        raise Malformed("malformed", "a message is a map that says in `t` which one it is", id)
    kind = kinds.get(tag)
    if kind is None:
        raise Malformed(
            "unknown_message", f"there is no message {clean_name(tag, 40)!r} here, only {', '.join(kinds)}", id
        )
    return kind


def _sentence(plain: Mapping[str, Any], wrong: Exception) -> str:
    return f"this {plain['t']} cannot be read: {clean_name(str(wrong), 160)}"


# ----------------------------------------------------------------------------------------------------- names


def _with_clean_names(message: ClientMessage) -> ClientMessage:
    if isinstance(message, Hello):
        return msgspec.structs.replace(message, name=clean_name(message.name), client=clean_name(message.client))
    if isinstance(message, AskSeat):
        return msgspec.structs.replace(message, name=clean_name(message.name))
    return message
