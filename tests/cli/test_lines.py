"""The JSON form, with a real server."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from kit.link import Pauses, code_of, link, seated, soon
from kit.net import Table, serving
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.exits import Ended, Exit
from wardiary_cli.lines import JsonLines, ended_line
from wardiary_protocol.messages import Knock, SeatGranted
from wardiary_protocol.replica import Replica
from wardiary_protocol.wire import Format, decode_server


class Program:
    """A program at the other end of the pipes."""

    def __init__(self, client: Client, **options: Any) -> None:
        self.client = client
        self.out: list[str] = []
        self.granted: list[SeatGranted] = []
        self._in: asyncio.Queue[str | None] = asyncio.Queue()
        self._news = asyncio.Event()
        self.session = JsonLines(client, self._lines(), self._write, granted=self.granted.append, **options)

    async def _lines(self) -> AsyncIterator[str]:
        while (line := await self._in.get()) is not None:
            yield line

    def _write(self, line: str) -> None:
        self.out.append(line)
        self._news.set()

    def say(self, *lines: Any) -> None:
        for line in lines:
            self._in.put_nowait(line if isinstance(line, str) else json.dumps(line))

    def end(self) -> None:
        self._in.put_nowait(None)

    @property
    def heard(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out]

    async def until(self, **fields: Any) -> dict[str, Any]:
        """Waits for a line that has these fields."""
        while True:
            for message in self.heard:
                if fields.items() <= message.items():
                    return message
            self._news.clear()
            await soon(self._news.wait())


@asynccontextmanager
async def program(table: Table, seat: str = "red", **options: Any) -> AsyncIterator[Program]:
    """A program that holds a seat, and is done at the end."""
    client = Client(Address(table.url), token=await table.seat(seat), fmt=Format.JSON)
    bot = Program(client, **options)
    running = asyncio.create_task(bot.session.run())
    try:
        await bot.until(t="welcome")
        yield bot
        bot.end()
        assert await soon(running) is Exit.OK
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await client.aclose()


async def test_a_bare_command_gets_its_id_and_its_line(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, program(table) as bot:
        bot.say({"do": "move", "unit": "vega", "to": "b"})
        accepted = await bot.until(t="accepted")
        update = await bot.until(t="update", seq=accepted["seq"])

        assert accepted["id"]
        assert update["entries"][0]["lines"][-1]["text"] == "Vega moves from a to b."


async def test_whole_messages_pass_as_they_are(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, program(table) as bot:
        bot.say(
            {"t": "command", "id": "mine", "body": {"do": "say", "text": "hello"}},
            {"t": "offers", "id": "q1", "unit": "vega"},
            {"t": "page", "after": 1},
            {"t": "typing"},
        )
        await bot.until(t="accepted", id="mine")
        await bot.until(t="offered", id="q1")
        assert (await bot.until(t="paged"))["id"]


async def test_a_command_without_a_line_is_on_the_newest(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, program(table) as bot:
        bot.say({"do": "move", "unit": "vega", "to": "b"})
        await bot.until(t="accepted")
        bot.say({"t": "command", "id": "back", "body": {"do": "undo", "node": table.room.state.table.cursor}})
        await bot.until(t="accepted", id="back")
        bot.say({"t": "command", "id": "new", "body": {"do": "move", "unit": "vega", "to": "b"}})
        bot.say({"t": "command", "id": "old", "line": 0, "body": {"do": "move", "unit": "vega", "to": "c"}})
        await bot.until(t="accepted", id="new")
        await bot.until(t="rejected", id="old", code="old_line")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("not json", "unreadable"),
        ("[1, 2]", "malformed"),
        ("7", "malformed"),
        ('{"t": "dance"}', "unknown_message"),
        ('{"t": ["command"], "do": "say"}', "malformed"),
        ('{"t": "look", "seq": -1, "id": "q"}', "malformed"),
        ('{"t": "command", "body": 3}', "malformed"),
        ('{"t": "command", "body": {"do": "say", "text": "a"}, "colour": "red"}', "malformed"),
        ('{"t": "command", "body": {"do": "say", "text": 1e99}}', "malformed"),
        ('{"t": "hello", "token": "x"}', "already_welcome"),
        ('{"do": "fly"}', "unknown_command"),
        ("[" * 5000, "too_deep"),
    ],
)
async def test_what_cannot_be_read_is_rejected_and_the_next_line_counts(tmp_path: Path, line: str, code: str) -> None:
    async with serving(tmp_path) as table, program(table) as bot:
        bot.say(line, "", {"do": "say", "text": "still here"})

        assert (await bot.until(t="rejected"))["code"] == code
        await bot.until(t="accepted")


async def test_an_id_that_is_in_use_is_rejected(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, program(table) as bot:
        message = {"t": "command", "id": "one", "body": {"do": "say", "text": "a"}}
        bot.say(message, message)
        await bot.until(t="rejected", id="one", code="id_in_use")
        await bot.until(t="accepted", id="one")


async def test_the_end_of_the_input_waits_for_what_was_asked_and_what_came_of_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        client = Client(Address(table.url), token=await table.seat("red"), fmt=Format.JSON)
        bot = Program(client)
        bot.say(*({"do": "say", "text": f"number {n}"} for n in range(100)))
        bot.end()

        assert await soon(bot.session.run()) is Exit.OK
        await client.aclose()

    assert sum(message["t"] == "accepted" for message in bot.heard) == 100
    assert max(message["seq"] for message in bot.heard if message["t"] == "update") == table.room.state.seq


async def test_whoever_applies_every_line_is_in_step_over_a_lost_connection(tmp_path: Path) -> None:
    pauses = Pauses()
    async with serving(tmp_path) as table:
        port, token = table.server.port, await table.seat("red")
        bot = Program(Client(Address(table.url), token=token, fmt=Format.JSON, pause=pauses))
        running = asyncio.create_task(bot.session.run())
        await bot.until(t="welcome")
    lost = await bot.until(t="connection", state="lost")
    assert lost["text"] == "The server is going away. What was played is kept"
    async with serving(tmp_path, port=port) as table, seated(table, "blue") as blue:
        await blue.command({"do": "move", "unit": "rook", "to": "c"})
        bot.say({"do": "move", "unit": "vega", "to": "b"})
        bot.end()
        pauses.let()
        assert await soon(running) is Exit.OK
        await bot.until(t="connection", state="back")
        await bot.client.aclose()
        hash = table.room.view("side:red").hex

    replica = Replica()
    for line, message in zip(bot.out, bot.heard, strict=True):
        if message["t"] == "welcome":
            replica.welcome(decode_server(line, Format.JSON))  # type: ignore[arg-type]
        elif message["t"] == "update":
            replica.update(decode_server(line, Format.JSON))  # type: ignore[arg-type]
    assert replica.hash == hash


async def test_what_others_wrote_cannot_break_a_line_or_a_terminal(tmp_path: Path) -> None:
    text = "one\ntwo\u2028three\x85\x9b2J\u202e \x7f é雪"
    async with serving(tmp_path) as table, program(table) as bot, seated(table, "blue") as blue:
        answer = await blue.command({"do": "say", "text": text})
        update = await bot.until(t="update", seq=answer.seq)

        assert update["entries"][-1]["lines"][0]["text"].endswith(text)
        assert all(len(line.splitlines()) == 1 and not set(line) & set("\x85\x9b\u202e\x7f") for line in bot.out)


async def test_a_seat_that_is_taken_back_is_the_end(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "referee") as referee:
        bot = Program(Client(Address(table.url), token=await table.seat("red"), fmt=Format.JSON))
        running = asyncio.create_task(bot.session.run())
        await bot.until(t="welcome")
        await referee.command({"do": "vacate", "seat": "red"})
        with pytest.raises(Ended) as ended:
            await soon(running)

    assert json.loads(ended_line(ended.value)) == {
        "t": "connection",
        "state": "ended",
        "code": 5,
        "text": "This seat was taken back.",
    }
    assert bot.heard[-1]["t"] == "closing"


async def test_a_program_asks_for_a_seat_and_goes_on_as_its_holder(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "blue") as blue:
        heard = blue.messages()
        bot = Program(Client(link(table, code=code_of(table)), fmt=Format.JSON), seat="red", name="Robot")
        running = asyncio.create_task(bot.session.run())
        while not isinstance(knock := await soon(anext(heard)), Knock):
            pass
        await blue.admit(knock.knock)
        await bot.until(t="welcome", seat="red")
        bot.say({"do": "move", "unit": "vega", "to": "b"})
        await bot.until(t="accepted")
        bot.end()

        assert await soon(running) is Exit.OK
        assert [granted.seat for granted in bot.granted] == ["red"]
        await bot.client.aclose()


async def test_with_stay_it_goes_on_without_input(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "blue") as blue:
        bot = Program(Client(Address(table.url), token=await table.seat("red"), fmt=Format.JSON, once=True), stay=True)
        bot.end()
        running = asyncio.create_task(bot.session.run())
        await bot.until(t="welcome")
        await blue.command({"do": "say", "text": "are you there?"})
        await bot.until(t="update")
        assert not running.done()
    with pytest.raises(Ended):
        await soon(running)
