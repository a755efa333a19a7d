"""The picture in a map: taken out of its base64, and known by its first bytes."""

from __future__ import annotations

import binascii

from ..scenario.pictures import Picture, ending_of
from .notes import NoMap

MOST_BYTES = 64 * 1024 * 1024


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
