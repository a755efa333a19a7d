"""The scenarios that a new game may be begun of while the server runs: those that are bundled with wardiary."""

from __future__ import annotations

from functools import cached_property

from wardiary_protocol.messages import Playable

from .lobby import Lobby
from .scenario import Scenario, bundled, load


class Shelf:
    """What `net` lets referees choose from. Each scenario is read and checked once, when somebody first asks."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    @cached_property
    def _scenarios(self) -> dict[str, Scenario]:
        return {name: load(name) for name in bundled()}

    def listed(self) -> tuple[Playable, ...]:
        """What there is, by name."""
        return tuple(
            Playable(name, one.title, one.about, tuple(side.name for side in one.game.sides.values()))
            for name, one in self._scenarios.items()
        )

    async def begin(self, name: str) -> str:
        """A new game of a scenario; its id. Raises `LookupError` where there is no such scenario."""
        if name not in self._scenarios:
            raise LookupError(f"There is no scenario {name!r} here: there is {', '.join(self._scenarios)}.")
        scenario = self._scenarios[name]
        return await self._lobby.create(scenario.game, assumptions=scenario.assumptions, briefing=scenario.briefing)
