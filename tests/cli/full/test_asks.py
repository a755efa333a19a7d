"""All that waits, in one form."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kit import game, unit
from kit.full import Glass, eventually, seat_at
from kit.link import seated
from kit.net import serving
from kit.skirmish import WEAPONS
from msgspec.structs import replace
from textual.app import App, ComposeResult
from textual.widgets import Button, Input, SelectionList
from wardiary_cli.full.asks import Asks
from wardiary_cli.scene import Scene
from wardiary_server.game.state import Game


def duel() -> Game:
    """Two who attack with dice of their own: an attack asks for its dice and for the ammunition's."""
    units = [unit("vega", "a", items=("rifle",)), unit("rook", "b", "blue")]
    start = game("a - b", units, items=WEAPONS, rulebooks=("zones",), options={"frame.undo": "free"})
    return replace(start, dice={"red": "typed", "blue": "typed"})


def fields(screen: Glass) -> list[Input]:
    """The fields for dice that are open."""
    return list(screen.app.pane(Asks).query(Input))


async def test_dice_are_typed_each_where_it_is_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path / "games", duel()) as table, seat_at(table, "red", tmp_path) as red:
        await red.type("attack vega rifle rook")
        await red.until(lambda: len(fields(red)) == 2)
        await red.press("f4", *"6", "space", *"6")
        first = fields(red)[0]
        await red.press("enter")
        await red.until(lambda: "!" in red.notice)  # two dice are not five
        first.value = "66111"
        await red.press("enter")
        await red.until(lambda: len(fields(red)) == 1)
        fields(red)[0].value = "1 1 1"
        await first_button(red, "answer")
        await red.until(lambda: not red.app.pane(Asks).display)
        assert "6, 6, 1, 1, 1" in red.story


async def first_button(screen: Glass, id: str) -> None:
    """Presses a button, once it can be seen."""
    button = screen.app.pane(Asks).query(f"#{id}").first(Button)
    await screen.until(lambda: button.display and button.region.width)
    button.press()


async def test_everything_that_is_filled_in_goes_at_once(tmp_path: Path) -> None:
    async with serving(tmp_path / "games", duel()) as table, seat_at(table, "red", tmp_path) as red:
        await red.type("attack vega rifle rook")
        await red.until(lambda: len(fields(red)) == 2)
        for field, faces in zip(fields(red), ("1 1 1 1 1", "1 1 1"), strict=True):
            field.value = faces
        await first_button(red, "all")
        await red.until(lambda: not red.app.pane(Asks).display)
        assert not table.room.state.game.open


async def test_the_server_may_roll_and_what_was_typed_may_be_given_again(tmp_path: Path) -> None:
    async with serving(tmp_path / "games", duel()) as table, seat_at(table, "red", tmp_path) as red:
        await red.type("attack vega rifle rook")
        await red.until(lambda: len(fields(red)) == 2)
        fields(red)[0].value = "2 2 2 2 2"
        await first_button(red, "answer")
        await red.until(lambda: len(fields(red)) == 1)
        await first_button(red, "server")
        await red.until(lambda: not table.room.state.game.open)
        await red.type("undo")
        await red.type("attack vega rifle rook")
        await red.until(lambda: red.app.pane(Asks).query("#same"))
        await first_button(red, "same")
        await red.until(lambda: len(fields(red)) == 1)
        await first_button(red, "server")
        await red.until(lambda: "2, 2, 2, 2, 2" in red.story.rpartition("(undone)")[2])


async def test_what_is_half_filled_in_stays_while_others_play(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games", duel()) as table,
        seated(table, "blue") as blue,
        seat_at(table, "red", tmp_path) as red,
    ):
        await red.type("attack vega rifle rook")
        await red.until(lambda: len(fields(red)) == 2)
        fields(red)[1].value = "1 2"
        await blue.command({"do": "say", "text": "take your time"})
        await red.until(lambda: "take your time" in red.story)
        assert fields(red)[1].value == "1 2"


class Alone(App[None]):
    """The form by itself, and what comes out of it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[Mapping[str, Any] | str] = []

    def compose(self) -> ComposeResult:
        yield Asks("asks")

    def on_asks_answer(self, event: Asks.Answer) -> None:
        self.said.append(event.body)

    def on_asks_unsaid(self, event: Asks.Unsaid) -> None:
        self.said.append(event.text)


def choice(least: int, most: int) -> Scene:
    part = {
        "kind": "choice", "seat": "red", "reason": "which way", "least": least, "most": most,
        "options": [["a", "[b]Hall[/b]"], ["b", "Lift"]], "default": ["b"],
    }  # fmt: skip
    return Scene({"requests": {"3": {"root": 3, "opened": 3, "parts": {"0": part}}}}, "red", "player")


async def test_of_a_choice_the_likely_answer_is_ticked_and_one_tick_replaces_another() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        asks = app.query_one(Asks)
        await asks.show(choice(1, 1), {})
        ticked = asks.query_one(SelectionList)
        assert ticked.selected == ["b"]
        assert "[b]Hall[/b]" in str(ticked.options[0].prompt)
        ticked.focus()
        await pilot.press("home", "space")
        await eventually(lambda: ticked.selected == ["a"], lambda: ticked.selected)
        asks.query_one("#answer", Button).press()
        sent = {"do": "answer", "root": 3, "opened": 3, "part": 0, "chosen": ["a"]}
        await eventually(lambda: app.said == [sent], lambda: app.said)


async def test_too_few_are_not_sent() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        asks = app.query_one(Asks)
        await asks.show(choice(2, 2), {})
        await pilot.pause()
        asks.query_one("#answer", Button).press()
        await eventually(lambda: app.said == ["Choose 2: which way: choose 2"], lambda: app.said)


async def test_a_correction_is_shown_with_what_can_be_said_to_it() -> None:
    correction = {"by": "blue", "draft": 9, "text": "entry 3", "ready": True, "same": 2, "outcomes": []}
    scene = Scene({"table": {"now": {"cursor": 5, "correction": correction}}}, "red", "player")
    app = Alone()
    async with app.run_test() as pilot:
        asks = app.query_one(Asks)
        await asks.show(scene, {})
        assert [str(button.label) for button in asks.query(Button)][:2] == ["Accept", "Refuse"]
        await pilot.pause()
        asks.query_one("#b0", Button).press()
        await eventually(lambda: app.said == [{"do": "accept", "node": 5, "draft": 9}], lambda: app.said)
