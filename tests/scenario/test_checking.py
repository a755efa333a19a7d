"""A file is checked as a whole: every fault in one run, whatever the file is."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.scenario import check, check_text, report, syntax
from wardiary_server.scenario.checking import examine, examine_document
from wardiary_server.scenario.faults import Fault
from wardiary_server.scenario.sources import bundled, text_of

Faults = Callable[..., list[Fault]]

BROKEN = """\
[game]
titel = "First blood"
rulebooks = ["zone"]
measure = "bord"
[options]
rounds = 4
[[sides]]
id = "red"
[[seats]]
id = "red"
side = "rad"
[[zones]]
id = "dock"
levels = {fyre = 2}
[[zones]]
id = "dock"
[[links]]
between = ["dock", "dokc"]
[[units]]
id = "vega"
health = "3"
"""


def test_every_fault_is_found_in_one_run() -> None:
    game, faults = check_text(BROKEN, "f.toml")

    assert game is None
    assert report(faults).splitlines() == [
        'f.toml:1:1: This game has no title. Such as title = "Derelict".',
        "f.toml:2:1: [game] has no 'titel'. Did you mean 'title'?",
        "f.toml:3:14: There is no rulebook 'zone' here. Did you mean 'zones'?",
        "f.toml:4:11: 'bord' is not known here. Did you mean 'board'?",
        "f.toml:6:1: No rulebook of this game has the option 'rounds'. Write its rulebook before it: 'frame.rounds'.",
        "f.toml:11:8: There is no 'rad' among the sides. Did you mean 'red'?",
        "f.toml:14:11: No rulebook of this game knows the level 'fyre'. Did you mean 'fire'?",
        "f.toml:16:6: The id 'dock' is taken by the zone in line 12. Give one of them another.",
        "f.toml:18:20: There is no 'dokc' among the zones. Did you mean 'dock'?",
        "f.toml:21:10: This has to be a whole number, -1,000 to 1,000, not a text. Leave the quotes out.",
    ]


def test_a_break_in_the_text_does_not_hide_what_else_is_wrong(faults: Faults) -> None:
    found = faults('id = "vega"', "id = vega", "dice = 5", "dyce = 5")

    assert [(fault.line, fault.text) for fault in found] == [
        (28, "No rulebook of this game knows 'dyce' of a weapon."),
        (30, "This is no TOML value."),
    ]


def test_warnings_alone_leave_a_game(sound: str) -> None:
    game, (odd,) = check_text(sound + '[[zones]]\nid = "far"\n', "f.toml")

    assert odd.warning
    assert game is not None
    assert list(game.zones) == ["dock", "bridge", "far"]


def test_files_and_bundled_scenarios_are_checked_by_name(tmp_path: Path, sound: str) -> None:
    file = tmp_path / "sound.toml"
    file.write_text(sound, encoding="utf-8-sig", newline="\r\n")

    assert check(file)[1] == ()
    assert check("derelict")[1] == ()
    assert [fault.text for fault in check(tmp_path / "none.toml")[1]] == ["There is no such file."]


def test_what_the_head_says_comes_with_the_game(sound: str) -> None:
    _game, _faults, head = examine(sound.replace("[game]", '[game]\nabout = "Two."\nbriefing = """\nA\nB"""'), "f.toml")

    assert (head["about"], head["briefing"]) == ("Two.", "A\nB")


def test_the_rulebooks_that_there_are_may_be_given(sound: str) -> None:
    game, faults = check_text(sound, "f.toml", [Rulebook("zones", item_stats={"dice": ""}), Rulebook("environments")])

    assert game is not None
    assert faults == ()


@pytest.mark.parametrize("line", ['rulebooks = "zones"', "rulebooks = [3]", 'rulebooks = ["zones", "zones"]'])
def test_rulebooks_that_are_no_list_of_names(faults: Faults, line: str) -> None:
    (fault, *_) = faults('rulebooks = ["zones", "environments"]', line)

    assert fault.line == 3


def test_an_empty_file_says_what_is_missing() -> None:
    texts = [fault.text for fault in check_text("", "f.toml")[1]]

    assert texts[0] == "There is no [game] table."
    assert {"There are no sides.", "There are no zones.", "There are no units."} <= set(texts)


LINES = text_of(bundled()[0])


@given(st.data())
def test_however_a_file_is_cut_about_there_is_an_answer(data: st.DataObject) -> None:
    """Lines of a good scenario left out, doubled, or with a word of another in their place."""
    assert isinstance(LINES, str)
    lines = LINES.splitlines()
    for _ in range(data.draw(st.integers(1, 6))):
        here, there = data.draw(st.tuples(*[st.integers(0, len(lines) - 1)] * 2))
        left, right = lines[here].partition("=")[0], lines[there].partition("=")[2]
        how = data.draw(st.sampled_from(["left out", "doubled", "another's value", "cut"]))
        cut = {"left out": [], "doubled": [lines[here]] * 2, "another's value": [f"{left}={right}"]}
        lines[here : here + 1] = cut.get(how, [lines[here][: len(lines[here]) // 2]])

    game, faults = check_text("\n".join(lines), "f.toml")

    assert (game is None) == any(not fault.warning for fault in faults)
    assert all(fault.line >= 1 and fault.column >= 1 for fault in faults)


def test_a_document_that_was_read_already_is_checked_in_the_same_way(sound: str) -> None:
    game, found, head = examine_document(syntax.read(sound.replace("frame.rounds = 4", ""), "x.toml"))

    assert game is None
    assert head["title"] == "First blood"
    assert found == examine(sound.replace("frame.rounds = 4", ""), "x.toml")[1]
