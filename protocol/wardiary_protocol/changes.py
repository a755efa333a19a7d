"""How two views differ, how a client follows, and the hash that shows that it did.

A view is plain: `{collection: {entity id: entity}}` of maps (`dict`) with text as keys, lists, text, whole numbers
below 2^53, true, false and null. Views are never changed in place; a new one shares with the old what is the same,
and both `diff` and `rehash` pass over whatever is the identical object.

The hash of a view
------------------
A view falls into *parts*. A collection that is a map with something in it, and nothing but maps, has one part for each
entity, with the path `collection/entity id`. Any other collection (text, a number, a list, an empty map, a map that
holds anything but maps) is one part, with the collection's name as its path.

A part's hash is the first 8 bytes, big end first, of SHA-256 over: its path in UTF-8, one line feed (0x0A), and its
value as JSON in UTF-8. The JSON has no spaces; keys are ASCII and sorted byte by byte; whole numbers are in decimal;
text is written as JavaScript's `JSON.stringify` writes it: escaped are only the quotation mark, the backslash
and what lies below U+0020 (`\\b \\t \\n \\f \\r`, else `\\u00` and two small hex digits).

The view's hash is the sum of its parts' hashes modulo 2^64, as 16 small hex digits. An empty view has
`0000000000000000`. Since it is a sum, one changed entity costs two part hashes, whatever the size of the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from wardiary_protocol.messages import Change

View = Mapping[str, Any]
MODULUS = 2**64

_GONE: Any = object()
_encode = msgspec.json.Encoder(order="sorted").encode


class DoesNotFit(Exception):
    """A change names a place that the view does not have, so the two do not belong together."""


# ------------------------------------------------------------------------------------------- diff and apply


def diff(old: View, new: View) -> list[Change]:
    """The changes that make `new` out of `old`: maps are compared key by key, anything else is replaced whole.

    No path lies within another, so their order does not matter. The values are those of `new`, not copies.
    """
    changes: list[Change] = []
    _compare(old, new, [], changes)
    return changes


def apply(view: View, changes: Iterable[Change]) -> dict[str, Any]:
    """The view after the changes. Copies along their paths only and leaves `view` as it was.

    Raises `DoesNotFit` for a path that is empty, goes through what is missing or no map, or removes what is not there.
    """
    top = dict(view)
    ours = {id(top)}  # the maps that were copied here, and so may be written to
    for change in changes:
        path = _path_of(change)
        place = top
        for key in path[:-1]:
            place = _step(place, key, path, ours)
        if len(change) == 2:
            place[path[-1]] = change[1]
        elif place.pop(path[-1], _GONE) is _GONE:
            raise DoesNotFit(f"there is no {'/'.join(path)} to remove")
    return top


def _compare(old: View, new: View, path: list[str], changes: list[Change]) -> None:
    changes.extend(([*path, key],) for key in old if key not in new)
    for key, value in new.items():
        before = old.get(key, _GONE)
        if before is value:
            continue
        if type(before) is dict and type(value) is dict:
            _compare(before, value, [*path, key], changes)
        elif not _same(before, value):
            changes.append(([*path, key], value))


def _same(a: Any, b: Any) -> bool:
    """Whether two values are written alike: Python holds that True equals 1, and the hash does not."""
    if type(a) is not type(b) or a != b:
        return False
    if type(a) is dict:
        return all(_same(value, b[key]) for key, value in a.items())
    return type(a) not in (list, tuple) or all(map(_same, a, b))


def _path_of(change: Change) -> list[str]:
    path = change[0] if 1 <= len(change) <= 2 else None
    if not isinstance(path, list | tuple) or not path or not all(isinstance(key, str) for key in path):
        raise DoesNotFit("a change is a path, which is a list of keys, and a new value unless something goes away")
    return list(path)


def _step(place: dict[str, Any], key: str, path: list[str], ours: set[int]) -> dict[str, Any]:
    inner = place.get(key)
    if not isinstance(inner, dict):
        raise DoesNotFit(f"there is no map at {key!r} on the way to {'/'.join(path)}")
    if id(inner) not in ours:
        place[key] = inner = dict(inner)
        ours.add(id(inner))
    return inner


# -------------------------------------------------------------------------------------------------- the hash


def part_hash(path: str, value: Any) -> int:
    """The hash of one part, such as `("units/vega", {…})`; see the head of this module."""
    return int.from_bytes(sha256(path.encode() + b"\n" + _encode(value)).digest()[:8])


def view_hash(view: View) -> str:
    """The hash of a whole view as it stands in messages: 16 hex digits."""
    return as_hex(hash_of(view))


def hash_of(view: View) -> int:
    """The hash of a whole view as a number, to go on from with `rehash`."""
    return rehash(0, {}, view)


def rehash(hash: int, old: View, new: View) -> int:
    """The hash of `new`, from the hash of `old`: only the parts that are not the identical object are hashed."""
    for name in old.keys() | new.keys():
        before, after = old.get(name, _GONE), new.get(name, _GONE)
        if before is not after:
            hash += _difference(name, before, after)
    return hash % MODULUS


def as_hex(hash: int) -> str:
    """The 16 hex digits that stand for this hash in a message."""
    return f"{hash:016x}"


def _difference(name: str, before: Any, after: Any) -> int:
    old, new = _parts(before), _parts(after)
    gone = sum(_hash(name, key, value) for key, value in old.items() if new.get(key, _GONE) is not value)
    come = sum(_hash(name, key, value) for key, value in new.items() if old.get(key, _GONE) is not value)
    return come - gone


def _parts(collection: Any) -> Mapping[str | None, Any]:
    """The parts by entity id, or the one part under None."""
    if type(collection) is dict and set(map(type, collection.values())) == {dict}:
        return collection
    return {} if collection is _GONE else {None: collection}


def _hash(name: str, key: str | None, value: Any) -> int:
    return part_hash(name if key is None else f"{name}/{key}", value)
