"""The state that a case begins with: a scenario's, with what is given beside it, in the first round of play.

Without a scenario, `[given]` is the whole of it: so `slice` writes it. A case whose scenario is to be set up first
gives `clock.phase = "setup"`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec.structs import replace

from ..game.frame import FRAME
from ..game.frame.rounds import will_go
from ..game.frame.turns import played
from ..game.rulebook import Rules
from ..game.state import Clock, Game, Held, Table
from ..scenario import syntax
from ..scenario.checking import examine, examine_document
from ..scenario.faults import Fault, Faults
from ..scenario.positions import Path
from ..scenario.rulebooks import NoRulebook, find
from ..scenario.values import Reading
from ..scenario.vocabulary import Vocabulary, meant
from .paths import (
    ABSENT,
    NoPlace,
    Setting,
    converted,
    found,
    is_struct,
    leaves,
    missing_name,
    plainly,
    put,
    resolve,
    strange_value,
    strange_word,
)

Find = Callable[[str], tuple[str | Fault, str]]
"""A scenario's text by what the case calls it, or the fault for which there is none; and what faults call that file."""

GIVEN: Path = ("given",)
OF_THE_TABLE = ("dice", "suspended")
"""What can be given of the table part; all else of it is the room's own."""


def needed(kind: type[msgspec.Struct]) -> list[str]:
    """Which of id and name an entity of this kind has to have."""
    return [one.name for one in msgspec.structs.fields(kind) if one.required and one.name in ("id", "name")]


ENTITIES = {
    field.name: needed(get_args(field.type)[-1])
    for field in msgspec.structs.fields(Game)
    if get_origin(field.type) is not None and is_struct(get_args(field.type)[-1])
}
"""Tables of the state whose entities have an id, and which of id and name each needs."""


class Begun(NamedTuple):
    """The state at the start, where it could be made. `faults` are those of the scenario.

    `words` are those of its rulebooks, for a case that has a scenario: it may use no others.
    """

    game: Game | None
    table: Table
    rules: Rules | None
    faults: tuple[Fault, ...] = ()
    words: Vocabulary | None = None
    state: Mapping[str, Any] = {}  # the game and the table, plain

    def wrong(self, keys: tuple[str, ...], *, later: bool = False) -> tuple[str, str] | None:
        """What is wrong with a path of this case, and what was meant. A unit may also be there `later`."""
        if self.game is None:
            return None
        missing = None if later and keys[1:2] == ("units",) else missing_name(self.state, keys)
        return missing or (strange_word(self.state, self.words, keys) if self.words else None)

    def odd(self, keys: tuple[str, ...], value: object) -> tuple[str, str] | None:
        """What is wrong with a value of this case, and what was meant."""
        if self.game is None or self.words is None:
            return None
        return strange_value(self.state, self.words, keys, value)


def begin(reading: Reading, values: Mapping[str, Any], find_text: Find) -> Begun:
    """The state that a case begins with, from the keys of its file."""
    game, wrong = scenario(reading.faults, values, find_text)
    if game is None:
        return Begun(None, Table(), None, wrong)
    if "scenario" in values:
        game, words = ready(game), Vocabulary(find(game.rulebooks))
    else:
        words = None
    state = plainly(game, Table())
    given = list(settings(reading, Begun(game, Table(), None, (), words, state), values.get("given", {})))
    for one in given:
        if one.value != {} or not is_struct(one.address.kind) or found(state, one.address.keys) is ABSENT:
            put(state, one.address.keys, one.value)
    finish(state, {one.address.keys for one in given})
    made = whole(reading.faults, state["game"])
    rules = rules_of(reading.faults, made) if made is not None else None
    if made is None or rules is None:
        return Begun(None, Table(), None)
    table = seated(reading, made, values, state["table"])
    return Begun(made, table, rules, (), words, plainly(made, table))


def scenario(faults: Faults, values: Mapping[str, Any], find_text: Find) -> tuple[Game | None, tuple[Fault, ...]]:
    """The scenario's game, or an empty one where the case names no scenario; None, and why, where it has faults."""
    named = values.get("scenario")
    if named is None:
        return Game(title=""), ()
    if isinstance(named, dict):
        game, wrong, _ = examine_document(syntax.Document(named, faults.under("scenario")))
        return game, () if game is not None else wrong
    text, called = find_text(named)
    if isinstance(text, Fault):
        faults.add(("scenario",), text.text, text.hint)
        return None, ()
    game, wrong, _ = examine(text, called)
    return game, () if game is not None else tuple(fault for fault in wrong if not fault.warning)


def ready(game: Game) -> Game:
    """A scenario's game as its first round begins, with everybody where the scenario has them."""
    way = game.options.get("frame.order", FRAME.options["order"].default)
    order = tuple(unit.id for unit in played(game)) if way == "initiative" else ()
    side = next((side for side in game.sides if will_go(game, side, 1)), "") if way == "alternate" else ""
    clock = Clock(phase="play", round=1, side=side, order=order)
    return replace(game, clock=clock, dice=dict.fromkeys(game.seats, "script"))


# ---------------------------------------------------------------------------------------------- what is given


def settings(reading: Reading, scene: Begun, given: Mapping[str, Any]) -> Iterator[Setting]:
    """What a case gives, value by value. With a scenario, units and the like have to be among those that it has."""
    for place, words, value in leaves(given, GIVEN):
        try:
            where = resolve(words)
            of_the_table(where.keys)
            if scene.words is not None and (wrong := scene.wrong(where.keys)):
                reading.faults.add(place, *wrong, key=True)
                continue
            value = converted(where, value)
            if wrong := scene.odd(where.keys, value):
                reading.faults.add(place, *wrong)
            else:
                yield Setting(place, where, value)
        except NoPlace as fault:
            reading.faults.add(place, fault.text, fault.hint, key=fault.text.startswith("The state"))


def of_the_table(keys: tuple[str, ...]) -> None:
    """Raises `NoPlace` for what cannot be given."""
    if keys[0] == "table" and keys[1:2] not in [(name,) for name in OF_THE_TABLE]:
        raise NoPlace("The state's table part is the room's own.", meant(keys[1] if keys[1:] else "", OF_THE_TABLE))


def finish(state: dict[str, Any], given: set[tuple[str, ...]]) -> None:
    """What follows from what is given: ids and names, and that who was put somewhere stands there."""
    game = state["game"]
    for table, needed in ENTITIES.items():
        for key, entity in game[table].items():
            entity.update({field: key for field in needed if field not in entity})
    for key, unit in game["units"].items():
        here = ("game", "units", key)
        if (*here, "zone") in given and (*here, "status") not in given and unit.get("zone"):
            unit["status"] = "ready"
    if ("game", "clock", "phase") in given and ("game", "clock", "round") not in given:
        game["clock"]["round"] = 0 if game["clock"]["phase"] == "setup" else 1


def whole(faults: Faults, state: Mapping[str, Any]) -> Game | None:
    """The game of a plain state; None after the fault was written down."""
    try:
        return msgspec.convert(state, Game)
    except msgspec.ValidationError as error:
        faults.lacks(GIVEN, f"What is given is no whole state: {error}.")
        return None


def rules_of(faults: Faults, game: Game) -> Rules | None:
    """The rules of a game; None after the fault was written down."""
    try:
        return Rules(find(game.rulebooks))
    except NoRulebook as missing:
        faults.add((*GIVEN, "rulebooks"), str(missing))
        return None


def seated(reading: Reading, game: Game, values: Mapping[str, Any], given: Mapping[str, Any]) -> Table:
    """The table part: who sits there, and what is given of it."""
    seats = values.get("seated", tuple(game.seats))
    for n, seat in enumerate(seats):
        if seat not in game.seats:
            reading.faults.lacks(("seated", n), f"There is no {seat!r} among the seats.", meant(seat, game.seats))
    held = {seat: Held(game.seats[seat].name) for seat in seats if seat in game.seats}
    dice = {**(game.dice if "scenario" in values else {}), **given["dice"]}
    return Table(cursor=1, held=held, dice=dice, suspended=tuple(given["suspended"]), frozen=True)
