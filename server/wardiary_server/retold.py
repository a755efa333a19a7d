"""A whole log told to one audience, entry by entry, for export: sentences, changes of the view, and its hash."""

from __future__ import annotations

from typing import Any

from wardiary_protocol.messages import Told
from wardiary_protocol.proof import Row

from .game import views
from .game.entry import EMPTY, fold
from .game.rulebook import Rules
from .game.state import Game, State
from .game.story import tell


class Retold:
    """Give it the rows in order; it says what the audience was told of each.

    The changes of the first entry make the whole view out of nothing, so whoever applies them all needs no rules.
    """

    def __init__(self, rules: Rules, audience: str) -> None:
        self._rules = rules
        self._audience = audience
        self._state: State = EMPTY
        self._view: views.View | None = None
        self._games: dict[int, Game] = {}  # by entry: a rewind may go to any of them, and they share what is the same

    def __call__(self, row: Row) -> Told:
        """What was told of this row."""
        entry = self._rules.codec.decode(row.body)
        rewound = self._games[entry.parent] if entry.kind == "rewind" else None
        state = fold(self._state, entry, rewound)
        view = views.view(state, self._audience, self._view)
        told = with_changes(tell(entry, self._state, state, self._audience), self._view, view)
        self._state, self._view = state, view
        self._games[state.seq] = state.game
        return told


def with_changes(told: Told, before: views.View | None, after: views.View) -> Told:
    """What was told, with the changes of the view and the hash of the one after; before the first there is none."""
    fields: dict[str, Any] = {name: getattr(told, name) for name in told.__struct_fields__}
    return Told(**{**fields, "changes": views.difference(before, after), "hash": after.hex})
