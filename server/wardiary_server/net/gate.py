"""What is decided before a WebSocket opens: for whom a request is, where it comes from, and the few pages there are.

A page of another server must not reach a game through its visitor's browser. So a request has to be for one of this
server's own names or addresses (a name that a stranger points at us is none), and if it says which page it comes from,
that must be one of ours: of the very host and port, or by TLS of a name we were given, where a proxy in front of us
speaks TLS and calls us something else. Programs say nothing of the kind, and need not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from urllib.parse import urlsplit

from wardiary_protocol.messages import PATH
from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response

from .pages import Pages
from .pictures import Pictures
from .settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1")
DEFAULT_PORTS = {"http": 80, "https": 443}
JSON, TEXT = "application/json", "text/plain; charset=utf-8"

Health = Callable[[], tuple[bool, Mapping[str, int]]]
"""Whether the server takes people in, and what it counts."""


class Gate:
    """Answers requests. `health` is asked for `/healthz`."""

    def __init__(self, settings: Settings, health: Health, pictures: Pictures | None = None) -> None:
        self._health = health
        self._pages = Pages()
        self._pictures = pictures or Pictures()
        self._hosts = frozenset(host.lower().strip("[]") for host in settings.hosts)

    def answer(self, request: Request, local: str) -> Response | None:
        """The response to a request that came in by the address `local`; None where a WebSocket may open."""
        if request.method not in ("GET", "HEAD"):
            return respond(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and HEAD are answered here.\n")
        host = single(request.headers, "Host")
        if not host:
            return respond(HTTPStatus.BAD_REQUEST, "A request names the one host that it is for.\n")
        if not self.knows(host, local):
            text = (
                f"This server is not called {shown(host)}. If it should be, start it with that name (--allow-host).\n"
            )
            return respond(HTTPStatus.MISDIRECTED_REQUEST, text)
        path = request.path.partition("?")[0]
        if path == PATH:
            return self._check_origin(request.headers, host)
        page = self._pages.answer(path, request.headers) or self._pictures.answer(path) or self._other(path)
        return page if request.method == "GET" else without_body(page)

    def knows(self, host: str, local: str) -> bool:
        """Whether a Host header names this server; whatever port it says, the request has come to the right one."""
        name, _port = parts(host)
        local = local.partition("%")[0]
        return name in self._hosts or name == local or (name in LOOPBACK and local in LOOPBACK)

    def _check_origin(self, headers: Headers, host: str) -> Response | None:
        if "Origin" not in headers:
            return None
        origin = single(headers, "Origin").lower()
        if is_same(origin, host) or origin.removeprefix("https://") in self._hosts:
            return None
        text = f"A page from {shown(origin)} may not connect here; open the page that this server itself serves.\n"
        return respond(HTTPStatus.FORBIDDEN, text)

    def _other(self, path: str) -> Response:
        if path == "/healthz":
            is_well, counts = self._health()
            status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
            return respond(status, json.dumps({"ok": is_well, **counts}) + "\n", JSON)
        text = f"There is nothing at {shown(path)}. The game's page is at /, and programs connect to {PATH}.\n"
        return respond(HTTPStatus.NOT_FOUND, text)


def respond(status: HTTPStatus, text: str, kind: str = TEXT) -> Response:
    """A whole response. Nothing of it is kept, framed, guessed at, or allowed to load anything."""
    body = text.encode()
    headers = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "Connection": "close",
    }
    return Response(status, status.phrase, Headers(headers), body)


def without_body(response: Response) -> Response:
    """The same for HEAD."""
    return Response(response.status_code, response.reason_phrase, response.headers)


def single(headers: Headers, name: str) -> str:
    """A header that may be there once; nothing where it is missing or there twice."""
    try:
        return headers.get(name, "").strip()
    except MultipleValuesError:
        return ""


def is_same(origin: str, host: str) -> bool:
    """Whether a page's origin is the server that the request is for, where both may leave out the usual port."""
    scheme, _, place = origin.partition("://")
    usual = DEFAULT_PORTS.get(scheme)
    if usual is None:
        return False
    (page, page_port), (own, own_port) = parts(place), parts(host)
    return bool(page) and page == own and (page_port or usual) == (own_port or usual)


def parts(place: str) -> tuple[str, int]:
    """Name and port of `name:port`, port 0 where there is none; no name at all where it cannot be read."""
    try:
        split = urlsplit(f"//{place}")
        if split.netloc != place or split.username is not None:
            return "", 0
        return split.hostname or "", split.port or 0
    except ValueError:
        return "", 0


def shown(text: str) -> str:
    """What somebody else wrote, as it can be put into a sentence."""
    return repr(text[:80])
