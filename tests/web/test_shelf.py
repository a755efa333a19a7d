"""Where a browser keeps games: every part whole or not at all, on the disk as in memory."""

from __future__ import annotations

from typing import Any

import pytest
from kit.browser import run
from playwright.async_api import Page

ON_DISK = ""
IN_MEMORY = "window.indexedDB.open = () => { throw new DOMException('refused'); };"
ABOUT = "const about = { game: 'g', title: 'A game' };"


def part(after: int, last: int, **more: Any) -> dict[str, Any]:
    """What the server answers: lines from one entry to another."""
    lines = [f"line {seq}\n" for seq in range(after + 1, last + 1)]
    return {
        "after": after,
        "last": last,
        "hash": f"h{last}",
        "header": f"{last}\n",
        "end": "ü\n",
        "lines": lines,
        **more,
    }


async def shelf(page: Page, body: str, *given: Any) -> Any:
    """Runs JavaScript with a shelf as `shelf`, and what is given as `given`."""
    return await run(page, "shelf.js", f"{ABOUT} const shelf = await it.shelf(); {body}", list(given))


ADD = "for (const one of given) await shelf.add(about, one);"
FILE = "return (await shelf.file('g')).join('');"
everywhere = pytest.mark.parametrize("setting", [ON_DISK, IN_MEMORY], ids=["disk", "memory"])


@everywhere
async def test_parts_become_a_file(page: Page, setting: str) -> None:
    """Header, all lines from the first, end; the size is that of the file in bytes."""
    await page.evaluate(f"() => {{ {setting} }}")
    told = "const kept = await shelf.game('g'); return [kept.last, kept.hash, it.size(kept), await shelf.file('g')];"

    last, hash, size, file = await shelf(page, f"{ADD} {told}", part(0, 2), part(2, 12))

    assert (last, hash) == (12, "h12")
    assert file == ["12\n", *(f"line {seq}\n" for seq in range(1, 13)), "ü\n"]
    assert size == len("".join(file).encode())


@everywhere
async def test_a_part_that_begins_anew_takes_the_place_of_all_before(page: Page, setting: str) -> None:
    await page.evaluate(f"() => {{ {setting} }}")
    anew = part(0, 2, lines=["new 1\n", "new 2\n"])

    assert await shelf(page, f"{ADD} {FILE}", part(0, 5), anew) == "2\nnew 1\nnew 2\nü\n"


@everywhere
async def test_a_part_that_does_not_go_on_from_what_is_there_changes_nothing(page: Page, setting: str) -> None:
    """Another page has added more already: that is what there is."""
    await page.evaluate(f"() => {{ {setting} }}")
    told = "const now = await shelf.add(about, given[1]); return [now.last, (await shelf.file('g')).length];"

    assert await shelf(page, f"{ADD} {told}", part(0, 5), part(3, 4)) == [5, 7]


@everywhere
async def test_what_was_forgotten_is_not_gone_on_with(page: Page, setting: str) -> None:
    await page.evaluate(f"() => {{ {setting} }}")
    told = (
        "await shelf.forget('g'); const now = await shelf.add(about, given[1]); return [now ?? 0, await shelf.games()];"
    )

    assert await shelf(page, f"await shelf.add(about, given[0]); {told}", part(0, 5), part(5, 6)) == [0, []]


FULL = """
  const put = IDBObjectStore.prototype.put;
  let left = 3;
  IDBObjectStore.prototype.put = function (value) {
    if (!left--) throw new DOMException("", "QuotaExceededError");
    return put.call(this, value);
  };
"""


async def test_where_there_is_no_space_nothing_is_changed(page: Page) -> None:
    """Given a disk that is full in the middle of a part, what was there before it is a whole file still."""
    fails = "const why = await shelf.add(about, given[1]).catch((wrong) => wrong.name);"
    body = f"await shelf.add(about, given[0]); {FULL} {fails} return [why, (await shelf.file('g')).join('')];"

    assert await shelf(page, body, part(0, 1), part(1, 9)) == ["QuotaExceededError", "1\nline 1\nü\n"]


async def test_what_is_on_the_disk_outlives_the_page_and_what_else_is_known_of_it_stays(page: Page) -> None:
    await shelf(page, f"{ADD} await shelf.set('g', {{ rounds: true }});", part(0, 1))
    await page.reload()

    told = "return [shelf.lasts, (await shelf.games()).map((one) => [one.game, one.last, one.rounds])];"
    assert await shelf(page, f"{ADD} {told}", part(1, 2)) == [True, [["g", 2, True]]]
