"""The units' pane."""

from kit.full import eventually
from textual.app import App, ComposeResult
from wardiary_cli.full.units import Units
from wardiary_cli.scene import Scene

SCENE = Scene({
    "sides": {"red": {"name": "Red"}},
    "units": {id: {"name": id.title(), "side": "red", "zone": "a"} for id in ("vega", "rook")},
})  # fmt: skip


class Alone(App[None]):
    """The pane by itself, and what was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def compose(self) -> ComposeResult:
        yield Units("units")

    def on_mount(self) -> None:
        self.query_one(Units).show(SCENE, "vega")

    def on_units_chosen(self, event: Units.Chosen) -> None:
        self.said.append(event.unit)

    def on_units_asked(self) -> None:
        self.said.append("asked")


async def test_the_marks_are_said_in_fewer_words_where_there_is_less_room() -> None:
    for width, said in ((80, "> on its turn   * may go   - has had it"), (30, "> now  * may go  - done")):
        app = Alone()
        async with app.run_test(size=(width, 20)):
            await eventually(lambda app=app, said=said: app.query_one(Units).border_subtitle == said, lambda: "")


async def test_the_arrow_keys_choose_a_unit_and_enter_asks_what_it_may_do() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        app.query_one(Units).focus()
        await pilot.press("down", "enter")
        await eventually(lambda: app.said == ["rook", "asked"], lambda: app.said)


async def test_drawing_it_anew_chooses_nobody() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        units = app.query_one(Units)
        units.show(Scene({**SCENE.view, "sides": {}}), "rook")
        await pilot.pause()
        assert units.selected == "rook"

    assert app.said == []
