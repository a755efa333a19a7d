"""Repair: vehicles and machines are brought back as people are, with tools in place of a medkit (MED-10)."""

from __future__ import annotations

from wardiary_server.game.rulebook import Command

from .medicine import Care, action


class Repair(Command, frozen=True, tag="repair"):
    """A unit with tools repairs a vehicle or machine of its side that is down, for its whole turn."""

    unit: str
    target: str


REPAIR = Care("repair", "repairing", "tools", machines=True)

ACTIONS = (
    action(REPAIR, Repair, "repair rook truck: bring back a vehicle that is down, with tools, for a whole turn"),
)
