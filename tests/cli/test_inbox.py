"""What was heard is dealt with one after another, and one can wait until that is done."""

from __future__ import annotations

import asyncio

from wardiary_cli.inbox import Inbox


async def test_whoever_waits_goes_on_once_all_that_came_before_is_dealt_with() -> None:
    """Given two that came, when somebody waits and a third comes after that, then they wait for the two alone."""
    inbox, dealt = Inbox[str](), list[str]()
    inbox.put("one")
    inbox.put("two")
    waiting = asyncio.create_task(inbox.caught_up())
    await asyncio.sleep(0)
    inbox.put("three")

    async for heard in inbox:
        assert not waiting.done() or heard == "three"
        dealt.append(heard)
        if heard == "three":
            break

    await waiting
    assert dealt == ["one", "two", "three"]


async def test_one_who_gave_up_waiting_is_passed_over() -> None:
    inbox = Inbox[str]()
    waiting = asyncio.create_task(inbox.caught_up())
    await asyncio.sleep(0)
    waiting.cancel()
    inbox.put("on")

    async for heard in inbox:
        assert heard == "on"
        break
