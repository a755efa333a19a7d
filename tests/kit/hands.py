"""What people do on a page, and what they see first."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect


class Hands:
    """Somebody's hands on a page: fingers, or a mouse where the device has one."""

    def __init__(self, page: Page, touches: bool = True) -> None:
        self.page = page
        self.touches = touches

    @property
    def status(self) -> Locator:
        """Where it says how the connection is."""
        return self.page.locator(".status")

    async def press(self, name: str, within: str = "wd-app", *, exact: bool = False) -> None:
        """A button, with a finger where the device has no mouse."""
        await self.touch(self.page.locator(within).get_by_role("button", name=name, exact=exact).first)

    async def touch(self, what: Locator, **more: Any) -> None:
        """Taps, or clicks."""
        await (what.tap if self.touches else what.click)(**more)

    async def pick(self, unit: str) -> None:
        """Takes a unit in hand."""
        await self.touch(self.page.get_by_role("group", name="Units").get_by_role("button", name=unit))

    async def aim(self, zone: str) -> None:
        """A zone of the board that is lit, for what is in hand."""
        there = self.page.locator(f'.map [data-kind="zones"][data-id="{zone}"]')
        await expect(there).to_have_attribute("data-lit", "")
        await self.touch(there, position={"x": 6, "y": 6})

    async def confirm(self, name: str) -> None:
        """The button that does what was chosen; the server has taken it."""
        await self.press(name, "wd-form")
        await expect(self.page.locator("wd-form")).to_be_hidden()

    async def act(self, what: str, target: str = "") -> None:
        """One of the things that the unit in hand may do, with one of its targets."""
        await self.press(what, "wd-hand .offers")
        if target:
            await self.press(target, "wd-form .targets")
        await self.confirm(f"{what}: {target}" if target else what)

    async def type(self, *faces: int) -> None:
        """Dice as they lie there, each with a tap."""
        for face in faces:
            await self.press(str(face), "wd-ask", exact=True)

    async def back(self) -> None:
        """Puts down what is in hand."""
        await self.press("Back", "wd-hand", exact=True)

    async def pane(self, name: str) -> None:
        """Brings a pane to the front."""
        await self.touch(self.page.get_by_role("navigation").get_by_role("button", name=name))
