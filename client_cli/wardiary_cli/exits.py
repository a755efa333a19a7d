"""How the command ends: the exit codes, and the exception that carries one to the front door."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of `wardiary`; docs/terminal.md lists them."""

    OK = 0
    FAULT = 1
    USAGE = 2
    UNREACHABLE = 3
    REFUSED = 4
    TAKEN_BACK = 5
    VERSION = 6
    HALTED = 7
    INTERRUPTED = 130
    TERMINATED = 143


MEANING: Mapping[Exit, str] = {
    Exit.OK: "all went well, or the input came to its end",
    Exit.FAULT: "a fault was found in a file, or a command that came from a file or pipe was refused",
    Exit.USAGE: "the command line was not understood, or a file cannot be read or written",
    Exit.UNREACHABLE: "the server could not be reached, or the connection was lost, with --once",
    Exit.REFUSED: "the server refused the token, the invite or the room code, or does not know the game",
    Exit.TAKEN_BACK: "the seat was taken back",
    Exit.VERSION: "client and server speak different versions of the protocol",
    Exit.HALTED: "the game is halted: its operator has to look at the log",
    Exit.INTERRUPTED: "Ctrl-C",
    Exit.TERMINATED: "the terminal was closed, or the program was told to stop",
}


class Ended(Exception):
    """There is no going on: a sentence for people, and the exit code."""

    def __init__(self, exit: Exit, text: str) -> None:
        super().__init__(text)
        self.exit = exit
        self.text = text
