"""What comes from the server, taken in its order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from kit.link import seated, soon
from kit.net import Table, serving
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.full.following import Following
from wardiary_protocol.messages import Accepted, Update, Welcome


class Told:
    """A follower, and what it said."""

    def __init__(self, client: Client) -> None:
        self.said: list[str] = []
        self.arrived: list[Welcome] = []
        self.changes = 0
        self.following = Following(
            client, lambda text, _look: self.said.append(text), self._changed, self.arrived.append
        )

    def _say(self, text: str, _look: str) -> None:
        self.said.append(text)

    async def _changed(self) -> None:
        self.changes += 1


@asynccontextmanager
async def followed(table: Table, seat: str) -> AsyncIterator[tuple[Client, Told]]:
    client = Client(Address(table.url), token=await table.seat(seat))
    told = Told(client)
    running = asyncio.create_task(told.following.run())
    try:
        async with client:
            await soon(told.following.caught_up())
            yield client, told
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_the_diary_holds_every_entry_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, followed(table, "red") as (client, told):
        answer = await client.command({"do": "move", "unit": "vega", "to": "b"})
        assert isinstance(answer, Accepted)
        await client.reached(answer.seq)
        await soon(told.following.caught_up())

        assert [one.seq for one in told.following.diary.entries] == list(range(1, answer.seq + 1))
        assert told.following.connection == "connected"
        assert [welcome.seat for welcome in told.arrived] == ["red"]


async def test_what_an_update_leaves_out_is_fetched(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "blue") as blue, followed(table, "red") as (client, told):
        last = told.following.diary.last
        for text in ("one", "two", "three"):
            await blue.command({"do": "say", "text": text})
        await client.reached(last + 3)
        await soon(told.following.caught_up())
        told.following.diary.entries = told.following.diary.entries[:-3]
        client.heard(Update(last + 3, last + 3, 0, (), [], client.replica.hash), b"")
        await soon(told.following.caught_up())

        assert told.following.diary.last == last + 3


async def test_older_entries_are_fetched_when_they_are_wanted(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "blue") as blue:
        for number in range(210):
            await blue.command({"do": "say", "text": f"number {number}"})
        async with followed(table, "red") as (_, told):
            first = told.following.diary.first
            assert first > 1
            await told.following.older()

            assert [one.seq for one in told.following.diary.entries][:2] == [1, 2]
            await told.following.older()
            assert told.following.diary.first == 1
