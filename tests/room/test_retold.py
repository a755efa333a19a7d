"""A whole log, told to one audience: what a client needs to replay a game without any rule."""

from __future__ import annotations

from pathlib import Path

from kit.house import accepted, table
from wardiary_protocol.changes import apply, view_hash
from wardiary_server.retold import Retold


async def test_the_changes_of_all_entries_make_every_view(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        for zone in ("b", "c", "b"):
            await accepted(room, "red", "move", "vega", to=zone)
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        await accepted(room, "referee", "redo", node=room.state.table.cursor)
        retold, view = Retold(room.timeline.rules, "side:red"), {}
        async for row in lobby.log.read("test"):
            told = retold(row)
            view = apply(view, told.changes or [])
            assert told.hash == view_hash(view) == (await room.view_at("side:red", row.seq)).hex
        assert view["units"]["vega"]["zone"] == "b"
