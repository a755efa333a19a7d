"""The format: every table that a scenario file may have, and every key in it.

All of the format is in TABLES below. The check, the JSON Schema and the reference in docs/scenarios.md are made from
it, so a key that is added here is read, offered by editors and documented.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .happenings import DOORS, SWITCH, Deeds, When
from .lengths import BASE, MOST, SIZE, Inches, Line, Position
from .references import HiddenFrom, Many, Ref, Word
from .results import Results
from .values import LINE, NAME, TEXT, Id, Levels, Number, OneOf, Spot, Value

HELPS = ("protect", "ignore", "reroll", "bonus")
OBJECTIVES = ("hold", "take", "leave")
STOPS = ("all", "move", "sight")
ROLES = ("player", "referee")
MAX_ITEMS = 500
MAX_WALLS = 4_000

More = Literal["stats", "item_stats", "area_data", "breach_data"]


@dataclass(frozen=True)
class Field:
    """One key: what it may hold, what it means, an example as it is written, and what counts where it is absent."""

    value: Value
    text: str
    example: str
    needed: bool = False
    default: str = ""


@dataclass(frozen=True)
class Table:
    """One table, or with `many` a list of tables that each begin with [[name]].

    `more` names what other keys may stand there: the rulebooks' words for numbers, or whatever a rulebook reads from
    an area or marker.
    """

    name: str
    one: str
    text: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    many: bool = True
    more: More | None = None
    most: int = MAX_ITEMS

    @property
    def needed(self) -> tuple[str, ...]:
        """The keys that have to be there."""
        return tuple(name for name, one in self.fields.items() if one.needed)


def _id(example: str, default: str = "") -> Field:
    return Field(
        Id(), "the word by which it is named, in this file and by players", f'"{example}"', not default, default
    )


def _name(example: str, default: str = "made from its id") -> Field:
    return Field(NAME, "what people read", f'"{example}"', default=default)


def _tags(example: str) -> Field:
    return Field(Many(Word("tags", "tag")), "what rulebooks ask for, see below", f'["{example}"]')


def _specials(text: str, example: str) -> Field:
    return Field(Many(Ref("specials")), text, f'["{example}"]')


def _hidden(text: str) -> Field:
    return Field(HiddenFrom(), text, '["blue", "spectators"]', default="nobody")


TABLES: tuple[Table, ...] = (
    Table(
        "game",
        "game",
        "What it is called and which rules it is played by.",
        {
            "title": Field(NAME, "what the evening is called", '"Derelict"', True),
            "about": Field(LINE, "one sentence for a list of games", '"A wreck, a fire, and two crews."'),
            "briefing": Field(TEXT, "what everybody is told at the start, as long as it takes", '"""The hulk ..."""'),
            "rulebooks": Field(
                Many(Id()),
                "the rulebooks, in the order in which they count; the frame is always there",
                '["zones", "environments"]',
                default="none",
            ),
            "measure": Field(
                OneOf(("table", "board")),
                'how distances are known: "table" counts zones; "board" has places in inches, see below',
                '"board"',
                default='"table"',
            ),
            "size": Field(SIZE, "board: how wide and how deep it is", "[36, 24]", default="as far as its zones reach"),
            "picture": Field(
                NAME,
                "board: a PNG, WebP or JPEG beside this file, shown beneath walls and units and as large as the board",
                '"inn.webp"',
                default="none",
            ),
        },
        many=False,
    ),
    Table(
        "options",
        "option",
        'What the rule texts leave open: `"zones.spread" = "random"`, or a table of its own for each rulebook, '
        '`[options.zones]` with `spread = "random"`. What is absent keeps its default.',
        many=False,
    ),
    Table(
        "sides",
        "side",
        "Those who win or lose together.",
        {"id": _id("red"), "name": _name("Salvage crew")},
    ),
    Table(
        "seats",
        "seat",
        "Places at the table. Somebody sits down on one; a referee's seat may stay empty.",
        {
            "id": _id("red"),
            "name": _name("Salvage crew"),
            "side": Field(Ref("sides"), "the side that it plays; a referee has none", '"red"'),
            "role": Field(OneOf(ROLES), "what who sits there may do", '"referee"', default='"player"'),
        },
    ),
    Table(
        "zones",
        "zone",
        "Rooms, and stretches of open ground six inches across.",
        {
            "id": _id("hangar"),
            "name": _name("Hangar"),
            "deploy": Field(Many(Ref("sides")), "the sides that set up here and arrive here", '["red"]'),
            "levels": Field(Levels(), "what fills it at the start", "{fire = 2}"),
            "tags": Field(Many(Word("tags", "tag")), "what a rulebook asks for, see below", '["open"]'),
            "place": Field(Spot(), "column and row in a drawing of the map; no rule reads it", "[0, 2]"),
            "shape": Field(
                Line(3), "board: its outline, corner by corner; needed there", "[[0, 0], [12, 0], [12, 7.5]]"
            ),
        },
    ),
    Table(
        "links",
        "link",
        "What joins two zones. People, fire, gas and sight go through, unless a door there is closed or sealed.",
        {
            "between": Field(
                Many(Ref("zones"), 2, 2, "This joins {!r} to itself."), "the two zones", '["hangar", "cargo"]', True
            ),
            "id": _id("d1", "both zones, `hangar-cargo`"),
            "name": Field(NAME, "what people read", '"the cargo door"'),
            "door": Field(OneOf(DOORS), "the door that is in it, as it is at the start", '"closed"', default="no door"),
            "line": Field(
                Line(2, 2),
                "board: the two ends of the opening, on the border of both zones",
                "[[12, 3], [12, 4.5]]",
                default="all of the border that they share",
            ),
        },
    ),
    Table(
        "walls",
        "wall",
        "What stands in the way on a board that is measured in inches.",
        {
            "line": Field(Line(2), "from its one end to the other, by two points or more", "[[12, 0], [12, 3]]", True),
            "id": _id("w1", "`wall-` and its number"),
            "stops": Field(
                OneOf(STOPS), "a window stops movement only, a curtain sight only", '"move"', default='"all": both'
            ),
        },
        most=MAX_WALLS,
    ),
    Table(
        "specials",
        "special rule",
        "What gear and special rules do to a roll. `protect`: no roll is made. `ignore`: it is made, and what it "
        "brings does not count. `reroll`: one that failed may be made once more. `bonus`: so many dice more. None is "
        "built in: a name means what is written here.",
        {
            "id": _id("sealed"),
            "name": _name("SEALED"),
            "does": Field(OneOf(HELPS), "how it helps", '"protect"', True),
            "against": Field(
                Many(Word("rolls", "roll"), 1), "the rolls that it helps with, see below", '["airless", "hazard"]', True
            ),
            "bonus": Field(Number(1, 20), "bonus: how many dice more", "1"),
            "within": Field(
                Inches(1, MOST), "what ignores Darkness: how far it does, in inches", "8", default="everywhere"
            ),
        },
    ),
    Table(
        "weapons",
        "weapon",
        "What units attack with. Its numbers are plain keys: `attack = 5`. The rulebooks say which, see below. "
        "Several units may name one weapon; each then has its own.",
        {
            "id": _id("carbine"),
            "name": _name("Boarding carbine"),
            "tags": _tags("melee"),
            "uses": Field(
                Many(Word("stats", "number of a unit"), 1, 4),
                "what is rolled with one that states no `dice`: an attribute of its user, and a skill",
                '["agility", "close_combat"]',
                default='`["agility", "ranged_combat"]`, with the tag `melee` `["strength", "close_combat"]`',
            ),
            "specials": _specials("the special rules that it gives to whoever carries it", "lamp"),
        },
        more="item_stats",
    ),
    Table(
        "items",
        "item",
        "Whatever else units carry, and what lies at objectives. Numbers are plain keys, as with weapons.",
        {
            "id": _id("recorder"),
            "name": _name("Flight recorder"),
            "kind": Field(Id(), "what sort of thing it is", '"gear"', default='"gear"'),
            "tags": _tags("loot"),
            "specials": _specials("the special rules that it gives to whoever carries it", "sealed"),
        },
        more="item_stats",
    ),
    Table(
        "units",
        "unit",
        "Whatever stands on the board and can be hurt. Its numbers are plain keys: `speed = 1`. The rulebooks say "
        "which, see below; `health` is always needed.",
        {
            "id": _id("vega"),
            "name": _name("Vega"),
            "side": Field(Ref("sides", free=True), "whose it is", '"red"', default="nobody's"),
            "seat": Field(
                Ref("seats", free=True),
                'who decides for it; "" nobody, as with a gun that fires by itself',
                '"red"',
                default="the only player's seat of its side",
            ),
            "zone": Field(Ref("zones"), "where it stands at the start", '"hangar"', default="in reserve, see below"),
            "at": Field(Position(), "board: where the middle of its base is; that says the zone, too", "[4.5, 3]"),
            "base": Field(BASE, "board: the radius of its base, in inches", "0.625", default="0.5"),
            "kind": Field(Id(), "what sort of unit it is", '"person"', default='"person"'),
            "tags": _tags("character"),
            "weapons": Field(Many(Ref("weapons")), "what it attacks with", '["carbine"]'),
            "items": Field(Many(Ref("items")), "what else it carries", '["medkit"]'),
            "specials": _specials("its own special rules", "sealed"),
            "at_zero": Field(
                OneOf(("down", "dead")), "what it is at health 0", '"dead"', default='"down": it may be helped up'
            ),
            "hidden_from": _hidden(
                'who may not know of it: sides, "spectators" for those who watch, or "all" but its own side'
            ),
        },
        more="stats",
    ),
    Table(
        "areas",
        "area",
        "Zones where something holds from the start: no air, radiation, whatever the rulebooks know. On a board in "
        "inches a shape or a circle may take the place of zones. Other keys are for the rulebook that knows the kind.",
        {
            "id": _id("hold", "its kind and a number"),
            "kind": Field(Word("areas", "kind of area"), "what holds there, or another name for it", '"airless"', True),
            "zones": Field(Many(Ref("zones"), 1), "where", '["hold"]', default="its shape or circle"),
            "name": _name("The open hold", "its kind, as it is called here"),
            "label": Field(NAME, "one that has a label is rolled for by itself", '"the reactor"'),
            "shape": Field(Line(3), "board: its outline, corner by corner", "[[2, 2], [6, 2], [4, 5.5]]"),
            "centre": Field(Position(), "board: the middle of a circle", "[12, 6]"),
            "radius": Field(Inches(1, MOST), "board: how far the circle reaches", "3"),
            "hidden_from": _hidden('who may not know of it, until one of theirs comes in; "all" but the referee'),
        },
        more="area_data",
    ),
    Table(
        "breaches",
        "breach",
        "Breaches that are there at the start. What they let out is out already: nothing is decompressed, unless the "
        "zone that one joins loses its air later.",
        {
            "id": _id("b1"),
            "name": _name("Torn hull", '"Breach"'),
            "zone": Field(Ref("zones"), "where it is", '"hold"', default="the zone that `at` is in"),
            "link": Field(Ref("links"), "the door that it is at, if it is at one", '"d4"'),
            "at": Field(Position(), "board: where its marker lies; needed there", "[23.5, 6]"),
            "hidden_from": _hidden('who may not know of it, until one of theirs comes in; "all" but the referee'),
        },
        more="breach_data",
    ),
    Table(
        "power",
        "power supply",
        "Disabled power: what hangs on a supply, and does not work while that is off. It has no other effect.",
        {
            "id": _id("main"),
            "name": _name("Main power"),
            "is": Field(OneOf(SWITCH), "what it is at the start", '"off"', default='"on"'),
            "doors": Field(Many(Ref("links")), "doors that then have to be forced, for a special action", '["d1"]'),
            "objectives": Field(
                Many(Ref("objectives")), "objectives that then can be neither taken, held nor left by", '["bridge"]'
            ),
            "units": Field(Many(Ref("units")), "units that then do not fire by themselves", '["argus"]'),
            "areas": Field(
                Many(Ref("areas")),
                "areas that hold then and only then; while it is on they have suppressed = 1",
                '["dark"]',
            ),
        },
    ),
    Table(
        "objectives",
        "objective",
        "What scores. `hold`: the side that is alone in its zones at a round's end scores. `take`: a unit there takes "
        "it with a special action, once. `leave`: units leave the board there as their move; with `item` only the one "
        "that carries it scores.",
        {
            "id": _id("bridge"),
            "name": _name("The bridge"),
            "kind": Field(OneOf(OBJECTIVES), "how it scores", '"hold"', True),
            "zones": Field(Many(Ref("zones"), 1), "where", '["bridge"]', default="the zone that `at` is in"),
            "at": Field(Position(), "board, take: where it lies; a unit takes it in base contact", "[30, 4]"),
            "side": Field(Ref("sides"), "the only side that may", '"red"', default="any side"),
            "points": Field(Number(0, 10_000), "what it is worth", "3", default="1"),
            "item": Field(Ref("items"), "take: what is then carried; leave: what has to be carried", '"recorder"'),
            "from": Field(Number(1, 1_000), "hold: the first round in which it scores", "3", default="1"),
            "hidden_from": _hidden('who may not know of it, what it scores aside; "all" but its own side'),
        },
    ),
    Table(
        "events",
        "event",
        "What the scenario itself does, once: in a certain round, or when something has happened.",
        {
            "id": _id("collapse", "`event-` and its number"),
            "when": Field(
                When(),
                "when it comes: `{round = 3}` as the round begins, `{round_end = 3}` as it ends, "
                '`{door = "d4", is = "open"}`, `{objective = "core"}` when it scores or is taken, '
                '`{breach = "b1", is = "placed"}` or `"sealed"`, `{power = "main", is = "off"}`',
                "{round = 3}",
                True,
            ),
            "text": Field(TEXT, "what everybody reads", '"Something gives way."'),
            "hidden_from": _hidden('who is not told that it waits, nor its text when it comes; "all" but the referee'),
            "do": Field(Deeds(), "what it does, one after another, see below", '[{do = "tell", text = "..."}]'),
        },
    ),
    Table(
        "tables",
        "table",
        "Tables of results that stand in the place of a rulebook's own, see below for which there are. One die is "
        "rolled; a result above the last row is the last, one below the first is the first.",
        {
            "id": Field(Word("tables", "table of results"), "which table it is", '"critical"', True),
            "sides": Field(Number(2, 100), "the faces of the die", "6", default="6"),
            "rows": Field(
                Results(),
                "the rows: the faces `from` and `to`, the `text` that everybody reads, and what it does: `lethal`, "
                "`status` (down or dead), `damage`, a `condition` and its `amount`, `stress`, lost `turns`",
                '[{from = 1, to = 6, text = "...", damage = 1}]',
                True,
            ),
        },
    ),
)
"""In the order in which a file is best written, and is read."""

BY_NAME: Mapping[str, Table] = {table.name: table for table in TABLES}
