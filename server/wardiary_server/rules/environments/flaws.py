"""What this rulebook cannot play in a scenario: words that it does not know, and numbers that are none.

The reader of scenarios knows which keys there may be; only we know what may stand in them. So nothing that a file says
is passed over in silence, or found out in the middle of an evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wardiary_server.game.rulebook import Flaw, did_you_mean
from wardiary_server.game.state import Area, Game, Marker, Special

from . import power
from .areas import AIRLESS, ALIASES, HAZARD, KINDS, NAMES, zones_of
from .breaches import BREACH, DECOMPRESSION, SPACE
from .darkness import DARKNESS
from .overrides import effect_in

NUMBERS = (
    "damage", "amount", "contaminated", "hazard", "ongoing", "restores", "again", "hazard_damage", "hazard_amount",
    "hazard_ongoing", "sight", "within", "suppressed", "grows", "ends", "template", "seal_dice",
)  # fmt: skip
RELEASES = (DECOMPRESSION, AIRLESS, HAZARD)

Data = Mapping[str, int | str]


def flaws(game: Game) -> Iterator[Flaw]:
    """Everything that is wrong in a game as its scenario sets it up."""
    for area in game.areas.values():
        yield from in_numbers("areas", area.id, area.data)
        yield from in_change(game, "areas", area.id, area)
        yield from in_source(game, area.id, area.data)
    for marker in game.markers.values():
        if marker.kind == BREACH:
            yield from in_breach(game, "breaches", marker.id, marker)
    for special in game.specials.values():
        yield from in_special(special)
    yield from power.flaws(game)
    for happening in game.happenings.values():
        for deed in happening.does:
            yield from in_deed(game, happening.id, deed)


def in_special(special: Special) -> Iterator[Flaw]:
    """A special rule that does to one of our rolls what cannot be done to it."""
    if special.does == "ignore" and "seal" in special.against:
        text = "Sealing a Breach brings nothing that could be ignored."
        yield Flaw("specials", special.id, text, 'With does = "protect" it seals without a roll.')
    if special.does != "ignore" and DARKNESS in special.against:
        yield Flaw("specials", special.id, "In Darkness nothing is rolled.", 'Write does = "ignore".')
    if special.within and DARKNESS not in special.against:
        yield Flaw("specials", special.id, "Only Darkness is ignored within a distance.", "Leave `within` out.")


def in_deed(game: Game, happening: str, deed: Data) -> Iterator[Flaw]:
    """What is wrong in something that an event does."""
    if deed.get("do") == BREACH:
        marker = Marker("", BREACH, zone=str(deed.get("zone", "")), link=str(deed.get("link", "")), data=deed)
        yield from in_breach(game, "events", happening, marker)
    yield from in_place(game, happening, deed)
    if deed.get("do") == "area":
        yield from in_change(game, "events", happening, Area("", "", data=deed))
    kind = str(deed.get("kind", AIRLESS))
    known = {"area": (*KINDS, *ALIASES), "restore": (*NAMES, *ALIASES)}.get(str(deed.get("do")), (kind,))
    if kind not in known:
        yield unknown("events", happening, f"There is no kind of area {kind!r}.", kind, known)


def in_place(game: Game, happening: str, deed: Data) -> Iterator[Flaw]:
    """What an event does somewhere without saying where, or not in the way that this game is played."""
    inches = {"shape", "centre", "radius"} & deed.keys()
    if deed.get("do") != "area":
        return
    if "zones" not in deed and not (inches and game.measure == "board"):
        yield Flaw("events", happening, "This area has no zones.", 'Such as zones = ["hold"].')
    elif ("centre" in deed) != ("radius" in deed):
        yield Flaw("events", happening, "A circle has both a centre and a radius.")


def in_change(game: Game, table: str, id: str, area: Area) -> Iterator[Flaw]:
    """An area that cannot go where it is to go, or cannot grow."""
    track = zones_of(area.data.get("moves", ""))
    if area.centre is not None:
        if track and not (len(track) == 2 and all(step.lstrip("-").isdigit() for step in track)):
            yield Flaw(table, id, "A circle moves so many inches to the right and down.", 'Such as moves = "2 -1".')
        return
    for zone in track:
        if zone not in game.zones:
            yield unknown(table, id, f"It cannot move to {zone!r}: that is no zone.", zone, game.zones)
    if area.shape and not {"moves", "grows"}.isdisjoint(area.data):
        yield Flaw(table, id, "A shape neither moves nor grows by itself.", "Give it zones, or a centre and a radius.")


def in_breach(game: Game, table: str, id: str, marker: Marker) -> Iterator[Flaw]:
    """What is wrong in a Breach."""
    data, link = marker.data, game.links.get(marker.link)
    joins, releases = str(data.get("joins", SPACE)), str(data.get("releases", DECOMPRESSION))
    yield from in_numbers(table, id, data)
    if joins not in (SPACE, *game.zones):
        yield unknown(table, id, f"A Breach cannot join {joins!r}: that is no zone.", joins, (SPACE, *game.zones))
    if releases not in RELEASES:
        yield unknown(table, id, f"A Breach does not release {releases!r}.", releases, RELEASES)
    for side in zones_of(data.get("entry", "")):
        if side not in game.sides:
            yield unknown(table, id, f"There is no side {side!r} to come in through a Breach.", side, game.sides)
    for zone in zones_of(data.get("affects", "")):
        if zone not in game.zones:
            yield unknown(table, id, f"A Breach cannot affect {zone!r}: that is no zone.", zone, game.zones)
    for key in effect_in(data) if releases == HAZARD else ():
        text = f"{key!r} is for a Decompression, and this Breach lets out a Hazard."
        yield Flaw(table, id, text, f"Write hazard_{key}.")
    if data.get("after", "nothing") != "nothing":
        yield Flaw(table, id, f"After a Breach comes `nothing`, and not {data['after']!r}.", "Else leave the key out.")
    if link is not None and marker.zone not in (link.a, link.b):
        yield Flaw(table, id, f"The link {link.id!r} is not at the zone {marker.zone!r}.", "Name one that is.")


def in_numbers(table: str, id: str, data: Data) -> Iterator[Flaw]:
    """Numbers that are none, or less than nothing."""
    for key in NUMBERS:
        value = data.get(key, 0)
        if not isinstance(value, int) or value < 0:
            yield Flaw(table, id, f"{key!r} has to be a number, 0 or more, and {value!r} is not.")


def in_source(game: Game, area: str, data: Data) -> Iterator[Flaw]:
    """An area that comes from a Breach that there is not."""
    breach = str(data.get("breach", ""))
    known = [marker.id for marker in game.markers.values() if marker.kind == BREACH]
    if breach and breach not in known:
        yield unknown("areas", area, f"There is no Breach {breach!r} at the start.", breach, known)


def unknown(table: str, id: str, text: str, word: str, known: Iterable[str]) -> Flaw:
    """A word that is not known, and what may have been meant."""
    return Flaw(table, id, text, did_you_mean(word, known).strip())
