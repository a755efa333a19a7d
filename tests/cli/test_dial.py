"""What is said when a connection cannot be opened."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from kit.link import soon
from kit.net import serving
from wardiary_cli.address import Address
from wardiary_cli.dial import Unreachable, dial
from wardiary_cli.exits import Ended, Exit
from wardiary_protocol.wire import Format
from websockets.asyncio.server import serve


@asynccontextmanager
async def answering(data: bytes) -> AsyncIterator[Address]:
    """A server that answers every request with these bytes."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(data)
        writer.close()

    async with await asyncio.start_server(handle, "127.0.0.1", 0) as server:
        yield Address(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws")


def http(status: str, body: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode()


async def failing(address: Address) -> Exception:
    with pytest.raises((Unreachable, Ended)) as failed:
        await soon(dial(address, Format.MSGPACK, "wardiary"))
    return failed.value


@pytest.mark.parametrize("fmt", list(Format))
async def test_a_server_and_a_client_agree_on_a_format(tmp_path: Path, fmt: Format) -> None:
    async with serving(tmp_path) as table:
        connection = await soon(dial(Address(table.url), fmt, "wardiary"))
        assert connection.subprotocol == fmt
        await connection.close()


async def test_nobody_is_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

        failed = await failing(Address(f"ws://127.0.0.1:{port}/ws"))

    assert isinstance(failed, Unreachable)
    assert str(failed) == "nobody is listening there"


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-OpenSSH_9.6\r\n", b"\r\n\r\n"])
async def test_something_else_answers(answer: bytes) -> None:
    async with answering(answer) as address:
        failed = await failing(address)

    assert isinstance(failed, Unreachable)
    assert str(failed) == "what answers there is no wardiary server"


async def test_a_refusal_comes_with_the_servers_own_sentence() -> None:
    async with answering(http("421 Misdirected Request", "This server is not called example.org.\n")) as address:
        failed = await failing(address)

    assert isinstance(failed, Ended)
    assert failed.exit is Exit.REFUSED
    assert failed.text == f"{address.host} does not let us in: This server is not called example.org."


async def test_a_page_in_place_of_a_sentence_is_not_printed() -> None:
    async with answering(http("404 Not Found", "<html>…")) as address:
        failed = await failing(address)

    assert str(failed).endswith("it answers with HTTP status 404")


async def test_a_proxy_whose_server_is_away_is_asked_again() -> None:
    async with answering(http("502 Bad Gateway")) as address:
        assert isinstance(await failing(address), Unreachable)


async def test_a_server_that_speaks_another_protocol_is_of_another_version() -> None:
    async def handle(connection: object) -> None:
        """Says nothing."""

    async with serve(handle, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        failed = await failing(Address(f"ws://127.0.0.1:{port}/ws"))

    assert isinstance(failed, Ended)
    assert failed.exit is Exit.VERSION


async def test_a_name_that_nobody_knows_may_be_known_later() -> None:
    assert isinstance(await failing(Address("ws://no-such-host.invalid:8765/ws")), Unreachable)
