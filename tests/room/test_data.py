"""A data directory: one server at a time, private, and sentences for whatever is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.house import small
from wardiary_server.data import LOG, VAULT, opened, rules_for, vault_of
from wardiary_server.log.contract import CannotOpen, LockHeld, NotADatabase


async def test_a_directory_is_made_private_and_serves_one(tmp_path: Path) -> None:
    data = tmp_path / "games"
    async with opened(data, "port 1") as lobby:
        await lobby.create(small(), game="test")
        assert data.stat().st_mode & 0o077 == 0
        assert (data / VAULT).stat().st_mode & 0o077 == 0
        with pytest.raises(LockHeld, match="port 1"):
            async with opened(data):
                pass
    async with opened(data) as lobby:
        assert [game async for game in lobby.games()] == ["test"]


async def test_a_file_that_is_no_database_is_said_so_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b"these are my tax returns, do not touch" * 40)
    with pytest.raises(NotADatabase):
        async with opened(tmp_path):
            pass
    assert b"tax" in (tmp_path / LOG).read_bytes()


def test_a_directory_without_games_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="no games"):
        vault_of(tmp_path)


async def test_a_directory_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotOpen, match="data directory"):
        async with opened(tmp_path / "file" / "games"):
            pass


def test_a_rulebook_that_is_not_installed_is_named() -> None:
    with pytest.raises(LookupError, match="sorcery"):
        rules_for(("sorcery",))
    assert rules_for(()) is rules_for(())


async def test_games_without_their_vault_are_not_served(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        await lobby.create(small(), game="test")
    (tmp_path / VAULT).unlink()
    with pytest.raises(CannotOpen, match="Restore it from a backup"):
        async with opened(tmp_path):
            pass
    assert not (tmp_path / VAULT).exists()
