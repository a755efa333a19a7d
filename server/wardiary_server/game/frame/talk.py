"""What happens at the table and not in the fight: talk, notes, salt, ways to roll, seats, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from wardiary_protocol.names import clean_name

from .. import fields
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Unit
from ..table_events import (
    Closed,
    DiceWished,
    Noted,
    RulebookSuspended,
    Said,
    Salted,
    SeatLeft,
    SeatNamed,
    SeatTaken,
    WatchingChanged,
)
from .hiding import named_words

Text = Annotated[str, Meta(min_length=1, max_length=500)]


class Say(Command, frozen=True, tag="say"):
    """Says something to the table."""

    text: Text


class Note(Command, frozen=True, tag="note"):
    """Writes a note into the diary; with `to` for these sides, `spectators` or `referee` alone, and one's own side."""

    text: Text
    to: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=64)] = ()


class Salt(Command, frozen=True, tag="salt"):
    """Adds a grain of salt to the dice, before play begins."""

    salt: Annotated[str, Meta(min_length=1, max_length=64)]


class SetDice(Command, frozen=True, tag="dice"):
    """How a seat rolls from the next round on: `server` or `typed`."""

    way: Literal["server", "typed"]
    seat: str = ""


class Suspend(Command, frozen=True, tag="suspend"):
    """The referee sets a rulebook aside, or takes it up again."""

    rulebook: str
    on: bool = True
    reason: Annotated[str, Meta(max_length=300)] = ""


class Watching(Command, frozen=True, tag="watching"):
    """Lets spectators in by the room code, or no longer."""

    on: bool


class Sit(Command, frozen=True, tag="sit"):
    """Somebody has bought a seat. The server says so, nobody else."""

    seat: str
    name: Annotated[str, Meta(max_length=64)]


class CallMe(Command, frozen=True, tag="name"):
    """What the holder of a seat is called from now on. Without a name, or with the seat's own: as the seat is."""

    name: Annotated[str, Meta(max_length=64)] = ""


class Vacate(Command, frozen=True, tag="vacate"):
    """Takes a seat back: who held it is told, and does not come back by themselves."""

    seat: str


class CloseGame(Command, frozen=True, tag="close_game"):
    """Closes the game for good and reveals the dice's secret (hex)."""

    secret: Annotated[str, Meta(max_length=128)] = ""


def say(ctx: Context, command: Say) -> Rule[None]:
    """It is said."""
    yield Said(seat=ctx.by, text=command.text, name=other_name(ctx))


def note(ctx: Context, command: Note) -> Rule[None]:
    """It is written down."""
    yield Noted(seat=ctx.by, text=command.text, to=command.to, name=other_name(ctx))


def other_name(ctx: Context) -> str:
    """What whoever speaks is called, where that is not as their seat is."""
    held, seat = ctx.table.held.get(ctx.by), ctx.game.seats.get(ctx.by)
    if held is None or seat is None or held.name.casefold() == seat.name.casefold():
        return ""
    return held.name


def check_note(ctx: Context, command: Note) -> None:
    """Raises `Refused`: `no_such_side`."""
    named_words(ctx, (word for word in command.to if word != "referee"))


def check_salt(ctx: Context, command: Salt) -> None:
    """Raises `Refused`: `salts_frozen`."""
    if ctx.table.frozen:
        raise Refused("salts_frozen", "The dice were salted when play began; no more can be added.")


def salt(ctx: Context, command: Salt) -> Rule[None]:
    """It is in the dice."""
    yield Salted(seat=ctx.by, salt=command.salt)


def check_dice(ctx: Context, command: SetDice) -> None:
    """Raises `Refused`: `no_such_seat`, `not_yours`."""
    if (command.seat or ctx.by) not in ctx.game.seats:
        raise Refused("no_such_seat", f"There is no seat {command.seat!r}.")
    if command.seat not in ("", ctx.by) and ctx.role not in ("referee", "operator"):
        raise Refused("not_yours", "Everyone chooses for their own seat.")


def set_dice(ctx: Context, command: SetDice) -> Rule[None]:
    """The wish is noted; it counts from the next round on."""
    yield DiceWished(seat=command.seat or ctx.by, way=command.way)


def check_suspend(ctx: Context, command: Suspend) -> None:
    """Raises `Refused`: `no_such_rulebook`, `no_change`."""
    if command.rulebook not in ctx.game.rulebooks or command.rulebook == "frame":
        raise Refused("no_such_rulebook", f"This game has no rulebook {command.rulebook!r}.")
    if (command.rulebook in ctx.table.suspended) == command.on:
        raise Refused("no_change", f"That is so already for {command.rulebook}.")


def suspend(ctx: Context, command: Suspend) -> Rule[None]:
    """From the next command on its triggers, queries and commands do not count, or count again."""
    yield RulebookSuspended(rulebook=command.rulebook, on=command.on, why=command.reason)


def watching(ctx: Context, command: Watching) -> Rule[None]:
    """The door is open, or shut."""
    yield WatchingChanged(on=command.on)


def check_sit(ctx: Context, command: Sit) -> None:
    """Raises `Refused`: `no_such_seat`."""
    if command.seat not in ctx.game.seats:
        raise Refused("no_such_seat", f"There is no seat {command.seat!r}.")


def sit(ctx: Context, command: Sit) -> Rule[None]:
    """Somebody sits there."""
    yield SeatTaken(seat=command.seat, name=command.name or ctx.game.seats[command.seat].name)


def check_call_me(ctx: Context, command: CallMe) -> None:
    """At any time, whatever is open; it is the holder's own name. Raises `Refused`: `no_such_seat`, `no_change`."""
    held = ctx.table.held.get(ctx.by)
    if held is None:
        raise Refused("no_such_seat", "Nobody holds that seat: whoever has one says what they are called.")
    if held.name == named(ctx, command):
        raise Refused("no_change", f"You are called {held.name} already.")


def call_me(ctx: Context, command: CallMe) -> Rule[None]:
    """That is their name. It belongs to the table, and no undo takes it back."""
    yield SeatNamed(seat=ctx.by, name=named(ctx, command))


def named(ctx: Context, command: CallMe) -> str:
    """A name as it is shown: plain text for one line; the seat's own where nothing is left of it."""
    return clean_name(command.name) or ctx.game.seats[ctx.by].name


def check_vacate(ctx: Context, command: Vacate) -> None:
    """Raises `Refused`: `no_such_seat`."""
    if command.seat not in ctx.table.held:
        raise Refused("no_such_seat", f"Nobody holds the seat {command.seat!r}.")


def vacate(ctx: Context, command: Vacate) -> Rule[None]:
    """Nobody sits there."""
    yield SeatLeft(seat=command.seat)


def close_game(ctx: Context, command: CloseGame) -> Rule[None]:
    """Nothing changes any more."""
    yield Closed(secret=command.secret)


# ---------------------------------------------------------------------------------------------- offers


def offer_dice(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """For a seat its own way to roll; the referee may choose for others."""
    if unit is None and ctx.by in ctx.game.seats:
        now = ctx.table.dice.get(ctx.by, str(ctx.option("frame.dice")))
        ways = (("server", "the server rolls"), ("typed", "real dice, typed in"))
        targets = tuple((way, label, "as now" if way == now else "") for way, label in ways)
        seats = [(seat.id, seat.name) for seat in ctx.game.seats.values()]
        whose = (fields.one_of("seat", "For", seats, ctx.by),) if ctx.role == "referee" else ()
        yield Candidate("How to roll from the next round on", {"do": "dice"}, "way", targets, fields=whose)


def offer_call_me(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """For whoever holds a seat."""
    if unit is None and ctx.by in ctx.table.held:
        label = f"Say what you are called, {ctx.table.held[ctx.by].name} now"
        yield Candidate(label, {"do": "name"}, fields=(fields.text("name", "Your name", 64, needed=True),))


def offer_suspend(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """The rulebooks that count, and those that are set aside."""
    if unit is not None:
        return
    aside = ctx.table.suspended
    there = [book for book in ctx.rules.rulebooks if book.name in ctx.game.rulebooks and book.name != "frame"]
    books = {book.name: book.title or book.name for book in there}
    for on, label in ((True, "Set a rulebook aside"), (False, "Take a rulebook up again")):
        targets = tuple((name, title, "") for name, title in books.items() if (name in aside) is not on)
        if targets:
            yield Candidate(label, {"do": "suspend", "on": on}, "rulebook", targets, fields=(fields.REASON,))


def offer_watching(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """The other way than it is."""
    if unit is None:
        label = "Let no more spectators in" if ctx.table.watching else "Let spectators in"
        yield Candidate(label, {"do": "watching", "on": not ctx.table.watching})


def offer_vacate(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """The seats that somebody else holds."""
    held = [ctx.game.seats[seat] for seat in ctx.table.held if seat in ctx.game.seats and seat != ctx.by]
    if unit is None and held:
        yield Candidate("Take a seat back", {"do": "vacate"}, "seat", tuple((seat.id, seat.name, "") for seat in held))
