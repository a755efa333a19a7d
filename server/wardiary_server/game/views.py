"""The state as one audience may see it: plain maps, two levels deep, made of what it may know (see `known`).

    {"units": {"vega": {…}}, "zones": {"cargo": {…}}, "requests": {"12": {…}}, "table": {"line": {…}}, …}

A *part* is one entity, `view["units"]["vega"]`. Parts are made once for each entity object and shared from then on: a
state shares what did not change with the one before, so most parts of a new view are the very objects of the old one,
and comparing and hashing two views costs what changed between them and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from wardiary_protocol import changes

from .events import roll_name
from .known import REFEREE, SPECTATOR, audience_of, known, same_for_all
from .state import Correction, Link, Open, Outcome, Part, State, Table, Unit

__all__ = ["REFEREE", "SPECTATOR", "View", "audience_of", "difference", "same_for_all", "view"]

Part_ = Mapping[str, Any]
Collection = Mapping[str, Part_]


class View(NamedTuple):
    """What an audience sees after entry `seq`, with the hash that a client can check."""

    audience: str
    state: State
    parts: Mapping[str, Collection]
    hash: int

    @property
    def hex(self) -> str:
        """The hash as it is sent."""
        return f"{self.hash:016x}"


def view(state: State, audience: str, before: View | None = None) -> View:
    """The view of `state`. With the view `before`, what did not change is taken from there."""
    state = known(state, audience)
    old = before.parts if before is not None else {}
    parts = {name: collect(state, before, old.get(name, {})) for name, collect in COLLECTIONS.items()}
    if not parts["blips"]:
        del parts["blips"]  # most games have none
    if before is None:
        return View(audience, state, parts, changes.rehash(0, {}, parts))
    return View(audience, state, parts, changes.rehash(before.hash, before.parts, parts))


def difference(before: View | None, after: View) -> list[Any]:
    """The changes that lead from one view to another; from none, those that make all of it."""
    return changes.diff(before.parts if before is not None else {}, after.parts)


# ---------------------------------------------------------------------------------------------- collections

Collect = Callable[[State, "View | None", Collection], Collection]


def entities(name: str, show: Callable[[Any], Part_]) -> Collect:
    """A collection that shows one map of the game part, entity by entity."""

    def collect(state: State, before: View | None, old: Collection) -> Collection:
        now: Mapping[str, Any] = getattr(state.game, name)
        was: Mapping[str, Any] = getattr(before.state.game, name) if before is not None else {}
        if now is was and before is not None:
            return old
        shown = {}
        for key, entity in now.items():
            kept = old.get(key) if was.get(key) is entity else None
            shown[key] = show(entity) if kept is None else kept
        return shown

    return collect


def single(key: str, watch: Callable[[State], tuple[object, ...]], show: Callable[[State], Part_]) -> Collect:
    """A collection of one part, shown anew only when something that it is made of changed."""

    def collect(state: State, before: View | None, old: Collection) -> Collection:
        if before is not None and key in old:
            now, was = watch(state), watch(before.state)
            if all(a is b for a, b in zip(now, was, strict=True)):
                return old
        return {key: show(state)}

    return collect


def plain(entity: Struct) -> Part_:
    """An entity as a map, without what is empty."""
    shown = builtins(entity)
    return {name: value for name, value in shown.items() if value not in ("", [], {}, None)}


def builtins(entity: Struct) -> dict[str, Any]:
    """A struct as maps and lists, all the way down."""
    return {name: listed(value) for name, value in msgspec.to_builtins(entity).items()}


def listed(value: Any) -> Any:
    """A value with lists for its tuples, as a client has it."""
    if isinstance(value, tuple | list):
        return [listed(one) for one in value]
    return {key: listed(one) for key, one in value.items()} if isinstance(value, dict) else value


def show_unit(unit: Unit) -> Part_:
    """A unit. Marks stay the server's own business."""
    return {name: value for name, value in plain(unit).items() if name != "marks"}


def show_link(link: Link) -> Part_:
    """A link, and whether it can be gone through now."""
    return {**plain(link), "passable": link.passable}


def show_happenings(state: State) -> Part_:
    """How many things the scenario holds ready; not which."""
    return {"waiting": len(state.game.happenings)}


def show_request(asked: Open) -> Part_:
    """A question: its parts by number, and which of them are answered."""
    parts = {
        str(number): {**show_part(part), "answered": str(number) in asked.answers}
        for number, part in enumerate(asked.parts)
    }
    shown: dict[str, Any] = {"root": asked.root, "opened": asked.opened, "parts": parts, "units": list(asked.units)}
    if asked.unknown:
        shown["unknown"] = list(asked.unknown)
    return shown


def show_part(part: Part) -> Part_:
    """One part of a question."""
    shown = plain(part)
    if part.kind == "choice":
        return {k: v for k, v in shown.items() if k not in ("sides", "dice", "key")} | {"default": list(part.default)}
    return {k: v for k, v in shown.items() if k not in ("least", "most", "asks")}


def blips(state: State, before: View | None, old: Collection) -> Collection:
    """What this audience has noticed moving and does not know: by its number, where it was noticed last."""
    now = state.game.blips
    if before is not None and now is before.state.game.blips:
        return old
    return {number: {"zone": blip.zone} for number, blip in now.items() if not blip.unit and blip.zone}


def requests(state: State, before: View | None, old: Collection) -> Collection:
    """Open questions, with the faces that the very same roll showed before an undo."""
    if before is not None and all(a is b for a, b in zip(watch_open(state), watch_open(before.state), strict=True)):
        return old
    return {root: with_typed(state, asked, show_request(asked)) for root, asked in state.game.open.items()}


def watch_open(state: State) -> tuple[object, ...]:
    """What the questions are shown from; how often each roll was made counts only while something is asked."""
    return state.game.open, state.table.typed, state.game.rolls if state.game.open else None


def with_typed(state: State, asked: Open, shown: Part_) -> Part_:
    """A question with what its rolls showed before, to be offered again."""
    parts = dict(shown["parts"])
    for number, part in enumerate(asked.parts):
        typed = state.table.typed.get(roll_name(state.game, asked, number)) if part.kind == "roll" else None
        if typed is not None:
            parts[str(number)] = {**parts[str(number)], "typed": list(typed)}
    return {**shown, "parts": parts}


def show_game(state: State) -> Part_:
    """The clock, the scores and the result."""
    game = state.game
    shown: dict[str, Any] = {
        "title": game.title,
        "measure": game.measure,
        "rulebooks": list(game.rulebooks),
        "scores": dict(game.scores),
        "dice": dict(game.dice),
        "clock": builtins(game.clock),
    }
    if game.measure == "board":
        shown["size"] = list(game.size)
        if game.picture:
            shown["picture"] = game.picture
    if game.result is not None:
        shown["result"] = builtins(game.result)
    return shown


def show_table(state: State) -> Part_:
    """Seats, the place in the tree, and what is proposed."""
    table = state.table
    shown: dict[str, Any] = {
        "cursor": table.cursor,
        "line": table.line,
        "redo": len(table.redo),
        "seats": {seat: held.name for seat, held in table.held.items()},
        "salts": sorted(table.salts),
        "dice": dict(table.dice),
        "commitment": table.commitment,
        "suspended": list(table.suspended),
        "watching": table.watching,
        "closed": table.closed,
    }
    if table.redo:
        shown["redo_to"] = table.redo[-1]
    if table.proposal is not None:
        proposal = table.proposal
        shown["proposal"] = {
            "kind": proposal.kind,
            "by": proposal.by,
            "to": proposal.to,
            "node": proposal.node,
            "text": proposal.text,
            "yes": list(proposal.yes),
        }
    if table.correction is not None:
        shown["correction"] = show_correction(table.correction)
    return shown


def show_correction(correction: Correction) -> Part_:
    """A correction that is prepared: what is put right, what becomes of the rest, and what has to be decided."""
    waits = correction.waits
    return {
        "by": correction.by,
        "node": correction.node,
        "draft": correction.draft,
        "text": correction.text,
        "ready": waits is None,
        "same": correction.same,
        "more": correction.more,
        "left": correction.left,
        "rulings": {seq: ruling.how for seq, ruling in correction.rulings.items()},
        "outcomes": [show_outcome(outcome) for outcome in correction.outcomes],
    }


def show_outcome(outcome: Outcome) -> Part_:
    """What becomes of one entry; the parts that are newly asked by their numbers."""
    asks = {str(number): show_part(part) for number, part in outcome.asks}
    return {**plain(outcome), "asks": asks} if asks else plain(outcome)


def watch_game(state: State) -> tuple[object, ...]:
    """What the game's own part is shown from."""
    game = state.game
    return (
        game.title, game.measure, game.size, game.picture, game.rulebooks, game.scores, game.dice, game.clock,
        game.result,
    )  # fmt: skip


def watch_table(state: State) -> tuple[object, ...]:
    """What the table's part is shown from."""
    t: Table = state.table
    return (
        t.cursor,
        t.line,
        t.redo,
        t.held,
        t.salts,
        t.dice,
        t.commitment,
        t.suspended,
        t.watching,
        t.closed,
        t.proposal,
        t.correction,
    )


COLLECTIONS: Mapping[str, Collect] = {
    "game": single("now", watch_game, show_game),
    "table": single("now", watch_table, show_table),
    "scenario": single("now", lambda s: (s.game.happenings,), show_happenings),
    "sides": entities("sides", plain),
    "seats": entities("seats", plain),
    "zones": entities("zones", plain),
    "links": entities("links", show_link),
    "walls": entities("walls", plain),
    "units": entities("units", show_unit),
    "items": entities("items", plain),
    "specials": entities("specials", plain),
    "areas": entities("areas", plain),
    "markers": entities("markers", plain),
    "objectives": entities("objectives", plain),
    "requests": requests,
    "blips": blips,
}
"""Every collection of a view. `game/now` and `table/now` are the two that are about everything."""
