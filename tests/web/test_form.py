"""The form of an offer: every kind of field, what is needed, and what is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from kit.axe import flaws
from playwright.async_api import Page, expect

MAKE = """(given) => {
  const form = document.createElement("wd-form");
  window.sent = [];
  const state = { offer: given.offer, view: given.view, value: given.value };
  form.send = (body) => window.sent.push(body);
  form.aim = (value) => form.show({ ...state, value });
  document.querySelector("wd-app").replaceChildren(form);
  form.show(state);
}"""
VIEW = {"zones": {"hall": {"id": "hall", "name": "Hall"}, "bay": {"id": "bay", "name": "Bay"}}, "units": {}}


async def form(page: Page, offer: Mapping[str, Any], value: Any = None) -> None:
    """Shows an offer's form alone on the page."""
    given = {"offer": offer, "view": VIEW} | ({} if value is None else {"value": value})
    await page.evaluate(MAKE, given)


async def sent(page: Page) -> Any:
    """What was sent last."""
    await page.locator("wd-form .do").click()
    return (await page.evaluate("window.sent")).pop()


FIELDS: dict[str, tuple[dict[str, Any], Any]] = {
    "choice": ({"targets": [{"value": 1, "label": "One"}, {"value": [2, 3], "label": "Pair"}]}, [2, 3]),
    "zone": ({}, "bay"),
    "number": ({"least": 1, "most": 3}, 3),
    "text": ({"most": 20}, "words of mine"),
    "flag": ({}, True),
    "point": ({}, [1_500, 3_000]),
    "face": ({"sides": 6}, 5),
    "something new": ({}, "words of mine"),
}


async def fill(page: Page, kind: str) -> None:
    """Fills in a field as somebody would."""
    if kind in ("choice", "zone"):
        await page.get_by_label("It").select_option(label="Pair" if kind == "choice" else "Bay")
    elif kind == "number":
        for _ in range(5):
            await page.get_by_role("button", name="It: more").click()
    elif kind == "flag":
        await page.get_by_label("It").check()
    elif kind == "point":
        await page.get_by_label("Inches to the right").fill("1.5")
        await page.get_by_label("Inches down").fill("3")
    elif kind == "face":
        await page.get_by_role("button", name="5", exact=True).click()
    else:
        await page.get_by_label("It").fill("words of mine")


@pytest.mark.parametrize("kind", FIELDS)
async def test_a_field_of_each_kind_is_needed_then_filled_in_and_sent(kind: str, page: Page) -> None:
    more, value = FIELDS[kind]
    field = {"name": "it", "kind": kind, "label": "It", "needed": True, **more}
    await form(page, {"label": "Do it", "body": {"do": "it"}, "fields": [field]})
    await expect(page.locator("wd-form .do")).to_be_disabled()
    assert await flaws(page) == []

    await fill(page, kind)

    assert await sent(page) == {"do": "it", "it": value}


async def test_what_is_left_alone_is_not_sent_and_what_stands_in_the_body_is(page: Page) -> None:
    fields = [
        {"name": "reason", "kind": "text", "label": "Reason"},
        {"name": "amount", "kind": "number", "label": "Amount", "needed": True, "most": 9},
        {"name": "with_rules", "kind": "flag", "label": "With the rules"},
    ]
    await form(page, {"label": "Hurt", "body": {"do": "ref_hurt", "amount": 2}, "fields": fields})

    assert await sent(page) == {"do": "ref_hurt", "amount": 2}


async def test_several_of_several_are_ticked(page: Page) -> None:
    targets = [{"value": one, "label": one.title()} for one in ("vega", "rook", "juno")]
    field = {
        "name": "units",
        "kind": "unit",
        "label": "Who",
        "many": True,
        "least": 2,
        "needed": True,
        "targets": targets,
    }
    await form(page, {"label": "Do it", "body": {"do": "it"}, "fields": [field]})
    await page.get_by_label("Juno").check()
    await expect(page.locator("wd-form .do")).to_be_disabled()
    await page.get_by_label("Vega").check()

    assert await sent(page) == {"do": "it", "units": ["vega", "juno"]}


async def test_many_faces_are_typed_one_by_one(page: Page) -> None:
    field = {"name": "faces", "kind": "face", "label": "Faces", "many": True, "least": 2, "most": 2, "sides": 20}
    await form(page, {"label": "Do it", "body": {"do": "it"}, "fields": [field | {"needed": True}]})
    for face in ("17", "3"):
        await page.get_by_label("1 to 20").fill(face)
        await page.get_by_role("button", name="Add").click()

    assert await sent(page) == {"do": "it", "faces": [17, 3]}


async def test_a_target_is_picked_from_the_list(page: Page) -> None:
    targets = [{"value": "hall", "label": "Hall", "note": "2 zones"}, {"value": "bay", "label": "Bay"}]
    await form(page, {"label": "Move", "body": {"do": "move"}, "asks": "to", "targets": targets, "cost": "1 quick"})
    await expect(page.locator("wd-form .do")).to_be_disabled()
    await page.get_by_role("button", name="Hall").click()
    await expect(page.locator("wd-form .do")).to_have_text("Move: Hall1 quick")

    assert await sent(page) == {"do": "move", "to": "hall"}


async def test_words_of_people_stay_words(page: Page) -> None:
    """Given a label that is markup, it is read as it is written, and runs nothing."""
    evil = "<img src=x onerror=\"document.title='taken'\">"
    targets = [{"value": "x", "label": evil, "note": evil}]
    await form(page, {"label": evil, "body": {"do": "it"}, "asks": "to", "targets": targets, "cost": evil})

    await expect(page.get_by_role("heading", name=evil)).to_be_visible()
    assert await page.locator("wd-form img").count() == 0
    assert await page.title() == "wardiary"
