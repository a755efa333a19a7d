"""An evening with real miniatures and real dice, over real sockets: everybody types, and the rules ask for inches.

Two players and a referee follow a game that a server process keeps. Whoever may go picks at random from what the server
offers; whoever is asked fills in all that waits for them as one form. The server is killed once, with a form half
filled.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace
from wardiary_protocol.messages import Accepted, Offered, Offers, Rejected
from wardiary_protocol.wire import Format
from wardiary_server.data import opened
from wardiary_server.demo import evening
from wardiary_server.demo.player import PATIENCE, Player
from wardiary_server.demo.process import ServerProcess
from wardiary_server.game.offers import legal
from wardiary_server.scenario import load

OPTIONS = {"frame.ask": True, "frame.dice": "typed", "zones.spread": "referee", "zones.criticals": True}
NAMES = {"red": "Ada", "blue": "Bruno", "referee": "Cleo"}
AHEAD = ("move", "attack", "open", "use", "take", "throw", "stand", "seal", "leave", "deploy")
"""What carries a game on; the rest is done where none of it may be."""
Body = dict[str, Any]


class Person(Player):
    """A player who can ask what may be done."""

    _offers: asyncio.Future[Offered]
    _asked = count(1)

    async def legal(self, unit: str) -> list[Body]:
        """The bodies of what a unit may do now, or with no unit what the seat may do."""
        self._offers = asyncio.get_running_loop().create_future()
        await self._send(Offers(id=f"{self.name}-o{next(self._asked)}", unit=unit))
        return list(legal((await asyncio.wait_for(self._offers, PATIENCE)).offers))

    def _take(self, message: Any) -> None:
        if isinstance(message, Offered):
            self._offers.set_result(message)
        else:
            super()._take(message)


class Miniatures(evening.Evening):
    """The bundled scenario with `frame.ask`, where everybody types what their dice show."""

    def __init__(self, directory: Path, seed: int, *, referee: bool) -> None:
        super().__init__(directory, lambda _text: None)
        self.random = Random(seed)
        self.seats = [seat for seat in NAMES if referee or seat != "referee"]
        self.forms = Counter[str]()  # which rules asked, and how often several things waited for one seat
        self.killed = False
        self.players: dict[str, Person]  # type: ignore[assignment]

    # ------------------------------------------------------------------------------------------ the table

    async def set_up(self) -> dict[str, str]:
        """The game, with everybody seated; their tokens, and the room code under ''."""
        start = load("derelict").game
        assert start.measure == "table"
        async with opened(self.data) as lobby:
            await lobby.create(replace(start, options={**start.options, **OPTIONS}), game=evening.GAME)
            tokens = {"": lobby.vault.room_code(evening.GAME)}
            for seat in self.seats:
                await lobby.sit(evening.GAME, seat, NAMES[seat])
                tokens[seat] = lobby.vault.issue_token(evening.GAME, seat)
        return tokens

    async def sit_down(self) -> None:
        """Everybody says hello; somebody watches."""
        tokens = await self.set_up()
        code = tokens.pop("")
        self.server = await ServerProcess.start(self.data)
        for seat, token in tokens.items():
            self.players[seat] = Person(NAMES[seat], Format.MSGPACK, token=token)
        self.players["watch"] = Person("Spectator", Format.JSON, code=code, heard=self.hear)
        for player in self.players.values():
            await player.connect(self.server.port)

    async def play(self) -> str:
        """From set-up to a result, and what it came to."""
        await self.sit_down()
        await self.deploy()
        while "result" not in self.view["game"]["now"]:
            if self.view["requests"]:
                await self.fill_in()
            else:
                await self.go()
        await self.finish()
        return await self.reckon()

    @property
    def view(self) -> Mapping[str, Any]:
        """What a spectator sees; nothing is hidden in this game."""
        return self.players["watch"].replica.view

    async def accepted(self, seat: str, body: Body) -> None:
        """One command that must be accepted, and that everybody then knows of."""
        answer = await self.players[seat].command(body)
        assert isinstance(answer, Accepted), (seat, body, answer)
        await self.together(answer.seq)

    async def together(self, seq: int) -> None:
        """Everybody has followed to this entry."""
        for player in self.players.values():
            await player.until(seq)

    # ------------------------------------------------------------------------------------------ turns

    async def deploy(self) -> None:
        """Both sides are set up."""
        for seat in ("red", "blue"):
            for unit, shown in self.units(seat):
                places = [body for body in await self.players[seat].legal(unit) if body["do"] == "place"]
                if places and not shown.get("zone"):
                    await self.accepted(seat, self.random.choice(places))
            await self.accepted(seat, {"do": "ready"})

    def units(self, seat: str) -> list[tuple[str, Mapping[str, Any]]]:
        """A seat's units that are still in the game."""
        return [(name, u) for name, u in self.view["units"].items() if u.get("seat") == seat and u["status"] != "dead"]

    async def go(self) -> None:
        """The next command: of the first unit that may do anything, something that carries the game on."""
        for seat, unit in self.able():
            bodies = await self.players[seat].legal(unit)
            ahead = [body for body in bodies if body["do"] in AHEAD]
            rest = [body for body in bodies if body["do"] in ("end", "pass")]
            if ahead or rest:
                body = self.random.choice(ahead if ahead and self.random.random() < 0.9 else rest or ahead)
                await self.accepted(seat, body)
                return
        raise AssertionError("nobody may do anything")

    def able(self) -> list[tuple[str, str]]:
        """The units whose turn is on; else those that have had none yet, in any order."""
        clock = self.view["game"]["now"]["clock"]
        units = [(seat, unit) for seat in ("red", "blue") for unit, _shown in self.units(seat)]
        waiting = [one for one in units if one[1] not in clock["done"]]
        return [one for one in units if one[1] in clock["active"]] or self.random.sample(waiting, len(waiting))

    # ------------------------------------------------------------------------------------------ forms

    def waiting(self) -> Iterator[tuple[str, Body, Mapping[str, Any]]]:
        """All that is asked and not answered: of which seat, the answer's beginning, and the part."""
        for request in self.view["requests"].values():
            for number, part in sorted(request["parts"].items(), key=lambda item: int(item[0])):
                if not part["answered"]:
                    body = {"do": "answer", "root": request["root"], "opened": request["opened"], "part": int(number)}
                    yield part["seat"], body, part

    async def fill_in(self) -> None:
        """Whoever is asked first fills in all that waits for them, and sends it in one go."""
        seat = next(self.waiting())[0]
        form = [(body, part) for whose, body, part in self.waiting() if whose == seat]
        self.forms.update(f"{part['rule']}: {part['kind']}" for _body, part in form)
        self.forms["several at once"] += len(form) > 1
        if len(form) > 1 and not self.killed and self.view["game"]["now"]["clock"]["round"] > 1:
            await self.killed_half_way(seat, form)
            return
        player, filled = self.players[seat], [{**body, **self.value(part)} for body, part in form]
        wrong = {**form[0][0], **self.wrong(form[0][1])}
        refused, *answers = await asyncio.gather(*(player.command(body) for body in [wrong, *filled]))
        assert isinstance(refused, Rejected), wrong
        assert refused.code == "bad_answer"
        for answer in answers:  # what was wrong with the one has lost none of the others
            assert isinstance(answer, Accepted), answer
        await self.together(player.replica.seq)

    async def killed_half_way(self, seat: str, form: list[tuple[Body, Mapping[str, Any]]]) -> None:
        """The server is killed when the first of several parts is answered; after that the others still wait."""
        (first, part), (second, _part) = form[:2]
        answer = {**first, **self.value(part)}
        await self.accepted(seat, answer)
        assert next(self.waiting())[1] == second
        await self.crash()  # compares the views before and after
        self.killed = True
        assert self.view["requests"][str(first["root"])]["parts"][str(first["part"])]["answered"]
        again = await self.players[seat].command(answer)
        assert isinstance(again, Rejected)
        assert again.code == "stale_request"

    def value(self, part: Mapping[str, Any]) -> Body:
        """What the dice show, and what people see on their table: mostly what is likely."""
        if part["kind"] == "roll":
            return {"faces": [self.random.randint(1, part["sides"]) for _ in range(part["dice"])]}
        likely, values = part["default"], [value for value, _label in part["options"]]
        if likely and self.random.random() < 0.7:
            return {"chosen": likely}
        most = min(part["most"], len(values))
        return {"chosen": self.random.sample(values, self.random.randint(part["least"], most))}

    def wrong(self, part: Mapping[str, Any]) -> Body:
        """What nobody can mean: a die too many, one with too many pips, a word, a choice that is not there."""
        if part["kind"] == "choice":
            return {"chosen": ["nowhere"]}
        faces = [1] * int(part["dice"])
        return {"faces": self.random.choice([[*faces, 1], [*faces[1:], part["sides"] + 1], [*faces[1:], "maybe"]])}
