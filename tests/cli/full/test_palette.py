"""Offers as entries of the palette."""

from wardiary_cli.full.palette import entries
from wardiary_protocol.messages import Field, Offer, Target

MOVE = Offer(
    "Move Vega",
    {"do": "move", "unit": "vega"},
    "to",
    (Target("b", "Hall"), Target("c", "Lift", "through Hall")),
    "1 move",
)


def test_each_target_is_an_entry_with_its_cost_and_sends_its_command() -> None:
    found = entries([MOVE], "")

    assert [(one.text, one.note) for one in found] == [
        ("Move Vega: Hall", "1 move"),
        ("Move Vega: Lift", "through Hall, 1 move"),
    ]
    assert found[1].body == {"do": "move", "unit": "vega", "to": "c"}


def test_what_is_not_on_offer_comes_last_with_the_reason_and_answers_have_a_form_of_their_own() -> None:
    no = Offer("Vega opens d6", {"do": "open"}, why_not="It is sealed.")
    answer = Offer("Roll", {"do": "answer"})

    found = entries([no, answer, Offer("End", {"do": "end"})], "Vega: ")

    assert [(one.text, one.note, one.refused) for one in found] == [
        ("Vega: End", "", False),
        ("Vega: Vega opens d6", "not now: It is sealed.", True),
    ]


def test_what_has_more_to_say_has_a_form() -> None:
    fields = (Field("amount", "number", "How much", needed=True),)
    hurt = Offer("Hurt", {"do": "ref_hurt"}, "unit", (Target("vega", "Vega"),), fields=fields)
    attack = Offer(
        "Attack", {"do": "attack"}, "target", (Target("rook", "Rook"),), fields=(Field("auto", "flag", "Auto"),)
    )

    assert [(one.text, one.form) for one in entries([hurt], "")] == [("Hurt …", True)]
    assert [(one.text, one.form) for one in entries([attack], "")] == [("Attack: Rook", False), ("Attack …", True)]


def test_names_are_text() -> None:
    (entry,) = entries([Offer("[red]x[/red]\x1b", {"do": "x"}, cost="[b]1[/b]")], "")

    assert entry.shown.plain == "[red]x[/red]\\x1b\n  [b]1[/b]"
