"""Options are checked against what rulebooks say of them, and told in words, each with its decision."""

from collections.abc import Callable

import pytest
from wardiary_server.game.rulebook import Rules
from wardiary_server.game.state import Game
from wardiary_server.scenario.faults import Fault
from wardiary_server.scenario.options import explain, written
from wardiary_server.scenario.rulebooks import find

ROUNDS = "frame.rounds = 4"


@pytest.mark.parametrize(
    "lines",
    [
        '"zones.spread" = "random"',
        'zones.spread = "random"',
        'zones = {spread = "random"}',
        '[options.zones]\nspread = "random"',
    ],
)
def test_every_way_of_writing_an_option(made: Callable[..., Game], lines: str) -> None:
    assert made(ROUNDS, f"{ROUNDS}\n{lines}").options == {"frame.rounds": 4, "zones.spread": "random"}


@pytest.mark.parametrize(
    ("line", "place", "said"),
    [
        ("frame.round = 4", (5, 7), "has the option 'frame.round'. Did you mean 'frame.rounds'?"),
        ("rounds = 4", (5, 1), "has the option 'rounds'. Write its rulebook before it: 'frame.rounds'."),
        ('frame.rounds = "4"', (5, 16), "This has to be a whole number, 0 to 1,000, not a text. Leave the quotes out."),
        ("frame.rounds = 5000", (5, 16), "This has to be a whole number, 0 to 1,000, and 5000 is not."),
        ("frame.rounds = true", (5, 16), "This has to be a whole number, 0 to 1,000, not true or false."),
        ('frame.order = "initative"', (5, 15), "is not among what this may be. Did you mean 'initiative'?"),
        ("frame.order = 1", (5, 15), 'This has to be "free", "alternate" or "initiative", not a number.'),
        ("frame.ask = 1", (5, 13), "This has to be true or false, not a number."),
        ("frame = 4", (5, 1), "has the option 'frame'. Did you mean 'frame.ask'?"),
    ],
)
def test_an_option_that_is_wrong(faults: Callable[..., list[Fault]], line: str, place: object, said: str) -> None:
    (fault, *_) = faults(ROUNDS, line)

    assert (fault.line, fault.column) == place
    assert f"{fault.text} {fault.hint}".strip().endswith(said)


def test_an_option_that_is_set_twice(faults: Callable[..., list[Fault]]) -> None:
    (fault,) = faults(ROUNDS, f'{ROUNDS}\n"frame.rounds" = 5')

    assert (fault.line, fault.text) == (6, "The option 'frame.rounds' is set twice.")


def test_an_option_of_a_rulebook_that_is_not_enabled(faults: Callable[..., list[Fault]]) -> None:
    found = faults(', "environments"', "", ROUNDS, f"{ROUNDS}\nenvironments.die = 8")

    assert [fault.hint for fault in found] == [
        "It belongs to the rulebook 'environments': name that in [game] rulebooks."
    ]


def test_options_that_are_no_table(faults: Callable[..., list[Fault]]) -> None:
    found = faults("[options]\nframe.rounds = 4\n", "", "[game]\ntitle", "options = 3\n[game]\ntitle")

    assert "This has to be a table: [options], not a number." in [fault.text for fault in found]


def test_every_option_is_told_with_its_value_and_its_decision(made: Callable[..., Game]) -> None:
    game = made(ROUNDS, f'{ROUNDS}\nzones.spread = "random"')
    rules = Rules(find(game.rulebooks))

    lines = explain(game, rules)

    assert len(lines) == len(rules.options)
    assert any(line.startswith('zones.spread = "random": ') and "the scenario's own; D18" in line for line in lines)
    assert any(line.startswith("environments.die = 6: ") and "the default; D40" in line for line in lines)


def test_values_are_told_as_they_are_written() -> None:
    assert [written(value) for value in (True, False, 3, "free")] == ["true", "false", "3", '"free"']
