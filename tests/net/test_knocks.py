"""Asking for a seat, and being let in with a tap."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from kit.net import Client, Table, serving
from wardiary_protocol.messages import Accepted, Admit, AskSeat, Hello, Knock, Offers, Rejected, SeatGranted
from wardiary_protocol.wire import Format
from wardiary_server.log.contract import Full


async def knocked(eye: Client, host: Client, seat: str = "red", name: str = "Bo", id: str = "ask") -> Knock:
    """A spectator asks for a seat, and whoever may admit has heard of it."""
    await eye.say(AskSeat(id, seat, name))
    return await host.next(Knock)


async def refusal(client: Client, id: str) -> str:
    """The code with which something was refused."""
    answer = await client.until(lambda message: getattr(message, "id", None) == id)
    assert isinstance(answer, Rejected), answer
    return answer.code


@pytest.mark.parametrize("host", ["referee", "blue"])
async def test_somebody_is_let_in_with_a_tap(tmp_path: Path, host: str) -> None:
    async with serving(tmp_path) as table:
        tapper, eye = await table.player(host), await table.spectator(Format.JSON)
        knock = await knocked(eye, tapper, name="Bo\u202e")
        assert (knock.seat, knock.name) == ("red", "Bo")
        answer = await tapper.ask(Admit("tap", knock.knock))
        assert isinstance(answer, Accepted)
        granted = await eye.next(SeatGranted)
        assert (granted.id, granted.seat) == ("ask", "red")
        assert table.room.state.table.held["red"].name == "Bo"
        red = await table.hello(Hello(token=granted.token))
        await red.accepted("move", "vega", to="b")


async def test_somebody_is_turned_away(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        blue, eye = await table.player("blue"), await table.spectator()
        knock = await knocked(eye, blue)
        head = table.room.head
        assert isinstance(await blue.ask(Admit("tap", knock.knock, yes=False)), Accepted)
        assert await refusal(eye, "ask") == "turned_away"
        assert table.room.head == head
        await knocked(eye, blue, id="please")  # they may ask again


async def test_the_referee_decides_where_one_is_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        referee, blue, eye = await table.player("referee"), await table.player("blue"), await table.spectator()
        knock = await knocked(eye, referee)
        assert await refusal_of(blue, Admit("mine", knock.knock)) == "not_allowed"
        assert not [message for message in blue.heard if isinstance(message, Knock)]
        await referee.leave()
        assert await blue.next(Knock) == knock  # now it is for the players to decide
        assert isinstance(await blue.ask(Admit("mine now", knock.knock)), Accepted)


async def refusal_of(client: Client, message: Any) -> str:
    answer = await client.ask(message)
    assert isinstance(answer, Rejected), answer
    return answer.code


async def test_who_arrives_later_hears_who_is_waiting(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()
        await eye.say(AskSeat("ask", "red", "Bo"))
        await eye.ask(Offers("trip"))
        blue = await table.player("blue")
        knock = await blue.next(Knock)
        assert isinstance(await blue.ask(Admit("tap", knock.knock)), Accepted)
        await eye.next(SeatGranted)


async def test_a_knock_is_withdrawn_when_whoever_knocked_has_gone(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        blue, eye, head = await table.player("blue"), await table.spectator(), table.room.head
        knock = await knocked(eye, blue)
        await eye.leave()
        while table.server.house.halls["test"].attendance.watching:
            await blue.ask(Offers("trip"))
        assert await refusal_of(blue, Admit("tap", knock.knock)) == "no_such_knock"
        assert table.room.head == head


async def test_one_knock_is_answered_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        blue, eye = await table.player("blue"), await table.spectator()
        knock = await knocked(eye, blue)
        answers = [await blue.ask(Admit(f"tap{n}", knock.knock, yes=n < 2)) for n in range(3)]
        assert [type(answer) for answer in answers] == [Accepted, Rejected, Rejected]
        assert await refusal_of(blue, Admit("x", "k99")) == "no_such_knock"


async def test_of_two_who_ask_for_one_seat_one_gets_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        blue = await table.player("blue")
        first, second = await table.spectator(), await table.spectator()
        knocks = [await knocked(first, blue, name="A"), await knocked(second, blue, name="B")]
        await blue.say(Admit("a", knocks[0].knock))
        await blue.say(Admit("b", knocks[1].knock))
        await first.next(SeatGranted)
        assert await refusal(second, "ask") == "seat_taken"
        assert await refusal(blue, "b") == "seat_taken"
        assert table.room.state.table.held["red"].name == "A"


async def test_what_cannot_be_asked_is_refused_with_its_reason(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        blue, eye = await table.player("blue"), await table.spectator()
        assert await refusal_of(eye, AskSeat("1", "green")) == "no_such_seat"
        assert await refusal_of(eye, AskSeat("2", "blue")) == "seat_taken"
        assert await refusal_of(blue, AskSeat("3", "red")) == "not_allowed"
        assert await refusal_of(eye, Admit("4", "k1")) == "not_allowed"
        await knocked(eye, blue)
        assert await refusal_of(eye, AskSeat("5", "referee")) == "already_asked"


async def test_a_seat_that_is_taken_otherwise_need_not_be_waited_for(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        blue, eye = await table.player("blue"), await table.spectator()
        knock = await knocked(eye, blue)
        await table.hello(Hello(invite=table.lobby.vault.issue_invite("test", "red")))
        assert await refusal(eye, "ask") == "seat_taken"
        assert await refusal_of(blue, Admit("tap", knock.knock)) == "no_such_knock"


async def test_too_many_at_the_door_are_told_to_come_later(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        eyes = [await table.spectator() for _ in range(33)]
        for eye in eyes[:-1]:
            await eye.say(AskSeat("ask", "red"))
            await eye.ask(Offers("trip"))
        assert await refusal_of(eyes[-1], AskSeat("ask", "red")) == "busy"


async def test_nobody_is_let_in_where_it_cannot_be_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as table:
        blue, eye, head = await table.player("blue"), await table.spectator(), table.room.head
        knock = await knocked(eye, blue)

        async def full(*_: Any) -> int:
            raise Full("There is no space left.")

        with monkeypatch.context() as disk:
            disk.setattr(table.lobby.log, "append", full)
            assert await refusal_of(blue, Admit("tap", knock.knock)) == "storage"
            assert await refusal(eye, "ask") == "storage"
        assert table.room.head == head
        with monkeypatch.context() as disk:

            def no_vault(*_: Any) -> str:
                raise Full("There is no space left.")

            disk.setattr(table.lobby.vault, "issue_token", no_vault)
            knock = await knocked(eye, blue, id="again")
            assert await refusal_of(blue, Admit("tap2", knock.knock)) == "unavailable"
        await let_in(table, blue, await knocked(eye, blue, id="third"), eye)


async def let_in(table: Table, host: Client, knock: Knock, eye: Client) -> None:
    """It works after all."""
    assert isinstance(await host.ask(Admit("at last", knock.knock)), Accepted)
    await eye.next(SeatGranted)
    assert knock.seat in table.room.state.table.held


async def test_a_seat_is_free_again_where_whoever_asked_left_while_they_were_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as table:
        blue, eye = await table.player("blue"), await table.spectator()
        knock = await knocked(eye, blue)
        append, gone = table.lobby.log.append, asyncio.Event()

        async def slowly(*batch: Any) -> int:
            await gone.wait()
            return await append(*batch)

        monkeypatch.setattr(table.lobby.log, "append", slowly)
        await blue.say(Admit("tap", knock.knock))
        await eye.leave()
        while table.server.house.halls["test"].attendance.watching:
            await blue.ask(Offers("trip"))
        gone.set()
        assert await refusal(blue, "tap") == "gone"
        while "red" in blue.replica.view["table"]["now"]["seats"]:
            await blue.hear()
        assert "red" not in table.room.state.table.held
