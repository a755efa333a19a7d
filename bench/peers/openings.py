"""How a client of each peer comes in, and how it speaks; the load is ours, so that only the servers differ."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgpack  # type: ignore[import-untyped]
from lib import sockets
from lib.child import node, python

HERE = Path(__file__).resolve().parent
TEXT = 0x81


class Connected(NamedTuple):
    """A connection that is in, with what has been read of it cut into frames so far."""

    socket: socket.socket
    frames: sockets.Frames


class Peer(NamedTuple):
    """A server to be measured, and how to come in; `move` and `answers` where it takes commands."""

    command: list[str]
    join: Callable[[int, str], Connected]
    move: Callable[[int, int], bytes] | None = None
    answers: Callable[[bytes, int], bool] | None = None


def next_of(connected: Connected) -> list[bytes]:
    """The next messages, as soon as there are any."""
    while not (messages := list(connected.frames.feed(sockets.received(connected.socket)))):
        pass
    return messages


# ---------------------------------------------------------------------------------------------- plain WebSocket


def join_plain(port: int, player: str) -> Connected:
    """The handshake is all."""
    made, _rest = sockets.upgraded(port, "/")
    return Connected(made, sockets.Frames())


# ---------------------------------------------------------------------------------------------- socket.io


def join_socketio(port: int, player: str, namespace: str = "") -> Connected:
    """Engine.IO's opening, then a namespace."""
    made, rest = sockets.upgraded(port, "/socket.io/?EIO=4&transport=websocket")
    connected = Connected(made, sockets.Frames())
    if not list(connected.frames.feed(rest)):
        next_of(connected)
    made.sendall(sockets.masked(f"40{namespace}".encode(), TEXT))
    next_of(connected)
    return connected


# ---------------------------------------------------------------------------------------------- boardgame.io


def join_boardgameio(port: int, player: str) -> Connected:
    """socket.io's, then `sync`, which is answered with the whole state."""
    connected = join_socketio(port, player, "/game,")
    sync = ["sync", "table", player or None, None, 16]
    connected.socket.sendall(sockets.masked(b"42/game," + compact(sync), TEXT))
    next_of(connected)
    return connected


def move_boardgameio(unit: int, to: int) -> bytes:
    """A move, as its client sends it."""
    payload = {"type": "move", "args": [unit, to], "playerID": str(unit), "credentials": None}
    update = ["update", {"type": "MAKE_MOVE", "payload": payload}, 0, "table", str(unit)]
    return sockets.masked(b"42/game," + compact(update), TEXT)


def answers_boardgameio(message: bytes, unit: int) -> bool:
    """Everyone is sent the whole state with the last move in it; ours is told by its player."""
    return b'"type":"move","args":[%d,' % unit in message


def compact(value: object) -> bytes:
    """JSON without blanks."""
    return json.dumps(value, separators=(",", ":")).encode()


# ---------------------------------------------------------------------------------------------- Colyseus

JOIN, DATA = b"\x0a", b"\x0d"


def join_colyseus(port: int, player: str) -> Connected:
    """A seat is reserved over HTTP, then taken; the room answers with its state."""
    asking = http.client.HTTPConnection("127.0.0.1", port)
    asking.request("POST", "/matchmake/joinOrCreate/table", b"{}", {"Content-Type": "application/json"})
    seat = json.loads(asking.getresponse().read())
    asking.close()
    room = seat.get("room", seat)
    made, rest = sockets.upgraded(port, f"/{room['processId']}/{room['roomId']}?sessionId={seat['sessionId']}")
    connected = Connected(made, sockets.Frames())
    messages = list(connected.frames.feed(rest)) or next_of(connected)
    if not messages[0].startswith(JOIN):
        raise sockets.Lost(f"Colyseus did not let us in: {messages[0]!r}")
    made.sendall(sockets.masked(JOIN))
    next_of(connected)
    return connected


def move_colyseus(unit: int, to: int) -> bytes:
    """A message of the room's own."""
    return sockets.masked(DATA + msgpack.packb("move") + msgpack.packb({"unit": unit, "to": to}))


def answers_colyseus(message: bytes, unit: int) -> bool:
    """The room's `accepted`."""
    if message.startswith(DATA + msgpack.packb("rejected")):
        raise sockets.Lost("Colyseus refused a move.")
    return message.startswith(DATA + msgpack.packb("accepted"))


PEERS: Mapping[str, Peer] = {
    "websockets": Peer(python("peers/broadcast.py"), join_plain),
    "ws": Peer(node("ws.cjs"), join_plain),
    "socketio": Peer(node("socketio.cjs"), join_socketio),
    "colyseus": Peer(node("colyseus.cjs"), join_colyseus, move_colyseus, answers_colyseus),
    "boardgameio": Peer(node("boardgameio.cjs"), join_boardgameio, move_boardgameio, answers_boardgameio),
}
