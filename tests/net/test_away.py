"""Whoever is away is answered for: by the referee, or without one by the others together, after a minute."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kit import SEATS, game, unit
from kit.net import Client, Table, serving
from msgspec.structs import replace
from wardiary_protocol.messages import Hello, Presence, Rejected
from wardiary_server.game.state import Clock, Game, Seat, Side

OPTIONS = {"frame.order": "initiative", "frame.dice": "typed"}


def start(*players: str) -> Game:
    """Set up and nearly ready: each side's initiative will be rolled by hand, two dice of them by Red."""
    units = [unit("vega", "a"), unit("nova", "a"), *(unit(f"of_{name}", "a", name, seat=name) for name in players)]
    made = game("a", units, clock=Clock(), options=OPTIONS)
    names = ("red", *players)
    sides = {name: Side(name, name.title()) for name in names}
    seats = {name: Seat(name, name.title(), name) for name in names} | {"referee": SEATS["referee"]}
    return replace(made, sides=sides, seats=seats, dice={})


async def asked(table: Table, *players: str) -> dict[str, Client]:
    """Everybody is ready, what is asked of all but Red is answered; then Red leaves."""
    here = {name: await table.player(name) for name in ("red", *players)}
    for client in here.values():
        last = await client.accepted("ready")
    for name, client in here.items():
        await client.at(last)
        for number, part in parts(client).items():
            if part["seat"] == name != "red":
                last = await client.accepted("answer", **which(client, number), faces=[5])
    for name in players:
        await here[name].at(last)
    await here["red"].leave()
    await here[players[0]].until(lambda heard: isinstance(heard, Presence) and heard.seats.get("red") == "away")
    return here


def request(client: Client) -> Any:
    (asked_,) = client.replica.view["requests"].values()
    return asked_


def parts(client: Client) -> dict[int, Any]:
    """What waits still, by number."""
    return {int(number): part for number, part in request(client)["parts"].items() if not part["answered"]}


def which(client: Client, number: int) -> dict[str, Any]:
    asked_ = request(client)
    return {"root": asked_["root"], "opened": asked_["opened"], "part": number}


async def refused(client: Client, **answer: Any) -> str:
    said = await client.do("answer", **answer)
    assert isinstance(said, Rejected)
    return f"{said.code}: {said.text}"


async def test_the_referee_answers_for_somebody_or_lets_the_server_roll(tmp_path: Path) -> None:
    """D69: at once, and part by part: one with real dice, the other by the server."""
    async with serving(tmp_path, start("blue")) as table:
        referee = await table.player("referee")
        here = await asked(table, "blue")
        blue = here["blue"]
        await referee.at(blue.replica.seq)
        first, second = parts(referee)

        assert await refused(blue, **which(blue, first), faces=[3]) == (
            "not_yours: That is for Red to answer, or for the referee."
        )
        assert (await refused(referee, **which(referee, first), faces=[3, 3])).startswith("bad_answer: 1 face of 1 to")
        await referee.accepted("answer", **which(referee, first), faces=[3])
        last = await referee.accepted("answer", **which(referee, second), roll=True)

        await blue.at(last)
        assert not blue.replica.view["requests"]
        told = [line.text for entry in blue.told for line in entry.lines]
        assert sum(text.startswith("Referee answers for Red.") for text in told) == 2


async def test_a_referee_who_is_there_keeps_the_others_from_it(tmp_path: Path) -> None:
    async with serving(tmp_path, start("blue"), away=60.0) as table:
        await table.player("referee")
        blue = (await asked(table, "blue"))["blue"]
        table.later(61)
        said = await refused(blue, **which(blue, min(parts(blue))), faces=[3])
        assert said == "not_yours: Red is away: the referee can answer for them."


async def test_without_a_referee_the_others_do_after_a_minute_if_all_agree(tmp_path: Path) -> None:
    """D69: each part by itself; by `agree`, or by giving the very same answer."""
    async with serving(tmp_path, start("blue", "green"), away=60.0) as table:
        here = await asked(table, "blue", "green")
        blue, green = here["blue"], here["green"]
        first, second = parts(blue)

        table.later(59)
        assert (await refused(blue, **which(blue, first), faces=[3])).startswith("not_yours")
        table.later(2)
        assert (await refused(blue, **which(blue, first), faces=[30])).startswith("bad_answer")
        await green.at(await blue.accepted("answer", **which(blue, first), faces=[3]))
        assert list(parts(green)) == [first, second]
        proposal = green.replica.view["table"]["now"]["proposal"]
        assert proposal["text"].startswith("answer for Red")
        await blue.at(await green.accepted("agree", node=proposal["node"]))
        assert list(parts(blue)) == [second]

        await green.at(await blue.accepted("answer", **which(blue, second), roll=True))
        last = await green.accepted("answer", **which(green, second), roll=True)
        assert not green.replica.view["requests"]

        red = await table.hello(Hello(token=table.token("red")))
        assert red.replica.seq >= last
        assert not red.replica.view["requests"]
        await green.at(red.replica.seq)
        assert red.replica.hash == green.replica.hash


async def test_whoever_is_alone_needs_nobodys_word(tmp_path: Path) -> None:
    async with serving(tmp_path, start("blue"), away=60.0) as table:
        blue = (await asked(table, "blue"))["blue"]
        table.later(61)
        for number in parts(blue):
            await blue.accepted("answer", **which(blue, number), roll=True)
        assert not blue.replica.view["requests"]


async def test_who_comes_back_answers_for_themselves(tmp_path: Path) -> None:
    """A proposal of the others is no answer; the one who is asked is back and gives it."""
    async with serving(tmp_path, start("blue", "green"), away=60.0) as table:
        here = await asked(table, "blue", "green")
        blue = here["blue"]
        table.later(61)
        first, second = parts(blue)
        proposed = await blue.accepted("answer", **which(blue, first), faces=[3])

        red = await table.hello(Hello(token=table.token("red")))
        await red.at(proposed)
        await red.accepted("answer", **which(red, first), faces=[9])
        assert (await refused(blue, **which(blue, second), faces=[3])) == (
            "not_yours: That is for Red to answer; others can, once they have been away for a minute."
        )
        assert not red.replica.view["table"]["now"].get("proposal")
