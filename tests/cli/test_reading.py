"""Export files, read: those of the server, those of a player, and those that somebody changed."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kit.house import accepted, table
from wardiary_cli.exits import Ended, Exit
from wardiary_cli.reading import replay, verdict_text, verify
from wardiary_protocol.verify import Verdict
from wardiary_server.tools import export

Line = dict[str, Any]


@pytest.fixture
async def game(tmp_path: Path) -> Path:
    """The owner's export of a closed game, told to the spectators."""
    async with table(tmp_path / "games") as (lobby, room):
        for seat in ("red", "blue", "referee"):
            await lobby.sit("test", seat, seat)
        await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        await accepted(room, "red", "move", "vega", to="c")
        await lobby.close("test")
    path = tmp_path / "game.wardiary"
    export(tmp_path / "games", "test", path, audience="spectator", secrets=False)
    return path


def changed(path: Path, change: Callable[[list[Line]], object]) -> Path:
    """The same file after somebody has been at it."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_the_servers_export_is_replayed_and_proved(game: Path) -> None:
    found, verdict = replay(game), verify(game)

    assert found.fault == ""
    assert found.view["units"]["vega"]["zone"] == "c"
    assert (verdict.ok, verdict.closed, verdict.entries) == (True, True, len(found.entries))


def test_a_replay_stops_where_it_is_told(game: Path) -> None:
    found = replay(game, to=5)

    assert len(found.entries) == 5
    assert found.view["units"]["vega"]["zone"] == "b"


def test_a_changed_view_is_found(game: Path) -> None:
    def change(lines: list[Line]) -> None:
        lines[5]["told"]["changes"][0][1] = "d"

    found = replay(changed(game, change))

    assert found.fault == "The view after entry 5 has another hash."
    assert len(found.entries) == 4


def test_changes_that_lead_nowhere_are_found(game: Path) -> None:
    def change(lines: list[Line]) -> None:
        lines[5]["told"]["changes"] = [[["nowhere", "at", "all"], 1]]

    assert replay(changed(game, change)).fault.startswith("Entry 5 does not fit the view before it")


@pytest.mark.parametrize("column", ["id", "body", "hash"])
def test_any_changed_column_is_found(game: Path, column: str) -> None:
    def change(lines: list[Line]) -> None:
        data = bytearray(base64.b64decode(lines[4][column]))
        data[-1] ^= 1
        lines[4][column] = base64.b64encode(data).decode()

    verdict = verify(changed(game, change))

    assert not verdict.ok
    assert verdict.at in (4, 5)


def test_a_story_that_is_not_the_logs_is_found(game: Path) -> None:
    def dice(lines: list[Line]) -> None:
        lines[5]["told"]["lines"][0]["faces"] = [6, 6, 6]

    def author(lines: list[Line]) -> None:
        lines[5]["told"]["by"] = "blue"

    original = game.read_text()
    assert "shows dice that the log does not have" in verify(changed(game, dice)).fault
    game.write_text(original)
    assert "told as another one" in verify(changed(game, author)).fault


def test_a_file_that_was_cut_off_is_not_whole(game: Path) -> None:
    game.write_text("".join(game.read_text().splitlines(keepends=True)[:-1]))

    assert "was cut off" in replay(game).fault
    with pytest.raises(Ended, match="was cut off"):
        verify(game)


def test_a_log_without_a_story_cannot_be_replayed(game: Path) -> None:
    found = replay(changed(game, lambda lines: [line.pop("told", None) for line in lines]))

    assert found.fault == "Entry 1 has the log alone, and no story: it can be verified, not replayed."


@pytest.mark.parametrize("told", [{"seq": 5}, {"seq": 9, "kind": "game", "at": 0, "changes": [], "hash": ""}, 7])
def test_a_story_that_cannot_be_read_is_said(game: Path, told: object) -> None:
    assert "entry 5" in replay(changed(game, lambda lines: lines[5].update(told=told))).fault


@pytest.mark.parametrize(
    ("text", "why", "exit"),
    [
        (None, "cannot be read", Exit.USAGE),
        ("", "no export", Exit.FAULT),
        ("not json\n", "no export", Exit.FAULT),
        ('{"wardiary": 99}\n', "newer wardiary", Exit.FAULT),
    ],
)
def test_what_is_no_export_is_said(tmp_path: Path, text: str | None, why: str, exit: Exit) -> None:
    path = tmp_path / "file"
    if text is not None:
        path.write_text(text)

    for read in (replay, verify):
        with pytest.raises(Ended, match=why) as ended:
            read(path)
        assert ended.value.exit is exit


def test_a_verdict_in_words() -> None:
    path = Path("game.wardiary")

    assert verdict_text(path, Verdict(12, "", 3, closed=True)) == (
        "game.wardiary: PROVED. 12 entries, an unbroken chain; 3 rolls of the server's dice proved."
    )
    assert "2 that cannot be checked before the game is closed; 1 typed" in verdict_text(path, Verdict(9, "", 0, 2, 1))
    assert (
        verdict_text(path, Verdict(4, "", fault="Entry 5 is broken."))
        == "game.wardiary: NOT PROVED. Entry 5 is broken."
    )
