"""Every command of a player can be given by touch at 360 px (PlanarAlly#313)."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from kit import game, unit
from kit.browser import PATIENCE, Evening
from kit.drawn import ALL, ARMOURY, GEAR
from kit.hands import Hands
from kit.house import accepted
from playwright.async_api import Page, WebSocket, expect
from wardiary_server.game.frame import FRAME
from wardiary_server.game.rulebook import Rules
from wardiary_server.game.state import Area, Clock, Game, Marker, Objective

DEEDS = (
    "stand", "seal", "suppress", "open", "close", "move", "unpack", "reload", "significant", "aid", "take", "use",
    "throw", "attack", "treat", "repair", "extinguish", "fall", "leave", "pass", "begin",
)  # fmt: skip
"""What units do on their turns. Each of them has a unit of its own name, which can do nothing else so well."""

SUFFERS = {"stand": "prone", "extinguish": "on_fire", "significant": "stress"}
AIMS = {"throw": "b"}
"""Where the first target will not do: a grenade among one's own."""
SAYS = {"fall": ("Inches", "12")}


def yard() -> Game:
    """A place in which everything that a player may do can be done by somebody."""
    able = dict.fromkeys(("strength", "stamina", "agility", "empathy", "pack"), 2)
    crew = [
        unit(
            word, "a", speed=9, supply=3, defense=4, health=9, max_health=12, skill_die=8, **{**able, "ammo:mortar": 0},
            items=("rifle", "grenade", "mortar", "locket", "kit", "tools"), tags=("character", "suppresses:night"),
            conditions={SUFFERS[word]: 1} if word in SUFFERS else {},
        )
        for word in (*DEEDS, "later")
    ]  # fmt: skip
    others = [
        unit("juno", "a", health=0, status="down", defense=3),
        unit("cart", "a", health=0, status="down", kind="machine", defense=4),
        unit("deploy", "", arrives=1),
        unit("hold", "a", arrives=2),
        unit("place", ""),
        unit("reveal", "d", hidden=("blue",)),
        unit("rook", "a", "blue", health=90, max_health=90),
    ]
    return game(
        "b =d1= a #d2# d", [*crew, *others], clock=Clock(), rulebooks=tuple(book.name for book in ALL),
        items={item.id: item for item in (*ARMOURY, *GEAR)},
        areas={"night": Area("night", "darkness", "Darkness", ("a",))},
        markers={
            "hole": Marker("hole", "breach", "Hole", "a", data={"joins": "space", "entry": "red"}),
            "crate": Marker("crate", "loot", "Crate", "a", data={"item": "loot"}),
        },
        objectives={
            "take": Objective("take", "Take", "take", ("a",), data={"item": "crate"}),
            "leave": Objective("leave", "Leave", "leave", ("a",)),
        },
        options={"zones.push": "never", "zones.criticals": False},
    )  # fmt: skip


class Taken(set[str]):
    """The commands that a page has sent and the server has accepted."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._sent: dict[str, str] = {}
        self._more = asyncio.Event()
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self._said(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._heard(json.loads(frame)))

    def _said(self, message: dict[str, Any]) -> None:
        if message["t"] == "command":
            self._sent[message["id"]] = message["body"]["do"]

    def _heard(self, message: dict[str, Any]) -> None:
        if message["t"] == "accepted":
            self.add(self._sent[message["id"]])
            self._more.set()

    async def wait_for(self, wanted: set[str]) -> None:
        """The browser tells of what it heard a moment after it has shown it."""
        with suppress(TimeoutError):
            while wanted - self:
                self._more.clear()
                await asyncio.wait_for(self._more.wait(), PATIENCE / 1000)


async def test_every_command_of_a_player_can_be_given_by_touch(serve) -> None:
    """Given a phone and a table without a referee, when everything is tapped, nothing of the command table is left."""
    async with serve(yard()) as evening:
        device = await evening.device()
        taken, red = Taken(device.page), Hands(device.page)
        await evening.table.seat("blue")
        await device.page.goto(f"{evening.origin}/#i={evening.table.lobby.vault.issue_invite('test', 'red')}")

        await set_up(evening, red)
        for word in ("reveal", "deploy", *DEEDS):
            await deed(evening, red, word)
        await general(evening, red, "done")
        await accepted(evening.table.room, "blue", "done")
        await table(evening, red)

        all_ = {name for name, action in Rules((FRAME, *ALL)).actions.items() if "player" in action.roles}
        await taken.wait_for(all_)
        assert all_ - taken == set()


async def set_up(evening: Evening, red: Hands) -> None:
    """A name, dice, a unit that is placed, one that is kept back, and ready; what salts the dice goes by itself."""
    await red.pane("Table")
    await red.touch(red.page.get_by_label("I roll real dice"))
    await red.page.get_by_label("Your name").fill("Ada")
    await red.press("Change", "wd-table", exact=True)
    await expect(red.page.locator("wd-table li").first).to_contain_text("Ada")
    await red.pane("Board")
    await deed(evening, red, "place")
    await deed(evening, red, "hold")
    await accepted(evening.table.room, "blue", "ready")
    await general(evening, red, "ready")


def label(evening: Evening, unit: str, word: str) -> str:
    """What the server calls something that a seat may do now."""
    room = evening.table.room
    found = [o for o in room.offers(room.who("red"), unit) if o.body["do"] == word]
    assert found, f"{word} is not on offer"
    assert not found[0].why_not, found[0].why_not
    return found[0].label


async def deed(evening: Evening, red: Hands, word: str) -> None:
    """A unit does what it is named after, and its turn is over."""
    page, room = red.page, evening.table.room
    await red.touch(page.locator(f'wd-hand .chips [data-id="{word}"]'))
    await red.touch(page.locator("wd-hand .offers button").filter(has_text=label(evening, word, word)).first)
    await send(red, word)
    await answered(evening, red)
    if word == "begin":
        await red.act("End Begin's turn")
    elif word in room.state.game.clock.active:
        await accepted(room, "red", "end", word)
    if word != "place" and word not in room.state.game.clock.done:  # who is set up or done is put down by itself
        await red.back()


async def general(evening: Evening, red: Hands, word: str) -> None:
    """Something that the seat itself does."""
    await red.touch(red.page.locator("wd-hand .offers button").filter(has_text=label(evening, "", word)).first)
    await send(red, word)


async def send(red: Hands, word: str) -> None:
    """The form: a target, whatever else has to be said, and the button."""
    form = red.page.locator("wd-form")
    await expect(form).to_be_visible()
    targets = form.locator(".targets button")
    if await targets.count() and await form.locator('.targets [aria-pressed="true"]').count() == 0:
        await red.touch(targets.filter(has_text=AIMS.get(word)).first)
    if word in SAYS:
        what, said = SAYS[word]
        await form.get_by_label(what).fill(said)
    await red.touch(form.locator(".do"))
    await expect(form).to_be_hidden()


async def answered(evening: Evening, red: Hands) -> None:
    """Whatever is asked is answered: the server rolls, or the first thing is chosen."""
    while evening.table.room.state.game.open:
        question = red.page.locator("wd-ask .question").first
        key = await question.get_attribute("data-key")
        roll = question.get_by_role("button", name="Roll for me")
        if await roll.count():
            await red.touch(roll)
        else:
            if await question.locator('[aria-pressed="true"]').count() == 0:
                await red.touch(question.locator(".targets button").first)
            await red.press("Answer", "wd-ask")
        await expect(red.page.locator(f'wd-ask [data-key="{key}"]')).to_have_count(0)


async def table(evening: Evening, red: Hands) -> None:
    """Talk, votes, and all ways back, with a shot whose dice are asked for."""
    page, room = red.page, evening.table.room

    async def voted(word: str) -> None:
        await accepted(room, "blue", word, node=room.state.table.cursor)

    await red.touch(page.locator('wd-hand .chips [data-id="later"]'))
    await red.touch(page.locator("wd-hand .offers button").filter(has_text=label(evening, "later", "attack")).first)
    await send(red, "attack")
    await expect(page.locator("wd-ask .question").first).to_be_visible()
    await red.touch(page.locator("wd-ask .asked"))
    await red.back()
    shot = max(one.root for one in room.state.game.open.values())
    await general(evening, red, "end_round")
    await voted("disagree")
    await red.touch(page.locator("wd-ask .asked"))
    await answered(evening, red)
    answer = room.state.table.cursor

    await red.pane("Story")
    await page.get_by_label("Say something").fill("Ready?")
    await red.press("Send")
    await expect(page.get_by_label("Say something")).to_have_value("")
    await page.get_by_label("For whom").select_option("Note for all")
    await page.get_by_label("Say something").fill("A shot in the dark.")
    await red.press("Send")
    await expect(page.get_by_label("Say something")).to_have_value("")

    await back(red, "Take the newest command back", "Take it back")
    await red.press("Withdraw", ".proposal")
    await expect(page.locator(".proposal").first).to_be_hidden()
    for word in ("Refuse", "Agree"):
        await voted("undo")
        await red.press(word, ".proposal")
        await expect(page.locator(".proposal").first).to_be_hidden()
    await back(red, "Bring back what was taken back", "Bring it back")
    await voted("agree")
    for way, go in (("Give this answer again", "Answer again"), ("Go back to after this entry", "Go back")):
        await menu(red, answer if "answer" in way else shot, way)
        await red.press(go, "dialog", exact=True)
        await expect(page.locator("dialog")).to_have_count(0)
        await voted("disagree")
    await menu(red, shot, "Put it right")
    await red.press("It should not have been", "dialog")
    await red.press("See what it changes", ".proposal")
    await red.press("Let it count", "dialog")
    await expect(page.locator("dialog").get_by_role("button", name="Let it count")).to_have_count(0)


async def back(red: Hands, tool: str, go: str) -> None:
    """Asks to go back or on."""
    await red.press(tool)
    await red.press(go, "dialog")
    await expect(red.page.locator("dialog")).to_have_count(0)


async def menu(red: Hands, seq: int, what: str) -> None:
    """One of the things that can be done about an entry."""
    await red.touch(red.page.locator(f'wd-story [data-seq="{seq}"]').get_by_role("button", name=f"Entry {seq},"))
    await red.press(what, "dialog")
