"""The referee keeps a game on their own device: what stands there is true, and whatever is in the way is said."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
from kit.axe import flaws
from kit.browser import Evening, reached
from kit.house import accepted
from playwright.async_api import Page, expect
from wardiary_protocol.export import Export
from wardiary_server.data import opened
from wardiary_server.log.exports import import_export
from wardiary_server.log.sealing import unseal
from wardiary_server.tools import verify_file

Serve = partial[AbstractAsyncContextManager[Evening]]
PASSPHRASE = "nineteen days adrift"
REFUSED = "window.indexedDB.open = () => { throw new DOMException('refused'); };"
"""What some private windows do."""
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };"
"""What a disk does that has no space left."""


async def at_the_table(evening: Evening) -> Page:
    """The referee, with the people at the table before them."""
    page = await evening.seated("referee", "laptop")
    await page.get_by_role("button", name="Table").click()
    return page


async def type_in(page: Page, passphrase: str = PASSPHRASE, again: str | None = None, go: str = "Keep it") -> None:
    """Types a passphrase twice, and lets it count."""
    await page.get_by_label("Passphrase, 8").fill(passphrase)
    await page.get_by_label("The same again").fill(passphrase if again is None else again)
    await page.get_by_role("button", name=go).click()


async def saved(page: Page, target: Path) -> Path:
    """What is saved by the button."""
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save to a file").click()
    await (await download.value).save_as(target)
    return target


async def kept_up_to(page: Page, seq: int) -> None:
    """Returns once the page says that the game is kept up to an entry, and all of it."""
    await expect(page.locator("wd-keep [role=status]").first).to_contain_text(f"Kept up to entry {seq} ·")


# ------------------------------------------------------------------------------------------- keeping


async def test_a_game_is_kept_as_it_goes_on_and_the_file_is_whole(serve: Serve, tmp_path: Path) -> None:
    async with serve() as evening:
        room = evening.table.room
        await evening.table.seat("red")
        page = await at_the_table(evening)
        await type_in(page)
        await kept_up_to(page, room.state.seq)
        await expect(page.get_by_label("Passphrase, 8")).to_be_hidden()

        seq = await accepted(room, "red", "move", "vega", to="b")
        seq = await accepted(room, "red", "undo", node=seq)
        await kept_up_to(page, seq)

        file = await saved(page, tmp_path / "kept.wardiary")
        assert verify_file(file).entries == seq
        export = Export(file.read_bytes().splitlines(keepends=True))
        assert [line.seq for line in export] == list(range(1, seq + 1))
        assert export.end is not None
        assert export.end.sealed is not None
        assert unseal(export.end.sealed, "test", PASSPHRASE) == evening.table.lobby.vault.game("test")


async def test_the_passphrase_is_typed_twice_and_long_enough(serve: Serve) -> None:
    async with serve() as evening:
        page = await at_the_table(evening)
        await type_in(page, again="something else")
        await expect(page.get_by_role("alert").get_by_text("The two are not alike")).to_be_visible()
        await type_in(page, "short")
        await expect(page.get_by_text("A passphrase has at least 8 characters")).to_be_visible()
        await expect(page.get_by_role("button", name="Save to a file")).to_be_hidden()

        await expect(page.get_by_label("The same again")).to_have_attribute("type", "password")
        await page.get_by_role("checkbox", name="Show it").check()
        await expect(page.get_by_label("The same again")).to_have_attribute("type", "text")
        await type_in(page)
        await kept_up_to(page, evening.table.room.state.seq)


@pytest.mark.parametrize("who", ["red", ""])
async def test_nobody_else_is_offered_to_keep_it(serve: Serve, who: str) -> None:
    async with serve() as evening:
        page = await (evening.seated(who, "laptop") if who else evening.watching("laptop"))
        await (page.get_by_role("button", name="Only watch").click() if not who else page.wait_for_timeout(0))
        await page.get_by_role("button", name="Table").click()
        await expect(page.get_by_role("heading", name="At the table")).to_be_visible()
        await expect(page.locator("wd-keep")).to_have_count(0)


async def test_an_owner_who_does_not_want_it_is_heard(serve: Serve) -> None:
    async with serve(keeping=0.0) as evening:
        page = await at_the_table(evening)
        await type_in(page)
        await expect(page.get_by_text("This server lets nobody but its owner keep a game's file.")).to_be_visible()


async def test_a_link_is_in_the_file_though_it_is_no_entry(serve: Serve, tmp_path: Path) -> None:
    """Given a game that is kept, when a link is made, it is in the file after a while, without any entry."""
    async with serve() as evening:
        vault = evening.table.lobby.vault
        page = (await evening.device("laptop")).page
        await page.clock.install()
        async with page.expect_websocket() as connected:
            await page.goto(f"{evening.origin}/#i={vault.issue_invite('test', 'referee')}")
        socket = await connected.value
        await page.get_by_role("button", name="Table").click()
        await type_in(page)
        await page.clock.run_for(1_000)
        await kept_up_to(page, evening.table.room.state.seq)

        vault.issue_invite("test", "blue")
        async with socket.expect_event("framereceived", lambda data: '"t":"kept"' in str(data)):
            await page.clock.run_for(11_000)

        export = Export((await saved(page, tmp_path / "f")).read_bytes().splitlines(keepends=True))
        assert list(export)
        assert export.end is not None
        assert export.end.sealed is not None
        assert unseal(export.end.sealed, "test", PASSPHRASE).invites == vault.game("test").invites != {}


async def test_at_the_end_of_each_round_the_file_is_saved_by_itself_where_that_is_wanted(
    serve: Serve, tmp_path: Path
) -> None:
    async with serve() as evening:
        room = evening.table.room
        for seat in ("red", "blue"):
            await evening.table.seat(seat)
        page = await at_the_table(evening)
        await type_in(page)
        await kept_up_to(page, room.state.seq)
        await expect(page.get_by_label("at the end of each round")).not_to_be_checked()
        await page.get_by_label("at the end of each round").check()

        async with page.expect_download() as download:
            for seat in ("red", "blue"):
                seq = await accepted(room, seat, "done")

        assert room.state.game.clock.round == 2
        assert (await download.value).suggested_filename == f"a-test-test-{seq}.wardiary"
        await (await download.value).save_as(tmp_path / "f")
        assert verify_file(tmp_path / "f").entries == seq


async def test_where_the_browser_stores_nothing_it_is_kept_in_memory_and_said_so(serve: Serve, tmp_path: Path) -> None:
    async with serve() as evening:
        page = (await evening.device("laptop")).page
        await page.add_init_script(REFUSED)
        await page.goto(f"{evening.origin}/#i={evening.table.lobby.vault.issue_invite('test', 'referee')}")
        await page.get_by_role("button", name="Table").click()
        await type_in(page)
        await kept_up_to(page, evening.table.room.state.seq)

        await expect(page.get_by_text("This browser stores nothing")).to_be_visible()
        seq = await accepted(evening.table.room, "referee", "say", text="hello")
        await kept_up_to(page, seq)
        assert verify_file(await saved(page, tmp_path / "f")).entries == seq


# ------------------------------------------------------------------------------------------- a reload


async def test_after_a_reload_it_is_said_that_the_passphrase_has_to_be_typed_again(serve: Serve) -> None:
    async with serve() as evening:
        room = evening.table.room
        await evening.table.seat("red")
        page = await at_the_table(evening)
        await type_in(page)
        before = room.state.seq
        await kept_up_to(page, before)

        await page.reload()

        strip = page.locator("wd-unkept")
        await expect(strip.get_by_text(f"kept on this device up to entry {before}, and not further")).to_be_visible()
        seq = await accepted(room, "red", "move", "vega", to="b")
        await reached(page, seq)
        await strip.get_by_role("button", name="Type the passphrase").click()
        await expect(page.get_by_label("Passphrase, 8")).to_be_focused()
        await expect(page.locator("wd-keep")).to_contain_text(f"Kept up to entry {before} of {seq}")
        await type_in(page, go="Go on keeping it")
        await kept_up_to(page, seq)
        await expect(strip.get_by_role("button")).to_have_count(0)


async def test_what_is_kept_can_be_saved_and_forgotten_without_any_seat(serve: Serve, tmp_path: Path) -> None:
    """Given a game that is kept, on the first screen of the same address, also where no server knows of it any more."""
    async with serve() as evening:
        page = await at_the_table(evening)
        await type_in(page)
        seq = evening.table.room.state.seq
        await kept_up_to(page, seq)
        assert await flaws(page) == []
        await page.evaluate("sessionStorage.clear(); localStorage.clear()")
        await page.goto(f"{evening.origin}/?")

        await expect(page.get_by_role("heading", name="Games kept in this browser")).to_be_visible()
        await expect(page.get_by_text(f"Up to entry {seq} ·")).to_be_visible()
        assert await flaws(page) == []
        async with page.expect_download() as download:
            await page.get_by_role("button", name="Save a test to a file").click()
        await (await download.value).save_as(tmp_path / "f")
        assert verify_file(tmp_path / "f").entries == seq

        await page.get_by_role("button", name="Forget a test").click()
        await expect(page.get_by_role("dialog")).to_contain_text("this may be all that is left of the game")
        await page.get_by_role("dialog").get_by_role("button", name="Forget it").click()
        await expect(page.locator("wd-kept")).to_be_hidden()
        await page.reload()
        await expect(page.get_by_role("heading", name="Join a game")).to_be_visible()
        await expect(page.locator("wd-kept")).to_be_hidden()


async def test_it_can_be_stopped_and_taken_up_again_with_another_passphrase(serve: Serve, tmp_path: Path) -> None:
    async with serve() as evening:
        room = evening.table.room
        page = await at_the_table(evening)
        await type_in(page)
        await kept_up_to(page, room.state.seq)
        await page.get_by_role("button", name="Stop").click()
        seq = await accepted(room, "referee", "say", text="hello")
        await expect(page.locator("wd-keep")).to_contain_text(f"Kept up to entry {seq - 1} of {seq}")

        await type_in(page, "another one altogether", go="Go on keeping it")

        await kept_up_to(page, seq)
        await saved(page, tmp_path / "f")
        async with opened(tmp_path / "there") as lobby:
            done = await import_export(tmp_path / "f", lobby.log, lobby.vault, "another one altogether")
            assert done.head == room.head


async def test_what_is_forgotten_on_the_first_screen_is_not_kept_on_behind_it(serve: Serve) -> None:
    async with serve() as evening:
        room = evening.table.room
        page = await at_the_table(evening)
        await type_in(page)
        await kept_up_to(page, room.state.seq)
        await page.locator("button.who").click()
        await page.get_by_role("button", name="Another seat or game").click()
        await page.get_by_role("button", name="Forget a test").click()
        await page.get_by_role("dialog").get_by_role("button", name="Forget it").click()
        await expect(page.locator("wd-kept")).to_be_hidden()

        await accepted(room, "referee", "say", text="hello")
        await page.get_by_role("button", name="Back to Referee").click()
        await page.get_by_role("button", name="Table").click()

        await expect(page.get_by_role("button", name="Keep it")).to_be_visible()
        await expect(page.get_by_role("button", name="Save to a file")).to_be_hidden()


async def test_a_full_device_is_said_and_what_was_kept_stays(serve: Serve, tmp_path: Path) -> None:
    async with serve() as evening:
        room = evening.table.room
        page = await at_the_table(evening)
        await type_in(page)
        seq = room.state.seq
        await kept_up_to(page, seq)
        await page.evaluate(f"() => {{ {FULL} }}")

        await accepted(room, "referee", "say", text="hello")

        await expect(page.get_by_text("This device has no space left for it.")).to_be_visible()
        await expect(page.locator("wd-keep")).to_contain_text(f"Kept up to entry {seq} of {seq + 1}")
        assert verify_file(await saved(page, tmp_path / "f")).entries == seq


async def test_of_two_pages_of_one_browser_one_keeps_it_and_both_say_how_far(serve: Serve) -> None:
    """Given a game that one page keeps, another of the same seat asks for no second passphrase, and tells the truth."""
    async with serve() as evening:
        room = evening.table.room
        device = await evening.device("laptop")
        await device.page.goto(f"{evening.origin}/#i={evening.table.lobby.vault.issue_invite('test', 'referee')}")
        await device.page.get_by_role("button", name="Table").click()
        other = await device.more()
        await other.goto(evening.origin)
        await other.get_by_role("button", name="Referee in a test").click()
        await other.get_by_role("button", name="Table").click()

        await type_in(device.page)
        seq = await accepted(room, "referee", "say", text="hello")

        await kept_up_to(other, seq)
        await expect(other.get_by_text("Another page of this browser keeps it.")).to_be_visible()
        await expect(other.get_by_label("Passphrase, 8")).to_be_hidden()
        await expect(other.locator("wd-unkept").get_by_role("button")).to_have_count(0)
