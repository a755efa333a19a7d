"""Whether what a scenario hides can be kept: from whom it is hidden, and that nothing else gives it away."""

from __future__ import annotations

from collections import Counter

from ..game.known import SPECTATORS
from ..game.state import Unit
from .build import HIDING
from .whole import Whole


def secrets(whole: Whole) -> None:
    """Nobody is kept from what is theirs, and an id that is hidden is nothing else's."""
    ids = Counter(key for table, ids in whole.ids.items() if table in IDS for key in ids)
    for name, table in HIDING.items():
        for entity in getattr(whole.game, name).values():
            path = (*whole.path(table, entity.id), "hidden_from")
            if not entity.hidden or whole.faults.touched(path):
                continue
            if whose := _own(whole, entity) & set(entity.hidden):
                text = f"{entity.name} cannot be hidden from {', '.join(sorted(whose))}, whose it is."
                whole.faults.add(path, text, "Leave that out.")
            if ids[entity.id] > 1:
                text = f"{entity.id!r} is hidden, and the id of something else as well, which would give it away."
                whole.faults.add(path, text, "Give it an id of its own.")


IDS = ("sides", "seats", "zones", "links", "weapons", "items", *HIDING.values())
"""The tables whose ids must not be those of hidden things."""


def _own(whole: Whole, entity: object) -> set[str]:
    """Who has to know of a unit, or of what only one side may score: its side, and whoever decides for it."""
    own = {getattr(entity, "side", "")}
    if isinstance(entity, Unit) and (seat := whole.game.seats.get(entity.seat)) is not None:
        own.add(seat.side or ("" if seat.role == "referee" else SPECTATORS))
    return own - {""}
