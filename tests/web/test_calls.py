"""What comes up while people play lies over the page: it moves nothing, can be put down, and is not tapped unseen."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest
from kit import SEATS, game, unit
from kit.axe import flaws
from kit.browser import LOOKS, Evening, reached
from kit.net import Client
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from wardiary_protocol.messages import AskSeat, Lead
from wardiary_server.game.state import Clock, Game

Serve = partial[AbstractAsyncContextManager[Evening]]

SIDEWAYS: Mapping[str, Any] = {"viewport": {"width": 740, "height": 360}}
SCREENS = [("phone", {}), ("phone", SIDEWAYS), ("tablet", {}), ("laptop", {}), ("tv", {})]
STANDS = """() => {
  const app = document.querySelector("wd-app"), found = {};
  const box = (name, one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    found[name] = [x, y, width, height];
  };
  const board = ["wd-map", '.map [data-id="vega"]', '.map [data-id="a"]', "wd-hand", ".do", ".turn"];
  for (const name of [...board, ".tabs", ".who", ".gear"]) box(name, document.querySelector(name));
  app.front("story");
  for (const name of [".story-head", ".log", ".say"]) box(name, document.querySelector(name));
  box(`entry ${document.querySelectorAll(".entry").length}`, document.querySelector(".entries").lastElementChild);
  app.front("board");
  return found;
}"""
"""Where everything stands, and how large it is: the board with what is in hand, and the story with its newest entry."""
COVERED = """(which) => {
  return [...document.querySelectorAll(which)].filter((one) => one.checkVisibility()).flatMap((one) => {
    one.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return one.contains(hit) ? [] : [`${one.outerHTML} lies under ${hit?.outerHTML.slice(0, 80)}`];
  });
}"""
"""Every button that can be seen, and that something else lies over."""
HELD = """() => new MutationObserver((_all, watch) => {
  if (!document.querySelector(".knock:not([hidden]) .big")?.checkVisibility()) return;
  watch.disconnect();
  window.held = document.getAnimations().filter((one) => one.animationName === "settle");
  window.held.forEach((one) => one.pause());
}).observe(document.querySelector("wd-calls"), { subtree: true, childList: true, attributes: true })"""
"""Holds on to the moment at which a knock comes up."""
BENEATH = """() => {
  const { x, y, width, height } = document.querySelector(".knock:not([hidden]) .big").getBoundingClientRect();
  const hit = () => document.elementFromPoint(x + width / 2, y + height / 2).closest("wd-calls, wd-board").localName;
  const at_once = hit();
  window.held.forEach((one) => one.finish());
  return [at_once, hit()];
}"""
"""What a finger hits where a button has just come up, and what a moment later."""


def duel(*typed: str) -> Game:
    """Two crews in a row of zones; whoever comes into b rolls for its gas."""
    crews = [unit("vega", speed=5_000, stamina=3), unit("rook", "c", "blue", speed=5_000, stamina=3)]
    crews += [unit("kite", "d", "blue")]
    start = game("a - b - c - d", crews, rulebooks=("zones", "environments"), levels={"b": {"gas_irritating": 3}})
    zones = {name: replace(zone, place=(n, 0)) for n, (name, zone) in enumerate(start.zones.items())}
    return replace(start, zones=zones, dice=dict.fromkeys(typed, "typed"))


async def aimed(evening: Evening, kind: str, **more: Any) -> tuple[Page, Client, int]:
    """Red has Vega in hand and is about to confirm. Blue is at the table, by another client."""
    blue = await evening.table.player("blue")
    page = await evening.seated("red", kind, **more)
    await expect(page.locator("wd-board")).to_be_visible()
    moved = await into_the_gas(blue)
    await reached(page, blue.replica.seq)
    await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").click()
    await page.locator("wd-hand .offers").get_by_role("button", name="Move Vega").click()
    await page.locator("wd-form .targets button").first.click()
    await expect(page.locator(".do")).to_be_enabled()
    return page, blue, moved


async def into_the_gas(blue: Client) -> int:
    """Rook moves and rolls: whoever would take that back needs the others. The entry of the move."""
    moved = await blue.accepted("move", "rook", to="b")
    await blue.accepted("answer", root=moved, opened=moved, part=0, roll=True)
    return moved


async def knocks(evening: Evening, name: str = "Ada") -> Client:
    """Somebody asks for the referee's seat."""
    guest = await evening.table.spectator()
    await guest.say(AskSeat("k1", "referee", name))
    return guest


def notices(page: Page) -> Locator:
    """The sheet of whatever has come up."""
    return page.get_by_role("region", name="Notices")


@pytest.mark.parametrize(("kind", "more"), SCREENS)
async def test_what_comes_up_and_goes_moves_nothing(kind: str, more: Mapping[str, Any], serve: Serve) -> None:
    """Given Vega's move about to be confirmed, when others knock, lead, propose, correct, are awaited, all stays."""
    async with serve(duel("blue")) as evening:
        page, blue, moved = await aimed(evening, kind, **more)
        stood = await page.evaluate(STANDS)

        async def unmoved(seen: Locator, gone: bool = False) -> None:
            await (expect(seen).to_be_hidden() if gone else expect(seen).to_be_visible())
            stands = await page.evaluate(STANDS)
            assert {name: box for name, box in stands.items() if name in stood} == stood, seen

        guest = await knocks(evening)
        await unmoved(page.get_by_role("button", name="Turn away"))
        await page.get_by_role("button", name="Turn away").click()
        await unmoved(notices(page), gone=True)
        await guest.leave()
        await blue.say(Lead(3))
        await unmoved(page.get_by_role("button", name="Follow Blue"))
        await blue.say(Lead(0))
        await unmoved(notices(page), gone=True)
        del stood[next(name for name in stood if name.startswith("entry"))]  # from now on there are newer ones
        await blue.accepted("undo", node=evening.table.room.state.table.cursor)
        await unmoved(page.get_by_role("button", name="Agree"))
        await blue.accepted("withdraw", node=evening.table.room.state.table.cursor)
        await unmoved(notices(page), gone=True)
        await blue.accepted("correct", entry=moved, drop=True)
        await unmoved(page.get_by_role("button", name="See what it changes"))
        await blue.accepted("withdraw", node=evening.table.room.state.table.cursor)
        await unmoved(notices(page), gone=True)
        await blue.accepted("move", "rook", to="c")
        root = await blue.accepted("move", "rook", to="b")
        await unmoved(page.locator(".awaited").get_by_text("Waiting for Blue"))
        await blue.accepted("answer", root=root, opened=root, part=0, roll=True)
        await unmoved(page.locator(".awaited li"), gone=True)


async def asked_at_once(evening: Evening, kind: str, **more: Any) -> tuple[Page, Client]:
    """Red has to roll; Ada is at the door, and blue would go far back."""
    page, blue, _moved = await aimed(evening, kind, **more)
    for zone in ("c", "d", "c", "d"):
        await blue.accepted("move", "rook", to=zone)
    await page.locator(".do").click()
    await expect(page.get_by_role("button", name="Roll for me")).to_be_visible()
    guest = await knocks(evening)
    await expect(page.get_by_role("button", name="Turn away")).to_be_visible()
    await blue.accepted("rewind", to=3, node=evening.table.room.state.table.cursor)
    await expect(notices(page).locator(".going li")).not_to_have_count(0)
    return page, guest


@pytest.mark.parametrize(("kind", "scheme", "more"), [(*look, {}) for look in LOOKS] + [("phone", "dark", SIDEWAYS)])
async def test_all_that_comes_up_at_once_is_within_reach(
    kind: str, scheme: str, more: Mapping[str, Any], serve: Serve
) -> None:
    """Given dice, a knock and a proposal at a time, no button lies under another, up or put down; the list scrolls."""
    async with serve(duel("red", "blue")) as evening:
        page, _guest = await asked_at_once(evening, kind, color_scheme=scheme, **more)
        await page.get_by_role("button", name="Agree").hover()  # what has just come up takes a moment
        assert await page.evaluate(COVERED, ".knock button, wd-ask button, .noticed") == []
        assert await page.locator(".going").evaluate("(list) => list.scrollHeight > list.clientHeight")
        assert await flaws(page) == []

        await notices(page).get_by_role("button", name="Notices").click()
        await page.locator(".asked").click()
        assert await page.evaluate(COVERED, ".down > button, .who, .gear, .tabs button, .turn, .chip") == []
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert await flaws(page) == []

        await notices(page).get_by_role("button", name="2 notices").click()
        await page.get_by_role("button", name="Let in").click()
        await page.get_by_role("button", name="Agree").click()
        await expect(notices(page)).to_be_hidden()
        assert evening.table.room.state.game.units["rook"].zone == "c"


async def test_while_the_connection_is_away_it_stays_and_so_does_the_bar(serve: Serve) -> None:
    """Given a phone that lost its connection, what had come up is there, and the bar keeps its height."""
    async with serve(duel("red", "blue")) as evening:
        page, _guest = await asked_at_once(evening, "phone")
        bar = await page.locator("wd-app > .bar").bounding_box()
        await page.evaluate("document.querySelector('wd-app').session.moved('reconnecting', '')")
        await expect(page.locator("wd-app")).to_have_attribute("data-state", "reconnecting")

        await expect(page.get_by_role("button", name="Agree")).to_be_visible()
        await expect(page.get_by_role("button", name="Roll for me")).to_be_visible()
        assert await page.locator("wd-app > .bar").bounding_box() == bar
        await notices(page).get_by_role("button", name="Notices").tap()
        await page.locator(".asked").tap()
        assert await page.locator("wd-app > .bar").bounding_box() == bar
        assert await page.evaluate(COVERED, ".down > button, .who, .gear") == []


async def test_by_the_keyboard_it_comes_first_and_escape_puts_it_down_until_there_is_something_new(
    serve: Serve,
) -> None:
    """Given a form that is open, Escape puts down the notice alone; what else comes brings it up again."""
    async with serve(duel("blue")) as evening:
        page, blue, _moved = await aimed(evening, "laptop")
        await blue.accepted("undo", node=evening.table.room.state.table.cursor)
        agree = page.get_by_role("button", name="Agree")
        await expect(agree).to_be_visible()
        await expect(page.get_by_role("alert").filter(has_text="Blue proposes")).to_be_visible()
        await page.locator(".skip").focus()
        for one in (page.get_by_role("button", name="Notices"), page.locator(".going").first, agree):
            await page.keyboard.press("Tab")
            await expect(one).to_be_focused()
        await page.keyboard.press("Escape")

        down = page.get_by_role("button", name="Blue proposes: take back")
        await expect(down).to_be_focused()
        await expect(agree).to_be_hidden()
        await expect(page.locator(".do")).to_be_enabled()
        await blue.say(Lead(3))
        await expect(page.get_by_role("button", name="Follow Blue")).to_be_visible()
        await notices(page).get_by_role("button", name="Notices").click()
        await blue.say(Lead(2))
        await blue.say(Lead(0))
        await expect(down).to_be_visible()
        await down.click()
        await agree.click()
        await expect(notices(page)).to_be_hidden()


async def test_a_finger_that_was_on_its_way_hits_what_it_meant(serve: Serve) -> None:
    """Given a knock that has just come up, a tap there is one on the board; a moment later it is the knock's."""
    async with serve(duel("blue")) as evening:
        page, _blue, _moved = await aimed(evening, "phone")
        await page.evaluate(HELD)
        await knocks(evening)
        await expect(page.get_by_role("button", name="Let in")).to_be_visible()

        assert await page.evaluate(BENEATH) == ["wd-board", "wd-calls"]


async def test_whoever_looks_on_puts_it_down_and_looks_on(serve: Serve) -> None:
    """Given somebody who only watches, a proposal is told to them, and lies in the bar once it was put down."""
    async with serve(duel("blue")) as evening:
        blue = await evening.table.player("blue")
        await evening.table.seat("red")
        page = await evening.watching()
        await page.get_by_role("button", name="Only watch").tap()
        await into_the_gas(blue)
        await blue.accepted("undo", node=evening.table.room.state.table.cursor)
        await expect(notices(page).get_by_text("Blue proposes")).to_be_visible()
        await expect(page.get_by_role("button", name="Agree")).to_be_hidden()
        await page.get_by_role("button", name="Notices").tap()
        await page.get_by_role("navigation").get_by_role("button", name="Roster").tap()

        await expect(page.locator("wd-roster")).to_be_visible()
        await expect(notices(page).get_by_role("button", name="Blue proposes: take back")).to_be_visible()


@pytest.mark.parametrize("more", [{}, SIDEWAYS])
async def test_two_who_are_awaited_have_their_room(more: Mapping[str, Any], serve: Serve) -> None:
    """Given a referee's phone, when both sides are asked, the board stays, and each can be answered for."""
    units = [unit("vega", "a"), unit("rook", "a", "blue")]
    options = {"frame.order": "initiative", "frame.dice": "typed"}
    start = replace(game("a", units, clock=Clock(), options=options), seats=SEATS, dice={})
    async with serve(start) as evening:
        sides = [await evening.table.player(seat) for seat in ("red", "blue")]
        page = await evening.seated("referee", **more)
        await expect(page.locator("wd-board")).to_be_visible()
        stood = await page.locator("wd-board > .sight").bounding_box()
        for side in sides:
            await side.accepted("ready")
        stand = page.locator(".awaited").get_by_role("button", name="Answer for them")
        await expect(stand).to_have_count(2)

        assert await page.locator("wd-board > .sight").bounding_box() == stood
        assert await page.evaluate(COVERED, ".awaited button, .turn") == []
        assert await flaws(page) == []
        await stand.nth(1).tap()
        await expect(page.get_by_role("button", name="Leave it to them")).to_be_visible()
        assert await page.locator("wd-board > .sight").bounding_box() == stood


async def test_on_the_wall_who_is_awaited_moves_neither_the_board_nor_the_newest(serve: Serve) -> None:
    async with serve(duel("blue")) as evening:
        blue = await evening.table.player("blue")
        wall = await evening.open(f"#tv&r={evening.code}", "tv")
        await expect(wall.locator("wd-map")).to_be_visible()
        places = (
            "() => ['wd-map', '.latest', '.way-in'].map((one) => document.querySelector(one).getBoundingClientRect().y)"
        )
        before = await wall.evaluate(places)
        await blue.accepted("move", "rook", to="b")
        await expect(wall.get_by_text("Waiting for Blue")).to_be_visible()

        assert await wall.evaluate(places) == before
