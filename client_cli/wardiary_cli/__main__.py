"""The command line of the terminal client: `wardiary COMMAND`. It reads what was asked, and hands it on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NoReturn

import click

from . import __version__, attending
from .address import Address, BadAddress, parse
from .attending import Options
from .exits import MEANING, Ended, Exit
from .naming import Unclear
from .seats import CannotKeep

_CODES = "\b\nExit codes:\n" + "\n".join(f"  {int(code):>3}  {meaning}" for code, meaning in MEANING.items())


class _Address(click.ParamType[Address]):
    """A link, a WebSocket address, or host:port."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        """The address. Fails with a sentence."""
        try:
            return value if isinstance(value, Address) else parse(value)
        except BadAddress as wrong:
            self.fail(str(wrong), param, ctx)


_url = click.argument("address", metavar="URL", type=_Address())
_seat = click.option("--seat", default="", help="The seat: to ask for, or which of those that are kept.")
_token = click.option("--token", default="", envvar="WARDIARY_TOKEN", help="The token of a seat (or $WARDIARY_TOKEN).")
_name = click.option("--name", default="", help="What the others shall call you.")
_json = click.option("--json", "as_json", is_flag=True, help="JSON lines both ways, for programs.")
_once = click.option("--once", "--no-wait", is_flag=True, help="End where the connection fails, and do not try again.")
_stay = click.option("--stay", is_flag=True, help="Go on when the input ends.")
_OUT = click.Path(dir_okay=False, path_type=Path)
_plain = click.option("--plain", is_flag=True, help="Plain lines, no full screen: for screen readers and logs.")
_theme = click.option(
    "--theme", type=click.Choice(["dark", "light"]), envvar="WARDIARY_THEME", help="Colours (or $WARDIARY_THEME)."
)
_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.group(epilog=_CODES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__)
def cli() -> None:
    """Play and follow wardiary games in a terminal."""


@cli.command()
@_url
@_seat
@_token
@_name
@_json
@_once
@_stay
@_plain
@_theme
def join(
    address: Address,
    seat: str,
    token: str,
    name: str,
    as_json: bool,
    once: bool,
    stay: bool,
    plain: bool,
    theme: str | None,
) -> Coroutine[Any, Any, Exit]:
    """Sit down at a game, or come back to your seat.

    URL is the link with your invite (http://host:8765/#i=…), or one with a room code (#r=…): then you watch, and
    ask for the seat that you name. Once you hold a seat, the same link or host:port alone takes you back to it.
    """
    return attending.join(Options(address, seat, token, name, as_json, once, stay, plain, theme or ""))


@cli.command()
@_url
@_json
@_once
@_stay
@_plain
@_theme
def watch(
    address: Address, as_json: bool, once: bool, stay: bool, plain: bool, theme: str | None
) -> Coroutine[Any, Any, Exit]:
    """Watch a game by its room code (http://host:8765/#r=…)."""
    if not address.code:
        raise click.UsageError("To watch takes a link with a room code in it (#r=…). An invite is for `wardiary join`.")
    return attending.watch(Options(address, "", "", "", as_json, once, stay, plain, theme or ""))


@cli.command()
@_url
@_seat
@_token
@_json
@click.option("--from", "first", default=1, type=click.IntRange(1), help="Begin with this entry.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Write all of it into a file.")
@_once
def log(
    address: Address, seat: str, token: str, as_json: bool, first: int, save: Path | None, once: bool
) -> Coroutine[Any, Any, Exit]:
    """Print the story of a game from its beginning, or save it.

    What is saved can be replayed without a server. Once the game is closed the log is saved too, and can be verified.
    """
    if save and first > 1:
        raise click.UsageError("--save writes the whole game: it does not go with --from.")
    return attending.log(Options(address, seat, token, "", as_json, once), first, save)


@cli.command()
@_file
@click.option("--to", type=click.IntRange(1), help="Stop after this entry.")
@click.option("--speed", type=click.FloatRange(0.01), help="Entries a second; all at once unless you say.")
def replay(file: Path, to: int | None, speed: float | None) -> Coroutine[Any, Any, Exit]:
    """Tell the story of a saved game, and hold every view on the way against its hash. Needs no server."""
    return attending.replay(file, to, speed)


@cli.command()
@_file
@click.option("--text", type=_OUT, help="Write the whole story as a text.")
@click.option("--svg", type=_OUT, help="Write the board as a picture.")
@click.option("--at", type=click.IntRange(1), help="The entry after which the picture shows the board.")
@click.option("--html", type=_OUT, help="Write a file for any browser that replays the game.")
def export(file: Path, text: Path | None, svg: Path | None, at: int | None, html: Path | None) -> Exit:
    """Make something to take home of a saved game: the story as a text, the board as a picture, all of it to replay.

    Needs no server.
    """
    if not text and not svg and not html:
        raise click.UsageError("Say what to write: --text FILE, --svg FILE, --html FILE, or several.")
    return attending.export(file, text, svg, at, html)


@cli.command()
@_file
def verify(file: Path) -> Exit:
    """Prove a saved game: the chain of its log, the count of every roll, and the dice once it is closed."""
    return attending.verify(file)


# ---------------------------------------------------------------------------------------------- from start to end


def main() -> NoReturn:
    """Runs a command. However it ends, it ends with an exit code and without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    sys.exit(_code(lambda: cli.main(prog_name="wardiary", standalone_mode=False)))


def _code(command: Callable[[], Any]) -> int:
    try:
        result = command()
        return int(_run(result) if asyncio.iscoroutine(result) else result or Exit.OK)
    except click.exceptions.Abort:
        return Exit.INTERRUPTED
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except Ended as end:
        click.echo(end.text, err=True)
        return end.exit
    except (Unclear, CannotKeep) as wrong:
        click.echo(str(wrong), err=True)
        return Exit.USAGE
    except BrokenPipeError:  # nobody reads on; say no more, not even when Python flushes at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK


def _run(work: Coroutine[Any, Any, Exit]) -> Exit:
    """Runs it on uvloop where there is one, until it is done or the program is told to stop."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_stoppable(work))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def _stoppable(work: Coroutine[Any, Any, Exit]) -> Exit:
    """Ctrl-C and the like end the work as a cancellation does: everything that was opened is closed on the way out."""
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    told: list[Exit] = []

    def stop(code: Exit) -> None:
        told.append(code)
        task.cancel()

    codes = {"SIGINT": Exit.INTERRUPTED, "SIGTERM": Exit.TERMINATED, "SIGHUP": Exit.TERMINATED}
    for name, code in codes.items():
        with contextlib.suppress(NotImplementedError, AttributeError):  # Windows has few signals
            loop.add_signal_handler(getattr(signal, name), stop, code)
    try:
        return await task
    except asyncio.CancelledError:
        if told:
            return told[0]
        raise


if __name__ == "__main__":
    main()
