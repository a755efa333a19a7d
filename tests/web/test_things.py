"""What the things of a view are called, and what an offer's value names."""

from __future__ import annotations

from kit.browser import run
from playwright.async_api import Page

VIEW = {
    "zones": {"hall": {"id": "hall", "name": "Hall", "levels": {"fire": 2, "gas_deadly": 0, "ash": 1}}},
    "units": {"vega": {"id": "vega", "name": "Vega", "zone": "hall"}, "hall": {"id": "hall", "name": "a unit"}},
    "links": {"d1": {"id": "d1"}},
    "sides": {"red": {"id": "red", "name": "Red"}, "blue": {"id": "blue", "name": "Blue"}},
    "areas": {"glow": {"id": "glow", "kind": "hazard", "zones": ["hall"]}},
    "requests": {
        "12": {
            "root": 12, "opened": 13, "parts": {
                "0": {"kind": "roll", "seat": "red", "answered": True},
                "1": {"kind": "roll", "seat": "red", "answered": False, "unit": "vega", "reason": "Fear"},
                "2": {"kind": "choice", "seat": "blue", "answered": False, "reason": "Who?"},
            },
        },
    },
}  # fmt: skip

NAMES = [
    (("to", "hall"), {"kind": "zones", "id": "hall"}),
    (("target", "hall"), {"kind": "units", "id": "hall"}),
    (("door", "d1"), {"kind": "links", "id": "d1"}),
    (("at", [1_000, 2_000]), {"kind": "points", "id": "1000,2000", "at": [1_000, 2_000]}),
    (("anything", "vega"), {"kind": "units", "id": "vega"}),
    (("to", "constructor"), None),
    (("weapon", "carbine"), None),
    (("chosen", ["hall"]), None),
]


async def test_an_offers_value_names_a_thing_of_the_board(bare: Page) -> None:
    given = {"view": VIEW, "pairs": [list(pair) for pair, _ in NAMES]}

    found = await run(
        bare, "things.js", "return given.pairs.map(([field, value]) => it.thing(given.view, field, value));", given
    )

    assert found == [thing for _, thing in NAMES]


async def test_what_is_asked_is_what_is_not_answered(bare: Page) -> None:
    keys = "return [null, 'red', 'green'].map((seat) => it.asked(given, seat).map((one) => one.key));"

    assert await run(bare, "things.js", keys, VIEW) == [["12.13.1", "12.13.2"], ["12.13.1"], []]


async def test_a_question_says_who_and_what(bare: Page) -> None:
    parts = [
        {"unit": "vega", "reason": "Fear"},
        {"reason": "Who?"},
        {"unit": "vega", "target": "hall", "reason": "Carbine"},
        {"unit": "vega", "target": "hall", "reason": "Carbine at a unit"},
    ]
    given = {"view": VIEW, "parts": parts}

    said = await run(bare, "things.js", "return given.parts.map((part) => it.about(given.view, part));", given)

    assert said == ["Vega: Fear", "Who?", "Vega at a unit: Carbine", "Vega: Carbine at a unit"]


async def test_a_rulebooks_words_are_readable_though_nobody_knows_them(bare: Page) -> None:
    found = await run(bare, "things.js", "return it.levels(given.zones.hall);", VIEW)

    assert [(one["name"], one["number"]) for one in found] == [("FIRE", 2), ("ash", 1)]
    assert await run(bare, "things.js", "return it.pretty('level', 'gas_blue');") == "gas blue"
    assert await run(bare, "things.js", "return it.lyingIn(given, given.zones.hall).map((one) => one.name);", VIEW) == [
        "hazard"
    ]
