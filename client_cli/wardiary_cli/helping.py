"""`help`: all the words, or one of them, with an example of how it is typed."""

from __future__ import annotations

from collections.abc import Iterable

from .naming import did_you_mean, words
from .show import Row
from .words import SAME, SECTIONS, WORDS, known

_FORM = 30


def help_rows(word: str = "", offered: Iterable[str] = ()) -> list[Row]:
    """Everything that can be typed; or with a word, that alone. `offered` are words of the game's own rulebooks."""
    return _one(word) if word else _all(offered)


def _all(offered: Iterable[str]) -> list[Row]:
    rows = []
    for title, section in SECTIONS:
        rows += [Row(title, "head"), *(_row(word) for word in section)]
    others = [word for word in dict.fromkeys(offered) if not known(word)]
    if others:
        rows += [Row("Also in this game, now", "head"), Row(f"  {', '.join(others)}", "", 4)]
    return [
        *rows,
        Row(""),
        Row("Names may be ids or names, in any case, and cut short while they stay clear: `mov ve car`.", "", 2),
        Row("What has blanks in it goes in double quotes. A unit need not be named while its turn is on.", "", 2),
        Row("Dice alone are an answer too: `2 5 6`. `what` says what may be done, and `help WORD` more.", "", 2),
    ]


def _row(word: str) -> Row:
    return Row(f"  {WORDS[word].form:<{_FORM}}  {WORDS[word].text}", "", _FORM + 4)


def _one(word: str) -> list[Row]:
    name = known(word)
    if not name:
        return [Row(f"There is no help on {word!r}.{did_you_mean(word, words(WORDS))} `what` lists what may be done.")]
    others = [other for other, same in SAME.items() if same == name]
    also = [Row(f"  also: {', '.join(others)}", "dim")] if others else []
    return [_row(name), *also]
