"""How people come in: by a code, by a link, by a tap of somebody who sits there."""

from __future__ import annotations

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.house import accepted
from playwright.async_api import expect

ASKS = {"frame.ask": True, "frame.control_zone": 1}
"""Whoever passes an enemy is asked whom they come near."""


async def test_a_link_to_a_seat_seats_at_once_and_leaves_no_secret_in_the_address(serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red")

        await expect(page.get_by_role("button", name="Red: change seat")).to_be_visible()
        await expect(page.locator(".status")).to_have_text("connected")
        assert page.url == f"{evening.origin}/"
        assert await page.evaluate("performance.getEntriesByType('navigation')[0].name.includes('?')") is False
        assert evening.table.room.state.table.held.keys() == {"red"}


async def test_a_seat_outlives_a_reload(serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.locator(".status")).to_have_text("connected")

        await page.reload()

        await expect(page.get_by_role("button", name="Red: change seat")).to_be_visible()
        await expect(page.locator(".status")).to_have_text("connected")


async def test_a_seat_is_offered_again_in_a_new_tab(serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.locator(".status")).to_have_text("connected")

        other = await evening.devices[0].more()
        await other.goto(evening.origin)
        await other.get_by_role("button", name="red in a test").click()

        await expect(other.locator(".status")).to_have_text("connected")
        await expect(page.locator(".status")).to_have_text("connected")


async def test_one_who_knows_the_code_asks_and_is_let_in_with_a_tap(serve) -> None:
    async with serve() as evening:
        host = await evening.seated("red")
        guest = await evening.open()
        await guest.get_by_label("Room code").fill(evening.code.lower())
        await guest.get_by_role("button", name="Go in").click()
        await guest.get_by_label("Your name").fill("Ada")
        await guest.get_by_role("button", name="Ask for Blue").click()

        await expect(host.get_by_role("alert")).to_contain_text("Ada asks for Blue.")
        await host.get_by_role("button", name="Let in").tap()

        await expect(guest.get_by_role("button", name="Blue: change seat")).to_be_visible()
        await expect(host.get_by_text("Ada asks")).to_have_count(0)
        assert evening.table.room.state.table.held["blue"].name == "Ada"


async def test_one_who_is_turned_away_reads_why_and_keeps_the_name(serve) -> None:
    async with serve() as evening:
        host = await evening.seated("red")
        guest = await evening.watching()
        await guest.get_by_label("Your name").fill("Ada")
        await guest.get_by_role("button", name="Ask for Blue").tap()
        await host.get_by_role("button", name="Turn away").tap()

        await expect(guest.get_by_role("alert")).to_contain_text("You were not let in at Blue.")
        await expect(guest.get_by_label("Your name")).to_have_value("Ada")


async def test_whoever_scans_the_way_in_again_is_offered_the_seat_that_the_browser_holds(serve) -> None:
    """Given a player whose tab is gone, the room code leads back to the seat with a tap, also where none is free."""
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.get_by_role("button", name="Red: change seat")).to_be_visible()
        for seat in ("blue", "referee"):
            await evening.table.seat(seat)
        other = await evening.devices[0].more()
        await page.close()
        await other.goto(f"{evening.origin}/#r={evening.code}")
        await expect(other.get_by_text("No seat is free.")).to_be_visible()
        await other.get_by_role("button", name="red in a test").tap()

        await expect(other.get_by_role("button", name="Red: change seat")).to_be_visible()
        await expect(other.locator(".status")).to_have_text("connected")


async def test_of_two_who_ask_for_a_seat_one_reads_that_it_is_taken_and_what_is_left(serve) -> None:
    """Given two at the door of the last player's seat, the other is told who has it, keeps the name, and goes on."""
    async with serve() as evening:
        host = await evening.seated("red")
        guests = [await evening.watching(), await evening.watching("laptop")]
        for guest, name in zip(guests, ("Ada", "Bo"), strict=True):
            await guest.get_by_label("Your name").fill(name)
            await guest.get_by_role("button", name="Ask for Blue").click()
            await expect(host.get_by_text(f"{name} asks for Blue.")).to_be_visible()
            await expect(guest.get_by_role("button", name="Ask for Referee")).to_be_disabled()
        await host.locator(".knock", has_text="Ada").get_by_role("button", name="Let in").tap()

        await expect(guests[0].get_by_role("button", name="Blue: change seat")).to_be_visible()
        await expect(guests[1].get_by_role("alert")).to_have_text(
            "Somebody else sits at Blue now. Take another seat, or watch."
        )
        await expect(host.get_by_text("Bo asks")).to_have_count(0)
        await expect(guests[1].get_by_label("Your name")).to_have_value("Bo")
        await guests[1].get_by_role("button", name="Ask for Referee").click()
        await host.get_by_role("button", name="Let in").tap()
        await expect(guests[1].get_by_role("button", name="Referee: change seat")).to_be_visible()


async def test_a_host_reads_why_nobody_came_in(serve) -> None:
    """Given somebody at the door who went away again, letting them in says so."""
    async with serve() as evening:
        host, guest = await evening.seated("red"), await evening.watching()
        await guest.get_by_label("Your name").fill("Ada")
        await guest.get_by_role("button", name="Ask for Blue").tap()
        await expect(host.get_by_text("Ada asks for Blue.")).to_be_visible()
        await guest.goto("about:blank")
        await host.get_by_role("button", name="Table").tap()
        await expect(host.get_by_text("Nobody watches.")).to_be_visible()
        await host.get_by_role("button", name="Let in").tap()

        await expect(
            host.get_by_role("alert").filter(has_text="Nobody is waiting for that answer any more.")
        ).to_be_visible()
        await expect(host.get_by_text("Ada asks for Blue.")).to_have_count(0)
        await host.get_by_role("button", name="Close").tap()
        await expect(host.get_by_role("region", name="Notices")).to_be_hidden()


async def test_a_table_that_is_full_says_so(serve) -> None:
    async with serve() as evening:
        guest = await evening.watching()
        await expect(guest.get_by_text("Take a free seat, or watch.")).to_be_visible()
        for seat in ("red", "blue", "referee"):
            await evening.table.seat(seat)

        await expect(guest.get_by_text("No seat is free.")).to_be_visible()
        await guest.get_by_role("button", name="Only watch").tap()
        await expect(guest.get_by_role("button", name="Watching: change seat")).to_be_visible()


async def test_watching_needs_no_seat(serve) -> None:
    async with serve() as evening:
        page = await evening.watching()
        await page.get_by_role("button", name="Only watch").tap()

        await expect(page.get_by_role("button", name="Watching: change seat")).to_be_visible()
        await page.get_by_role("button", name="Table").tap()
        await expect(page.get_by_text("One person watches.")).to_be_visible()
        await page.get_by_role("button", name="Take a free seat").tap()
        await expect(page.get_by_role("button", name="Ask for Blue")).to_be_visible()


@pytest.mark.parametrize(("typed", "says"), [("nothing here", "no room code"), ("AAAA1111", "room code AAAA1111")])
async def test_a_wrong_code_says_so_and_stays_where_it_was_typed(typed: str, says: str, serve) -> None:
    async with serve() as evening:
        page = await evening.open()
        await page.get_by_label("Room code").fill(typed)
        await page.get_by_role("button", name="Go in").tap()

        await expect(page.get_by_role("alert")).to_contain_text(says)
        await expect(page.get_by_label("Room code")).to_have_value(typed)


async def test_a_used_link_says_so_and_leads_on(serve) -> None:
    async with serve() as evening:
        invite = evening.table.lobby.vault.issue_invite(evening.table.room.game, "red")
        first = await evening.open(f"#i={invite}")
        await expect(first.get_by_role("button", name="Red: change seat")).to_be_visible()

        second = await evening.open(f"#i={invite}")

        await expect(second.get_by_text("This link opens nothing here.")).to_be_visible()
        await expect(second.get_by_label("Room code")).to_be_visible()


async def test_a_seat_that_was_taken_back_says_so_and_is_forgotten(serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.locator(".status")).to_have_text("connected")

        await evening.table.lobby.vacate(evening.table.room.game, "red")

        await expect(page.get_by_role("heading", name="This seat was taken back.")).to_be_visible()
        await page.get_by_role("button", name="Go to the start").tap()
        await expect(page.get_by_role("heading", name="Join a game")).to_be_visible()
        await expect(page.get_by_text("Your seats in this browser")).to_have_count(0)


async def test_two_enemies_on_one_device_see_a_curtain_between_them(serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.get_by_role("button", name="Red: change seat")).to_be_visible()
        await page.goto(
            f"{evening.origin}/#i={evening.table.lobby.vault.issue_invite(evening.table.room.game, 'blue')}"
        )

        await expect(page.get_by_role("heading", name="This is for Blue.")).to_be_visible()
        await expect(page.locator(".panes")).to_have_count(0)
        await page.get_by_role("button", name="I am Blue").tap()
        await expect(page.locator(".panes")).to_be_visible()

        await page.get_by_role("button", name="Blue: change seat").tap()
        await page.get_by_role("dialog").get_by_role("button", name="Red").tap()
        await expect(page.get_by_role("heading", name="This is for Red.")).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("button", name="I am Red")).to_be_visible()


async def test_a_seat_that_is_not_shown_says_that_it_is_asked_something(serve) -> None:
    """Given two seats on one device, when the other one has to answer, the button that changes seats shows it."""
    start = game("a - b - c", [unit("vega", speed=5), unit("rook", "b", "blue")], options=ASKS)
    async with serve(start) as evening:
        page = await evening.seated("red")
        await expect(page.get_by_role("button", name="Red: change seat")).to_be_visible()
        await page.goto(
            f"{evening.origin}/#i={evening.table.lobby.vault.issue_invite(evening.table.room.game, 'blue')}"
        )
        await page.get_by_role("button", name="I am Blue").tap()

        await accepted(evening.table.room, "red", "move", "vega", to="c")

        await page.get_by_role("button", name="Somebody else here is asked something: Red").tap()
        await expect(page.get_by_role("dialog").get_by_role("button", name="Red is asked something")).to_be_visible()


async def test_a_token_that_opens_nothing_any_more_can_be_forgotten(serve) -> None:
    """Given a seat that was taken back while its page was closed, the page says so, and lets it go."""
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.locator(".status")).to_have_text("connected")
        await page.goto("about:blank")
        await evening.table.lobby.vacate(evening.table.room.game, "red")
        await page.goto(evening.origin)

        await expect(page.get_by_role("heading", name="This seat is not yours any more.")).to_be_visible()
        await page.get_by_role("button", name="Forget this seat").tap()
        await expect(page.get_by_role("heading", name="Join a game")).to_be_visible()
        await expect(page.get_by_text("Your seats in this browser")).to_have_count(0)


async def test_one_seat_on_two_devices_shows_the_same(serve) -> None:
    async with serve() as evening:
        for kind in ("phone", "laptop"):
            page = await evening.seated("red", kind)
            await expect(page.locator(".status")).to_have_text("connected")

        for device in evening.devices:
            await expect(device.page.get_by_role("button", name="Red: change seat")).to_be_visible()
            await expect(device.page.locator(".status")).to_have_text("connected")


async def test_the_first_screens_have_no_grave_flaw(serve) -> None:
    async with serve() as evening:
        host = await evening.seated("red", color_scheme="dark")
        start, choice = await evening.open(), await evening.watching(color_scheme="dark")
        await choice.get_by_role("button", name="Ask for Blue").tap()
        await expect(host.get_by_role("button", name="Let in")).to_be_visible()

        for page in (host, start, choice):
            assert await flaws(page) == []
