"""An evening as people have it: a server process that can be killed, browsers, and to each a network that can fail."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession
from wardiary_protocol.wire import Format
from wardiary_server import operator
from wardiary_server.data import opened
from wardiary_server.demo.player import Player
from wardiary_server.demo.process import ServerProcess
from wardiary_server.demo.script import SECRET
from wardiary_server.log.vault import GameSecrets
from wardiary_server.scenario import load

from .browser import DEVICES, MOTION, PATIENCE, Device, profile, reached
from .hands import Hands
from .link import Relay

GAME = "evening"
SESSION = "document.querySelector('wd-app').session"


class Guest(Hands):
    """Somebody at the table: their browser, and what connects it to the server."""

    def __init__(self, device: Device, relay: Relay, cdp: CDPSession, touches: bool) -> None:
        super().__init__(device.page, touches)
        self.device = device
        self.relay = relay
        self.cdp = cdp
        self.dialogs: list[str] = []
        self.page.on("dialog", lambda dialog: self.dialogs.append(dialog.message))

    async def session(self, what: str) -> Any:
        """Something of what the page holds."""
        return await self.page.evaluate(f"{SESSION}.{what}")

    # ------------------------------------------------------------------------------------------ what befalls it

    async def doze(self) -> None:
        """No script of the page runs any more, and no byte reaches it: what a phone does in a pocket."""
        self.relay.hold()
        await self.cdp.send("Debugger.enable")
        await self.cdp.send("Debugger.pause")

    async def wake(self) -> None:
        """It is taken out of the pocket; the connection that it had was given up long ago."""
        self.relay.cut()
        self.relay.let_go()
        await self.cdp.send("Debugger.disable")
        await self.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@dataclass
class Party:
    """*Derelict* on a server of its own, with dice that fall the same each time, and everybody who came."""

    browser: Browser
    data: Path
    code: str
    server: ServerProcess
    stack: AsyncExitStack
    guests: list[Guest] = field(default_factory=list)

    async def guest(self, fragment: str, kind: str, *, clock: bool = False) -> Guest:
        """Somebody opens a link. With `clock` their page's time can be moved on."""
        relay = await self.stack.enter_async_context(Relay(self.server.port))
        moving = MOTION if kind == "tv" else {}
        context = await self.browser.new_context(**profile(kind, **moving))
        self.stack.push_async_callback(context.close)
        context.set_default_timeout(PATIENCE)
        device = Device(context, await context.new_page())
        guest = Guest(device, relay, await context.new_cdp_session(device.watched()), "has_touch" in DEVICES[kind])
        self.guests.append(guest)
        if clock:
            await guest.page.clock.install()
        await guest.page.goto(f"http://127.0.0.1:{relay.port}/{fragment}")
        return guest

    async def invite(self, seat: str) -> str:
        """What stands behind the # of a link to a seat, as the server's owner makes it."""
        answer = await operator.knock(self.data, {"do": "invite", "game": GAME, "seat": seat})
        assert answer is not None
        return f"#i={answer['invite']}"

    async def kill(self) -> None:
        """The server is gone, as in a power cut."""
        await self.server.kill()

    async def restart(self) -> None:
        """It is there again, where it was."""
        self.server = await ServerProcess.start(self.data, self.server.port)

    async def own(self, guest: Guest) -> Player:
        """Another client with the same rights as a guest's page has, fresh from the server."""
        token = await guest.session("token")
        player = Player("Auditor", Format.MSGPACK, token=token, code="" if token else self.code)
        await player.connect(self.server.port)
        self.stack.push_async_callback(player.close)
        return player

    async def together(self) -> list[tuple[str, str]]:
        """For each guest the hash of what their page holds, and of what the server shows whoever may see the same."""
        found = []
        for guest in self.guests:
            own = (await self.own(guest)).replica
            await reached(guest.page, own.seq)
            found.append((await guest.session("replica.hash"), own.hash))
        return found


@asynccontextmanager
async def party(browser: Browser, data: Path) -> AsyncIterator[Party]:
    """The game and its server."""
    scenario = load("derelict")
    async with opened(data) as lobby:
        lobby.vault.adopt(GAME, GameSecrets(epoch="", dice=SECRET, code="DEMO"))
        await lobby.create(scenario.game, game=GAME, assumptions=scenario.assumptions, briefing=scenario.briefing)
        code = lobby.vault.room_code(GAME)
    async with AsyncExitStack() as stack:
        made = Party(browser, data, code, await ServerProcess.start(data), stack)
        try:
            yield made
        finally:
            await stack.aclose()
            await made.server.stop()
