"""What an import left out, mended or took for granted: counted by kind, for a table and for the scenario's head."""

from __future__ import annotations

from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "format_missing": "no `format`: read as 0.3",
    "format_text": "`format` is a text, not a number: read as that number",
    "format_unknown": "a `format` other than 0.2 and 0.3: read as 0.3",
    "no_origin": "no `map_origin`: the picture begins at 0, 0",
    "no_walls": "no `line_of_sight`: a map without walls",
    "no_portals": "no `portals`: a map without doors",
    "short_walls": "walls without length, left out",
    "double_walls": "walls that are drawn twice, once left out",
    "outside_walls": "walls outside the picture, left out",
    "cut_walls": "walls that leave the picture, cut at its edge",
    "outside_doors": "doors outside the picture, left out",
    "cut_doors": "doors that leave the picture, cut at its edge",
    "edge_doors": "doors on the edge of the map: they lead nowhere, and are walls",
    "outside_objects": "objects outside the picture, left out",
    "objects": "objects that block the view",
    "bare_doors": "doors without bounds: placed by their middle and rotation, a square wide",
    "short_doors": "doors without length, left out",
    "double_doors": "doors that are drawn twice, once left out",
    "freestanding": "freestanding doors, which hang in no wall",
    "windows": "open doors, read as windows: they can be seen through, and not gone through",
    "open_doors": "open doors: they block nothing until somebody closes them",
    "walls_in_doors": "walls that run on through a door, cut out there",
    "gaps": "gaps in the walls that were closed",
    "slivers": "slivers too narrow for anybody, made part of the room beside them",
    "solid": "pieces that a room surrounds and no door leads into: part of that room, behind their walls",
    "closed_off": "pieces that no door leads into: no zone, see the end of the file",
    "rings": "rooms that lie around others: cut into zones with open borders",
    "inner_doors": "shut doors with the same room on both sides: walls",
    "inner_open": "open doors with the same room on both sides, left out",
    "narrow_doors": "doors too narrow for a base of half an inch: the units' bases are smaller",
    "lights": "lights, left out: rooms are lit unless a scenario says otherwise",
    "no_picture": "no picture",
}
"""In the order in which they are told."""


class NoMap(Exception):
    """A file that cannot be read as a map. The text says why, and what to do."""


class Notes:
    """How many there were of each kind."""

    def __init__(self) -> None:
        self._counts = dict.fromkeys(KINDS, 0)

    def add(self, kind: str, number: int = 1) -> None:
        """So many more of a kind."""
        self._counts[kind] += number

    def __getitem__(self, kind: str) -> int:
        return self._counts[kind]

    @property
    def found(self) -> dict[str, int]:
        """The kinds of which there was any."""
        return {kind: number for kind, number in self._counts.items() if number}

    def table(self) -> list[str]:
        """Lines for people: how many, and of what."""
        wide = max((len(str(number)) for number in self.found.values()), default=0)
        return [f"{number:>{wide}}  {KINDS[kind]}" for kind, number in self.found.items()]
