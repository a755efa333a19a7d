"""What is served to browsers, and that nothing else can be reached."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.net.pages import KINDS, POLICY, Pages, file
from wardiary_web import pages
from websockets.datastructures import Headers
from websockets.http11 import Response

PAGES = Pages()
LIMIT = 150_000
"""Bytes that a browser is sent before the page is there."""

FILES = {
    "index.html": b"<!doctype html>",
    "main.js": b'import { a } from "./a.js";\na();\n',
    "a.js": b"export function a() {}\n" * 100,
    "b.css": b"",
    "c.svg": b"<svg/>",
}


def ask(path: str, pages: Pages = PAGES, **headers: str) -> Response:
    """The response to a request with these headers."""
    answer = pages.answer(path, Headers({name.replace("_", "-"): value for name, value in headers.items()}))
    assert answer is not None
    return answer


def test_every_file_of_the_package_has_its_place() -> None:
    assert ask("/").body == pages()["index.html"]
    for name, data in pages().items():
        if name != "index.html":
            assert ask(f"/page/{name}").body == data


def test_all_of_it_is_small() -> None:
    sent = [
        ask(path, Accept_Encoding="gzip").body for path in ("/", "/page/main.js", "/page/style.css", "/page/icon.svg")
    ]

    assert sum(map(len, sent)) < LIMIT


def test_what_is_no_page_is_not_served() -> None:
    """The package's own Python lies in the same folder."""
    assert not [name for name in pages() if name.rpartition(".")[2] not in KINDS]
    for path in ("/page/__init__.py", "/page/py.typed", "/page/index.html", "/page/", "/page", "/index.html"):
        assert PAGES.answer(path, Headers()) is None


@given(st.text(max_size=20))
def test_nothing_else_can_be_reached(name: str) -> None:
    for path in (f"/page/{name}", f"/page/../{name}", f"/page/%2e%2e/{name}", f"/page//{name}", f"//{name}", name):
        answer = PAGES.answer(path, Headers())
        assert answer is None or path.removeprefix("/page/") in pages() or path == "/"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/page/a.js", "text/javascript; charset=utf-8"),
        ("/page/b.css", "text/css; charset=utf-8"),
        ("/page/c.svg", "image/svg+xml"),
    ],
)
def test_a_file_says_what_it_is_and_what_it_may(path: str, kind: str) -> None:
    headers = ask(path, Pages(FILES)).headers

    assert headers["Content-Type"] == kind
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in headers


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    assert POLICY.startswith("default-src 'none'")
    assert "unsafe" not in POLICY
    assert "*" not in POLICY
    assert "http" not in POLICY


def test_a_browser_that_unpacks_is_sent_fewer_bytes() -> None:
    packed = ask("/page/a.js", Pages(FILES), Accept_Encoding="br, gzip")

    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.body) == FILES["a.js"]
    assert packed.headers["Content-Length"] == str(len(packed.body))
    assert len(packed.body) < len(FILES["a.js"])


@pytest.mark.parametrize("accepted", ["br", "", "gzip;q=0", "identity, gzip;q=0.0"])
def test_one_that_does_not_gets_it_plain(accepted: str) -> None:
    plain = ask("/page/a.js", Pages(FILES), Accept_Encoding=accepted)

    assert "Content-Encoding" not in plain.headers
    assert plain.body == FILES["a.js"]


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_what_a_browser_has_is_not_sent_again(form: str) -> None:
    tag = ask("/page/a.js", Pages(FILES)).headers["ETag"]

    again = ask("/page/a.js", Pages(FILES), If_None_Match=form.format(tag.removeprefix("W/")))

    assert (again.status_code, again.body) == (304, b"")
    assert again.headers["ETag"] == tag
    assert "Content-Length" not in again.headers


def test_a_changed_file_is_sent_again() -> None:
    tag = ask("/page/a.js", Pages(FILES)).headers["ETag"]

    changed = ask("/page/a.js", Pages({**FILES, "a.js": b"export const a = 1;"}), If_None_Match=tag)

    assert changed.status_code == 200
    assert changed.body == b"export const a = 1;"


def test_a_page_is_never_taken_from_a_cache_unasked() -> None:
    assert ask("/", Pages(FILES)).headers["Cache-Control"] == "no-cache"


def test_the_same_file_is_the_same_everywhere() -> None:
    """Nothing of the time of day or the machine is in what is sent: two nodes send the same bytes."""
    assert file("a.js", FILES["a.js"]) == file("a.js", FILES["a.js"])


def test_it_is_read_once(tmp_path: Path) -> None:
    """What changes on the disk while it serves changes nothing: what is served is what was there at the start."""
    source = dict(FILES)
    served = Pages(source)
    source["a.js"] = b"changed"

    assert ask("/page/a.js", served).body == FILES["a.js"]
