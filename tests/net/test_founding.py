"""A new game that a referee begins while another goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.net import Client, serving
from wardiary_protocol.messages import Begun, Bundled, Hello, NewGame, Rejected, Scenarios


async def begun(client: Client, scenario: str = "derelict") -> Begun:
    """A new game, which must be begun."""
    answer = await client.ask(NewGame("new", scenario))
    assert isinstance(answer, Begun), answer
    return answer


async def refused(client: Client, scenario: str = "derelict") -> str:
    """Why no new game is begun."""
    answer = await client.ask(NewGame("no", scenario))
    assert isinstance(answer, Rejected), answer
    return answer.code


async def test_the_referee_sees_what_there_is_with_its_sides(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        found = await (await table.player("referee")).ask(Scenarios("which"))
        assert isinstance(found, Bundled)
        assert {"derelict", "depot", "station"} <= {one.name for one in found.scenarios}
        assert all(one.title and one.about and len(one.sides) >= 2 for one in found.scenarios)


async def test_a_new_game_is_led_by_whoever_began_it_and_all_read_how_to_come_along(tmp_path: Path) -> None:
    """Given a game, when its referee begins another, its link seats the referee there, and the talk has the rest."""
    async with serving(tmp_path) as table:
        table.lobby.address = "http://192.168.1.23:8765"
        referee, eye = await table.player("referee"), await table.spectator()
        new = await begun(referee)

        await eye.until(lambda _: any(new.watch in line.text for told in eye.told for line in told.lines))
        leads = await table.hello(Hello(invite=new.link.partition("/#i=")[2], name="Ada"))
        watches = await table.hello(Hello(code=new.watch.partition("/#r=")[2]))

        assert leads.welcome is not None
        assert watches.welcome is not None
        assert (leads.welcome.game, leads.welcome.role, leads.welcome.seat) == (new.game, "referee", new.seat)
        assert (watches.welcome.game, watches.welcome.role) == (new.game, "spectator")
        assert leads.welcome.game != table.room.game
        assert not table.room.state.table.closed


@pytest.mark.parametrize("who", ["red", ""])
async def test_nobody_else_begins_one_or_sees_what_there_is(tmp_path: Path, who: str) -> None:
    async with serving(tmp_path) as table:
        client = await table.player(who) if who else await table.spectator()
        assert await refused(client) == "not_allowed"
        assert (await client.ask(Scenarios("which"))).code == "not_allowed"
        assert [game async for game in table.lobby.games()] == [table.room.game]


async def test_one_a_minute_and_what_is_refused_does_not_count(tmp_path: Path) -> None:
    async with serving(tmp_path, ping_interval=1_000) as table:
        referee = await table.player("referee")
        assert await refused(referee, "/etc/passwd") == "no_such_scenario"
        await begun(referee)
        table.later(59)
        assert await refused(referee) == "too_fast"
        table.later(1)
        await begun(referee)


async def test_a_server_whose_owner_does_not_want_it_begins_none(tmp_path: Path) -> None:
    async with serving(tmp_path, beginning=0.0) as table:
        referee = await table.player("referee")
        assert await refused(referee) == "no_new_games"
        assert (await referee.ask(Scenarios("which"))).code == "no_new_games"


async def test_a_game_that_is_closed_can_still_be_followed_by_another(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        referee = await table.player("referee")
        await table.lobby.close(table.room.game)
        assert (await begun(referee)).game
