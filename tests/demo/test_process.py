"""The demo's server process."""

from __future__ import annotations

from pathlib import Path

import pytest
from wardiary_server.demo.process import ServerProcess


async def test_it_starts_on_a_free_port_and_stops_with_0(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path)
    assert server.port > 0
    assert await server.stop() == 0


async def test_what_keeps_it_from_starting_is_told(tmp_path: Path) -> None:
    (tmp_path / "wardiary.db").write_bytes(b"no database" * 100)
    with pytest.raises(RuntimeError, match="did not start"):
        await ServerProcess.start(tmp_path)
