"""Links and addresses as people paste them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_cli.address import Address, BadAddress, parse

SECRET = "EcL_M-2pzSiLNVvPpEYXL94pck7IfD4_"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://host:8765/", "ws://host:8765/ws"),
        ("http://host:8765", "ws://host:8765/ws"),
        ("https://play.example.org/", "wss://play.example.org/ws"),
        ("https://example.org/games/derelict/", "wss://example.org/games/derelict/ws"),
        ("ws://host:8765/ws", "ws://host:8765/ws"),
        ("wss://host/ws/", "wss://host/ws"),
        ("host:9000", "ws://host:9000/ws"),
        ("host", "ws://host:8765/ws"),
        ("192.168.0.7", "ws://192.168.0.7:8765/ws"),
        ("[::1]:9000", "ws://[::1]:9000/ws"),
        ("[::1]", "ws://[::1]:8765/ws"),
        ("  HTTP://Host:8765/ ", "ws://host:8765/ws"),
    ],
)
def test_every_way_to_say_where_leads_to_the_websocket(text: str, url: str) -> None:
    assert parse(text) == Address(url)


@pytest.mark.parametrize("base", ["http://host:8765/", "http://host:8765", "host:8765", "ws://host:8765/ws"])
def test_the_secret_stands_behind_the_hash_and_does_not_get_into_the_address(base: str) -> None:
    assert parse(f"{base}#i={SECRET}") == Address("ws://host:8765/ws", invite=SECRET)
    assert parse(f"{base}#r=3VXXV6") == Address("ws://host:8765/ws", code="3VXXV6")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no server"),
        ("ftp://host/", "ftp://"),
        ("http://", "names no server"),
        ("http://host:port/", "no address"),
        ("http://host:99999/", "no address"),
        ("http://[::1/", "no address"),
        ("http://ada@host/", "no name"),
        ("http://host/?i=secret", "no question mark"),
        ("http://host/#x=1", "invite"),
        ("http://host/#i=a&r=b", "nothing else"),
        ("http://host/#secret", "invite"),
        ("http://host/#i=", "invite"),
    ],
)
def test_what_is_no_address_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(BadAddress, match=why):
        parse(text)


@given(st.text())
def test_whatever_is_pasted_is_an_address_or_a_sentence(text: str) -> None:
    with contextlib.suppress(BadAddress):
        assert parse(text).url.startswith(("ws://", "wss://"))


def test_this_machine_is_one_server_whatever_it_is_called() -> None:
    names = {parse(f"http://{host}:8765/").server for host in ("localhost", "127.0.0.1", "[::1]")}

    assert names == {"ws://localhost:8765/ws"}
    assert parse("http://host:8765/").server == "ws://host:8765/ws"


def test_a_sentence_names_the_host_and_no_secret() -> None:
    assert parse(f"http://host:8765/#i={SECRET}").host == "host:8765"
