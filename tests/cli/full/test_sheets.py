"""Pages above the screen."""

import pytest
from kit.full import eventually
from textual.app import App
from wardiary_cli.full.sheets import Confirm, Rows, Sheet
from wardiary_cli.show import Row


async def test_a_page_shows_rows_as_text_and_goes_with_a_key() -> None:
    app: App[None] = App()
    async with app.run_test() as pilot:
        await app.push_screen(Sheet("[b]x[/b]", [Row("[red]one[/red] \x1b", "bad", 2), Row("two")]))
        await eventually(lambda: str(app.screen.query_one(Rows).content) == "[red]one[/red] \\x1b\ntwo")
        await pilot.press("escape")
        await eventually(lambda: not isinstance(app.screen, Sheet))


@pytest.mark.parametrize(("key", "sure"), [("y", True), ("enter", True), ("n", False), ("escape", False)])
async def test_a_question_wants_a_yes(key: str, sure: bool) -> None:
    app: App[None] = App()
    said: list[bool | None] = []
    async with app.run_test() as pilot:
        await app.push_screen(Confirm("Undo", [Row("This goes back.")], "Take it back"), said.append)
        await pilot.pause()
        await pilot.press(key)
        await eventually(lambda: said == [sure], lambda: said)
