"""One connection's life: every message is answered once, and nothing that comes in stops the server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st
from kit.net import Client, Raw, Table, fresh, serving
from wardiary_protocol.messages import (
    Accepted,
    ClientMessage,
    Closing,
    Command,
    Hello,
    Look,
    Offered,
    Offers,
    Page,
    Rejected,
    Typing,
)
from wardiary_protocol.wire import Format, encode
from wardiary_server.data import rules_for
from wardiary_server.net.session import HANDLERS, RUSH
from websockets.frames import DATA_OPCODES, Frame, Opcode

COMMANDS = [
    *({"do": name} for name in rules_for(()).actions),
    *({"do": name, "unit": "vega", "to": "b", "seat": "red"} for name in rules_for(()).actions),
    {"do": "move", "unit": "vega", "to": "b"},
    {"do": "say", "text": "hello"},
    {"do": "watching", "on": False},
    {"do": "vacate", "seat": "red"},
    {"do": "sit", "seat": "red", "name": "Mallory"},
    {"do": "close_game"},
    {"do": "no such command"},
    {"do": 7},
    {},
]


def test_every_message_of_a_client_has_a_handler() -> None:
    assert set(HANDLERS) == set(get_args(ClientMessage))


async def enter(table: Table, fmt: Format = Format.MSGPACK, **hello: str) -> Raw:
    """A raw connection that was welcomed."""
    raw = await table.raw(fmt)
    raw.say(Hello(**(hello or {"code": table.lobby.vault.room_code("test")})))
    await raw.frame()
    return raw


async def replies(raw: Raw, until: str = "") -> list[Any]:
    """The answers that come until one with this id, or until the end."""
    found: list[Any] = []
    while (frame := await raw.frame()) is not None:
        if frame.opcode in DATA_OPCODES:
            message: Any = raw.read(frame)
            if hasattr(message, "id") or isinstance(message, Closing):
                found.append(message)
            if until and getattr(message, "id", None) == until:
                break
    return found


# ------------------------------------------------------------------------------------------ who may what


@pytest.mark.parametrize("fmt", list(Format))
async def test_a_spectator_may_send_no_command_and_is_told_why(tmp_path: Path, fmt: Format) -> None:
    """netrunner#571, foundryvtt#11806: every command, well-formed or not: refused, nothing written or broadcast."""
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator(fmt)
        await red.ask(Offers("before"))
        head, heard = table.room.head, len(red.heard)
        for body in COMMANDS:
            answer = await eye.ask(Command(fresh(), body))
            assert isinstance(answer, Rejected), body
            assert answer.code in ("not_allowed", "malformed", "unknown_command")
            assert answer.text.endswith((".", "?"))
            assert answer.seq == head.seq
        assert table.room.head == head
        await red.ask(Offers("after"))
        assert len(red.heard) == heard + 1


async def test_nobody_but_the_server_itself_seats_people_or_closes_games(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        for seat in ("red", "referee"):
            client = await table.player(seat)
            head = table.room.head
            for body in ({"do": "sit", "seat": "blue", "name": "Eve"}, {"do": "close_game", "secret": ""}):
                answer = await client.ask(Command(fresh(), body))
                assert isinstance(answer, Rejected)
                assert answer.code == "not_allowed"
            assert table.room.head == head


async def test_a_second_hello_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        raw = await enter(table, token=await table.seat("red"))
        raw.say(Hello(token=await table.seat("blue")), Offers("a"))
        refused, offered = await replies(raw, until="a")
        assert (refused.id, refused.code) == ("", "already_welcome")
        assert isinstance(offered, Offered)


async def test_a_command_that_was_cut_off_happens_once(tmp_path: Path) -> None:
    """boardgame.io#672: the link is cut while A acts; back again: applied once for all, or visibly refused."""
    async with serving(tmp_path) as table:
        red = await table.player("red")
        for n in range(20):
            await red.say(Command(f"cut{n}", {"do": "say", "text": str(n)}))
            if n % 2:
                await asyncio.sleep(0)
            red.ws.transport.abort()
            red = await table.back(red, token=table.tokens["red"])
            again = await red.ask(Command(f"cut{n}", {"do": "say", "text": str(n)}))
            assert isinstance(again, Accepted)
        said = [line.text for told in await story(red) for line in told.lines if line.tag == "said"]
        assert said == [f"Red: {n}" for n in range(20)]


async def story(client: Client) -> Any:
    return (await client.ask(Page(fresh(), limit=500))).entries


# ------------------------------------------------------------------------------------------ how fast


async def test_a_seat_may_do_so_much_at_a_time_on_all_its_devices_together(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=20.0, burst=30) as table:
        phone, laptop, blue = await table.player("red"), await table.player("red"), await table.player("blue")
        answers = [await device.do("say", text="x") for _ in range(20) for device in (phone, laptop)]
        assert [isinstance(answer, Accepted) for answer in answers] == [True] * 30 + [False] * 10
        assert {answer.code for answer in answers[30:]} == {"too_fast"}  # type: ignore[union-attr]
        assert isinstance(await blue.do("say", text="x"), Accepted)
        table.clock.now += 1
        answers = [await phone.do("say", text="x") for _ in range(30)]
        assert [isinstance(answer, Accepted) for answer in answers] == [True] * 20 + [False] * 10


async def test_spectators_share_no_limit(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=20.0, burst=2) as table:
        eyes = [await table.spectator() for _ in range(3)]
        for eye in eyes:
            codes = [(await eye.do("say", text="x")).code for _ in range(3)]  # type: ignore[union-attr]
            assert codes == ["not_allowed", "not_allowed", "too_fast"]


async def test_questions_have_a_limit_too(tmp_path: Path) -> None:
    async with serving(tmp_path, questions=10.0, question_burst=5) as table:
        eye = await table.spectator()
        answers = [await eye.ask(Look(fresh(), 1)) for _ in range(7)]
        assert [getattr(answer, "code", "") for answer in answers] == [""] * 5 + ["too_fast"] * 2
        for n in range(50):
            await eye.say(Typing(on=n % 2 == 0))
        table.clock.now += 1
        assert getattr(await eye.ask(Look(fresh(), 1)), "code", "") == ""


async def test_one_who_goes_on_and_on_is_not_listened_to_for_a_while(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=1.0, burst=1) as table:
        raw = await enter(table, token=await table.seat("red"))
        session = next(iter(table.server.house.sessions))
        raw.say(*(Command(f"c{n}", {"do": "say", "text": "x"}) for n in range(RUSH + 10)))
        raw.say(Offers("behind"))
        first = await replies(raw, until=f"c{RUSH + 9}")
        assert [answer.id for answer in first if answer.id != "c0"] == [f"c{n}" for n in range(1, RUSH + 10)]
        assert not session._connection.transport.is_reading()
        raw.say(Offers("later"))
        table.later(1)
        assert session._connection.transport.is_reading()
        assert [answer.id for answer in await replies(raw, until="later")][-1] == "later"


# ------------------------------------------------------------------------------------------ what cannot be read


MALFORMED = {
    b'{"t":"fly","id":"a"}': ("a", "unknown_message"),
    b'{"t":"welcome","id":"a"}': ("a", "unknown_message"),
    b'{"t":"look","id":"a"}': ("a", "malformed"),
    b'{"t":"look","id":"a","seq":-1}': ("a", "malformed"),
    b'{"t":"look","id":"a","seq":1,"x":1}': ("a", "malformed"),
    b'{"t":"look","id":"a","seq":1.5}': ("a", "malformed"),
    b'{"t":"look","id":"a","seq":9007199254740992}': ("a", "malformed"),
    b'{"t":"command","id":"a","body":[]}': ("a", "malformed"),
    b'{"t":"command","id":"","body":{}}': ("", "malformed"),
    b'{"t":"command","id":"' + b"a" * 33 + b'","body":{}}': ("", "malformed"),
    b'{"t":"page","id":"a","limit":501}': ("a", "malformed"),
    b'{"id":"a"}': ("a", "malformed"),
    b"[1]": ("", "malformed"),
    b"7": ("", "malformed"),
    b"{": ("", "unreadable"),
    b"": ("", "unreadable"),
    b"\xff\xfe": ("", "unreadable"),
    b'{"t":"command","id":"a","body":' + b'{"x":' * 9 + b"1" + b"}" * 9 + b"}": ("a", "too_deep"),
    b"[" * 5_000 + b"]" * 5_000: ("", "too_deep"),
    b'{"t":"command","id":"a","body":{"do":"say","text":[' + b",".join([b"1"] * 300) + b"]}}": ("a", "malformed"),
}


@pytest.mark.parametrize("data", MALFORMED)
async def test_what_cannot_be_read_is_refused_with_its_id_and_a_code(tmp_path: Path, data: bytes) -> None:
    async with serving(tmp_path) as table:
        raw = await enter(table, Format.JSON, token=await table.seat("red"))
        raw.send(Frame(Opcode.TEXT, data))
        raw.say(Offers("next"))
        refused, offered = await replies(raw, until="next")
        assert (refused.id, refused.code) == MALFORMED[data]
        assert refused.text
        assert isinstance(offered, Offered)
        assert table.room.state.seq == 2


async def test_too_much_that_cannot_be_read_is_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path, unreadable=5, closing=0.1) as table:
        raw = await enter(table)
        raw.send(*(Frame(Opcode.BINARY, b"\xc1") for _ in range(20)))
        *refused, closing = await replies(raw)
        assert [answer.code for answer in refused] == ["unreadable"] * 6
        assert (closing.code, closing.back) == ("too_many_unreadable", False)


async def test_a_few_that_cannot_be_read_are_forgiven_in_time(tmp_path: Path) -> None:
    async with serving(tmp_path, unreadable=5) as table:
        raw = await enter(table)
        for n in range(10):
            raw.send(*(Frame(Opcode.BINARY, b"\xc1") for _ in range(3)))
            raw.say(Offers(f"trip{n}"))
            assert len(await replies(raw, until=f"trip{n}")) == 4
            table.clock.now += 30


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**64), 2**64)
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TAGS = st.sampled_from([str(kind.__struct_config__.tag) for kind in get_args(ClientMessage)] + ["welcome", "fly"])
FIELDS = st.sampled_from(["id", "body", "seq", "after", "limit", "unit", "knock", "yes", "on", "line", "x"])
ALMOST = st.builds(
    lambda tag, fields: {**fields, "t": tag}, TAGS, st.dictionaries(FIELDS, PLAIN | st.just("a"), max_size=4)
)


def packed(value: Any) -> tuple[bytes, bytes]:
    """A plain value in both formats, or bytes that are neither where it does not go."""
    found = []
    for encoder in (msgspec.msgpack.encode, msgspec.json.encode):
        try:
            found.append(encoder(value))
        except (TypeError, ValueError, OverflowError, UnicodeEncodeError):
            found.append(b"\xc1")
    return found[0], found[1]


GARBAGE = st.lists(st.binary(max_size=40).map(lambda b: (b, b)) | PLAIN.map(packed) | ALMOST.map(packed), max_size=30)


@checked(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(Format), GARBAGE)
def test_whatever_comes_in_each_message_is_answered_at_most_once_and_the_server_goes_on(
    tmp_path_factory: pytest.TempPathFactory, fmt: Format, garbage: list[tuple[bytes, bytes]]
) -> None:
    async def play() -> None:
        async with serving(tmp_path_factory.mktemp("game"), unreadable=1_000) as table:
            red, raw = await table.player("red"), await enter(table, fmt, token=await table.seat("blue"))
            opcode = Opcode.TEXT if fmt.is_text else Opcode.BINARY
            raw.send(*(Frame(opcode, both[fmt.is_text]) for both in garbage))
            raw.say(Look("the last", 1))
            answers = await replies(raw, until="the last")
            assert len(answers) <= len(garbage) + 1
            assert not [answer for answer in answers if isinstance(answer, Closing)]
            assert not [answer for answer in answers if getattr(answer, "code", "") == "fault"]
            await red.accepted("move", "vega", to="b")

    asyncio.run(play())


# ------------------------------------------------------------------------------------------ time


async def test_a_client_that_froze_is_away_within_the_heartbeat(tmp_path: Path) -> None:
    """MegaMek#836: a socket freezes without closing: everyone sees the seat as away within the heartbeat."""
    async with serving(tmp_path, ping_interval=10.0, ping_timeout=10.0) as table:
        red, blue = await table.player("red"), await table.player("blue", Format.JSON)
        await blue.shows({"red": "here", "blue": "here"})
        red.ws.transport.pause_reading()
        table.later(10)
        await blue.ask(Offers("still here"))
        table.later(9.9)
        assert blue.presence is not None
        assert blue.presence.seats["red"] == "here"
        await blue.ask(Offers("and still"))
        table.later(0.1)
        await blue.shows({"red": "away", "blue": "here"})


async def test_whoever_answers_pings_stays_for_ever(tmp_path: Path) -> None:
    async with serving(tmp_path, ping_interval=10.0, ping_timeout=10.0) as table:
        eye = await table.spectator()
        (connection,) = table.server.house.connections
        for _ in range(20):
            table.later(10)
            while connection.heard < table.clock.now:  # noqa: ASYNC110 - until the pong has come
                await asyncio.sleep(0)
        assert isinstance(await eye.ask(Offers("a")), Offered | Rejected)


async def test_a_server_that_slept_takes_nobody_for_frozen(tmp_path: Path) -> None:
    async with serving(tmp_path, ping_interval=10.0, ping_timeout=10.0) as table:
        eye = await table.spectator()
        table.later(10_000)
        assert isinstance(await eye.ask(Offers("a")), Offered | Rejected)


async def test_a_fault_of_ours_ends_one_connection_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as table:
        red, blue = await table.player("red"), await table.player("blue")

        def fail(*_: Any, **__: Any) -> None:
            raise RuntimeError("a fault of ours")

        with monkeypatch.context() as broken:
            broken.setattr(table.room, "command", fail)
            await red.say(Command("a", {"do": "say", "text": "x"}))
            closing, code = await red.end()
            assert closing is not None
            assert (closing.code, code) == ("fault", 1011)
            assert "fault of ours" not in closing.text
        await blue.accepted("move", "rook", to="c")


def test_examples_of_every_message_fit_into_the_limits() -> None:
    from wardiary_protocol.examples import CLIENT
    from wardiary_protocol.wire import decode_client

    for message in CLIENT:
        for fmt in Format:
            assert decode_client(encode(message, fmt), fmt) == message
