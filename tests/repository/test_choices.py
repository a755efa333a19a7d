"""Every choice that a rule puts to people has a likely answer, and an option that takes it without asking."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from wardiary_server.game.frame.book import FRAME
from wardiary_server.rules.zones import OPTIONS

OPTION = re.compile(r"(?:frame|zones|environments|casualties)\.\w+")
ASKS = "frame.ask"


def calls(root: Path, *names: str) -> Iterator[tuple[str, ast.FunctionDef, ast.Call]]:
    """Where functions of these names are called by the rules and the frame: the place, the function, the call."""
    server = root / "server" / "wardiary_server"
    for path in sorted([*(server / "rules").rglob("*.py"), *(server / "game" / "frame").glob("*.py")]):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in names:
                        yield f"{path.relative_to(server)}: {function.name}", function, call


def listed(root: Path) -> dict[str, str]:
    """The options in the table of choices, with their values as they stand there."""
    text = (root / "docs" / "rules.md").read_text(encoding="utf-8")
    section = text.partition("\n**Choices**")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+\.\w+)` \| ([^|]+) \|", section, re.MULTILINE))


def test_every_choice_has_a_likely_answer_and_a_way_to_take_it_unasked(root: Path) -> None:
    """D94, D73, D18, D6, D92: no rule waits for people whom the scenario wants to leave alone."""
    found = list(calls(root, "choose", "choice_part"))
    bare = [where for where, _function, call in found if {"default", "asks"} - {word.arg for word in call.keywords}]

    assert len(found) >= 7
    assert not bare


def test_every_option_that_a_choice_goes_by_is_in_the_table(root: Path) -> None:
    """The table in docs/rules.md names each, and no other."""
    used = {ASKS}
    for _where, function, _call in calls(root, "choose", "choice_part"):
        options = {name for name in OPTION.findall(ast.unparse(function)) if name != "zones.success"}
        used |= options

    assert used == set(listed(root))


def test_the_table_has_the_values_of_the_options(root: Path) -> None:
    """And all that ask say `ask`; what takes the likely answer says `likely`."""
    specs = {f"frame.{name}": spec for name, spec in FRAME.options.items()}
    specs |= {f"zones.{name}": spec for name, spec in OPTIONS.items()}
    for name, values in listed(root).items():
        written = [str(v).lower() if isinstance(v, bool) else f'"{v}"' for v in specs[name].values]
        assert values == ", ".join(f"`{value}`" for value in written)
        if name not in (ASKS, "zones.spread"):
            assert set(specs[name].values) >= {"ask", "likely"}


def test_inches_are_asked_for_in_one_place(root: Path) -> None:
    """D94: nothing but the frame's `measuring` reads the option, so that all rules ask alike."""
    readers = [
        path.name
        for folder in ("rules", "game")
        for path in (root / "server" / "wardiary_server" / folder).rglob("*.py")
        if f'option("{ASKS}")' in path.read_text(encoding="utf-8")
    ]
    assert readers == ["measuring.py"]
