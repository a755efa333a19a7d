"""The form of an offer."""

from typing import Any

from textual.app import App
from textual.widgets import Checkbox, Input, Select, SelectionList, Static
from wardiary_cli.full.forms import OfferForm
from wardiary_cli.scene import Scene
from wardiary_protocol.messages import Field, Offer, Target

OFFER = Offer(
    "[b]Hurt[/b] somebody",
    {"do": "ref_hurt"},
    "unit",
    (Target("vega", "Vega"), Target("rook", "[red]Rook", "far away")),
    fields=(
        Field("amount", "number", "How much", least=1, most=9, needed=True),
        Field("bare", "flag", "Bare"),
        Field("zones", "zone", "Zones", many=True),
        Field("why", "strange", "Why"),
    ),
)
SCENE = Scene({"zones": {"a": {"name": "Hall"}, "b": {"name": "Lift"}}})


async def filled(*keys: str, **values: Any) -> tuple[Any, str]:
    """What the form gives, and what it complains of."""
    given: list[Any] = []
    app: App[None] = App()
    async with app.run_test() as pilot:
        form = OfferForm(OFFER, SCENE)
        await app.push_screen(form, given.append)
        await pilot.pause()
        form.query_one(Select).value = values.get("unit", "vega")
        for field, text in zip(form.query(Input), values.get("texts", ()), strict=False):
            field.value = text
        form.query_one(Checkbox).value = values.get("bare", False)
        form.query_one(SelectionList).select(values.get("zone", "b"))
        await pilot.press(*keys)
        await pilot.pause()
        wrong = "" if given else str(form.query_one("#wrong", Static).content)
    return (given or [None])[0], wrong


async def test_every_field_is_filled_in_and_sent() -> None:
    body, _ = await filled("ctrl+s", unit="rook", texts=("3", "the lift falls"), bare=True)

    assert body == {
        "do": "ref_hurt", "unit": "rook", "amount": 3, "bare": True, "zones": ["b"], "why": "the lift falls",
    }  # fmt: skip


async def test_what_is_wrong_is_said_and_the_form_stays() -> None:
    assert await filled("ctrl+s", texts=("x",)) == (None, "How much: 'x' is no whole number.")


async def test_it_can_be_left() -> None:
    assert await filled("escape") == (None, "")
