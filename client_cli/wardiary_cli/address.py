"""What people paste after `wardiary join`: a link with a secret behind the `#`, a WebSocket address, or host:port."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, urlsplit

from wardiary_protocol.messages import PATH

PORT = 8765
_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class BadAddress(ValueError):
    """The text is no address of a server; the message says why."""


class Address(NamedTuple):
    """Where a server takes WebSockets, and the secret that stood in the link, if one did."""

    url: str
    invite: str = ""
    code: str = ""

    @property
    def server(self) -> str:
        """What the server is called wherever something is kept for it: the ways to say *this machine* are one."""
        parts = urlsplit(self.url)
        if parts.hostname not in _LOOPBACK:
            return self.url
        return parts._replace(netloc=f"localhost:{parts.port}" if parts.port else "localhost").geturl()

    @property
    def host(self) -> str:
        """Host and port, for a sentence."""
        return urlsplit(self.url).netloc


def parse(text: str) -> Address:
    """The address that somebody typed or pasted. Raises `BadAddress`."""
    text = text.strip()
    parts = _split(text)
    scheme = _SCHEMES.get(parts.scheme)
    if scheme is None:
        raise BadAddress(
            f"{parts.scheme}:// is no way to a wardiary server: it takes http://, https://, ws:// or wss://."
        )
    if not parts.hostname:
        raise BadAddress(f"{text!r} names no server. A link looks like http://host:{PORT}/#i=…")
    if parts.username is not None or parts.query:
        raise BadAddress("An address holds a host, a port, and a secret behind the # only: no name, no question mark.")
    invite, code = _secret(parts.fragment)
    path = parts.path.rstrip("/")
    path = path if path.endswith(PATH) else path + PATH
    return Address(f"{scheme}://{parts.netloc.lower()}{path}", invite, code)


def _split(text: str) -> SplitResult:
    bare = "://" not in text
    try:
        parts = urlsplit(f"http://{text}" if bare else text)
        port = parts.port
    except ValueError as wrong:
        raise BadAddress(f"{text!r} is no address: {wrong}.") from None
    if bare and parts.netloc and port is None:
        return parts._replace(netloc=f"{parts.netloc.rstrip(':')}:{PORT}")
    return parts


def _secret(fragment: str) -> tuple[str, str]:
    """The invite or the room code behind the `#`."""
    found = parse_qs(fragment, keep_blank_values=False)
    invite, code = found.pop("i", [""])[0], found.pop("r", [""])[0]
    if found or (invite and code) or (fragment and not (invite or code)):
        raise BadAddress("Behind the # stands an invite (#i=…) or a room code (#r=…), and nothing else.")
    return invite, code
