"""Keeping a connection: what is tried again and what is not, with servers that do everything wrong."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.link import VIEW, WELCOME, Pauses, Peer, Script, scripted, soon, welcomed
from msgspec.structs import replace
from wardiary_cli.client import Back, Client, Heard, Lost
from wardiary_cli.exits import Exit
from wardiary_cli.keeper import LONGEST_PAUSE, pause_before
from wardiary_protocol.messages import CLOSE_CODES, Accepted, Closing, Hello, Presence, Resume, Update
from wardiary_protocol.wire import Format, decode_client

FINAL = {
    4400: Exit.FAULT,
    4401: Exit.REFUSED,
    4403: Exit.TAKEN_BACK,
    4404: Exit.REFUSED,
    4409: Exit.VERSION,
    4429: Exit.FAULT,
    4503: Exit.HALTED,
}
FOR_NOW = {1001, 1008, 1011, 4408}


def closing(code: int, *last: Closing) -> Script:
    """A script: welcomes, and closes with this code."""

    async def script(peer: Peer) -> None:
        await peer.hear()
        await peer.say(WELCOME, *last)
        await peer.connection.close(code, "for a reason")

    return script


def test_every_close_code_of_the_protocol_is_known_here() -> None:
    assert CLOSE_CODES.keys() <= FINAL.keys() | FOR_NOW | {1009}


@pytest.mark.parametrize(("code", "exit"), FINAL.items())
async def test_after_some_codes_it_does_not_come_back(code: int, exit: Exit) -> None:
    async with scripted(closing(code)) as address, Client(address, code="X", pause=Pauses()) as client:
        end = await soon(client.ended())

    assert (end.exit, end.text) == (exit, "for a reason")


@pytest.mark.parametrize("code", sorted(FOR_NOW))
async def test_after_others_it_does(code: int) -> None:
    pauses = Pauses()
    async with scripted(closing(code), welcomed) as address, Client(address, code="X", pause=pauses) as client:
        said = client.messages()
        await pauses.wanted()
        pauses.let()
        assert await soon(anext(said)) == Lost("for a reason")
        assert await soon(anext(said)) == Back()
        await soon(client.until(lambda: client.here))


async def test_the_servers_word_counts_whether_to_come_back() -> None:
    last = Closing("seat_taken_back", "Never again.", back=False)
    async with scripted(closing(1000, last)) as address, Client(address, code="X", pause=Pauses()) as client:
        end = await soon(client.ended())

    assert (end.exit, end.text) == (Exit.REFUSED, "Never again.")


async def test_with_once_it_tries_once() -> None:
    async with scripted(closing(1001)) as address, Client(address, code="X", once=True) as client:
        end = await soon(client.ended())

    assert end.exit is Exit.UNREACHABLE
    assert end.text == f"No connection to {address.host}: for a reason."


async def test_what_a_newer_server_says_is_passed_over() -> None:
    async def newer(peer: Peer) -> None:
        await peer.hear()
        await peer.connection.send('{"t": "fanfare", "loud": true}')
        await peer.say(replace(WELCOME, presence={"red": "here"}))
        await peer.connection.send('{"t": "presence", "seats": {"red": "away"}, "mood": "good"}')
        await peer.connection.wait_closed()

    async with scripted(newer) as address, Client(address, code="X", fmt=Format.JSON) as client:
        await soon(client.until(lambda: client.presence == Presence({"red": "away"})))


async def test_what_cannot_be_read_ends_the_connection_and_no_more() -> None:
    async def mad(peer: Peer) -> None:
        await peer.hear()
        await peer.say(WELCOME)
        await peer.connection.send("}{")
        await peer.connection.wait_closed()

    pauses = Pauses()
    async with scripted(mad, welcomed) as address, Client(address, code="X", fmt=Format.JSON, pause=pauses) as client:
        said = client.messages()
        pauses.let()
        lost = await soon(anext(said))
        assert isinstance(lost, Lost)
        assert "cannot be read" in lost.text
        await soon(client.until(lambda: client.here))


async def test_out_of_step_it_asks_for_the_whole_view() -> None:
    hellos: list[Hello] = []

    async def wrong(peer: Peer) -> None:
        hellos.append(await hello_of(peer))
        await peer.say(WELCOME, Update(1, 2, 0, (), [(["game", "now", "title"], "B")], "0" * 16, "witness-2"))
        await peer.connection.wait_closed()

    async def right(peer: Peer) -> None:
        hellos.append(await hello_of(peer))
        await peer.say(WELCOME)
        await peer.connection.wait_closed()

    pauses = Pauses()
    async with scripted(wrong, right) as address, Client(address, code="X", pause=pauses) as client:
        pauses.let()
        await soon(client.until(lambda: len(hellos) == 2 and client.here))

    assert hellos[0].resume is None
    assert hellos[1].resume == Resume("e1", "spectator", 1, "")
    assert client.replica.view == VIEW


async def hello_of(peer: Peer) -> Hello:
    message = decode_client(await peer.hear(), peer.fmt)
    assert isinstance(message, Hello)
    return message


async def test_a_welcome_that_does_not_fit_is_not_taken_for_one() -> None:
    async def lying(peer: Peer) -> None:
        await peer.hear()
        await peer.say(replace(WELCOME, hash="0" * 16))
        await peer.connection.wait_closed()

    pauses = Pauses()
    async with scripted(lying, welcomed) as address:
        client = Client(address, code="X", pause=pauses)
        opening = asyncio.create_task(client.open())
        await pauses.wanted()
        assert not client.here
        pauses.let()
        await soon(opening)
        await client.aclose()


async def test_what_is_unanswered_is_asked_again_first_and_in_its_order() -> None:
    asked: list[list[str]] = [[], []]

    async def silent(peer: Peer) -> None:
        await hello_of(peer)
        await peer.say(WELCOME)
        for _ in range(3):
            asked[0].append(getattr(decode_client(await peer.hear(), peer.fmt), "id", ""))
        await peer.connection.close(1001)

    async def answering(peer: Peer) -> None:
        await hello_of(peer)
        await peer.say(WELCOME)
        for _ in range(4):
            id = getattr(decode_client(await peer.hear(), peer.fmt), "id", "")
            asked[1].append(id)
            await peer.say(Accepted(id, 1))
        await peer.connection.wait_closed()

    pauses = Pauses()
    async with scripted(silent, answering) as address, Client(address, code="X", pause=pauses) as client:
        first = [asyncio.create_task(client.command({"do": "x"}, id=f"first-{n}")) for n in range(3)]
        await pauses.wanted()
        client.typing()  # is not kept for another connection
        later = asyncio.create_task(client.command({"do": "x"}, id="later"))
        await asyncio.sleep(0)
        pauses.let()
        await soon(asyncio.gather(*first, later))

    assert asked == [["first-0", "first-1", "first-2"], ["first-0", "first-1", "first-2", "later"]]


async def test_pauses_grow_while_nobody_answers_and_begin_anew_after_a_welcome() -> None:
    pauses = Pauses()
    pauses.let()
    said: list[Heard] = []
    scripts = [closing(1001), *([refuses] * 8), closing(1001), welcomed]
    async with scripted(*scripts) as address:
        client = Client(address, code="X", pause=pauses, jitter=lambda: 1.0)
        client.listeners.append(lambda heard, _data: said.append(heard))
        await soon(client.open())
        await soon(client.until(lambda: sum(isinstance(heard, Back) for heard in said) == 2 and client.here))
        await client.aclose()

    assert pauses.asked == [0.5, 1, 2, 4, 8, 10, 10, 10, 10, 0.5]
    assert sum(isinstance(heard, Lost) for heard in said) == 2


async def refuses(peer: Peer) -> None:
    """A script: says nothing and goes."""
    await peer.connection.close(1001)


@given(st.integers(0, 10**9), st.floats(0, 1))
def test_a_pause_is_never_long_and_never_nothing(tries: int, jitter: float) -> None:
    assert 0.25 <= pause_before(tries, jitter) <= LONGEST_PAUSE
