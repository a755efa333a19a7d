"""The picture beneath a board in inches: a file beside the scenario's. No rule reads it, and no log holds it: a game
knows the name that its bytes give it, and the server sends it to whoever knows that.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from .faults import Fault, ScenarioFault

MOST_BYTES = 16 * 1024 * 1024
"""What a phone is sent at most."""


class Picture(NamedTuple):
    """A picture as a file has it."""

    data: bytes
    ending: str  # .png, .webp or .jpg

    @property
    def sha256(self) -> str:
        """By which it can be told from others."""
        return sha256(self.data).hexdigest()

    @property
    def name(self) -> str:
        """What a game calls it."""
        return self.sha256 + self.ending


def ending_of(data: bytes) -> str:
    """What kind of picture begins so; "" none that is known."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return ".png"
    if data.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    return ".webp" if data.startswith(b"RIFF") and data[8:12] == b"WEBP" else ""


def beside(scenario: str, name: str, measure: str = "board") -> Picture:
    """The picture of that name in the folder of a scenario's file. Raises `ScenarioFault`."""
    if measure != "board":
        raise fault(scenario, "A picture lies beneath a board in inches alone.", 'Say `measure = "board"` as well.')
    if Path(name).name != name:
        raise fault(scenario, f"The picture {name!r} is no name of a file.", "Put the picture beside the scenario.")
    file = Path(scenario).with_name(name)
    try:
        size = file.stat().st_size
        data = file.read_bytes() if size <= MOST_BYTES else b""
    except OSError as error:
        raise fault(
            scenario, f"The picture {file} cannot be read: {error.strerror}.", "Put it there, or leave `picture` out."
        ) from None
    if size > MOST_BYTES:
        raise fault(scenario, f"The picture {file} has more than {MOST_BYTES >> 20} MiB.", "Give it fewer pixels.")
    if not (ending := ending_of(data)):
        raise fault(scenario, f"The picture {file} is no PNG, WebP or JPEG.", "Save it as one of these.")
    return Picture(data, ending)


def fault(scenario: str, text: str, hint: str) -> ScenarioFault:
    """What is wrong with a scenario's picture."""
    return ScenarioFault([Fault(scenario, 0, 0, "game.picture", text, hint)])
