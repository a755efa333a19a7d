"""The picture beneath a board: read from beside the scenario, and known by its bytes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest
from wardiary_server.scenario import ScenarioFault, load
from wardiary_server.scenario.pictures import MOST_BYTES, Picture, ending_of

PNG = b"\x89PNG\r\n\x1a\n" + b"bytes of a picture"
SCENARIO = """
[game]
title = "Inn"
measure = "board"
size = [10, 10]
{picture}
[[sides]]
id = "red"
[[seats]]
id = "red"
side = "red"
[options]
frame.rounds = 3
[[zones]]
id = "hall"
shape = [[0, 0], [10, 0], [10, 10], [0, 10]]
[[units]]
id = "vega"
side = "red"
seat = "red"
zone = "hall"
at = [5, 5]
health = 3
"""


def written(folder: Path, name: str = "inn.png", data: bytes = PNG) -> Path:
    """A scenario that names a picture, and the file of that name."""
    (folder / "inn.png").write_bytes(data)
    file = folder / "inn.toml"
    file.write_text(SCENARIO.format(picture=f'picture = "{name}"' if name else ""))
    return file


def test_a_game_knows_its_picture_by_the_bytes(tmp_path: Path) -> None:
    scenario = load(written(tmp_path))

    assert scenario.picture == Picture(PNG, ".png")
    assert scenario.game.picture == f"{sha256(PNG).hexdigest()}.png"


def test_without_one_there_is_none(tmp_path: Path) -> None:
    scenario = load(written(tmp_path, name=""))

    assert (scenario.picture, scenario.game.picture) == (None, "")


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("other.png", PNG, "other.png cannot be read: No such file"),
        ("../inn.png", PNG, "'../inn.png' is no name of a file"),
        ("inn.png", b"GIF89a", "is no PNG, WebP or JPEG"),
        ("inn.png", PNG + bytes(MOST_BYTES), "has more than 16 MiB"),
    ],
    ids=["not there", "elsewhere", "no picture", "too large"],  # the bytes themselves would be names of 64 MiB
)
def test_what_cannot_be_shown_is_said_before_the_game(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    with pytest.raises(ScenarioFault, match=says):
        load(written(tmp_path, name, data))


def test_it_needs_a_board_in_inches(tmp_path: Path) -> None:
    file = written(tmp_path)
    file.write_text(file.read_text().replace('measure = "board"', 'measure = "table"').replace("size = [10, 10]", ""))

    with pytest.raises(ScenarioFault, match="board in inches alone"):
        load(file)


def test_pictures_are_known_by_their_first_bytes() -> None:
    assert [ending_of(data) for data in (PNG, b"\xff\xd8\xff\xe0", b"RIFF\0\0\0\0WEBP", b"<svg/>")] == [
        ".png", ".jpg", ".webp", "",
    ]  # fmt: skip
