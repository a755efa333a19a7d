"""A bot that plays a whole game and knows no rule: it does something that is on offer, and answers what it is asked.

    python examples/bot.py 'http://127.0.0.1:8765/#i=INVITE'

All that it reads are offers, so it plays any scenario by any rulebooks, house rules among them. `WORTH` is what it
thinks of the commands that it has heard of. A better bot begins there: `client.scene` has all that a player sees.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

from wardiary_cli.client import Client, Refusal
from wardiary_cli.exits import Ended
from wardiary_protocol.messages import Accepted, Offer

WORTH = {
    "answer": 1_000.0,
    "agree": 1_000.0,
    "use": 8.0,
    "take": 8.0,
    "attack": 6.0,
    "place": 5.0,
    "stand": 3.0,
    "move": 2.0,
    "deploy": 2.0,
    "close": 0.1,
    "leave": 0.1,
    "end": 0.05,
    "hold": 0.05,
    "ready": 0.02,
    "pass": 0.01,
    "done": 0.001,
    **dict.fromkeys(("undo", "redo", "disagree", "withdraw", "correct", "accept", "end_round"), 0.0),
    **dict.fromkeys(("dice", "suspend", "watching", "vacate"), 0.0),
}
"""How gladly a command is given, against the others on offer; 1 for one that is not here, 0 never."""

Body = dict[str, Any]


class Bot:
    """One seat. `pause` is how many seconds it takes before each command, for people to follow."""

    def __init__(self, client: Client, random: Random, pause: float = 1.0) -> None:
        self.client = client
        self.random = random
        self.pause = pause
        self.accepted = 0

    async def play(self) -> str:
        """Until there is a result: that. Raises `Ended` where the game or the server goes away."""
        while not self.client.scene.result():
            seq = self.client.replica.seq
            if not await self.act():
                await self.client.reached(seq + 1)
        return self.client.scene.result()

    async def act(self) -> bool:
        """Do something; whether anything could be done. What others do meanwhile may come first: that is no fault."""
        bodies = [body for body in await self.bodies() if worth(body)]
        while bodies:
            (body,) = self.random.choices(bodies, [worth(body) for body in bodies])
            bodies.remove(body)
            await asyncio.sleep(self.pause)
            if isinstance(await self.client.command(body), Accepted):
                self.accepted += 1
                return True
        return False

    async def bodies(self) -> list[Body]:
        """All that this seat, or one of its units, may do now. What is asked comes alone, where something is."""
        found = list(legal((await self.client.offers()).offers))
        if not any(body["do"] == "answer" for body in found):
            for unit in self.client.scene.commanded():
                try:
                    found += legal((await self.client.offers(unit)).offers)
                except Refusal:  # it is gone since
                    continue
        return found


def worth(body: Body) -> float:
    """How gladly a command is given."""
    return WORTH.get(body["do"], 1.0)


def legal(offers: tuple[Offer, ...]) -> Iterator[Body]:
    """The commands that offers stand for: one each, or where a target is asked for one for each target.

    What else may be said of them is left unsaid; where something has to be said, that is left to people.
    """
    for offer in offers:
        if offer.why_not or any(field.needed and field.name not in (*offer.body, offer.asks) for field in offer.fields):
            continue
        if not offer.asks:
            yield dict(offer.body)
        yield from ({**offer.body, offer.asks: target.value} for target in offer.targets)


async def main() -> None:
    """Sit down, play, say who won."""
    parser = argparse.ArgumentParser(description="Plays a whole game, and knows no rule.")
    parser.add_argument("link", help="as the server prints it for a seat")
    parser.add_argument("--name", default="Bot", help="what the others shall call it")
    parser.add_argument("--seed", type=int, help="the same bot again, for the same game")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds before each command (1)")
    words = parser.parse_args()
    try:
        async with Client(words.link, name=words.name) as client:
            print(await Bot(client, Random(words.seed), words.pause).play())
    except Ended as end:
        print(end)


if __name__ == "__main__":
    asyncio.run(main())
