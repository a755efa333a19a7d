"""The command line of the server: `wardiary-server COMMAND`. It reads what was asked, and hands it on."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import click
from wardiary_protocol.export import BadExport

from . import __version__, app, operator, passphrases, tools
from .cases import NoCase, try_all
from .data import opened, vault_of
from .log.contract import LockHeld, LogError
from .log.exports import is_sealed
from .maps import How, Kind, NoMap, import_map
from .net import Settings
from .scenario import ScenarioFault, bundled, check, report, rulebooks, schema

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(os.environ.get("WARDIARY_DATA", "wardiary-games")),
    show_default=True,
    help="The directory that holds the games (or $WARDIARY_DATA).",
)


def give(_ctx: click.Context, _param: click.Parameter, files: tuple[Path, ...]) -> None:
    """The rulebooks of these files are there for the whole process. Raises `NoRulebook`."""
    rulebooks.give(files)


rulebook_option = click.option(
    "--rulebook",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="WARDIARY_RULEBOOKS",
    callback=give,
    expose_value=False,
    help="A Python file that holds a rulebook; as often as needed (or $WARDIARY_RULEBOOKS).",
)
passphrase_option = click.option(
    "--passphrase-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file with the passphrase in its first line; without it the passphrase is asked for.",
)
OPENED: dict[str, Kind] = {"doors": "open", "windows": "window"}


class Sentences(click.Group):
    """Whatever a user can cause ends in a sentence and exit code 1, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ScenarioFault as fault:
            click.echo(str(fault), err=True)
        except (LogError, BadExport, LookupError, NoCase, NoMap, OSError) as fault:
            click.echo(sentence(fault), err=True)
        except (app.CannotServe, operator.Failed, passphrases.NoPassphrase) as fault:
            click.echo(sentence(fault), err=True)
        sys.exit(1)


def sentence(fault: BaseException) -> str:
    """What went wrong, without the quotes that some exceptions put around it."""
    if isinstance(fault, OSError) and fault.filename:
        return f"{fault.filename}: {fault.strerror}."
    return str(fault.args[0]) if fault.args else str(fault)


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__)
def main() -> None:
    """A live referee for tabletop skirmish games, and keeper of their war diary."""


@main.command()
@data_option
@rulebook_option
@click.option("--host", default=app.LOOPBACK, show_default=True, help="The address to listen on.")
@click.option("--lan", is_flag=True, help="Listen for the local network, and accept this machine's own names.")
@click.option("--port", default=app.PORT, show_default=True, type=click.IntRange(0, 65535))
@click.option("--allow-host", "hosts", multiple=True, help="Another name under which this server is reached.")
@click.option("--scenario", default="", help="Play this: a bundled one by name, or a file.")
@click.option("--new", is_flag=True, help="Begin a new game even if one of that scenario is unfinished.")
@click.option("--no-new-games", is_flag=True, help="Let no referee begin another game from the page.")
@click.option("--no-keeping", is_flag=True, help="Let no referee keep the game's file: it opens the dice to them.")
@click.option("--rate", default=20.0, show_default=True, help="Commands a second for each seat; 0 for any number.")
@click.option("--log-json", is_flag=True, help="Report in JSON lines.")
def serve(
    data: Path,
    host: str,
    lan: bool,
    port: int,
    hosts: tuple[str, ...],
    scenario: str,
    new: bool,
    no_new_games: bool,
    no_keeping: bool,
    rate: float,
    log_json: bool,
) -> None:
    """Serve games until told to stop."""
    app.log_to_stderr(as_json=log_json)
    usual = Settings()
    settings = Settings(
        rate=rate,
        beginning=0.0 if no_new_games else usual.beginning,
        keeping=0.0 if no_keeping else usual.keeping,
    )
    config = app.Config(data, host, port, lan, hosts, scenario, new, settings)
    app.run_async(app.run(config, click.echo))


@main.command(name="check")
@rulebook_option
@click.argument("files", nargs=-1)
@click.option("--schema", "want_schema", is_flag=True, help="Print the JSON Schema of scenario files, for editors.")
def check_(files: tuple[str, ...], want_schema: bool) -> None:
    """Check scenario files (or bundled ones, by name): every fault, with its place. Exit code 1 if there is one."""
    if want_schema:
        click.echo(json.dumps(schema(), indent=2))
        return
    if not files:
        raise click.UsageError(f"Name a file, or one of the bundled scenarios: {', '.join(bundled())}.")
    bad = False
    for file in files:
        game, faults = check(file)
        if faults:
            click.echo(report(faults), err=game is None)
        if game is None:
            bad = True
        else:
            click.echo(f"{file}: {game.title} can be played.")
    sys.exit(1 if bad else 0)


@main.command(name="try")
@rulebook_option
@click.argument("paths", nargs=-1, required=True, metavar="FILE...")
@click.option("--story", is_flag=True, help="Tell what happened in each case, also in those that pass.")
def try_(paths: tuple[str, ...], story: bool) -> None:
    """Try case files, or all in a folder: steps with given dice, and what must then hold. Exit code 1 if one fails."""
    passed = failed = 0
    for outcome in try_all(paths):
        passed, failed = passed + outcome.passed, failed + (not outcome.passed)
        if story:
            click.echo(f"{outcome.file}: {outcome.title}\n{outcome.story}")
        if not outcome.passed:
            click.echo(outcome.text)
    click.echo(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


@main.command(name="slice")
@data_option
@rulebook_option
@click.argument("game")
@click.option("--from", "first", type=int, required=True, help="The first entry that is a step.")
@click.option("--to", "last", type=int, required=True, help="The last one.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Default: print it.")
def slice_(data: Path, game: str, first: int, last: int, output: Path | None) -> None:
    """Write a case file out of a game that was played, to report a bug with. Try it with `wardiary-server try`."""
    text = tools.slice_(data, game, first, last)
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
        click.echo(f"{output}: a case file. To try it: {app.tool('wardiary-server')} try {output}")


@main.command(name="list")
@data_option
def list_(data: Path) -> None:
    """List the games, also beside a running server."""
    for found in tools.games(data):
        seats = f"; seats held: {', '.join(found.seats)}" if found.seats else ""
        click.echo(f"{found.game}  {found.title}: {found.entries} entries{', closed' if found.closed else ''}{seats}")


@main.command()
@data_option
@rulebook_option
@click.argument("game")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Default: GAME.wardiary")
@click.option(
    "--audience", default="referee", show_default=True, help="Whose view is told: referee, spectator, side:NAME."
)
@click.option("--without-secrets", is_flag=True, help="Leave out what another server needs to go on with the game.")
@click.option("--sealed", is_flag=True, help="Seal the secrets in it under a passphrase.")
@passphrase_option
def export(
    data: Path,
    game: str,
    output: Path | None,
    audience: str,
    without_secrets: bool,
    sealed: bool,
    passphrase_file: Path | None,
) -> None:
    """Write a whole game into one file, also while it is played."""
    if sealed and (without_secrets or audience != "referee"):
        raise click.UsageError("--sealed is for the whole game: there are no secrets in what is to be shown to others.")
    target = output or Path(f"{game}.wardiary")
    passphrase = passphrases.given(passphrase_file, str(target), twice=True) if sealed else ""
    click.echo(tools.export(data, game, target, audience=audience, secrets=not without_secrets, passphrase=passphrase))


@main.command(name="import")
@data_option
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@passphrase_option
def import_(data: Path, file: Path, passphrase_file: Path | None) -> None:
    """Take a game in from an export, with its seats. It goes on where it stood."""
    passphrase = passphrases.given(passphrase_file, str(file)) if is_sealed(file) else ""
    _ask_owner(data, {"do": "import", "path": str(file.resolve()), "passphrase": passphrase})


@main.command(name="import-map")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Default: NAME.toml, here.")
@click.option("--square", default=1.0, show_default=True, type=click.FloatRange(0.1, 100), help="Inches in a square.")
@click.option(
    "--open-portals",
    default="doors",
    show_default=True,
    type=click.Choice(["doors", "windows"]),
    help="What an opening is that the map calls not closed: an open door, or a window.",
)
@click.option("--gap", default=0.2, show_default=True, type=click.FloatRange(0, 1), help="Gaps to close, in squares.")
@click.option("--fine", default=0.01, show_default=True, type=click.FloatRange(0, 1), help="Bends to keep, in inches.")
@click.option("--force", is_flag=True, help="Write over a scenario or a picture that is there already.")
def import_map_(
    file: Path, output: Path | None, square: float, open_portals: str, gap: float, fine: float, force: bool
) -> None:
    """Make a scenario in inches of a Universal VTT map (.dd2vtt, .uvtt, .df2vtt), and put its picture beside it."""
    how = How(round(square * 1000), round(gap * square * 1000), round(fine * 1000), OPENED[open_portals])
    click.echo("\n".join(import_map(file, output or Path(f"{file.stem}.toml"), how, force=force)))


@main.command()
@data_option
@click.argument("what")
def verify(data: Path, what: str) -> None:
    """Prove a game, or an exported file: the chain of its entries, and every roll once it is closed."""
    file = Path(what)
    verdict = tools.verify_file(file) if file.is_file() else tools.verify_game(data, what)
    click.echo(tools.verdict_text(what, verdict))
    sys.exit(0 if verdict.ok else 1)


@main.command()
@data_option
@click.argument("target", type=click.Path(path_type=Path))
def backup(data: Path, target: Path) -> None:
    """Copy all games into a new directory, also beside a running server."""
    click.echo(tools.backup(data, target))


@main.command()
@data_option
@rulebook_option
@click.argument("game")
def close(data: Path, game: str) -> None:
    """Close a game for good: its dice's secret is revealed, and every roll can be proved."""
    _ask_owner(data, {"do": "close", "game": game})


@main.command()
@data_option
@rulebook_option
@click.argument("game")
@click.argument("seat")
@click.option("--url", default="", help="Where players reach the server, if not where it says itself.")
def invite(data: Path, game: str, seat: str, url: str) -> None:
    """A new invite for a seat, for whoever takes it over or brings another device."""
    reply = _ask_owner(data, {"do": "invite", "game": game, "seat": seat})
    base = url or reply["url"] or f"http://{app.LOOPBACK}:{app.PORT}"
    click.echo(f"{app.tool('wardiary')} join '{base}/#i={reply['invite']}'")


@main.command()
@data_option
@rulebook_option
@click.argument("game")
@click.argument("seat")
def vacate(data: Path, game: str, seat: str) -> None:
    """Take a seat back: a lost phone, or somebody who will not come back. Its tokens count no more."""
    _ask_owner(data, {"do": "vacate", "game": game, "seat": seat})


@main.command()
@data_option
@rulebook_option
@click.argument("game")
def accept(data: Path, game: str) -> None:
    """Go on with a game that was halted because its log lacks what players were told. What they were told is lost."""
    _ask_owner(data, {"do": "accept", "game": game})


@main.command()
@data_option
@rulebook_option
@click.argument("game")
@click.option("--at", type=int, required=True, help="The entry after which the new game goes on.")
def fork(data: Path, game: str, at: int) -> None:
    """What if: begin a new game from a moment of another."""
    _ask_owner(data, {"do": "fork", "game": game, "at": at})


@main.command()
@click.option("--quiet", is_flag=True, help="Print only the last line.")
def demo(quiet: bool) -> None:
    """Play a scripted evening on a real server, with a crash in the middle, and prove that nothing was lost."""
    from .demo import play

    sys.exit(asyncio.run(play((lambda _: None) if quiet else click.echo, click.echo)))


def _ask_owner(data: Path, request: dict[str, Any]) -> dict[str, Any]:
    """Have a deed done: by the server that runs on this data, or here where none does."""
    reply = asyncio.run(_owned(data, request))
    if reply.get("text"):
        click.echo(reply["text"])
    return reply


async def _owned(data: Path, request: dict[str, Any]) -> dict[str, Any]:
    reply = await operator.knock(data, request)
    if reply is not None:
        return reply
    if request["do"] != "import":
        vault_of(data)
    try:
        async with opened(data, f"wardiary-server {request['do']}") as lobby:
            return await operator.do(lobby, request)
    except LockHeld as held:
        raise operator.Failed(str(held)) from None


if __name__ == "__main__":
    main()
