"""What happens in the demo, line by line: who does what, and what real dice show.

The server's dice have a fixed secret here, so everything that follows from a line is always the same: the evening can
be told twice. A line is `seat: command words`; `seat! code: …` says that it is to be refused with that code; `kill`
kills the server, with whatever the line before it made somebody roll still to be answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from wardiary_protocol.messages import Told

SECRET = b"D" * 32
SEATS = {"red": "Ada", "blue": "Bruno"}
DICE = (3, 5, 1, 2, 6, 4, 1, 3, 6, 2, 3, 5, 4, 1, 6, 2, 5, 3)
"""What the dice on red's table show, one after another, over and over."""

EVENING = """
red: salt pepper
blue: salt ginger
red: dice typed
red: place vega hangar
red: place rook hangar
red: place juno hangar
red: place moss hangar
blue: place hale mess
blue: place onyx mess
blue: place wren mess
blue: place dace mess
red: ready
blue: ready
# round 1
red: move moss medbay
red: end moss
blue: move dace labs
blue: move dace mess
red: move rook vents
red: move rook store
blue: open onyx d7
blue: attack onyx charge argus
red: move juno vents
red: open juno d9
blue: move wren pumps
blue: move wren tanks
red: open vega d6
red! unit_down: attack vega carbine argus
red: move vega spine
blue! not_yours: move vega hangar
blue: move hale spine
blue: attack hale carbine vega
# round 2
blue: open hale d5
blue: move hale bridge
red: begin moss
blue: attack dace scatter vega
blue: say That was the wrong one. May I take it back?
blue: undo
red: agree
blue: redo
red: agree
blue: end dace
red: open rook d11
kill
red: stand rook
blue: begin wren
blue: open wren d12
blue: seal wren breach-d12
red: attack vega carbine hale
red: end vega
blue: move onyx spine
blue: attack onyx maul vega
red: move juno reactor
red: use juno core
# round 3
red: move rook hold
red: use rook box
blue: use hale recorder
blue: move hale spine
red: move juno vents
red: end juno
blue: attack onyx maul vega
blue: end onyx
red: begin moss
blue: seal wren breach-d12
blue: stand wren
red: move kei hangar
red: end kei
blue: begin dace
blue: move dace pumps
blue: move dace tanks
blue: pass sable
# round 4
blue: move hale mess
blue: move hale lock
red: move rook store
red: move rook vents
blue: pass onyx
red: attack kei longarm onyx
red: end kei
blue: seal dace breach-d12
blue: end dace
red: move juno hangar
red: end juno
blue: pass wren
red: begin moss
blue: move sable mess
blue: attack sable longarm kei
# round 5
red: move rook hangar
red: move rook dock
blue: leave hale
red: open moss d3
red: move moss bridge
blue: stand onyx
blue: move onyx mess
red: move juno dock
red: end juno
blue: begin dace
blue: move dace pumps
blue: move dace mess
red: pass kei
blue: done
# round 6
blue: move sable spine
blue: attack sable longarm moss
red: leave rook
blue: done
red: attack moss scatter sable
red: end moss
red: move juno hangar
red: end juno
red: attack kei longarm sable
red: end kei
# the last two rounds
red: say Nobody else needs to get shot tonight.
red: done
blue: done
blue: done
red: done
"""

FIELDS = {
    "agree": (),
    "attack": ("unit", "weapon", "target"),
    "begin": ("unit",),
    "dice": ("way",),
    "done": (),
    "end": ("unit",),
    "leave": ("unit",),
    "move": ("unit", "to"),
    "open": ("unit", "door"),
    "pass": ("unit",),
    "place": ("unit", "zone"),
    "ready": (),
    "redo": (),
    "salt": ("salt",),
    "say": ("text",),
    "seal": ("unit", "breach"),
    "stand": ("unit",),
    "undo": (),
    "use": ("unit", "objective"),
}
"""The fields that the words of a line fill; the last one takes the rest of the line."""

REWINDS = ("undo", "redo", "agree")
"""Commands that name the moment which the sender believes to be now."""


class Step(NamedTuple):
    """One command of the script; `refusal` is the code with which it is to be refused, if it is."""

    seat: str
    body: dict[str, Any]
    refusal: str = ""


def steps(text: str = EVENING) -> Iterator[Step | None]:
    """The script's commands in order; None where the server is killed."""
    for line in filter(None, (line.partition("#")[0].strip() for line in text.splitlines())):
        if line == "kill":
            yield None
            continue
        who, _, what = line.partition(": ")
        seat, _, refusal = who.partition("! ")
        word, *rest = what.split(" ", 1)
        fields = FIELDS[word]
        values = rest[0].split(" ", len(fields) - 1) if fields else ()
        yield Step(seat, {"do": word, **dict(zip(fields, values, strict=True))}, refusal)


FAMILIES = {
    "FIRE, and armour against it": "health (FIRE",
    "fire at a round's end": "The dice (FIRE",
    "gas": "withstands the gas",
    "lost turns": "the turn is lost",
    "an attack": "(Carbine at Hale)",
    "ammunition": "ammunition of Carbine",
    "an autonomous weapon": "Argus (Sentry gun at",
    "Airless": "(Airless)",
    "an Environmental Hazard": "(Radiation)",
    "a Breach by a door": "Breach at the stores lock",
    "a Breach by round": "the rift",
    "Decompression": "(Decompression)",
    "sealing": "It is sealed",
    "reserves": "arrives in",
    "objectives": "scores",
    "undo": "Undone",
    "redo": "Redone",
    "the result": "wins",
}
"""What has to come into play, and the words by which the story shows it."""


def families_missing(told: Iterable[Told]) -> list[str]:
    """Whatever of `FAMILIES` the story does not tell of."""
    text = "\n".join(line.text for entry in told for line in entry.lines)
    return [family for family, words in FAMILIES.items() if words not in text]
