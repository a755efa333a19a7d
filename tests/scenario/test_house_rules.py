"""A rulebook in a file of its own is there like any other; whatever is wrong with the file is said in words."""

from pathlib import Path

import pytest
from wardiary_server.game.entry import Entry
from wardiary_server.scenario import house_rules, rulebooks
from wardiary_server.scenario.rulebooks import NoRulebook, find, give, installed

MUD = 'from wardiary_server.rulebooks import Rulebook\nMUD = Rulebook("mud", levels={"mud": "how deep"})\n'
EVENT = """from __future__ import annotations
from wardiary_server.rulebooks import Event, Rulebook
class Sank(Event, frozen=True, tag="{tag}"):
    unit: str
    deep: int
RULES = Rulebook("mud", events=(Sank,))
"""


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_given", {})


def written(folder: Path, text: str, name: str = "house.py") -> Path:
    """A file with this text."""
    path = folder / name
    path.write_text(text)
    return path


def test_a_file_with_a_rulebook_is_enough(tmp_path: Path) -> None:
    give([written(tmp_path, MUD)])

    assert installed()["mud"].levels == {"mud": "how deep"}
    assert [book.name for book in find(["mud", "zones"])] == ["frame", "mud", "zones"]


def test_its_events_may_have_hints_as_text(tmp_path: Path) -> None:
    book = house_rules.read(written(tmp_path, EVENT.format(tag="sank")))
    (sank,) = book.events
    rules = house_rules.Rules((house_rules.FRAME, book))

    entry = Entry(seq=2, kind="game", at=0, events=(sank(unit="ann", deep=2),))

    assert rules.codec.decode(rules.codec.encode(entry)) == entry


def test_the_same_file_twice_is_no_fault(tmp_path: Path) -> None:
    file = written(tmp_path, MUD)
    give([file, file])
    give([tmp_path / "." / "house.py"])

    assert "mud" in installed()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 'house.py: it holds no rulebook. It needs a line such as RULEBOOK = Rulebook("house").'),
        (
            MUD + 'MORE = Rulebook("more")',
            "house.py: it holds 2 rulebooks ('mud', 'more'). Give each a file of its own.",
        ),
        ("\n\nimport no_such_thing", "house.py, line 3: ModuleNotFoundError: No module named 'no_such_thing'."),
        ("x = 1\ndef f(:\n", "house.py, line 2: SyntaxError: invalid syntax."),
        ("def f():\n    return 1 / 0\nf()\n", "house.py, line 2: ZeroDivisionError: division by zero."),
        ("import sys\nsys.exit('no')", "house.py, line 2: SystemExit: no."),
        (
            EVENT.format(tag="hurt"),
            "house.py: its rulebook 'mud' cannot be used: Two events are called 'hurt': one of 'frame', one of 'mud'. "
            "They cannot be used together.",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(NoRulebook) as fault:
        give([written(tmp_path, text)])

    assert str(fault.value) == f"{tmp_path}/{words}"
    assert "mud" not in installed()


def test_a_file_that_is_not_there_or_no_python_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(NoRulebook, match=r"mud\.py: there is no such file"):
        give([tmp_path / "mud.py"])
    with pytest.raises(NoRulebook, match=r"mud\.txt: that is no Python file"):
        give([written(tmp_path, MUD, "mud.txt")])


@pytest.mark.parametrize(
    ("name", "whose"), [("zones", "one that is installed"), ("frame", "what every game has"), ("mud", "that of ")]
)
def test_a_name_that_is_taken_is_refused(tmp_path: Path, name: str, whose: str) -> None:
    give([written(tmp_path, MUD)])

    with pytest.raises(NoRulebook, match=f"other.py: its rulebook is called '{name}', and so is {whose}"):
        give([written(tmp_path, MUD.replace('"mud",', f'"{name}",'), "other.py")])


def test_a_game_that_lacks_its_rulebook_names_it_and_both_ways_to_give_it() -> None:
    with pytest.raises(LookupError) as fault:
        find(["grue"])

    assert fault.value.args == (
        "There is no rulebook 'grue' here. Install the package that has it, or name its file with --rulebook or in "
        "$WARDIARY_RULEBOOKS.",
    )
