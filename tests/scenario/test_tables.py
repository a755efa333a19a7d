"""The format's table of itself is sound: its examples can be read, and every kind of thing in the state has a table."""

import tomllib

import pytest
from wardiary_server.game.frame.objectives import KINDS
from wardiary_server.game.state import DoorState
from wardiary_server.scenario.faults import Faults
from wardiary_server.scenario.happenings import DOORS, Deeds, When
from wardiary_server.scenario.positions import locate
from wardiary_server.scenario.references import Many, Ref
from wardiary_server.scenario.rulebooks import find, installed
from wardiary_server.scenario.tables import BY_NAME, OBJECTIVES, TABLES, Field
from wardiary_server.scenario.values import BAD, Reading
from wardiary_server.scenario.vocabulary import Vocabulary

FIELDS = [(table.name, name, field) for table in TABLES for name, field in table.fields.items()]


@pytest.mark.parametrize(("table", "name", "field"), FIELDS, ids=[f"{table}.{name}" for table, name, _ in FIELDS])
def test_every_example_can_be_written_as_it_stands(table: str, name: str, field: Field) -> None:
    value = tomllib.loads(f"{name} = {field.example}")[name]
    named = value if isinstance(value, list) else [value]
    everything = {str(one): ("",) for one in [*named, "d4"] if isinstance(one, str)}
    ids = dict.fromkeys((*BY_NAME, "markers"), everything)
    faults = Faults("f.toml", locate(""))

    found = field.value.read(Reading(faults, Vocabulary(find(installed())), ids), (name,), value)

    assert not faults.found
    assert found is not BAD


def test_what_the_core_knows_is_what_may_be_written() -> None:
    assert set(OBJECTIVES) == set(KINDS)
    assert set(DOORS) == set(DoorState.__args__) - {"none"}  # type: ignore[attr-defined]


def test_every_reference_is_to_a_table() -> None:
    kinds = [field.value.item if isinstance(field.value, Many) else field.value for _, _, field in FIELDS]

    assert {kind.table for kind in kinds if isinstance(kind, Ref)} <= BY_NAME.keys()
    assert {When, Deeds} <= {type(kind) for kind in kinds}


def test_a_needed_key_is_not_said_to_have_a_default() -> None:
    assert not [f"{table}.{name}" for table, name, field in FIELDS if field.needed and field.default]
