"""The server as a process: how it starts, what it says, how it stops."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from kit.house import table
from kit.net import PATIENCE
from kit.vtt import PNG, TWO_ROOMS, as_bytes
from wardiary_protocol.messages import PATH, Hello, Keep, NewGame, Rejected
from wardiary_protocol.wire import Format, decode_server, encode
from wardiary_server import tools
from wardiary_server.app import Shown, scannable
from wardiary_server.data import PICTURES
from wardiary_server.demo.process import ServerProcess
from wardiary_server.maps import import_map
from wardiary_server.qr import in_terminal
from wardiary_server.scenario import load
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol


async def test_sigterm_tells_everyone_loses_nothing_and_ends_with_0(seated, servers: list[ServerProcess]) -> None:
    server = await ServerProcess.start(seated.data)
    servers.append(server)
    players = [seated.player(seat) for seat in ("red", "blue", "")]
    for player in players:
        await player.connect(server.port)
    pending = [asyncio.ensure_future(players[0].command({"do": "say", "text": str(n)})) for n in range(5)]
    answers = await asyncio.gather(*pending)
    assert await server.stop() == 0
    for player in players:
        await player.gone()
    (found,) = tools.games(seated.data)
    assert found.entries == max(answer.seq for answer in answers)


async def test_a_second_server_on_the_same_data_is_refused(seated, servers: list[ServerProcess]) -> None:
    server = await ServerProcess.start(seated.data)
    servers.append(server)
    with pytest.raises(RuntimeError, match="is held by another server"):
        await ServerProcess.start(seated.data)


async def test_an_unfinished_game_is_offered_again(tmp_path: Path) -> None:
    """The second `make play` goes on with the game of the first; `--new` begins another."""
    first = await said(tmp_path, "serve", "--scenario", "derelict")
    again = await said(tmp_path, "serve", "--scenario", "derelict")
    new = await said(tmp_path, "serve", "--scenario", "derelict", "--new")
    game = first.split("(")[2].split(")")[0]
    assert "a new game" in first
    assert f"({game}) - unfinished" in again
    assert game not in new
    assert len(list(tools.games(tmp_path))) == 2


async def test_a_scenarios_picture_is_kept_where_the_server_finds_it(tmp_path: Path) -> None:
    """Given an imported map, serving it keeps the picture in the data directory, and a backup has it too."""
    file = tmp_path / "inn.uvtt"
    file.write_bytes(as_bytes(TWO_ROOMS))
    import_map(file, tmp_path / "inn.toml")
    await said(tmp_path / "data", "serve", "--scenario", str(tmp_path / "inn.toml"))
    tools.backup(tmp_path / "data", tmp_path / "copy")

    name = load(tmp_path / "inn.toml").game.picture
    for folder in ("data", "copy"):
        assert (tmp_path / folder / PICTURES / name).read_bytes() == PNG


async def said(data: Path, *words: str) -> str:
    """What a server says until it serves, and while it is stopped."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "wardiary_server", *words, "--data", str(data), "--port", "0",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    text = b""
    while b"Ctrl-C" not in text:
        line = await process.stdout.readline()
        assert line, text.decode()
        text += line
    process.terminate()
    assert await process.wait() == 0
    return text.decode()


async def test_health_is_told_over_http(seated, servers: list[ServerProcess]) -> None:
    server = await ServerProcess.start(seated.data)
    servers.append(server)

    def ask() -> dict:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/healthz") as reply:
            return json.load(reply)

    assert (await asyncio.to_thread(ask))["ok"] is True


async def test_phones_are_shown_the_way_to_the_first_game(tmp_path: Path) -> None:
    """The code holds the very link that stands beneath it as text."""
    async with table(tmp_path) as (lobby, room):
        lobby.address = "http://192.168.1.23:8765"
        shown = [Shown(listed, True) async for listed in lobby.listed()]
        _, *code, below = await scannable(lobby, shown)
        link = f"http://192.168.1.23:8765/#r={lobby.vault.room_code(room.game)}"
        assert below.startswith(link)
        assert code == in_terminal(link)
        assert await scannable(lobby, []) == []


@pytest.mark.parametrize("as_json", [False, True])
def test_a_fault_is_logged_with_its_place_and_without_what_variables_held(as_json: bool) -> None:
    """A traceback with the values of its frames would have tokens and passphrases in it."""
    script = (
        "import sys, structlog\n"
        "from wardiary_server.app import log_to_stderr\n"
        "log_to_stderr(as_json=sys.argv[1] == 'True')\n"
        "def dealt_with(word):\n"
        "    try: {}[0]\n"
        "    except LookupError: structlog.get_logger('net').exception('a fault')\n"
        "dealt_with(sys.argv[2])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(as_json), "nineteen-days-adrift"], capture_output=True, text=True, check=True
    )
    assert "dealt_with" in done.stderr
    assert "KeyError" in done.stderr
    assert "nineteen-days-adrift" not in done.stderr


async def test_an_owner_may_let_no_referee_keep_a_game_or_begin_one(seated, servers: list[ServerProcess]) -> None:
    server = await ServerProcess.start(seated.data, 0, "--no-keeping", "--no-new-games")
    servers.append(server)
    async with connect(f"ws://127.0.0.1:{server.port}{PATH}", subprotocols=[Subprotocol(Format.JSON)]) as socket:
        for message in (Hello(token=seated.tokens["referee"]), Keep("k", passphrase="x" * 9), NewGame("n", "derelict")):
            await socket.send(encode(message, Format.JSON).decode())
        codes = {}
        async with asyncio.timeout(PATIENCE):
            while len(codes) < 2:
                heard = decode_server(await socket.recv(), Format.JSON)
                if isinstance(heard, Rejected):
                    codes[heard.id] = heard.code
        assert codes == {"k": "no_keeping", "n": "no_new_games"}
