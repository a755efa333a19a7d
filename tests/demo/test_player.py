"""The demo's client: it follows, asks, and comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.house import table
from wardiary_protocol.messages import Accepted, Rejected, Told
from wardiary_protocol.wire import Format
from wardiary_server.demo.player import Lost, Player
from wardiary_server.net import Settings, serve


async def test_a_player_follows_asks_and_comes_back_to_what_it_missed(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        await lobby.sit("test", "red", "Ada")
        heard: list[Told] = []
        red = Player("Ada", Format.MSGPACK, token=lobby.vault.issue_token("test", "red"))
        watch = Player("Watcher", Format.JSON, code=lobby.vault.room_code("test"), heard=heard.append)
        async with await serve(lobby, Settings(port=0)) as server:
            await red.connect(server.port)
            await watch.connect(server.port)
            answer = await red.command({"do": "move", "unit": "vega", "to": "b"})
            assert isinstance(answer, Accepted)
            refusal = await red.command({"do": "move", "unit": "rook", "to": "c"})
            assert isinstance(refusal, Rejected)
            await watch.until(answer.seq)
            await watch.close()
            later = await red.command({"do": "say", "text": "still here?"})
            await watch.connect(server.port)
            assert [told.seq for told in heard] == [answer.seq, later.seq]
            assert watch.replica.hash == red.replica.hash == room.view("spectator").hex
            await watch.close()
            await red.close()
        with pytest.raises(Lost):
            await Player("Nobody", Format.JSON, token="x").command({"do": "say", "text": "?"})


async def test_a_wrong_token_is_not_let_in(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, _), await serve(lobby, Settings(port=0)) as server:
        with pytest.raises(Lost, match="not let in"):
            await Player("Eve", Format.JSON, token="guess").connect(server.port)
