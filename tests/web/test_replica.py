"""The page's own copy of the view is what Python's is: the same changes, the same hash, the same refusals."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from kit.browser import run
from playwright.async_api import Page
from wardiary_protocol.changes import diff, view_hash

NAMES = ("vega", "units", "10", "9", "constructor", "__proto__", "toString", "a b")
TEXTS = ("", "Vega", "Ærø\u2028", '\U0001f600 \x01 "quoted" \\ /', "é")


def view(chance: random.Random) -> dict[str, Any]:
    """A view of up to four collections, of all shapes that there are."""
    return {name: collection(chance) for name in chance.sample(NAMES, chance.randrange(5))}


def collection(chance: random.Random) -> Any:
    """Entities, or anything else that a collection may be."""
    if chance.random() < 0.7:
        return {name: {key: value(chance) for key in chance.sample(NAMES, 3)} for name in chance.sample(NAMES, 3)}
    return value(chance)


def value(chance: random.Random, depth: int = 2) -> Any:
    """A value as views have them."""
    kind = chance.randrange(7 if depth else 5)
    if kind == 5:
        return [value(chance, depth - 1) for _ in range(chance.randrange(3))]
    if kind == 6:
        return {name: value(chance, depth - 1) for name in chance.sample(NAMES, chance.randrange(3))}
    return (chance.randrange(-(2**53) + 1, 2**53), 0, chance.choice(TEXTS), chance.random() < 0.5, None)[kind]


def altered(chance: random.Random, old: dict[str, Any]) -> dict[str, Any]:
    """A view that shares most of what it holds with another."""
    new = {name: dict(part) if isinstance(part, dict) else part for name, part in old.items()}
    for name in list(new):
        if chance.random() < 0.2:
            del new[name]
        elif isinstance(new[name], dict) and new[name] and chance.random() < 0.6:
            new[name][chance.choice(list(new[name]))] = value(chance)
    return {**new, **(view(chance) if chance.random() < 0.3 else {})}


FOLLOW = """
  const copy = new it.Replica();
  const said = { game: "g", audience: "a", epoch: "e", line: 0 };
  copy.welcome({ ...said, view: given.first, seq: 1, hash: given.hash });
  const hashes = [copy.hash];
  given.updates.forEach(([changes, hash], n) => {
    copy.update({ since: n + 1, seq: n + 2, line: 0, changes, hash });
    hashes.push(copy.hash);
  });
  return [copy.view, hashes];
"""


def hexed(view: dict[str, Any]) -> str:
    """A view's hash as it is sent."""
    found = view_hash(view)
    return found if isinstance(found, str) else f"{found:016x}"


async def test_it_follows_any_changes_and_has_the_same_hash(bare: Page) -> None:
    """For all views: 60 walks of 12 steps each, from a seed."""
    chance = random.Random(11)
    for _ in range(60):
        views = [view(chance)]
        for _ in range(12):
            views.append(altered(chance, views[-1]))
        given = {
            "first": views[0],
            "hash": hexed(views[0]),
            "updates": [[[list(change) for change in diff(old, new)], hexed(new)] for old, new in pairwise(views)],
        }

        last, hashes = await run(bare, "replica.js", FOLLOW, given)

        assert hashes == [hexed(one) for one in views]
        assert last == views[-1]


REFUSED = """
  const said = { game: "g", audience: "a", epoch: "e", line: 0 };
  const copy = new it.Replica();
  copy.welcome({ ...said, view: given.view, seq: 5, hash: given.hash });
  let refused = false;
  try { copy.update(given.update); } catch (wrong) { refused = wrong instanceof it.OutOfStep; }
  return [refused, copy.seq, copy.view, copy.resume().hash];
"""


async def test_what_does_not_lead_to_the_servers_view_is_refused(bare: Page) -> None:
    """Given an update that skips, names no place, or has another hash, the copy stays and asks for a whole view."""
    old = {"units": {"vega": {"zone": "hall"}}}
    new = {"units": {"vega": {"zone": "bay"}}}
    good = {"since": 5, "seq": 6, "line": 0, "changes": [[["units", "vega", "zone"], "bay"]], "hash": hexed(new)}
    wrong = [
        {**good, "since": 4},
        {**good, "hash": "0000000000000000"},
        {**good, "changes": [[["units", "rook", "zone"], "bay"]]},
        {**good, "changes": [[["units", "rook"]]]},
    ]
    for update in wrong:
        refused, seq, view, hash = await run(
            bare, "replica.js", REFUSED, {"view": old, "hash": hexed(old), "update": update}
        )
        assert (refused, seq, view, hash) == (True, 5, old, "")
