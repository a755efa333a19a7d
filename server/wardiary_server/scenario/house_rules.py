"""Reads a rulebook from a file beside a scenario: a Python file that holds one `Rulebook`, whatever it is called there.

The file is run as any module is, and may do whatever its owner may: it is trusted like an installed package. Whatever
is wrong with it is said in words, with the file's own line.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from ..game.frame import FRAME
from ..game.rulebook import Clash, Rulebook, Rules


class NoRulebook(LookupError):
    """A rulebook that is not there, or cannot be used. Its text says which, and what to do."""


def read(file: Path) -> Rulebook:
    """The rulebook of a file. Raises `NoRulebook`."""
    if not file.is_file():
        raise NoRulebook(f"{file}: there is no such file. --rulebook names a Python file that holds a rulebook.")
    found = {id(value): value for value in vars(run(file)).values() if isinstance(value, Rulebook)}
    if not found:
        raise NoRulebook(f'{file}: it holds no rulebook. It needs a line such as RULEBOOK = Rulebook("{file.stem}").')
    if len(found) > 1:
        names = ", ".join(repr(book.name) for book in found.values())
        raise NoRulebook(f"{file}: it holds {len(found)} rulebooks ({names}). Give each a file of its own.")
    (book,) = found.values()
    return whole(file, book)


def run(file: Path) -> ModuleType:
    """The file as a module. Raises `NoRulebook` where it does not get to its end."""
    name = f"rulebook {file.resolve()}"
    spec = importlib.util.spec_from_file_location(name, file.resolve())
    if spec is None or spec.loader is None:
        raise NoRulebook(f"{file}: that is no Python file. The name of a rulebook's file ends with .py.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)  # structs look up the words in their hints there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a stranger's file may fail in any way when it is run
        del sys.modules[name]
        raise NoRulebook(f"{file}{line_of(error, file)}: {type(error).__name__}: {plain(error)}.") from error
    return module


def line_of(error: BaseException, file: Path) -> str:
    """Where in the file it went wrong, as far as that is known."""
    own = str(file.resolve())
    if isinstance(error, SyntaxError) and error.filename == own:
        return f", line {error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == own]
    return f", line {lines[-1]}" if lines else ""


def plain(error: BaseException) -> str:
    """What an exception says, in one line and without the full stop."""
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return " ".join(str(text).split()).rstrip(".")


def whole(file: Path, book: Rulebook) -> Rulebook:
    """A rulebook that can be used beside the frame. Raises `NoRulebook` for words that the frame has already."""
    try:
        Rules((FRAME, book))
    except (Clash, TypeError, ValueError, AttributeError) as error:
        raise NoRulebook(f"{file}: its rulebook {book.name!r} cannot be used: {plain(error)}.") from error
    return book
