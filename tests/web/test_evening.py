"""A whole evening in real browsers: two phones, a referee's laptop, a screen on the wall, and all that goes wrong."""

from __future__ import annotations

from asyncio import gather
from pathlib import Path

from kit.party import Guest, Party, party
from playwright.async_api import Browser, Locator, expect

SCRIPT = '<img src=x onerror="window.ran=1">'
"""What a name or a message must not do."""


async def test_an_evening_in_which_everything_goes_wrong_ends_with_everybody_in_step(
    browser: Browser, tmp_path: Path
) -> None:
    """Whatever befalls them: at the end each page holds what the server would show it, and nothing has run.

    Wi-Fi that goes and comes (maptool#5748, foundryvtt#4770), the same question after a restart (forge#10562), names
    with script in them (melee#243, foundryvtt#13341).
    """
    async with party(browser, tmp_path / "games") as at:
        magpie, ledger, referee, wall = await come_in(at)
        await gather(real_dice(magpie), set_up(ledger, "mess", "Mess", "Hale Onyx Wren Dace"))
        await set_up(magpie, "hangar", "Hangar", "Vega Rook Juno Moss")
        await expect(wall.page.get_by_role("heading", name="Round 1 · Magpie's go")).to_be_visible()

        await into_the_gas(magpie, [ledger, referee])
        wall.relay.slow = True
        await asleep_while_others_play(magpie, ledger, wall)
        await an_undo_that_is_refused(ledger, magpie)
        await held_while_others_play(referee, magpie)
        await an_undo_that_is_agreed_over_a_cut_line(magpie, ledger, [magpie, ledger, referee])
        wall.relay.slow = False
        await killed_while_a_question_waits(at, magpie, ledger)

        await ledger.page.get_by_label("Say something").fill(SCRIPT)
        await ledger.press("Send")
        for guest in (magpie, ledger, referee):
            await expect(told(guest, f"Ledger ({SCRIPT}): {SCRIPT}")).to_have_count(1)
        for ours, servers in await at.together():
            assert ours == servers
        for guest in at.guests:
            assert await guest.page.evaluate(
                "[window.ran, document.querySelectorAll('wd-app :is(img, script)').length]"
            ) == [None, 0]
            assert guest.dialogs == guest.device.errors == []


def told(guest: Guest, text: str) -> Locator:
    """Entries of the story in which something is said."""
    return guest.page.locator("wd-story .entry").filter(has_text=text)


def latest(wall: Guest, text: str) -> Locator:
    """What the screen on the wall tells of."""
    return wall.page.locator(".latest li").filter(has_text=text)


async def come_in(at: Party) -> tuple[Guest, Guest, Guest, Guest]:
    """Two come by a link, one asks for a seat under a name that is markup, and one screen hangs on the wall."""
    magpie, ledger, referee, wall = await gather(
        at.guest(await at.invite("red"), "phone"),
        at.guest(f"#r={at.code}", "phone"),
        at.guest(await at.invite("referee"), "laptop", clock=True),
        at.guest(f"#tv&r={at.code}", "tv"),
    )
    await ledger.page.get_by_label("Your name").fill(SCRIPT)
    await ledger.press("Ask for Ledger")
    await expect(referee.page.locator(".knock").get_by_text(f"{SCRIPT} asks for Ledger.")).to_be_visible()
    await referee.press("Let in")
    await expect(ledger.page.get_by_role("button", name="Ledger: change seat")).to_be_visible()
    return magpie, ledger, referee, wall


async def real_dice(guest: Guest) -> None:
    """Somebody rolls by hand."""
    await guest.pane("Table")
    await guest.touch(guest.page.get_by_label("I roll real dice"))
    await guest.pane("Board")


async def set_up(guest: Guest, zone: str, name: str, crew: str) -> None:
    """A side is set up by taps."""
    for unit in crew.split():
        await guest.pick(unit)
        await guest.aim(zone)
        await guest.confirm(f"Place {unit}: {name}")
    await guest.act("Ready: our side is set up")


async def into_the_gas(magpie: Guest, others: list[Guest]) -> None:
    """Dice are asked for, typed with a tap each, and read by everybody."""
    await magpie.pick("Moss")
    await magpie.aim("medbay")
    await magpie.confirm("Move Moss: Medbay")
    for guest in others:
        await expect(guest.page.locator("wd-clock .awaited")).to_contain_text(
            "Waiting for Magpie: Moss: GAS (irritating) 3"
        )
    await magpie.type(3, 5, 1, 2, 6)
    await magpie.press("Answer", "wd-ask")
    for guest in (magpie, *others):
        await expect(told(guest, "3, 5, 1, 2, 6 (real dice)")).to_have_count(1)
    await magpie.act("End Moss's turn")


async def asleep_while_others_play(magpie: Guest, ledger: Guest, wall: Guest) -> None:
    """A phone in a pocket misses a door that opens onto a gun, and the one shot at it."""
    await magpie.doze()
    await ledger.pick("Onyx")
    await ledger.act("Onyx opens a door", "the starboard bulkhead")
    await ledger.act("Onyx attacks with Shaped charge", "Argus")
    await expect(latest(wall, "Shaped charge is empty.")).to_be_visible()
    await magpie.wake()
    await expect(told(magpie, "Shaped charge is empty.")).to_have_count(1)
    await expect(magpie.status).to_have_text("connected")


async def an_undo_that_is_refused(ledger: Guest, magpie: Guest) -> None:
    """What would go back stands on the other's screen, in words; after the refusal it stays."""
    await ledger.pane("Story")
    await undo(ledger, "Shaped charge is empty.")
    await expect(magpie.page.locator(".proposal").first).to_contain_text(
        "Ledger proposes: take back Onyx's attack (entry"
    )
    await expect(magpie.page.locator(".proposal .going").first).to_contain_text("Onyx: Shaped charge is empty.")
    await magpie.press("Refuse", ".proposal")
    await expect(ledger.page.locator(".proposal").first).to_be_hidden()
    await expect(told(ledger, "Shaped charge is empty.")).not_to_have_attribute("data-undone", "")


async def held_while_others_play(referee: Guest, magpie: Guest) -> None:
    """Bytes stop, and nothing is closed: the page finds out by itself, and comes back by itself."""
    referee.relay.hold()
    await magpie.pick("Juno")
    await magpie.aim("vents")
    await magpie.confirm("Move Juno: Vent room")
    await magpie.act("Juno opens a door", "the vent shutter")
    await referee.page.clock.fast_forward(16_000)
    await referee.page.clock.fast_forward(7_000)
    await expect(referee.status).to_have_text("reconnecting …")
    await expect(told(referee, "the vent shutter is now open")).to_have_count(0)
    referee.relay.let_go()
    await expect(told(referee, "the vent shutter is now open")).to_have_count(1)
    await expect(referee.status).to_have_text("connected")


async def an_undo_that_is_agreed_over_a_cut_line(magpie: Guest, ledger: Guest, all_: list[Guest]) -> None:
    """The other reads what goes back and agrees just when the line is cut; the word counts once it is whole again."""
    await magpie.pane("Story")
    await undo(magpie, "the vent shutter is now open")
    await expect(ledger.page.locator(".proposal").first).to_contain_text("Magpie proposes: take back Juno's")
    await expect(ledger.page.locator(".proposal .going").first).to_contain_text("the vent shutter is now open")
    ledger.relay.cut()
    await ledger.press("Agree", ".proposal")
    for guest in all_:
        await expect(told(guest, "the vent shutter is now open")).to_have_attribute("data-undone", "")
        await expect(guest.page.locator(".proposal").first).to_be_hidden()
    await expect(ledger.status).to_have_text("connected")
    await magpie.pane("Board")
    await expect(magpie.page.locator('.map [data-id="d9"]')).to_have_attribute("data-door", "closed")


async def killed_while_a_question_waits(at: Party, magpie: Guest, ledger: Guest) -> None:
    """With dice half typed the server dies; it comes back, so does everybody, and the same question waits."""
    await magpie.pick("Juno")
    await magpie.act("End Juno's turn")
    await ledger.pane("Board")
    await ledger.pick("Dace")
    await ledger.act("Pass with Dace")
    await magpie.pick("Vega")
    await magpie.aim("medbay")
    await magpie.confirm("Move Vega: Medbay")
    await magpie.type(4, 2)
    question = magpie.page.locator("wd-ask .question")
    key = await question.get_attribute("data-key")

    await at.kill()
    for guest in at.guests:
        await expect(guest.status).to_have_text("reconnecting …")
    await at.restart()
    for guest in at.guests:
        await expect(guest.status).to_have_text("connected")

    await expect(question).to_have_attribute("data-key", key or "")
    await expect(question.locator(".faces li").filter(has_text="·")).to_have_count(4)
    await magpie.type(1, 6, 6, 5)
    await magpie.press("Answer", "wd-ask")
    await ledger.pane("Story")
    await expect(told(ledger, "4, 2, 1, 6, 6, 5 (real dice)")).to_be_visible()


async def undo(guest: Guest, sentence: str) -> None:
    """Asks to take the newest command back, having read what goes with it."""
    await guest.press("Take the newest command back")
    await expect(guest.page.get_by_role("dialog")).to_contain_text(sentence)
    await guest.press("Take it back", "dialog")
