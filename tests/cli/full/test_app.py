"""The full screen, played with a real server: keys, lines, forms, and what others do meanwhile."""

from pathlib import Path

import pytest
from kit import game, unit
from kit.full import Glass, glass, seat_at
from kit.link import Pauses, Relay, code_of, link, seated
from kit.net import serving
from msgspec.structs import replace
from textual.command import CommandPalette
from textual.widgets import OptionList
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.exits import Exit
from wardiary_cli.full.app import Full
from wardiary_cli.full.asks import Asks
from wardiary_cli.full.board import Board
from wardiary_cli.full.commandline import CommandLine
from wardiary_cli.full.forms import OfferForm
from wardiary_cli.full.sheets import Confirm, Rows
from wardiary_cli.full.story import Story
from wardiary_cli.seats import Seats
from wardiary_protocol.messages import PATH


async def test_a_line_is_played_and_everybody_sees_it(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        seat_at(table, "red", tmp_path) as red,
        glass(Client(link(table, code=code_of(table))), tmp_path) as watcher,
    ):
        await red.type("move vega b")
        await red.until(lambda: "Vega moves from a to b." in red.story)
        await watcher.until(lambda: "Vega moves from a to b." in watcher.story)
        assert " LIVE   round 1" in red.status
        assert "watching" in watcher.status
        await red.type("move rook b")
        await red.until(lambda: red.notice == "! Rook is not yours to command. (not_yours)")


async def test_names_are_shown_as_text(tmp_path: Path) -> None:
    """melee#243, foundryvtt#13341: neither markup nor an escape sequence in a name does anything, anywhere."""
    nasty = "[red]x[/red]\x1b[2J"
    start = game("a - b", [replace(unit("vega", "a"), name=nasty), unit("rook", "b", "blue")])
    zones = {id: replace(zone, name=f"[b]{id}[/b]") for id, zone in start.zones.items()}
    async with (
        serving(tmp_path / "games", replace(start, dice={}, zones=zones, title=nasty)) as table,
        seat_at(table, "red", tmp_path) as red,
    ):
        await red.type(f"say {nasty}".replace("\x1b", "\\"))
        await red.type("move vega b")
        await red.until(lambda: "[red]x[/red]\\x1b[2J moves from [b]a[/b] to [b]b[/b]." in red.story)
        assert "YOUR GO: [red]x[/red]\\x1b[2J" in red.status
        assert "[b]a[/b]" in red.drawing
        await red.press("escape", "colon")
        await red.until(lambda: any("[red]x[/red]" in text for text in palette(red.app)))
        await red.press("escape", "u")
        await red.until(lambda: isinstance(red.app.screen, Confirm))
        assert "\x1b" not in red.app.export_screenshot()


def zone_of(screen: Glass) -> str:
    """Where Vega is, on the board that is shown."""
    return str(screen.app.past.scene.one("units", "vega")["zone"])


def palette(app: Full) -> list[str]:
    """The entries of the open palette."""
    if not isinstance(app.screen, CommandPalette):
        return []
    return [str(option.prompt) for option in app.screen.query_one(OptionList).options]


async def test_the_palette_lists_offers_with_targets_and_costs_and_does_one(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.press("ctrl+p")
        await red.until(lambda: "Move Vega: b\n  1 move" in palette(red.app))
        await red.press(*"vega: b")
        await red.until(lambda: palette(red.app)[:1] == ["Move Vega: b\n  1 move"])
        await red.press("enter")
        await red.until(lambda: table.room.state.game.units["vega"].zone == "b")
        await red.press("ctrl+p")
        await red.until(lambda: "Begin Vega's turn\n  not now: Vega's turn is on already." in palette(red.app))


async def test_reading_back_is_never_disturbed_and_live_brings_back(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        seated(table, "blue") as blue,
        seat_at(table, "red", tmp_path) as red,
    ):
        await red.type("move vega b")
        await red.until(lambda: "from a to b" in red.story)
        before = red.app.following.diary.last
        await red.press("escape", "b")
        await red.until(lambda: f"READING BACK {before - 1} of {before}" in red.status)
        assert zone_of(red) == "a"
        await blue.command({"do": "say", "text": "look here"})
        await red.until(lambda: f"READING BACK {before - 1} of {before + 1}" in red.status)
        assert "look here" in red.story
        await red.press("l")
        await red.until(lambda: " LIVE " in red.status)
        assert zone_of(red) == "b"
        await red.press("B")
        await red.until(lambda: "READING BACK 1 of" in red.status)
        await red.press("N")
        await red.until(lambda: " LIVE " in red.status)


async def test_it_plays_by_itself_and_stops_at_live(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        for number in range(12):
            await red.type(f"say number {number}")
        await red.until(lambda: "number 11" in red.story)
        await red.press("escape", "space")
        await red.until(lambda: "playing 1 a second" in red.status)
        await red.press("greater_than_sign", "greater_than_sign", "greater_than_sign")
        await red.until(lambda: " LIVE " in red.status)
        assert red.app.past.speed == 8.0


async def test_an_undo_is_named_before_it_is_done_and_a_redo_brings_it_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.type("move vega b")
        await red.until(lambda: "from a to b" in red.story)
        await red.press("escape", "u")
        await red.until(lambda: isinstance(red.app.screen, Confirm))
        await red.until(lambda: "Vega moves from a to b." in confirmed(red))
        await red.press("y")
        await red.until(lambda: table.room.state.game.units["vega"].zone == "a")
        await red.until(lambda: "(undone)" in red.story)
        await red.press("r")
        await red.until(lambda: isinstance(red.app.screen, Confirm))
        await red.press("enter")
        await red.until(lambda: table.room.state.game.units["vega"].zone == "b")


def confirmed(screen: Glass) -> str:
    return "\n".join(str(rows.content) for rows in screen.app.screen.query(Rows))


async def test_a_proposal_is_asked_for_and_agreed_to_with_a_key(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        seated(table, "blue") as blue,
        seat_at(table, "red", tmp_path) as red,
    ):
        await red.type("move vega b")
        await red.until(lambda: table.room.state.game.units["vega"].zone == "b")
        await blue.command({"do": "undo", "node": table.room.state.table.cursor})
        await red.until(lambda: red.app.pane(Asks).display)
        await red.press("escape", "a")
        await red.until(lambda: table.room.state.game.units["vega"].zone == "a")
        await red.until(lambda: not red.app.pane(Asks).display)


async def test_it_says_that_the_connection_is_lost_and_back(tmp_path: Path) -> None:
    pauses = Pauses()
    async with serving(tmp_path / "games") as table, Relay(table.server.port) as relay:
        address = Address(f"ws://127.0.0.1:{relay.port}{PATH}")
        client = Client(address, token=await table.seat("red"), pause=pauses)
        async with glass(client, tmp_path) as red:
            relay.cut()
            await red.until(lambda: "RECONNECTING" in red.status)
            await red.type("say through thick and thin")
            pauses.let()
            await red.until(lambda: "connected" in red.status)
            await red.until(lambda: '" Red: through thick and thin' in red.story)


async def test_a_guest_is_let_in_and_plays_on(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        seat_at(table, "blue", tmp_path) as blue,
        glass(Client(link(table, code=code_of(table))), tmp_path, seat="red", name="Ada") as ada,
    ):
        await blue.until(lambda: blue.app.pane(Asks).display)
        await blue.press("f4", "enter")
        await ada.until(lambda: "you: Red (Ada)" in ada.status)
        await ada.type("move vega b")
        await ada.until(lambda: "from a to b" in ada.story)


async def test_whoever_holds_a_seat_says_what_they_are_called(tmp_path: Path) -> None:
    """By a line, and in the palette, where a form asks for the name."""
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.type("name Ada")
        await red.until(lambda: "you: Red (Ada)" in red.status)
        assert "Red is Ada now." in red.story
        await red.type("name")
        await red.until(lambda: "Red is Red again." in red.story)

        await red.press("ctrl+p")
        await red.press(*"called")
        await red.until(lambda: palette(red.app)[:1] == ["Say what you are called, Red now …"])
        await red.press("enter")
        await red.until(lambda: isinstance(red.app.screen, OfferForm))
        await red.press(*"Ada", "enter")
        await red.until(lambda: "you: Red (Ada)" in red.status)


async def test_a_seat_that_is_taken_back_ends_it(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games") as table,
        seated(table, "referee") as referee,
        seat_at(table, "red", tmp_path) as red,
    ):
        await referee.command({"do": "vacate", "seat": "red"})
        await red.until(lambda: red.app.end)
        assert red.app.end is not None
        assert red.app.end.exit is Exit.TAKEN_BACK


async def test_the_story_of_one_unit_alone(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.type("move vega b")
        await red.type("say something else")
        await red.until(lambda: "something else" in red.story)
        await red.press("escape", "f")
        await red.until(lambda: "something else" not in red.story)
        assert "Vega moves" in red.story
        await red.press("f")
        await red.until(lambda: "something else" in red.story)


async def test_what_answers_a_line_with_many_rows_is_a_page(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.type("what vega")
        await red.until(lambda: "Vega may:" in red.page)
        await red.press("escape", "f1")
        await red.until(lambda: "read back: an entry back" in red.page)
        await red.press("escape", "escape", "t")
        await red.until(lambda: red.app.pane(CommandLine).value == "say ")
        await red.press("escape", "w")
        await red.until(lambda: "(you)" in red.page or "(you)" in red.notice)


async def test_look_goes_to_the_board_or_back_to_an_entry(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.type("move vega b")
        await red.until(lambda: "from a to b" in red.story)
        await red.type("look 1")
        await red.until(lambda: "READING BACK 1 of" in red.status)
        await red.type("look")
        await red.until(lambda: " LIVE " in red.status)
        await red.until(lambda: red.app.focused is red.app.pane(Board))


async def test_a_pane_fills_the_screen_and_the_theme_changes(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path, theme="light") as red:
        assert red.app.theme == "wardiary-light"
        await red.press("escape", "z", "d")
        await red.until(lambda: red.app.screen.maximized is red.app.pane(Story))
        assert red.app.theme == "wardiary-dark"
        await red.press("z")
        await red.until(lambda: red.app.screen.maximized is None)


@pytest.mark.parametrize(("keys", "code"), [(("ctrl+d",), Exit.OK), (("ctrl+c",), Exit.INTERRUPTED)])
async def test_it_is_left_with_a_key(tmp_path: Path, keys: tuple[str, ...], code: Exit) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        await red.press(*keys)
        await red.until(lambda: red.app.return_value is not None)
        assert red.app.return_value is code


async def test_a_fault_of_ours_ends_it_and_is_told(tmp_path: Path) -> None:
    class Broken(Full):
        def action_who(self) -> None:
            raise LookupError("nobody")

    async with serving(tmp_path / "games") as table:
        client = Client(Address(table.url), token=await table.seat("red"))
        app = Broken(client, Seats(tmp_path))
        with pytest.raises(LookupError):
            await broken(app)
        await client.aclose()

    assert "LookupError: nobody" in app.fault


async def broken(app: Full) -> None:
    async with app.run_test() as pilot:
        await pilot.press("escape", "w")
        await pilot.pause()


async def test_nothing_moves_that_need_not(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        assert red.app.animation_level == "none"
        assert not red.app.pane(CommandLine).cursor_blink
