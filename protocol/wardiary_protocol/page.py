"""Fills the parts of docs/protocol.md that are made from the code: examples, limits, close codes.

Such a part stands between `<!-- NAME -->` and `<!-- /NAME -->`, each on a line of its own. What has another name than
those of `blocks` is left as it is, so that others can fill parts of the same page with `fill`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from wardiary_protocol import examples
from wardiary_protocol.messages import CLOSE_CODES, ClientMessage, ServerMessage
from wardiary_protocol.wire import Format, Limits, by_tag, encode

_BLOCK = re.compile(r"^<!-- (?P<name>[^/\n][^\n]*) -->\n(?P<body>.*?)^<!-- /(?P=name) -->$", re.DOTALL | re.MULTILINE)
_WIDTH = 100


def fill(text: str, blocks: Mapping[str, str]) -> str:
    """The page with each block that is named there filled anew. Raises KeyError for one that the page lacks."""
    there = {found["name"] for found in _BLOCK.finditer(text)}
    if missing := blocks.keys() - there:
        raise KeyError(f"the page has no place for {', '.join(sorted(missing))}")

    def filled(found: re.Match[str]) -> str:
        name = found["name"]
        return f"<!-- {name} -->\n{blocks[name]}\n<!-- /{name} -->" if name in blocks else found[0]

    return _BLOCK.sub(filled, text)


def blocks() -> dict[str, str]:
    """Everything that is generated in docs/protocol.md, by the name of its block."""
    tags = [*by_tag(ClientMessage), *by_tag(ServerMessage)]
    return {
        "limits": _limits(),
        "close-codes": table(("code", "meaning"), ((str(code), text) for code, text in CLOSE_CODES.items())),
        **{f"example {tag}": _examples(examples.of(tag)) for tag in tags},
    }


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _limits() -> str:
    limits = Limits()
    return table(
        ("limit", "default"),
        (
            ("bytes of a message", f"{limits.frame:,}"),
            ("levels of maps and lists, the message itself counted", str(limits.depth)),
            ("items of one map or list", str(limits.items)),
        ),
    )


def _examples(messages: Sequence[ClientMessage | ServerMessage]) -> str:
    """Each as JSON, and the first also as the bytes of msgpack."""
    first, *others = (f"```json\n{pretty(msgspec.to_builtins(message))}\n```" for message in messages)
    return "\n\n".join([first, _packed(messages[0]), *others])


def _packed(message: ClientMessage | ServerMessage) -> str:
    packed = encode(message, Format.MSGPACK)
    return (
        f"<details><summary>The same in msgpack, {len(packed)} bytes</summary>\n\n"
        f"```text\n{textwrap.fill(packed.hex(' '), _WIDTH)}\n```\n\n</details>"
    )


def pretty(value: Any, indent: str = "") -> str:
    """JSON for reading: what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= _WIDTH or not isinstance(value, dict | list | tuple) or not value:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        inner = [f"{json.dumps(key)}: {pretty(each, deeper)}" for key, each in value.items()]
    else:
        inner = [pretty(each, deeper) for each in value]
    start, end = "{}" if isinstance(value, dict) else "[]"
    return f"{start}\n{deeper}" + f",\n{deeper}".join(inner) + f"\n{indent}{end}"
