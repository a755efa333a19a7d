"""The story read back."""

from pathlib import Path

from kit.link import seated
from kit.net import serving
from wardiary_cli.paging import latest, story


async def test_the_story_comes_whole_however_small_its_pages_are(tmp_path: Path) -> None:
    async with serving(tmp_path, page=400) as table, seated(table, "red") as red:
        for number in range(20):
            await red.command({"do": "say", "text": f"number {number}"})
        head = table.room.state.seq

        seqs = [told.seq async for told in story(red)]

        assert seqs == list(range(1, head + 1))
        assert [told.seq async for told in story(red, 3, 7)] == [4, 5, 6, 7]
        assert [told.seq async for told in story(red, head)] == []


async def test_the_latest_are_the_last(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        await red.command({"do": "say", "text": "hello"})
        await red.reached(table.room.state.seq)

        assert [told.lines[0].text for told in await latest(red, 1)] == ["Red: hello"]
        assert len(await latest(red, 1000)) == red.replica.seq


async def test_entries_come_with_their_changes_where_they_are_wanted(tmp_path: Path) -> None:
    async with serving(tmp_path) as table, seated(table, "red") as red:
        entries = [told async for told in story(red, changes=True)]

        assert all(told.changes is not None for told in entries)
        assert entries[-1].hash == red.replica.hash
