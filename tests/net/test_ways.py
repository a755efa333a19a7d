"""Links to hand on, each as a QR code too; and leading others through the past."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.net import Client, serving
from wardiary_protocol.messages import Hello, Invite, Invited, Lead, Rejected
from wardiary_server.qr import rows


async def asked(client: Client, seat: str = "") -> Invited | Rejected:
    """What a client is given when it asks for a link."""
    answer = await client.ask(Invite("link", seat))
    assert isinstance(answer, Invited | Rejected)
    return answer


async def leads(client: Client, seat: str, seq: int) -> None:
    """Follows until a client is told that this seat leads, and where."""
    while client.presence is None or (client.presence.lead, client.presence.lead_at) != (seat, seq):
        await client.hear()


async def test_the_referee_hands_out_a_seat_and_a_new_link_takes_the_place_of_the_old(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        table.lobby.address = "http://192.168.1.23:8765"
        referee = await table.player("referee")
        first, second = await asked(referee, "red"), await asked(referee, "red")
        assert isinstance(first, Invited)
        assert isinstance(second, Invited)
        assert second.link.startswith("http://192.168.1.23:8765/#i=")
        assert second.qr == rows(second.link)
        old, new = (one.link.partition("#i=")[2] for one in (first, second))
        late = await table.knock()
        await late.say(Hello(invite=old))
        closing, _code = await late.end()
        assert closing is not None
        assert closing.code == "refused"
        red = await table.hello(Hello(invite=new, name="Ada"))
        assert red.welcome is not None
        assert red.welcome.seat == "red"


@pytest.mark.parametrize("who", ["red", ""])
async def test_others_get_the_link_to_watch_and_no_seat(tmp_path: Path, who: str) -> None:
    async with serving(tmp_path) as table:
        client = await table.player(who) if who else await table.spectator()
        watch = await asked(client)
        assert isinstance(watch, Invited)
        eye = await table.hello(Hello(code=watch.link.partition("#r=")[2]))
        assert eye.welcome is not None
        assert eye.welcome.role == "spectator"
        refused = await asked(client, "blue")
        assert isinstance(refused, Rejected)
        assert refused.code == "not_allowed"


async def test_there_is_no_link_to_a_seat_that_there_is_not_and_none_to_watch_what_is_closed(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        referee = await table.player("referee")
        missing = await asked(referee, "green")
        await referee.accepted("watching", on=False)
        closed = await asked(referee)
        assert isinstance(missing, Rejected)
        assert isinstance(closed, Rejected)
        assert [missing.code, closed.code] == ["no_such_seat", "watching_off"]


async def test_a_seat_leads_the_others_through_the_past_until_it_stops_or_leaves(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        seq = table.room.state.seq
        for said, told in ((Lead(2), ("red", 2)), (Lead(1), ("red", 1)), (Lead(), ("", 0)), (Lead(2), ("red", 2))):
            await red.say(said)
            await leads(eye, *told)
        await red.leave()
        await leads(eye, "", 0)
        assert table.room.state.seq == seq  # none of it is an entry


async def test_who_watches_leads_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red, eye = await table.player("red"), await table.spectator()
        await eye.say(Lead(1))
        await asked(eye)
        await asked(red)
        assert red.presence is None or not red.presence.lead
