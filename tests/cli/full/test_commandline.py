"""The command line."""

from kit.full import eventually
from textual.app import App, ComposeResult
from wardiary_cli.full.commandline import CommandLine, completions

WORDS = ["move", "map", "note"]


class Alone(App[None]):
    """The line by itself, and what came of it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[object] = []

    def compose(self) -> ComposeResult:
        yield CommandLine(lambda before: WORDS if " " not in before else ["vega", "cargo"], "line")

    def on_command_line_entered(self, event: CommandLine.Entered) -> None:
        self.said.append(event.line)

    def on_command_line_several(self, event: CommandLine.Several) -> None:
        self.said.append(list(event.words))

    def on_command_line_ended(self) -> None:
        self.said.append("end")

    @property
    def line(self) -> CommandLine:
        return self.query_one(CommandLine)


def test_a_word_may_go_on_as_what_begins_like_it() -> None:
    assert completions("m", lambda _: WORDS) == ["map", "move"]
    assert completions("move ", lambda _: WORDS) == ["map", "move", "note"]


async def test_tab_completes_and_says_what_there_is() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        await pilot.press("m", "tab")
        await pilot.press("o", "tab")
        assert app.line.value == "move "
        await pilot.press("v", "tab", "enter")
        await eventually(lambda: app.said == [["map", "move"], "move vega "], lambda: app.said)


async def test_the_arrow_keys_bring_back_what_was_typed() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        await pilot.press("a", "enter", "b", "enter", "up", "up")
        assert app.line.value == "a"
        await pilot.press("down")
        assert app.line.value == "b"
        await pilot.press("down")
        assert app.line.value == ""


async def test_two_lines_in_one_breath_are_two_lines() -> None:
    app = Alone()
    async with app.run_test():
        for text in ("first", "second"):
            app.line.value = text
            await app.line.action_submit()
        await eventually(lambda: app.said == ["first", "second"], lambda: app.said)


async def test_ctrl_d_deletes_or_leaves() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        await pilot.press("a", "left", "ctrl+d")
        assert app.line.value == ""
        await pilot.press("ctrl+d")
        await eventually(lambda: app.said == ["end"], lambda: app.said)


async def test_the_only_way_to_go_on_is_suggested() -> None:
    app = Alone()
    async with app.run_test() as pilot:
        await pilot.press("n", "o")
        await eventually(lambda: app.line._suggestion == "note")
        await pilot.press("right")
        assert app.line.value == "note"
