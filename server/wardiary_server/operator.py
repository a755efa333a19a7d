"""What the server's owner can do: with the server running through a private door of it, without one on the data itself.

The door is a loopback port, written with a token into a private file of the data directory: whoever can read that
file owns the server. One request a connection, a JSON line each way.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import structlog
from wardiary_protocol.messages import Rejected

from .game.rulebook import Refused
from .lobby import Lobby
from .log.contract import LogError
from .log.exports import import_export
from .log.files import replacing

log_ = structlog.get_logger("operator")

DOOR = "operator.json"
LINE = 64 * 1024


class Failed(Exception):
    """What was asked could not be done; the text says why."""


# ---------------------------------------------------------------------------------------------- what can be done


async def close(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """Close a game for good."""
    answer = await lobby.close(request["game"])
    if isinstance(answer, Rejected):
        raise Failed(answer.text)
    return {
        "text": f"{request['game']} is closed at entry {answer.seq}: its dice can be verified now.",
        "seq": answer.seq,
    }


async def invite(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """A new invite for a seat; the one it had before no longer counts."""
    room = await lobby.open(request["game"])
    room.who(request["seat"])
    found = lobby.vault.issue_invite(request["game"], request["seat"])
    return {"text": "", "invite": found, "url": lobby.address}


async def fork(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """What if: a new game from an entry of another."""
    name = await lobby.fork(request["game"], int(request["at"]))
    return {"text": f"{name} goes on from entry {request['at']} of {request['game']}.", "game": name}


async def vacate(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """Take a seat back: whoever holds it is sent away, and none of its tokens and invites counts any more."""
    answer = await lobby.vacate(request["game"], request["seat"])
    if isinstance(answer, Rejected):
        raise Failed(answer.text)
    return {"text": f"The seat {request['seat']} of {request['game']} is free. A new invite: wardiary-server invite."}


async def accept(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """Accept that a halted game's log is all there is. It goes on, in a new epoch."""
    await lobby.accept(request["game"])
    return {"text": f"{request['game']} goes on from where its log ends."}


async def take_in(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """Import a game from an export, with its seats; `passphrase` opens one that is sealed."""
    passphrase = str(request.get("passphrase", ""))
    done = await import_export(Path(request["path"]), lobby.log, lobby.vault, passphrase)
    return {"text": f"{done.game} is here, with {done.head.seq} entries.", "game": done.game}


DEEDS: Mapping[str, Callable[[Lobby, Mapping[str, Any]], Awaitable[dict[str, Any]]]] = {
    "close": close,
    "invite": invite,
    "fork": fork,
    "import": take_in,
    "vacate": vacate,
    "accept": accept,
}


async def do(lobby: Lobby, request: Mapping[str, Any]) -> dict[str, Any]:
    """Do what the owner asks. Raises `Failed` with a sentence."""
    try:
        return await DEEDS[request["do"]](lobby, request)
    except (LookupError, Refused, LogError) as fault:
        raise Failed(str(fault.args[0] if fault.args else fault)) from None


# ---------------------------------------------------------------------------------------------- the door


class Door:
    """The private way into a running server. Made with `open_door`."""

    def __init__(self, server: asyncio.Server, path: Path) -> None:
        self._server = server
        self._path = path

    async def aclose(self) -> None:
        """Shut it, and take the file away."""
        self._server.close()
        with contextlib.suppress(OSError):
            self._path.unlink()
        await self._server.wait_closed()


async def open_door(lobby: Lobby, data: Path) -> Door:
    """Listen for the owner's tools, and leave the address where only the owner can read it."""
    token = lobby.vault.operator_token

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.LimitOverrunError, ValueError):
            writer.write(json.dumps(await answer(lobby, token, await reader.readline())).encode() + b"\n")
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=LINE)
    port = server.sockets[0].getsockname()[1]
    path = data / DOOR
    with replacing(path) as file:
        file.write(json.dumps({"port": port, "token": token, "pid": os.getpid()}).encode())
    return Door(server, path)


async def answer(lobby: Lobby, token: str, line: bytes) -> dict[str, Any]:
    """The reply to one request line."""
    try:
        request = json.loads(line)
        if not hmac.compare_digest(str(request.get("token", "")), token):
            return {"error": "That is not this server's owner."}
        return await do(lobby, request)
    except Failed as fault:
        return {"error": str(fault)}
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        return {"error": f"That request cannot be read ({type(fault).__name__})."}


async def knock(data: Path, request: Mapping[str, Any]) -> dict[str, Any] | None:
    """Ask the server that runs on this data; None where none does. Raises `Failed`."""
    try:
        door = json.loads((data / DOOR).read_bytes())
        reader, writer = await asyncio.open_connection("127.0.0.1", door["port"], limit=LINE)
    except (OSError, ValueError, KeyError):
        return None
    try:
        writer.write(json.dumps({**request, "token": door["token"]}).encode() + b"\n")
        await writer.drain()
        reply: dict[str, Any] = json.loads(await reader.readline() or b"{}")
    except (OSError, ValueError):
        raise Failed("The server went away before it answered. Look at the game before asking again.") from None
    finally:
        writer.close()
    if "error" in reply:
        raise Failed(str(reply["error"]))
    return reply
