"""What a screen reader or a keyboard would stumble over, as axe finds it."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

_axe = Axe()
GRAVE = ("serious", "critical")


async def flaws(page: Page) -> list[str]:
    """The serious and critical findings on a screen: rule, help and where."""
    found = await _axe.run(page)
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found.response["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
