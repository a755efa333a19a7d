"""What people call themselves: plain text for one line, wherever it comes from."""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"  # these hold letters of Persian and Hindi, and emoji, together
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # control, format (bidi among them), surrogate, line, paragraph


def clean_name(text: str, limit: int = 64) -> str:
    """Plain text for one line: NFC, no control, bidi or other unseen characters, no blanks around, cut at `limit`.

    Cleaning twice changes nothing more. What held only unseen characters comes out empty.
    """
    if not (text.isascii() and text.isprintable()):
        text = "".join(c for c in text if c in _JOINERS or unicodedata.category(c) not in _DROPPED)
        text = unicodedata.normalize("NFC", text)
    return _trimmed(_trimmed(text)[:limit])


def _trimmed(text: str) -> str:
    while text != (shorter := text.strip().strip(_JOINERS)):
        text = shorter
    return text
