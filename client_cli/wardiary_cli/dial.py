"""Opening a connection to a server, and what to say when that fails."""

from __future__ import annotations

import logging
import ssl
from urllib.parse import urlsplit

from wardiary_protocol.wire import Format
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
    NegotiationError,
    ProxyError,
    WebSocketException,
)

from .address import Address
from .exits import Ended, Exit

_BIGGEST = 256 * 1024 * 1024
"""Bytes of one message from a server: a whole view of a game that is far larger than any we have seen."""

_QUIET = logging.getLogger("wardiary.connection")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


class Unreachable(Exception):
    """There is no connection now; there may be one later. The text says why, as the rest of a sentence."""


async def dial(address: Address, fmt: Format, agent: str) -> ClientConnection:
    """A WebSocket that has agreed on a format. Raises `Unreachable`, or `Ended` where trying again is no use."""
    try:
        connection = await connect(
            address.url,
            subprotocols=[fmt],  # type: ignore[list-item]  # a NewType of text
            compression=None,
            user_agent_header=agent,
            # A proxy of the environment's is for the world outside. What speaks without TLS is a table in the house.
            proxy=True if urlsplit(address.url).scheme == "wss" else None,
            max_size=_BIGGEST,
            ping_interval=15,
            ping_timeout=15,
            close_timeout=2,
            logger=_QUIET,
        )
    except InvalidStatus as refused:
        raise _refused(address, refused) from None
    except NegotiationError:
        raise Ended(Exit.VERSION, f"{address.host} speaks another version of the protocol: update wardiary.") from None
    except ssl.SSLCertVerificationError as wrong:
        raise Ended(Exit.UNREACHABLE, f"{address.host} cannot prove who it is: {wrong.verify_message}.") from None
    except InvalidURI as wrong:
        raise Ended(Exit.USAGE, f"{address.url} is no address that can be connected to ({wrong}).") from None
    except (OSError, WebSocketException, EOFError) as wrong:
        raise Unreachable(_why(wrong)) from None
    if str(connection.subprotocol or "") != fmt:
        await connection.close()
        raise Ended(Exit.VERSION, f"{address.host} does not speak {fmt}: is that a wardiary server?")
    return connection


def _refused(address: Address, refused: InvalidStatus) -> Exception:
    """An HTTP status in place of a WebSocket. 5xx is a proxy whose server is away, or a server that is full."""
    status = refused.response.status_code
    body = (refused.response.body or b"").decode("utf-8", "replace").strip()
    said = body if body and len(body) < 400 and not body.startswith("<") else f"it answers with HTTP status {status}"
    if status >= 500 or status == 429:
        return Unreachable(said)
    return Ended(Exit.REFUSED, f"{address.host} does not let us in: {said}")


def _why(wrong: Exception) -> str:
    if isinstance(wrong, TimeoutError):
        return "it does not answer"
    if isinstance(wrong, ConnectionRefusedError):
        return "nobody is listening there"
    if isinstance(wrong, ProxyError):
        return f"the proxy does not let us through ({wrong})"
    if isinstance(wrong, InvalidHandshake | EOFError):
        return "what answers there is no wardiary server"
    if isinstance(wrong, OSError):
        return (wrong.strerror or str(wrong) or type(wrong).__name__).rstrip(".").lower()
    return str(wrong) or type(wrong).__name__
