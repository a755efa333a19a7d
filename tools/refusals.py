"""Fills the tables of docs/protocol.md that say what each `code` of `rejected` and of `closing` means.

    python tools/refusals.py docs/protocol.md

Which codes there are, and who uses them, is read from the sources: wherever something is refused, its code stands
there as a word. What a code of a game means stands here; those of unreadable messages and of the connection have
their tables beside the code (`wire.CODES`, `net.codes.REJECTED`). A test holds all of it together.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wardiary_protocol.page import fill, table
from wardiary_protocol.wire import CODES
from wardiary_server.net.codes import ENDINGS, REJECTED

SERVER = Path(__file__).resolve().parent.parent / "server/wardiary_server"

MEANINGS: Mapping[str, str] = {
    # The server, for any game.
    "busy": "too much waits here at the moment; send it again",
    "fault": "something went wrong inside the server; nothing happened",
    "halted": "the game is halted, and its operator has to decide; it can still be read",
    "not_closed": "the log can be proved once the game is closed",
    "storage": "there is no space left to write the log; nothing happened, and the game can be read",
    "too_large": "the message, or the entry that it would make, has more bytes than the server takes",
    "unavailable": "the log cannot be written or read at the moment; nothing happened",
    "unloaded": "the game was put away at that very moment; send it again",
    # Every command.
    "closed": "the game is closed for good",
    "endless": "it would set off rules without end; nothing happened",
    "id_reused": "this seat used the id for another command",
    "malformed": "a field is missing, unknown, or holds what it must not",
    "no_dice": "there are no dice here to roll",
    "not_allowed": "not for this role",
    "old_line": "the game was taken back since; look again",
    "over": "the game is over; it can still be taken back",
    "round_ending": "the round is ending, and what it asks has to be answered first",
    "rulebook_failed": "a rulebook has a fault; nothing happened, and the referee can set it aside",
    "suspended": "the rulebook of this command is set aside",
    "too_many_dice": "more dice at once than anyone may roll",
    "unknown_command": "no command of this game has this name",
    # Answers.
    "awaiting": "something is still to be answered for one of these units, or before the round can end",
    "bad_answer": "not what was asked: the number of dice, their faces, or what was offered",
    "diverged": "the rules changed while this was asked; rewind to before it",
    "stale_request": "that is not asked any more, or is answered",
    # Undo, and what needs agreement.
    "already_agreed": "this seat has agreed to that",
    "already_there": "the game stands there already",
    "moved_on": "`node` is not where the game stands; look again",
    "no_proposal": "nothing is proposed",
    "correction_open": "a correction of somebody else's is being prepared",
    "no_correction": "no correction is being prepared",
    "too_far_back": "more entries would have to be played again than can be at once",
    "undecided": "something in the correction has to be decided first",
    "no_such_entry": "there is no such entry, or it is none of that kind",
    "nothing_to_redo": "nothing was taken back that could be done again",
    "nothing_to_undo": "nothing is left to be taken back",
    "proposal_open": "another proposal has to be decided first",
    # Names.
    "no_such_area": "there is no such area, or nothing to suppress it with",
    "no_such_area_data": "no rulebook of this game reads that of an area",
    "no_such_area_kind": "no rulebook of this game knows that kind of area",
    "no_such_breach": "there is no such Breach",
    "no_such_condition": "no rulebook of this game knows that condition",
    "no_such_door": "there is no such door",
    "no_such_item": "the unit carries no such item, or none that serves for this",
    "no_such_level": "no rulebook of this game knows that level of a zone",
    "no_such_link": "there is no such link",
    "no_such_marker": "nothing of that name lies there",
    "no_such_objective": "there is no such objective to take",
    "no_such_power": "there is no such power supply",
    "no_such_rulebook": "the game has no such rulebook",
    "no_such_seat": "the game has no such seat",
    "no_such_stat": "no rulebook of this game reads that stat",
    "no_such_side": "the game has no such side; those who watch are `spectators`",
    "no_such_unit": "there is no such unit",
    "no_such_weapon": "the unit carries no such weapon",
    "no_such_zone": "there is no such zone",
    # Who, and when.
    "no_turn": "the unit's turn is not on",
    "not_playing": "no round is going on",
    "not_setup": "set-up is over",
    "not_your_turn": "another side or unit goes first",
    "not_yours": "it belongs to another seat or side",
    "ready": "the side has said that it is ready",
    "not_placed": "units are still to be placed",
    "salts_frozen": "play has begun, and the dice take no more salt",
    "turn_lost": "the unit loses this turn; it can only be begun, or passed",
    "turn_open": "a turn is on that has to end first",
    "turn_over": "the unit has had its turn this round",
    # What a unit can do.
    "by_zones": "the game is played by zones, and a place in inches means nothing there",
    "door_destroyed": "the door is destroyed, and stays open",
    "in_the_way": "a wall, a shut door, a border or somebody's base is in the way, or there is no room",
    "no_action": "the turn has nothing left to pay for that",
    "no_change": "it is so already",
    "no_point": "the board is measured in inches, and a place has to be said",
    "no_way": "no open way leads there",
    "not_in_reserve": "the unit is not in reserve, or may not be",
    "not_prone": "the unit is on its feet",
    "not_now": "something that the sender may not know of is in the way",
    "off_the_board": "the place is in no zone",
    "out_of_reach": "too far away, or not where the unit is",
    "prone": "the unit lies prone, and has to stand up first",
    "same_zone": "the unit is there",
    "too_early": "the unit does not arrive yet",
    "own_side": "a unit cannot be hidden from its own side",
    "unit_down": "the unit, or the target, is down, dead or unconscious",
    "unit_gone": "the unit, or the target, is not on the board",
    "wrong_zone": "the place is in another zone than the one that is named",
    # Of the rulebooks.
    "breach_open": "a Breach is still open there",
    "empty": "the weapon has no ammunition",
    "for_the_referee": "a referee is at the table, and says that",
    "explodes": "the weapon explodes; it is thrown",
    "fires_by_itself": "the weapon attacks by itself, and nobody can make it",
    "never_reloads": "the weapon needs no ammunition, or can be used only once",
    "no_aim": "neither a zone nor a unit is named, or both are",
    "no_blast": "the weapon does not explode; it is no use throwing it",
    "no_full_auto": "the weapon cannot fire full auto",
    "no_ammo": "the unit has nothing to load that weapon with, until it gains supply dice",
    "no_supply": "the unit has no supply dice where it needs them: at hand, or in the pack",
    "bad_outline": "an outline that goes round nothing or crosses itself, or a circle without a radius",
    "no_place": "neither zones nor an outline nor a circle is named, or more than one of them",
    "not_playable": "the rulebooks could not play with that",
    "unit_exists": "there is a unit of that id",
    "marker_exists": "there is one of that id",
    "no_defense": "the unit states no Defense",
    "no_kit": "the unit does not carry what that takes",
    "no_reason": "it needs a reason that others can accept",
    "no_skill": "the unit states no Skill die, or has no dice for that",
    "no_power": "it has no power",
    "no_target": "a friend, or oneself",
    "not_a_patient": "nobody who could be brought back: an enemy, on its feet, dead, or for another kit",
    "not_a_troop": "only troops can do that, and no vehicle or machine",
    "not_a_character": "only a Character can do that",
    "unseen": "the target cannot be seen",
}
"""Code -> what it means, for those that the room, the game and the built-in rulebooks use."""

FROM = ("message", "connection", "game", "zones", "environments", "casualties")
"""Who refuses: the reading of messages, the connection, any game, a rulebook."""


def used() -> Iterator[tuple[str, str]]:
    """Every (code, who) of the room, the game and the rulebooks, as the sources have them."""
    for path in sorted(SERVER.rglob("*.py")):
        part, *inner = path.relative_to(SERVER).parts
        if part not in ("demo", "log", "net"):
            yield from ((code, inner[0] if part == "rules" else "game") for code in codes_in(path.read_text()))


PLACES = {"Refused": 0, "Rejected": 1, "_refuse": 2, "named_word": 3, "named_one": 2}
"""Which argument of a call is the code."""


def codes_in(source: str) -> Iterator[str]:
    """The codes that one module refuses with."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            place = PLACES.get(ast.unparse(node.func).rpartition(".")[2])
            if place is not None and place < len(node.args):
                yield from words(node.args[place])
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "code":
            yield from words(node.value)


def words(node: ast.expr) -> Iterator[str]:
    """The words that an expression may be: itself, or either side of an *if*."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*words(node.body), *words(node.orelse))


def refusals() -> list[tuple[str, str, str]]:
    """The codes of `rejected`: code, who refuses with it, what it means."""
    meanings = {**CODES, **{code: plain(text) for code, text in REJECTED.items()}, **MEANINGS}
    who = {code: {"message"} for code in CODES}
    for code, by in (*((code, "connection") for code in REJECTED), *used()):
        who.setdefault(code, set()).add(by)
    found = [(min(map(place_of, by)), code, sorted(by, key=place_of)) for code, by in who.items()]
    return [(f"`{code}`", ", ".join(by), meanings[code]) for _place, code, by in sorted(found)]


def endings() -> list[tuple[str, str, str, str]]:
    """The codes of `closing`: code, close code, whether to come back, what it means."""
    return [
        (f"`{code}`", str(ending.close), "yes" if ending.back else "no", plain(ending.text))
        for code, ending in ENDINGS.items()
    ]


def plain(text: str) -> str:
    """A sentence that is sent to people, as it stands in a table."""
    return (text[:1].lower() + text[1:]).rstrip(".")


def place_of(who: str) -> int:
    """Where somebody stands in the table."""
    return FROM.index(who)


def main(arguments: Sequence[str]) -> int:
    """Fills the page that is named; returns the exit code."""
    if len(arguments) != 1:
        print("usage: refusals.py PAGE", file=sys.stderr)
        return 2
    page = Path(arguments[0])
    blocks = {
        "codes": table(("code", "from", "meaning"), refusals()),
        "closing-codes": table(("code", "close code", "come back", "meaning"), endings()),
    }
    page.write_text(fill(page.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
