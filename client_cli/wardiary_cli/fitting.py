"""A command from its words by the server's offers, whatever the rulebook.

An offer says which fields a command has: those that are in its `body`, one that a target fills, and more that may be
said (see `filling`). The words that were typed are fitted to the offers of that name, in any order; the offer that they
fit best becomes the command. A word that names something which is not on offer is sent all the same: the server says
why not in better words than a client could.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from wardiary_protocol.messages import Offer

from .filling import fill_in, filled, flags, listed
from .naming import Name, Unclear, did_you_mean, either, matches
from .scene import Scene


class Fit(NamedTuple):
    """How well some words fit one offer: what is left over or missing counts against it."""

    offer: Offer
    body: dict[str, Any]
    left: tuple[str, ...]
    missing: bool  # the offer asks for a target, and no word named one
    legal: bool
    unsaid: tuple[str, ...]  # fields of the body that no word mentioned
    lacks: str = ""  # another field that is needed, and that no word filled
    talk: int = 0  # words that were taken for free text

    @property
    def rank(self) -> tuple[int, bool, bool, int, int]:
        """The lower the better."""
        return len(self.left), self.missing or bool(self.lacks), not self.legal, len(self.unsaid), self.talk


def fit(
    args: Sequence[str], offers: Iterable[Offer], scene: Scene, given: Mapping[str, Any]
) -> tuple[dict[str, Any] | None, str]:
    """The body that the words make of one of these offers (all of one command); or none, and a sentence why, where no
    offer knows what to do with them.

    Raises `Unclear` where they do not say enough, or could mean several things.
    """
    known = list(offers)
    fits = [_fit(args, offer, known, scene, given) for offer in known]
    if not fits:
        return None, ""
    best = min(one.rank for one in fits)
    found = _distinct(one for one in fits if one.rank == best)
    if found[0].left and all(_is_place(one.offer) for one in found):
        raise Unclear(found[0].offer.why_not or f"{_nothing_like(found)} Say a place in inches, such as at=12.5,3.")
    if found[0].left:
        return None, _nothing_like(found)
    if found[0].missing:
        raise Unclear(_which_target(found))
    if found[0].lacks:
        raise Unclear(f"{found[0].offer.label}: say the {found[0].lacks}.")
    if len(found) > 1:
        raise Unclear(_which(found))
    return found[0].body, ""


def _fit(args: Sequence[str], offer: Offer, offers: Sequence[Offer], scene: Scene, given: Mapping[str, Any]) -> Fit:
    open_ = {field.name: field for field in offer.fields}
    given = {name: listed(value, open_.get(name)) for name, value in given.items()}
    body = {**offer.body, **given}
    left = flags(list(args), offer.fields, body)
    unsaid = []
    for field, value in offer.body.items():
        if field in ("do", *given, *open_):
            continue
        rest = _said(left, value, field, offers, scene)
        if rest is None:
            unsaid.append(field)
        else:
            left = rest
    missing = False
    if offer.asks and offer.asks not in given:
        value, left = _target(left, offer, scene) if offer.asks not in open_ else (None, left)
        if value is None and offer.asks in open_:
            value, left = filled(left, open_[offer.asks], scene)
            value, left = (value, left) if value is not None else _target(left, offer, scene)
        missing = value is None
        body[offer.asks] = value
    more = [field for field in offer.fields if field.name not in (offer.asks, *given)]
    lacks, left, talk = fill_in(left, more, body, scene)
    legal = not offer.why_not and (not offer.asks or any(target.value == body[offer.asks] for target in offer.targets))
    return Fit(offer, body, tuple(left), missing, legal, tuple(unsaid), lacks, talk)


# ---------------------------------------------------------------------------------------------- words and fields


def _take(words: Sequence[str], accepts: Callable[[str], Any]) -> tuple[Any, list[str]] | None:
    """The longest run of words, the first of that length, that is accepted; and the words around it."""
    for length in range(len(words), 0, -1):
        for at in range(len(words) - length + 1):
            value = accepts(" ".join(words[at : at + length]))
            if value is not None:
                return value, [*words[:at], *words[at + length :]]
    return None


def _said(words: Sequence[str], value: Any, field: str, offers: Sequence[Offer], scene: Scene) -> list[str] | None:
    """The words without those that mention this value of a field; None where none does."""
    if value is True:
        taken = _take(words, lambda text: True if text.casefold() == field.casefold() else None)
    elif isinstance(value, str):
        taken = _take(words, lambda text: _is(text, value, field, offers, scene))
    elif isinstance(value, int):
        taken = _take(words, lambda text: True if text == str(value) else None)
    else:
        taken = None
    return taken[1] if taken else None


def _is(text: str, value: str, field: str, offers: Sequence[Offer], scene: Scene) -> bool | None:
    """Whether a text means this value rather than what other offers have in that field, or another unit."""
    values = {str(offer.body[field]) for offer in offers if field in offer.body} | {value}
    names = [_named(one, scene) for one in sorted(values)]
    if field == "unit":
        names = [*names, *scene.names("units")]
    return True if {name.id for name in matches(text, names)} == {value} else None


def _named(value: str, scene: Scene) -> Name:
    return next((name for name in scene.names() if name.id == value), Name(value, value))


def _target(words: list[str], offer: Offer, scene: Scene) -> tuple[Any, list[str]]:
    """The value for the field that the offer asks for; None where no word names one."""
    if not words:
        only = offer.targets[0].value if len(offer.targets) == 1 else None
        return only, words
    by_name = {str(target.value): target.value for target in offer.targets}
    names = [Name(str(target.value), target.label) for target in offer.targets]
    elsewhere = () if _is_place(offer) else scene.names()
    taken = _take(words, lambda text: _one(text, names)) or _take(words, lambda text: _one(text, elsewhere))
    if taken is None:
        return None, words
    value, rest = taken
    return by_name.get(value, value), rest


def _is_place(offer: Offer) -> bool:
    """Whether what the offer asks for is a place in inches: then names are those of its targets, and no others."""
    return offer.asks == "at" or any(field.name == offer.asks and field.kind == "point" for field in offer.fields)


def _one(text: str, names: Sequence[Name]) -> str | None:
    found = {name.id for name in matches(text, names)}
    return found.pop() if len(found) == 1 else None


# ---------------------------------------------------------------------------------------------- what to say


def _distinct(fits: Iterable[Fit]) -> list[Fit]:
    found: list[Fit] = []
    for one in fits:
        if all(one.body != other.body for other in found):
            found.append(one)
    return found


def _nothing_like(fits: Sequence[Fit]) -> str:
    text = " ".join(fits[0].left)
    targets = [Name(str(target.value), target.label) for one in fits for target in one.offer.targets]
    could = [Name(str(one.offer.body[field]), "") for one in fits for field in one.unsaid if field != "unit"]
    return f"Nothing is called {text!r} there.{did_you_mean(text, [*targets, *could])}"


def _which_target(fits: Sequence[Fit]) -> str:
    """Which targets there are; or why there are none."""
    offers = [one.offer for one in fits]
    targets = list(dict.fromkeys(target.label for offer in offers for target in offer.targets))
    if not targets:
        return offers[0].why_not or "There is nothing to choose."
    return f"{offers[0].label}: {either(targets)}?"


def _which(fits: Sequence[Fit]) -> str:
    """What tells the fits apart, as a question; or why none of them may be done."""
    if all(one.offer.why_not for one in fits):
        reasons = list(dict.fromkeys(one.offer.why_not for one in fits))
        return reasons[0] if len(reasons) == 1 else f"Nobody can do that now. {reasons[0]}"
    for field in fits[0].body:
        values = list(dict.fromkeys(str(one.body.get(field, "")) for one in fits))
        if len(values) > 1:
            return f"With which {field}: {either(values)}?" if field != "unit" else f"Who: {either(values)}?"
    return f"That could be {either([one.offer.label for one in fits])}."
