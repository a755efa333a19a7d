"""The JSON Schema takes what the check takes, refuses what it refuses for its shape, and knows every rulebook's words.

Validation here knows the keywords that the schema uses, and no others: a keyword that it does not know fails the test.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from wardiary_server.game.rulebook import OptionSpec, Rulebook
from wardiary_server.scenario import check_text
from wardiary_server.scenario.schemas import needed, schema
from wardiary_server.scenario.sources import text_of
from wardiary_server.scenario.tables import BY_NAME, TABLES

SCHEMA = schema()
TYPES: Mapping[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
SAID = {"$schema", "title", "description", "default"}
CHECKS: Mapping[str, Callable[[Any, Any], bool]] = {
    "enum": lambda value, known: value in known,
    "const": lambda value, known: value == known,
    "pattern": lambda value, known: not isinstance(value, str) or re.search(known, value) is not None,
    "minimum": lambda value, known: not isinstance(value, int) or value >= known,
    "maximum": lambda value, known: not isinstance(value, int) or value <= known,
    "minLength": lambda value, known: not isinstance(value, str) or len(value) >= known,
    "maxLength": lambda value, known: not isinstance(value, str) or len(value) <= known,
    "minItems": lambda value, known: not isinstance(value, list) or len(value) >= known,
    "maxItems": lambda value, known: not isinstance(value, list) or len(value) <= known,
    "uniqueItems": lambda value, known: not isinstance(value, list) or len(value) == len(set(map(str, value))),
    "required": lambda value, known: not isinstance(value, dict) or set(known) <= value.keys(),
    "oneOf": lambda value, known: sum(not list(errors(value, one)) for one in known) == 1,
    "anyOf": lambda value, known: any(not list(errors(value, one)) for one in known),
}


def errors(value: Any, schema: Mapping[str, Any]) -> Iterator[str]:
    """What a schema has against a value."""
    for key, said in schema.items():
        if key in CHECKS:
            if not CHECKS[key](value, said):
                yield f"{key} {said} of {value!r}"
        elif key == "type":
            types = said if isinstance(said, list) else [said]
            if not any(type(value) is TYPES[one] for one in types):
                yield f"{value!r} is no {said}"
        elif key == "items":
            for item in value if isinstance(value, list) else ():
                yield from errors(item, said)
        else:
            assert key in SAID | {"properties", "patternProperties", "additionalProperties"}, key
    yield from errors_in_keys(value, schema)


def errors_in_keys(value: Any, schema: Mapping[str, Any]) -> Iterator[str]:
    for key, inner in value.items() if isinstance(value, dict) and "properties" in schema else ():
        patterns = [one for pattern, one in schema.get("patternProperties", {}).items() if re.search(pattern, key)]
        if key in schema["properties"]:
            yield from errors(inner, schema["properties"][key])
        elif patterns:
            yield from errors(inner, patterns[0])
        elif schema.get("additionalProperties") is False:
            yield f"no key {key!r}"


def data_of(text: object) -> dict[str, Any]:
    assert isinstance(text, str)
    return tomllib.loads(text)


def test_derelict_is_valid() -> None:
    assert list(errors(data_of(text_of("derelict")), SCHEMA)) == []


def test_the_sound_scenario_is_valid(sound: str) -> None:
    more = 'tags = ["targets:red", "dies"]\n"ammo:carbine" = 2\nspecials = ["suit"]\n'
    more += '[[specials]]\nid = "suit"\ndoes = "protect"\nagainst = ["airless", "hazard:the reactor"]\n'

    assert list(errors(data_of(sound + more), SCHEMA)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('title = "First blood"', ""),
        ('title = "First blood"', "title = 3"),
        ('"zones", "environments"', '"zone"'),
        ("frame.rounds = 4", "frame.rounds = 4000"),
        ("frame.rounds = 4", 'frame.order = "random"'),
        ("frame.rounds = 4", '"frame.round" = 4'),
        ('id = "dock"', 'id = "The dock"'),
        ('id = "dock"', 'id = "dock"\nlevels = {fyre = 1}'),
        ('"dock", "bridge"', '"dock"'),
        ('door = "closed"', 'door = "shut"'),
        ("dice = 5", "dyce = 5"),
        ("health = 3", ""),
        ("health = 3", 'health = 3\ntags = ["brave"]'),
        ("health = 3", "health = 3\n[[events]]\nwhen = {rond = 1}"),
        ("health = 3", 'health = 3\n[[events]]\nwhen = {round = 1}\ndo = [{do = "tell"}]'),
        ("health = 3", 'health = 3\n[[events]]\nwhen = {round = 1}\ndo = [{do = "tell", text = "x", by = "y"}]'),
        ("health = 3", 'health = 3\n[[areas]]\nkind = "gloom"\nzones = ["dock"]'),
        ("health = 3", 'health = 3\n[[specials]]\nid = "suit"\ndoes = "heal"\nagainst = ["airless"]'),
        ("health = 3", 'health = 3\n[[specials]]\nid = "suit"\ndoes = "ignore"\nagainst = ["cold"]'),
        ("health = 3", "health = 3\n[[unit]]\nid = 'x'"),
    ],
)
def test_what_has_the_wrong_shape_is_refused_by_both(sound: str, old: str, new: str) -> None:
    text = sound.replace(old, new, 1)

    assert list(errors(data_of(text), SCHEMA))
    assert check_text(text, "f.toml")[0] is None


@pytest.mark.parametrize("table", [one for one in TABLES if one.fields], ids=lambda table: str(table.name))
def test_check_and_schema_need_the_same_keys(table: Any) -> None:
    row = SCHEMA["properties"][table.name]
    required = (row["items"] if table.many else row)["required"]
    header = f"[[{table.name}]]" if table.many else f"[{table.name}]"

    texts = [fault.text for fault in check_text(f"{header}\n", "f.toml")[1]]

    assert required == list(needed(table))
    said = " ".join(text for text in texts if text.startswith(f"This {BY_NAME[table.name].one} has no "))
    assert [key for key in required if re.search(rf"\b{key}\b", said)] == [key for key in required if key != "health"]


def test_words_of_a_strangers_rulebook_are_in_it() -> None:
    dread = Rulebook(
        "dread",
        levels={"dread": "how it feels"},
        stats={"nerve": "what holds"},
        options={"dark": OptionSpec(True, "?")},
    )

    made = schema([dread])["properties"]

    assert made["zones"]["items"]["properties"]["levels"]["properties"]["dread"]["description"] == "how it feels"
    assert made["units"]["items"]["properties"]["nerve"]["description"] == "what holds"
    assert made["options"]["properties"]["dread.dark"] == made["options"]["properties"]["dread"]["properties"]["dark"]
    assert made["game"]["properties"]["rulebooks"]["items"] == {"enum": ["frame", "dread"]}


def test_every_key_says_what_it_is_for() -> None:
    silent = [
        f"{table.name}.{key}"
        for table in TABLES
        for row in [SCHEMA["properties"][table.name]]
        for key, one in row.get("items", row)["properties"].items()
        if not one.get("description") and table.name != "options"
    ]

    assert not silent
