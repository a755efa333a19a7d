"""Nobody looks into the future by a correction: what has not come to light before stops it, until the others agree.

Veil.show(name, n)   a roll shows n dice, or something of the scenario comes: seen before, or `Unseen`
VeiledDice           the game's dice behind such a veil
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .context import Dice
from .entry import AnyEntry
from .events import HappeningCame, Rolled
from .rulebook import Refused

UNSEEN = "New dice would be rolled, or something new would come: the others have to agree before that is shown."


class Unseen(Refused):
    """Something would come to light that nobody has seen."""

    def __init__(self) -> None:
        super().__init__("unseen", UNSEEN)


class Veil:
    """What has been seen: of each roll how many dice, of what the scenario brought that it came."""

    def __init__(self, path: Iterable[AnyEntry], seen: Mapping[str, int], reveals: bool) -> None:
        self.reveals = reveals
        self.seen = dict(seen)
        self.known = {name: number for entry in path for name, number in shown(entry)}

    def show(self, name: str, number: int = 1) -> None:
        """Something comes to light. Raises `Unseen` where it may not."""
        if number <= max(self.known.get(name, 0), self.seen.get(name, 0)):
            return
        if not self.reveals:
            raise Unseen
        self.seen[name] = number


class VeiledDice:
    """The game's dice, as far as they may be seen."""

    def __init__(self, dice: Dice, veil: Veil) -> None:
        self.source = dice.source
        self._dice = dice
        self._veil = veil

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        """The faces of one roll. Raises `Unseen`."""
        self._veil.show(roll, dice)
        return self._dice.faces(roll, dice, sides)


def shown(entry: AnyEntry) -> Iterator[tuple[str, int]]:
    """What an entry has brought to light. Who types dice has seen them."""
    for event in entry.events:
        if isinstance(event, Rolled) and event.source != "typed":
            yield f"{event.key}#{event.nth}", len(event.faces)
        elif isinstance(event, HappeningCame):
            yield f"happening {event.happening}", 1
