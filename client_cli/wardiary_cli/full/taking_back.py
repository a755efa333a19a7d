"""What an undo or a redo would do, named before it is done."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..naming import Unclear
from ..scene import Scene
from ..show import Row
from .diary import Diary, gist


class Step(NamedTuple):
    """Something to be confirmed: a title, what it does, the word for yes, and the command."""

    title: str
    rows: list[Row]
    yes: str
    body: dict[str, Any]


def undo(diary: Diary, scene: Scene) -> Step:
    """The newest command, with all that it led to. Raises `Unclear` where there is none."""
    gone = diary.going_back(scene.cursor)
    if scene.cursor <= 1:
        raise Unclear("There is nothing to take back.")
    rows = [Row(f"This goes back: {gist(told)}", "", 2) for told in gone] or [Row("The newest command goes back.")]
    return Step("Undo", [*rows, _others()], "Take it back", {"do": "undo", "node": scene.cursor})


def redo(diary: Diary, scene: Scene) -> Step:
    """To where the last undo came from. Raises `Unclear` where nothing was undone."""
    if not scene.table.get("redo"):
        raise Unclear("There is nothing to redo.")
    told = diary.told(scene.table.get("redo_to", 0))
    what = f"The game goes on after {gist(told)}" if told else "The game goes to where the last undo came from."
    return Step("Redo", [Row(what, "", 2), _others()], "Redo it", {"do": "redo", "node": scene.cursor})


def _others() -> Row:
    return Row("The others may have to agree.", "dim", 2)
