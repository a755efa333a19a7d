"""The referee's hand by taps: deeds on units and on things, who is awaited, seats, rulebooks, and the next game."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit.axe import flaws
from kit.browser import Evening
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Page, expect
from wardiary_server.game.state import Game, Result
from wardiary_server.scenario import load

Serve = partial[AbstractAsyncContextManager[Evening]]


def derelict() -> Game:
    """The bundled scenario, with dice of the server's."""
    return replace(load("derelict").game, dice={})


async def placed(evening: Evening, *typed: str) -> None:
    """Both crews are aboard, and play begins; these seats type their dice."""
    room = evening.table.room
    for seat, zone, crew in (("red", "hangar", "vega rook juno moss"), ("blue", "mess", "hale onyx wren dace")):
        await evening.table.seat(seat)
        for one in crew.split():
            await accepted(room, seat, "place", one, zone=zone)
    for seat in typed:
        await accepted(room, seat, "dice", way="typed")
    for seat in ("red", "blue"):
        await accepted(room, seat, "ready")


def board(page: Page, name: str, kind: str = "zones"):  # type: ignore[no-untyped-def]
    """A zone or unit in the drawing."""
    return page.locator(f'.map [data-kind="{kind}"][data-id="{name}"]')


def deed(page: Page, name: str):  # type: ignore[no-untyped-def]
    """A deed among those of what is in hand."""
    return page.locator("wd-deeds").get_by_role("button", name=name)


def unit_of(evening: Evening, name: str):  # type: ignore[no-untyped-def]
    """A unit as the server has it."""
    return evening.table.room.state.game.units[name]


async def pane(page: Page) -> None:
    """Brings the referee's pane to the front."""
    await page.get_by_role("navigation").get_by_role("button", name="Referee").click()


async def test_hurt_heal_a_condition_and_a_move_are_two_taps_from_the_unit(serve: Serve) -> None:
    """Given a unit that was tapped, one more tap hurts, heals, or gives a condition; a move is a place and a button."""
    async with serve(derelict()) as evening:
        page = await evening.seated("referee")
        await placed(evening)
        await board(page, "vega", "units").tap()

        facts = page.locator("wd-hand .hint").first
        for name, left in (("Hurt 1", 5), ("Hurt 1", 4), ("Heal 1", 5)):
            await deed(page, name).tap()
            await expect(facts).to_contain_text(f"{left} of 6 health")
        await deed(page, "prone").tap()
        await expect(deed(page, "prone")).to_have_attribute("aria-pressed", "true")
        await deed(page, "prone").tap()
        await expect(deed(page, "prone")).to_have_attribute("aria-pressed", "false")
        await board(page, "labs").tap(position={"x": 6, "y": 6})
        await page.get_by_role("button", name="Put Vega somewhere: Laboratories").tap()

        await expect(board(page, "labs")).to_have_attribute("aria-label", "Laboratories: FIRE 3, Vega")
        assert unit_of(evening, "vega").stats["health"] == 5


async def test_a_reason_is_told_once_and_with_the_rules_gas_asks_who_is_put_there(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", "laptop")
        await placed(evening, "red")
        await board(page, "vega", "units").click()
        await page.get_by_label("Reason").fill("thrown by the blast")
        await page.get_by_role("button", name="With rules").click()

        await board(page, "medbay").click(position={"x": 6, "y": 6})
        await page.get_by_role("button", name="Put Vega somewhere: Medbay").click()

        await expect(page.get_by_label("Reason")).to_have_value("")
        await expect(page.get_by_role("button", name="With rules")).to_have_attribute("aria-pressed", "false")
        await page.get_by_role("navigation").get_by_role("button", name="Story").click()
        await expect(page.locator("wd-story").get_by_text("thrown by the blast").first).to_be_visible()
        assert evening.table.room.state.game.open  # the gas asks for dice


async def test_what_is_refused_keeps_what_was_typed(serve: Serve) -> None:
    """Given a stat that no rulebook knows, the refusal stands there, and all that was typed still does."""
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", "laptop")
        await placed(evening)
        await board(page, "vega", "units").click()
        await page.locator('wd-deeds [data-group="number"] summary').click()
        await deed(page, "Set a number of Vega").click()
        await page.get_by_label("Reason").fill("a bet")
        await page.get_by_label("Stat").fill("luckk")
        await page.get_by_role("spinbutton", name="Value").fill("7")
        await page.locator("wd-form .do").click()

        await expect(page.locator("wd-form .fault")).to_contain_text("luckk")
        await expect(page.get_by_label("Stat")).to_have_value("luckk")
        await expect(page.get_by_role("spinbutton", name="Value")).to_have_value("7")
        await expect(page.get_by_label("Reason")).to_have_value("a bet")


async def test_a_zone_and_its_door_have_deeds_of_their_own(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", "laptop")
        await placed(evening)
        await board(page, "hold").click(position={"x": 6, "y": 6})
        await page.locator('wd-deeds [data-group="level"] summary').click()
        await deed(page, "Set a zone's FIRE").click()
        await page.get_by_role("spinbutton", name="Value").fill("4")
        await page.get_by_role("button", name="Open hold").last.click()
        await expect(board(page, "hold")).to_have_attribute(
            "aria-label", "Open hold: FIRE 4, Vacuum, the torn hull, the strongbox"
        )

        await board(page, "d6", "links").locator(".leaf").click(force=True)
        await expect(page.get_by_role("heading", name="the port bulkhead")).to_be_visible()
        await page.locator('wd-deeds [data-group="door"] summary').click()
        await deed(page, "Destroy a door").click()
        await page.get_by_role("button", name="Destroy a door: the port bulkhead").click()
        await expect(board(page, "d6", "links")).to_have_attribute("data-door", "destroyed")


async def test_an_area_that_is_declared_from_a_zone_has_that_zone_ticked(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", "laptop")
        await placed(evening)
        await board(page, "spine").click(position={"x": 6, "y": 6})
        await page.locator('wd-deeds [data-group="area"] summary').click()
        await deed(page, "Declare an area over zones").click()
        await expect(page.get_by_role("checkbox", name="Spine")).to_be_checked()
        await page.locator("wd-form .do").click()
        await expect(page.locator("wd-form")).to_be_hidden()
        assert any("spine" in area.zones for area in evening.table.room.state.game.areas.values())


async def test_the_round_is_ended_from_the_table_and_bare_says_what_is_lost(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee")
        await placed(evening, "red")
        await accepted(evening.table.room, "referee", "ref_move", "vega", zone="medbay", with_rules=True)
        await pane(page)
        await page.locator('wd-referee [data-group="turn"] summary').tap()
        await page.locator("wd-referee").get_by_role("button", name="End the round bare").tap()
        await expect(page.locator("wd-form .do")).to_contain_text("drops what is open")
        await page.get_by_label("Reason").fill("it is late")
        await page.locator("wd-form .do").tap()
        await expect(page.locator("wd-clock")).to_contain_text("Round 2")


async def test_whoever_is_awaited_is_named_and_the_server_rolls_for_them(serve: Serve) -> None:
    """Given a seat that is away and asked for dice, when the referee lets the server roll, nobody is waited for."""
    async with serve(derelict()) as evening:
        page = await evening.seated("referee")
        await placed(evening, "red")
        await accepted(evening.table.room, "referee", "ref_move", "vega", zone="medbay", with_rules=True)
        await pane(page)
        waits = page.locator("wd-referee .card", has=page.get_by_role("heading", name="Magpie")).first
        await expect(waits).to_contain_text("Vega")
        await waits.get_by_role("button", name="Let the server roll").tap()
        await expect(page.get_by_text("Nobody is asked anything.")).to_be_visible()
        assert not evening.table.room.state.game.open


async def test_a_seat_types_its_dice_by_the_referees_word(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", "laptop")
        await placed(evening)
        await pane(page)
        way = page.get_by_label("How Magpie rolls")
        await expect(way).to_have_value("server")
        await way.select_option("typed")
        await expect(page.locator("wd-referee > .fault")).to_be_empty()
        await page.get_by_role("button", name="Links, seats to take back").click()
        await expect(page.locator("wd-invites")).to_be_visible()
        assert evening.table.room.state.table.dice == {"red": "typed"}


async def test_a_rulebook_is_set_aside_and_taken_up_again(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", "laptop")
        await pane(page)
        await page.get_by_role("button", name="Set environments aside").click()
        await expect(page.get_by_text("environments: set aside")).to_be_visible()
        await page.get_by_role("button", name="Take environments up again").click()
        await expect(page.get_by_text("environments: in force")).to_be_visible()


async def test_the_next_game_opens_beside_this_one_with_its_referee(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        evening.table.lobby.address = evening.origin
        page = await evening.seated("referee", "laptop")
        await pane(page)
        await page.get_by_role("button", name="What is there to play?").click()
        await page.get_by_role("button", name=f"Begin {load('depot').title}").click()
        await page.get_by_role("dialog").get_by_role("button", name="Begin").click()
        await expect(page.locator(".brand")).to_have_text(load("depot").title)
        assert len([one async for one in evening.table.lobby.games()]) == 2


async def test_everybody_comes_along_to_the_next_game_with_a_tap(serve: Serve) -> None:
    """Given a next game, a player comes along under the same name, another stays and comes later; so does the wall."""
    start = derelict()
    over = replace(start, clock=replace(start.clock, phase="over"), result=Result("red", "Enough.", {}))
    async with serve(over) as evening:
        evening.table.lobby.address = evening.origin
        wall = await evening.open(f"#tv&r={evening.code}", "tv")
        ada, bo = await evening.open(f"#r={evening.code}"), await evening.seated("blue")
        await expect(bo.get_by_role("button", name="Ledger: change seat")).to_be_visible()
        await ada.get_by_label("Your name").fill("Ada")
        await ada.get_by_role("button", name="Ask for Magpie").tap()
        await bo.get_by_role("button", name="Let in").tap()
        page = await evening.seated("referee", "laptop")
        await pane(page)
        await page.get_by_role("button", name="What is there to play?").click()
        await page.get_by_role("button", name=f"Begin {load('depot').title}").click()
        await page.get_by_role("dialog").get_by_role("button", name="Begin").click()
        await expect(page.locator(".brand")).to_have_text("Depot")
        await expect(page.get_by_role("button", name="Come along")).to_have_count(0)

        await expect(ada.locator(".knock.coming")).to_contain_text("Come along.")
        await ada.get_by_role("button", name="Come along").tap()
        await expect(ada.get_by_label("Your name")).to_have_value("Ada")
        await ada.get_by_role("button", name="Ask for Relief").tap()
        await page.get_by_role("button", name="Let in").click()
        await expect(ada.get_by_role("button", name="Relief: change seat")).to_be_visible()
        await expect(wall.locator(".called-game")).to_have_text("Depot")

        await bo.get_by_role("button", name="Stay here").tap()
        await expect(bo.get_by_role("button", name="Come along")).to_be_hidden()
        await bo.get_by_role("button", name="Story", exact=True).tap()
        await bo.get_by_role("log").get_by_role("button", name="#r=").tap()
        await expect(bo.get_by_role("button", name="Ask for Company")).to_be_visible()
        await expect(bo.get_by_label("Your name")).to_have_value("")  # bo never said one


async def test_players_have_no_such_pane(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await expect(page.get_by_role("navigation").get_by_role("button")).not_to_have_count(0)
        await expect(page.get_by_role("navigation").get_by_role("button", name="Referee")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_in_the_way_of_a_screen_reader(serve: Serve, scheme: str) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee", color_scheme=scheme)
        await placed(evening)
        await board(page, "vega", "units").tap()
        await expect(deed(page, "Hurt 1")).to_be_enabled()
        found = await flaws(page)
        await pane(page)
        await page.get_by_role("button", name="What is there to play?").tap()
        await expect(page.get_by_role("button", name="Begin Derelict")).to_be_visible()
        assert found + await flaws(page) == []
