"""A data directory: the log, the vault, the snapshots, and who has it open."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import structlog

from .game.rulebook import Rules
from .lobby import Lobby
from .log.contract import CannotOpen
from .log.snapshots import Snapshots
from .log.sqlite import SqliteLog
from .log.vault import Vault
from .scenario.pictures import Picture
from .scenario.rulebooks import find

log_ = structlog.get_logger("data")

LOG, VAULT, SNAPSHOTS, PICTURES = "wardiary.db", "vault.json", "snapshots.db", "pictures"

COLLECT_AFTER = 50_000
"""How many more objects there are before Python looks for rings among them. States share parts and hold no rings, and
make hundreds of objects each: at Python's own 700 that search is a fifth of all folding."""


@cache
def rules_for(names: tuple[str, ...]) -> Rules:
    """The rules of these rulebooks, the frame first. Raises `LookupError` (`NoRulebook`) for one that is not there."""
    return Rules(find(names))


def prepare(data: Path) -> Path:
    """The directory, made if it is not there, and nobody else's. Raises `CannotOpen`."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotOpen(f"{data} cannot be used as data directory: {error.strerror}.") from None
    return data


def keep_picture(data: Path, picture: Picture) -> None:
    """Puts a picture where the server finds it, under the name that games know it by. Raises `CannotOpen`."""
    folder = data / PICTURES
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if not (folder / picture.name).exists():
            part = folder / f".{picture.name}"
            part.write_bytes(picture.data)
            part.replace(folder / picture.name)
    except OSError as error:
        raise CannotOpen(f"The picture cannot be kept in {folder}: {error.strerror}.") from None


def vault_of(data: Path) -> Vault:
    """The vault of a directory that is there, to be read. Raises `CannotOpen`."""
    if not (data / VAULT).exists():
        raise CannotOpen(f"There are no games in {data}: no server has run there yet. Name the directory with --data.")
    return Vault.open(data / VAULT)


@asynccontextmanager
async def opened(data: Path, owner: str = "") -> AsyncIterator[Lobby]:
    """The games of a directory, for the one process that may write to it. Raises what says why it cannot.

    `owner` tells others who has it, in a few words.
    """
    gc.set_threshold(COLLECT_AFTER)
    log = await SqliteLog.open(prepare(data) / LOG, owner)
    try:
        if not (data / VAULT).exists() and [game async for game in log.games()]:
            raise CannotOpen(
                f"{data} has games but no {VAULT}: without it no seat and no dice can be proved. "
                "Restore it from a backup; to begin anew, choose another directory."
            )
        vault = Vault.open(data / VAULT)
        snapshots = await Snapshots.open(data / SNAPSHOTS, lambda text: log_.warning("snapshots", why=text))
        lobby = Lobby(log, snapshots, vault, rules_for)
        try:
            yield lobby
        finally:
            await lobby.aclose()
            await snapshots.aclose()
    finally:
        await log.aclose()
