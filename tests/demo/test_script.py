"""How the demo's script is read."""

from __future__ import annotations

from wardiary_protocol.messages import Line, Told
from wardiary_server.demo.script import FAMILIES, Step, families_missing, steps


def test_a_line_becomes_a_command() -> None:
    assert list(steps("red: attack vega carbine argus  # why not\n\nblue! not_yours: move vega hangar\nkill")) == [
        Step("red", {"do": "attack", "unit": "vega", "weapon": "carbine", "target": "argus"}),
        Step("blue", {"do": "move", "unit": "vega", "to": "hangar"}, "not_yours"),
        None,
    ]
    assert list(steps("red: say two words\nblue: ready")) == [
        Step("red", {"do": "say", "text": "two words"}),
        Step("blue", {"do": "ready"}),
    ]


def test_the_whole_script_can_be_read_and_kills_once() -> None:
    assert [step for step in steps() if step is None] == [None]


def test_what_the_story_does_not_tell_is_named() -> None:
    def told(text: str) -> Told:
        return Told(seq=1, kind="game", at=0, lines=(Line("x", text),))

    assert families_missing([]) == list(FAMILIES)
    assert families_missing([told(" ".join(FAMILIES.values()))]) == []
