"""The story's pane."""

from kit.full import eventually
from textual.app import App, ComposeResult
from wardiary_cli.full.diary import Diary
from wardiary_cli.full.story import Story
from wardiary_protocol.messages import Line, Told


def told(seq: int, *, kind: str = "game", parent: int = -1, unit: str = "") -> Told:
    lines = (Line("x", f"Thing {seq}.", unit=unit), Line("y", "It follows: 2, 5.", 0))
    return Told(seq, kind, 0, "red", lines, parent if parent >= 0 else seq - 1)


class Alone(App[None]):
    """The pane by itself, and what was wanted."""

    CSS = "Story { height: 12; }"

    def __init__(self, count: int) -> None:
        super().__init__()
        self.diary = Diary()
        self.diary.begin(told(seq) for seq in range(1, count + 1))
        self.said: list[object] = []

    def compose(self) -> ComposeResult:
        yield Story(self.diary, "story")

    def on_mount(self) -> None:
        self.story.show(self.diary.last, 0)

    def on_story_wanted(self, event: Story.Wanted) -> None:
        self.said.append(event.seq)

    def on_story_older(self) -> None:
        self.said.append("older")

    @property
    def story(self) -> Story:
        return self.query_one(Story)

    @property
    def texts(self) -> list[str]:
        return [str(option.prompt) for option in self.story.options]


async def test_what_led_to_what_is_set_in_and_what_is_undone_is_struck_out() -> None:
    app = Alone(3)
    async with app.run_test() as pilot:
        app.diary.add([told(4, kind="rewind", parent=2)])
        app.story.show(2, 0)
        await pilot.pause()
        assert app.texts[0] == "  1   Thing 1.\n        It follows: 2, 5."
        assert app.texts[2] == "  3 ~ Thing 3. (undone)\n        It follows: 2, 5."
        assert "strike" in str(app.story.options[2].prompt.spans)  # type: ignore[union-attr]


async def test_the_newest_is_in_view_until_somebody_looks_elsewhere() -> None:
    app = Alone(40)
    async with app.run_test() as pilot:
        await eventually(lambda: 0 < app.story.scroll_offset.y == app.story.max_scroll_y)
        app.story.scroll_to(y=5, animate=False)
        await eventually(lambda: app.story.scroll_offset.y == 5)
        app.diary.add([told(41)])
        app.story.show(41, 0)
        await pilot.pause()
        assert app.story.scroll_offset.y == 5
        app.story.unmark()
        await eventually(lambda: 5 < app.story.scroll_offset.y == app.story.max_scroll_y)


async def test_the_newest_entry_stays_in_view_when_the_pane_gets_lower() -> None:
    """As it does when something is asked."""
    app = Alone(40)
    async with app.run_test():
        await eventually(lambda: app.story.scroll_offset.y == app.story.max_scroll_y > 0)
        before = app.story.max_scroll_y
        app.story.styles.height = 6
        await eventually(lambda: app.story.scroll_offset.y == app.story.max_scroll_y > before)


async def test_an_entry_is_chosen_with_enter_and_older_ones_are_asked_for_at_the_beginning() -> None:
    app = Alone(6)
    async with app.run_test() as pilot:
        app.story.focus()
        await pilot.press("home", "down", "enter")
        app.story.scroll_to(y=0, animate=False)
        await eventually(lambda: app.story.scroll_offset.y == 0)
        await pilot.press("pageup")
        await eventually(lambda: app.said == [2, "older"], lambda: app.said)


async def test_only_one_unit_and_everything_again() -> None:
    app = Alone(2)
    app.diary.add([told(3, unit="vega")])
    async with app.run_test():
        app.story.concern("vega", "[b]Vega")
        await eventually(lambda: len(app.texts) == 1)
        assert "Story of" in str(app.story.border_title)
        app.story.concern("", "")
        await eventually(lambda: len(app.texts) == 3)
