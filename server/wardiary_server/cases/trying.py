"""Tries case files: finds them, reads them, plays them, and says what came of each.

outcome = attempt(text, file, find)
report = try_all(["tests/cases"])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..scenario import syntax
from ..scenario.faults import Fault, report
from ..scenario.sources import bundled, read_file, text_of
from .comparing import differences
from .playing import play
from .reading import read
from .showing import failure, told
from .start import Find

ENDING = ".toml"


class Outcome(NamedTuple):
    """What came of one case. `text` says what is wrong; `story` is what was told, step by step."""

    file: str
    title: str
    text: str = ""
    story: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.text


class NoCase(Exception):
    """Nothing to try; the text says where none was found."""


def try_all(paths: Iterable[str | Path]) -> Iterator[Outcome]:
    """Every case of these files and folders, one after another. Raises `NoCase`."""
    for path in paths:
        files = list(files_of(Path(path)))
        if not files:
            raise NoCase(f"There is no case file in {path}: a case is a .toml file with [[steps]].")
        for file in files:
            yield try_file(file)


def files_of(path: Path) -> Iterator[Path]:
    """A file itself; of a folder, all case files at any depth. Scenarios that lie among them are passed over."""
    if not path.is_dir():
        yield path
        return
    yield from (file for file in sorted(path.rglob(f"*{ENDING}")) if not is_scenario(file))


def is_scenario(path: Path) -> bool:
    """Whether a file is a scenario: it has a [game], and no steps."""
    text = read_file(path, str(path))
    data = syntax.read(text, str(path)).data if isinstance(text, str) else {}
    return "game" in data and "steps" not in data


def try_file(path: Path) -> Outcome:
    """One file."""
    text = read_file(path, str(path))
    if isinstance(text, Fault):
        return Outcome(str(path), "", str(text))
    return attempt(text, str(path), beside(path.parent))


def beside(folder: Path) -> Find:
    """Finds scenarios for the cases of a folder: bundled ones by name, files by a path that begins there."""

    def find(name: str) -> tuple[str | Fault, str]:
        if name in bundled():
            return text_of(name), name
        called = str(folder / name)
        return read_file(folder / name, called), called

    return find


def attempt(text: str, file: str, find: Find) -> Outcome:
    """One case from its text: read, and played to the first step that is not as expected."""
    case, faults = read(text, file, find)
    if case is None:
        return Outcome(file, "", report(faults))
    story: list[str] = []
    for done in play(case):
        story += [f"  {told(done.step)}", *(f"    {line}" for line in done.story)]
        if done.refused is not None:
            story.append(f"    refused as {done.refused.code}: {done.refused.text}")
        if differs := differences(done):
            return Outcome(file, case.title, failure(case, done, differs), "\n".join(story))
    return Outcome(file, case.title, "", "\n".join(story))
