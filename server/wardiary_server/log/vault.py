"""What must never stand in the log: the server's key, the dice's secrets, and what proves who holds a seat.

One private file beside the log. Tokens and invites are kept as hashes only, so the file shows nobody a way in; they
are random and long, so a plain SHA-256 is enough. Every change is on the disk before it counts. The one process that
holds the log's lock writes the file; others may read it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .contract import COMMIT_ID, CannotOpen, LogError, NewerFormat
from .files import PRIVATE, replacing

FORMAT = 1

CODE_LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Letters that are told apart on any screen and by ear, without vowels, so that no code is a word."""

CODE_LENGTH = 6

NOTHING: Mapping[str, str] = {}


class GameSecrets(Struct, frozen=True):
    """The secrets of one game; they go with it when it moves to another server."""

    epoch: str  # a random id of this log's incarnation
    dice: bytes  # 32 bytes, behind the server's dice; public once the game is closed
    code: str  # the room code: lets anyone watch, or ask for a seat
    tokens: Mapping[str, str] = NOTHING  # SHA-256 of a token -> the seat that it holds
    invites: Mapping[str, str] = NOTHING  # SHA-256 of an invite -> the seat that it buys, once


class Place(NamedTuple):
    """A seat of a game."""

    game: str
    seat: str


class Witness(NamedTuple):
    """What a client was told: this epoch's log had, at `seq`, a hash with this mark (`Vault.mark`)."""

    epoch: str
    seq: int
    mark: str


class GameKnown(LogError):
    """The vault has secrets of that game already."""

    code = "game_known"


class NoSecrets(LogError, LookupError):
    """The vault has no secrets of that game."""

    code = "no_secrets"


class _Contents(Struct, frozen=True):
    wardiary_vault: int
    key: bytes
    operator: str
    games: Mapping[str, GameSecrets] = {}


class Vault:
    """The secrets of all games. Make it with `open`.

    What changes something raises Full or Unavailable when the file cannot be written, and then changes nothing.
    What names a game raises NoSecrets for one that is not here.
    """

    @classmethod
    def open(cls, path: Path) -> Vault:
        """Opens the vault at `path`, or makes a new one. Raises CannotOpen, NewerFormat, Full, Unavailable."""
        if not path.exists():
            vault = cls(path, _Contents(FORMAT, secrets.token_bytes(32), secrets.token_urlsafe(24)))
            vault._save(vault._contents)
            return vault
        if path.stat().st_mode & 0o077:
            path.chmod(PRIVATE)
        return cls(path, _read(path))

    def __init__(self, path: Path, contents: _Contents) -> None:
        self.path = path
        self._contents = contents
        self._index()
        self._witness_key = self._derive("witness")
        self._mark_key = self._derive("mark")
        self._commit_key = self._derive("commit")

    @property
    def server_key(self) -> bytes:
        """32 bytes of this server, or of all nodes that serve one log."""
        return self._contents.key

    @property
    def operator_token(self) -> str:
        """What the operator's tools show to a running server; whoever can read this file is the operator."""
        return self._contents.operator

    # -------------------------------------------------------------------------------------------- games

    def __contains__(self, game: object) -> bool:
        return game in self._contents.games

    def __iter__(self) -> Iterator[str]:
        return iter(self._contents.games)

    def game(self, game: str) -> GameSecrets:
        """The secrets of a game."""
        if game not in self._contents.games:
            raise NoSecrets(
                f"The vault {self.path} has no secrets of the game {game}."
                " Was it taken in only half? Import it again. Was the vault lost? Restore it from a backup."
            )
        return self._contents.games[game]

    def create(self, game: str) -> GameSecrets:
        """Makes the secrets of a new game, before its first entry is written. Raises GameKnown."""
        return self._add(game, GameSecrets(_new_epoch(), secrets.token_bytes(32), self._new_code()))

    def adopt(self, game: str, brought: GameSecrets) -> GameSecrets:
        """Takes in a game from elsewhere with its seats; it begins a new epoch. Raises GameKnown."""
        code = self._new_code() if brought.code in self._codes else brought.code
        return self._add(game, replace(brought, epoch=_new_epoch(), code=code))

    def new_epoch(self, game: str) -> str:
        """Begins a new epoch: from now on what clients were told of this log before proves nothing."""
        epoch = _new_epoch()
        self._put(game, replace(self.game(game), epoch=epoch))
        return epoch

    def room_code(self, game: str) -> str:
        """The code that lets people watch, or ask for a seat."""
        return self.game(game).code

    def by_code(self, code: str) -> str | None:
        """The game with this room code, however it was written down."""
        return self._codes.get("".join(code.upper().split()).replace("-", ""))

    def _add(self, game: str, new: GameSecrets) -> GameSecrets:
        if game in self:
            raise GameKnown(f"There is a game {game} already.")
        self._put(game, new)
        return new

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if code not in self._codes:
                return code

    # -------------------------------------------------------------------------------------------- seats

    def issue_token(self, game: str, seat: str) -> str:
        """A new token for a seat, beside those that it has. It is told this once."""
        token = secrets.token_urlsafe(24)
        now = self.game(game)
        self._put(game, replace(now, tokens={**now.tokens, _hash(token): seat}))
        return token

    def who(self, token: str) -> Place | None:
        """The seat that a token holds."""
        return self._tokens.get(_hash(token))

    def issue_invite(self, game: str, seat: str) -> str:
        """A new invite for a seat, instead of those that it had. It is told this once, and buys one token."""
        invite = secrets.token_urlsafe(24)
        now = self.game(game)
        self._put(game, replace(now, invites={**_without(now.invites, seat), _hash(invite): seat}))
        return invite

    def invited(self, invite: str) -> Place | None:
        """The seat that an invite would buy."""
        return self._invites.get(_hash(invite))

    def redeem(self, invite: str) -> tuple[str, str, str] | None:
        """Turns an invite into (game, seat, token), once; None for one that was used, revoked or never given."""
        found = self._invites.get(_hash(invite))
        if found is None:
            return None
        token = secrets.token_urlsafe(24)
        now = self.game(found.game)
        left = {hash: seat for hash, seat in now.invites.items() if hash != _hash(invite)}
        self._put(found.game, replace(now, invites=left, tokens={**now.tokens, _hash(token): found.seat}))
        return found.game, found.seat, token

    def revoke(self, game: str, seat: str) -> None:
        """Takes a seat back: none of its tokens and invites opens anything any more."""
        now = self.game(game)
        self._put(game, replace(now, tokens=_without(now.tokens, seat), invites=_without(now.invites, seat)))

    # -------------------------------------------------------------------------------------------- proofs

    def commit_id(self, game: str, seat: str, command: str) -> bytes:
        """The id that a command's entry carries in the log: the same for the same command of the same seat."""
        return _keyed(self._commit_key, game, seat, command)[:COMMIT_ID]

    def mark(self, chain_hash: bytes) -> str:
        """Stands for a chain hash in a witness: shows nothing of it, but is the same for the same hash."""
        return hmac.digest(self._mark_key, chain_hash, "sha256")[:16].hex()

    def witness(self, game: str, epoch: str, seq: int, chain_hash: bytes) -> str:
        """What a client keeps, and hands back to prove what it was told."""
        return self._sign(game, Witness(epoch, seq, self.mark(chain_hash)))

    def check_witness(self, game: str, text: str) -> Witness | None:
        """What a client was truly told; None for what this server never said about this game."""
        epoch, seq, mark, _ = (*text.split("."), "", "", "", "")[:4]
        if not (text.isascii() and seq.isdigit() and len(seq) < 20):
            return None
        claimed = Witness(epoch, int(seq), mark)
        return claimed if hmac.compare_digest(self._sign(game, claimed), text) else None

    def _sign(self, game: str, told: Witness) -> str:
        claims = (told.epoch, str(told.seq), told.mark)
        return ".".join((*claims, _keyed(self._witness_key, game, *claims)[:16].hex()))

    def _derive(self, purpose: str) -> bytes:
        """A key of its own for each purpose."""
        return _keyed(self.server_key, purpose)

    # -------------------------------------------------------------------------------------------- the file

    def _put(self, game: str, now: GameSecrets) -> None:
        contents = replace(self._contents, games={**self._contents.games, game: now})
        self._save(contents)
        self._contents = contents
        self._index()

    def _save(self, contents: _Contents) -> None:
        with replacing(self.path) as file:
            file.write(msgspec.json.format(msgspec.json.encode(contents)))

    def _index(self) -> None:
        games = self._contents.games.items()
        self._codes = {now.code: game for game, now in games}
        self._tokens = {hash: Place(game, seat) for game, now in games for hash, seat in now.tokens.items()}
        self._invites = {hash: Place(game, seat) for game, now in games for hash, seat in now.invites.items()}


class _Format(Struct, frozen=True):
    wardiary_vault: int


def _read(path: Path) -> _Contents:
    try:
        text = path.read_bytes()
        form = msgspec.json.decode(text, type=_Format).wardiary_vault
        if form > FORMAT:
            raise NewerFormat(path, form, FORMAT)
        return msgspec.json.decode(text, type=_Contents)
    except OSError as error:
        raise CannotOpen(f"{path} cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise CannotOpen(
            f"{path} is no vault, or a damaged one. Without it no seat can be proved: restore it from a backup."
        ) from None


def _new_epoch() -> str:
    return secrets.token_hex(8)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _without(hashes: Mapping[str, str], seat: str) -> dict[str, str]:
    return {hash: held for hash, held in hashes.items() if held != seat}


def _keyed(key: bytes, *words: str) -> bytes:
    """HMAC-SHA256 over words that cannot run into each other."""
    return hmac.digest(key, msgspec.json.encode(words), "sha256")
