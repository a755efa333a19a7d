"""The connection: it comes back by itself, and where it cannot come, a sentence says why and what to do."""

from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from functools import partial
from unittest.mock import ANY

import pytest
from kit.browser import Evening, reached
from kit.derelict import derelict, placed, real_dice
from kit.hands import Hands
from kit.house import accepted
from kit.link import Relay
from playwright.async_api import WebSocketRoute, expect

Serve = partial[AbstractAsyncContextManager[Evening]]

BLOCKED = """
  window.WebSocket = class { static OPEN = 1; static CONNECTING = 0; readyState = 0; close() {}
    constructor() { setTimeout(() => this.onclose({ code: 1006, reason: "" })); } };
"""
"""What a proxy does that knows no WebSocket: it never opens."""


async def test_a_lost_connection_comes_back_by_itself_and_nothing_is_done_twice(serve: Serve) -> None:
    """Given a page whose link is cut, when something is said meanwhile, it is said once, and the page shows it all."""
    async with serve() as evening, Relay(evening.table.server.port) as relay:
        invite = evening.table.lobby.vault.issue_invite(evening.table.room.game, "red")
        device = await evening.device("laptop")
        page = device.page
        await page.goto(f"http://127.0.0.1:{relay.port}/#i={invite}")
        await expect(page.locator(".status")).to_have_text("connected")

        relay.cut()
        answer = await page.evaluate("document.querySelector('wd-app').session.command({ do: 'say', text: 'once' })")

        assert answer["t"] == "accepted"
        await expect(page.locator(".status")).to_have_text("connected")
        await reached(page, answer["seq"])
        assert evening.table.room.state.seq == answer["seq"]


@pytest.mark.parametrize("wakes", [True, False])
async def test_a_socket_that_is_dead_and_looks_alive_is_found_out(wakes: bool, serve: Serve) -> None:
    """maptool#5748, foundryvtt#4770: Wi-Fi goes and comes, for ever; the page shows it and comes back by itself.

    Given a link that swallows all and closes nothing, when the phone wakes up, or has heard nothing for a while, the
    page says so and dials anew; when that takes long, it says what helps.
    """
    async with serve() as evening, Relay(evening.table.server.port) as relay:
        invite = evening.table.lobby.vault.issue_invite(evening.table.room.game, "red")
        page = (await evening.device()).page
        await page.clock.install()
        await page.goto(f"http://127.0.0.1:{relay.port}/#i={invite}")
        await expect(page.locator(".status")).to_have_text("connected")
        for _ in range(3):
            relay.hold()

            for _ in range(2):  # something may have been on its way to the page already
                if wakes:
                    await page.evaluate("window.dispatchEvent(new Event('pageshow'))")
                else:
                    await page.clock.fast_forward(16_000)
                await page.clock.fast_forward(7_000)
            await expect(page.locator(".status")).to_have_text("reconnecting …")
            await page.clock.fast_forward(9_000)
            await expect(page.get_by_text("The server has not answered for a while")).to_be_visible()
            relay.cut()
            relay.let_go()
            await page.clock.fast_forward(20_000)

            await expect(page.locator(".status")).to_have_text("connected")
            await expect(page.get_by_text("The server has not answered for a while")).to_be_hidden()


async def test_a_blocked_websocket_is_named(serve: Serve) -> None:
    """foundryvtt#10219: the page says that it is blocked and what helps; it does not stay blank."""
    async with serve() as evening:
        device = await evening.device()
        await device.page.add_init_script(BLOCKED)
        await device.page.goto(f"{evening.origin}/#r={evening.code}")

        await expect(device.page.get_by_role("heading", name="its connection to the game is not")).to_be_visible()
        await expect(device.page.get_by_text("lets no WebSocket through")).to_be_visible()
        await expect(device.page.get_by_text("Another browser or another network often helps.")).to_be_visible()


async def test_a_server_that_is_gone_is_named_and_found_when_it_is_back(serve: Serve) -> None:
    """maptool#5748, foundryvtt#4770: whoever comes while nobody is there reads why, and comes in by themselves."""
    gone = True

    async def closed(socket: WebSocketRoute) -> None:
        if gone:
            await socket.close(code=1001)
        else:
            socket.connect_to_server()

    async with serve() as evening:
        device = await evening.device()
        page = device.page
        await page.goto(evening.origin)
        await device.context.set_offline(True)
        await page.route_web_socket("**/ws", closed)
        await page.get_by_label("Room code").fill(evening.code)
        await page.get_by_role("button", name="Go in").tap()

        await expect(page.get_by_role("heading", name="The server does not answer.")).to_be_visible()
        await expect(page.get_by_text("It goes on trying")).to_be_visible()
        device.errors.clear()  # the browser itself tells that it is offline

        gone = False
        await device.context.set_offline(False)
        await expect(page.get_by_role("button", name="Only watch")).to_be_visible()


async def test_an_old_page_says_that_it_has_to_be_loaded_anew(serve: Serve) -> None:
    async def too_new(socket: WebSocketRoute) -> None:
        socket.send(json.dumps({"t": "closing", "code": "version", "text": "another version", "back": False}))
        await socket.close(code=4409)

    async with serve() as evening:
        device = await evening.device()
        await device.page.route_web_socket("**/ws", too_new)
        invite = evening.table.lobby.vault.issue_invite(evening.table.room.game, "red")
        await device.page.goto(f"{evening.origin}/#i={invite}")

        await expect(device.page.get_by_text("This page is older than the server.")).to_be_visible()
        await expect(device.page.get_by_role("button", name="Load anew")).to_be_visible()


async def test_a_view_that_is_not_the_servers_is_fetched_anew(serve: Serve) -> None:
    """Given a copy that went wrong, when the next update does not fit, the whole view comes, and nobody notices."""
    async with serve() as evening:
        page = await evening.seated("red")
        await expect(page.locator(".status")).to_have_text("connected")
        await page.evaluate("document.querySelector('wd-app').session.replica.seq -= 1")

        red = await evening.table.player("blue")
        seq = await red.accepted("say", text="hello")

        await reached(page, seq)
        await expect(page.locator(".status")).to_have_text("connected")


async def test_what_is_asked_outlives_the_connection_and_is_answered_once(serve: Serve) -> None:
    """forge#10562, boardgame.io#672: dropped while asked, then again between the answer and what came of it.

    The same question waits with what was typed; the answer that the server took and nobody heard of counts once.
    """
    async with serve(derelict()) as evening, Relay(evening.table.server.port) as relay:
        room = evening.table.room
        invite = evening.table.lobby.vault.issue_invite(room.game, "red")
        page = (await evening.device()).page
        await page.goto(f"http://127.0.0.1:{relay.port}/#i={invite}")
        await real_dice(evening, "red")
        await placed(evening)
        asked = await accepted(room, "red", "move", "moss", to="medbay")
        hands, question = Hands(page), page.locator("wd-ask .question")
        await hands.type(3, 5)
        key = await question.get_attribute("data-key")

        relay.cut()
        await expect(hands.status).to_have_text("reconnecting …")
        await expect(hands.status).to_have_text("connected")
        await expect(question).to_have_attribute("data-key", key or "")
        await hands.type(1, 2, 6)
        relay.deaf = True
        await hands.press("Answer", "wd-ask")
        await (await evening.table.spectator()).at(asked + 1)
        relay.deaf = False
        relay.cut()

        await expect(page.locator("wd-ask")).to_be_hidden()
        await reached(page, asked + 1)
        assert await page.evaluate("document.querySelector('wd-app').session.command({ do: 'say', text: 'on' })") == {
            "t": "accepted", "id": ANY, "seq": asked + 2,
        }  # fmt: skip
        await expect(page.locator("wd-story .entry").filter(has_text="3, 5, 1, 2, 6 (real dice)")).to_have_count(1)


async def test_a_seat_whose_socket_froze_is_shown_as_away(serve: Serve) -> None:
    """MegaMek#836: nothing is closed, and the others see within the heartbeat that nobody is behind it."""
    async with (
        serve(ping_interval=10.0, ping_timeout=10.0, beat=0.0) as evening,
        Relay(evening.table.server.port) as relay,
    ):
        table = evening.table
        invite = table.lobby.vault.issue_invite(table.room.game, "red")
        frozen = (await evening.device()).page
        await frozen.goto(f"http://127.0.0.1:{relay.port}/#i={invite}")
        page = await evening.seated("blue")
        await page.get_by_role("navigation").get_by_role("button", name="Table").tap()
        seat = page.locator(".seat").filter(has_text="Red")
        await expect(seat).to_contain_text("here")

        relay.hold()
        table.later(10)
        await page.evaluate("document.querySelector('wd-app').session.offers()")
        table.later(10)

        await expect(seat).to_contain_text("away")
        await expect(page.locator(".status")).to_have_text("connected")
