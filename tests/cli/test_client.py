"""The client that programs use, with a real server at the other end."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from kit import game, unit
from kit.link import Pauses, Relay, code_of, link, seated, soon
from kit.net import serving
from wardiary_cli.address import Address
from wardiary_cli.client import Back, Client, Heard, Lost, Refusal
from wardiary_cli.exits import Ended, Exit
from wardiary_protocol.messages import PATH, Accepted, Rejected, Update
from wardiary_protocol.wire import Format
from wardiary_server.game.state import Clock, Game


async def test_two_players_and_a_spectator_see_the_same(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as table,
        seated(table, "red") as red,
        seated(table, "blue", fmt=Format.JSON) as blue,
        Client(link(table, code=code_of(table))) as watcher,
    ):
        moved = await red.command({"do": "move", "unit": "vega", "to": "b"})
        assert isinstance(moved, Accepted)
        back = await blue.command({"do": "move", "unit": "rook", "to": "c"})
        assert isinstance(back, Accepted)
        for client in (red, blue, watcher):
            await soon(client.reached(back.seq))
            assert client.replica.hash == table.room.view(client.replica.audience).hex
        assert watcher.scene.one("units", "vega")["zone"] == "b"
        assert (red.scene.seat, watcher.scene.seat) == ("red", "")


async def test_a_command_that_is_not_legal_is_rejected_and_changes_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        before = red.replica.hash

        answer = await red.command({"do": "move", "unit": "rook", "to": "c"})

        assert isinstance(answer, Rejected)
        assert answer.code == "not_yours"
        assert red.replica.hash == before


async def test_every_question_gets_its_own_answer(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        await red.command({"do": "move", "unit": "vega", "to": "b"})
        looked, paged, offered = await asyncio.gather(red.look(1), red.page(limit=2), red.offers("vega"))

        assert looked.view["units"]["vega"]["zone"] == "a"
        assert [told.seq for told in paged.entries] == [1, 2]
        assert "move" in [offer.body["do"] for offer in offered.offers]
        with pytest.raises(Refusal) as refused:
            await red.proof()
        assert refused.value.code == "not_closed"


async def test_an_invite_buys_a_seat_and_its_token_takes_it_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, Relay(table.server.port) as relay:
        invite = table.lobby.vault.issue_invite("test", "red")
        pauses = Pauses()
        pauses.let()
        address = Address(f"ws://127.0.0.1:{relay.port}{PATH}", invite=invite)
        async with Client(address, name="Ada", pause=pauses) as client:
            assert client.welcome is not None
            assert client.token == client.welcome.token
            heard = client.messages()
            relay.cut()
            await soon(client.until(lambda: client.welcome and not client.welcome.token))
            assert (client.welcome.seat, client.scene.held["red"]) == ("red", "Ada")
            assert isinstance(await anext(heard), Lost)
            assert isinstance(await anext(heard), Back)


async def test_it_comes_back_by_itself_when_the_server_does_and_misses_nothing(tmp_path: Path) -> None:
    """maptool#5748, foundryvtt#4770: the connection goes and comes; the client says so and comes back by itself."""
    pauses = Pauses()
    said: list[Heard] = []
    async with AsyncExitStack() as stack:
        async with serving(tmp_path) as table:
            port, token = table.server.port, await table.seat("red")
            client = Client(Address(table.url), token=token, pause=pauses, jitter=lambda: 0.0)
            client.listeners.append(lambda heard, _data: said.append(heard))
            await stack.enter_async_context(client)
            await client.command({"do": "move", "unit": "vega", "to": "b"})
        await pauses.wanted()
        assert not client.here
        assert [heard for heard in said if isinstance(heard, Lost)] == [
            Lost("The server is going away. What was played is kept")
        ]
        asked = asyncio.create_task(client.command({"do": "move", "unit": "vega", "to": "c"}))

        async with serving(tmp_path, port=port) as again:
            await table_moves_on(again.room.game, again)
            pauses.let()
            answer = await soon(asked)
            assert isinstance(answer, Accepted)
            await soon(client.reached(answer.seq))
            assert client.replica.hash == again.room.view(client.replica.audience).hex
            assert client.welcome is not None
            assert client.welcome.missed is not None
            assert [told.seq for told in client.welcome.missed.entries] == [answer.seq - 1]
            assert sum(isinstance(heard, Back) for heard in said) == 1


async def table_moves_on(game: str, table: object) -> None:
    """Somebody else is quicker."""
    assert isinstance(await table.lobby.sit(game, "blue", "Bo"), Accepted)  # type: ignore[attr-defined]


async def test_a_command_whose_answer_was_lost_happens_once(tmp_path: Path) -> None:
    """boardgame.io#672: the link is cut after the command and before its answer."""
    async with serving(tmp_path) as table, Relay(table.server.port) as relay, seated(table, "blue") as blue:
        pauses = Pauses()
        pauses.let()
        address = Address(f"ws://127.0.0.1:{relay.port}{PATH}")
        async with Client(address, token=await table.seat("red"), pause=pauses) as red:
            before = blue.replica.seq
            relay.deaf = True
            asked = asyncio.create_task(red.command({"do": "move", "unit": "vega", "to": "b"}))
            await soon(blue.reached(before + 1))
            relay.deaf = False
            relay.cut()

            answer = await soon(asked)

            assert answer == Accepted(answer.id, before + 1, again=True)
            assert table.room.state.seq == before + 1
            assert red.replica.hash == blue.replica.hash


async def test_a_question_that_was_open_is_the_same_after_coming_back(tmp_path: Path) -> None:
    """forge#10562: asked, dropped, back: the same request with the same id; answering works once."""
    async with serving(tmp_path, asks_for_initiative()) as table, Relay(table.server.port) as relay:
        pauses = Pauses()
        pauses.let()
        address = Address(f"ws://127.0.0.1:{relay.port}{PATH}")
        async with (
            seated(table, "blue") as blue,
            Client(address, token=await table.seat("red"), pause=pauses) as red,
        ):
            await blue.command({"do": "ready"})
            await red.command({"do": "ready"})
            (asked,) = await soon(red.until(lambda: red.scene.asked()))

            relay.cut()
            await soon(red.until(lambda: not red.here or None))
            await soon(red.until(lambda: red.here))

            assert red.scene.asked() == [asked]
            answer = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": asked.number, "faces": [7]}
            assert isinstance(await red.command(answer), Accepted)
            again = await red.command(answer)
            assert isinstance(again, Rejected)
            assert again.code == "stale_request"


def asks_for_initiative() -> Game:
    """Set up, and about to begin with a roll for each unit, by hand."""
    units = [unit("vega", "a"), unit("rook", "b", "blue")]
    return game("a - b", units, clock=Clock(), options={"frame.order": "initiative", "frame.dice": "typed"})


async def test_a_seat_that_was_taken_back_is_not_come_back_to(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        await table.lobby.sit("test", "referee", "Cleo")
        async with seated(table, "referee") as referee:
            assert isinstance(await referee.command({"do": "vacate", "seat": "red"}), Accepted)

        end = await soon(red.ended())

        assert (end.exit, end.text) == (Exit.TAKEN_BACK, "This seat was taken back.")
        with pytest.raises(Ended, match="taken back"):
            await red.command({"do": "say", "text": "hello?"})


async def test_a_wrong_token_opens_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        with pytest.raises(Ended) as refused:
            await Client(Address(table.url), token="no-token-of-this-server").open()

    assert refused.value.exit is Exit.REFUSED


async def test_a_spectator_is_let_into_a_seat_and_sits_down_on_a_new_connection(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "blue") as blue:
        knocks = blue.messages()
        async with Client(link(table, code=code_of(table)), name="Ada") as guest:
            asked = asyncio.create_task(guest.ask_seat("red", "Ada"))
            while not hasattr(knock := await soon(anext(knocks)), "knock"):
                pass
            await blue.admit(knock.knock)
            granted = await soon(asked)
            await soon(guest.become(granted.token))

            assert guest.scene.seat == "red"
            assert isinstance(await guest.command({"do": "move", "unit": "vega", "to": "b"}), Accepted)


async def test_whoever_is_turned_away_is_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "blue") as blue:
        knocks = blue.messages()
        async with Client(link(table, code=code_of(table))) as guest:
            asked = asyncio.create_task(guest.ask_seat("red"))
            while not hasattr(knock := await soon(anext(knocks)), "knock"):
                pass
            await blue.admit(knock.knock, yes=False)
            with pytest.raises(Refusal) as refused:
                await soon(asked)

    assert refused.value.code == "turned_away"


async def test_typing_is_seen_by_the_others(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red, seated(table, "blue") as blue:
        red.typing()
        await soon(blue.until(lambda: blue.presence.seats.get("red") == "typing"))


async def test_messages_come_in_order_and_end_with_the_client(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        async with seated(table, "red") as red:
            heard = red.messages()
            for number in range(5):
                await red.command({"do": "say", "text": str(number)})
            await soon(red.reached(table.room.state.seq))
        updates = [one async for one in heard if isinstance(one, Update)]

    assert [update.since + 1 for update in updates] == [update.seq for update in updates]
    assert [update.entries[0].lines[0].text for update in updates] == [f"Red: {number}" for number in range(5)]


async def test_an_id_that_is_still_open_and_what_cannot_be_sent_are_refused_here(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        first = asyncio.create_task(red.command({"do": "say", "text": "a"}, id="one"))
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="'one' waits"):
            await red.command({"do": "say", "text": "b"}, id="one")
        assert isinstance(await soon(first), Accepted)
        with pytest.raises(ValueError, match="cannot be sent"):
            await red.command({"do": "say", "text": 2**80})


async def test_whoever_waits_is_told_when_what_they_wait_for_cannot_be_looked_at(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:

        def broken() -> bool:
            if red.replica.seq < 4:
                return False
            raise KeyError("vega")

        waiting = asyncio.create_task(red.until(broken))
        await asyncio.sleep(0)
        for _ in range(4):
            await red.command({"do": "say", "text": "hello"})
        with pytest.raises(KeyError):
            await soon(waiting)


async def test_leaving_is_an_end_like_any_other(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        async with seated(table, "red") as red:
            end = asyncio.create_task(red.ended())
            await asyncio.sleep(0)

        assert (await soon(end)).exit is Exit.OK
