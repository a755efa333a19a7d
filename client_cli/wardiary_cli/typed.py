"""A typed line, understood: something that the terminal does itself, a command to send, or one that needs offers first.

    read(line, scene)            -> Here | Send | Form | Wanted, or None for an empty line
    Wanted.command(offers, …)    -> Send, once the server has said what the units in question may do

Nothing here waits and nothing is sent: the session asks for the offers and sends the command. Raises `Unclear`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from wardiary_protocol.messages import Offer

from . import answering
from .correcting import correct
from .fitting import fit
from .form import Form, answer
from .naming import Unclear, did_you_mean, find, matches, words
from .scene import Scene
from .slots import fill, place, value, whole
from .words import WORDS, known

SEAT = ""
"""In place of a unit: what the seat as a whole may do."""

_MANY = 12
"""Units that are asked about at most where no unit was named."""


class Here(NamedTuple):
    """Something that the terminal does by itself."""

    word: str
    args: tuple[str, ...] = ()


class Send(NamedTuple):
    """A command's body, ready to be sent."""

    body: dict[str, Any]


class Wanted(NamedTuple):
    """A command that the offers of these units will make clear."""

    word: str
    args: tuple[str, ...]
    given: Mapping[str, Any]
    units: tuple[str, ...]

    def command(self, offers: Sequence[Offer], scene: Scene) -> Send:
        """The command, by what the units and the seat may do. Raises `Unclear`."""
        there = list(dict.fromkeys(str(offer.body.get("do", "")) for offer in offers))
        name = self._name(there)
        args, via = _via(name, self.args)
        word = "" if name in there else known(name)
        do = (WORDS[word].do if word else "") or name
        word = word or known(name)
        fixed = dict(WORDS[word].fixed) if word else {}
        same = [offer for offer in offers if offer.body.get("do") == do and _agrees(offer, fixed)]
        body, why = fit(args, same, scene, self.given)
        if body is None and word and (WORDS[word].slots or not why):
            body = fill(word, args, scene, self.given)
        if body is None and self.given and not args:
            body = {"do": do, **self.given}
        if body is None:
            raise Unclear(why or f"Nothing like {name!r} can be done now.")
        return Send(_along(body, via, scene))

    def _name(self, there: Sequence[str]) -> str:
        """The command's name: exactly as typed, else by its beginning."""
        if self.word in there or WORDS.get(self.word) or self.given:
            return self.word
        every = words([*there, *WORDS])
        if len(self.word) > 1 and len({one.id for one in matches(self.word, every)}) == 1:
            return matches(self.word, every)[0].id
        raise Unclear(f"There is no word {self.word!r}.{did_you_mean(self.word, every)} `help` lists them.")


def read(line: str, scene: Scene) -> Here | Send | Form | Wanted | None:
    """What a line asks for. Raises `Unclear`."""
    parts = split(line)
    if not parts:
        return None
    if answering.is_faces(parts) and any(asked.kind == "roll" for asked in scene.asked()):
        return Send(answering.roll(parts, scene))
    first, args = parts[0], parts[1:]
    word = known(first) or _beginning(first)
    if word == "do":
        return _do(line, args, scene)
    if word and (special := _special(word, args, line, scene)):
        return special
    return _wanted(word or first, args, scene)


def _special(word: str, args: list[str], line: str, scene: Scene) -> Here | Send | Form | None:
    """The words that need no offers."""
    if word == "correct":
        return Send(correct(args, scene))
    kind = WORDS[word].kind
    if kind == "here":
        return Here(word, tuple(args))
    if kind == "talk":
        text = line.strip().partition(" ")[2].strip()
        if word == "name":
            return Send({"do": word, "name": text})
        if not text:
            raise Unclear(f"{word.capitalize()} what? {WORDS[word].form}")
        return Send(_note(text, scene) if word == "note" else {"do": word, "text": text})
    if kind == "answer":
        return _answer(word, args, scene)
    if kind == "rewind":
        return _rewind(word, args, scene)
    return None


def _note(text: str, scene: Scene) -> dict[str, Any]:
    """A note for everybody, or `to red, referee: …` for some, if all of them are somebody."""
    named, colon, rest = text.removeprefix("to ").partition(":")
    there = {"referee": "referee", "spectators": "spectators"}
    there |= {name.casefold(): id for id in scene.all("sides") for name in (id, scene.name("sides", id))}
    to = [there.get(name.strip().casefold(), "") for name in named.split(",")]
    if not (text.startswith("to ") and colon and all(to) and rest.strip()):
        return {"do": "note", "text": text}
    return {"do": "note", "text": rest.strip(), "to": to}


def _answer(word: str, args: list[str], scene: Scene) -> Send | Form:
    if word == "answer":
        return answer(args, scene)
    return Send(answering.roll(args, scene) if word == "roll" else answering.choose(args, scene))


def _rewind(word: str, args: Sequence[str], scene: Scene) -> Here | Send:
    """Undo and its relatives name the entry where the game stands, so that two who press at once undo once."""
    body: dict[str, Any] = {"do": WORDS[word].do or word, "node": scene.cursor}
    if word == "retype" and not args:
        return Here(word)  # which answer was the newest, the story knows
    if word in ("retype", "rewind"):
        if len(args) != 1:
            raise Unclear(f"Name the entry: {WORDS[word].form}")
        return Send({**body, "answer" if word == "retype" else "to": whole(args[0])})
    if args:
        raise Unclear(f"{' '.join(args)!r} is too much: {WORDS[word].form}")
    if word == "accept":
        body["draft"] = int(scene.correction.get("draft", 0))
    return Send(body)


def _do(line: str, args: Sequence[str], scene: Scene) -> Send | Wanted:
    """A body as JSON, or a word that is a command whatever else it means here."""
    raw = line.strip().partition(" ")[2].strip()
    if raw.startswith("{"):
        try:
            body = msgspec.json.decode(raw, type=dict[str, Any])
        except (msgspec.MsgspecError, ValueError) as wrong:
            raise Unclear(f"That is no JSON: {wrong}.") from None
        return Send(body)
    if not args:
        raise Unclear(WORDS["do"].form)
    return _wanted(args[0], args[1:], scene)


def _wanted(word: str, args: Sequence[str], scene: Scene) -> Wanted:
    given = dict(pair for arg in args if (pair := _pair(arg)))
    rest = tuple(arg for arg in args if not _pair(arg))
    return Wanted(word, rest, given, (SEAT, *_units(rest, given, scene)))


def _units(args: Sequence[str], given: Mapping[str, Any], scene: Scene) -> list[str]:
    """The units whose offers may matter: the one that is named, else those that may go, else all of this seat's."""
    mine = [name for name in scene.names("units") if name.id in scene.commanded()]
    named = [str(given["unit"])] if "unit" in given else args[:1]
    for text in named:
        found = {name.id for name in matches(text, mine)}
        if len(found) == 1:
            return list(found)
    acting = [unit for unit in scene.acting() if unit in scene.commanded()]
    return (acting or scene.may_go() or [name.id for name in mine])[:_MANY]


# ---------------------------------------------------------------------------------------------- words of a line

_WORD = re.compile(r'(?:[^\s"]|"[^"]*(?:"|$))+')
_PAIR = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)


def split(line: str) -> list[str]:
    """The words of a line. What stands in double quotes is one word."""
    return [word.replace('"', "") for word in _WORD.findall(line)]


def _pair(arg: str) -> tuple[str, Any] | None:
    found = _PAIR.fullmatch(arg)
    if found is None:
        return None
    return found[1], place(found[2]) if found[1] == "at" else value(found[2])


def _beginning(first: str) -> str:
    """A word that does not depend on the game, by its beginning; commands are left to the offers."""
    if len(first) < 2:
        return ""
    found = [name.id for name in matches(first, words(WORDS))]
    return found[0] if len(found) == 1 and WORDS[found[0]].kind != "command" else ""


def _agrees(offer: Offer, fixed: Mapping[str, Any]) -> bool:
    """Whether an offer is one of those that a word stands for: `resume` never sets a rulebook aside."""
    return all(offer.body.get(field, value) == value for field, value in fixed.items())


def _via(name: str, args: Sequence[str]) -> tuple[list[str], list[str]]:
    """`move vega cargo via hall lift`: what stands before *via*, and the zones after it."""
    folded = [arg.casefold() for arg in args]
    if name != "move" or "via" not in folded:
        return list(args), []
    at = folded.index("via")
    return list(args[:at]), list(args[at + 1 :])


def _along(body: dict[str, Any], via: Sequence[str], scene: Scene) -> dict[str, Any]:
    if not via:
        return body
    steps = [find(zone, scene.names("zones"), "zone").id for zone in via]
    return {**body, "path": [*steps, body["to"]]}
