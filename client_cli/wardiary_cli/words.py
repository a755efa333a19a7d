"""Every word that this terminal knows by itself: what is typed, what it does, and for commands which fields follow.

What may be done in a game depends on its rulebooks, and the server says so (`offers`). The shapes here are for the
commands that it makes no offers of, and for those that are common enough to be sent and refused with a reason. Words of
a rulebook that nobody here has heard of work all the same; see `typed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

Kind = Literal["here", "answer", "rewind", "talk", "command"]


class Slot(NamedTuple):
    """A field of a command that a word fills.

    `of` names a collection of the view; or it is `number`, `switch` (on, off), `flag` (the field's own name), `token`
    (one word, as it is), `text` (all the rest), or `word` and the words that there are.
    """

    field: str
    of: tuple[str, ...]
    needed: bool = True


class Word(NamedTuple):
    """What can be typed. `do` is the command's name where it is another one than the word."""

    form: str
    text: str
    kind: Kind = "command"
    slots: tuple[Slot, ...] = ()
    do: str = ""
    fixed: tuple[tuple[str, bool], ...] = ()


_UNIT = Slot("unit", ("units",))
_ZONE = Slot("zone", ("zones",))
_DOOR = Slot("door", ("links",))
_SEAT = Slot("seat", ("seats",))
_REASON = Slot("reason", ("text",), needed=False)

WORDS: Mapping[str, Word] = {
    # what this terminal does by itself
    "look": Word("look [ENTRY]", "the board, as it is or as it was after an entry", "here"),
    "map": Word("map", "how the zones lie to each other, as a small map", "here"),
    "what": Word("what [UNIT]", "what is awaited from whom, and what may be done now", "here"),
    "log": Word("log [N]", "the last N entries of the story; 20 unless you say", "here"),
    "who": Word("who", "who sits where, and who is here", "here"),
    "help": Word("help [WORD]", "these words, or more about one", "here"),
    "seat": Word("seat SEAT [NAME]", "a spectator asks for a seat", "here"),
    "admit": Word("admit [NAME]", "let the one in who asks for a seat", "here"),
    "deny": Word("deny [NAME]", "turn them away", "here"),
    "quit": Word("quit", "leave; the game goes on without you, and you can come back", "here"),
    # answers
    "roll": Word("roll 2 5 6, roll success blank, roll server, roll same", "answer with the dice you rolled", "answer"),
    "choose": Word("choose NAME…, choose NUMBER, choose likely, choose none", "answer a choice", "answer"),
    "answer": Word(
        "answer 2 5 / likely / 3: s b",
        "answer all that you are asked in one line, in order or by number; `answer likely`, `answer server`: all alike",
        "answer",
    ),
    # taking back
    "undo": Word("undo", "take the newest command back, with all that it led to", "rewind"),
    "redo": Word("redo", "go on again where an undo came from", "rewind"),
    "retype": Word("retype [ENTRY]", "give an answer again; the newest of yours unless you say", "rewind"),
    "rewind": Word("rewind ENTRY", "go to where the game stood after an entry", "rewind"),
    "correct": Word(
        "correct ENTRY roll 2 5, correct ENTRY drop, correct",
        "what an entry should have been: roll, choose, drop, keep, same, or change and a command; "
        "`correct roll 3` answers what the correction asks, `correct` alone works it out anew",
        "rewind",
    ),
    "accept": Word("accept", "let the correction count that is prepared", "rewind"),
    "agree": Word("agree", "agree to what is proposed", "rewind"),
    "refuse": Word("refuse", "refuse what is proposed, or a correction", "rewind", do="disagree"),
    "withdraw": Word("withdraw", "take your own proposal or correction back", "rewind"),
    # the table
    "say": Word("say TEXT", "talk to the table", "talk"),
    "note": Word("note TEXT, note to SIDE: TEXT", "write into the diary, for all or for some", "talk"),
    "name": Word("name NAME, name", "what you are called; `name` alone: as your seat is", "talk"),
    "salt": Word("salt WORD", "add salt to the dice, before play begins", slots=(Slot("salt", ("text",)),)),
    "dice": Word(
        "dice typed, dice server",
        "how you roll from the next round on",
        slots=(Slot("way", ("word", "typed", "server")), Slot("seat", ("seats",), needed=False)),
    ),
    # the fight
    "place": Word("place UNIT ZONE", "set a unit up", slots=(_UNIT, _ZONE)),
    "hold": Word("hold UNIT", "keep a unit in reserve", slots=(_UNIT,)),
    "ready": Word("ready", "your side is set up"),
    "begin": Word("begin UNIT", "begin a unit's turn; its first command does so too", slots=(_UNIT,)),
    "move": Word(
        "move UNIT ZONE",
        "move; `move vega cargo via hall` goes that way, `move vega at=12.5,3` to a place in inches",
        slots=(_UNIT, Slot("to", ("zones",))),
    ),
    "reveal": Word("reveal UNIT", "let a hidden unit of yours be known", slots=(_UNIT,)),
    "stand": Word("stand UNIT", "stand up", slots=(_UNIT,)),
    "deploy": Word("deploy UNIT ZONE", "arrive from reserve", slots=(_UNIT, _ZONE)),
    "open": Word("open UNIT DOOR", "open a door", slots=(_UNIT, _DOOR)),
    "close": Word(
        "close UNIT DOOR [seal]", "close a door", slots=(_UNIT, _DOOR, Slot("seal", ("flag",), needed=False))
    ),
    "attack": Word(
        "attack UNIT WEAPON [auto] TARGET",
        "attack somebody; auto: full auto",
        slots=(
            _UNIT,
            Slot("weapon", ("items",)),
            Slot("auto", ("flag",), needed=False),
            Slot("target", ("units",)),
        ),
    ),
    "throw": Word(
        "throw UNIT WEAPON ZONE",
        "throw what explodes; `target=rook` instead of a zone throws it at somebody",
        slots=(_UNIT, Slot("weapon", ("items",)), Slot("zone", ("zones",), needed=False)),
    ),
    "reload": Word(
        "reload UNIT WEAPON",
        "look for ammunition among the supplies, and reload",
        slots=(_UNIT, Slot("weapon", ("items",))),
    ),
    "unpack": Word(
        "unpack UNIT [N]",
        "take supply dice out of the pack: all, or N",
        slots=(_UNIT, Slot("dice", ("number",), needed=False)),
    ),
    "aid": Word(
        "aid UNIT TARGET [N]",
        "treat somebody of your side, with N supply dice as equipment",
        slots=(_UNIT, Slot("target", ("units",)), Slot("with_supply", ("number",), needed=False)),
    ),
    "significant": Word(
        "significant UNIT ITEM [TARGET REASON]",
        "lose all Stress to what a unit holds on to; or somebody else does, if the reason is accepted",
        slots=(
            _UNIT,
            Slot("item", ("items",)),
            Slot("target", ("units",), needed=False),
            Slot("reason", ("text",), needed=False),
        ),
    ),
    "seal": Word("seal UNIT BREACH", "a Character seals a Breach", slots=(_UNIT, Slot("breach", ("markers",)))),
    "treat": Word(
        "treat UNIT TARGET",
        "bring back a friend who is down, with a medkit, for a whole turn",
        slots=(_UNIT, Slot("target", ("units",))),
    ),
    "repair": Word(
        "repair UNIT TARGET",
        "bring back a vehicle that is down, with tools, for a whole turn",
        slots=(_UNIT, Slot("target", ("units",))),
    ),
    "extinguish": Word("extinguish UNIT", "stop, drop and roll, for a whole turn", slots=(_UNIT,)),
    "fall": Word(
        "fall UNIT INCHES [TARGET] [fatal]",
        "it fell so far, perhaps onto somebody (the referee, or without one whose it is); 12+6 with a turn between",
        slots=(
            Slot("fatal", ("flag",), needed=False),
            _UNIT,
            Slot("inches", ("token",)),
            Slot("target", ("units",), needed=False),
        ),
    ),
    "suppress": Word(
        "suppress UNIT AREA", "suppress an area, with what is carried for that", slots=(_UNIT, Slot("area", ("areas",)))
    ),
    "use": Word("use UNIT OBJECTIVE", "take an objective", slots=(_UNIT, Slot("objective", ("objectives",)))),
    "take": Word("take UNIT THING", "pick up what lies there", slots=(_UNIT, Slot("marker", ("markers",)))),
    "leave": Word("leave UNIT", "leave the board", slots=(_UNIT,)),
    "end": Word("end [UNIT]", "end the turn that is on", slots=(_UNIT,)),
    "pass": Word("pass UNIT", "give up a unit's turn", slots=(_UNIT,)),
    "done": Word("done", "pass with all that you have left this round"),
    # the referee: by the offers
    "put": Word("put UNIT ZONE [REASON]", "the referee puts a unit somewhere", do="ref_move"),
    "hurt": Word("hurt UNIT N [REASON]", "the referee takes health", do="ref_hurt"),
    "heal": Word("heal UNIT N [REASON]", "the referee gives health, and wakes", do="ref_heal"),
    "down": Word("down UNIT [dead] [REASON]", "the referee says that a unit goes down, or is dead", do="ref_down"),
    "revive": Word(
        "revive UNIT HEALTH [REASON]", "the referee brings one back that is down, dead or asleep", do="ref_revive"
    ),
    "condition": Word(
        "condition UNIT WORD N [REASON]", "the referee gives a condition, or with 0 ends it", do="ref_condition"
    ),
    "stat": Word("stat UNIT WORD N [REASON]", "the referee sets a number of a unit", do="ref_stat"),
    "level": Word("level ZONE WORD N [REASON]", "the referee sets a zone's fire, gas or the like", do="ref_level"),
    "door": Word("door DOOR open, closed, sealed, destroyed", "the referee changes a door", do="ref_door"),
    "call": Word("call UNIT, call SIDE", "the referee lets a unit go now, or a side", do="ref_call"),
    "skip": Word("skip UNIT [REASON]", "the referee ends a unit's turn, or skips it", do="ref_skip"),
    "show": Word(
        "show UNIT, show THING", "the referee lets something hidden be known; `to=SIDE` to that side", do="ref_reveal"
    ),
    "hide": Word("hide UNIT, hide THING", "the referee hides something; `of=SIDE` from that side", do="ref_hide"),
    "breach": Word(
        "breach ZONE", "the referee places a Breach; `releases=hazard` and the like may follow", do="ref_breach"
    ),
    "decompress": Word("decompress ZONE", "the referee lets a place decompress", do="ref_decompress"),
    "restore": Word(
        "restore ZONE… [force]", "the referee restores the air; `kind=hazard` ends a Hazard", do="ref_restore"
    ),
    "power": Word("power SUPPLY on, power SUPPLY off", "the referee cuts the power, or restores it", do="ref_power"),
    "end_round": Word(
        "end_round [bare] [REASON]",
        "end the round (players without a referee: if all agree); bare: with nothing that its end brings",
        slots=(Slot("bare", ("flag",), needed=False), _REASON),
    ),
    "suspend": Word(
        "suspend RULEBOOK [REASON]",
        "the referee sets a rulebook aside",
        slots=(Slot("rulebook", ("token",)), _REASON),
        fixed=(("on", True),),
    ),
    "resume": Word(
        "resume RULEBOOK",
        "and takes it up again",
        slots=(Slot("rulebook", ("token",)),),
        do="suspend",
        fixed=(("on", False),),
    ),
    "watching": Word("watching on, watching off", "let spectators in, or no longer", slots=(Slot("on", ("switch",)),)),
    "vacate": Word("vacate SEAT", "take a seat back", slots=(_SEAT,)),
    # anything else
    "do": Word('do WORD FIELD=VALUE…, do {"do": …}', "send a command field by field", "here"),
}

SAME: Mapping[str, str] = {
    "?": "help",
    "exit": "quit",
    "bye": "quit",
    "l": "look",
    "board": "look",
    "story": "log",
    "disagree": "refuse",
    "no": "refuse",
    "yes": "agree",
    **{entry.do: word for word, entry in WORDS.items() if entry.do.startswith("ref_")},
}
"""Other words for the same."""

SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Answers", ("roll", "choose", "answer")),
    (
        "The fight",
        (
            "move",
            "attack",
            "throw",
            "reload",
            "unpack",
            "aid",
            "significant",
            "open",
            "close",
            "seal",
            "suppress",
            "treat",
            "repair",
            "extinguish",
            "fall",
            "use",
            "take",
            "stand",
            "reveal",
            "leave",
        ),
    ),
    ("Turns", ("begin", "end", "pass", "done")),
    ("Set-up and reserve", ("place", "hold", "ready", "deploy", "salt", "dice")),
    ("Taking back", ("undo", "redo", "retype", "rewind", "correct", "accept", "agree", "refuse", "withdraw")),
    ("Looking", ("look", "map", "what", "log", "who", "help")),
    ("The table", ("say", "note", "name", "seat", "admit", "deny", "quit")),
    (
        "The referee",
        (
            "put",
            "hurt",
            "heal",
            "down",
            "revive",
            "condition",
            "stat",
            "level",
            "door",
            "call",
            "skip",
            "show",
            "hide",
            "breach",
            "decompress",
            "restore",
            "power",
            "end_round",
            "suspend",
            "resume",
        ),
    ),
    ("The referee at the door", ("watching", "vacate")),
    ("Anything else", ("do",)),
)
"""The words in the order in which help shows them."""


def known(word: str) -> str:
    """The word of this table that was typed, in whatever case or by another word for it; nothing for any other."""
    folded = word.casefold()
    folded = SAME.get(folded, folded)
    return folded if folded in WORDS else ""
