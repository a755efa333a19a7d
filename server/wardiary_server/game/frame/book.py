"""The frame as a rulebook: the command table of everything that does not depend on the rule texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import commands as core
from .. import events as ev
from .. import table_events as tev
from ..resolver import Context
from ..rulebook import FIGHT, HAND, TABLE, TURN, Action, DeedSpec, OptionSpec, Role, Rule, Rulebook, Trigger
from . import doors, happenings, harm, hiding, movement, objectives, referee, rounds, setup, talk, turns
from .economy import ECONOMIES


def nothing(ctx: Context, command: Any) -> Rule[None]:
    """Answers, rewinds and votes are decided by the timeline, not by a rule."""
    return
    yield


def after(ctx: Context) -> Rule[None]:
    """What every command is followed by: has somebody won, and is the round over?"""
    yield from turns.finish_spent(ctx)
    yield from objectives.decide_victory(ctx)
    for _ in range(rounds.EMPTY_ROUNDS):
        if not rounds.is_round_over(ctx.game):
            break
        yield from rounds.close_round(ctx)
        yield from objectives.decide_victory(ctx)
        if not rounds.goes_on(ctx):
            break  # this might go on for ever: somebody has to step in
    yield from turns.call_next(ctx)


BOTH: tuple[Role, ...] = ("player", "referee")
ALL: tuple[Role, ...] = ("player", "referee", "operator")


def own(
    command: Any,
    check: Callable[..., None],
    run: Callable[..., Rule[None]],
    offers: Any,
    help: str,
    rank: int = FIGHT,
) -> Action:
    """A command of the fight, for players and the referee."""
    return Action(command, BOTH, run, check, offers, help=help, rank=rank)


def core_action(command: Any, kind: Any, help: str) -> Action:
    """A command of every game, that the timeline itself decides."""
    return Action(command, ALL, nothing, kind=kind, help=help)


ACTIONS = (
    own(setup.Place, setup.check_place, setup.place, setup.offer_place, "place vega hangar: set a unit up"),
    own(setup.Hold, setup.check_hold, setup.hold, setup.offer_hold, "hold vega: keep a unit in reserve"),
    own(setup.Ready, setup.check_ready, setup.ready, setup.offer_ready, "ready: our side is set up"),
    own(turns.Begin, turns.check_begin, turns.begin, turns.offer_begin, "begin vega: begin a unit's turn", TURN),
    own(
        movement.Move,
        movement.check_move,
        movement.move,
        movement.offer_move,
        "move vega cargo: move, by the shortest way",
    ),
    own(movement.Stand, movement.check_stand, movement.stand, movement.offer_stand, "stand vega: stand up"),
    own(
        movement.Deploy,
        movement.check_deploy,
        movement.deploy,
        movement.offer_deploy,
        "deploy vega hangar: arrive from reserve",
    ),
    own(doors.OpenDoor, doors.check_open, doors.open_door, doors.offer_open, "open vega d1: open a door"),
    own(doors.CloseDoor, doors.check_close, doors.close_door, doors.offer_close, "close vega d1: close a door"),
    own(
        objectives.Use,
        objectives.check_use,
        objectives.use,
        objectives.offer_use,
        "use vega recorder: take an objective",
    ),
    own(
        objectives.Take,
        objectives.check_take,
        objectives.take,
        objectives.offer_take,
        "take vega loot: pick up what lies there",
    ),
    own(
        objectives.Leave,
        objectives.check_leave,
        objectives.leave,
        objectives.offer_leave,
        "leave vega: leave the board",
    ),
    own(turns.End, turns.check_end, turns.end, turns.offer_end, "end vega: end a unit's turn", TURN),
    own(turns.Pass, turns.check_pass, turns.pass_turn, turns.offer_pass, "pass vega: give up a unit's turn", TURN),
    Action(
        turns.Done,
        ("player",),
        turns.done,
        turns.check_done,
        turns.offer_done,
        help="done: pass with all that is left",
        rank=TURN,
    ),
    Action(
        rounds.EndRound,
        ALL,
        rounds.end_round,
        rounds.check_end_round,
        rounds.offer_end_round,
        help="end_round: the referee ends the round; without one the players, if all agree",
        together=rounds.in_words,
        rank=TURN,
    ),
    *referee.ACTIONS,
    own(
        hiding.Reveal,
        hiding.check_reveal,
        hiding.reveal,
        hiding.offer_reveal,
        "reveal vega: let a hidden unit be known",
    ),
    Action(
        hiding.RefReveal,
        ("referee",),
        hiding.ref_reveal,
        hiding.check_ref_reveal,
        hiding.offer_ref_reveal,
        help="ref_reveal vega: let something hidden be known",
        rank=HAND,
    ),
    Action(
        hiding.RefHide,
        ("referee",),
        hiding.ref_hide,
        hiding.check_ref_hide,
        hiding.offer_ref_hide,
        help="ref_hide vega: hide something from all but its own side",
        rank=HAND,
    ),
    core_action(core.Answer, "answer", "roll 2 5 6, choose hall: answer what is asked"),
    core_action(core.Undo, "rewind", "undo: take the newest command back"),
    core_action(core.Redo, "rewind", "redo: go on again where an undo came from"),
    core_action(core.Retype, "rewind", "retype 41: give the answer that is entry 41 again"),
    core_action(core.Rewind, "rewind", "rewind 30: go to where the game stood after entry 30"),
    core_action(
        core.Correct,
        "rewind",
        "correct 41 roll 2 5, correct 41 drop: put right what went wrong long ago; accept follows",
    ),
    core_action(core.Accept, "rewind", "accept: let the correction count"),
    core_action(core.Agree, "rewind", "agree: agree to what is proposed"),
    core_action(core.Disagree, "rewind", "disagree: refuse what is proposed, or a correction"),
    core_action(core.Withdraw, "rewind", "withdraw: take your own proposal or correction back"),
    Action(talk.Say, ALL, talk.say, kind="table", help="say hello: talk"),
    Action(talk.Note, ALL, talk.note, talk.check_note, kind="table", help="note text: write into the diary"),
    Action(talk.Salt, BOTH, talk.salt, talk.check_salt, kind="table", help="salt word: add salt to the dice"),
    Action(
        talk.SetDice,
        ALL,
        talk.set_dice,
        talk.check_dice,
        talk.offer_dice,
        kind="table",
        help="dice typed, dice server: how you roll from the next round on",
        rank=TABLE,
    ),
    Action(
        talk.CallMe,
        BOTH,
        talk.call_me,
        talk.check_call_me,
        talk.offer_call_me,
        kind="table",
        help="name Ada: what you are called; name alone: as your seat is",
        rank=TABLE,
    ),
    Action(
        talk.Suspend,
        ("referee",),
        talk.suspend,
        talk.check_suspend,
        talk.offer_suspend,
        kind="table",
        help="suspend zones: set a rulebook aside",
        rank=TABLE,
    ),
    Action(
        talk.Watching,
        ("referee", "operator"),
        talk.watching,
        offers=talk.offer_watching,
        kind="table",
        help="watching off: let no spectators in",
        rank=TABLE,
    ),
    Action(
        talk.Vacate,
        ("referee", "operator"),
        talk.vacate,
        talk.check_vacate,
        talk.offer_vacate,
        kind="table",
        help="vacate red: take a seat back",
        rank=TABLE,
    ),
    Action(talk.Sit, ("operator",), talk.sit, talk.check_sit, kind="table"),
    Action(talk.CloseGame, ("operator",), talk.close_game, kind="table"),
)
"""The command table: a command without a row here or in a rulebook does not exist."""

TRIGGERS = (
    Trigger(ev.UnitHurt, harm.at_zero, 0, harm.is_at_zero, always=True),
    Trigger(ev.StatusChanged, objectives.drop_all, 0, objectives.is_down, always=True),
    Trigger(ev.StatusChanged, turns.cut_short, 10, turns.is_cut_short, always=True),
    Trigger(ev.ConditionChanged, turns.cut_short, 10, turns.is_cut_short, always=True),
    Trigger(ev.UnitEntered, hiding.on_entering, -20, hiding.is_any),
    Trigger(ev.UnitMoved, hiding.on_entering, -20, hiding.is_any),
    Trigger(ev.DoorChanged, hiding.look_about, -20, hiding.is_any),
    Trigger(ev.RoundBegan, hiding.look_about, -20, hiding.is_any),
    Trigger(ev.UnitEntered, hiding.notice, -10, hiding.moves_unknown),
    Trigger(ev.UnitMoved, hiding.notice, -10, hiding.moves_unknown),
    Trigger(ev.Revealed, hiding.forget, 0, hiding.is_blip, always=True),
    Trigger(ev.RoundBegan, happenings.at_round, 500),
    Trigger(ev.RoundEnding, happenings.at_round_end, 700),
    Trigger(ev.RoundEnding, objectives.hold, 800),
    Trigger(ev.RoundEnding, objectives.last_round, 900, objectives.is_last_round, always=True),
    Trigger(ev.DoorChanged, happenings.at_door, 500),
    Trigger(ev.Scored, happenings.at_objective, 500),
    Trigger(ev.ObjectiveClosed, happenings.at_objective, 500),
)

FRAME = Rulebook(
    name="frame",
    title="The frame of a game",
    events=(*ev.EVENTS, *tev.EVENTS),
    actions=ACTIONS,
    triggers=TRIGGERS,
    after=after,
    deeds={
        "reserves": DeedSpec(happenings.bring, {"units": "units", "zone": "zone"}, text="units arrive from reserve"),
        "door": DeedSpec(
            happenings.set_door, {"link": "link", "is": "door"}, text="a door opens, closes, is sealed or destroyed"
        ),
        "tell": DeedSpec(happenings.tell, {"text": "text"}, text="a line for the story"),
    },
    options={
        "order": OptionSpec("alternate", "who goes next", "D71", ("free", "alternate", "initiative")),
        "economy": OptionSpec("slow-quick", "what a turn buys", "D71", tuple(ECONOMIES)),
        "dice": OptionSpec("server", "how seats roll unless they choose otherwise", "D66", ("server", "typed")),
        "auto_end": OptionSpec(True, "a turn ends by itself when nothing of it is left", "D71", (True, False)),
        "undo": OptionSpec("agreed", "who may undo", "D68", ("agreed", "referee", "free")),
        "ask": OptionSpec(
            False, "ask people where a rule needs inches; else take the likely answer", "D94", (True, False)
        ),
        "speed": OptionSpec(
            6, "inches that a unit moves which states no speed, on a board in inches", "D71", most=1_000
        ),
        "step": OptionSpec(
            1,
            "inches of a move that opening a door or arriving takes, where moves are counted in inches",
            "D71",
            most=100,
        ),
        "control_zone": OptionSpec(
            1, "how far a Control Zone reaches from a hostile base, in inches; 0 for none", "D76", most=24
        ),
        "stand": OptionSpec(
            "half",
            "what standing up takes: a quick action or half the move, a slow action or the whole move, or nothing",
            "D76",
            ("half", "whole", "nothing"),
        ),
        "contact": OptionSpec(50, "thousandths of an inch that may be between two bases in contact", "D94", most=1_000),
        "sight_to": OptionSpec(
            "centre", "what has to be seen of a base, in inches: its middle, or any of it", "D75", ("centre", "any")
        ),
        "reroll": OptionSpec(
            "ask",
            "whether gear that lets one roll again asks its owner, or is always used, which is likely",
            "D6",
            ("ask", "likely"),
        ),
        "initiative": OptionSpec(
            "rolled",
            "how initiative comes about: each rolls a die, or each draws one of as many cards as the die has faces",
            "D71",
            ("rolled", "drawn"),
        ),
        "initiative_die": OptionSpec(
            10, "the die that is rolled for initiative, once a game", "D71", least=2, most=100
        ),
        "reveal": OptionSpec(
            "sight",
            "when a hidden unit is revealed besides when it attacks: in sight of a hostile unit, in its zone, or not",
            "D96",
            ("sight", "zone", "attack"),
        ),
        "blips": OptionSpec(
            False, "those who may not know of a unit notice where something moves", "D96", (True, False)
        ),
        "rounds": OptionSpec(0, "the last round; 0 for none", least=0, most=1000),
        "score": OptionSpec(0, "the points that win at once; 0 for none", least=0, most=10_000),
    },
    stats={
        "health": "wounds that it can take",
        "max_health": "health it began with (set by the scenario reader)",
        "speed": "zones that it moves with one move; inches on a board in inches",
        "initiative": "added to its initiative roll",
        "arrives": "the first round in which it may come from reserve",
    },
    conditions={
        "prone": "it lies there, and has to stand up",
        "unconscious": "it can do nothing; a number above 1 is the rounds that are left, where a rulebook counts them",
        "lost_turns": "so many of its turns are lost",
    },
    tags={
        "open": "of a zone on a board in inches: open ground, where every six inches count as a zone (ZON-3)",
        "dies": "at health 0 it is dead, not down (D74)",
        "character": "may do what only a Character may, such as sealing a Breach",
        "brought": "stays in reserve until the scenario brings it",
        "loot": "an item that is dropped by whoever goes down",
    },
)
