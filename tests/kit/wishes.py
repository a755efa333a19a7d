"""What a greedy player of a contest wants: how much each command that is on offer is worth to one unit, and where it
would rather be. It goes for what scores; whoever can bring others back goes to those who lie there first, and keeps
out of the enemy's way.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from wardiary_server.game.frame.gear import specials
from wardiary_server.game.state import Area, Game, Objective, Unit

from .wayfinding import Wayfinding

Body = dict[str, Any]

SPURS = {
    "leave": 600, "take": 300, "deploy": 280, "stand": 200, "extinguish": 190, "treat": 150, "repair": 150,
    "seal": 40, "reload": 45, "unpack": 30,
}  # fmt: skip
"""How much a greedy player thinks of each kind of command by itself."""


class Wish:
    """What a greedy player wants with one unit, as things stand."""

    def __init__(self, game: Game, unit: Unit, ways: Wayfinding, mood: Random, quest: str = "") -> None:
        """`game` as its seat may know it; `quest`: an item that its side is here for above all."""
        self.game, self.unit, self.ways, self.mood, self.quest = game, unit, ways, mood, quest
        self.kits = {tag for item in unit.items for tag in game.items[item].tags} & {"medkit", "tools"}
        self.fallen = {u.at or u.zone for u in game.units.values() if self.can_help(u)}
        self.goal = self.choose()

    def worth(self, body: Body) -> float:
        """How much a command is worth."""
        word = str(body["do"])
        if word == "move":
            gain = self.gain(body)
            least = 17 if "at" in body and gain > 0.05 else 0
            return least + self.haste() * gain - self.danger(str(body.get("to", "")))
        if word == "attack":
            return self.worth_of_attack(body)
        if word == "leave":
            here = [out for item in self.unit.items for out in self.ways_out(item) if self.unit.zone in out.zones]
            return SPURS[word] if here else 0
        if word == "aid":
            patient = self.game.units[body["target"]]
            return 150 if patient.status == "down" else 12 * (patient.stats["max_health"] - patient.stats["health"])
        if word == "throw":
            return self.worth_of_throw(body)
        if word == "use":
            return 250 + 50 * self.prize(self.game.objectives[body["objective"]])
        if word == "open":
            link = self.game.links[body["door"]]
            return 0 if link.door in ("open", "none", "destroyed") else 70 if self.leads(link.id) else 8
        return SPURS.get(word, 0)

    def worth_of_attack(self, body: Body) -> float:
        target, weapon = self.game.units[body["target"]], self.game.items[body["weapon"]]
        worth = 40 + 4 * weapon.stats.get("damage", 1) - 3 * target.stats["health"]
        return worth + (50 if self.valued(target) else 0) - (0 if target.seat else 15)

    def worth_of_throw(self, body: Body) -> float:
        """Enemies in the zone, and no friends."""
        zone = body.get("zone") or self.game.units[body["target"]].zone
        there = [u for u in self.game.units.values() if u.zone == zone and u.status == "ready" and u.seat]
        return 40 * sum(1 if u.side != self.unit.side else -2 for u in there)

    # ------------------------------------------------------------------------------------------ where to

    def choose(self) -> Any:
        """Out with what it carries; else whatever is worth most for its way."""
        outs = [zone for item in self.unit.items for out in self.ways_out(item) for zone in out.zones]
        if outs:
            return min(outs, key=self.far)
        rated = [(value * self.mood.uniform(0.6, 1.4) / (self.far(at) + 2), n) for n, (value, at) in self.wanted()]
        best = max(rated, default=None)
        return dict(self.wanted())[best[1]][1] if best else self.unit.zone

    def haste(self) -> int:
        """What a zone nearer to its goal is worth: somebody who lies there is worth a risk."""
        return 30 if self.goal in self.fallen else 12

    def far(self, goal: Any) -> float:
        return self.ways.far(self.unit, goal)

    def wanted(self) -> Iterator[tuple[int, tuple[float, Any]]]:
        """Everything that this unit might go for, numbered: how much it is worth, and where."""
        yield from enumerate(self.all_wanted())

    def all_wanted(self) -> Iterator[tuple[float, Any]]:
        for objective in self.game.objectives.values():
            if objective.side in ("", self.unit.side) and objective.kind != "leave" and not self.is_kept(objective):
                sought = 10 if self.quest and objective.data.get("item") == self.quest else 1
                yield sought * (1.0 + 2 * self.prize(objective)), objective.at or objective.zones[0]
        for marker in self.game.markers.values():
            if marker.kind == "loot" and self.ways_out(str(marker.data["item"])):
                yield 7.0, marker.at or marker.zone
        for other in self.game.units.values():
            if other.zone and other.id != self.unit.id:
                yield self.interest(other), other.at or other.zone

    def interest(self, other: Unit) -> float:
        """How much it wants to be where somebody else is."""
        if other.side == self.unit.side:
            return 40.0 if self.can_help(other) else 0.0
        if other.status != "ready" or not other.seat:
            return 0.0
        return 8.0 if self.valued(other) else 1.5

    def can_help(self, other: Unit) -> bool:
        """Whether it can bring somebody back: people are treated, machines repaired."""
        kit = "tools" if other.kind in ("vehicle", "machine") else "medkit"
        return other.side == self.unit.side and other.status == "down" and kit in self.kits

    def is_kept(self, objective: Objective) -> bool:
        """Whether a friend holds it already."""
        friends = [u for u in self.game.units.values() if u.seat == self.unit.seat and u.id != self.unit.id]
        return objective.kind == "hold" and any(u.status == "ready" and u.zone in objective.zones for u in friends)

    def prize(self, objective: Objective) -> float:
        """What an objective brings, and what carrying off what it holds brings later."""
        outs = self.ways_out(str(objective.data.get("item", "")))
        again = 3 if objective.kind == "hold" else 1
        return again * objective.points + max((out.points for out in outs), default=0)

    def ways_out(self, item: str) -> list[Objective]:
        """Where this side scores by carrying an item off."""
        return [
            o
            for o in self.game.objectives.values()
            if o.kind == "leave" and o.side in ("", self.unit.side) and o.data.get("item") == item and item
        ]

    def valued(self, other: Unit) -> bool:
        """Whether somebody carries what the game is about."""
        return any("loot" in self.game.items[item].tags for item in other.items if item in self.game.items)

    # ------------------------------------------------------------------------------------------ how

    def gain(self, body: Body) -> float:
        """How much nearer a move brings it, in zones, or in pieces of three inches."""
        return self.far(self.goal) - self.ways.far_from(body.get("at") or body["to"], self.goal)

    def leads(self, link: str) -> bool:
        """Whether its way leads through a door."""
        return self.ways.through(self.unit, link, self.goal)

    def danger(self, zone: str) -> float:
        """What a zone is feared for."""
        if zone not in self.game.zones:
            return 0
        feared = [area for area in self.game.areas.values() if zone in area.zones and self.fears(area)]
        return 6 * self.game.zones[zone].levels.get("fire", 0) + 9 * len(feared) + 7 * self.foes(zone)

    def foes(self, zone: str) -> int:
        """How many enemies there are that whoever brings others back would rather not meet."""
        there = [u for u in self.game.units.values() if u.zone == zone and u.status == "ready" and u.seat]
        return sum(u.side != self.unit.side for u in there) if self.kits else 0

    def fears(self, area: Area) -> bool:
        """Whether an area is one to keep out of."""
        if area.kind == "scenery":
            return "flammable" in self.unit.tags and bool(area.data.get("flaming"))
        shielded = {kind for special in specials(self.game, self.unit) for kind in special.against}
        return area.kind not in {*shielded, "darkness", "light"} and self.unit.kind != "vehicle"
