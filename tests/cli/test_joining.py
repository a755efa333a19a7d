"""Sitting down, and being known again."""

import asyncio
from pathlib import Path

import pytest
from kit.link import code_of, link, seated, soon
from kit.net import serving
from wardiary_cli.address import Address, parse
from wardiary_cli.client import Client
from wardiary_cli.exits import Ended, Exit
from wardiary_cli.joining import forget_if_gone, keep_tokens, kept_token, sit_down
from wardiary_cli.naming import Unclear
from wardiary_cli.seats import Held, Seats, hashed
from wardiary_protocol.messages import Accepted, Knock

LINK = parse("http://host:8765/#i=invite")
RED = Held(LINK.server, "g1", "red", "reds", "Derelict", hashed("invite"), hashed("CODE"))
BLUE = Held(LINK.server, "g1", "blue", "blues", "Derelict", hashed("another"), hashed("CODE"))


def holding(folder: Path, *held: Held) -> Seats:
    seats = Seats(folder)
    for one in held:
        seats.keep(one)
    return seats


def test_the_same_invite_finds_its_seat_again(tmp_path: Path) -> None:
    seats = holding(tmp_path, RED, BLUE)

    assert kept_token(LINK, seats, "") == "reds"
    assert kept_token(parse("http://host:8765/#i=new"), seats, "") == ""
    assert kept_token(parse("http://elsewhere:8765/#i=invite"), seats, "") == ""


def test_the_bare_address_takes_back_the_only_seat_or_the_one_that_is_named(tmp_path: Path) -> None:
    assert kept_token(parse("host:8765"), holding(tmp_path / "one", RED), "") == "reds"

    seats = holding(tmp_path, RED, BLUE)
    assert kept_token(parse("host:8765"), seats, "blue") == "blues"
    with pytest.raises(Unclear, match=r"red \(Derelict\) or blue \(Derelict\).*--seat"):
        kept_token(parse("host:8765"), seats, "")
    with pytest.raises(Unclear, match="No token is kept for the seat referee"):
        kept_token(parse("host:8765"), seats, "referee")
    with pytest.raises(Unclear, match="No token is kept for any seat at host:9999"):
        kept_token(parse("host:9999"), seats, "")


def test_a_room_code_takes_back_a_seat_of_its_game(tmp_path: Path) -> None:
    seats = holding(tmp_path, RED)

    assert kept_token(parse("http://host:8765/#r=CODE"), seats, "") == "reds"
    assert kept_token(parse("http://host:8765/#r=CODE"), seats, "blue") == ""
    assert kept_token(parse("http://host:8765/#r=OTHER"), seats, "") == ""


def warned(_text: str) -> None:
    raise AssertionError(_text)


async def test_a_token_is_kept_the_moment_it_comes(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        seats = Seats(tmp_path / "state")
        address = parse(link(table, invite=table.lobby.vault.issue_invite("test", "red")))
        client = Client(address)
        keep_tokens(client, seats, warned)
        async with client:
            assert kept_token(address, seats, "") == client.token
            (held,) = seats.all()
            assert (held.game, held.seat, held.title) == ("test", "red", "a test")
            assert kept_token(parse(link(table, code=code_of(table))), seats, "") == client.token

        # another day, the same used invite
        async with Client(address, token=kept_token(address, seats, "")) as again:
            assert again.scene.seat == "red"


async def test_a_token_that_was_given_is_kept_too_and_written_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table:
        seats = Seats(tmp_path / "state")
        for _ in range(2):
            client = Client(Address(table.url), token=await table.seat("red"))
            keep_tokens(client, seats, warned)
            async with client:
                written = seats.path.stat().st_ino

        assert seats.path.stat().st_ino == written
        assert [held.seat for held in seats.all()] == ["red"]


async def test_a_token_that_cannot_be_kept_is_told_to_its_owner(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    told: list[str] = []
    async with serving(tmp_path / "games") as table:
        client = Client(link(table, invite=table.lobby.vault.issue_invite("test", "red")))
        keep_tokens(client, Seats(tmp_path / "state"), told.append)
        async with client:
            assert client.token in told[0]
            assert "cannot be" in told[0]


async def test_a_seat_that_was_taken_back_is_forgotten(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "referee") as referee:
        seats = Seats(tmp_path / "state")
        client = Client(Address(table.url), token=await table.seat("red"))
        keep_tokens(client, seats, warned)
        async with client:
            forget_if_gone(client, seats, Ended(Exit.REFUSED, "for another reason"))
            assert len(seats.all()) == 1
            assert isinstance(await referee.command({"do": "vacate", "seat": "red"}), Accepted)
            forget_if_gone(client, seats, await soon(client.ended()))

        assert seats.all() == []


async def test_a_spectator_who_is_let_in_keeps_the_seat(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seated(table, "blue") as blue:
        seats = Seats(tmp_path / "state")
        heard = blue.messages()
        async with Client(link(table, code=code_of(table))) as guest:
            sitting = asyncio.create_task(sit_down(guest, seats, "red", "Ada", warned))
            while not isinstance(knock := await soon(anext(heard)), Knock):
                pass
            await blue.admit(knock.knock)
            await soon(sitting)

            assert (guest.scene.seat, guest.scene.held["red"]) == ("red", "Ada")
            assert kept_token(parse(link(table, code=code_of(table))), seats, "") == guest.token
