"""The README's pictures are those that were taken, small, and shown; tests/web compares them with the program."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tools import pictures

LIMIT = 150_000
"""Bytes of a picture: a page with a few of them still opens at once."""


@pytest.fixture(scope="module")
def record() -> Mapping[str, Any]:
    """What was written down when they were taken."""
    return json.loads((pictures.FOLDER / pictures.RECORD).read_text())  # type: ignore[no-any-return]


def test_each_is_the_one_that_was_taken(record: Mapping[str, Any]) -> None:
    files = {path.name: path.read_bytes() for path in pictures.FOLDER.iterdir() if path.name != pictures.RECORD}

    assert {name: hashlib.sha256(data).hexdigest() for name, data in files.items()} == record["sha256"]
    assert [name for name, data in files.items() if len(data) > LIMIT] == []


def test_a_drawing_needs_nothing_of_another_host() -> None:
    for path in pictures.FOLDER.glob("*.svg"):
        assert set(re.findall(r"https?://[^\s\"')]+", path.read_text())) <= {
            "http://www.w3.org/2000/svg",
            "https://www.textualize.io",  # who made the drawing's form; a comment
        }


def test_the_readme_shows_each_in_the_light_and_in_the_dark_and_says_what_is_on_it(
    root: Path, record: Mapping[str, Any]
) -> None:
    text = (root / "README.md").read_text()
    shown = set(re.findall(r"docs/pictures/([\w.-]+)", text))

    assert shown == set(record["sha256"])
    assert all(len(alt) > 40 for alt in re.findall(r'<img [^>]*alt="([^"]*)"', text))
    assert text.count("<img ") == len(shown) / 2


def test_what_differs_is_told_line_by_line(record: Mapping[str, Any]) -> None:
    same = {name: shown for name, shown in record.items() if name != "sha256"}
    tv = {**same["tv"], "text": [*same["tv"]["text"], "- text: Something new"]}

    assert list(pictures.differing(same)) == []
    assert "+- text: Something new" in list(pictures.differing({**same, "tv": tv}))


def test_text_and_colours_are_read_off_a_drawing() -> None:
    svg = (
        '<text class="a" x="9" y="40.5" fill="#dfe3e8">to&#160;play</text><text x="0" y="20" >Board</text>'
        '<rect fill="#12161b"/>'
    )

    assert pictures.lines_of(svg) == ["Board", "to play"]
    assert pictures.colours_of(svg) == ["#12161b", "#dfe3e8"]


def test_a_picture_is_made_small_and_stays_what_it_is() -> None:
    """Given a screen of two colours, in far more bytes than it needs, then it keeps its size and both colours."""
    screen = Image.new("RGB", (200, 100), "#12161b")
    screen.paste("#dfe3e8", (20, 20, 60, 60))
    large = io.BytesIO()
    screen.save(large, "PNG", compress_level=0)

    small = pictures.small(large.getvalue())

    assert len(small) < len(large.getvalue()) / 20
    assert Image.open(io.BytesIO(small)).convert("RGB").tobytes() == screen.tobytes()
