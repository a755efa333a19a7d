"""The one place that knows every part: it puts a server together, runs it, and takes it apart again."""

from __future__ import annotations

import asyncio
import errno
import shutil
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import structlog

from . import __version__
from .addresses import own_addresses, own_names
from .data import PICTURES, keep_picture, opened
from .lobby import Listed, Lobby
from .net import Server, Settings, serve
from .operator import open_door
from .qr import in_terminal
from .scenario import Scenario, load
from .shelf import Shelf

log_ = structlog.get_logger("app")

PORT = 8765
LOOPBACK = "127.0.0.1"
SHOWN = 5
"""How many unfinished games are shown at the start; `wardiary-server list` shows all."""


class Config(NamedTuple):
    """What the command line says about a server."""

    data: Path
    host: str = LOOPBACK
    port: int = PORT
    lan: bool = False
    hosts: tuple[str, ...] = ()
    scenario: str = ""
    new: bool = False
    settings: Settings = Settings()


class CannotServe(Exception):
    """The server cannot start; the text says why and what to do."""


async def run(config: Config, say: Callable[[str], None]) -> None:
    """Serve until the process is told to stop (SIGTERM, SIGINT). `say` gets what people have to read."""
    scenario = load(config.scenario) if config.scenario else None
    stopping = stop_signal()
    async with AsyncExitStack() as parts:
        lobby = await parts.enter_async_context(opened(config.data, f"port {config.port}"))
        server = await listen(lobby, config)
        parts.push_async_callback(server.close)
        shown = await games_to_show(lobby, scenario, config)
        lobby.address = bases(server, config)[0]
        door = await open_door(lobby, config.data)
        parts.push_async_callback(door.aclose)
        say(await welcome(lobby, server, config, shown))
        if config.lan and sys.stdout.isatty():
            say("\n".join(await scannable(lobby, shown)))
        await stopping.wait()
        say("Stopping: everyone is told, and what was played is kept.")


async def listen(lobby: Lobby, config: Config) -> Server:
    """The network part, listening. Raises `CannotServe`."""
    host = "0.0.0.0" if config.lan else config.host  # noqa: S104 - that is what --lan asks for
    names = (*config.hosts, config.host, *(own_addresses() + own_names() if config.lan else ()))
    try:
        return await serve(
            lobby, config.settings.listening(host, config.port, names), shelf=Shelf(lobby),
            pictures=config.data / PICTURES,
        )  # fmt: skip
    except OSError as error:
        raise CannotServe(
            f"Port {config.port} is in use by another program: stop that one, or choose another with --port."
            if error.errno == errno.EADDRINUSE
            else f"It is not possible to listen on {host}, port {config.port}: {error}."
        ) from None


def stop_signal() -> asyncio.Event:
    """Set when the process is asked to end. A second SIGINT ends it at once, as people expect."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop(number: int) -> None:
        if stopping.is_set():
            loop.remove_signal_handler(number)
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)
    return stopping


# ---------------------------------------------------------------------------------------------- what is played


class Shown(NamedTuple):
    """A game that is shown at the start, and whether it is a new one."""

    game: Listed
    fresh: bool


async def games_to_show(lobby: Lobby, scenario: Scenario | None, config: Config) -> list[Shown]:
    """The unfinished games, newest first. With a scenario: one of it, begun where none waits or `new` asks for it."""
    unfinished = [one async for one in lobby.listed() if not one.closed and one.phase != "over"]
    unfinished.reverse()
    if scenario is None:
        return [Shown(one, False) for one in unfinished[:SHOWN]]
    if scenario.picture is not None:
        keep_picture(config.data, scenario.picture)
    waiting = [one for one in unfinished if one.title == scenario.title]
    if waiting and not config.new:
        return [Shown(waiting[0], False)]
    made = await lobby.create(scenario.game, assumptions=scenario.assumptions, briefing=scenario.briefing)
    return [Shown(one, True) async for one in lobby.listed() if one.game == made]


async def welcome(lobby: Lobby, server: Server, config: Config, shown: list[Shown]) -> str:
    """What the people around the machine need to read: where it is, and how to sit down."""
    where = " and ".join(bases(server, config))
    lines = [f"wardiary {__version__} is serving {where}   (games: {config.data})"]
    for one in shown:
        lines += ["", *await invitation(lobby, one, config)]
    if not shown:
        lines += ["", f"No game waits here. Begin one: {tool('wardiary-server')} serve --scenario derelict"]
    lines += ["", "Stop with Ctrl-C: what was played is kept."]
    return "\n".join(lines)


async def scannable(lobby: Lobby, shown: list[Shown]) -> list[str]:
    """The way in for phones, as a QR code: to the first game that is shown, to watch it or to ask for a seat."""
    if not shown:
        return []
    link = f"{lobby.address}/#r={lobby.vault.room_code(shown[0].game.game)}"
    return ["", *in_terminal(link), f"{link}   (a phone has to be in the same network as this machine)"]


def bases(server: Server, config: Config) -> list[str]:
    """Where people reach the server, the likeliest first."""
    found = [f"http://{host}:{server.port}" for host in own_addresses()] if config.lan else []
    return found or [f"http://{LOOPBACK if config.lan else config.host}:{server.port}"]


def tool(name: str) -> str:
    """How one of our commands is called from here: its bare name where the shell finds it, else its path."""
    own = Path(sys.executable).parent / name
    found = shutil.which(name)
    if found and Path(found).resolve() == own.resolve():
        return name
    if not own.exists():
        return name
    with suppress(ValueError):
        return str(own.relative_to(Path.cwd()))
    return str(own)


async def invitation(lobby: Lobby, shown: Shown, config: Config) -> list[str]:
    """How to join one game: an invite for each free seat, and the room code for everyone else."""
    listed, fresh = shown
    room = await lobby.open(listed.game)
    state = room.state
    what = "a new game" if fresh else f"unfinished, at entry {listed.entries}: it goes on (--new begins another)"
    lines = [f"{listed.title} ({listed.game}) - {what}"]
    for seat in state.game.seats.values():
        if seat.id in state.table.held:
            again = f"new device: {tool('wardiary-server')} invite {listed.game} {seat.id} --data {config.data}"
            lines.append(f"  {seat.name:<12} taken by {state.table.held[seat.id].name}; {again}")
        else:
            invite = lobby.vault.issue_invite(listed.game, seat.id)
            lines.append(f"  {seat.name:<12} {tool('wardiary')} join '{lobby.address}/#i={invite}'")
    lines.append(
        f"  {'to watch':<12} {tool('wardiary')} watch '{lobby.address}/#r={lobby.vault.room_code(listed.game)}'"
    )
    return lines


# ---------------------------------------------------------------------------------------------- running


def run_async(main: Coroutine[Any, Any, None]) -> None:
    """Run on uvloop where it is to be had, else on asyncio's own loop."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(main)
    else:
        uvloop.run(main)


def log_to_stderr(*, as_json: bool = False) -> None:
    """What the server reports to its operator: lines on stderr, for people or as JSON. No secret is ever among them."""
    # Where rich is installed, structlog's own choice would print the variables of every frame: tokens among them.
    console = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    renderer: Any = structlog.processors.JSONRenderer() if as_json else console
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info if as_json else lambda _logger, _name, event: event,
            renderer,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
