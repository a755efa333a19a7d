"""What a screen reader or a keyboard would stumble over, as axe finds it."""

from __future__ import annotations

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

AXE = Axe().axe_script
LOOK = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
GRAVE = ("serious", "critical")


async def flaws(page: Page) -> list[str]:
    """The serious and critical findings on a screen: rule, help and where."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(f"(() => {{ {AXE} }})()")
    return [
        f"{one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in await page.evaluate(LOOK)
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
