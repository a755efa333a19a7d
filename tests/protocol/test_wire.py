"""Messages survive both formats, and nothing that a client can send does more than get a `Malformed`."""

import json
from typing import Any

import msgpack  # type: ignore[import-untyped]
import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from wardiary_protocol.messages import (
    Accepted,
    AskSeat,
    Command,
    Hello,
    Proved,
    Rejected,
    Resume,
    Told,
    Typing,
    Update,
)
from wardiary_protocol.wire import (
    CODES,
    WHOLE,
    Format,
    Limits,
    Malformed,
    decode_client,
    decode_server,
    encode,
)

patient = settings(deadline=None)
formats = pytest.mark.parametrize("fmt", Format)

whole = st.integers(-WHOLE + 1, WHOLE - 1)
seqs = st.integers(0, WHOLE - 1)
scalars = st.none() | st.booleans() | whole | st.text(max_size=12)
plain = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)
flat = st.dictionaries(st.text(max_size=6), scalars | st.lists(scalars, max_size=4), max_size=6)
ids = st.text(min_size=1, max_size=32)
commands = st.builds(Command, id=ids, body=flat, line=seqs)
changes = st.lists(
    st.tuples(st.lists(st.text(max_size=6), min_size=1, max_size=4))
    | st.tuples(st.lists(st.text(max_size=6), min_size=1, max_size=4), plain),
    max_size=4,
)
updates = st.builds(
    Update,
    since=seqs,
    seq=seqs,
    line=seqs,
    entries=st.tuples(st.builds(Told, seq=seqs, kind=st.just("game"), at=seqs, by=st.text(max_size=8))),
    changes=changes,
    hash=st.text(max_size=16),
)


def nested(depth: int, leaf: Any = 1) -> Any:
    """Lists within lists, `depth` of them."""
    return leaf if depth == 0 else [nested(depth - 1, leaf)]


def written(value: Any, fmt: Format) -> bytes:
    """Any plain value in this format, also such as is no message."""
    return json.dumps(value).encode() if fmt.is_text else bytes(msgpack.packb(value))


def command(fmt: Format, **fields: Any) -> bytes:
    return written({"t": "command", "id": "c1", "body": {"do": "pass"}, **fields}, fmt)


def refused(data: bytes | str, fmt: Format, limits: Limits | None = None) -> Malformed:
    with pytest.raises(Malformed) as caught:
        decode_client(data, fmt, limits or Limits())
    assert caught.value.code in CODES
    assert caught.value.text
    return caught.value


# ------------------------------------------------------------------------------------------------ what survives


@formats
@patient
@given(commands)
def test_a_command_comes_out_as_it_went_in(fmt: Format, message: Command) -> None:
    assert decode_client(encode(message, fmt), fmt) == message


@formats
@patient
@given(updates)
def test_an_update_comes_out_as_it_went_in(fmt: Format, message: Update) -> None:
    assert decode_server(encode(message, fmt), fmt) == message


@formats
def test_bytes_survive_both_formats(fmt: Format) -> None:
    message = Proved("p1", "g", ((1, b"\x00\xff", b"body", bytes(32)),))
    assert decode_server(encode(message, fmt), fmt) == message
    assert (b"AP8=" in encode(message, fmt)) is fmt.is_text


def test_json_is_read_from_text_frames_and_from_bytes() -> None:
    assert decode_client('{"t":"typing","on":false}', Format.JSON) == Typing(on=False)
    assert decode_client(b'{"t":"typing"}', Format.JSON) == Typing()


@formats
def test_a_field_of_a_newer_server_is_passed_over(fmt: Format) -> None:
    data = written({"t": "accepted", "id": "c1", "seq": 4, "mood": "good"}, fmt)
    assert decode_server(data, fmt) == Accepted("c1", 4)


def test_the_format_is_the_subprotocol() -> None:
    assert Format("wardiary.v1.json").is_text
    assert not Format("wardiary.v1.msgpack").is_text


# -------------------------------------------------------------------------------------------------- what does not


@formats
@pytest.mark.parametrize("value", [1, None, [], "hello", [1, 2], {}, {"t": 5}, {"t": ["hello"]}])
def test_what_is_no_message_is_malformed(fmt: Format, value: Any) -> None:
    assert refused(written(value, fmt), fmt).code == "malformed"


@formats
def test_an_unknown_message_is_named_and_keeps_its_id(fmt: Format) -> None:
    wrong = refused(written({"t": "comand", "id": "c7"}, fmt), fmt)
    assert (wrong.code, wrong.id) == ("unknown_message", "c7")
    assert "'comand'" in wrong.text
    assert "command, look" in wrong.text


@formats
@pytest.mark.parametrize(
    "fields",
    [
        {"body": 5},
        {"body": None},
        {"line": -1},
        {"line": WHOLE},
        {"line": 1.5},
        {"line": True},
        {"line": "3"},
        {"extra": 1},
    ],
    ids=str,
)
def test_a_wrong_field_is_named_and_the_id_kept(fmt: Format, fields: dict[str, Any]) -> None:
    wrong = refused(command(fmt, **fields), fmt)
    assert (wrong.code, wrong.id) == ("malformed", "c1")


@formats
def test_the_sentence_says_what_was_wrong_where(fmt: Format) -> None:
    wrong = refused(command(fmt, line="3"), fmt)
    assert wrong.text == "This command cannot be read: Expected `int`, got `str` - at `$.line`."


@formats
@pytest.mark.parametrize("id", ["", "x" * 33, 5, None, ["c1"]])
def test_an_id_that_no_message_may_have_is_not_echoed(fmt: Format, id: Any) -> None:
    wrong = refused(command(fmt, id=id), fmt)
    assert (wrong.code, wrong.id) == ("malformed", "")


@formats
@pytest.mark.parametrize("number", [WHOLE, -WHOLE, 2**63, 0.5, 1.0, -1e300])
def test_only_whole_numbers_that_a_browser_can_hold_come_in(fmt: Format, number: float) -> None:
    assert refused(command(fmt, body={"n": [number]}), fmt).id == "c1"


@formats
@pytest.mark.parametrize("number", [WHOLE - 1, 1 - WHOLE, 0])
def test_the_outermost_whole_numbers_come_in(fmt: Format, number: int) -> None:
    assert decode_client(command(fmt, body={"n": number}), fmt) == Command("c1", {"n": number})


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_does_not_come_in(number: float) -> None:
    assert refused(command(Format.MSGPACK, body={"n": number}), Format.MSGPACK).code == "malformed"
    assert refused(command(Format.JSON, body={"n": number}), Format.JSON).code == "unreadable"


@pytest.mark.parametrize("value", [b"bytes", msgpack.ExtType(5, b"x"), msgpack.Timestamp(1), {b"key": 1}])
def test_msgpack_brings_in_nothing_that_json_could_not(value: Any) -> None:
    wrong = refused(command(Format.MSGPACK, body={"x": value}), Format.MSGPACK)
    assert (wrong.code, wrong.id) == ("malformed", "c1")


@formats
def test_a_message_may_be_as_large_as_the_limit_and_no_larger(fmt: Format) -> None:
    data = command(fmt)
    assert decode_client(data, fmt, Limits(frame=len(data)))
    assert refused(data, fmt, Limits(frame=len(data) - 1)).code == "too_large"


def test_the_size_of_text_is_counted_in_bytes() -> None:
    text = json.dumps({"t": "typing", "x": "ü" * 40}, ensure_ascii=False)
    assert refused(text, Format.JSON, Limits(frame=len(text))).code == "too_large"


@formats
def test_the_message_and_its_body_are_two_of_eight_levels(fmt: Format) -> None:
    assert decode_client(command(fmt, body={"x": nested(6)}), fmt)
    leaves: list[Any] = [1, [], {}]
    for leaf in leaves:
        wrong = refused(command(fmt, body={"x": nested(7, leaf)}), fmt)
        assert (wrong.code, wrong.id) == ("too_deep", "c1")


@pytest.mark.parametrize("bomb", [b"[" * 16000, b'{"a":' * 3000, b"[" * 5000 + b"]" * 5000])
def test_a_depth_bomb_in_json_is_only_too_deep(bomb: bytes) -> None:
    assert refused(bomb, Format.JSON).code == "too_deep"


@pytest.mark.parametrize("bomb", [b"\x91" * 16000, b"\x81\xa1a" * 5000, b"\xdc\x01\x00" * 5000])
def test_a_depth_bomb_in_msgpack_is_only_too_deep(bomb: bytes) -> None:
    assert refused(bomb, Format.MSGPACK).code == "too_deep"


@pytest.mark.parametrize("header", [bytes([tag, 255, 255, 255, 255]) for tag in (0xDD, 0xDF, 0xDB, 0xC6, 0xC9)])
def test_a_header_that_claims_more_than_may_be_is_refused(header: bytes) -> None:
    assert refused(header * 3000, Format.MSGPACK).code == "unreadable"


def test_no_list_or_map_has_more_items_than_the_limit() -> None:
    many = list(range(257))
    assert refused(command(Format.JSON, body={"x": many}), Format.JSON).code == "malformed"
    assert refused(command(Format.MSGPACK, body={"x": many}), Format.MSGPACK).code == "unreadable"


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b'{"t":"typing"', b'{"t":"typing"}x', '{"t":"\ud800"}', b'{"t":"\\ud800"}']
)
def test_what_is_no_json_is_unreadable(data: bytes | str) -> None:
    assert refused(data, Format.JSON).code == "unreadable"


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\x81\xa1t", b"\x81\xa1t\xa6typing\x00", b"\xa3\xed\xa0\x80", "text"])
def test_what_is_no_msgpack_is_unreadable(data: bytes | str) -> None:
    assert refused(data, Format.MSGPACK).code == "unreadable"


@formats
def test_what_a_client_may_send_a_server_may_not(fmt: Format) -> None:
    for data in (command(fmt), b"", b"\xc1", b"[" * 5000 if fmt.is_text else b"\x91" * 5000):
        with pytest.raises(Malformed):
            decode_server(data, fmt)
    assert refused(encode(Rejected("c1", "x", "y"), fmt), fmt).code == "unknown_message"


@formats
def test_a_client_can_tell_a_newer_message_from_a_broken_one(fmt: Format) -> None:
    with pytest.raises(Malformed) as newer:
        decode_server(written({"t": "weather"}, fmt), fmt)
    with pytest.raises(Malformed) as broken:
        decode_server(written({"t": "accepted", "id": "c1", "seq": -1}, fmt), fmt)
    assert (newer.value.code, broken.value.code, broken.value.id) == ("unknown_message", "malformed", "c1")


# ---------------------------------------------------------------------------------------------- whatever comes in


def nothing_else_is_raised(data: bytes | str, fmt: Format) -> None:
    for decode in (decode_client, decode_server):
        try:
            decode(data, fmt)
        except Malformed as wrong:
            assert wrong.code in CODES  # noqa: PT017  (that it is raised at all is not the point)


@formats
@patient
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_malformed(fmt: Format, data: bytes) -> None:
    nothing_else_is_raised(data, fmt)


@formats
@patient
@given(st.text(st.characters(), max_size=100))
@example("\ud800")
def test_any_text_is_a_message_or_malformed(fmt: Format, text: str) -> None:
    nothing_else_is_raised(text, fmt)


@formats
@patient
@given(commands, st.data())
def test_a_damaged_message_is_a_message_or_malformed(fmt: Format, message: Command, data: st.DataObject) -> None:
    sent = bytearray(encode(message, fmt))
    for _ in range(data.draw(st.integers(1, 3))):
        sent[data.draw(st.integers(0, len(sent) - 1))] = data.draw(st.integers(0, 255))
    nothing_else_is_raised(bytes(sent[: data.draw(st.integers(0, len(sent)))]), fmt)
    nothing_else_is_raised(bytes(sent), fmt)


anything = st.recursive(
    scalars | st.floats() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["t", "id", "body", "line", "name", "resume", "seq"]), inner, max_size=5)
    ),
    max_leaves=12,
)
tagged = st.dictionaries(
    st.sampled_from(["id", "body", "line", "name", "resume", "seq", "after", "seat", "limit"]), anything, max_size=5
)
tags = st.sampled_from(["hello", "command", "look", "page", "ask_seat", "typing", "update", "welcome", "accepted"])


@formats
@patient
@given(tags, tagged)
def test_any_fields_are_a_message_or_malformed(fmt: Format, tag: str, fields: dict[str, Any]) -> None:
    encoder = msgspec.json.encode if fmt.is_text else msgspec.msgpack.encode
    nothing_else_is_raised(encoder({"t": tag, **fields}), fmt)


# ---------------------------------------------------------------------------------------------------------- names


@formats
def test_names_in_messages_come_out_cleaned(fmt: Format) -> None:
    resume = Resume("e", "crew", 3, "0" * 16)
    hello = Hello(invite="i", name="\u202eAda ", client="bot\n", resume=resume)
    assert decode_client(encode(hello, fmt), fmt) == Hello(invite="i", name="Ada", client="bot", resume=resume)
    assert decode_client(encode(AskSeat("a", "red", "Bo\x07"), fmt), fmt) == AskSeat("a", "red", "Bo")
