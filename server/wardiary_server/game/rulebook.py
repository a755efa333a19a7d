"""What a rulebook is, and what all the rulebooks of one game are together.

A rulebook adds events, commands, triggers and deeds, and changes what others ask through queries. Nothing here is
kept for the built-in ones: a stranger's package, found by the entry point `wardiary.rulebooks`, can do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from wardiary_protocol.messages import Field
from wardiary_protocol.sentences import sentence

from .entry import Codec
from .event import Event
from .state import Game, Part, Unit

if TYPE_CHECKING:
    from .context import Context

T = TypeVar("T")
Rule = Generator["Event | Ask", Any, T]
"""A rule: straight-line code that yields events and questions. It decides; it never folds, and keeps no state."""

Role = Literal["player", "referee", "spectator", "operator"]
Kind = Literal["game", "table", "rewind", "answer"]
Option = int | str | bool


class Refused(Exception):
    """A command that is not legal now, or not at all: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = sentence(text)
        super().__init__(self.text)


class Clash(LookupError):
    """Two rulebooks that cannot be used in one game; the text says why."""


class Ask(NamedTuple):
    """One or more parts that must all be answered before the rule goes on."""

    parts: tuple[Part, ...]


class Command(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """What a seat asks for. Subclasses are imperative, flat, and tagged with the word that is typed."""


class Candidate(NamedTuple):
    """What might be offered: a command's body, the field that a target fills, and the targets that there might be.

    Each target is (value, label, note). Whether it is legal is found by the command's own check. `fields` are what else
    may be said (see `fields`); a field that is needed and has a default is in the offer's body from the start. Where
    there are no targets, because any point of a board will do, `example` is a value to try the rest with.
    """

    label: str
    body: Mapping[str, Any]
    asks: str = ""
    targets: tuple[tuple[Any, str, str], ...] = ()
    cost: str = ""
    fields: tuple[Field, ...] = ()
    example: Any = None


FIGHT, TURN, HAND, BACK, TABLE = range(5)
"""Where a command stands among the offers: what one plays for, then beginning, ending or giving up, the referee's hand,
undo and redo, and what is about the table."""


@dataclass(frozen=True)
class Action:
    """A command and what belongs to it: its row in the command table, its check, its rule, its offers.

    `check` raises `Refused` where the command is not legal now, and changes nothing. `run` is the rule; for a command
    of the table it yields events only. `offers` proposes what a unit (or with None, the seat) might do with it. With
    `together`, which puts a command into words, it is the referee's, and without one the players' if all agree.
    `rank` says where it stands among the offers (`FIGHT` and so on); within a rank that is the order of the rulebooks.
    """

    command: type[Command]
    roles: tuple[Role, ...]
    run: Callable[[Context, Any], Rule[None]]
    check: Callable[[Context, Any], None] | None = None
    offers: Callable[[Context, Unit | None], Iterable[Candidate]] | None = None
    kind: Kind = "game"
    help: str = ""
    together: Callable[[Any], str] | None = None
    rank: int = FIGHT

    @property
    def name(self) -> str:
        """The word on the wire."""
        return str(self.command.__struct_config__.tag)


class Trigger(NamedTuple):
    """A rule that runs because an event happened. Lower priorities run first; ties in the scenario's order.

    `always`: it keeps the game in order, so it also runs for what the referee's hand puts.
    """

    on: type[Event]
    run: Callable[[Context, Any], Rule[None]]
    priority: int = 100
    when: Callable[[Context, Any], bool] | None = None
    always: bool = False


@dataclass(frozen=True, eq=False)
class Query(Generic[T]):
    """A named question with a value that rulebooks may modify. `base` answers it where none does."""

    name: str
    base: Callable[..., T]


Deed = Callable[["Context", Mapping[str, Any]], Rule[None]]
"""What a scenario's own event does, by the word in its `do`."""


@dataclass(frozen=True)
class OptionSpec:
    """A number or word that the rule texts leave open: its default, the values it takes, and why."""

    default: Option
    text: str
    row: str = ""  # the decision it stands for
    values: tuple[Option, ...] = ()
    least: int = 0
    most: int = 1_000


@dataclass(frozen=True)
class DeedSpec:
    """A scenario's own event action: the rule, and the fields a scenario must and may give it.

    Each field names what it refers to: `zone`, `zones`, `link`, `door`, `marker`, `area`, `side`, `unit`, `units`,
    `number`, `text`; on a board in inches a `place` (see `points.point_of`), an `outline` (`points_of`), `inches`
    (thousandths).
    """

    run: Deed
    needs: Mapping[str, str] = field(default_factory=dict)
    may: Mapping[str, str] = field(default_factory=dict)
    text: str = ""


class Flaw(NamedTuple):
    """Something that a rulebook cannot play in a scenario: in which table, of which id, and what to do about it."""

    table: str  # units, items, zones, areas, …
    id: str
    text: str
    hint: str = ""


@dataclass(frozen=True)
class Rulebook:
    """One set of rules that a scenario may enable by name."""

    name: str
    title: str = ""
    events: tuple[type[Event], ...] = ()
    actions: tuple[Action, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[tuple[Query[Any], Callable[..., Any]], ...] = ()
    deeds: Mapping[str, DeedSpec] = field(default_factory=dict)
    options: Mapping[str, OptionSpec] = field(default_factory=dict)
    stats: Mapping[str, str] = field(default_factory=dict)  # a unit's stats that it reads, and what they mean
    item_stats: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)  # a zone's
    areas: Mapping[str, str] = field(default_factory=dict)  # kinds of area
    aliases: Mapping[str, str] = field(default_factory=dict)  # other names for a kind of area
    tags: Mapping[str, str] = field(default_factory=dict)
    rolls: Mapping[str, str] = field(default_factory=dict)  # what special rules may help with, and by which name (D5)
    area_data: Mapping[str, str] = field(default_factory=dict)  # what it reads from an area's data
    breach_data: Mapping[str, str] = field(default_factory=dict)  # and from a Breach's
    tables: Mapping[str, str] = field(default_factory=dict)  # tables of results that a scenario may replace
    flaws: Callable[[Game], Iterable[Flaw]] | None = None  # what it cannot play in a game as a scenario sets it up
    after: Callable[[Context], Rule[None]] | None = None  # runs when a command's own rule is over
    conditions: Mapping[str, str] = field(default_factory=dict)  # a unit's, that it gives or reads


class Rules:
    """All the rulebooks of one game, in the scenario's order, ready to be asked.

    The core's own (`frame`) comes first and cannot be suspended.
    """

    def __init__(self, rulebooks: tuple[Rulebook, ...]) -> None:
        self.rulebooks = rulebooks
        self.names = tuple(book.name for book in rulebooks)
        unlike("commands", ((a.name, book.name) for book in rulebooks for a in book.actions))
        unlike("events", ((str(e.__struct_config__.tag), book.name) for book in rulebooks for e in book.events))
        unlike("deeds", ((deed, book.name) for book in rulebooks for deed in book.deeds))
        self.actions = {a.name: a for book in rulebooks for a in book.actions}
        self.deeds = {name: deed for book in rulebooks for name, deed in book.deeds.items()}
        self.owner = {a.name: book.name for book in rulebooks for a in book.actions}
        self.deed_owner = {name: book.name for book in rulebooks for name in book.deeds}
        self.options = {f"{book.name}.{name}": spec for book in rulebooks for name, spec in book.options.items()}
        self.codec = Codec(tuple(event for book in rulebooks for event in book.events))
        self._triggers: dict[type[Event], list[tuple[str, Trigger]]] = {}
        self._modifiers: dict[Query[Any], list[tuple[str, Callable[..., Any]]]] = {}
        for book in rulebooks:
            for trigger in book.triggers:
                self._triggers.setdefault(trigger.on, []).append((book.name, trigger))
            for query, modify in book.modifiers:
                self._modifiers.setdefault(query, []).append((book.name, modify))
        for triggers in self._triggers.values():
            triggers.sort(key=lambda named: named[1].priority)
        self.without = lru_cache(maxsize=32)(self._without)

    def _without(self, suspended: tuple[str, ...]) -> Rules:
        if not suspended:
            return self
        rest = Rules(tuple(book for book in self.rulebooks if book.name not in suspended))
        rest.codec = self.codec
        return rest

    def triggers(self, event: type[Event]) -> list[tuple[str, Trigger]]:
        """What runs because of such an event, first to last, each with its rulebook's name."""
        return self._triggers.get(event, [])

    def modifiers(self, query: Query[Any]) -> list[tuple[str, Callable[..., Any]]]:
        """Who changes the answer to a query, first to last."""
        return self._modifiers.get(query, [])

    def parse(self, body: Mapping[str, Any]) -> tuple[Action, Command]:
        """The command of a body as it came over the wire.

        Raises `Refused` with `unknown_command` or `malformed`.
        """
        name = body.get("do")
        action = self.actions.get(name) if isinstance(name, str) else None
        if action is None:
            raise Refused(
                "unknown_command", f"There is no command {name!r} in this game.{did_you_mean(name, self.actions)}"
            )
        try:
            return action, msgspec.convert(body, action.command)
        except msgspec.ValidationError as error:
            raise Refused("malformed", f"{action.name}: {error}.") from None


def unlike(kind: str, named: Iterable[tuple[str, str]]) -> None:
    """Raises `Clash` where two rulebooks use one word for two things of a kind: (word, rulebook) pairs."""
    owners: dict[str, str] = {}
    for word, book in named:
        if word in owners:
            whose = f"one of {owners[word]!r}, one of {book!r}"
            raise Clash(f"Two {kind} are called {word!r}: {whose}. They cannot be used together.")
        owners[word] = book


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """A hint at the closest known word, or nothing."""
    import difflib

    close = difflib.get_close_matches(str(word), list(known), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""
