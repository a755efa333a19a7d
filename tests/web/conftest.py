"""The tests of the page that run in one process share a browser and an event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio
from kit.browser import Evening, chromium, evening
from playwright.async_api import Browser, Page, expect

HERE = Path(__file__).parent

expect.set_options(timeout=15_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts all of them onto the loop that the browser lives on."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all tests of this process."""
    async with chromium() as browser:
        yield browser


@pytest.fixture
def serve(browser: Browser, tmp_path: Path) -> partial[AbstractAsyncContextManager[Evening]]:
    """Serves a game to browsers: `async with serve(start) as evening`."""
    return partial(evening, browser, tmp_path)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def bare(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Page]:
    """The same for all tests that only call what modules export: it is opened once, and nothing is left on it."""
    async with evening(browser, tmp_path_factory.mktemp("modules")) as served:
        yield await served.open(kind="laptop")


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, tmp_path: Path) -> AsyncIterator[Page]:
    """The page as it opens without any link: for tests of modules that show or keep something."""
    async with evening(browser, tmp_path) as served:
        yield await served.open(kind="laptop")
