"""The faces that a step gives for its dice: one after another, or apart for each of several rolls.

dice = [1, 3, 6]                            in the order in which they are rolled
dice = {ann = ["blank"], bob = ["success"]} by unit, target, rule or purpose: whatever the roll is of
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Literal

from ..game.rulebook import Refused

Face = int | str
Faces = tuple[Face, ...]
Given = Faces | Mapping[str, Faces]
WORDS = ("blank", "success")


class CaseDice:
    """Dice that show what the step says. `named` makes an id into what people call it."""

    source: Literal["server", "script"] = "script"

    def __init__(self, named: Callable[[str], str]) -> None:
        self._named = named
        self._step = 0
        self._faces: dict[str, deque[Face]] = {}

    def load(self, step: int, given: Given) -> None:
        """The faces of a step; those of the one before are forgotten."""
        lists = given if isinstance(given, Mapping) else {"": given}
        self._step = step
        self._faces = {name: deque(faces) for name, faces in lists.items()}

    @property
    def left(self) -> tuple[Face, ...]:
        """Faces of this step that nobody has rolled."""
        return tuple(face for faces in self._faces.values() for face in faces)

    def has(self, roll: str) -> bool:
        """Whether any face is left for a roll."""
        return bool(self._pile(roll))

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        """The next faces for a roll. Raises `Refused`: `no_dice`, where they run out or do not fit the die."""
        pile = self._pile(roll)
        what = f"Step {self._step} rolls {dice} {'die' if dice == 1 else 'dice'} ({self.told(roll)})"
        if len(pile) < dice:
            given = "no face is" if not pile else "only 1 face is" if len(pile) == 1 else f"only {len(pile)} faces are"
            raise Refused("no_dice", f"{what}, and {given} given.")
        shown = [pile.popleft() for _ in range(dice)]
        faces = tuple(self._face(face, sides) for face in shown)
        if unfit := [face for face in faces if not 1 <= face <= sides]:
            raise Refused("no_dice", f"{what} of {sides} sides, and {unfit[0]} is no face of that die.")
        return faces

    def _face(self, face: Face, sides: int) -> int:
        """*Success* and *Blank* stand for the highest and the lowest face, as where people type them."""
        return face if isinstance(face, int) else sides if face == "success" else 1

    def _pile(self, roll: str) -> deque[Face]:
        """The faces for a roll: those of the first name that it goes by and that has some left."""
        piles = [self._faces[name] for name in ("", *words(roll)) if name in self._faces]
        return next((pile for pile in piles if pile), piles[0] if piles else deque())

    def told(self, roll: str) -> str:
        """What a roll is, as a case may name it."""
        return ", ".join(self._named(word) for word in words(roll))


def words(roll: str) -> tuple[str, ...]:
    """The names by which a roll goes: its unit, its target, its purpose, its rule, as far as it has them."""
    key = roll.rpartition("#")[0] or roll
    rule, unit, target, purpose, *_ = (*key.split("/")[1:], "", "", "", "")
    return tuple(dict.fromkeys(word for word in (unit, target, purpose, rule) if word))
