"""What comes from the server, as it is shown."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from kit import game, unit
from kit.link import Paper, Pauses, Relay, code_of, link, seated, soon
from kit.net import Table, serving
from msgspec.structs import replace
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.showing import Showing, free_seats, told_rows
from wardiary_protocol.messages import PATH, Accepted, Line, Told
from wardiary_server.game.state import Clock


@asynccontextmanager
async def shown(client: Client, paper: Paper | None = None) -> AsyncIterator[tuple[Client, Paper]]:
    """A client, and the screen that shows what it hears."""
    paper = paper or Paper()
    showing = Showing(client, paper, lambda: None)
    running = asyncio.create_task(showing.run())
    try:
        async with client:
            await soon(showing.caught_up())
            yield client, paper
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def watched(table: Table, seat: str) -> AsyncIterator[tuple[Client, Paper]]:
    """A seat's own screen."""
    async with shown(Client(Address(table.url), token=await table.seat(seat))) as both:
        yield both


async def told(table: Table, seat: str, **body: object) -> int:
    """Somebody else's command."""
    async with seated(table, seat) as client:
        answer = await client.command(body)
        assert isinstance(answer, Accepted), answer
        return answer.seq


async def test_whoever_comes_sees_the_latest_and_what_waits(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        for number in range(12):
            await told(table, "red", do="say", text=f"number {number}")
        async with shown(Client(Address(table.url), token=await table.seat("blue"))) as (_, paper):
            assert "a test. You hold the seat Blue." in paper.text
            assert "number 11" in paper.text
            assert "number 3" not in paper.text
            assert "It is anyone's go." in paper.text
            assert f"room code {code_of(table)}" in paper.text
            assert paper.prompts[-1] == "[Blue, round 1, your go] > "


async def test_the_story_comes_with_faces_and_reasons(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, shown(Client(link(table, code=code_of(table)))) as (_, paper):
        await told(table, "red", do="move", unit="vega", to="b")
        await paper.until("Vega moves from a to b.")
        await told(table, "red", do="say", text="\x1b]0;mine\x07")
        await paper.until("]0;mine")
        assert "You are watching" in paper.text
        assert paper.prompts[-1] == "[watching, round 1] > "


async def test_it_says_that_it_is_lost_and_that_it_is_back_and_what_was_missed(tmp_path: Path) -> None:
    """maptool#5748, foundryvtt#4770: the client shows it and comes back by itself."""
    pauses = Pauses()
    async with serving(tmp_path) as table, Relay(table.server.port) as relay:
        address = Address(f"ws://127.0.0.1:{relay.port}{PATH}")
        client = Client(address, token=await table.seat("red"), pause=pauses)
        async with shown(client) as (_, paper):
            relay.cut()
            await paper.until("-- No connection: the connection broke. Trying until it is there")
            await paper.until("[no connection] > ")
            await told(table, "blue", do="say", text="where are you?")
            pauses.let()
            await paper.until("where are you?")

            assert paper.text.count("-- No connection") == 1
            assert paper.text.index("-- The connection is back.") < paper.text.index("where are you?")


async def test_what_was_missed_is_shown_in_full_or_its_end(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        pauses, paper = Pauses(), Paper()
        async with serving(tmp_path) as table:
            port, token = table.server.port, await table.seat("red")
            client = Client(Address(table.url), token=token, pause=pauses)
            await stack.enter_async_context(shown(client, paper))
        await pauses.wanted()
        async with serving(tmp_path, port=port, told=5) as table, seated(table, "blue") as blue:
            answers = [await blue.command({"do": "say", "text": f"number {n}"}) for n in range(80)]
            assert all(isinstance(answer, Accepted) for answer in answers)
            pauses.let()
            await paper.until("number 79")

        assert "number 25" in paper.text
        assert "number 3\n" not in paper.text + "\n"
        assert "entries before these are not shown: `log 8" in paper.text
        assert all(paper.text.count(f"number {n}\n") == 1 for n in range(25, 79))


async def test_a_jump_in_the_story_is_filled(tmp_path: Path) -> None:
    """A client that was behind gets one update that leaves entries out; its reader shall miss none."""
    async with serving(tmp_path) as table:
        client = Client(link(table, code=code_of(table)))
        async with shown(client) as (_, paper), seated(table, "red") as red:
            for number in range(5):
                await red.command({"do": "say", "text": f"number {number}"})
            await paper.until("number 4")
            showing = Showing(client, again := Paper(), lambda: None)
            showing._news.begin(client.scene, 1)
            running = asyncio.create_task(showing.run())
            await red.command({"do": "say", "text": "the last"})
            await again.until("the last")
            running.cancel()

            assert [f"number {n}" in again.text for n in range(5)] == [True] * 5


async def test_who_comes_who_leaves_and_who_knocks_is_shown(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, watched(table, "red") as (_, paper):
        async with seated(table, "blue"):
            await paper.until("-- Blue is here.")
        await paper.until("-- Blue is away.")
        async with Client(link(table, code=code_of(table))) as guest:
            asked = asyncio.create_task(guest.ask_seat("referee", "Cleo \x1b[2J"))
            await paper.until("** Cleo [2J asks for the seat Referee. Type `admit` or `deny`.")
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)


async def test_another_seat_is_another_beginning(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        client = Client(link(table, code=code_of(table)))
        async with shown(client) as (_, paper):
            await client.become(await table.seat("red"))
            await paper.until("You hold the seat Red.")
            assert free_seats(client) == "Free seats: blue and referee."


def test_rows_of_a_piece_of_the_story_mark_what_was_undone() -> None:
    entries = [
        Told(5, "game", 0, lines=(Line("x", "A"),), parent=4),
        Told(6, "rewind", 0, lines=(Line("y", "B"),), parent=4),
    ]

    assert [row.text for row in told_rows(entries, 4)] == ["    5 ~ A (undone)", "    6 < B"]


async def test_a_question_is_put_to_the_one_who_must_answer(tmp_path: Path) -> None:
    start = game(
        "a", [unit("vega", "a"), unit("rook", "a", "blue")], clock=Clock(), options={"frame.order": "initiative"}
    )
    start = replace(start, options={**start.options, "frame.dice": "typed"})
    async with serving(tmp_path, start) as table, watched(table, "red") as (red, paper):
        await told(table, "blue", do="ready")
        await red.command({"do": "ready"})
        await paper.until("** You are asked: Vega, initiative: 1 die of 10")
        await paper.until("[you are asked: Vega, initiative: 1 die of 10] > ")
