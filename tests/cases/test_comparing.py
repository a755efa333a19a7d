"""What differs from what a step expects, in words; and that what holds passes."""

from __future__ import annotations

import pytest
from kit.cases import played
from wardiary_server.cases.comparing import differences, value
from wardiary_server.cases.paths import ABSENT

MOVE = '[[steps]]\ncommand = {do = "move", unit = "ann", to = "b"}\n'
FIRE = "given.zones.b.levels.fire = 2\ngiven.markers.hole = {kind = 'breach', zone = 'c'}"


def differs(expect: str, step: str = MOVE, head: str = FIRE) -> list[str]:
    *_, last = played(f"{step}{expect}", head)
    return differences(last)


@pytest.mark.parametrize(
    "expect",
    [
        'expect.state = {"units.ann.stats.health" = 3, "zones.b.levels.gas_deadly" = 0, "units.ann.items" = ["rifle"]}',
        'expect.state = {"markers.hole" = {}, "markers.hole.zone" = "c"}',
        'expect.gone = ["markers.other", "areas.x"]',
        'expect.events = ["turn", "hurt"]',
        'expect = {events = ["turn", "spent", "entered", "hurt"], only = true}',
        'expect.events = [{tag = "hurt", unit = "ann", amount = 2}]',
        'expect.without = ["rolled", "status"]',
        'expect.told = ["loses 2 health", "Ann moves"]',
        "",
    ],
)
def test_what_holds_passes(expect: str) -> None:
    assert differs(expect) == []


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ('expect.state = {"units.ann.stats.health" = 4}', "units.ann.stats.health: expected 4, and it is 3."),
        ('expect.state = {"zones.c.levels.fire" = 1}', "zones.c.levels.fire: expected 1, and it is 0."),
        ('expect.state = {"markers.x" = {}}', "markers.x: expected {}, and it is not there."),
        ('expect.state = {"markers.x.zone" = "c"}', 'markers.x.zone: expected "c", and it is "".'),
        ('expect.state = {"units.ann.items" = []}', 'units.ann.items: expected [], and it is ["rifle"].'),
        ('expect.gone = "markers.hole.zone"', 'markers.hole.zone: expected to be gone, and it is "c".'),
        (
            'expect.events = ["hurt", "turn"]',
            "expected these events in this order: hurt, turn; turn is missing in: turn, spent, entered, hurt.",
        ),
        (
            'expect.events = [{tag = "hurt", amount = 1}]',
            "expected these events in this order: hurt (amount = 1); hurt (amount = 1) is missing in: "
            "turn, spent, entered, hurt.",
        ),
        (
            'expect = {events = ["turn", "hurt"], only = true}',
            "expected these events and no others: turn, hurt; they are: turn, spent, entered, hurt.",
        ),
        ('expect.without = "hurt"', "expected no hurt among the events; they are: turn, spent, entered, hurt."),
        ('expect.told = "burns"', 'expected to be told "burns"; nothing that is told has it.'),
        ('expect.rejected = "no_action"', "expected to be refused as no_action; it is accepted."),
        ("dice = [1]", "step 1 gives 1 face more than are rolled (1)."),
    ],
)
def test_what_does_not_hold_is_said(expect: str, told: str) -> None:
    assert differs(expect) == [told]


def test_a_refusal_is_expected_by_its_code() -> None:
    step = '[[steps]]\ncommand = {do = "attack", unit = "ann", target = "ann", weapon = "rifle"}\n'
    (plain,) = differs("", step)
    assert plain.startswith("it is refused as ")
    code = plain.split()[4].rstrip(":")
    assert differs(f'expect.rejected = "{code}"', step) == []
    assert differs('expect.rejected = "other"', step) == [f"expected to be refused as other; {plain}"]


def test_dice_that_are_not_given_fail_in_words() -> None:
    step = '[[steps]]\nby = "referee"\ncommand = "end_round"\n'
    assert differs("dice = [1]", step) == ["Step 1 rolls 2 dice (B, fire), and only 1 face is given."]


def test_values_are_written_as_in_a_case_file() -> None:
    assert value({"a": [1, "b", True], "c": ABSENT}) == '{a = [1, "b", true], c = not there}'


def test_a_unit_that_a_step_brings_can_be_expected_and_one_that_none_brings_is_named() -> None:
    """A typo must not pass: the health of nobody would count as 0."""
    bring = '[[steps]]\nby = "referee"\ncommand = {do = "ref_unit", like = "ann", zone = "a"}\n'
    assert differs('expect.state = {"units.ann-2.zone" = "a"}', bring) == []
    (told,) = differs('expect.state = {"units.ann-3.stats.health" = 0}', bring)
    assert told == "units.ann-3.stats.health: There is no 'ann-3' among the units. Did you mean 'ann-2'?"
