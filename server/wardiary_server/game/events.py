"""The core's events, all of them by name: what happens to units, the board, dice and the clock, whatever the rulebooks.

They are defined in five modules, one for each of these; events of the table rather than of the fight are in
`table_events`. A rulebook takes what it needs from here.
"""

from __future__ import annotations

from .board_events import AreaEnded, AreaPlaced, DoorChanged, LevelChanged, MarkerPlaced, MarkerRemoved
from .clock_events import (
    GameEnded,
    HappeningCame,
    ObjectiveClosed,
    PlayBegan,
    Remarked,
    RoundBegan,
    RoundClosing,
    RoundEnding,
    Scored,
    SideCalled,
    SideReady,
    Spent,
    TurnBegan,
    TurnEnded,
)
from .dice_events import Answered, Asked, Chosen, Resolved, Rolled, awaited, part_name, part_text, roll_name
from .event import Event
from .hiding_events import Blipped, HiddenFrom, Revealed
from .unit_events import (
    ConditionChanged,
    ItemDropped,
    ItemTaken,
    MarkSet,
    StatChanged,
    StatusChanged,
    UnitAdded,
    UnitEntered,
    UnitHealed,
    UnitHurt,
    UnitMoved,
    UnitPlaced,
)

UNIT: tuple[type[Event], ...] = (
    UnitPlaced, UnitEntered, UnitMoved, StatusChanged, UnitHurt, UnitHealed, StatChanged, ConditionChanged, MarkSet,
    ItemTaken, ItemDropped, UnitAdded,
)  # fmt: skip
BOARD: tuple[type[Event], ...] = (LevelChanged, DoorChanged, AreaPlaced, AreaEnded, MarkerPlaced, MarkerRemoved)
DICE: tuple[type[Event], ...] = (Rolled, Chosen, Asked, Answered, Resolved)
CLOCK: tuple[type[Event], ...] = (
    PlayBegan, RoundBegan, RoundClosing, RoundEnding, SideReady, SideCalled, TurnBegan, Spent, TurnEnded, Scored,
    ObjectiveClosed, HappeningCame, GameEnded, Remarked,
)  # fmt: skip
HIDING: tuple[type[Event], ...] = (Revealed, HiddenFrom, Blipped)
EVENTS = (*UNIT, *BOARD, *DICE, *CLOCK, *HIDING)
"""Every event of the fight, in five groups."""

__all__ = [
    "EVENTS",
    "Answered",
    "AreaEnded",
    "AreaPlaced",
    "Asked",
    "Blipped",
    "Chosen",
    "ConditionChanged",
    "DoorChanged",
    "GameEnded",
    "HappeningCame",
    "HiddenFrom",
    "ItemDropped",
    "ItemTaken",
    "LevelChanged",
    "MarkSet",
    "MarkerPlaced",
    "MarkerRemoved",
    "ObjectiveClosed",
    "PlayBegan",
    "Remarked",
    "Resolved",
    "Revealed",
    "Rolled",
    "RoundBegan",
    "RoundClosing",
    "RoundEnding",
    "Scored",
    "SideCalled",
    "SideReady",
    "Spent",
    "StatChanged",
    "StatusChanged",
    "TurnBegan",
    "TurnEnded",
    "UnitAdded",
    "UnitEntered",
    "UnitHealed",
    "UnitHurt",
    "UnitMoved",
    "UnitPlaced",
    "awaited",
    "part_name",
    "part_text",
    "roll_name",
]
