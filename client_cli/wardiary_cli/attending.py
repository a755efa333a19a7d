"""What each command of the command line does, from the first connection to the exit code."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

import msgspec
from wardiary_protocol.messages import SeatGranted
from wardiary_protocol.wire import Format

from . import keyboard, reading, saving
from .address import Address
from .client import Client, Refusal
from .drawing import board
from .exits import Ended, Exit
from .full import ability
from .joining import forget_if_gone, keep, keep_tokens, kept_token
from .lines import JsonLines, ended_line
from .naming import Unclear
from .paging import story
from .plain import Plain
from .questions import Pause
from .scene import Scene
from .seats import Seats
from .show import Row, json_line, plain
from .showing import told_rows
from .takeaway.account import account
from .takeaway.html import player
from .takeaway.picture import picture
from .telling import rows_of, undone
from .terminal import Lines, Screen, Terminal, can_edit, editing, print_rows

_TYPING_EVERY = 5.0
"""Seconds after which the others are told again that somebody is typing."""


class Options(NamedTuple):
    """What the command line says about a connection."""

    address: Address
    seat: str = ""
    token: str = ""
    name: str = ""
    as_json: bool = False
    once: bool = False
    stay: bool = False
    plain: bool = False
    theme: str = ""


Session = Callable[[Client, Seats], Awaitable[Exit]]
"""What is done with a client, which it opens and does not close."""


async def join(options: Options) -> Exit:
    """Play: with a token that is given or kept, else with what the link holds.

    Raises `Ended`, `Unclear`, `CannotKeep`.
    """
    seats = Seats()
    kept = options.token or kept_token(options.address, seats, options.seat)
    has_secret = bool(options.address.invite or options.address.code) and not options.token
    with _session(options) as session:
        if kept and has_secret:
            try:
                return await _attend(options, kept, seats, session)
            except Ended as end:
                if end.exit is not Exit.REFUSED:
                    raise
            kept = ""  # it opens nothing any more; the link may
        return await _attend(options, kept, seats, session)


async def watch(options: Options) -> Exit:
    """Follow, without a seat. Raises `Ended`."""
    with _session(options) as session:
        return await _attend(options, "", Seats(), session)


async def _attend(options: Options, token: str, seats: Seats, session: Session) -> Exit:
    fmt = Format.JSON if options.as_json else Format.MSGPACK
    client = Client(options.address, token=token, name=options.name, fmt=fmt, once=options.once)
    keep_tokens(client, seats, _warn)
    try:
        return await session(client, seats)
    except Ended as end:
        forget_if_gone(client, seats, end)
        raise
    finally:
        await client.aclose()


# ---------------------------------------------------------------------------------------------- sessions


def _session(options: Options) -> contextlib.AbstractContextManager[Session]:
    if options.as_json:
        return _json_session(options)
    if not options.plain and ability.is_terminal(0, sys.stdout):
        why_not = ability.why_not(*os.get_terminal_size(sys.stdout.fileno()))
        if not why_not:
            return contextlib.nullcontext(lambda client, seats: _full(options, client, seats))
        _warn(why_not)
    return _plain_session(options)


async def _full(options: Options, client: Client, seats: Seats) -> Exit:
    """The full screen, whose library is loaded only where it is shown."""
    from .full.app import Full
    from .full.session import play

    writing = _typing(client)
    return await play(Full(client, seats, seat=options.seat, name=options.name, theme=options.theme, writing=writing))


@contextlib.contextmanager
def _json_session(options: Options) -> Iterator[Session]:
    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    async def run(client: Client, seats: Seats) -> Exit:
        def granted(seat: SeatGranted) -> None:
            keep(client, seats, seat.seat, seat.token, _warn)

        lines = JsonLines(
            client, keyboard.lines(0), write, granted=granted, seat=options.seat, name=options.name, stay=options.stay
        )
        return await lines.run()

    try:
        yield run
    except Ended as end:
        write(ended_line(end))
        raise


@contextlib.contextmanager
def _plain_session(options: Options) -> Iterator[Session]:
    """On the terminal that this program was started in, or between its pipes."""
    if not can_edit(0, sys.stdout):
        yield lambda client, seats: _plain(options, client, Lines(0, sys.stdout), seats)
        return
    terminal = Terminal(0, sys.stdout)
    with editing(terminal, 0, asyncio.get_running_loop()):
        yield lambda client, seats: _plain(options, client, terminal, seats)


async def _plain(options: Options, client: Client, screen: Screen, seats: Seats) -> Exit:
    session = Plain(client, screen, seats, seat=options.seat, name=options.name, stay=options.stay)
    if isinstance(screen, Terminal):
        screen.complete, screen.on_key = session.doing.completions, _typing(client)
    screen.show([Row(f"Connecting to {client.address.host} …", "dim")])
    return await session.run()


def _typing(client: Client) -> Callable[[], None]:
    """Tells the others that somebody is typing, now and then."""
    clock, last = asyncio.get_running_loop().time, -_TYPING_EVERY

    def on_key() -> None:
        nonlocal last
        if client.here and clock() - last >= _TYPING_EVERY:
            last = clock()
            client.typing()

    return on_key


def _warn(text: str) -> None:
    sys.stderr.write(plain(text) + "\n")


# ---------------------------------------------------------------------------------------------- reading back


async def log(options: Options, first: int, save: Path | None) -> Exit:
    """The story from entry `first` on, or all of it into a file. Never buys a seat. Raises `Ended`, `Unclear`."""
    token = options.token or _token_to_read_with(options)
    if options.address.invite and not token:
        raise Unclear("That invite buys a seat: `wardiary join` first, or take the link with the room code.")
    async with Client(options.address, token=token, once=options.once) as client:
        try:
            if save is not None:
                sys.stdout.write(plain(await saving.save(client, save)) + "\n")
            else:
                await _print_story(client, first, options.as_json)
        except Refusal as refusal:
            raise Ended(Exit.FAULT, refusal.text) from None
    return Exit.OK


def _token_to_read_with(options: Options) -> str:
    """The token that is kept, if there is no doubt which; a room code shows what everyone may see."""
    try:
        return kept_token(options.address, Seats(), options.seat)
    except Unclear:
        if options.address.code:
            return ""
        raise


async def _print_story(client: Client, first: int, as_json: bool) -> None:
    entries = [told async for told in story(client, first - 1, client.replica.seq)]
    if not as_json:
        print_rows(told_rows(entries, client.scene.cursor), sys.stdout)
        return
    for told in entries:
        sys.stdout.write(json_line(msgspec.json.encode(told).decode()) + "\n")


async def replay(
    path: Path, to: int | None, speed: float | None, out: TextIO | None = None, pause: Pause = asyncio.sleep
) -> Exit:
    """The story of a file, and the board at its end. Raises `Ended`."""
    out = out or sys.stdout
    found = reading.replay(path, to)
    scene = Scene(found.view)
    gone = undone(found.entries, scene.cursor)
    for told in found.entries:
        print_rows(rows_of(told, told.seq in gone), out)
        if speed:
            await pause(1 / speed)
    if found.fault:
        raise Ended(Exit.FAULT, plain(f"{path}: NOT WHOLE. {found.fault}"))
    count = len(found.entries)
    print_rows(
        [Row(""), *board(scene), Row(""), Row(f"{count} entries, and every view matches its hash.", "good")], out
    )
    return Exit.OK


def export(path: Path, text: Path | None, svg: Path | None, at: int | None, html: Path | None = None) -> Exit:
    """The story of a file as a text, the board after entry `at` (the last one unless it is said) as an SVG, all of it
    as an HTML file that replays it.

    Raises `Ended`: also for a file whose story is not whole, and before anything is written.
    """
    found = _whole(path, None)
    moment = found if at is None else _whole(path, at)
    if text is not None:
        _wrote(text, account(found))
    if svg is not None:
        _wrote(svg, picture(Scene(moment.view), f"after entry {len(moment.entries)}"))
    if html is not None:
        _wrote(html, player(found))
    return Exit.OK


def _whole(path: Path, to: int | None) -> reading.Replayed:
    """The story up to an entry. Raises `Ended` where it does not go so far, or is not whole."""
    found = reading.replay(path, to)
    if found.fault:
        raise Ended(Exit.FAULT, plain(f"{path}: NOT WHOLE. {found.fault}"))
    if to is not None and len(found.entries) < to:
        raise Ended(Exit.USAGE, plain(f"{path} has {len(found.entries)} entries, and none is number {to}."))
    return found


def _wrote(path: Path, text: str) -> None:
    saving.write(path, text.encode())
    sys.stdout.write(plain(f"{path} is written.") + "\n")


def verify(path: Path) -> Exit:
    """The verdict on a file. Raises `Ended`."""
    verdict = reading.verify(path)
    sys.stdout.write(plain(reading.verdict_text(path, verdict)) + "\n")
    return Exit.OK if verdict.ok else Exit.FAULT
