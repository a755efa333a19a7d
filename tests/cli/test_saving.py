"""A player's export, with a real server to take it from."""

import stat
from pathlib import Path

import pytest
from kit.link import code_of, link, seated
from kit.net import Table, serving
from wardiary_cli.client import Client
from wardiary_cli.exits import Ended, Exit
from wardiary_cli.reading import replay, verify
from wardiary_cli.saving import save
from wardiary_protocol.messages import Accepted


async def played(table: Table) -> None:
    """A few moves, some dice, an undo."""
    async with seated(table, "red") as red:
        for body in (
            {"do": "move", "unit": "vega", "to": "b"},
            {"do": "say", "text": "hello"},
            {"do": "move", "unit": "vega", "to": "c"},
        ):
            assert isinstance(await red.command(body), Accepted)
        await red.reached(table.room.state.seq)
        assert isinstance(await red.command({"do": "undo", "node": red.scene.cursor}), Accepted)


async def test_what_is_saved_is_replayed_without_a_server(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        await played(table)
        async with Client(link(table, code=code_of(table))) as watcher:
            said = await save(watcher, tmp_path / "game.wardiary")
            hash = watcher.replica.hash

    found = replay(tmp_path / "game.wardiary")
    assert said.endswith("the story alone: the game is not closed.")
    assert (found.fault, found.header.game, found.header.audience) == ("", "test", "spectator")
    assert [told.seq for told in found.entries] == list(range(1, found.header.head + 1))
    assert hash in (tmp_path / "game.wardiary").read_text().splitlines()[-2]


async def test_a_closed_game_is_saved_with_its_log_and_proved(tmp_path: Path) -> None:
    async with serving(tmp_path / "games", page=2000) as table:
        await played(table)
        await table.lobby.close("test")
        async with seated(table, "red") as red:
            said = await save(red, tmp_path / "game.wardiary")
            head = red.replica.seq

    verdict = verify(tmp_path / "game.wardiary")
    assert "`wardiary verify" in said
    assert (verdict.fault, verdict.entries, verdict.closed) == ("", head, True)
    assert replay(tmp_path / "game.wardiary").fault == ""


async def test_an_open_game_proves_nothing_yet(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "red") as red:
        await save(red, tmp_path / "game.wardiary")

    with pytest.raises(Ended, match="holds a story and no log") as ended:
        verify(tmp_path / "game.wardiary")
    assert ended.value.exit is Exit.FAULT


async def test_a_file_is_put_in_place_whole_or_not_at_all(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "red") as red:
        (tmp_path / "game").write_text("an older one")
        await save(red, tmp_path / "game")
        assert left_in(tmp_path) == {"game": 0o600, "games": 0o700}

        with pytest.raises(Ended, match="cannot be written") as ended:
            await save(red, tmp_path / "nowhere" / "game")
    assert ended.value.exit is Exit.USAGE


def left_in(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
