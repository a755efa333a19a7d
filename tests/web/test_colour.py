"""No state is told by colour alone: each has a word that is read out, and a shape where it is drawn (lancer#548)."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

from kit import game, unit
from kit.browser import Evening
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from wardiary_server.game.state import Area, Game

Serve = partial[AbstractAsyncContextManager[Evening]]

UNITS = {
    "vega": "Red, 5 of 5 health, turn is on",
    "juno": "Red, 5 of 5 health, done",
    "moss": "Red, 0 of 5 health, down",
    "nova": "Red, 0 of 5 health, dead",
    "kei": "Red, 3 of 5 health, lost turns 2, prone",
    "rook": "Blue, 5 of 5 health",
}
DOORS = {"d1": "open", "d2": "closed", "d3": "sealed", "d4": "destroyed"}
ZONES = {"b": "FIRE 2", "c": "GAS (deadly) 1", "d": "Vacuum", "e": "Gloom"}


def states() -> Game:
    """Everything that a unit, a door and a zone can be."""
    units = [
        unit("vega", "a", speed=5),
        unit("juno", "a"),
        unit("moss", "a", health=0, status="down"),
        unit("nova", "a", health=0, status="dead"),
        unit("kei", "a", health=3, conditions={"lost_turns": 2, "prone": 1}),
        unit("rook", "a", "blue"),
    ]
    start = game("a =d1= b #d2# c !d3! d =d4= e", units, levels={"b": {"fire": 2}, "c": {"gas_deadly": 1}})
    zones = {name: replace(start.zones[name], name=name, place=(n, 0)) for n, name in enumerate("abcde")}
    areas = {
        "vacuum": Area("vacuum", "airless", "Vacuum", ("d",)),
        "gloom": Area("gloom", "darkness", "Gloom", ("e",)),
    }
    links = {**start.links, "d4": replace(start.links["d4"], door="destroyed")}
    return replace(start, zones=zones, areas=areas, links=links)


def drawn(page: Page, kind: str, name: str) -> Locator:
    """A thing of the map."""
    return page.locator(f'.map [data-kind="{kind}"][data-id="{name}"]')


async def test_every_state_has_a_word_and_a_shape_of_its_own(serve: Serve) -> None:
    async with serve(states()) as evening:
        room = evening.table.room
        page = await evening.seated("red")
        await accepted(room, "red", "pass", "juno")
        await accepted(room, "red", "begin", "vega")

        for name, said in UNITS.items():
            await expect(drawn(page, "units", name)).to_have_attribute("aria-label", f"{name.title()}: {said}")
        for name, door in DOORS.items():
            await expect(drawn(page, "links", name).locator("title")).to_have_text(f"{name}: {door}")
        for name, said in ZONES.items():
            await expect(drawn(page, "zones", name)).to_have_accessible_name(f"{name}: {said}")

        fates = [await shape(drawn(page, "units", name), ".fate") for name in ("juno", "moss", "nova", "vega")]
        bodies = [await shape(drawn(page, "units", name), ".body") for name in ("vega", "rook")]
        leaves = [await shape(drawn(page, "links", name), ".leaf") for name in DOORS]
        signs = [await shape(drawn(page, "zones", name), ".signs .drawn") for name in "bcde"]
        for shapes in (fates, bodies, leaves, signs):
            assert len(set(shapes)) == len(shapes), shapes
        ring = "(node) => getComputedStyle(node).strokeDasharray"
        assert await drawn(page, "units", "vega").locator(".ring").evaluate(ring) != "none", "whose turn is on"


async def shape(node: Locator, part: str) -> str | None:
    """The outline of a part of something."""
    return await node.locator(part).get_attribute("d")


async def test_what_can_be_tapped_is_drawn_otherwise_than_what_cannot(serve: Serve) -> None:
    async with serve(states()) as evening:
        page = await evening.seated("red")
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await expect(drawn(page, "zones", "b")).to_have_attribute("data-lit", "")

        dashes = "(node) => getComputedStyle(node).strokeDasharray"
        lit, dark = [await drawn(page, "zones", name).locator(".floor").evaluate(dashes) for name in "bd"]
        assert lit != dark


async def test_who_is_here_and_how_the_connection_is_are_words(serve: Serve) -> None:
    async with serve(states()) as evening:
        page = await evening.seated("red")
        await page.get_by_role("navigation").get_by_role("button", name="Table").tap()

        await expect(page.locator(".seat").filter(has_text="Red")).to_contain_text("here")
        await expect(page.locator(".seat").filter(has_text="Blue")).to_contain_text("free")
        await expect(page.locator(".status")).to_have_text("connected")
