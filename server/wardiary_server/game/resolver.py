"""How a command becomes events: rules are generators, and this is what drives them.

A rule yields an event, and gets control back once the event is folded and everything that it triggered is over.
Or it yields a question, and gets the answers. Rules therefore read like the text they come from:

    faces = yield from roll(unit="vega", rule="airless", reason="Airless", dice=1)
    if faces[0] < 4 and able(ctx.game, "vega"):
        yield from hurt(ctx, "vega", 1, "Airless")

`yield from` is the stack. After each event its triggers run, depth first, in the order of their priority; then the
rule goes on *with the new state*, so a rule reads `ctx.game` afresh after every yield and keeps nothing across it.

A rule that must wait is no special thing either. Its generator stays where it is, and the question lies in the state
as data. If the generator is lost (a restart, a rewind, another node), the rule is run again from its command, with
the events the log recorded as its script: it must make the very same ones, or it has `Diverged`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from .event import Event
from .events import Chosen, Rolled
from .rulebook import Ask, Option, Query, Refused, Rule, Rules
from .state import Game, Part, State

T = TypeVar("T")
MAX_DEPTH = 32
MAX_EVENTS = 4_096
MAX_DICE = 100


class Diverged(Exception):
    """A rule that is run again makes other events than the log has: the rules changed under an open question."""


class Answer(NamedTuple):
    """What one part got: faces or chosen values. `None` in place of an answer lets the server roll."""

    value: tuple[Any, ...]
    source: Literal["server", "typed", "script"]
    seat: str


Answers = tuple[Answer | None, ...]
Run = Generator[Ask, Answers, None]


class Dice(Protocol):
    """Where faces come from when no person rolls. The only maker of numbers in the game."""

    source: Literal["server", "script"]

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        """`dice` faces of 1 to `sides` for the roll that `roll` (key#nth) names."""
        ...


class Context:
    """What a rule sees: the state so far, the queries, and who asked. Rules read it and never write to it."""

    __slots__ = (
        "_game",
        "active",
        "at",
        "because",
        "by",
        "depth",
        "dice",
        "made",
        "quiet",
        "role",
        "root",
        "rules",
        "script",
        "seq",
        "state",
        "table",
    )

    def __init__(
        self, rules: Rules, state: State, *, by: str = "", role: str = "player", dice: Dice | None = None
    ) -> None:
        self.rules = rules
        self.state = state
        self.by = by
        self.role = role
        self.dice = dice
        self.root = 0
        self.quiet = False  # the referee's hand: what it puts triggers nothing
        self.made: list[Event] = []
        self.because: list[int] = []
        self.script: Script | None = None
        self.depth = 0
        self.set(state)

    def set(self, state: State) -> None:
        """Go on from this state."""
        self.state = state
        self._game = state.game
        self.table = state.table
        self.active = self.rules.without(state.table.suspended) if state.table.suspended else self.rules

    @property
    def game(self) -> Game:
        """The game part as it is now, with everything folded that was recorded so far."""
        return self._game

    def option(self, name: str) -> Option:
        """A rulebook's option as this game plays it (`zones.spread`)."""
        value = self._game.options.get(name)
        return self.rules.options[name].default if value is None else value

    def number(self, name: str) -> int:
        """An option that is a number."""
        return int(self.option(name))

    def value(self, query: Query[T], *args: Any) -> T:
        """The answer to a query: its base, then what each rulebook makes of it, in the scenario's order."""
        answer = query.base(self, *args)
        for _book, modify in self.active.modifiers(query):
            answer = modify(self, answer, *args)
        return answer

    def record(self, event: Event, cause: int) -> int:
        """Fold an event and keep it; the place it got. Only the resolver calls this."""
        if len(self.made) >= MAX_EVENTS:
            raise Refused("endless", f"This sets off more than {MAX_EVENTS} events: refused whole, nothing happened.")
        if self.script is not None:
            self.script.check(event)
        self.made.append(event)
        self.because.append(cause)
        self._game = event.fold(self._game)
        self.table = event.fold_table(self.table)
        return len(self.made) - 1

    def now(self) -> State:
        """The state with everything folded that was recorded so far."""
        return State(seq=self.state.seq, game=self._game, table=self.table)

    def take(self) -> tuple[tuple[Event, ...], tuple[int, ...]]:
        """What was recorded since the last time."""
        made, because = tuple(self.made), tuple(self.because)
        self.made, self.because = [], []
        return made, because


class Script:
    """The events that the log has for one resolution: what a rule that is run again must make once more."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = list(events)
        self.next = 0
        self.rolled = {(e.key, e.nth): e for e in self.events if isinstance(e, Rolled)}

    def check(self, event: Event) -> None:
        """Raises `Diverged` unless this is the next event of the log."""
        if self.next >= len(self.events) or self.events[self.next] != event:
            raise Diverged(f"event {self.next} is {event!r} now")
        self.next += 1


# ---------------------------------------------------------------------------------------------- what rules write


def record(*events: Event) -> Rule[None]:
    """These events happen, one after another, each with everything that it triggers."""
    yield from events


def ask(*parts: Part) -> Rule[tuple[tuple[Any, ...], ...]]:
    """All these at once; their answers in the same order."""
    if not parts:
        return ()
    answers: tuple[tuple[Any, ...], ...] = yield Ask(parts)
    return answers


def roll(
    *,
    rule: str,
    reason: str,
    dice: int,
    unit: str = "",
    target: str = "",
    sides: int = 6,
    success: int = 0,
    seat: str = "",
    purpose: str = "",
) -> Rule[tuple[int, ...]]:
    """Roll; the faces. No dice, no roll: an empty tuple at once."""
    if dice <= 0:
        return ()
    (faces,) = yield from ask(
        roll_part(
            rule=rule,
            reason=reason,
            dice=dice,
            unit=unit,
            target=target,
            sides=sides,
            success=success,
            seat=seat,
            purpose=purpose,
        )
    )
    return faces


def roll_part(
    *,
    rule: str,
    reason: str,
    dice: int,
    unit: str = "",
    target: str = "",
    sides: int = 6,
    success: int = 0,
    seat: str = "",
    purpose: str = "",
) -> Part:
    """A roll as one part of a question. `success` is the lowest face that counts, for a die with two results."""
    if dice > MAX_DICE:
        raise Refused(
            "too_many_dice", f"{reason}: {dice} dice at once are more than the {MAX_DICE} that anyone may roll."
        )
    key = "/".join((rule, unit, target, purpose))
    return Part(
        kind="roll",
        seat=seat,
        rule=rule,
        reason=reason,
        unit=unit,
        target=target,
        key=key,
        dice=dice,
        sides=sides,
        success=success,
    )


def choice_part(
    *,
    rule: str,
    reason: str,
    options: Iterable[tuple[str, str]],
    unit: str = "",
    seat: str = "",
    least: int = 1,
    most: int = 1,
    default: tuple[str, ...] = (),
    asks: bool = True,
) -> Part:
    """A choice as one part of a question: (value, label) pairs, how many may be taken, and the likely answer.

    With `asks` false nobody is asked: the likely answer is taken, and recorded as such.
    """
    return Part(
        kind="choice",
        seat=seat,
        rule=rule,
        reason=reason,
        unit=unit,
        options=tuple(options),
        least=least,
        most=most,
        default=default,
        asks=asks,
    )


def choose(**part: Any) -> Rule[tuple[str, ...]]:
    """Choose; the values taken. See `choice_part`."""
    (chosen,) = yield from ask(choice_part(**part))
    return chosen


# ---------------------------------------------------------------------------------------------- what drives them


def drive(ctx: Context, rule: Rule[None], cause: int = -1, depth: int = 0) -> Run:
    """Run a rule to its end: fold what it yields, run what that triggers, hand its questions outward."""
    if depth > MAX_DEPTH:
        raise Refused("endless", f"This sets off rules more than {MAX_DEPTH} deep: refused whole, nothing happened.")
    answer: Any = None
    while True:
        try:
            yielded = rule.send(answer)
        except StopIteration:
            return
        if isinstance(yielded, Ask):
            parts = tuple(identified(ctx, part) for part in yielded.parts)
            answers = yield Ask(parts)
            values = []
            for part, given in zip(parts, answers, strict=True):
                event, value = answered(ctx, part, given)
                values.append(value)
                yield from happen(ctx, event, cause, depth)
            answer = tuple(values)
        else:
            yield from happen(ctx, yielded, cause, depth)
            answer = None


def happen(ctx: Context, event: Event, cause: int, depth: int) -> Run:
    """One event, then its triggers, depth first."""
    place = ctx.record(event, cause)
    if ctx.quiet:
        return
    for book, trigger in ctx.active.triggers(type(event)):
        with_name = named(book)
        with with_name:
            if trigger.when is not None and not trigger.when(ctx, event):
                continue
            rule = trigger.run(ctx, event)
        yield from guarded(book, drive(ctx, rule, place, depth + 1))


class named:  # noqa: N801 - reads as a word: `with named(book)`
    """Whatever a rulebook raises is laid at its door; our own refusals pass."""

    __slots__ = ("book",)

    def __init__(self, book: str) -> None:
        self.book = book

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, Refused | Diverged):
            raise Refused(
                "rulebook_failed",
                f"The rulebook {self.book!r} failed ({type(error).__name__}: {error}). Nothing happened; "
                "the referee can set that rulebook aside.",
            ) from error


def guarded(book: str, run: Run) -> Run:
    """A run whose failures are laid at its rulebook's door."""
    with named(book):
        yield from run


def identified(ctx: Context, part: Part) -> Part:
    """The part with the seat that must answer, and the key that says which roll this is."""
    seat = part.seat or answerer(ctx, part)
    if part.kind == "choice":
        return replace(part, seat=seat)
    return replace(part, seat=seat, key=f"r{ctx.game.clock.round}/{part.key}")


def answerer(ctx: Context, part: Part) -> str:
    """Who rolls or chooses: the unit's own seat, else the referee, else the seat that set this off (DESIGN: dice)."""
    unit = ctx.game.units.get(part.unit)
    if unit is not None and unit.seat:
        return unit.seat
    for seat in ctx.game.seats.values():
        if seat.role == "referee" and seat.id in ctx.table.held:
            return seat.id
    return ctx.by


def answered(ctx: Context, part: Part, given: Answer | None) -> tuple[Event, tuple[Any, ...]]:
    """The event that a part became, and the plain value for the rule."""
    if part.kind == "choice":
        value = given.value if given is not None else part.default
        labels = dict(part.options)
        picked = tuple(labels[v] for v in value)
        seat = given.seat if given is not None else ""
        return Chosen(seat=seat, rule=part.rule, reason=part.reason, chosen=value, labels=picked, unit=part.unit), value
    nth = ctx.game.rolls.get(part.key, 0)
    source: Literal["server", "typed", "script"]
    if given is not None:
        faces, source, seat = given
    else:
        faces, source = server_faces(ctx, part, nth)
        seat = ""
    rolled = Rolled(
        key=part.key,
        nth=nth,
        sides=part.sides,
        faces=faces,
        source=source,
        rule=part.rule,
        reason=part.reason,
        unit=part.unit,
        target=part.target,
        seat=seat,
        success=part.success,
    )
    return rolled, faces


def server_faces(ctx: Context, part: Part, nth: int) -> tuple[tuple[int, ...], Literal["server", "typed", "script"]]:
    """Faces from the dice; from the log instead, when a rule is run again: a replay draws nothing."""
    if ctx.script is not None:
        recorded = ctx.script.rolled.get((part.key, nth))
        if recorded is None:
            raise Diverged(f"the log has no roll {part.key}#{nth}")
        return recorded.faces, recorded.source
    if ctx.dice is None:
        raise Refused("no_dice", "There are no dice here to roll.")
    return ctx.dice.faces(f"{part.key}#{nth}", part.dice, part.sides), ctx.dice.source


def waits(ctx: Context, part: Part) -> bool:
    """Whether a part must wait for people: typed dice, and choices that the scenario does not take as likely."""
    if not part.seat:
        return False
    if part.kind == "choice":
        return part.asks and bool(part.options)
    return rolls_by_hand(ctx, part)


def rolls_by_hand(ctx: Context, part: Part) -> bool:
    """Dice of units are their seat's; those of zones and guns are the server's unless everyone types."""
    dice = ctx.game.dice
    if part.unit and ctx.game.units[part.unit].seat:
        return dice.get(part.seat) == "typed"
    players = [s.id for s in ctx.game.seats.values() if s.role == "player"]
    return bool(players) and all(dice.get(seat) == "typed" for seat in players)


def forward(run: Run, ctx: Context, answers: Answers | None) -> tuple[Part, ...] | None:
    """Let a run go on until it waits for people (their parts) or ends (None). What nobody must answer goes at once."""
    try:
        asked = run.send(answers) if answers is not None else next(run)
        while not any(waits(ctx, part) for part in asked.parts):
            asked = run.send((None,) * len(asked.parts))
    except StopIteration:
        return None
    return asked.parts
