"""What an offer still wants to be told, and what was filled in as a command's body. Pure; `forms` shows the fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wardiary_protocol.messages import Field, Offer, Target

from ..answering import roll_faces
from ..naming import Unclear
from ..scene import Scene
from ..slots import place, whole


def fields_of(offer: Offer) -> list[Field]:
    """Everything that can be filled in: the field that is asked for first."""
    asked = [field for field in offer.fields if field.name == offer.asks]
    if offer.asks and not asked:
        asked = [Field(offer.asks, "choice", offer.asks.capitalize(), offer.targets, needed=True)]
    return [*asked, *(field for field in offer.fields if field.name != offer.asks)]


def has_to_be_filled_in(offer: Offer) -> bool:
    """Whether a command cannot be made of this offer and one of its targets alone."""
    return any(field.needed and field.name not in (*offer.body, offer.asks) for field in offer.fields) or (
        bool(offer.asks) and not offer.targets
    )


def values_of(field: Field, scene: Scene) -> list[Target]:
    """The values that a field may have, where they can be listed."""
    if field.targets or field.kind not in ("zone", "unit"):
        return list(field.targets)
    return [Target(name.id, name.name) for name in scene.names(f"{field.kind}s")]


def body_of(offer: Offer, said: Mapping[str, Any]) -> dict[str, Any]:
    """The command: what the offer has, and what was filled in, where empty text means left alone. Raises `Unclear`."""
    body = dict(offer.body)
    for field in fields_of(offer):
        value = said.get(field.name)
        if value in (None, "", []):
            if field.needed and field.name not in body and field.default is None:
                raise Unclear(f"{field.label}: this has to be filled in.")
            continue
        body[field.name] = _value(field, value)
    return {name: value for name, value in body.items() if value is not False}


def _value(field: Field, value: Any) -> Any:
    """What was typed or ticked as what is sent."""
    if not isinstance(value, str):
        return value
    try:
        return _typed(field, value.strip())
    except Unclear as wrong:
        raise Unclear(f"{field.label}: {wrong}") from None


def _typed(field: Field, text: str) -> Any:
    if field.kind == "number":
        return [whole(part) for part in _parts(text)] if field.many else whole(text)
    if field.kind == "face":
        faces = roll_faces(text.split())
        return faces if field.many else faces[0]
    if field.kind == "point":
        return [place(part) for part in text.split()] if field.many else place(text)
    return list(_parts(text)) if field.many else text


def _parts(text: str) -> Sequence[str]:
    return text.replace(",", " ").split()


def hint(field: Field) -> str:
    """What may stand in a field that is typed."""
    if field.kind == "number":
        return f"{field.least} to {field.most}" if field.most else f"{field.least} or more"
    if field.kind == "face":
        return f"{field.most or 'the'} faces of a die of {field.sides}, such as 2 5"
    if field.kind == "point":
        return "inches to the right and down: 12.5,3"
    return "" if field.needed else "may be left empty"
