"""From a map's file to a scenario that is checked, and its picture beside it."""

import json
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from wardiary_server.maps import How, NoMap, import_map, importing, read_map
from wardiary_server.scenario import check, load, sense

from tests.kit.house import table
from tests.kit.vtt import PNG, TWO_ROOMS, as_bytes, path


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    file = tmp_path / "old_inn-01.dd2vtt"
    file.write_bytes(as_bytes(TWO_ROOMS))
    return file


def with_map(tmp_path: Path, data: dict[str, Any]) -> Path:
    file = tmp_path / "map.uvtt"
    file.write_text(json.dumps(data))
    return file


def test_a_scenario_is_written_with_its_picture_beside_it(inn: Path, tmp_path: Path) -> None:
    told = import_map(inn, tmp_path / "inn.toml")

    assert (tmp_path / "inn.png").read_bytes() == PNG
    assert check(tmp_path / "inn.toml")[1] == ()
    assert load(tmp_path / "inn.toml").title == "Old Inn 01"
    assert load(tmp_path / "inn.toml").game.picture == f"{sha256(PNG).hexdigest()}.png"
    assert told[0].endswith("inn.toml: zones 2, doors 1, walls 2. A square is 1 inches wide.")
    assert told[-1].endswith("serve --scenario " + str(tmp_path / "inn.toml"))


def test_the_same_map_makes_the_same_scenario(inn: Path, tmp_path: Path) -> None:
    assert read_map(inn, tmp_path / "inn.toml").text == read_map(inn, tmp_path / "inn.toml").text


def test_lengths_follow_the_square(inn: Path, tmp_path: Path) -> None:
    import_map(inn, tmp_path / "inn.toml", How(square=1_500))

    assert load(tmp_path / "inn.toml").game.size == (18_000, 9_000)


def test_what_was_counted_is_told(tmp_path: Path) -> None:
    data = {**TWO_ROOMS, "format": 1.0, "line_of_sight": [*TWO_ROOMS["line_of_sight"], path(1, 1, 1, 1)]}

    told = import_map(with_map(tmp_path, data), tmp_path / "inn.toml")

    assert "  1  a `format` other than 0.2 and 0.3: read as 0.3" in told
    assert "  1  walls without length, left out" in told


def test_nothing_is_written_over_unless_that_is_asked_for(inn: Path, tmp_path: Path) -> None:
    (tmp_path / "inn.png").write_bytes(b"mine")

    with pytest.raises(NoMap, match=r"inn\.png is there already"):
        import_map(inn, tmp_path / "inn.toml")

    assert not (tmp_path / "inn.toml").exists()
    import_map(inn, tmp_path / "inn.toml", force=True)
    with pytest.raises(NoMap, match=r"inn\.toml is there already"):
        import_map(inn, tmp_path / "inn.toml")


def test_the_scenario_and_the_picture_have_names_of_their_own(inn: Path, tmp_path: Path) -> None:
    with pytest.raises(NoMap, match="Choose another name"):
        import_map(inn, tmp_path / "inn.png", force=True)

    assert not (tmp_path / "inn.png").exists()


def test_a_map_without_a_picture_is_a_map(tmp_path: Path) -> None:
    import_map(with_map(tmp_path, {**TWO_ROOMS, "image": ""}), tmp_path / "inn.toml")

    assert sorted(file.name for file in tmp_path.iterdir()) == ["inn.toml", "map.uvtt"]


def test_a_map_with_more_walls_than_a_game_can_begin_with_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry of the log has a limit, and the walls are in its first."""
    monkeypatch.setattr(sense, "ENTRY", 2 * 1024)

    with pytest.raises(NoMap, match=r"(?s)This scenario takes 2 KiB.*A larger --fine"):
        import_map(with_map(tmp_path, TWO_ROOMS), tmp_path / "inn.toml")

    assert not (tmp_path / "inn.toml").exists()


def test_a_map_with_more_rooms_than_a_scenario_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MAX_ITEMS", 1)

    with pytest.raises(NoMap, match="2 rooms and 1 ways between them; a scenario may have 1 of each"):
        import_map(with_map(tmp_path, TWO_ROOMS), tmp_path / "inn.toml")


async def test_a_large_picture_is_in_no_log_and_in_no_frame(tmp_path: Path) -> None:
    """ogres#147: a map with a picture of 3 MB makes a game whose log and whose view are as small as without one."""
    large = b64encode(PNG + bytes(3_000_000)).decode()
    import_map(with_map(tmp_path, {**TWO_ROOMS, "image": large}), tmp_path / "inn.toml")
    data = tmp_path / "games"

    async with table(data, load(tmp_path / "inn.toml").game) as (_lobby, room):
        view = json.dumps(room.view("spectator").parts)

    assert (tmp_path / "inn.png").stat().st_size > 3_000_000
    assert len(view) < 20_000
    assert sum(file.stat().st_size for file in data.iterdir()) < 300_000
