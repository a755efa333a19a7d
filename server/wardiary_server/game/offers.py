"""What may be done now: every command of a game, tried against its own check, with targets and costs.

Menus of all clients and the moves of bots are made of this. It asks the same checks that decide a command, so what is
offered is legal, and what is not says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace
from wardiary_protocol.messages import Field, Offer, Target

from .events import part_text
from .resolution import in_turn, not_awaited, units_of
from .resolver import Context, named
from .rulebook import BACK, Action, Candidate, Refused
from .state import Correction, Open, Outcome, Part, Unit
from .votes import others, referees


def offers(ctx: Context, unit: str = "") -> tuple[Offer, ...]:
    """What a unit may do, or with no unit what the seat may do: what is asked of it first, then by rank.

    Raises `Refused`: `no_such_unit`.
    """
    if ctx.table.closed or ctx.role == "spectator":
        return ()
    of = ctx.game.units.get(unit) if unit else None
    if unit and of is None:
        raise Refused("no_such_unit", f"There is no unit {unit!r}.")
    open_ = [action for action in ctx.active.actions.values() if ctx.role in action.roles]
    found = [(action.rank, offer) for action in open_ for offer in proposed(ctx, action, of)]
    if of is not None:
        return in_order(found)
    return (*asked(ctx), *votes(ctx), *correction(ctx), *in_order([*found, *((BACK, one) for one in rewinds(ctx))]))


def in_order(found: list[tuple[int, Offer]]) -> tuple[Offer, ...]:
    """Offers by their rank; within one they stay as they are."""
    return tuple(offer for _rank, offer in sorted(found, key=lambda ranked: ranked[0]))


def proposed(ctx: Context, action: Action, of: Unit | None) -> list[Offer]:
    """What one command proposes; where its rulebook fails, that it does, and nothing of the other commands."""
    if action.offers is None:
        return []
    try:
        with named(ctx.rules.owner[action.name]):
            return [offered(ctx, action, candidate) for candidate in action.offers(ctx, of)]
    except Refused as refusal:
        return [Offer(action.name, {"do": action.name}, why_not=refusal.text)]


def offered(ctx: Context, action: Action, candidate: Candidate) -> Offer:
    """One candidate with those of its targets and fields that are legal; or why it is not on offer."""
    body = {**{f.name: f.default for f in candidate.fields if f.needed and f.default is not None}, **candidate.body}
    trial = {**{f.name: sample(f) for f in candidate.fields if f.needed and f.name != candidate.asks}, **body}
    targets: tuple[Target, ...] = ()
    if candidate.asks and candidate.example is None:
        found = tuple(Target(*target) for target in candidate.targets)
        targets, no = sifted(ctx, action, trial, candidate.asks, found)
        trial = {**trial, candidate.asks: targets[0].value} if targets else trial
    else:
        trial = {**trial, candidate.asks: candidate.example} if candidate.asks else trial
        no = why_not(ctx, action, trial)
    fields = () if no else tuple(open_fields(ctx, action, trial, candidate))
    return Offer(candidate.label, body, candidate.asks, targets, candidate.cost, no, fields)


def sifted(
    ctx: Context, action: Action, body: Mapping[str, Any], name: str, targets: tuple[Target, ...], many: bool = False
) -> tuple[tuple[Target, ...], str]:
    """Those values of a field that are legal, the rest of the body being what it is; or none, and why."""
    reasons = {id(one): why_not(ctx, action, {**body, name: [one.value] if many else one.value}) for one in targets}
    kept = tuple(one for one in targets if not reasons[id(one)])
    return kept, "" if kept else next(iter(reasons.values()), "There is nothing to choose.")


def sample(field: Field) -> Any:
    """Something that might stand in a field, to try the rest with."""
    if field.default is not None:
        return field.default
    if field.targets:
        return [field.targets[0].value] if field.many else field.targets[0].value
    return {"number": field.least, "flag": True, "point": (0, 0)}.get(field.kind, field.label)


def open_fields(ctx: Context, action: Action, body: Mapping[str, Any], candidate: Candidate) -> Iterator[Field]:
    """The fields that may be filled in, each with the values that are legal; one that leaves no choice is left out."""
    for field in candidate.fields:
        if field.targets and field.kind != "text" and field.name != candidate.asks:
            targets, _no = sifted(ctx, action, body, field.name, field.targets, field.many)
            if targets:
                yield replace(field, targets=targets)
        elif field.kind != "flag" or not why_not(ctx, action, {**body, field.name: True}):
            yield field


def why_not(ctx: Context, action: Action, body: Mapping[str, Any]) -> str:
    """Why a command would be refused, or nothing."""
    try:
        _parsed, command = ctx.rules.parse(body)
        bound = ctx.role == "player" and action.kind == "game" and action.together is None
        if bound:
            in_turn(ctx.game)
        if action.check is not None:
            action.check(ctx, command)
        if bound:
            not_awaited(ctx.game, units_of(command))
    except Refused as refusal:
        return refusal.text
    return ""


def legal(found: tuple[Offer, ...]) -> Iterator[dict[str, object]]:
    """The bodies of all commands that are on offer, ready to be sent: of those that need no field to be filled in."""
    for offer in found:
        if offer.why_not or any(f.needed and f.name not in (*offer.body, offer.asks) for f in offer.fields):
            continue
        if not offer.asks:
            yield dict(offer.body)
        for target in offer.targets:
            yield {**offer.body, offer.asks: target.value}


def asked(ctx: Context) -> Iterator[Offer]:
    """The questions that this seat may answer, as the first of its offers."""
    for question in ctx.game.open.values():
        for number, part in enumerate(question.parts):
            if str(number) not in question.answers and (part.seat == ctx.by or ctx.role != "player"):
                yield from answers_to(ctx, question, number, part)


def answers_to(ctx: Context, question: Open, number: int, part: Part) -> Iterator[Offer]:
    """How one part can be answered."""
    yield from answers_in(ctx, {"do": "answer", "root": question.root, "opened": question.opened, "part": number}, part)


def answers_in(ctx: Context, body: Mapping[str, Any], part: Part) -> Iterator[Offer]:
    """The commands that answer one part, each a `body` with the answer in it."""
    text = part_text(ctx.game, part)
    if part.kind == "roll":
        faces = Field(
            "faces", "face", "Faces", least=part.dice, most=part.dice, needed=True, many=True, sides=part.sides
        )
        yield Offer(text, body, asks="faces", fields=(faces,))
        yield Offer(f"{text}: let the server roll", {**body, "roll": True})
    else:
        labels = tuple(Target(value, label) for value, label in part.options)
        chosen = Field("chosen", "choice", part.reason, labels, part.least, part.most, list(part.default), many=True)
        yield Offer(text, body, "chosen", tuple(choices(part)), fields=(chosen,))


def choices(part: Part) -> Iterator[Target]:
    """Answers to a choice: the likely one, each single one, and none, as far as so many may be taken."""
    labels = dict(part.options)
    for value in dict.fromkeys((part.default, *((one,) for one in labels), ())):
        if part.least <= len(value) <= part.most and labels.keys() >= set(value):
            note = "likely" if value == part.default and part.default else ""
            yield Target(list(value), ", ".join(labels[one] for one in value) or "nobody and nothing", note)


def votes(ctx: Context) -> Iterator[Offer]:
    """What can be said to an open proposal."""
    proposal = ctx.table.proposal
    if proposal is None:
        return
    node = ctx.table.cursor
    if proposal.by == ctx.by:
        yield Offer(f"Withdraw: {proposal.text}", {"do": "withdraw", "node": node})
    else:
        if ctx.by not in proposal.yes:
            yield Offer(f"Agree: {proposal.text}", {"do": "agree", "node": node})
        yield Offer(f"Refuse: {proposal.text}", {"do": "disagree", "node": node})


def correction(ctx: Context) -> Iterator[Offer]:
    """What can be said to a correction that is prepared, and what it waits for."""
    prepared = ctx.table.correction
    if prepared is None:
        return
    node, waits = ctx.table.cursor, prepared.waits
    if waits is not None:
        yield from decisions(ctx, prepared, waits)
    decided = waits is None or waits.fate == "unseen"
    no = "" if decided or waits is None else f"Entry {waits.seq} has to be decided first."
    no = "It has to be worked out anew first." if prepared.node != node else no
    text = f"the correction: {prepared.text}"
    yield Offer(f"Accept {text}", {"do": "accept", "node": node, "draft": prepared.draft}, why_not=no)
    if ctx.table.proposal is None:
        word, label = ("withdraw", "Withdraw") if prepared.by == ctx.by else ("disagree", "Refuse")
        yield Offer(f"{label} {text}", {"do": word, "node": node})


def decisions(ctx: Context, prepared: Correction, waits: Outcome) -> Iterator[Offer]:
    """What may become of an entry that is no longer legal, and the answers to what is newly asked."""
    body = {"do": "correct", "entry": waits.seq}
    seated = ctx.role == "player" and referees(ctx.state, frozenset())
    if waits.fate == "illegal" and not seated and (ctx.role != "player" or prepared.by == ctx.by):
        yield Offer(f"Leave out {waits.what}", {**body, "drop": True}, cost=waits.text)
        yield Offer(f"Keep {waits.what} all the same", {**body, "keep": True}, cost=waits.text)
    for number, part in waits.asks:
        if part.seat in ("", ctx.by) or ctx.role != "player":
            yield from answers_in(ctx, {**body, "part": number}, part)


def rewinds(ctx: Context) -> Iterator[Offer]:
    """Undo and redo, where there is something to go back to. Whether they need agreement, the answer tells."""
    table = ctx.table
    if table.proposal is not None:
        return
    note = "may need the others' agreement" if others(ctx.state, ctx.by, frozenset()) else ""
    if table.cursor > 1:
        yield Offer("Undo the newest command", {"do": "undo", "node": table.cursor}, cost=note)
    if table.redo:
        yield Offer("Redo", {"do": "redo", "node": table.cursor}, cost=note)
