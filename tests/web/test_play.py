"""Playing by taps on a phone: set up, pick, aim, confirm; answer what is asked; read what is refused."""

from __future__ import annotations

import re
from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.browser import LOOKS, MOTION, Evening
from kit.derelict import derelict, placed, real_dice
from kit.house import accepted
from kit.inches import stood, two_rooms
from msgspec.structs import replace
from playwright.async_api import Page, expect

Serve = partial[AbstractAsyncContextManager[Evening]]


SAY = {
    "label": "Say it",
    "body": {"do": "say"},
    "fields": [{"name": "text", "kind": "text", "label": "Words", "most": 9_000, "needed": True}],
}
"""Something that can be filled in with more than the server takes."""


def board(page: Page, name: str, kind: str = "zones"):  # type: ignore[no-untyped-def]
    """A zone or unit in the drawing."""
    return page.locator(f'.map [data-kind="{kind}"][data-id="{name}"]')


async def test_a_side_is_set_up_by_taps(serve: Serve) -> None:
    """Given an empty board, when each unit is tapped, then a zone that is lit, then the button: it stands there."""
    async with serve(derelict()) as evening:
        await evening.table.seat("blue")
        page = await evening.seated("red")
        for name in ("Vega", "Rook", "Juno", "Moss"):
            await page.get_by_role("group", name="Units").get_by_role("button", name=name).tap()
            await expect(board(page, "hangar")).to_have_attribute("data-lit", "")
            await expect(board(page, "bridge")).not_to_have_attribute("data-lit", "")
            await board(page, "hangar").tap(position={"x": 6, "y": 6})
            await page.get_by_role("button", name=f"Place {name}: Hangar").tap()
            await expect(board(page, name.lower(), "units")).to_be_visible()

        await page.get_by_role("button", name="Ready: our side is set up").tap()
        await page.locator("wd-form").get_by_role("button", name="Ready").tap()

        await expect(page.get_by_text("Setting up: your side is ready")).to_be_visible()
        assert evening.table.room.state.game.units["vega"].zone == "hangar"


async def test_a_unit_moves_where_the_board_is_tapped_and_the_button_says_the_cost(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)
        before = await board(page, "vega", "units").get_attribute("style")

        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await board(page, "vents").tap()
        confirm = page.get_by_role("button", name="Move Vega: Vent room")
        await expect(confirm).to_contain_text("1 quick")
        await confirm.tap()

        await expect(board(page, "vents")).to_have_attribute("aria-label", "Vent room: Vega")
        assert await board(page, "vega", "units").get_attribute("style") != before
        assert evening.table.room.state.game.units["vega"].zone == "vents"


async def test_what_one_walks_into_stands_at_the_target_and_on_the_button(serve: Serve) -> None:
    """Given gas in the medbay and none in the vent room, then only the way to the medbay says so, beforehand."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await page.get_by_role("button", name="Move Vega").tap()
        targets, do = page.locator("wd-form .targets"), page.locator("wd-form .do")

        await expect(targets.get_by_role("button", name="Medbay")).to_contain_text("GAS (irritating) 3")
        await expect(targets.get_by_role("button", name="Vent room")).not_to_contain_text("GAS")
        await targets.get_by_role("button", name="Medbay").tap()
        await expect(do).to_contain_text("1 quick · GAS (irritating) 3")


async def test_a_unit_whose_turn_is_over_is_put_down(serve: Serve) -> None:
    """Given a unit in hand, while it may go on it stays there; once its turn is over the next is picked from all."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)
        units = page.get_by_role("group", name="Units")
        await units.get_by_role("button", name="Vega").tap()
        await board(page, "vents").tap()
        await page.get_by_role("button", name="Move Vega: Vent room").tap()
        await expect(page.get_by_role("button", name="End Vega's turn")).to_be_visible()
        await expect(page.locator("wd-hand").get_by_role("heading", name="Vega")).to_be_visible()

        await page.get_by_role("button", name="End Vega's turn").tap()
        await page.locator("wd-form .do").tap()

        await expect(units.get_by_role("button", name="Vega")).to_contain_text("done")
        await accepted(evening.table.room, "blue", "pass", "hale")
        await units.get_by_role("button", name="Rook").tap()
        await expect(page.locator("wd-hand").get_by_role("heading", name="Rook")).to_be_visible()


async def test_a_tap_that_could_mean_two_things_asks_which(serve: Serve) -> None:
    """Given a door that can be opened and sealed, when it is tapped, both are listed with what they cost."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "laptop")
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").click()
        await board(page, "d6", "links").locator(".leaf").click(force=True)

        offers = page.locator("wd-hand .offers")
        await expect(offers.get_by_role("button")).to_have_count(2)
        await offers.get_by_role("button", name="Vega opens a door: the port bulkhead").click()
        await expect(page.get_by_role("button", name="Vega opens a door: the port bulkhead")).to_contain_text("1 quick")


async def test_what_is_lit_under_the_finger_goes_before_a_unit_that_is_only_near(serve: Serve) -> None:
    """Given a small board whose units stand close to a door, when the door is tapped, it is what was meant."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Rook").tap()
        await expect(board(page, "d6", "links")).to_have_attribute("data-lit", "")
        door = await board(page, "d6", "links").locator(".leaf").bounding_box()
        moss = await board(page, "moss", "units").locator(".body").bounding_box()
        assert door is not None
        assert moss is not None
        x, y = door["x"] + door["width"] / 2, door["y"] + door["height"] / 2
        assert abs(moss["x"] + moss["width"] / 2 - x) < 24

        await page.touchscreen.tap(x, y)

        offers = page.locator("wd-hand .offers")
        await expect(offers.get_by_role("button", name="Rook opens a door: the port bulkhead")).to_be_visible()


async def test_an_enemy_shows_how_it_is_and_offers_nothing(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)

        await board(page, "argus", "units").tap()

        await expect(page.get_by_role("heading", name="Argus")).to_be_visible()
        await expect(page.locator("wd-hand").get_by_text("3 of 3 health")).to_be_visible()
        await expect(page.locator("wd-hand .offers button")).to_have_count(0)


async def test_what_cannot_be_done_says_why(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()

        await page.locator("wd-hand").get_by_text("Not now").tap()

        await expect(page.get_by_text("Vega cannot see Argus in Spine.")).to_be_visible()


async def test_what_is_refused_stays_as_it_was_and_says_why(serve: Serve) -> None:
    """Given a form that is filled in, when the command is refused, then the form is there, with the sentence."""
    async with serve(game("a - b", [unit("vega", speed=5), unit("rook", "b", "blue")])) as evening:
        page = await evening.seated("red")
        await page.get_by_role("button", name="Show it as a list").or_(page.locator("wd-zones")).first.wait_for()
        await page.evaluate("(offer) => document.querySelector('wd-app').session.hand.choose(offer)", SAY)
        await page.get_by_label("Words").fill("x" * 8_000)
        await page.locator("wd-form").get_by_role("button", name="Say it").tap()

        await expect(page.locator("wd-form").get_by_role("alert")).not_to_be_empty()
        await expect(page.get_by_label("Words")).to_have_value("x" * 8_000)


async def test_why_it_was_refused_is_seen_beside_the_button(serve: Serve) -> None:
    """Given more targets than a phone has room for, when the command is refused, the sentence is on the screen."""
    async with serve(game("a - b", [unit("vega", speed=5), unit("rook", "b", "blue")])) as evening:
        page = await evening.seated("red")
        await page.locator("wd-hand .chips button").first.wait_for()
        targets = [{"value": f"nowhere{n}", "label": f"Room {n}"} for n in range(20)]
        far = {"label": "Go far", "body": {"do": "move", "unit": "vega"}, "asks": "to", "targets": targets}
        hand = "document.querySelector('wd-app').session.hand"
        await page.evaluate(f"(offer) => {hand}.choose(offer, 'nowhere0')", far)
        await page.locator("wd-form").get_by_role("button", name="Go far: Room 0").tap()

        why = page.locator("wd-form").get_by_role("alert")
        await expect(why).not_to_be_empty()
        await expect(why).to_be_in_viewport(ratio=1)


async def test_dice_that_are_asked_for_are_typed_with_a_tap_each(serve: Serve) -> None:
    """Given a seat that rolls real dice, when it enters the gas, a sheet comes up and takes what lies there."""
    async with serve(derelict()) as evening:
        page, other = await evening.seated("red"), await evening.seated("blue")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "dice", way="typed")
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await board(page, "medbay").tap()
        await page.get_by_role("button", name="Move Vega: Medbay").tap()

        sheet = page.get_by_role("region", name="What waits for you")
        await expect(sheet).to_be_visible()
        await expect(
            other.locator("wd-clock").get_by_text("Waiting for Magpie: Vega: GAS (irritating) 3")
        ).to_be_visible()
        await expect(sheet.get_by_text("Roll 6 dice of 6")).to_be_visible()
        send = sheet.get_by_role("button", name="Answer")
        for face in (6, 6, 5, 1, 4, 2, 3):  # one too many counts for nothing
            key = sheet.get_by_role("button", name=str(face), exact=True)
            if await key.is_enabled():
                await key.tap()
        await expect(send).to_be_enabled()
        await sheet.get_by_role("button", name="Back").tap()
        await expect(send).to_be_disabled()
        await sheet.get_by_role("button", name="5", exact=True).tap()
        assert await flaws(page) == []
        await send.tap()

        await expect(sheet).to_be_hidden()
        assert not evening.table.room.state.game.open
        await expect(other.locator("wd-clock").get_by_text("Waiting for")).to_have_count(0)


async def test_the_server_rolls_for_whoever_asks_it_to(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "dice", way="typed")
        await placed(evening)
        await accepted(evening.table.room, "red", "move", "vega", to="medbay")

        sheet = page.get_by_role("region", name="What waits for you")
        await sheet.get_by_role("button", name="Roll for me").tap()

        await expect(sheet).to_be_hidden()
        assert not evening.table.room.state.game.open


async def test_a_sheet_can_be_put_down_to_look_at_the_board_and_keeps_what_was_typed(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "dice", way="typed")
        await placed(evening)
        await accepted(evening.table.room, "red", "move", "vega", to="medbay")
        sheet = page.get_by_role("region", name="What waits for you")
        await sheet.get_by_role("button", name="3", exact=True).tap()

        await page.keyboard.press("Escape")
        await expect(sheet.get_by_role("button", name="Answer")).to_be_hidden()
        await sheet.get_by_role("button", name="Vega: GAS (irritating) 3").tap()
        await expect(sheet.locator(".faces li").first).to_have_text("3")


async def test_the_referee_answers_for_another_seat(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("referee")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "dice", way="typed")
        await placed(evening)
        await accepted(evening.table.room, "red", "move", "vega", to="medbay")

        await page.get_by_role("button", name="Answer for them").tap()
        sheet = page.get_by_role("region", name="What waits for you")
        await expect(sheet.get_by_text("For Magpie.")).to_be_visible()
        await sheet.get_by_role("button", name="Roll for me").tap()

        await expect(sheet).to_be_hidden()
        assert not evening.table.room.state.game.open


async def test_whoever_answers_for_another_can_leave_it_to_them_and_does_so_for_that_question_alone(
    serve: Serve,
) -> None:
    """Given a referee who stood in, the next question of that seat is that seat's again; the first can be left, too."""
    async with serve(derelict()) as evening:
        room = evening.table.room
        page = await evening.seated("referee")
        await real_dice(evening, "red")
        await placed(evening)
        first = await accepted(room, "red", "move", "vega", to="medbay")
        sheet = page.get_by_role("region", name="What waits for you")
        await page.get_by_role("button", name="Answer for them").tap()
        await sheet.get_by_role("button", name="Leave it to them").tap()
        await expect(sheet).to_be_hidden()
        await page.get_by_role("button", name="Answer for them").tap()
        await expect(sheet).to_be_visible()
        await accepted(room, "red", "answer", root=first, opened=first, part=0, roll=True)
        await expect(sheet).to_be_hidden()

        await accepted(room, "referee", "ref_move", "rook", zone="medbay", with_rules=True)
        await expect(page.get_by_role("button", name="Answer for them")).to_be_visible()
        await expect(sheet).to_be_hidden()


async def test_players_answer_for_a_seat_that_has_been_away_for_a_minute(serve: Serve) -> None:
    """Given no referee, the offer comes with the seat's going; before the minute is over the refusal says so."""
    async with serve(derelict()) as evening:
        room, page = evening.table.room, await evening.seated("blue")
        await real_dice(evening, "red")
        await placed(evening)
        gone = await evening.table.player("red")
        await accepted(room, "red", "move", "vega", to="medbay")
        await expect(page.locator("wd-clock").get_by_text("Waiting for Magpie")).to_be_visible()
        await expect(page.get_by_role("button", name="Answer for them")).to_be_hidden()
        await gone.leave()
        evening.table.later(1)

        await page.get_by_role("button", name="Answer for them").tap()
        sheet = page.get_by_role("region", name="What waits for you")
        await sheet.get_by_role("button", name="Roll for me").tap()
        await expect(sheet.get_by_role("alert").filter(has_text="minute")).to_be_visible()
        evening.table.later(60)
        await sheet.get_by_role("button", name="Roll for me").tap()
        await expect(sheet).to_be_hidden()
        assert not room.state.game.open


async def test_on_a_board_in_inches_a_place_is_tapped(serve: Serve) -> None:
    """Given two rooms, when *move* is chosen and the floor is tapped, the unit walks to that very place."""
    start = two_rooms(stood("vega", 3, 3), stood("rook", 20, 6, "blue"))
    async with serve(start) as evening:
        page = await evening.seated("red")
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await page.get_by_role("button", name="Move Vega").tap()
        floor = await board(page, "dock").locator(".floor").bounding_box()
        assert floor is not None
        await page.touchscreen.tap(floor["x"] + floor["width"] * 0.5, floor["y"] + floor["height"] * 0.5)
        await page.get_by_role("button", name="Move Vega, up to 6 inches: ").tap()

        await expect(page.locator("wd-form")).to_be_hidden()
        left = evening.table.room.state.game.clock.active["vega"]["move"]
        shown = f"{left // 100 / 10:g} inches of its move"  # in tenths, and never more than there is
        await expect(page.locator("wd-hand").get_by_text(shown)).to_be_visible()
        x, y = evening.table.room.state.game.units["vega"].at or (0, 0)
        assert abs(x - 6_000) < 300
        assert abs(y - 6_000) < 300


async def test_with_a_unit_in_hand_a_tap_on_the_floor_says_where_to(serve: Serve) -> None:
    async with serve(two_rooms(stood("vega", 3, 3), stood("rook", 20, 6, "blue"))) as evening:
        page = await evening.seated("red")
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await expect(page.get_by_role("button", name="Move Vega")).to_be_visible()
        floor = await board(page, "dock").locator(".floor").bounding_box()
        assert floor is not None

        await page.touchscreen.tap(floor["x"] + floor["width"] * 0.5, floor["y"] + floor["height"] * 0.6)

        confirm = page.get_by_role("button", name="Move Vega, up to 6 inches: ")
        await expect(confirm).to_contain_text(re.compile(r": \d+(\.\d)? inches right, \d+(\.\d)? down"))


async def test_everything_goes_by_the_keyboard(serve: Serve) -> None:
    """Given no pointer, when a unit and a zone are reached by Tab and pressed with Enter, the unit moves."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "laptop")
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").focus()
        await page.keyboard.press("Enter")
        await board(page, "vents").focus()
        await expect(board(page, "vents")).to_have_attribute("data-lit", "")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="Move Vega: Vent room").focus()
        await page.keyboard.press("Enter")

        await expect(board(page, "vents")).to_have_attribute("aria-label", "Vent room: Vega")
        await expect(page.locator("wd-form")).to_be_hidden()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("group", name="Units")).to_be_visible()


async def test_without_a_map_the_zones_are_a_list_that_plays_as_well(serve: Serve) -> None:
    async with serve(game("a - b", [unit("vega", speed=5), unit("rook", "b", "blue")])) as evening:
        page = await evening.seated("red")
        zones = page.locator("wd-zones")
        await zones.get_by_role("button", name="Vega").tap()
        await zones.get_by_role("button", name="b", exact=True).tap()
        await page.get_by_role("button", name="Move Vega: b").tap()

        await expect(page.locator("wd-form")).to_be_hidden()
        assert evening.table.room.state.game.units["vega"].zone == "b"


async def test_the_board_pans_and_zooms_by_wheel_keys_and_buttons(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.watching("laptop")
        await page.get_by_role("button", name="Only watch").click()
        view = page.locator(".map > g")
        whole = await view.get_attribute("transform")

        await page.locator(".map").hover()
        await page.mouse.wheel(0, -400)
        await expect(view).not_to_have_attribute("transform", whole or "")
        await page.get_by_role("button", name="All of it").click()
        await expect(view).to_have_attribute("transform", whole or "")
        await page.locator(".map").focus()
        await page.keyboard.press("+")
        await page.keyboard.press("ArrowLeft")
        await expect(view).not_to_have_attribute("transform", whole or "")
        await page.keyboard.press("0")
        await expect(view).to_have_attribute("transform", whole or "")


@pytest.mark.parametrize(("kind", "scheme"), LOOKS)
async def test_no_screen_of_play_has_a_grave_flaw_or_scrolls_sideways(kind: str, scheme: str, serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red", kind, color_scheme=scheme)
        await placed(evening)
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").click()
        await expect(page.get_by_role("button", name="Move Vega")).to_be_visible()

        assert await flaws(page) == []
        wide, room = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= room


async def test_sixty_units_move_by_a_transition_of_their_own(serve: Serve) -> None:
    """Given sixty units, when all have moved, each still is the node that it was, and its transform takes it there."""
    crew = [unit(f"u{n:02}", "a", speed=9) for n in range(60)]
    start = game("a - b", [*crew, unit("rook", "b", "blue")])
    start = replace(start, zones={n: replace(z, place=(i, 0)) for i, (n, z) in enumerate(start.zones.items())})
    async with serve(start) as evening:
        page = await evening.seated("red", "laptop", **MOTION)
        await expect(page.locator(".map .unit")).to_have_count(61)
        await page.evaluate("document.querySelectorAll('.map .unit').forEach((node) => { node.known = true; })")
        await evening.table.seat("red")
        for one in crew:
            await accepted(evening.table.room, "red", "move", one.id, to="b")
            await accepted(evening.table.room, "red", "end", one.id)

        await expect(board(page, "a")).to_have_attribute("aria-label", "a")
        nodes = "[...document.querySelectorAll('.map .unit')].filter((node) => node.known).length"
        assert await page.evaluate(nodes) == 61
        style = "getComputedStyle(document.querySelector('.map .unit')).transitionProperty"
        assert await page.evaluate(style) == "transform"


async def test_two_fingers_pinch_and_one_drags(serve: Serve) -> None:
    """When two fingers part, the board is nearer; when one moves, the board moves, and nothing is picked."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        box = await page.locator(".map").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch = await page.context.new_cdp_session(page)

        async def fingers(kind: str, *points: tuple[float, float]) -> None:
            places = [{"x": right, "y": down, "id": n} for n, (right, down) in enumerate(points)]
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

        view = page.locator(".map > g")
        whole = await view.get_attribute("transform")
        await fingers("touchStart", (x - 20, y), (x + 20, y))
        await fingers("touchMove", (x - 80, y), (x + 80, y))
        await fingers("touchEnd")
        pinched = await view.get_attribute("transform")
        assert pinched != whole
        assert float(str(pinched).split("scale(")[1].rstrip(")")) > 2 * float(str(whole).split("scale(")[1].rstrip(")"))
        await fingers("touchStart", (x, y))
        for far in (10, 30, 50):
            await fingers("touchMove", (x - far, y))
        await fingers("touchEnd")

        assert await view.get_attribute("transform") != pinched
        await expect(page.get_by_role("group", name="Units")).to_be_visible()
