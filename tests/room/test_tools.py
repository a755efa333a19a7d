"""What the command line reads beside a running server: list, export, verify, slice, backup."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from kit import unit
from kit.house import accepted, do, small, table
from msgspec.structs import replace
from wardiary_protocol.export import BadExport
from wardiary_server import tools
from wardiary_server.cases import attempt, beside
from wardiary_server.cases.slicing import NoSlice
from wardiary_server.data import LOG, opened
from wardiary_server.game.entry import state_bytes
from wardiary_server.log.contract import LogError
from wardiary_server.log.exports import NoGame, read_export
from wardiary_server.operator import do as owned


async def test_a_game_moves_to_another_server_with_its_seats(tmp_path: Path) -> None:
    """Cockatrice#4296: export, a new server, import: same seq, same hash, and play goes on."""
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "game.wardiary"
    async with table(here) as (lobby, room):
        await lobby.sit("test", "red", "Ada")
        await lobby.sit("test", "red", "Ada")
        token = lobby.vault.issue_token("test", "red")
        await accepted(room, "red", "move", "vega", to="b")
        text = tools.export(here, "test", file, audience="referee", secrets=True)
        assert "secrets" in text
        assert file.stat().st_mode & 0o077 == 0
        head, state, epoch = room.head, state_bytes(room.state), lobby.vault.game("test").epoch
    async with opened(there) as lobby:
        await owned(lobby, {"do": "import", "path": str(file)})
        room = await lobby.open("test")
        assert room.head == head
        assert state_bytes(room.state) == state
        assert lobby.vault.who(token) == ("test", "red")
        assert lobby.vault.game("test").epoch != epoch
        await accepted(room, "red", "move", "vega", to="c")
    assert tools.verify_game(there, "test").ok


async def test_list_export_and_verify_work_beside_a_running_server(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        lobby.vault.issue_token("test", "blue")
        await accepted(room, "red", "move", "vega", to="b")
        (found,) = tools.games(tmp_path)
        assert found == tools.Found("test", "a test", room.state.seq, False, ("blue",))
        file = tmp_path / "x.wardiary"
        tools.export(tmp_path, "test", file, audience="referee", secrets=False)
        verdict = tools.verify_file(file)
        assert verdict.ok
        assert "an unbroken chain" in tools.verdict_text("x", verdict)
        await lobby.close("test")
        assert next(tools.games(tmp_path)).closed


async def test_a_changed_export_is_not_proved(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        await accepted(room, "red", "move", "vega", to="b")
        file = tmp_path / "x.wardiary"
        tools.export(tmp_path, "test", file, audience="referee", secrets=False)
    lines = file.read_bytes().splitlines(keepends=True)
    line = json.loads(lines[2])
    body = bytearray(base64.b64decode(line["body"]))
    body[-1] ^= 1
    lines[2] = json.dumps({**line, "body": base64.b64encode(body).decode()}).encode() + b"\n"
    file.write_bytes(b"".join(lines))
    verdict = tools.verify_file(file)
    assert not verdict.ok
    assert verdict.at == 2
    assert "NOT PROVED" in tools.verdict_text("x", verdict)


async def test_until_a_game_is_closed_an_export_for_others_is_their_view_of_it(tmp_path: Path) -> None:
    """No row of the log, no hash, no secret; then all of it, for everybody."""
    ghost = unit("ghost", "a", hidden=("blue", "spectators"))
    start = small()
    start = replace(start, units={**start.units, "ghost": ghost})
    file = tmp_path / "x.wardiary"
    async with table(tmp_path / "data", start) as (lobby, room):
        await accepted(room, "red", "begin", "ghost")
        for audience in ("side:blue", "spectator"):
            text = tools.export(tmp_path / "data", "test", file, audience=audience, secrets=True)
            assert f"It is the view of {audience}" in text
            assert b"host" not in file.read_bytes()
            with read_export(file) as export:
                lines = list(export)
            assert all((line.id, line.body, line.hash) == (None, None, None) and line.told for line in lines)
            assert export.end is not None
            assert export.end.secrets is export.end.hash is None
            with pytest.raises(BadExport, match="is a player's view of the game"):
                tools.verify_file(file)
        tools.export(tmp_path / "data", "test", file, audience="side:red", secrets=False)
        assert b"Ghost's turn begins." in file.read_bytes()

        await lobby.close("test")
        tools.export(tmp_path / "data", "test", file, audience="side:blue", secrets=True)
        assert b"Ghost's turn begins." in file.read_bytes()
        assert tools.verify_file(file).ok
        with read_export(file) as export:
            assert [line.seq for line in export] == [1, 2, 3]
        assert export.end is not None
        assert export.end.secrets is None


async def test_an_audience_that_there_is_not_gets_nothing(tmp_path: Path) -> None:
    async with table(tmp_path):
        with pytest.raises(tools.NoAudience, match=r"no audience 'side:blu'\. It has: referee, spectator, side:red"):
            tools.export(tmp_path, "test", tmp_path / "x", audience="side:blu", secrets=False)
        assert not (tmp_path / "x").exists()


async def test_a_backup_is_a_whole_directory(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    async with table(data) as (lobby, room):
        await lobby.sit("test", "red", "Ada")
        await lobby.sit("test", "red", "Ada")
        token = lobby.vault.issue_token("test", "red")
        await accepted(room, "red", "move", "vega", to="b")
        tools.backup(data, copy)
        before = state_bytes(room.state)
        await do(room, "red", {"do": "say", "text": "later"})
        with pytest.raises(LogError, match="already"):
            tools.backup(data, copy)
    async with table(copy) as (lobby, room):
        assert state_bytes(room.state) == before
        assert lobby.vault.who(token) is not None


async def test_a_slice_is_cut_out_beside_a_running_server(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        await lobby.sit("test", "red", "Ada Lovelace")
        await do(room, "red", {"do": "say", "text": "between us"})
        await accepted(room, "red", "move", "vega", to="b")
        text = tools.slice_(tmp_path, "test", 2, room.state.seq)
        with pytest.raises(NoSlice, match=f"entries 1 to {room.state.seq}"):
            tools.slice_(tmp_path, "test", 2, 99)
        secret = lobby.vault.game("test").dice.hex()
    outcome = attempt(text, "slice.toml", beside(tmp_path))
    assert outcome.passed, outcome.text
    assert '{ do = "move", unit = "vega", to = "b" }' in text
    assert not [word for word in ("Ada", "Lovelace", "between us", secret) if word in text]


async def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no games"):
        list(tools.games(tmp_path))
    async with table(tmp_path):
        with pytest.raises(NoGame):
            tools.export(tmp_path, "nobody", tmp_path / "x", audience="referee", secrets=False)
        with pytest.raises(NoGame):
            tools.verify_game(tmp_path, "nobody")
        with pytest.raises(NoGame):
            tools.slice_(tmp_path, "nobody", 1, 2)
        assert (tmp_path / LOG).exists()
        assert not (tmp_path / "x").exists()
