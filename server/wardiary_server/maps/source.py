"""From the bytes of a file to its JSON object. What is no JSON is told in words: a web page, a picture, half a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from .notes import NoMap

MOST_BYTES = 128 * 1024 * 1024
ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt")
PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")


def source(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises `NoMap` where there is none, `OSError` where there is no file."""
    if path.suffix.lower() not in ENDINGS:
        raise NoMap(f"{path.name}: a Universal VTT map ends with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.")
    if path.stat().st_size > MOST_BYTES:
        raise NoMap(f"{path.name} is larger than {MOST_BYTES >> 20} MiB. Export it with a smaller picture.")
    try:
        return parsed(path.read_bytes())
    except NoMap as fault:
        raise NoMap(f"{path.name}: {fault}") from None


def parsed(data: bytes) -> dict[str, Any]:
    """The JSON object in these bytes; a byte-order mark before it is no matter. Raises `NoMap`."""
    text = decoded(data)
    try:
        found = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise NoMap(_no_json(text, error)) from None
    except (RecursionError, ValueError):
        raise NoMap("This is nested too deep, or has a number of thousands of digits: it is no map.") from None
    if not isinstance(found, dict):
        raise NoMap("This is JSON, but no Universal VTT map: that is one object, {...}.")
    return found


def decoded(data: bytes) -> str:
    """The text of these bytes. Raises `NoMap`."""
    if data.startswith(PICTURES):
        raise NoMap("This is a picture. Export the map again as Universal VTT, which has the walls as well.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoMap(f"This is no UTF-8 text: byte {error.start} is none.") from None
    start = text.lstrip()[:64]
    if not start:
        raise NoMap("This file is empty.")
    if start.startswith("<"):
        raise NoMap("This is a web page. Save the file itself: on a page that shows it, look for Download or Raw.")
    if start.startswith("version https://git-lfs"):
        raise NoMap("This is only a pointer to a large file. Fetch the file itself: git lfs pull.")
    return text


def _no_number(name: str) -> NoReturn:
    raise NoMap(f"{name} stands where a number should be. Export the map again.")


def _no_json(text: str, error: json.JSONDecodeError) -> str:
    """Where the text stops being JSON, and whether that is for its end."""
    unfinished = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
    if unfinished:
        return "This file breaks off in the middle. Copy or download it again."
    return f"This is no JSON: line {error.lineno}, column {error.colno}: {error.msg}."
