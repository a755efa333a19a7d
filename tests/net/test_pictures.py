"""Pictures beneath boards: sent to whoever knows the name, and nothing else can be reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from wardiary_server.data import PICTURES, keep_picture
from wardiary_server.net.pictures import Pictures
from wardiary_server.scenario.pictures import Picture

PICTURE = Picture(b"\x89PNG\r\n\x1a\n...", ".png")


def test_a_picture_that_was_kept_is_sent_for_good(tmp_path: Path) -> None:
    keep_picture(tmp_path, PICTURE)
    keep_picture(tmp_path, PICTURE)
    answer = Pictures(tmp_path / PICTURES).answer(f"/picture/{PICTURE.name}")

    assert answer is not None
    assert (answer.body, answer.headers["Content-Type"]) == (PICTURE.data, "image/png")
    assert "immutable" in answer.headers["Cache-Control"]
    assert [path.name for path in (tmp_path / PICTURES).iterdir()] == [PICTURE.name]


@pytest.mark.parametrize(
    "path", ["/picture/", "/picture/../vault.json", f"/picture/{'0' * 64}.png", f"/picture/{PICTURE.name}x", "/"]
)
def test_nothing_else_is(tmp_path: Path, path: str) -> None:
    keep_picture(tmp_path, PICTURE)

    assert Pictures(tmp_path / PICTURES).answer(path) is None
    assert Pictures().answer(f"/picture/{PICTURE.name}") is None
