"""The connection: it comes back by itself, and where it cannot come, a sentence says why and what to do."""

from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit.browser import Evening, reached
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
    page says so and dials anew.
    """
    async with serve() as evening, Relay(evening.table.server.port) as relay:
        invite = evening.table.lobby.vault.issue_invite(evening.table.room.game, "red")
        page = (await evening.device()).page
        await page.clock.install()
        await page.goto(f"http://127.0.0.1:{relay.port}/#i={invite}")
        await expect(page.locator(".status")).to_have_text("connected")
        for _ in range(3):
            relay.hold()

            if wakes:
                await page.evaluate("window.dispatchEvent(new Event('pageshow'))")
            else:
                await page.clock.fast_forward(16_000)
            await page.clock.fast_forward(7_000)
            await expect(page.locator(".status")).to_have_text("reconnecting …")
            relay.cut()
            relay.let_go()
            await page.clock.fast_forward(20_000)

            await expect(page.locator(".status")).to_have_text("connected")


async def test_a_blocked_websocket_is_named(serve: Serve) -> None:
    async with serve() as evening:
        device = await evening.device()
        await device.page.add_init_script(BLOCKED)
        await device.page.goto(f"{evening.origin}/#r={evening.code}")

        await expect(device.page.get_by_role("heading", name="its connection to the game is not")).to_be_visible()
        await expect(device.page.get_by_text("lets no WebSocket through")).to_be_visible()


async def test_a_server_that_is_gone_is_named_and_found_when_it_is_back(serve: Serve) -> None:
    async with serve() as evening:
        device = await evening.device()
        page = device.page
        await page.goto(evening.origin)
        await device.context.set_offline(True)
        await page.route("**/healthz", lambda route: route.abort())
        await page.route_web_socket("**/ws", closed)
        await page.get_by_label("Room code").fill(evening.code)
        await page.get_by_role("button", name="Go in").tap()

        await expect(page.get_by_role("heading", name="The server does not answer.")).to_be_visible()
        await expect(page.get_by_text("It goes on trying")).to_be_visible()
        device.errors.clear()  # the browser itself tells that it is offline


async def closed(socket: WebSocketRoute) -> None:
    """Nobody is there."""
    await socket.close(code=1001)


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
