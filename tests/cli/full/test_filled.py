"""What was filled in, as a command."""

import pytest
from wardiary_cli.full.filled import body_of, fields_of, has_to_be_filled_in, hint, values_of
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Scene
from wardiary_protocol.messages import Field, Offer, Target

FIELDS = (
    Field("amount", "number", "How much", least=1, most=9, needed=True),
    Field("reason", "text", "Why"),
    Field("bare", "flag", "Bare"),
    Field("at", "point", "Where"),
    Field("faces", "face", "Faces", least=2, most=2, many=True, sides=6),
    Field("zones", "zone", "Zones", many=True),
)
OFFER = Offer("Hurt somebody", {"do": "ref_hurt"}, "unit", (Target("vega", "Vega"),), fields=FIELDS)


def test_the_field_that_is_asked_for_comes_first() -> None:
    assert [field.name for field in fields_of(OFFER)] == ["unit", "amount", "reason", "bare", "at", "faces", "zones"]
    assert has_to_be_filled_in(OFFER)
    assert not has_to_be_filled_in(Offer("Move", {"do": "move"}, "to", (Target("b", "b"),)))


def test_what_is_typed_becomes_what_is_sent() -> None:
    said = {"unit": "vega", "amount": " 3 ", "reason": "", "bare": True, "at": "12.5,3", "faces": "2 5", "zones": ["a"]}

    assert body_of(OFFER, said) == {
        "do": "ref_hurt", "unit": "vega", "amount": 3, "bare": True, "at": [12500, 3000], "faces": [2, 5],
        "zones": ["a"],
    }  # fmt: skip


def test_what_is_missing_or_means_nothing_is_named() -> None:
    with pytest.raises(Unclear, match="How much: this has to be filled in"):
        body_of(OFFER, {"unit": "vega"})
    with pytest.raises(Unclear, match="How much: 'x' is no whole number"):
        body_of(OFFER, {"unit": "vega", "amount": "x"})


def test_a_zone_without_values_is_whatever_there_is() -> None:
    scene = Scene({"zones": {"a": {"name": "Hall"}}, "units": {"v": {}}})

    assert values_of(FIELDS[-1], scene) == [Target("a", "Hall")]
    assert values_of(FIELDS[1], scene) == []
    assert hint(FIELDS[0]) == "1 to 9"
    assert hint(FIELDS[1]) == "may be left empty"
