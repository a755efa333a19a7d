"""Who may knock at all: Host, Origin, and the few pages there are."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.net import serving
from wardiary_protocol.messages import PATH, Hello, Welcome
from wardiary_protocol.wire import Format
from wardiary_server.net import Settings
from wardiary_server.net.gate import Gate, is_same, parts
from websockets.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request, Response

GATE = Gate(
    Settings(hosts=("wardiary.example", "192.168.1.5", "[fd00::5]")), lambda: (True, {"games": 1, "connections": 2})
)
HERE = "10.0.0.9"  # the address by which the request came in


def ask(path: str = PATH, host: str = "wardiary.example:8765", method: str = "GET", **more: str) -> Response | None:
    headers = Headers({"Host": host, **{name.title(): value for name, value in more.items()}})
    return GATE.answer(Request(path, headers, method), HERE)


def status(response: Response | None) -> int:
    return 101 if response is None else response.status_code


@pytest.mark.parametrize(
    "host",
    ["wardiary.example", "WARDIARY.example:8765", "192.168.1.5:8765", "[fd00::5]:8765", "10.0.0.9:8765", "10.0.0.9"],
)
def test_own_names_and_addresses_are_answered_whatever_the_port(host: str) -> None:
    assert status(ask(host=host)) == 101
    assert status(ask("/healthz", host)) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "wardiary.example.evil.example", "localhost:8765", "127.0.0.1", "a@wardiary.example",
     "wardiary.example:x", "192.168.1.5.evil.example", "wardiary.example/", "[", "[fd00::5", "x" * 500],
)  # fmt: skip
def test_a_request_for_somebody_else_is_misdirected(host: str) -> None:
    """A stranger's name that points at this machine (DNS rebinding) is none of ours."""
    for path in (PATH, "/", "/healthz"):
        response = ask(path, host)
        assert status(response) == 421
        assert response is not None
        assert response.body.decode().endswith("(--allow-host).\n")
        assert len(response.body) < 300


@pytest.mark.parametrize("host", ["localhost", "localhost:8765", "127.0.0.1:8765", "[::1]:8765", "LOCALHOST"])
@pytest.mark.parametrize("local", ["127.0.0.1", "::1"])
def test_loopback_has_its_names_on_loopback_only(host: str, local: str) -> None:
    assert Gate(Settings(), lambda: (True, {})).knows(host, local)
    assert not Gate(Settings(), lambda: (True, {})).knows(host, "192.168.1.5")


def test_a_request_without_one_host_is_a_bad_one() -> None:
    twice = Headers([("Host", "wardiary.example"), ("Host", "evil.example")])
    for headers in (Headers(), Headers({"Host": ""}), twice):
        assert status(GATE.answer(Request("/", headers), HERE)) == 400


@pytest.mark.parametrize(
    ("origin", "code"),
    [
        ("http://wardiary.example:8765", 101),
        ("HTTP://Wardiary.Example:8765", 101),
        ("https://wardiary.example", 101),  # a proxy in front of us speaks TLS, and calls us by another port
        ("http://wardiary.example", 403),
        ("http://wardiary.example:3000", 403),
        ("https://wardiary.example:3000", 403),
        ("http://evil.example:8765", 403),
        ("https://evil.example", 403),
        ("http://wardiary.example.evil.example:8765", 403),
        ("http://evil.example@wardiary.example:8765", 403),
        ("null", 403),
        ("file://", 403),
        ("", 403),
        ("wardiary.example:8765", 403),
    ],
)
def test_only_a_page_of_our_own_may_connect(origin: str, code: int) -> None:
    response = ask(origin=origin)
    assert status(response) == code
    if response is not None:
        assert b"may not connect here" in response.body


def test_two_origins_are_none_of_ours() -> None:
    headers = Headers({"Host": "wardiary.example"})
    headers["Origin"] = "https://wardiary.example"
    headers["Origin"] = "https://evil.example"
    assert status(GATE.answer(Request(PATH, headers), HERE)) == 403


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://a.example", "a.example:80", True),
        ("http://a.example:80", "a.example", True),
        ("https://a.example", "a.example:443", True),
        ("https://a.example", "a.example:80", False),
        ("http://[::1]:8765", "[::1]:8765", True),
        ("ftp://a.example", "a.example", False),
    ],
)
def test_the_usual_port_may_be_left_out(origin: str, host: str, same: bool) -> None:
    assert is_same(origin, host) is same


VALUES = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40)


@given(VALUES, VALUES)
def test_whatever_headers_hold_there_is_an_answer(host: str, origin: str) -> None:
    response = GATE.answer(Request(PATH, Headers({"Host": host, "Origin": origin})), HERE)
    assert status(response) in (101, 400, 403, 421)
    assert isinstance(parts(host), tuple)


def test_health_is_told_as_json() -> None:
    response = ask("/healthz?from=probe")
    assert response is not None
    assert json.loads(response.body) == {"ok": True, "games": 1, "connections": 2}
    closing = Gate(Settings(hosts=("a",)), lambda: (False, {})).answer(
        Request("/healthz", Headers({"Host": "a"})), HERE
    )
    assert status(closing) == 503


def test_the_page_is_served_and_says_what_to_do_without_javascript() -> None:
    page = ask("/")
    assert page is not None
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert b"wardiary join" in page.body
    assert status(ask("/page/main.js")) == 200
    assert status(ask("/page/main.js", "evil.example")) == 421
    head = ask("/", method="HEAD")
    assert head is not None
    assert (head.body, head.headers["Content-Length"]) == (b"", page.headers["Content-Length"])


@pytest.mark.parametrize("path", ["/favicon.ico", "/ws/", "//", "/healthz/x", "*", "/<script>alert(1)</script>"])
def test_anything_else_is_not_found(path: str) -> None:
    response = ask(path)
    assert response is not None
    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT"])
def test_nothing_is_ever_posted(method: str) -> None:
    assert status(ask("/", method=method)) == 405


# ------------------------------------------------------------------------------------------ over a real socket


async def http(port: int, request: str) -> str:
    """What a raw request is answered with."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    return answer.decode()


async def test_the_routes_answer_over_a_socket(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.spectator()
        port = table.server.port
        well = await http(port, f"GET /healthz HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")
        assert well.startswith("HTTP/1.1 200 OK\r\n")
        assert json.loads(well.partition("\r\n\r\n")[2]) == {"ok": True, "games": 1, "connections": 1}
        assert "erver:" not in well
        assert (await http(port, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")).startswith("HTTP/1.1 421")
        assert (await http(port, f"GET /x HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")).startswith("HTTP/1.1 404")
        assert (await http(port, f"HEAD / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n")).endswith("\r\n\r\n")


async def test_a_page_of_another_server_opens_no_websocket(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        for origin, answer in (("https://evil.example", 403), (f"http://127.0.0.1:{table.server.port + 1}", 403)):
            with pytest.raises(InvalidStatus) as refused:
                await table.knock(additional_headers={"Origin": origin})
            assert refused.value.response.status_code == answer
        client = await table.knock(Format.JSON, additional_headers={"Origin": f"http://127.0.0.1:{table.server.port}"})
        await client.say(Hello(code=table.lobby.vault.room_code("test")))
        assert isinstance(await client.hear(), Welcome)


@pytest.mark.parametrize("subprotocol", ["", "wardiary.v2.json", "chat"])
async def test_a_websocket_without_our_subprotocol_is_refused(tmp_path: Path, subprotocol: str) -> None:
    async with serving(tmp_path) as table:
        line = f"Sec-WebSocket-Protocol: {subprotocol}\r\n" if subprotocol else ""
        answer = await http(
            table.server.port,
            f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{line}\r\n",
        )
        assert answer.startswith("HTTP/1.1 400")
        assert "subprotocol" in answer
