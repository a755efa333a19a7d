"""What a hello has to show, and what it gets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kit.net import Table, fresh, serving
from msgspec.structs import replace
from wardiary_protocol.messages import Accepted, Closing, Command, Hello, Look, Rejected, Resume, Welcome
from wardiary_protocol.wire import Format, encode
from wardiary_server.data import rules_for
from wardiary_server.log.contract import Full
from websockets.frames import Frame, Opcode

BODIES = [{"do": name, "unit": "vega", "seat": "red"} for name in rules_for(()).actions] + [
    {"do": "move", "unit": "vega", "to": "b"},
    {"do": "say", "text": "hello"},
    {"do": "vacate", "seat": "red"},
    {"do": "sit", "seat": "red", "name": "Mallory"},
    {"do": "close_game", "secret": ""},
]
"""Every command there is, with too many fields, and some that are right."""


@pytest.mark.parametrize("fmt", list(Format))
async def test_an_invite_buys_a_token_and_the_token_is_the_seat(tmp_path: Path, fmt: Format) -> None:
    async with serving(tmp_path) as table:
        invite = table.lobby.vault.issue_invite("test", "red")
        red = await table.hello(Hello(invite=invite, name="Ada\u202e\n"), fmt)
        assert red.welcome is not None
        assert (red.welcome.seat, red.welcome.role, red.welcome.audience) == ("red", "player", "side:red")
        assert table.room.state.table.held["red"].name == "Ada"
        assert table.lobby.vault.who(red.welcome.token) == ("test", "red")
        again = await table.hello(Hello(token=red.welcome.token, name="somebody else"), fmt)
        assert again.welcome is not None
        assert (again.welcome.seat, again.welcome.token) == ("red", "")
        assert table.room.state.table.held["red"].name == "Ada"


async def test_whoever_brings_no_name_is_called_after_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.hello(Hello(invite=table.lobby.vault.issue_invite("test", "blue")))
        assert table.room.state.table.held["blue"].name == "Blue"


async def test_a_room_code_lets_anyone_watch_however_it_is_written(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        code = table.lobby.vault.room_code("test")
        for written in (code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:3]} {code[3:]} "):
            eye = await table.hello(Hello(code=written))
            assert eye.welcome is not None
            assert (eye.welcome.role, eye.welcome.seat, eye.welcome.code) == ("spectator", "", "")


async def test_those_who_are_seated_learn_the_room_code_to_hand_it_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        for seat in ("red", "referee"):
            client = await table.player(seat)
            assert client.welcome is not None
            assert client.welcome.code == table.lobby.vault.room_code("test")


async def test_an_invite_is_used_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        invite = table.lobby.vault.issue_invite("test", "red")
        clients = [await table.knock() for _ in range(5)]
        await asyncio.gather(*(client.say(Hello(invite=invite)) for client in clients))
        first = await asyncio.gather(*(client.hear() for client in clients))
        assert sum(isinstance(message, Welcome) for message in first) == 1
        assert sum(isinstance(message, Closing) and message.code == "refused" for message in first) == 4
        assert table.room.state.seq == 2  # one seat was taken, once


async def test_an_invite_is_good_again_where_the_seat_could_not_be_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as table:
        invite = table.lobby.vault.issue_invite("test", "red")
        with monkeypatch.context() as disk:

            async def full(*_: Any) -> int:
                raise Full("There is no space left.")

            disk.setattr(table.lobby.log, "append", full)
            closing, code = await (await refused(table, Hello(invite=invite))).end()
            assert closing is not None
            assert (closing.code, code) == ("not_seated", 4401)
            assert "no space left" in closing.text
        client = await table.hello(Hello(invite=invite))
        assert client.welcome is not None
        assert client.welcome.token


async def test_a_closed_game_can_be_read_by_those_who_had_a_seat_and_gives_no_new_one(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        token, invite = await table.seat("red"), table.lobby.vault.issue_invite("test", "blue")
        await table.lobby.close("test")
        client = await table.hello(Hello(token=token))
        assert client.replica.view["table"]["now"]["closed"] is True
        closing, code = await (await refused(table, Hello(invite=invite))).end()
        assert code == 4401
        assert closing is not None
        assert "closed" in closing.text


async def refused(table: Table, hello: Hello, fmt: Format = Format.MSGPACK) -> Any:
    """A connection whose hello is not going to be welcomed."""
    client = await table.knock(fmt)
    await client.say(hello)
    return client


def wrong(table: Table) -> Iterator[Hello]:
    """Every kind of hello that opens nothing."""
    vault = table.lobby.vault
    invite, code = vault.issue_invite("test", "blue"), vault.room_code("test")
    revoked = vault.issue_token("test", "blue")
    vault.revoke("test", "blue")
    unheld, used = vault.issue_token("test", "blue"), vault.issue_invite("test", "blue")
    vault.redeem(used)
    for token in ("x", "red", "Ada", code, invite, revoked, unheld, vault.operator_token, "\u00e9" * 128):
        yield Hello(token=token, name="Red")
        yield Hello(token=token, name="Red", resume=Resume("", "side:red", 2, ""))
    for other in ("x", "blue", code, used, invite, vault.issue_token("test", "blue")):
        yield Hello(invite=other)
    for other in ("x", "AAAAAA", "test", vault.issue_token("test", "blue")):
        yield Hello(code=other)


async def test_a_wrong_secret_opens_nothing_and_every_command_behind_it_is_dropped(tmp_path: Path) -> None:
    """boardgame.io#889, #840: a failed hello that stays open receives nothing; nothing it sends is written."""
    async with serving(tmp_path, closing=0.1) as table:
        red = await table.player("red")
        head = table.room.head
        for n, hello in enumerate(wrong(table)):
            raw = await table.raw()
            some = BODIES[n % 2 :: 2]  # all of them at once would be more than the server keeps before a welcome
            raw.say(hello, *(Command(fresh(), body) for body in some), Look(fresh(), 1))
            last, close = await raw.rest()  # that is all, though this one does not close
            closing = raw.read(last)
            assert isinstance(closing, Closing)
            assert (closing.code, closing.back) == ("refused", False)
            assert close.opcode is Opcode.CLOSE
            assert int.from_bytes(bytes(close.data[:2])) == 4401
        assert table.room.head == head
        assert await red.accepted("move", "vega", to="b") == head.seq + 1  # the owner's session is untouched


async def test_the_right_name_is_no_token(tmp_path: Path) -> None:
    """EDOpro-server-ts PR 273: the right name with another token is refused; the owner's session is untouched."""
    async with serving(tmp_path) as table:
        red = await table.hello(Hello(invite=table.lobby.vault.issue_invite("test", "red"), name="Ada"))
        blue = await table.player("blue")
        assert red.welcome is not None
        for token in (red.welcome.token[:-1], red.welcome.token + "x", red.welcome.token.swapcase()):
            assert (await (await refused(table, Hello(token=token, name="Ada"))).end())[1] == 4401
        answer = await blue.do("move", "vega", to="b")
        assert isinstance(answer, Rejected)
        assert answer.code == "not_yours"
        await red.accepted("move", "vega", to="b")


@pytest.mark.parametrize(
    ("hello", "code", "ends"),
    [
        (Hello(), "no_hello", 4400),
        (Hello(token="a", code="b"), "no_hello", 4400),
        (Hello(token="a", invite="b", code="c"), "no_hello", 4400),
        (Hello(version=2, token="a"), "version", 4409),
        (Hello(version=0), "version", 4409),
        (Command("c1", {"do": "say", "text": "hi"}), "no_hello", 4400),
        (Look("q1", 1), "no_hello", 4400),
    ],
)
@pytest.mark.parametrize("fmt", list(Format))
async def test_a_connection_that_does_not_say_hello_properly_is_closed(
    tmp_path: Path, fmt: Format, hello: Any, code: str, ends: int
) -> None:
    async with serving(tmp_path) as table:
        closing, close = await (await refused(table, hello, fmt)).end()
        assert closing is not None
        assert (closing.code, close) == (code, ends)
        assert closing.text.endswith(".")


@pytest.mark.parametrize("data", [b"", b"\xc1", b"hello", b"\x81\xa1t\xa5hello" + b"\x00" * 10, b"\xff" * 100])
async def test_a_first_message_that_cannot_be_read_is_no_hello(tmp_path: Path, data: bytes) -> None:
    async with serving(tmp_path, closing=0.1) as table:
        raw = await table.raw()
        raw.send(Frame(Opcode.BINARY, data))
        closing = raw.read((await raw.rest())[0])
        assert isinstance(closing, Closing)
        assert closing.code == "no_hello"


async def test_no_hello_in_time_is_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path, hello=5.0) as table:
        client = await table.knock()
        table.later(4.9)
        assert client.ws.close_code is None
        table.later(0.2)
        closing, code = await client.end()
        assert closing is not None
        assert (closing.code, code, closing.back) == ("late_hello", 4408, True)


async def test_spectators_stay_out_where_watching_is_off(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        referee, eye = await table.player("referee"), await table.spectator()
        assert isinstance(await referee.do("watching", on=False), Accepted)
        assert [(closing.code, code) for closing, code in [await eye.end()] if closing] == [("watching_off", 4401)]
        closing, code = await (await refused(table, Hello(code=table.lobby.vault.room_code("test")))).end()
        assert closing is not None
        assert (closing.code, code) == ("watching_off", 4401)
        await referee.accepted("watching", on=True)
        await table.spectator()


async def test_a_game_that_is_not_here_any_more_is_said_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        table.lobby.vault.create("elsewhere")
        token = table.lobby.vault.issue_token("elsewhere", "red")
        closing, code = await (await refused(table, Hello(token=token))).end()
        assert closing is not None
        assert (closing.code, code) == ("no_such_game", 4404)


async def test_a_log_that_cannot_be_opened_is_no_reason_to_stay_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as table:
        token = await table.seat("red")
        await table.lobby.unload("test")

        async def unavailable(*_: Any) -> Any:
            raise Full("There is no space left.")

        monkeypatch.setattr(table.lobby.log, "head", unavailable)
        closing, code = await (await refused(table, Hello(token=token))).end()
        assert closing is not None
        assert (closing.code, code, closing.back) == ("unavailable", 1011, True)


async def test_a_token_of_a_seat_that_was_taken_back_opens_nothing_even_after_a_crash(tmp_path: Path) -> None:
    """The server stops after the entry and before the vault forgets the token; then the seat is taken again."""
    async with serving(tmp_path) as table:
        token = await table.seat("red")
        await table.lobby.vacate("test", "red")
        assert table.lobby.vault.who(token) is None
        kept = table.lobby.vault.issue_token("test", "red")  # as if it were still there
        closing, _ = await (await refused(table, Hello(token=kept))).end()
        assert closing is not None
        assert closing.code == "refused"
    async with serving(tmp_path) as table:
        await table.hello(Hello(invite=table.lobby.vault.issue_invite("test", "red")))
        closing, _ = await (await refused(table, Hello(token=kept))).end()
        assert closing is not None
        assert closing.code == "refused"


# ------------------------------------------------------------------------------------------ witnesses


async def test_a_log_that_lacks_what_a_client_was_told_is_halted(tmp_path: Path) -> None:
    """L12: the client's last entry is not in the log any more, as after a restored backup."""
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        vault, game = table.lobby.vault, table.room.game
        ahead = vault.witness(game, table.room.past.epoch, table.room.head.seq + 3, b"h" * 32)
        resume = replace(red.replica.resume(), witness=ahead)
        closing, code = await (await refused(table, Hello(token=table.tokens["red"], resume=resume))).end()
        assert closing is not None
        assert (closing.code, code, closing.back) == ("log_regressed", 4503, False)
        answer = await red.do("move", "vega", to="b")
        assert isinstance(answer, Rejected)
        assert answer.code == "halted"
        assert isinstance(await eye.ask(Look("q1", 1)), object)  # what is there can still be read


async def test_a_log_that_has_another_entry_than_a_client_was_told_is_halted(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        await red.accepted("move", "vega", to="b")
        other = table.lobby.vault.witness("test", table.room.past.epoch, 2, b"another hash of entry two " + bytes(6))
        resume = replace(red.replica.resume(), witness=other)
        closing, _ = await (await refused(table, Hello(token=table.tokens["red"], resume=resume))).end()
        assert closing is not None
        assert closing.code == "log_regressed"
        assert "entry 2" in table.room.halted


async def test_only_a_witness_of_our_own_counts(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        await red.accepted("move", "vega", to="b")
        vault, epoch = table.lobby.vault, table.room.past.epoch
        mine = red.replica.witness
        forged = [
            "", "x", "a.b.c.d", mine[:-1], mine + "0", mine.replace(f".{red.replica.seq}.", ".99."),
            f"{epoch}.99.{'0' * 32}.{'0' * 32}",
            vault.witness("test", "another epoch", 99, b"h" * 32),
            vault.witness("another game", epoch, 99, b"h" * 32),
        ]  # fmt: skip
        for witness in (mine, *forged):
            resume = replace(red.replica.resume(), witness=witness)
            client = await table.hello(Hello(token=table.tokens["red"], resume=resume), replica=red.replica)
            assert client.welcome is not None
        for hello in (
            Hello(token="wrong", resume=replace(resume, witness=vault.witness("test", epoch, 9, b"h" * 32))),
        ):
            await (await refused(table, hello)).end()
        assert table.room.halted == ""


async def test_nothing_secret_is_ever_sent_to_a_spectator(tmp_path: Path) -> None:
    """boardgame.io#1159, #399, govariants#500: every byte that a spectator gets is searched for secrets and tokens."""
    async with serving(tmp_path) as table:
        vault = table.lobby.vault
        raws = [await table.raw(fmt) for fmt in Format]
        for raw in raws:
            raw.say(Hello(code=vault.room_code("test")))
            await raw.frame()
        invite = vault.issue_invite("test", "red")
        red, blue = await table.hello(Hello(invite=invite, name="Ada")), await table.player("blue")
        assert red.welcome is not None
        await red.accepted("move", "vega", to="b")
        await red.do("move", "vega", to="nowhere")
        await red.accepted("undo", node=table.room.state.table.cursor)
        await blue.do("agree", node=table.room.state.table.cursor)
        secrets = vault.game("test")
        hidden = [
            red.welcome.token.encode(), table.tokens["blue"].encode(), invite.encode(), vault.operator_token.encode(),
            *(form for key in (secrets.dice, vault.server_key) for form in (key, key.hex().encode())),
            *(hash.encode() for hash in secrets.tokens),
        ]  # fmt: skip
        for raw in raws:
            raw.say(Look("a", 1), Command("b", {"do": "move"}), Command("c", {"do": "vacate", "seat": "red"}))
        await table.server.close()
        for raw in raws:
            sent = b"".join(bytes(frame.data) for frame in await raw.rest())
            assert b"Ada" in sent
            assert not [secret for secret in hidden if secret in sent]
            assert encode(Closing("x", "y"), raw.fmt)[:12] in sent
