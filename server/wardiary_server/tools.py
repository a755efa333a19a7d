"""The command line's tools that only read, beside a running server or not: list, export, verify, slice, backup."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from wardiary_protocol.proof import Row
from wardiary_protocol.verify import Verdict, verify_rows

from . import __version__
from .cases.slicing import Slicer
from .data import LOG, PICTURES, VAULT, rules_for, vault_of
from .game.known import REFEREE, SPECTATOR
from .game.rulebook import Rules
from .game.table_events import Created
from .log.contract import CannotOpen
from .log.exports import NoGame, export_game, read_export
from .log.sealing import Key
from .log.sqlite_file import Reader, open_reader
from .log.vault import GameSecrets
from .past import peek
from .retold import Retold


class NoAudience(NoGame):
    """A game has no such audience."""


class Found(NamedTuple):
    """A game in a data directory, as its log shows it."""

    game: str
    title: str
    entries: int
    closed: bool
    seats: tuple[str, ...]  # those that somebody holds a token for


def games(data: Path) -> Iterator[Found]:
    """All games of a directory, by id. Raises what says why it cannot be read."""
    vault = vault_of(data)
    with open_reader(data / LOG) as reader:
        for game in reader.games():
            head = reader.head(game)
            first = next(iter(reader.read(game)))
            last = next(iter(reader.read(game, head.seq - 1)))
            seats = tuple(sorted(set(vault.game(game).tokens.values()))) if game in vault else ()
            yield Found(game, peek(first.body).title, head.seq, is_closing(last), seats)


def is_closing(row: Row) -> bool:
    """Whether an entry closes its game: it is then the last."""
    events = msgspec.msgpack.decode(row.body).get("events", ())
    return any(event.get("t") == "closed" for event in events)


def export(data: Path, game: str, target: Path, *, audience: str, secrets: bool, passphrase: str = "") -> str:
    """Write a game into one file; a sentence about it. Raises `LogError`.

    The log is in it, what `audience` was told of each entry, and with `secrets` all that another server needs to go
    on with the game, sealed under a `passphrase` where there is one; such a file is private to its owner. For players
    and those who watch it has no secrets, and until the game is closed it is their view of it, without the log.
    """
    is_theirs = audience != REFEREE
    secrets = secrets and not is_theirs
    vault = vault_of(data)
    with open_reader(data / LOG) as reader:
        rows = iter(reader.read(game))
        first = next(rows, None)
        if first is None:
            raise NoGame(f"There is no game {game!r} in {data}.")
        glance = peek(first.body)
        check_audience(rules_for(glance.rulebooks), first, audience)
        is_view = is_theirs and not is_closed(reader, game)
        told: Callable[[Row], Any] = Retold(rules_for(glance.rulebooks), audience if is_view else REFEREE)
        given: GameSecrets | None = vault.game(game) if secrets else None
        head = export_game(
            target, reader, game, title=glance.title, exported_by=f"wardiary-server {__version__}",
            secrets=given, key=Key.of(passphrase) if passphrase else None,
            audience=audience, told=told, is_view=is_view,
        )  # fmt: skip
    hint = " It holds the game's secrets: keep it to yourself." if secrets else ""
    if secrets and passphrase:
        hint = " Its secrets are sealed; what is hidden in the game is not: keep it to yourself."
    if is_view:
        hint = f" It is the view of {audience}: it can be replayed, not verified, until the game is closed."
    return f"{target}: {glance.title}, {head.seq} entries.{hint}"


def check_audience(rules: Rules, first: Row, audience: str) -> None:
    """Raises `NoAudience`: one that there is not would be one that nothing is hidden from."""
    (created, *_briefing) = rules.codec.decode(first.body).events
    assert isinstance(created, Created)
    known = (REFEREE, SPECTATOR, *(f"side:{side}" for side in created.game.sides))
    if audience not in known:
        raise NoAudience(f"This game has no audience {audience!r}. It has: {', '.join(known)}.")


def is_closed(reader: Reader, game: str) -> bool:
    """Whether a game is closed, so that nothing is hidden in it any more."""
    return is_closing(next(iter(reader.read(game, reader.head(game).seq - 1))))


def verify_file(path: Path) -> Verdict:
    """What an exported log proves. Raises `BadExport`."""
    with read_export(path) as file:
        return verify_rows(file.header.game, file.rows())


def verify_game(data: Path, game: str) -> Verdict:
    """What a game's own log proves, also while it is played. Raises `LogError`."""
    with open_reader(data / LOG) as reader:
        if reader.head(game).seq == 0:
            raise NoGame(f"There is no game {game!r} in {data}.")
        return verify_rows(game, reader.read(game))


def verdict_text(name: str, verdict: Verdict) -> str:
    """A verdict in a sentence or two."""
    if not verdict.ok:
        return f"{name}: NOT PROVED. {verdict.fault}"
    parts = [f"{verdict.entries} entries, an unbroken chain", f"{verdict.rolls} rolls of the server's dice proved"]
    if verdict.sealed:
        parts.append(f"{verdict.sealed} not to be checked before the game is closed")
    if verdict.typed:
        parts.append(f"{verdict.typed} typed from real dice, which nobody can check")
    return f"{name}: {'; '.join(parts)}."


def slice_(data: Path, game: str, first: int, last: int) -> str:
    """A case file of some of a game's entries, both ends counted. Raises `LogError`, and `NoSlice` with a reason."""
    with open_reader(data / LOG) as reader:
        rows = list(islice(reader.read(game), last))
    if not rows:
        raise NoGame(f"There is no game {game!r} in {data}.")
    rules = rules_for(peek(rows[0].body).rulebooks)
    entries = [rules.codec.decode(row.body) for row in rows]
    about = f"Cut out of the game {game} by wardiary-server slice, version {__version__}."
    return Slicer(rules, entries).text(first, last, about)


def backup(data: Path, target: Path) -> str:
    """A copy of the whole directory, taken beside a running server; a sentence about it. Raises `LogError`."""
    if target.exists():
        raise CannotOpen(f"{target} is there already. Name a directory that is not.")
    vault_of(data)
    building = target.with_name(target.name + ".part")
    shutil.rmtree(building, ignore_errors=True)
    try:
        building.mkdir(mode=0o700, parents=True)
        # The log first: a vault that knows a game more than the log does no harm, the other way round would.
        with open_reader(data / LOG) as reader:
            reader.backup(building / LOG)
        shutil.copy2(data / VAULT, building / VAULT)
        if (data / PICTURES).is_dir():
            shutil.copytree(data / PICTURES, building / PICTURES)
        building.rename(target)
    except OSError as error:
        raise CannotOpen(f"{target} cannot be written: {error.strerror}.") from None
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return f"{target}: a whole data directory. To use it: wardiary-server serve --data {target}"
