"""Shuts a game's secrets away under a passphrase, so that a whole game can lie in somebody's downloads.

    key = Key.of(passphrase)                 Argon2id: slow on purpose, so that guessing is too; keep it off the loop
    sealed = seal(key, game, secrets)        a secret box of NaCl, with all that opening it takes but the passphrase
    unseal(sealed, game, passphrase)         the secrets again, or `BadSeal`

What a key costs stands in the seal, so that it can be raised later. It is read from a file that may be anybody's, so
it is held against `MOST` before any work is done. A seal names its game inside the box: put into the file of another
game it does not open. A wrong passphrase and a changed byte look the same, which is what a secret box is for.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple, Self

import msgspec
from msgspec import Struct
from nacl import exceptions
from nacl.pwhash import argon2id
from nacl.secret import SecretBox
from nacl.utils import random
from wardiary_protocol.export import Sealed

from .contract import LogError
from .vault import GameSecrets

VERSION = 1
"""How a seal is made: Argon2id 1.3 and XSalsa20-Poly1305, as PyNaCl has them."""

SHORTEST = 8
"""Characters of a passphrase, at least."""

LONGEST = 128
"""Characters of a passphrase, at most."""


class Cost(NamedTuple):
    """What making a key takes: passes over the memory, and KiB of it."""

    passes: int
    memory: int


COST = Cost(3, 64 * 1024)
"""What RFC 9106 recommends where memory is scarce: a third of a second on a small machine."""

MOST = Cost(16, 1024 * 1024)
"""What a seal may ask for when it is opened."""


class WeakPassphrase(LogError):
    """Not a passphrase to seal with."""

    code = "weak_passphrase"


class BadSeal(LogError):
    """The secrets cannot be opened."""

    code = "bad_seal"


class Key:
    """Made of a passphrase, which cannot be had back from it. Shows nothing of itself, wherever it is printed."""

    __slots__ = ("_box", "cost", "salt")

    def __init__(self, passphrase: str, cost: Cost, salt: bytes) -> None:
        text = unicodedata.normalize("NFKC", passphrase).encode(errors="replace")  # keyboards write ü in two ways
        key = argon2id.kdf(SecretBox.KEY_SIZE, text, salt, opslimit=cost.passes, memlimit=cost.memory * 1024)
        self._box = SecretBox(key)
        self.cost = cost
        self.salt = salt

    @classmethod
    def of(cls, passphrase: str, cost: Cost = COST) -> Self:
        """A new key, with a salt of its own: the same passphrase never makes the same key. Raises WeakPassphrase."""
        if len(passphrase) < SHORTEST:
            raise WeakPassphrase(f"A passphrase has at least {SHORTEST} characters; a few words are better.")
        if len(passphrase) > LONGEST:
            raise WeakPassphrase(f"A passphrase has at most {LONGEST} characters.")
        return cls(passphrase, cost, random(argon2id.SALTBYTES))

    def shut(self, plain: bytes) -> bytes:
        """The bytes in a box that only this key opens."""
        return bytes(self._box.encrypt(plain))

    def open(self, box: bytes) -> bytes:
        """The bytes that were shut into the box. Raises `nacl.exceptions.CryptoError`, or ValueError for no box."""
        return bytes(self._box.decrypt(box))


class _Content(Struct, frozen=True):
    game: str
    secrets: GameSecrets


def seal(key: Key, game: str, secrets: GameSecrets) -> Sealed:
    """The secrets of a game as they stand in a file."""
    box = key.shut(msgspec.json.encode(_Content(game, secrets)))
    return Sealed(VERSION, key.cost.passes, key.cost.memory, key.salt, box)


def unseal(sealed: Sealed, game: str, passphrase: str) -> GameSecrets:
    """The secrets of a game out of a file. Raises BadSeal."""
    if sealed.version != VERSION:
        raise BadSeal(f"A newer wardiary has sealed the secrets (way {sealed.version}). Update this one.")
    if not _is_fair(sealed):
        raise BadSeal("The seal on the secrets is damaged: it asks for what no wardiary seals with.")
    try:
        plain = Key(passphrase, Cost(sealed.passes, sealed.memory), sealed.salt).open(sealed.box)
        content = msgspec.json.decode(plain, type=_Content)
    except (exceptions.CryptoError, ValueError):
        raise BadSeal("This passphrase does not open the secrets; or they are damaged.") from None
    if content.game != game:
        raise BadSeal(f"The secrets in this file are those of another game, {content.game}.")
    return content.secrets


def _is_fair(sealed: Sealed) -> bool:
    """Whether making the key takes neither more than it may nor less than Argon2id can."""
    is_salt = len(sealed.salt) == argon2id.SALTBYTES
    return is_salt and 1 <= sealed.passes <= MOST.passes and 8 <= sealed.memory <= MOST.memory
