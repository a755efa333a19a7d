"""The table of words."""

import msgspec
from wardiary_cli.words import SAME, SECTIONS, WORDS, known
from wardiary_server.game.frame import FRAME
from wardiary_server.rules.casualties import RULEBOOK as CASUALTIES
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES

ACTIONS = {action.name: action for book in (FRAME, ZONES, ENVIRONMENTS, CASUALTIES) for action in book.actions}
SERVERS_OWN = {name for name, action in ACTIONS.items() if action.roles == ("operator",)}
ANSWERS = {"answer"}
"""Made by `roll` and `choose`."""


def test_help_shows_every_word_once() -> None:
    shown = [word for _, section in SECTIONS for word in section]

    assert sorted(shown) == sorted(WORDS)


def test_every_command_that_people_may_send_has_a_word_or_is_on_offer() -> None:
    """What is on offer can be typed by its own name."""
    typed = {entry.do or word for word, entry in WORDS.items() if entry.kind != "here"}
    offered = {name for name, action in ACTIONS.items() if action.offers is not None}

    assert ACTIONS.keys() - SERVERS_OWN - ANSWERS - offered <= typed


def test_every_word_for_a_command_has_the_fields_that_it_needs() -> None:
    for word, entry in WORDS.items():
        action = ACTIONS.get(entry.do or word)
        if entry.kind in ("here", "answer") or action is None:
            continue
        if action.offers is not None and not entry.slots:
            continue  # the offers say what it needs
        fields = {field.name: field.required for field in msgspec.structs.fields(action.command)}
        filled = {slot.field for slot in entry.slots} | dict(entry.fixed).keys() | {"node", "answer", "to", "text"}
        assert {name for name, required in fields.items() if required} <= filled, word
        assert {slot.field for slot in entry.slots} <= fields.keys(), word


def test_another_word_means_one_of_the_table_and_is_none_of_it() -> None:
    assert set(SAME.values()) <= WORDS.keys()
    assert not SAME.keys() & WORDS.keys()
    assert known("YES") == "agree"
    assert known("ref_move") == "put"
    assert known("pray") == ""
