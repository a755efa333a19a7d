"""All that a rulebook of one's own is written with, in one place.

    from wardiary_server.rulebooks import Rulebook, Trigger, UnitEntered, hurt, roll

What is named here stays as it is from version to version; the modules that it comes from may change. docs/rulebooks.md
teaches it. The built-in rulebooks use the very same things.
"""

from __future__ import annotations

from .game.asking import ask, choice_part, choose, record, roll, roll_part
from .game.board import Place, graph, place_of
from .game.context import Context
from .game.event import Event, bracketed, level, put, put_number, stat, with_unit, with_zone, without
from .game.events import (
    Answered,
    AreaEnded,
    AreaPlaced,
    Asked,
    Blipped,
    Chosen,
    ConditionChanged,
    DoorChanged,
    GameEnded,
    HappeningCame,
    HiddenFrom,
    ItemDropped,
    ItemTaken,
    LevelChanged,
    MarkerPlaced,
    MarkerRemoved,
    MarkSet,
    ObjectiveClosed,
    PlayBegan,
    Remarked,
    Resolved,
    Revealed,
    Rolled,
    RoundBegan,
    RoundClosing,
    RoundEnding,
    Scored,
    SideCalled,
    SideReady,
    Spent,
    StatChanged,
    StatusChanged,
    TurnBegan,
    TurnEnded,
    UnitAdded,
    UnitEntered,
    UnitHealed,
    UnitHurt,
    UnitMoved,
    UnitPlaced,
)  # fmt: skip
from .game.frame.economy import BUYS, can_pay, coin, pay
from .game.frame.gear import HELP, Help
from .game.frame.harm import heal, hurt, lose_turns, wake
from .game.frame.movement import cost_of
from .game.frame.queries import (
    ARMOUR,
    ATTACK_DICE,
    DISADVANTAGE,
    OUT_FOR_GOOD,
    POWERED,
    SIGHT,
    SPEED,
    TARGET,
    able,
    able_unit,
    named_zone,
    own_unit,
    unit_of,
)  # fmt: skip
from .game.frame.turns import begun, ready_to
from .game.rulebook import (
    Action,
    Candidate,
    Command,
    DeedSpec,
    Flaw,
    OptionSpec,
    Query,
    Refused,
    Rule,
    Rulebook,
    Trigger,
)  # fmt: skip
from .game.state import Area, Game, Item, Link, Marker, Part, Special, Unit, Zone

__all__ = [
    "ARMOUR", "ATTACK_DICE", "BUYS", "DISADVANTAGE", "HELP", "OUT_FOR_GOOD", "POWERED", "SIGHT", "SPEED", "TARGET",
    "Action", "Answered", "Area", "AreaEnded", "AreaPlaced", "Asked", "Blipped", "Candidate", "Chosen", "Command",
    "ConditionChanged", "Context", "DeedSpec", "DoorChanged", "Event", "Flaw", "Game", "GameEnded", "HappeningCame",
    "Help", "HiddenFrom", "Item", "ItemDropped", "ItemTaken", "LevelChanged", "Link", "MarkSet", "Marker",
    "MarkerPlaced", "MarkerRemoved", "ObjectiveClosed", "OptionSpec", "Part", "Place", "PlayBegan", "Query",
    "Refused", "Remarked", "Resolved", "Revealed", "Rolled", "RoundBegan", "RoundClosing", "RoundEnding", "Rule",
    "Rulebook", "Scored", "SideCalled", "SideReady", "Special", "Spent", "StatChanged", "StatusChanged", "Trigger",
    "TurnBegan", "TurnEnded", "Unit", "UnitAdded", "UnitEntered", "UnitHealed", "UnitHurt", "UnitMoved", "UnitPlaced",
    "Zone",
    "able", "able_unit", "ask", "begun", "bracketed", "can_pay", "choice_part", "choose", "coin", "cost_of",
    "graph", "heal", "hurt", "level", "lose_turns", "named_zone", "own_unit", "pay", "place_of", "put",
    "put_number", "ready_to", "record", "roll", "roll_part", "stat", "unit_of", "wake", "with_unit", "with_zone",
    "without",
]  # fmt: skip
