"""Everyone in one game: who gets what, told once for all who get the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit.net import Client, Table, serving
from wardiary_protocol.messages import Accepted, Command, Hello, Offers, Presence, Rejected, Typing, Update
from wardiary_protocol.wire import Format
from websockets.frames import Opcode


async def round_trip(*clients: Client) -> None:
    """Everything that was sent to these clients before has been read by them."""
    for n, client in enumerate(clients):
        await client.ask(Offers(f"trip{n}"))


def recorded(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every piece that is written to a connection from now on."""
    written: list[bytes] = []
    for session in table.server.house.sessions:
        connection = session._connection
        write = connection.transport.write

        def record(data: bytes, write: Any = write) -> None:
            written.append(data)
            write(data)

        session._detour()
        monkeypatch.setattr(connection, "transport", Spied(connection.transport, record))
        session.flushed()
    return written


class Spied:
    """A transport whose writes go by somebody else first."""

    def __init__(self, transport: Any, write: Any) -> None:
        self.write = write
        self._behind = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._behind, name)


async def test_a_tick_is_encoded_once_for_each_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as table:
        eyes = [await table.spectator(fmt) for fmt in [*Format] * 3]
        red = await table.player("red")
        await round_trip(red, *eyes)
        written = recorded(table, monkeypatch)
        await table.lobby.sit("test", "red", "Ada")
        assert len(written) == 7
        assert len({id(data) for data in written}) == 2  # the very same bytes, to everyone who reads that format
        for client in (red, *eyes):
            await client.at(table.room.state.seq)


async def test_both_formats_tell_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        eyes = [await table.spectator(fmt) for fmt in Format]
        await red.accepted("move", "vega", to="c")
        updates = [await eye.next(Update) for eye in eyes]
        assert updates[0] == updates[1]


async def test_the_update_comes_before_the_answer(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        for text in "abc":
            seq = await red.accepted("say", text=text)
            assert red.replica.seq == seq


async def test_what_is_refused_is_told_to_nobody_else(tmp_path: Path) -> None:
    """PlanarAlly (its source): B moves A's unit: refused; no other client receives anything."""
    async with serving(tmp_path) as table:
        red, blue, eye = await table.player("red"), await table.player("blue"), await table.spectator()
        head = table.room.head
        await round_trip(red, blue, eye)
        heard = [len(red.heard), len(eye.heard)]
        answer = await blue.do("move", "vega", to="b")
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.seq) == ("not_yours", head.seq)
        await round_trip(red, eye)
        assert [len(red.heard), len(eye.heard)] == [n + 1 for n in heard]  # their own round trip, and nothing else
        assert table.room.head == head


async def test_several_devices_hold_one_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        phone, laptop = await table.player("red"), await table.player("red", Format.JSON)
        seq = await phone.accepted("move", "vega", to="b")
        await laptop.at(seq)
        assert laptop.replica.hash == phone.replica.hash
        assert not [message for message in laptop.heard if isinstance(message, Accepted)]
        await phone.leave()
        await laptop.accepted("move", "vega", to="a")
        assert table.server.house.halls["test"].attendance.told(["red"]).seats == {"red": "here"}


async def test_one_command_on_two_devices_with_one_id_happens_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        phone, laptop = await table.player("red"), await table.player("red")
        first = await phone.do("move", "vega", id="same", to="b")
        second = await laptop.do("move", "vega", id="same", to="b")
        other = await laptop.do("move", "vega", id="same", to="c")
        assert isinstance(first, Accepted)
        assert isinstance(second, Accepted)
        assert (first.seq, first.again, second.again) == (second.seq, False, True)
        assert isinstance(other, Rejected)
        assert other.code == "id_reused"


async def test_those_who_only_follow_are_written_to_straight(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, *eyes = await table.player("red"), await table.spectator(), await table.spectator()
        await round_trip(red, *eyes)
        hall = table.server.house.halls["test"]
        ways = [group.straight for group in hall._groups.values()]
        assert sum(map(len, ways)) == 3
        await red.say(Command("a", {"do": "say", "text": "x"}))
        await red.until(lambda message: getattr(message, "id", "") == "a")
        await round_trip(red)
        assert sum(map(len, ways)) == 3  # and again, once they have their answer
        for client in (red, *eyes):
            await client.leave()
        while not hall.is_empty:
            await table.lobby.log.head("test")
        assert sum(map(len, ways)) == 0


# ------------------------------------------------------------------------------------------ who is here


async def test_everyone_is_told_who_is_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        eye = await table.spectator()
        assert eye.welcome is not None
        assert dict(eye.welcome.presence) == {}
        red = await table.player("red")
        await eye.shows({"red": "here"})
        await red.say(Typing())
        await eye.shows({"red": "typing"})
        await red.say(Typing(on=False))
        await eye.shows({"red": "here"})
        await red.say(Typing())
        await eye.shows({"red": "typing"})
        table.later(10)
        await eye.shows({"red": "here"})
        await red.leave()
        await eye.shows({"red": "away"})
        assert table.room.state.seq == 2  # none of it is an entry


async def test_those_who_watch_are_counted_now_and_then(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, *eyes = await table.player("red"), await table.spectator(), await table.spectator()
        await red.shows({"red": "here"})
        assert red.presence is not None
        table.later(1)
        await red.shows({"red": "here"}, watching=2)
        for eye in eyes:
            await eye.leave()
        await round_trip(red)
        table.later(1)
        await red.shows({"red": "here"}, watching=0)


async def test_changes_that_come_close_together_are_one_message(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, blue = await table.player("red"), await table.player("blue")
        await blue.shows({"red": "here", "blue": "here"})
        await round_trip(red, blue)
        told = sum(isinstance(message, Presence) for message in blue.heard)
        for n in range(20):
            await red.say(Typing(on=n % 2 == 0))
        await round_trip(red)
        await blue.shows({"red": "here", "blue": "here"})
        await round_trip(blue)
        assert sum(isinstance(message, Presence) for message in blue.heard) - told <= 20


async def test_spectators_do_not_type(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        await eye.say(Typing())
        await round_trip(eye, red)
        assert table.server.house.halls["test"].attendance.told(["red"]).seats == {"red": "here"}


async def test_a_seat_that_is_long_away_holds_no_undo_up(tmp_path: Path) -> None:
    async with serving(tmp_path, away=60.0) as table:
        red, blue = await table.player("red"), await table.player("blue")
        await blue.accepted("move", "rook", to="c")
        await red.accepted("move", "vega", to="b")
        await red.accepted("say", text="oops")
        await blue.leave()
        await red.shows({"red": "here", "blue": "away"})
        await red.accepted("rewind", node=table.room.state.table.cursor, to=table.room.state.table.cursor - 1)
        assert table.room.state.table.proposal is not None  # blue is asked
        table.later(60)
        node = table.room.state.table.cursor
        await red.accepted("withdraw", node=node)
        await red.accepted("rewind", node=node, to=node - 1)
        assert table.room.state.table.line == 1


# ------------------------------------------------------------------------------------------ taken back


async def test_a_seat_that_is_taken_back_is_told_so_and_opens_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        referee, blue = await table.player("referee"), await table.player("blue")
        phone, laptop = await table.player("red"), await table.player("red", Format.JSON)
        await referee.accepted("vacate", seat="red")
        for device in (phone, laptop):
            closing, code = await device.end()
            assert closing is not None
            assert (closing.code, closing.back, code) == ("seat_taken_back", False, 4403)
            assert "red" not in device.replica.view["table"]["now"]["seats"]
        await blue.at(table.room.state.seq)
        back = await table.knock()
        await back.say(Hello(token=table.tokens["red"]))
        closing, code = await back.end()
        assert code == 4401
        await blue.accepted("move", "rook", to="c")  # others are not touched
        again = await table.hello(Hello(invite=table.lobby.vault.issue_invite("test", "red"), name="Eve"))
        await again.accepted("move", "vega", to="b")


async def test_a_command_right_behind_the_loss_of_a_seat_is_dropped(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        referee, red = await table.player("referee"), await table.raw()
        red.say(Hello(token=await table.seat("red")))
        await red.frame()
        await referee.accepted("vacate", seat="red")
        head = table.room.head
        red.say(Command("late", {"do": "move", "unit": "vega", "to": "b"}))
        assert [frame.opcode for frame in await red.rest()][-1] is Opcode.CLOSE
        await round_trip(referee)
        assert table.room.head == head


@pytest.mark.parametrize("straight", [True, False])
async def test_one_connection_that_fails_takes_nothing_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, straight: bool
) -> None:
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        blue = await table.player("blue")
        await round_trip(red, eye, blue)
        broken = next(s for s in table.server.house.sessions if s.who.seat == "blue")

        def fail(*_: Any) -> None:
            raise RuntimeError("a fault of ours")

        if straight:
            table.server.house.halls["test"].straighten(broken, fail)
        else:
            broken._detour()
            monkeypatch.setattr(broken, "tell", fail)
        seq = await red.accepted("move", "vega", to="b")
        await eye.at(seq)
        assert (await blue.end())[1] == 1011
