"""The core's events: what happens to units, zones, doors, areas, markers and the clock whatever the rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from .event import Event, put, put_number, with_clock, with_unit, with_zone, without
from .state import Area, DoorState, Game, Marker, Open, Part, Result, Status, Table

# ---------------------------------------------------------------------------------------------- units


class UnitPlaced(Event, frozen=True, tag="placed"):
    """A unit was put somewhere: at set-up, or by the referee's hand. Nobody *entered* anything (D7)."""

    unit: str
    zone: str
    why: str = ""
    template: ClassVar[str] = "{unit} is placed in {zone}."

    def fold(self, game: Game) -> Game:
        unit = game.units[self.unit]
        status: Status = "ready" if unit.status == "reserve" else unit.status
        return with_unit(game, self.unit, zone=self.zone, status=status)


class UnitEntered(Event, frozen=True, tag="entered"):
    """A unit came from outside a zone to inside it, on its own feet, pulled, or arriving during play (D7)."""

    unit: str
    zone: str
    came: str = ""  # the zone it left
    how: Literal["move", "forced", "deployed"] = "move"

    def fold(self, game: Game) -> Game:
        unit = game.units[self.unit]
        status: Status = "ready" if unit.status == "reserve" else unit.status
        return with_unit(game, self.unit, zone=self.zone, status=status)

    def sentence(self) -> str:
        return {
            "move": "{unit} moves from {came} to {zone}.",
            "forced": "{unit} is pulled from {came} into {zone}.",
            "deployed": "{unit} arrives in {zone}.",
        }[self.how]


class StatusChanged(Event, frozen=True, tag="status"):
    """A unit went down, died, left the board, or stood in the fight again (D74)."""

    unit: str
    status: Status
    why: str = ""

    def fold(self, game: Game) -> Game:
        zone = "" if self.status in ("gone", "reserve") else game.units[self.unit].zone
        return with_unit(game, self.unit, status=self.status, zone=zone)

    def sentence(self) -> str:
        return {
            "ready": "{unit} is back in the fight.",
            "down": "{unit} goes down.",
            "dead": "{unit} is out of it for good.",
            "gone": "{unit} leaves the board.",
            "reserve": "{unit} is held in reserve.",
        }[self.status] + (" {why}" if self.why else "")


class UnitHurt(Event, frozen=True, tag="hurt"):
    """A unit lost health. `health` is what is left; `amount` may be 0 where armour took it all."""

    unit: str
    amount: int
    health: int
    source: str = ""

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, "health", self.health))

    def sentence(self) -> str:
        if not self.amount:
            return "{unit} takes no damage ({source})."
        return "{unit} loses {amount} health ({source}); {health} left."


class UnitHealed(Event, frozen=True, tag="healed"):
    """A unit got health back. `health` is what it has now."""

    unit: str
    amount: int
    health: int
    source: str = ""
    template: ClassVar[str] = "{unit} regains {amount} health ({source}); {health} now."

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, "health", self.health))


class StatChanged(Event, frozen=True, tag="stat"):
    """A number of a unit is now `value`."""

    unit: str
    stat: str
    value: int
    why: str = ""
    template: ClassVar[str] = "{unit}: {stat} is now {value}{because}."

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, self.stat, self.value))

    def args(self, game: Game) -> Mapping[str, object]:
        return {"because": f" ({self.why})" if self.why else ""}


class ConditionChanged(Event, frozen=True, tag="condition"):
    """A condition of a unit is now `value`; 0 means that it is over."""

    unit: str
    condition: str
    value: int
    why: str = ""

    def fold(self, game: Game) -> Game:
        conditions = put_number(game.units[self.unit].conditions, self.condition, self.value)
        return with_unit(game, self.unit, conditions=conditions)

    def sentence(self) -> str:
        return "{unit} is {state}{because}." if self.value else "{unit} is no longer {state}{because}."

    def args(self, game: Game) -> Mapping[str, object]:
        because = f" ({self.why})" if self.why else ""
        word = self.condition.replace("_", " ")
        if self.condition == "lost_turns":
            word = f"going to lose {self.value or 'any'} turn{'s' if self.value != 1 else ''}"
        elif self.condition == "stress":
            word = f"at stress {self.value}" if self.value else "under stress"
        return {"state": word, "because": because}


class MarkSet(Event, frozen=True, tag="mark"):
    """Something that may happen to a unit only once a round has been asked for in `round` (D4). Not told."""

    unit: str
    mark: str
    round: int

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, marks=put(game.units[self.unit].marks, self.mark, self.round))


class ItemTaken(Event, frozen=True, tag="item_taken"):
    """A unit picked something up."""

    unit: str
    item: str
    template: ClassVar[str] = "{unit} takes {item}."

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, items=(*game.units[self.unit].items, self.item))


class ItemDropped(Event, frozen=True, tag="item_dropped"):
    """A unit no longer carries something."""

    unit: str
    item: str
    template: ClassVar[str] = "{unit} drops {item}."

    def fold(self, game: Game) -> Game:
        items = tuple(i for i in game.units[self.unit].items if i != self.item)
        return with_unit(game, self.unit, items=items)


# ---------------------------------------------------------------------------------------------- the board


class LevelChanged(Event, frozen=True, tag="level"):
    """A level of a zone is now `value`."""

    zone: str
    level: str
    value: int
    why: str = ""
    template: ClassVar[str] = "{zone}: {word} {value}{because}."

    def fold(self, game: Game) -> Game:
        levels = put_number(game.zones[self.zone].levels, self.level, self.value)
        return with_zone(game, self.zone, levels=levels)

    def args(self, game: Game) -> Mapping[str, object]:
        words = {"fire": "FIRE", "gas_deadly": "GAS (deadly)", "gas_irritating": "GAS (irritating)"}
        because = f" ({self.why})" if self.why else ""
        return {"word": words.get(self.level, self.level.replace("_", " ")), "because": because}


class DoorChanged(Event, frozen=True, tag="door"):
    """A door is now open, closed, sealed or destroyed."""

    link: str
    door: DoorState
    by: str = ""  # the unit that did it
    why: str = ""

    def fold(self, game: Game) -> Game:
        return replace(game, links=put(game.links, self.link, replace(game.links[self.link], door=self.door)))

    def sentence(self) -> str:
        return ("{by}: {link} is now {door}." if self.by else "{Link} is now {door}.") + (" {why}" if self.why else "")


class AreaPlaced(Event, frozen=True, tag="area"):
    """An area holds from now on, or holds differently."""

    area: Area

    def fold(self, game: Game) -> Game:
        return replace(game, areas=put(game.areas, self.area.id, self.area))

    def sentence(self) -> str:
        return "{zones}: {what} from now on."

    def args(self, game: Game) -> Mapping[str, object]:
        names = ", ".join(game.zones[z].name for z in self.area.zones)
        return {"zones": names, "what": self.area.name or self.area.kind}


class AreaEnded(Event, frozen=True, tag="area_ended"):
    """An area holds no more. `name` is what it was called."""

    area: str
    name: str
    why: str = ""
    template: ClassVar[str] = "{name} is over. {why}"

    def fold(self, game: Game) -> Game:
        return replace(game, areas=without(game.areas, self.area))


class MarkerPlaced(Event, frozen=True, tag="marker"):
    """A marker lies on the board, or is different from now on."""

    marker: Marker
    template: ClassVar[str] = "{what} in {place}."

    def fold(self, game: Game) -> Game:
        return replace(game, markers=put(game.markers, self.marker.id, self.marker))

    def args(self, game: Game) -> Mapping[str, object]:
        zone = game.zones.get(self.marker.zone)
        return {"what": self.marker.name or self.marker.kind, "place": zone.name if zone else "nowhere"}


class MarkerRemoved(Event, frozen=True, tag="marker_gone"):
    """A marker was taken away. `name` is what it was called."""

    marker: str
    name: str
    why: str = ""
    template: ClassVar[str] = "{name} is gone. {why}"

    def fold(self, game: Game) -> Game:
        return replace(game, markers=without(game.markers, self.marker))


# ---------------------------------------------------------------------------------------------- dice and questions


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice showed these faces. `key` and `nth` say which roll this was (DESIGN: what a roll *is*)."""

    key: str
    nth: int
    sides: int
    faces: tuple[int, ...]
    source: Literal["server", "typed", "script"]
    rule: str
    reason: str
    unit: str = ""
    target: str = ""
    seat: str = ""
    success: int = 0

    def fold(self, game: Game) -> Game:
        return replace(game, rolls=put(game.rolls, self.key, self.nth + 1))

    def sentence(self) -> str:
        who = "{unit}" if self.unit else "The dice"
        return who + " ({reason}): {shown}{how}"

    def args(self, game: Game) -> Mapping[str, object]:
        if self.success:
            shown = ", ".join("Success" if f >= self.success else "Blank" for f in self.faces)
        else:
            shown = ", ".join(map(str, self.faces)) or "no dice"
        return {"shown": shown, "how": " (real dice)." if self.source == "typed" else "."}


class Chosen(Event, frozen=True, tag="chosen"):
    """Somebody chose, or the likely answer was taken without asking (an empty `seat`)."""

    seat: str
    rule: str
    reason: str
    chosen: tuple[str, ...]
    labels: tuple[str, ...]
    unit: str = ""

    def sentence(self) -> str:
        return "{reason}: {picked}."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"picked": ", ".join(self.labels) or "nobody and nothing"}


class Asked(Event, frozen=True, tag="asked"):
    """A rule waits for people: these parts, in any order."""

    root: int
    opened: int
    units: tuple[str, ...]
    parts: tuple[Part, ...]

    def fold(self, game: Game) -> Game:
        asked = Open(root=self.root, opened=self.opened, units=self.units, parts=self.parts)
        return replace(game, open=put(game.open, str(self.root), asked))

    def sentence(self) -> str:
        return "Waiting for {whom}: {what}."

    def args(self, game: Game) -> Mapping[str, object]:
        whom = sorted({game.seats[p.seat].name if p.seat in game.seats else p.seat for p in self.parts})
        what = [part_text(game, p) for p in self.parts]
        return {"whom": ", ".join(whom), "what": "; ".join(what)}


class Answered(Event, frozen=True, tag="answered"):
    """One part was answered. `again` is true where other faces had been typed for this very roll before an undo."""

    root: int
    part: int
    value: tuple[int | str, ...]
    seat: str
    by: str = ""  # who answered for the seat, where that was somebody else
    roll: str = ""  # key#nth, for a roll
    again: bool = False

    def fold(self, game: Game) -> Game:
        asked = game.open[str(self.root)]
        answers = put(asked.answers, str(self.part), self.value)
        return replace(game, open=put(game.open, str(self.root), replace(asked, answers=answers)))

    def fold_table(self, table: Table) -> Table:
        if not self.roll:
            return table
        faces = tuple(int(v) for v in self.value)
        return replace(table, typed=put(table.typed, self.roll, faces))

    def sentence(self) -> str:
        text = "{by} answers for {seat}." if self.by else ""
        return text + (" Other faces had been typed for this roll before." if self.again else "")


class Resolved(Event, frozen=True, tag="resolved"):
    """All that was asked is answered. Not told."""

    root: int

    def fold(self, game: Game) -> Game:
        return replace(game, open=without(game.open, str(self.root)))


def part_text(game: Game, part: Part) -> str:
    """What one part of a request asks, in words."""
    name = game.units[part.unit].name if part.unit in game.units else ""
    subject = f"{name}, {part.reason}" if name else part.reason
    if part.kind == "choice":
        return f"{subject}: choose"
    die = "die" if part.dice == 1 else "dice"
    return f"{subject}: {part.dice} {die} of {part.sides}"


# ---------------------------------------------------------------------------------------------- rounds and turns


class PlayBegan(Event, frozen=True, tag="play_began"):
    """Set-up is over; salts are frozen, and the ways to roll are those chosen so far."""

    dice: Mapping[str, str] = {}
    template: ClassVar[str] = "Play begins."

    def fold(self, game: Game) -> Game:
        return replace(with_clock(game, phase="play"), dice=self.dice)

    def fold_table(self, table: Table) -> Table:
        return replace(table, frozen=True)


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins: nobody has had a turn, and no roll of it was made yet."""

    round: int
    order: tuple[str, ...] = ()
    side: str = ""
    dice: Mapping[str, str] = {}
    template: ClassVar[str] = "Round {round} begins."

    def fold(self, game: Game) -> Game:
        clock = replace(
            game.clock, phase="play", round=self.round, order=self.order, side=self.side, done=(), active={}
        )
        return replace(game, clock=clock, rolls={}, dice=self.dice)


class RoundEnding(Event, frozen=True, tag="round_ending"):
    """Every turn of the round is over; what the round's end brings happens now (D95)."""

    round: int
    template: ClassVar[str] = "Round {round} ends."

    def fold(self, game: Game) -> Game:
        return with_clock(game, phase="ending")


class SideReady(Event, frozen=True, tag="ready"):
    """A side has finished setting up."""

    side: str
    template: ClassVar[str] = "{side} is ready."

    def fold(self, game: Game) -> Game:
        return with_clock(game, ready=(*game.clock.ready, self.side))


class SideCalled(Event, frozen=True, tag="side"):
    """It is this side's go."""

    side: str
    template: ClassVar[str] = "It is {side}'s go."

    def fold(self, game: Game) -> Game:
        return with_clock(game, side=self.side)


class TurnBegan(Event, frozen=True, tag="turn"):
    """A unit's turn begins; `buys` is what it may spend."""

    unit: str
    buys: Mapping[str, int]
    template: ClassVar[str] = "{unit}'s turn begins."

    def fold(self, game: Game) -> Game:
        return with_clock(game, active=put(game.clock.active, self.unit, self.buys))


class Spent(Event, frozen=True, tag="spent"):
    """A unit spent part of its turn; `left` is what remains. Not told: what it was spent on is."""

    unit: str
    left: Mapping[str, int]

    def fold(self, game: Game) -> Game:
        return with_clock(game, active=put(game.clock.active, self.unit, self.left))


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A unit has had its turn this round."""

    unit: str
    why: str = ""

    def fold(self, game: Game) -> Game:
        clock = game.clock
        done = clock.done if self.unit in clock.done else (*clock.done, self.unit)
        return with_clock(game, active=without(clock.active, self.unit), done=done)

    def sentence(self) -> str:
        return "{unit}'s turn is over{because}."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"because": f": {self.why}" if self.why else ""}


class Scored(Event, frozen=True, tag="scored"):
    """A side scored; `total` is what it has now."""

    side: str
    points: int
    total: int
    objective: str = ""
    template: ClassVar[str] = "{side} scores {points} for {objective}: {total} in all."

    def fold(self, game: Game) -> Game:
        return replace(game, scores=put(game.scores, self.side, self.total))


class ObjectiveClosed(Event, frozen=True, tag="objective_closed"):
    """An objective can be scored no more. `name` is what it was called."""

    objective: str
    name: str

    def fold(self, game: Game) -> Game:
        return replace(game, objectives=without(game.objectives, self.objective))


class HappeningCame(Event, frozen=True, tag="happening"):
    """Something that the scenario held ready came to pass."""

    happening: str
    text: str = ""
    template: ClassVar[str] = "{text}"

    def fold(self, game: Game) -> Game:
        return replace(game, happenings=without(game.happenings, self.happening))


class GameEnded(Event, frozen=True, tag="ended"):
    """The game is over, with this result."""

    result: Result

    def fold(self, game: Game) -> Game:
        return replace(with_clock(game, phase="over", active={}), result=self.result)

    def sentence(self) -> str:
        return "{outcome}: {reason} ({tally})."

    def args(self, game: Game) -> Mapping[str, object]:
        winner = game.sides.get(self.result.winner)
        tally = ", ".join(f"{game.sides[s].name} {n}" for s, n in self.result.scores.items())
        return {
            "outcome": f"{winner.name} wins" if winner else "A draw",
            "reason": self.result.reason,
            "tally": tally or "no points",
        }


class Remarked(Event, frozen=True, tag="remark"):
    """A rule or the referee says why something did or did not happen. Changes nothing."""

    text: str
    unit: str = ""
    template: ClassVar[str] = "{text}"
