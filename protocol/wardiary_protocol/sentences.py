"""Sentences for people: what any part of the house says no with begins and ends as one."""

from __future__ import annotations

ENDS = (".", "!", "?")


def sentence(text: str) -> str:
    """A text with a capital first letter and a full stop; one that is empty stays so.

    Names in a game may begin with a small letter (*the north door*), and a text may begin with a name.
    """
    return text[:1].upper() + text[1:] + ("" if text.endswith(ENDS) or not text else ".")
