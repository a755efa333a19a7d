"""Cases on a board of three rooms, written in few lines: read, played, tried."""

from __future__ import annotations

from wardiary_server.cases import Outcome, attempt
from wardiary_server.cases.case import Case
from wardiary_server.cases.playing import Done, play
from wardiary_server.cases.reading import read
from wardiary_server.scenario.faults import Fault

from .texts import TWO_SIDES

BOARD = (
    """\
[game]
title = "Three rooms"
rulebooks = ["zones", "environments"]
[options]
frame.order = "free"
frame.economy = "activation"
frame.auto_end = false
frame.rounds = 9
"""
    + TWO_SIDES
    + """\
[[seats]]
id = "judge"
role = "referee"
[[zones]]
id = "a"
deploy = ["red", "blue"]
[[zones]]
id = "b"
[[zones]]
id = "c"
[[links]]
between = ["a", "b"]
[[links]]
between = ["b", "c"]
[[weapons]]
id = "rifle"
dice = 2
damage = 2
[[units]]
id = "ann"
side = "red"
zone = "a"
health = 5
speed = 2
strength = 2
weapons = ["rifle"]
[[units]]
id = "cyd"
side = "blue"
zone = "c"
health = 5
speed = 2
strength = 2
"""
)


def find(name: str) -> tuple[str | Fault, str]:
    """The board, by the name `board`; nothing else is there."""
    if name == "board":
        return BOARD, "board.toml"
    return Fault(name, 0, 0, "", "There is no such file."), name


def text(steps: str, head: str = "") -> str:
    """A case on the board: the lines of its steps, and what stands before them."""
    return f'title = "a case"\nscenario = "board"\n{head}\n{steps}'


def of(steps: str, head: str = "") -> Case:
    """The case, which has no fault."""
    case, faults = read(text(steps, head), "case.toml", find)
    assert case is not None, faults
    return case


def faults(written: str) -> list[str]:
    """All that is wrong with a case file: place and sentence."""
    _case, found = read(written, "case.toml", find)
    return [str(fault) for fault in found]


def played(steps: str, head: str = "") -> list[Done]:
    """What each step came to."""
    return list(play(of(steps, head)))


def tried(steps: str, head: str = "") -> Outcome:
    """What came of the case."""
    return attempt(text(steps, head), "case.toml", find)
