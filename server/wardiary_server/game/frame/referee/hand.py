"""What all acts of the referee's hand share: the reason, whether the rules count, and words that rulebooks declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from wardiary_protocol.messages import Field

from ... import fields
from ...events import Remarked
from ...geometry.ground import middle_of
from ...resolver import Context
from ...rulebook import HAND, Action, Candidate, Command, Refused, Rule, did_you_mean
from ...state import Game, Unit
from ..spots import by_inches

Reason = Annotated[str, Meta(max_length=300)]
Word = Annotated[str, Meta(max_length=64)]
Words = Annotated[tuple[Word, ...], Meta(max_length=64)]
NewId = Annotated[str, Meta(max_length=64, pattern=r"^([a-z0-9][a-z0-9_-]*)?$")]
"""The id of something new; empty for one that is made up."""

Amount = Annotated[int, Meta(ge=1, le=1000)]
MOST = 10_000
Level = Annotated[int, Meta(ge=0, le=MOST)]


class ByHand(Command, frozen=True, kw_only=True):
    """A command of the referee's hand: why, for everybody to read, and whether the rules count for it."""

    reason: Reason = ""
    with_rules: bool = False


def said(ctx: Context, act: ByHand, unit: str = "", marker: str = "", area: str = "") -> Rule[None]:
    """Why the referee does it, where they say so, to whoever may know of what it is about; and whether rules count."""
    ctx.quiet = not act.with_rules
    yield from remark(act.reason, unit, marker, area)


def remark(reason: str, unit: str = "", marker: str = "", area: str = "") -> Rule[None]:
    """A reason."""
    if reason:
        yield Remarked(text=f"The referee: {reason}", unit=unit, marker=marker, area=area)


def act(
    command: type[Command],
    check: Callable[[Context, Any], None],
    run: Callable[[Context, Any], Rule[None]],
    offers: Callable[[Context, Unit | None], Iterable[Candidate]],
    help: str,
) -> Action:
    """A row of the command table for the referee alone."""
    return Action(command, ("referee",), run, check, offers, help=help, rank=HAND)


def anywhere_in(ctx: Context) -> tuple[str, tuple[tuple[Any, str, str], ...], tuple[Field, ...]]:
    """Where something may be: what an offer asks for, a target for each zone, and in inches any other point."""
    if not by_inches(ctx.game):
        return "zone", tuple((zone.id, zone.name, "") for zone in ctx.game.zones.values()), ()
    middles = ((middle_of(zone.shape), zone.name) for zone in ctx.game.zones.values())
    points = tuple((list(at), name, "") for at, name in middles if at is not None)
    return "at", points, (fields.point("at", "Where"),)


# ---------------------------------------------------------------------------------------------- words

Kind = Literal["stats", "levels", "conditions", "areas", "aliases", "area_data"]


def declared(ctx: Context, kind: Kind) -> Mapping[str, str]:
    """The words of a kind that the rulebooks of this game declare, with what they mean."""
    return {word: text for book in ctx.active.rulebooks for word, text in getattr(book, kind).items()}


def named_word(ctx: Context, kind: Kind, word: str, code: str, what: str, more: Iterable[str] = ()) -> None:
    """Raises `Refused` with this code unless a rulebook declares the word, also as one such as `ammo:<weapon>`."""
    words = [*declared(ctx, kind), *more]
    if word in words or any(fits(word, known) for known in words):
        return
    hint = did_you_mean(word, words) or (f" There is {', '.join(sorted(words))}." if 0 < len(words) <= 12 else "")
    raise Refused(code, f"No rulebook of this game knows {what} {word!r}.{hint}")


def named_one(known: Mapping[str, Any], id: str, code: str, what: str) -> None:
    """Raises `Refused` with this code unless something of this id is among those that there are."""
    if id not in known:
        raise Refused(code, f"There is no {what} {id!r}.{did_you_mean(id, known)}")


def fits(word: str, known: str) -> bool:
    """Whether a word is one of those that `head:<what>` stands for."""
    head, _, end = known.partition(":<")
    return bool(end) and word.startswith(f"{head}:") and len(word) > len(head) + 1


def listed(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Words as (value, label), to be chosen from; those with an open end have to be typed."""
    return tuple((word, text) for word, text in words.items() if "<" not in word)


def new_id(game_map: Mapping[str, Any], stem: str) -> str:
    """An id that is not taken: the stem, or with a number behind it."""
    numbers = range(2, len(game_map) + 3)
    return next(key for key in (stem, *(f"{stem}-{n}" for n in numbers)) if key not in game_map)


# ---------------------------------------------------------------------------------------------- what can be played


def faults(ctx: Context, game: Game) -> Iterator[tuple[str, str]]:
    """What the rulebooks could not play in a game: id and text of each flaw."""
    for book in ctx.active.rulebooks:
        if book.flaws is not None:
            yield from ((flaw.id, flaw.text) for flaw in book.flaws(game))


def playable(ctx: Context, game: Game, key: str) -> None:
    """Raises `Refused`: `not_playable`, where what is changed of the thing `key` cannot be played."""
    new = [text for id, text in faults(ctx, game) if id == key]
    known = [text for id, text in faults(ctx, ctx.game) if id == key] if new else []
    for text in new:
        if text not in known:
            raise Refused("not_playable", text)
