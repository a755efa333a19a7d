"""docs/protocol.md has every message with every field, and its generated parts are in step."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import NODEFAULT, Struct
from wardiary_protocol import messages, page
from wardiary_protocol.asyncapi import main
from wardiary_protocol.messages import CLOSE_CODES, ClientMessage, ServerMessage
from wardiary_protocol.wire import CODES, Format, decode_client, decode_server

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
SECTIONS = dict(zip(*[iter(re.split(r"^#{1,4} (.+)\n", TEXT, flags=re.MULTILINE)[1:])] * 2, strict=True))
OTHERS: dict[str, type[Struct]] = {
    "resume": messages.Resume,
    "entries": messages.Told,
    "lines": messages.Line,
    "one offer": messages.Offer,
    "one target": messages.Target,
    "one field": messages.Field,
}
KINDS: dict[str, Any] = {
    **{str(kind.__struct_config__.tag): kind for kind in (*get_args(ClientMessage), *get_args(ServerMessage))},
    **OTHERS,
}


def rows(section: str) -> list[tuple[str, ...]]:
    """The rows of the table in a section, without its head."""
    lines = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [tuple(line) for line in lines[2:]]


def test_the_generated_parts_are_in_step() -> None:
    assert page.fill(TEXT, page.blocks()) == TEXT, "make docs writes them anew"


@pytest.mark.parametrize("heading", KINDS)
def test_every_message_has_a_section_with_every_field_and_its_default(heading: str) -> None:
    shown = [(name.strip("`"), "default" in kind) for name, kind, *_ in rows(SECTIONS[heading])]
    fields = msgspec.structs.fields(KINDS[heading])
    assert shown == [(field.name, field.default is not NODEFAULT or not field.required) for field in fields]


@pytest.mark.parametrize("heading", KINDS)
def test_the_defaults_on_the_page_are_those_of_the_types(heading: str) -> None:
    fields = {field.name: field for field in msgspec.structs.fields(KINDS[heading])}
    for name, kind, *_ in rows(SECTIONS[heading]):
        _, _, shown = kind.partition("default ")
        if shown:
            field = fields[name.strip("`")]
            default = field.default_factory() if field.default is NODEFAULT else field.default
            assert json.loads(shown.strip("`")) == json.loads(json.dumps(default))


def test_every_example_on_the_page_can_be_read_as_it_stands_there() -> None:
    for tag, kind in KINDS.items():
        if tag in OTHERS:
            continue
        decode: Any = decode_client if kind in get_args(ClientMessage) else decode_server
        as_json = re.findall(r"```json\n(.+?)\n```", SECTIONS[tag], flags=re.DOTALL)
        packed = re.search(r"```text\n(.+?)\n```", SECTIONS[tag], flags=re.DOTALL)
        assert as_json
        assert packed
        assert all(type(decode(text, Format.JSON)) is kind for text in as_json)
        assert decode(bytes.fromhex(packed[1]), Format.MSGPACK) == decode(as_json[0], Format.JSON)


def test_every_link_within_the_page_leads_somewhere() -> None:
    anchors = [re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in SECTIONS]
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= set(anchors)


def test_every_code_is_on_the_page() -> None:
    assert set(CODES) <= {row[0].strip("`") for row in rows(SECTIONS["Refusals"])}
    assert {str(code) for code in CLOSE_CODES} == {row[0] for row in rows(SECTIONS["Close codes"]) if row[0].isdigit()}


def test_filling_leaves_alone_what_it_does_not_know() -> None:
    text = "<!-- a -->\nold\n<!-- /a -->\n\n<!-- b -->\n<!-- /b -->\n"
    assert page.fill(text, {"b": "new"}) == "<!-- a -->\nold\n<!-- /a -->\n\n<!-- b -->\nnew\n<!-- /b -->\n"
    with pytest.raises(KeyError, match="no place for c"):
        page.fill(text, {"c": "lost"})


def test_long_json_is_broken_where_it_must_be() -> None:
    value = {"short": [1, 2], "long": ["x" * 60, "y" * 60], "empty": []}
    assert json.loads(page.pretty(value)) == value
    assert page.pretty(value).splitlines()[1] == '  "short": [1, 2],'


def test_the_command_fills_the_page(tmp_path: Path) -> None:
    emptied = re.sub(r"(<!-- (example .+?) -->\n).*?(<!-- /\2 -->)", r"\1\3", TEXT, flags=re.DOTALL)
    (tmp_path / "protocol.md").write_text(emptied, encoding="utf-8")
    main(["--protocol", str(tmp_path / "protocol.md")])
    assert (tmp_path / "protocol.md").read_text(encoding="utf-8") == TEXT
