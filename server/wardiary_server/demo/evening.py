"""How the evening is played: the table, the steps of the script, the crash, and the reckoning."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

from wardiary_protocol.messages import Accepted, Rejected, Told
from wardiary_protocol.verify import Verdict
from wardiary_protocol.wire import Format

from .. import operator, tools
from ..data import LOG, opened
from ..log.sqlite_file import open_reader
from ..log.vault import GameSecrets
from ..retold import Retold
from ..scenario import load
from .player import Lost, Player
from .process import ServerProcess
from .script import DICE, REWINDS, SEATS, SECRET, Step, families_missing, steps

GAME = "demo"
Say = Callable[[str], None]


class Failed(Exception):
    """The evening did not go as it must."""


async def play(say: Say, result: Say) -> int:
    """Play it; the exit code. `say` gets the story as it goes, `result` the last line."""
    with tempfile.TemporaryDirectory(prefix="wardiary-demo-") as directory:
        evening = Evening(Path(directory), say)
        try:
            result(await evening.run())
        except (Failed, Lost) as fault:
            result(f"demo: FAILED. {fault}")
            return 1
        finally:
            await evening.end()
    return 0


class Evening:
    """One evening of *derelict*: two players and a spectator, each with a connection of their own."""

    def __init__(self, directory: Path, say: Say) -> None:
        self.data = directory / "games"
        self.say = say
        self.server: ServerProcess | None = None
        self.players: dict[str, Player] = {}
        self.dice = cycle(DICE)
        self.told: list[Told] = []

    async def run(self) -> str:
        """The whole evening, and what it came to in one line."""
        await self.sit_down()
        for step, following in pairwise((*steps(), Step("", {}))):
            if step is None:
                await self.crash()
            else:
                await self.step(step)
            if following is not None:
                await self.answer_all()
        await self.finish()
        missing = families_missing(self.told)
        if missing:
            raise Failed(f"These rules never came into play: {', '.join(missing)}.")
        return await self.reckon()

    async def end(self) -> None:
        """Everybody leaves, and the server stops."""
        for player in self.players.values():
            await player.close()
        if self.server is not None:
            await self.server.stop()

    # ------------------------------------------------------------------------------------------ the table

    async def sit_down(self) -> None:
        """Make the game, start the server on it, and let everyone say hello."""
        tokens = await self.set_up()
        self.server = await ServerProcess.start(self.data)
        self.say(f"A server serves 'derelict' on port {self.server.port}; two players and a spectator come in.")
        code = tokens.pop("")
        for seat, token in tokens.items():
            self.players[seat] = Player(SEATS[seat], Format.MSGPACK, token=token)
        self.players["watch"] = Player("Spectator", Format.JSON, code=code, heard=self.hear)
        for player in self.players.values():
            await player.connect(self.server.port)

    async def set_up(self) -> dict[str, str]:
        """The game and its seats, made before the server starts; a token for each seat, and the room code under ''.

        Its dice's secret is always the same, so that this evening can be told twice; no other game is made like that.
        """
        scenario = load("derelict")
        self.say(f"{scenario.title}. {scenario.about}\n\n{scenario.briefing}")
        async with opened(self.data) as lobby:
            lobby.vault.adopt(GAME, GameSecrets(epoch="", dice=SECRET, code="DEMO"))
            await lobby.create(scenario.game, game=GAME, assumptions=scenario.assumptions, briefing=scenario.briefing)
            tokens = {"": lobby.vault.room_code(GAME)}
            for seat, name in SEATS.items():
                await lobby.sit(GAME, seat, name)
                tokens[seat] = lobby.vault.issue_token(GAME, seat)
        return tokens

    def hear(self, told: Told) -> None:
        """What the spectator is told is the story."""
        self.told.append(told)
        for line in told.lines:
            indent = "    " if line.because >= 0 else "  "
            self.say(f"{told.seq:>4}{indent}{line.text}")

    # ------------------------------------------------------------------------------------------ the script

    async def step(self, step: Step) -> None:
        """One line of the script."""
        seat, body, refusal = step
        if body["do"] in REWINDS:
            body = {**body, "node": self.players[seat].replica.view["table"]["now"]["cursor"]}
        answer = await self.players[seat].command(body)
        code = answer.code if isinstance(answer, Rejected) else ""
        if code != refusal:
            why = answer.text if isinstance(answer, Rejected) else "it was accepted"
            raise Failed(f"{seat}: {body} should {'be refused' if refusal else 'be accepted'}, but: {why}")
        if isinstance(answer, Rejected):
            self.say(f"      ({SEATS[seat]} is told: {answer.text})")
        await self.players["watch"].until(self.players[seat].replica.seq)

    async def answer_all(self) -> None:
        """Whoever is asked types what their dice show, until nothing is asked any more."""
        while requests := self.players["red"].replica.view.get("requests"):
            request = requests[min(requests, key=int)]
            number, part = next((n, p) for n, p in sorted(request["parts"].items()) if not p["answered"])
            body = {"do": "answer", "root": request["root"], "opened": request["opened"], "part": int(number)}
            answer = await self.players[part["seat"]].command({**body, **self.value(part)})
            if not isinstance(answer, Accepted):
                raise Failed(f"An answer was refused: {answer.text}")

    def value(self, part: Mapping[str, Any]) -> dict[str, Any]:
        """What is answered: the next faces of the dice on the table, or the likely choice."""
        if part["kind"] == "roll":
            return {"faces": [next(self.dice) for _ in range(part["dice"])]}
        return {"chosen": part["default"] or [part["options"][0][0]]}

    async def crash(self) -> None:
        """Kill the server while a question is open, start it again, and let everyone come back."""
        assert self.server is not None
        view = self.players["watch"].replica.view
        if not view.get("requests"):
            raise Failed("Nothing was being asked when the server was to be killed.")
        self.say("      (The server is killed with SIGKILL, with dice still to be rolled, and started again.)")
        await self.server.kill()
        for player in self.players.values():
            await player.gone()
        self.server = await ServerProcess.start(self.data)
        for player in self.players.values():
            await player.connect(self.server.port)
        if self.players["watch"].replica.view != view:
            raise Failed("After the crash the game is not what it was.")
        self.say(f"      (It serves again on port {self.server.port}: the same question waits.)")

    # ------------------------------------------------------------------------------------------ the reckoning

    async def finish(self) -> None:
        """Close the game and wait until everyone has heard of it."""
        reply = await operator.knock(self.data, {"do": "close", "game": GAME})
        if reply is None:
            raise Failed("The server's private door does not answer.")
        for player in self.players.values():
            await player.until(reply["seq"])

    async def reckon(self) -> str:
        """Export, verify, and compare all views with what the log itself gives."""
        file = self.data / "demo.wardiary"
        tools.export(self.data, GAME, file, audience="spectator", secrets=False)
        verdict = tools.verify_file(file)
        if not verdict.ok:
            raise Failed(f"The export was not proved. {verdict.fault}")
        own = await self.own_hashes()
        for seat, player in self.players.items():
            if player.replica.hash != own[player.replica.audience]:
                raise Failed(
                    f"The view of {seat} is {player.replica.hash}, the server's {own[player.replica.audience]}."
                )
        hashes = sorted({player.replica.hash for player in self.players.values()})
        return summary(verdict, len(self.players), hashes)

    async def own_hashes(self) -> dict[str, str]:
        """The hash of each audience's view, from the log alone."""
        audiences = {player.replica.audience for player in self.players.values()}
        hashes = {}
        with open_reader(self.data / LOG) as reader:
            for audience in audiences:
                retold = Retold(load("derelict").rules, audience)
                hashes[audience] = [retold(row).hash for row in reader.read(GAME)][-1]
        return hashes


def summary(verdict: Verdict, clients: int, hashes: list[str]) -> str:
    """The last line."""
    views = f"the view hashes of all {clients} clients equal the server's ({', '.join(hashes)})"
    proof = f"{verdict.rolls} rolls of the server's dice made again, {verdict.typed} typed from real dice"
    return f"demo: {verdict.entries} entries; {views}; the export verified: an unbroken chain, {proof}."
