"""A scenario as it looks when every key of it has been read, for the checks that need all of it."""

from __future__ import annotations

from ..game.rulebook import Rulebook
from ..game.state import Game
from .faults import Faults
from .positions import Path
from .vocabulary import Ids


class Whole:
    """A scenario read to its end: the game, where its parts stand, and the list that faults are written into."""

    def __init__(self, game: Game, ids: Ids, faults: Faults, books: tuple[Rulebook, ...]) -> None:
        self.game = game
        self.ids = ids
        self.faults = faults
        self.books = books

    def path(self, table: str, id: str, key: str = "") -> Path:
        """Where something stands. Weapons are items: what is not among the ones may be among the others."""
        tables = (table, "weapons", "items") if table in ("weapons", "items") else (table,)
        found: Path = next((self.ids[name][id] for name in tables if id in self.ids.get(name, {})), (table,))
        return (*found, key) if key and len(found) > 1 else found

    def number(self, option: str, default: int = 0) -> int:
        """An option of the frame that is a number."""
        return int(self.game.options.get(f"frame.{option}", default))

    def sound(self, table: str) -> bool:
        """Whether nothing is wrong so far in a table, so that what it lacks is really missing."""
        return not self.faults.touched((table,))


def brought_by(game: Game) -> dict[str, str]:
    """The units that events bring from reserve, with the event."""
    found: dict[str, str] = {}
    for happening in game.happenings.values():
        for deed in happening.does:
            if deed.get("do") == "reserves":
                found |= dict.fromkeys(str(deed.get("units", "")).split(","), happening.id)
    return found
