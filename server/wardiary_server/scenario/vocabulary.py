"""The words that a scenario may use: what its rulebooks declare, and what others would (for hints)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from ..game.rulebook import DeedSpec, OptionSpec, Rulebook, did_you_mean
from .positions import Path

Kind = Literal[
    "stats",
    "item_stats",
    "levels",
    "areas",
    "aliases",
    "tags",
    "rolls",
    "area_data",
    "breach_data",
    "tables",
    "deeds",
    "options",
]


Ids = Mapping[str, Mapping[str, Path]]
"""Where each id stands, by table."""


class Vocabulary:
    """What the enabled rulebooks declare, first to last. `others` are installed and not enabled."""

    def __init__(self, enabled: Iterable[Rulebook], others: Iterable[Rulebook] = ()) -> None:
        self.enabled = tuple(enabled)
        self.others = tuple(book for book in others if book not in self.enabled)

    def texts(self, kind: Kind) -> Mapping[str, str]:
        """All words of one kind with what they mean; for an alias, what it stands for."""
        return {word: text for book in self.enabled for word, text in getattr(book, kind).items()}

    def knows(self, kind: Kind, word: str, ids: Ids) -> bool:
        """Whether a word is declared: as it stands, or as one with an id at its end (see `open_end`)."""
        known = self.texts(kind)
        head, colon, rest = word.partition(":")
        ends = [word for word in known if colon and open_end(word) == head + colon]
        return word in known or any(rest in table for table in ids.values() if ends)

    @property
    def deeds(self) -> Mapping[str, DeedSpec]:
        """What a scenario's own events may do."""
        return {word: deed for book in self.enabled for word, deed in book.deeds.items()}

    @property
    def options(self) -> Mapping[str, OptionSpec]:
        """Every option under its full name, `zones.spread`."""
        return {f"{book.name}.{name}": spec for book in self.enabled for name, spec in book.options.items()}

    @property
    def areas(self) -> Mapping[str, str]:
        """Every name for a kind of area, aliases among them, with the kind that it means."""
        return {**{kind: kind for kind in self.texts("areas")}, **self.texts("aliases")}

    def hint(self, kind: Kind, word: str, more: Iterable[str] = ()) -> str:
        """For a word that nobody enabled declares: who would, what else was meant, or what there is."""
        for book in self.others:
            if word in getattr(book, kind):
                return f"It belongs to the rulebook {book.name!r}: name that in [game] rulebooks."
        return meant(word, [*more, *self.texts(kind)])


def open_end(word: str) -> str:
    """What comes before the id in a word such as `targets:<side>`, which stands for one word a side; else nothing."""
    head, _, rest = word.partition("<")
    return head if head.endswith(":") and rest.endswith(">") else ""


def meant(word: str, known: Iterable[str]) -> str:
    """What was meant by a word that is not known, or what is known where that is little; else nothing."""
    words = list(dict.fromkeys(known))
    if hint := did_you_mean(word, words):
        return hint.strip()
    return f"Known: {', '.join(words)}." if 0 < len(words) <= 12 else ""
