"""The protocol as an AsyncAPI 3.0 document, made from the message types.

`python -m wardiary_protocol.asyncapi > docs/asyncapi.json` writes it; `--protocol docs/protocol.md` fills the
generated parts of that page instead. Schemas keep to JSON Schema draft 7, which AsyncAPI builds on.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from wardiary_protocol import examples, page
from wardiary_protocol.messages import CLOSE_CODES, PATH, VERSION, ClientMessage, ServerMessage
from wardiary_protocol.wire import CODES, Format, by_tag

ANSWERS = {
    "hello": "welcome",
    "command": "accepted",
    "look": "looked",
    "page": "paged",
    "proof": "proved",
    "offers": "offered",
    "ask_seat": "seat_granted",
    "invite": "invited",
    "scenarios": "bundled",
    "new_game": "begun",
    "keep": "kept",
    "admit": "accepted",
}
"""What answers what, by tag, where it goes well; else it is `rejected`, or `closing` for a hello."""

_CHANNEL = {"$ref": "#/channels/game"}


def document() -> dict[str, Any]:
    """The whole document, as plain maps and lists."""
    kinds = [*get_args(ClientMessage), *get_args(ServerMessage)]
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "wardiary",
            "version": str(VERSION),
            "description": "How a client and a wardiary server talk. docs/protocol.md tells it in words.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "table": {
                "host": "localhost:8765",
                "protocol": "ws",
                "description": "wss behind a proxy that speaks TLS.",
            }
        },
        "channels": {"game": _channel()},
        "operations": {**_received(), **_sent()},
        "components": {
            "messages": {tag: _message(tag, kind) for tag, kind in _all().items()},
            "schemas": {name: _draft7(schemas[name]) for name in sorted(schemas)},
        },
    }


def _channel() -> dict[str, Any]:
    agreed = {"type": "string", "enum": [str(fmt) for fmt in Format]}
    return {
        "address": PATH,
        "title": "One connection",
        "description": "One WebSocket carries one seat, or one spectator, of one game.",
        "servers": [{"$ref": "#/servers/table"}],
        "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in _all()},
        "bindings": {
            "ws": {
                "method": "GET",
                "headers": {"type": "object", "properties": {"Sec-WebSocket-Protocol": agreed}},
                "bindingVersion": "0.1.0",
            }
        },
        "x-close-codes": {str(code): meaning for code, meaning in CLOSE_CODES.items()},
        "x-malformed-codes": dict(CODES),
    }


def _received() -> dict[str, Any]:
    """What the server receives, each with its answers."""
    return {f"receive_{tag}": _operation("receive", tag) for tag in by_tag(ClientMessage)}


def _sent() -> dict[str, Any]:
    """What the server sends unasked; answers stand with what they answer."""
    unasked = [tag for tag in by_tag(ServerMessage) if tag not in {"rejected", *ANSWERS.values()}]
    return {f"send_{tag}": _operation("send", tag) for tag in unasked}


def _operation(action: str, tag: str) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "action": action,
        "channel": _CHANNEL,
        "summary": _summary(_all()[tag]),
        "messages": [_in_channel(tag)],
    }
    if tag in ANSWERS:
        otherwise = "closing" if tag == "hello" else "rejected"
        operation["reply"] = {"channel": _CHANNEL, "messages": [_in_channel(ANSWERS[tag]), _in_channel(otherwise)]}
    return operation


def _message(tag: str, kind: type[Struct]) -> dict[str, Any]:
    message = {
        "name": tag,
        "title": kind.__name__,
        "summary": _summary(kind),
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        "examples": [{"payload": msgspec.to_builtins(example)} for example in examples.of(tag)],
    }
    if "id" in kind.__struct_fields__:
        message["correlationId"] = {"location": "$message.payload#/id"}
    return message


def _all() -> dict[str, type[Struct]]:
    return {**by_tag(ClientMessage), **by_tag(ServerMessage)}


def _in_channel(tag: str) -> dict[str, str]:
    return {"$ref": f"#/channels/game/messages/{tag}"}


def _summary(kind: type[Struct]) -> str:
    return " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())


def _draft7(schema: Any) -> Any:
    """A tuple's `prefixItems` are the `items` of draft 7, and what stood there is `additionalItems`."""
    if isinstance(schema, list):
        return [_draft7(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _draft7(inner) for key, inner in schema.items()}
    if "prefixItems" in made:
        rest = {"additionalItems": made.pop("items")} if "items" in made else {}
        made |= {"items": made.pop("prefixItems"), **rest}
    return made


def render() -> str:
    """The document as it stands in docs/asyncapi.json."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the document, or fills the generated parts of the page that `--protocol` names."""
    parser = argparse.ArgumentParser(prog="python -m wardiary_protocol.asyncapi", description=main.__doc__)
    parser.add_argument("--protocol", type=Path, metavar="PAGE", help="fill this page instead (docs/protocol.md)")
    target = parser.parse_args(arguments).protocol
    if target is None:
        sys.stdout.write(render())
    else:
        target.write_text(page.fill(target.read_text(encoding="utf-8"), page.blocks()), encoding="utf-8")


if __name__ == "__main__":
    main()
