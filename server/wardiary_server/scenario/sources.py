"""Where the text of a scenario comes from: a file, or what is bundled with wardiary."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from .faults import Fault
from .vocabulary import meant

LARGEST = 1024 * 1024
"""Bytes that a scenario file may have."""

ENDING = ".toml"
_BUNDLED = files(__package__) / "bundled"


def bundled() -> list[str]:
    """The names of the scenarios that come with wardiary."""
    names = [entry.name for entry in _BUNDLED.iterdir()]
    return sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING))


def text_of(name_or_path: str | Path) -> str | Fault:
    """The text of a scenario, bundled or in a file; or the one fault for which there is none.

    A plain word is the name of a bundled one; a file of that name is reached as `./word`.
    """
    source = str(name_or_path)
    if isinstance(name_or_path, str) and source in bundled():
        return (_BUNDLED / f"{source}{ENDING}").read_text(encoding="utf-8")
    path = Path(name_or_path)
    if path.suffix or len(path.parts) > 1 or os.path.exists(path):
        return read_file(path, source)
    hint = meant(source, bundled())
    return Fault(source, 0, 0, "", "There is no such scenario, neither bundled nor as a file.", hint)


def read_file(path: Path, file: str) -> str | Fault:
    """The text of a file; or the one fault for which it cannot be read."""
    try:
        with path.open("rb") as stream:
            found = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte in it is a ValueError
        reasons: dict[type, str] = {FileNotFoundError: "There is no such file.", IsADirectoryError: "This is a folder."}
        why = reasons.get(type(error)) or f"It cannot be read: {getattr(error, 'strerror', '') or error}."
        return Fault(file, 0, 0, "", why)
    if len(found) > LARGEST:
        return Fault(file, 0, 0, "", f"This is larger than {LARGEST // 1024} KiB, and so no scenario.")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        return Fault(file, line, 1, "", "This is no UTF-8 text.", "Save it as UTF-8.")
