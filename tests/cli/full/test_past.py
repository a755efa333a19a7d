"""Reading back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from kit.link import seated
from kit.net import serving
from wardiary_cli.client import Client
from wardiary_cli.full.diary import Diary
from wardiary_cli.full.past import SPEEDS, Past
from wardiary_cli.paging import latest
from wardiary_protocol.messages import Accepted


@asynccontextmanager
async def read_back(folder: Path) -> AsyncIterator[tuple[Client, Past]]:
    """Vega has moved from a by b to c."""
    async with serving(folder) as table, seated(table, "red") as red:
        for zone in ("b", "c"):
            answer = await red.command({"do": "move", "unit": "vega", "to": zone})
            assert isinstance(answer, Accepted)
            await red.reached(answer.seq)
        diary = Diary()
        diary.begin((await latest(red, 200))[-2:])

        async def older() -> None:
            diary.before(await latest(red, 200))

        yield red, Past(red, diary, older)


def zone(past: Past) -> str:
    return str(past.scene.one("units", "vega").get("zone"))


async def test_an_entry_back_and_on_until_it_is_live_again(tmp_path: Path) -> None:
    async with read_back(tmp_path) as (_, past):
        assert (past.live, zone(past)) == (True, "c")
        await past.step(-1)
        assert (past.live, zone(past)) == (False, "b")
        await past.step(-1)
        assert zone(past) == "a"
        await past.step(1)
        await past.step(1)
        assert past.live


async def test_it_goes_before_what_is_known_and_not_before_the_beginning(tmp_path: Path) -> None:
    async with read_back(tmp_path) as (_, past):
        await past.go(-5)
        assert (past.at, zone(past)) == (1, "a")
        await past.turn_over(-1)
        assert past.at == 1
        await past.turn_over(1)
        assert past.live


async def test_it_plays_at_a_speed_and_stops(tmp_path: Path) -> None:
    async with read_back(tmp_path) as (_, past):
        await past.play()
        assert past.playing
        assert not past.is_due(0.5)
        assert past.is_due(0.6)
        past.faster(9)
        assert past.speed == SPEEDS[-1]
        assert past.is_due(0.2)
        await past.play()
        assert not past.is_due(9.0)
        past.back_to_now()
        assert past.live
