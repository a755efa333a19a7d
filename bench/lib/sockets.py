"""The load's side of a connection: just enough of WebSocket, as cheap as Python can have it.

Nothing here is the code under test: the server's frames are read by a second hand, so that a fault on one side does
not hide behind the same fault on the other.
"""

from __future__ import annotations

import resource
import select
import socket
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wardiary_protocol.messages import PATH, ClientMessage, Command, Hello, Welcome
from wardiary_protocol.wire import Format, decode_server, encode

from .machine import Trouble

FORMAT = Format.MSGPACK
BUFFER = 256 * 1024

REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


class Lost(Trouble):
    """A connection was closed, or said something else than it should."""


# ---------------------------------------------------------------------------------------------- frames


def masked(payload: bytes, opcode: int = 0x82) -> bytes:
    """A client's frame. Its mask is zero, which masks nothing and costs nothing."""
    size = len(payload)
    if size < 126:
        return bytes((opcode, 0x80 | size, 0, 0, 0, 0)) + payload
    return bytes((opcode, 0x80 | 126, size >> 8, size & 255, 0, 0, 0, 0)) + payload


def framed(payload: bytes) -> bytes:
    """A server's frame."""
    size = len(payload)
    if size < 126:
        return bytes((0x82, size)) + payload
    if size < 65_536:
        return bytes((0x82, 126, size >> 8, size & 255)) + payload
    return bytes((0x82, 127)) + size.to_bytes(8) + payload


class Frames:
    """Cuts what a server sends into the payloads of its messages."""

    def __init__(self) -> None:
        self._left = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The payloads that are complete with these bytes."""
        data = self._left + data if self._left else data
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size > 125:
                width = 2 if size == 126 else 8
                start += width
                if start > end:
                    break
                size = int.from_bytes(data[at + 2 : start])
            if start + size > end:
                break
            if data[at] in (0x81, 0x82):
                yield data[start : start + size]
            elif data[at] != 0x89:
                raise Lost(f"The server closed the connection: {data[start : start + size]!r}")
            at = start + size
        self._left = data[at:]


def is_a(tag: bytes, payload: bytes) -> bool:
    """Whether a message of the server has this tag, without reading the rest: the tag comes first."""
    return payload[3] == 0xA0 | len(tag) and payload[4 : 4 + len(tag)] == tag


# ---------------------------------------------------------------------------------------------- connections


class Client:
    """One connection that was welcomed."""

    def __init__(self, port: int, hello: Hello) -> None:
        self.frames = Frames()
        self.socket, rest = upgraded(port, PATH, f"Sec-WebSocket-Protocol: {FORMAT}\r\n")
        self.heard = list(self.frames.feed(rest))
        self.bytes = 0
        self.send(hello)
        self.welcome = self._welcome()

    def _welcome(self) -> Welcome:
        while not self.heard:
            self.heard.extend(self.frames.feed(received(self.socket)))
        self.bytes = len(self.heard[0])
        welcome = decode_server(self.heard.pop(0), FORMAT)
        if not isinstance(welcome, Welcome):
            raise Lost(f"This is no welcome: {welcome}")
        return welcome

    def send(self, message: ClientMessage) -> None:
        """Sends a message."""
        self.socket.sendall(masked(encode(message, FORMAT)))

    def command(self, id: str, body: Mapping[str, Any]) -> None:
        """Sends a command."""
        self.send(Command(id, body))

    def close(self) -> None:
        """Lets go, without a word."""
        self.socket.close()


def plain(port: int) -> socket.socket:
    """A TCP connection and nothing more."""
    made = socket.create_connection(("127.0.0.1", port))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def upgraded(port: int, path: str, more: str = "") -> tuple[socket.socket, bytes]:
    """A WebSocket that is open, and what came behind the server's answer. `more` is further lines of the request."""
    made = plain(port)
    made.sendall(REQUEST.format(path=path, port=port, more=more).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += received(made)
    head, _, rest = answer.partition(b"\r\n\r\n")
    if b" 101 " not in head.partition(b"\r\n")[0]:
        raise Lost(f"The server refused the connection: {head!r}")
    return made, rest


def received(sock: socket.socket) -> bytes:
    """What comes next."""
    data = sock.recv(BUFFER)
    if not data:
        raise Lost("The server closed a connection.")
    return data


Hear = Callable[[bytes], None]


class Ears:
    """A few connections that are listened to at once."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._heard: dict[int, tuple[socket.socket, Hear]] = {}

    def add(self, sock: socket.socket, hear: Hear) -> None:
        """One more; what it is sent goes to `hear`."""
        self._heard[sock.fileno()] = sock, hear
        self._poll.register(sock.fileno(), select.EPOLLIN)

    def listen(self, timeout: float = 60.0) -> bool:
        """Hears what has come, or waits for something; whether anything came."""
        ready = self._poll.poll(timeout)
        for number, _event in ready:
            sock, hear = self._heard[number]
            hear(received(sock))
        return bool(ready)


def many_files() -> None:
    """Lets this process, and what it starts, have as many connections as the system allows."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
