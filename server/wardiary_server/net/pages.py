"""The page for browsers: its files, each at a fixed address, made ready once.

`/` is the page itself, everything else lies under `/page/`. A browser keeps what it got, and asks with the file's hash
whether that still holds. Nothing is read when somebody asks, so nothing outside can be reached.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from wardiary_web import pages
from websockets.datastructures import Headers
from websockets.http11 import Response

KINDS: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing from another host, nothing inline: whatever somebody is called, no browser takes it for a script."""


class File(NamedTuple):
    """One file, plain and packed, with what a browser needs to know of it."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes


def file(name: str, data: bytes) -> File:
    """A file, ready to be sent. Packing takes no time of day, so that every server sends the same."""
    tag = f'W/"{sha256(data).hexdigest()[:16]}"'  # weak: plain and packed share it
    return File(KINDS[name.rpartition(".")[2]], tag, data, gzip.compress(data, mtime=0))


def placed(files: Mapping[str, bytes]) -> Mapping[str, File]:
    """Each at its path."""
    return {"/" if name == "index.html" else f"/page/{name}": file(name, data) for name, data in files.items()}


@cache
def own() -> Mapping[str, File]:
    """Those of the package."""
    return placed(pages())


class Pages:
    """All that is served to browsers, by path."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self._files = own() if files is None else placed(files)

    def answer(self, path: str, headers: Headers) -> Response | None:
        """The response for a path, or None where nothing lies there."""
        found = self._files.get(path)
        if found is None:
            return None
        if has(headers, found.tag):
            return respond(HTTPStatus.NOT_MODIFIED, found, b"")
        if unpacks(headers):
            body = found.packed
            return respond(HTTPStatus.OK, found, body, ("Content-Encoding", "gzip"), *length(body))
        return respond(HTTPStatus.OK, found, found.plain, *length(found.plain))


def has(headers: Headers, tag: str) -> bool:
    """Whether a browser says that it has the file already."""
    held = [one.strip().removeprefix("W/") for line in headers.get_all("If-None-Match") for one in line.split(",")]
    return tag.removeprefix("W/") in held or "*" in held


def unpacks(headers: Headers) -> bool:
    """Whether a browser takes gzip."""
    accepted = [one.replace(" ", "") for line in headers.get_all("Accept-Encoding") for one in line.split(",")]
    return any(one == "gzip" or (one.startswith("gzip;q=") and one.strip("gzip;q=0.") != "") for one in accepted)


def length(body: bytes) -> tuple[tuple[str, str]]:
    """The header that says how much comes."""
    return (("Content-Length", str(len(body))),)


def respond(status: HTTPStatus, found: File, body: bytes, *more: tuple[str, str]) -> Response:
    """A whole response."""
    headers = [
        ("Content-Type", found.kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cache-Control", "no-cache"),
        ("ETag", found.tag),
        ("Vary", "Accept-Encoding"),
        ("Connection", "close"),
        *more,
    ]
    return Response(status, status.phrase, Headers(headers), body)
