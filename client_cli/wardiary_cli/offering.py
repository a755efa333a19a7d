"""Offers as text: what may be typed, for which targets, at what cost; and what may not be done, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from wardiary_protocol.messages import Field, Offer

from .naming import folded
from .scene import Scene
from .show import Row
from .words import WORDS

_ANSWERED = {"answer", "agree", "disagree", "withdraw"}  # these wait for somebody, and are told as such


def offers_rows(offers: Iterable[Offer], *, brief: bool = False) -> list[Row]:
    """What is on offer, then what is not: with the reason, or in brief by its name alone."""
    listed = [offer for offer in offers if offer.body.get("do") not in _ANSWERED]
    rows = [row for offer in listed if not offer.why_not for row in offer_rows(offer)]
    refused = [offer for offer in listed if offer.why_not]
    if brief:
        names = ", ".join(dict.fromkeys(str(offer.body.get("do", "")) for offer in refused))
        return [*rows, Row(f"  not now: {names}", "dim", 11)] if names else rows
    return [*rows, *(Row(f"  not now: {form(offer)}. {offer.why_not}", "dim", 11) for offer in refused)]


def offer_rows(offer: Offer) -> list[Row]:
    """One offer: how to type it, what it costs, and its targets."""
    cost = f"   [{offer.cost}]" if offer.cost else ""
    rows = [Row(f"  {form(offer)}{cost}", "", 6)]
    if offer.asks:
        targets = [_target(_typed(target.value), target.label, target.note) for target in offer.targets]
        free = any(field.name == offer.asks and field.kind == "point" for field in offer.fields)
        targets += ["any place in inches, such as 12.5,3"] if free else []
        rows.append(Row(f"      {offer.asks.upper()}: {', '.join(targets)}", "", 8))
    return rows


def form(offer: Offer) -> str:
    """What to type for an offer: `attack vega rifle TARGET`."""
    word, fixed = _word(offer)
    asked = {"do", "node", *fixed, *(field.name for field in offer.fields)}
    said = [_value(field, value) for field, value in offer.body.items() if field not in asked]
    asks = [offer.asks.upper()] if offer.asks else []
    more = [_field(field) for field in offer.fields if field.name != offer.asks]
    return " ".join(word for word in (word, *said, *asks, *more) if word)


def _word(offer: Offer) -> tuple[str, set[str]]:
    """The command's name, and no field; or where words stand for it with a value each, the one that has this value."""
    do = str(offer.body.get("do", ""))
    for word, shape in WORDS.items():
        if shape.fixed and (shape.do or word) == do and all(offer.body.get(field) == of for field, of in shape.fixed):
            return word, {field for field, _of in shape.fixed}
    return do, set()


def _field(field: Field) -> str:
    """One more field: `AMOUNT`, `[REASON]`, `[auto]`."""
    word = field.name if field.kind == "flag" else field.name.upper() + ("…" if field.many else "")
    return word if field.needed else f"[{word}]"


def _value(field: str, value: object) -> str:
    if isinstance(value, bool) and field == "on":
        return "on" if value else "off"
    if value is True:
        return field
    return str(value) if isinstance(value, str | int) and value is not False else ""


def _typed(value: object) -> str:
    """A value as it is typed: a place in inches, exactly; several names one after another, or the name itself."""
    if isinstance(value, list | tuple):
        numbers = [f"{Decimal(one) / 1000:f}" for one in value if isinstance(one, int)]
        return ",".join(numbers) if numbers else " ".join(map(_typed, value))
    return str(value)


def _target(value: str, label: str, note: str) -> str:
    name = value if not label or folded(label) == folded(value) else f"{value} = {label}"
    return f"{name} ({note})" if note else name


def unit_head(unit: str, scene: Scene) -> Row:
    """The heading over a unit's offers."""
    return Row(f"{scene.name('units', unit)} may:", "head")


def summary(offers: Sequence[Offer]) -> str:
    """The words that are on offer, each once: `move, attack, pass`."""
    words = [str(offer.body.get("do", "")) for offer in offers if not offer.why_not]
    return ", ".join(dict.fromkeys(words)) or "nothing"
