"""The same evening with other secrets: what goes over the wire to those who may not know is the same, byte for byte.

Real sockets, both formats. Only two things differ by nature and are levelled: the clock's milliseconds, and the
witness, which is made with a key of the server's out of the hash of the log; both are as long as ever.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from kit import unit
from kit.house import accepted
from kit.net import PATIENCE, Client, Table, serving
from kit.skirmish import WEAPONS, gun, play
from msgspec.structs import replace
from wardiary_protocol.messages import ClientMessage, Command, Hello, Look, Offers, Page, Proof, Resume
from wardiary_protocol.wire import Format
from wardiary_server import tools
from wardiary_server.data import VAULT, opened
from wardiary_server.game.state import Area, Game, Item, Marker, Objective, Unit

ALL = ("blue", "spectators")


class World(NamedTuple):
    """What red keeps to itself, and what it does with that."""

    units: tuple[Unit, ...]
    names: tuple[str, ...]
    acts: tuple[dict[str, Any], ...]
    more: Mapping[str, Any] = {}


def hidden(name: str, zone: str, **more: Any) -> Unit:
    return unit(name, zone, hidden=ALL, **more)


WORLDS = (
    World(
        (hidden("wraith", "d", speed=2, items=("scythe",)),),
        ("wraith", "scythe", "Scythe"),
        (
            {"do": "begin", "unit": "wraith"},
            {"do": "open", "unit": "wraith", "door": "d3"},
            {"do": "move", "unit": "wraith", "to": "e"},
            {"do": "note", "text": "the wraith is out", "to": ["referee"]},
            {"do": "end", "unit": "wraith"},
        ),
        {"items": {"scythe": Item("scythe", "Scythe", stats={"dice": 9})}},
    ),
    World(
        (
            hidden("zombie", "e", health=11),
            hidden("lich", "e", speed=3),
            replace(gun("sentry", "d", "zapper", tags=("targets:blue",)), hidden=ALL),
        ),
        ("zombie", "lich", "sentry", "zapper", "deadfall", "doomsday", "brimstone"),
        (
            {"do": "begin", "unit": "lich"},
            {"do": "open", "unit": "lich", "door": "d3"},
            {"do": "move", "unit": "lich", "to": "d"},
            {"do": "note", "text": "x" * 400, "to": ["referee"]},
            {"do": "end", "unit": "lich"},
        ),
        {
            "items": {"zapper": Item("zapper", "Zapper", stats={"autonomous": 4})},
            "markers": {"deadfall": Marker("deadfall", "trap", "Deadfall", "e", hidden=ALL)},
            "objectives": {"doomsday": Objective("doomsday", "Doomsday", "hold", ("e",), "red", hidden=ALL)},
            "areas": {"brimstone": Area("brimstone", "fog", "Brimstone", ("e",), source="deadfall", hidden=ALL)},
        },
    ),
)


def start(world: World) -> Game:
    """Vega and what is hidden against Rook and Dace, in a house of two halves with a shut door between them."""
    known = [unit("vega", "a", speed=9), unit("rook", "b", "blue", speed=9), unit("dace", "c", "blue")]
    more = dict(world.more)
    items = {**WEAPONS, **more.pop("items", {})}
    drawing = "a - b - c #d2# d #d3# e"
    board = play(drawing, *known, *world.units, options={"frame.blips": False}, items=items, **more)
    return replace(board.start, items=items, dice={})


# ---------------------------------------------------------------------------------------------- who listens


@dataclass
class Listener:
    """A connection that keeps every byte that it gets."""

    client: Client
    heard: list[bytes] = field(default_factory=list)

    async def frame(self) -> dict[str, Any]:
        """The next message but for presence, kept as it came."""
        while True:
            async with asyncio.timeout(PATIENCE):
                data = await self.client.ws.recv()
            raw = data.encode() if isinstance(data, str) else data
            message = self.read(raw)
            if message["t"] != "presence":
                self.heard.append(raw)
                return message

    def read(self, raw: bytes) -> dict[str, Any]:
        """A message as plain values."""
        decode = json.loads if self.client.fmt.is_text else msgspec.msgpack.decode
        return dict(decode(raw))

    async def until(self, seq: int) -> None:
        """Follows until an entry was told."""
        while (await self.frame()).get("seq") != seq:
            pass

    async def ask(self, message: ClientMessage) -> dict[str, Any]:
        """Sends something, and takes what comes up to its answer."""
        await self.client.say(message)
        while True:
            answer = await self.frame()
            if answer.get("id") == getattr(message, "id", ""):
                return answer

    def level(self) -> list[tuple[int, Any]]:
        """All that came: how long it was, and what was in it but for clock and witness."""
        return [(len(raw), levelled(self.read(raw))) for raw in self.heard]


def levelled(value: Any) -> Any:
    """Without what differs by nature."""
    if isinstance(value, list):
        return [levelled(one) for one in value]
    if isinstance(value, dict):
        return {key: 0 if key in ("at", "witness") else levelled(one) for key, one in value.items()}
    return value


async def listen(table: Table, fmt: Format, hello: Hello) -> Listener:
    """Somebody who comes to the table; their welcome is the first thing that they keep."""
    listener = Listener(await table.knock(fmt))
    await listener.client.say(hello)
    assert (await listener.frame())["t"] == "welcome"
    return listener


# ---------------------------------------------------------------------------------------------- the evening

QUESTIONS: tuple[ClientMessage, ...] = (
    Look("look", 3),
    Page("page", 0, 500),
    Page("changes", 0, 500, changes=True),
    Proof("proof"),
    Offers("seat"),
    Offers("own", "rook"),
    Offers("foe", "vega"),
    *(Offers(f"of {name}", name) for world in WORLDS for name in world.names),
    Offers("of nobody", "wraiht"),
)


def orders(cursor: int) -> list[ClientMessage]:
    """Commands of blue's that name what it cannot know, and some that it may send."""
    names = [*(name for world in WORLDS for name in world.names), "nobody", "wraiht"]
    bodies = [
        body
        for name in names
        for body in (
            {"do": "attack", "unit": "rook", "weapon": "rifle", "target": name},
            {"do": "move", "unit": name, "to": "a"},
            {"do": "use", "unit": "rook", "objective": name},
            {"do": "take", "unit": "rook", "marker": name},
            {"do": "reveal", "unit": name},
            {"do": "rewind", "node": cursor, "unit": name},
            {"do": "answer", "root": 3, "opened": 3, "part": 0},
        )
    ]
    return [Command(f"n{n}", body) for n, body in enumerate(bodies)]


async def evening(data: Path, world: World) -> tuple[dict[str, list[tuple[int, Any]]], list[bytes], dict[str, bytes]]:
    """What blue and those who watch get in the course of it: levelled, raw, and as exports."""
    async with serving(data, start(world)) as table:
        room, code = table.room, table.lobby.vault.room_code("test")
        blue = Hello(token=await table.seat("blue"))
        await table.seat("red")
        listeners = {
            f"{who} {fmt.name}": await listen(table, fmt, hello)
            for fmt in Format
            for who, hello in (("blue", blue), ("watching", Hello(code=code)))
        }
        for body in (*world.acts, {"do": "move", "unit": "vega", "to": "b"}):
            seq = await accepted(room, "red", **{"word": body["do"], **{k: v for k, v in body.items() if k != "do"}})
            for listener in listeners.values():
                await listener.until(seq)
        undone = await accepted(room, "red", "undo", node=room.state.table.cursor)
        for listener in listeners.values():
            await listener.until(undone)
        for name, listener in listeners.items():
            for question in QUESTIONS:
                await listener.ask(question)
            if name.startswith("blue"):
                for order in orders(room.state.table.cursor):
                    answer = await listener.ask(order)
                    assert answer["t"] == "rejected", answer
        for fmt in Format:
            first = listeners[f"blue {fmt.name}"]
            welcome = first.read(first.heard[0])
            back = Resume(welcome["epoch"], "side:blue", welcome["seq"], welcome["hash"], welcome["witness"])
            listeners[f"back {fmt.name}"] = await listen(table, fmt, replace(blue, resume=back))
            listeners[f"late {fmt.name}"] = await listen(table, fmt, Hello(code=code))
        raw = [data for listener in listeners.values() for data in listener.heard]
        files = {}
        for audience in ("side:blue", "spectator"):
            path = data / "export"
            tools.export(data, "test", path, audience=audience, secrets=True)
            files[audience] = json.dumps(
                levelled([json.loads(line) for line in path.read_bytes().splitlines()])
            ).encode()
        return {name: listener.level() for name, listener in listeners.items()}, raw, files


async def worlds(tmp_path: Path) -> list[Path]:
    """A directory for each world, with the same secrets of the server in all of them."""
    places = [tmp_path / str(n) for n in range(len(WORLDS))]
    async with opened(places[0]) as lobby:
        lobby.vault.create("test")
    for place in places[1:]:
        place.mkdir()
        shutil.copy2(places[0] / VAULT, place / VAULT)
    return places


async def test_the_bytes_on_the_wire_do_not_depend_on_what_is_hidden(tmp_path: Path) -> None:
    """Updates, welcomes, resumes, read-back, the story, offers, refusals and exports (boardgame.io#1159, #399)."""
    places = await worlds(tmp_path)
    (one, _, one_files), (other, _, other_files) = [
        await evening(place, world) for place, world in zip(places, WORLDS, strict=True)
    ]

    assert one.keys() == other.keys()
    for name in one:
        assert one[name] == other[name], name
    assert one_files == other_files


@pytest.mark.parametrize("number", range(len(WORLDS)))
async def test_no_byte_that_is_sent_names_what_is_hidden_or_secret(tmp_path: Path, number: int) -> None:
    """Every byte that blue and those who watch get is searched (govariants#500)."""
    world = WORLDS[number]
    places = await worlds(tmp_path)
    _, raw, files = await evening(places[number], world)
    vault = json.loads((places[number] / VAULT).read_bytes())
    tokens = [*vault["games"]["test"]["tokens"], vault["key"], vault["games"]["test"]["dice"], vault["operator"]]
    wanted = [*world.names, *(u.name for u in world.units), *map(str, tokens)]
    asked = {name for one in WORLDS for name in one.names}  # blue itself has asked for these: a refusal repeats them

    for data in (*raw, *files.values()):
        for word in wanted:
            found = word.encode() in data
            assert not found or (word in asked and (b"rejected" in data or b"offered" in data)), (word, data)
