"""What a rule sees while it runs, and what it must make once more when it is run again from the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeVar

from .event import Event
from .events import Rolled
from .rulebook import Option, Query, Refused, Rules
from .state import Game, State

T = TypeVar("T")
MAX_EVENTS = 4_096
"""Events that one command, or one answer, may set off."""


class Diverged(Exception):
    """A rule that is run again makes other events than the log has: the rules changed under an open question."""


def blamed(book: str, error: Exception) -> Refused:
    """The refusal of a command because of what a rulebook raised that is no refusal of ours: laid at its door."""
    return Refused(
        "rulebook_failed",
        f"The rulebook {book!r} failed ({type(error).__name__}: {error}). Nothing happened; "
        "the referee can set that rulebook aside.",
    )


class named:  # noqa: N801 - reads as a word: `with named(book)`
    """Whatever a rulebook raises in here is `blamed` on it."""

    __slots__ = ("book",)

    def __init__(self, book: str) -> None:
        self.book = book

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, Refused | Diverged):
            raise blamed(self.book, error) from error


class Dice(Protocol):
    """Where faces come from when no person rolls. The only maker of numbers in the game."""

    source: Literal["server", "script"]

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        """`dice` faces of 1 to `sides` for the roll that `roll` (key#nth) names."""
        ...


class Script:
    """The events that the log has for one resolution: what a rule that is run again must make once more."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = list(events)
        self.next = 0
        self.rolled = {(e.key, e.nth): e for e in self.events if isinstance(e, Rolled)}

    def check(self, event: Event) -> None:
        """Raises `Diverged` unless this is the next event of the log."""
        if self.done or self.events[self.next] != event:
            raise Diverged(f"event {self.next} is {event!r} now")
        self.next += 1

    @property
    def done(self) -> bool:
        """Whether all that the log has was made again."""
        return self.next >= len(self.events)


class Context:
    """What a rule sees: the state so far, the queries, and who asked. Rules read it and never write to it.

    `state` is the state when this command or answer began; `game` is the game part as it is now, with everything folded
    that was recorded so far. It is a plain field since a command reads it some sixty times.
    """

    __slots__ = (
        "active",
        "because",
        "by",
        "dice",
        "game",
        "made",
        "quiet",
        "role",
        "root",
        "rules",
        "script",
        "state",
        "table",
    )

    def __init__(
        self, rules: Rules, state: State, *, by: str = "", role: str = "player", dice: Dice | None = None, root: int = 0
    ) -> None:
        self.rules = rules
        self.by = by
        self.role = role
        self.dice = dice
        self.root = root
        self.quiet = False  # the referee's hand: what it puts triggers nothing but what keeps the game in order
        self.made: list[Event] = []
        self.because: list[int] = []
        self.script: Script | None = None
        self.set(state)

    def set(self, state: State) -> None:
        """Go on from this state."""
        self.state = state
        self.game: Game = state.game
        self.table = state.table
        self.active = self.rules.without(state.table.suspended) if state.table.suspended else self.rules

    def option(self, name: str) -> Option:
        """A rulebook's option as this game plays it (`zones.spread`)."""
        value = self.game.options.get(name)
        return self.rules.options[name].default if value is None else value

    def number(self, name: str) -> int:
        """An option that is a number."""
        return int(self.option(name))

    def value(self, query: Query[T], *args: Any) -> T:
        """The answer to a query: its base, then what each rulebook makes of it, in the scenario's order."""
        answer = query.base(self, *args)
        book = ""
        try:
            for book, modify in self.active.modifiers(query):  # noqa: B007 - for whoever is to blame
                answer = modify(self, answer, *args)
        except (Refused, Diverged):
            raise
        except Exception as error:
            raise blamed(book, error) from error
        return answer

    def record(self, event: Event, cause: int) -> int:
        """Fold an event and keep it; the place it got. Only the resolver calls this."""
        if len(self.made) >= MAX_EVENTS:
            raise Refused("endless", f"This sets off more than {MAX_EVENTS} events: refused whole, nothing happened.")
        if self.script is not None:
            self.script.check(event)
        self.made.append(event)
        self.because.append(cause)
        self.game = event.fold(self.game)
        self.table = event.fold_table(self.table)
        return len(self.made) - 1

    def take(self) -> tuple[tuple[Event, ...], tuple[int, ...]]:
        """What was recorded since the last time."""
        made, because = tuple(self.made), tuple(self.because)
        self.made, self.because = [], []
        return made, because
