"""The picture in a map: taken out of its base64, and known by its first bytes. It never comes into the scenario."""

from __future__ import annotations

import binascii
from hashlib import sha256
from typing import NamedTuple

from .notes import NoMap

MOST_BYTES = 64 * 1024 * 1024


class Picture(NamedTuple):
    """A picture as a file has it."""

    data: bytes
    ending: str  # .png, .webp or .jpg

    @property
    def sha256(self) -> str:
        """By which it can be told from others."""
        return sha256(self.data).hexdigest()


def picture(text: str) -> Picture | None:
    """The picture in this base64; None where there is none. Raises `NoMap`."""
    if not text:
        return None
    if text.startswith("data:"):
        text = text.partition(",")[2]
    if len(text) * 3 // 4 > MOST_BYTES:
        raise NoMap(f"The picture is larger than {MOST_BYTES >> 20} MiB. Export the map with fewer pixels a square.")
    try:
        plain = "".join(text.split())
        data = binascii.a2b_base64(plain + "=" * (-len(plain) % 4), strict_mode=True)
    except (binascii.Error, ValueError):
        raise NoMap("`image` is no base64, or was cut short. Copy or download the file again.") from None
    if ending := ending_of(data):
        return Picture(data, ending)
    raise NoMap("`image` is no PNG, WebP or JPEG.")


def ending_of(data: bytes) -> str:
    """What kind of picture begins so; "" none that is known."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return ".png"
    if data.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    return ".webp" if data.startswith(b"RIFF") and data[8:12] == b"WEBP" else ""
