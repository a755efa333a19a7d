"""Where the command line's tools get a passphrase from: a file, or whoever sits at the terminal.

Never an argument: what stands in a command line is in the shell's history, and in every list of processes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click


class NoPassphrase(Exception):
    """None was given; the text says how to."""


def given(file: Path | None, what: str, *, twice: bool = False) -> str:
    """The passphrase for `what` (a few words for the sentence), out of a file or typed unseen; `twice` for a new one.

    Raises NoPassphrase, and OSError for a file that cannot be read.
    """
    if file is not None:
        return _first_line(file)
    if not sys.stdin.isatty():
        raise NoPassphrase(f"A passphrase is needed for {what}: call this in a terminal, or give --passphrase-file.")
    typed: str = click.prompt(f"Passphrase for {what}", hide_input=True, confirmation_prompt=twice, err=True)
    return typed


def _first_line(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NoPassphrase(f"{file} holds no text in UTF-8, and so no passphrase.") from None
    first = text.splitlines()[0] if text else ""
    if not first:
        raise NoPassphrase(f"{file} has no passphrase in its first line.")
    return first
