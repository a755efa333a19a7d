"""docs/asyncapi.json is what the message types say, and has the shape of an AsyncAPI 3.0 document."""

import json
from pathlib import Path
from typing import Any

import pytest
from wardiary_protocol.asyncapi import ANSWERS, main, render
from wardiary_protocol.messages import CLOSE_CODES, ClientMessage, ServerMessage
from wardiary_protocol.wire import by_tag

DOCS = Path(__file__).parents[2] / "docs"
DOCUMENT: dict[str, Any] = json.loads(render())
TAGS = [*by_tag(ClientMessage), *by_tag(ServerMessage)]


def references(value: Any) -> list[str]:
    """Everything that a value refers to, however deep."""
    if isinstance(value, list):
        return [found for inner in value for found in references(inner)]
    if not isinstance(value, dict):
        return []
    here = [value["$ref"]] if "$ref" in value else []
    return here + [found for inner in value.values() for found in references(inner)]


def at(reference: str) -> Any:
    """What a reference leads to. Raises KeyError where that is nothing."""
    place: Any = DOCUMENT
    for key in reference.removeprefix("#/").split("/"):
        place = place[key]
    return place


def test_the_document_is_in_step_with_the_types() -> None:
    assert (DOCS / "asyncapi.json").read_text(encoding="utf-8") == render(), "make docs writes it anew"


def test_it_says_what_it_is() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert DOCUMENT["info"]["title"]
    assert isinstance(DOCUMENT["info"]["version"], str)
    assert set(DOCUMENT) == {
        "asyncapi", "info", "defaultContentType", "servers", "channels", "operations", "components",
    }  # fmt: skip


def test_servers_have_a_host_without_a_path_and_a_protocol() -> None:
    for server in DOCUMENT["servers"].values():
        assert "/" not in server["host"]
        assert server["protocol"] in ("ws", "wss")


def test_every_reference_leads_somewhere() -> None:
    assert all(at(reference) for reference in references(DOCUMENT))


def test_the_channel_has_every_message_and_every_close_code() -> None:
    (channel,) = DOCUMENT["channels"].values()
    assert channel["address"].startswith("/")
    assert list(channel["messages"]) == TAGS
    assert set(channel["x-close-codes"]) == set(map(str, CLOSE_CODES))
    assert channel["bindings"]["ws"]["bindingVersion"]


@pytest.mark.parametrize("operation", DOCUMENT["operations"].values(), ids=DOCUMENT["operations"])
def test_operations_name_messages_of_their_channel(operation: dict[str, Any]) -> None:
    assert operation["action"] in ("send", "receive")
    assert at(operation["channel"]["$ref"]) in DOCUMENT["channels"].values()
    reply = operation.get("reply", {}).get("messages", [])
    for message in [*operation["messages"], *reply]:
        assert message["$ref"].startswith(operation["channel"]["$ref"] + "/messages/")


def test_each_message_is_received_sent_or_an_answer() -> None:
    named = [message.rsplit("/", 1)[1] for message in references(DOCUMENT["operations"]) if "/messages/" in message]
    assert set(named) == set(TAGS)
    assert set(ANSWERS) == set(by_tag(ClientMessage)) - {"typing", "lead"}


@pytest.mark.parametrize("tag", TAGS)
def test_messages_have_a_schema_with_their_tag_and_an_example(tag: str) -> None:
    message = DOCUMENT["components"]["messages"][tag]
    schema = at(message["payload"]["$ref"])
    assert message["name"] == tag
    assert message["summary"].endswith(".")
    assert schema["type"] == "object"
    assert schema["properties"]["t"] == {"enum": [tag]}
    for example in message["examples"]:
        assert set(schema["required"]) <= set(example["payload"]) <= set(schema["properties"])
    assert ("correlationId" in message) == ("id" in schema["properties"])


def test_schemas_keep_to_draft_7() -> None:
    text = json.dumps(DOCUMENT["components"]["schemas"])
    assert not any(word in text for word in ("prefixItems", "$defs", "$dynamicRef", "unevaluated", "dependentSchemas"))


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    assert capsys.readouterr().out == render()
