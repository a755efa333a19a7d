"""Where the server's numbers come from. Nothing else in the game makes any.

A roll is named by what it *is*: the game, the round, the rule, the subject, the target, the purpose, and how many such
rolls came before in the state's own past. The same roll asked again after an undo therefore shows the same faces, and
another roll is independent of it (D67).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Literal

from wardiary_protocol import proof

from .rulebook import Refused


class ServerDice:
    """Fair dice that can be checked once the game is closed and its secret revealed."""

    source: Literal["server", "script"] = "server"

    def __init__(self, game: str, secret: bytes, salts: Mapping[str, str]) -> None:
        self._game = game
        self._key = proof.dice_key(secret, salts)

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        """The faces of one roll (`key#nth`), the same each time it is asked for."""
        key, _, nth = roll.rpartition("#")
        return proof.faces(self._key, proof.roll_name(self._game, key, int(nth)), dice, sides)


class ScriptedDice:
    """Faces given beforehand, in the order in which they are rolled: for tests and case files."""

    source: Literal["server", "script"] = "script"

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self._faces = deque(faces)

    def add(self, *faces: int) -> None:
        """More faces, after those that are still there."""
        self._faces.extend(faces)

    @property
    def left(self) -> tuple[int, ...]:
        """Faces that nobody has rolled yet."""
        return tuple(self._faces)

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        """The next faces of the script. Raises `Refused` where they run out or do not fit the die."""
        if len(self._faces) < dice:
            raise Refused("no_dice", f"The script has {len(self._faces)} faces left, and {roll} needs {dice}.")
        faces = tuple(self._faces.popleft() for _ in range(dice))
        if any(not 1 <= face <= sides for face in faces):
            raise Refused("no_dice", f"The script gives {faces} for {roll}, which has {sides} sides.")
        return faces
