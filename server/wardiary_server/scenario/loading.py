"""Finds a scenario by its name or its file, and makes it ready to be played."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from ..game.rulebook import Rules
from ..game.state import Game
from . import rulebooks
from .checking import examine
from .faults import Fault, ScenarioFault
from .options import explain
from .pictures import Picture, beside
from .sources import text_of


class Scenario(NamedTuple):
    """A scenario that can be played.

    `assumptions` are for the log's first entry. `source` says where it comes from: a bundled name, or the file as it
    was given. `about` is one sentence, `briefing` what everybody is told at the start.
    """

    game: Game
    rules: Rules
    assumptions: tuple[str, ...]
    source: str
    title: str
    about: str = ""
    briefing: str = ""
    warnings: tuple[Fault, ...] = ()
    picture: Picture | None = None


def load(name_or_path: str | Path) -> Scenario:
    """The scenario of that name among the bundled ones, or in that file. Raises `ScenarioFault` with every fault."""
    source = str(name_or_path)
    text = text_of(name_or_path)
    if isinstance(text, Fault):
        raise ScenarioFault([text])
    game, faults, head = examine(text, source)
    if game is None:
        raise ScenarioFault(faults)
    picture = beside(source, head["picture"], game.measure) if "picture" in head else None
    game = replace(game, picture=picture.name if picture else "")
    rules = Rules(rulebooks.find(game.rulebooks))
    return Scenario(
        game=game,
        rules=rules,
        assumptions=explain(game, rules),
        source=source,
        title=game.title,
        about=head.get("about", ""),
        briefing=head.get("briefing", ""),
        warnings=faults,
        picture=picture,
    )
