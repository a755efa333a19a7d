"""docs/rulebooks.md: what it shows is what the examples hold, and it runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from wardiary_server.cases import attempt, beside
from wardiary_server.game.context import MAX_EVENTS
from wardiary_server.game.resolver import MAX_DEPTH
from wardiary_server.rulebooks import Rulebook
from wardiary_server.scenario import rulebooks

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/rulebooks.md").read_text()
HOUSE, PACKAGE = ROOT / "examples/house_rule", ROOT / "examples/wardiary-sanity"


def blocks(language: str) -> list[str]:
    """The page's fenced blocks of a language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_first_is_the_house_rule_and_runs() -> None:
    first = blocks("python")[0]
    module: dict[str, object] = {}

    exec(first, module)

    assert first == (HOUSE / "mud.py").read_text()
    assert isinstance(module["RULEBOOK"], Rulebook)


def test_the_others_are_pieces_of_the_package() -> None:
    source = (PACKAGE / "wardiary_sanity.py").read_text()

    pieces = blocks("python")[1:]

    assert len(pieces) >= 5
    assert [piece for piece in pieces if piece not in source] == []


def test_its_case_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_given", {})
    rulebooks.give([HOUSE / "mud.py"])
    case = next(block for block in blocks("toml") if "[[steps]]" in block)

    outcome = attempt(case, "stuck.toml", beside(HOUSE))

    assert outcome.passed, outcome.text
    assert case in (HOUSE / "stuck.toml").read_text()


def test_the_entry_point_is_the_packages() -> None:
    point = next(block for block in blocks("toml") if "entry-points" in block)

    assert point in (PACKAGE / "pyproject.toml").read_text()


def test_the_limits_are_those_that_count() -> None:
    assert f"more than {MAX_DEPTH} deep" in PAGE
    assert f"more than {MAX_EVENTS:,} events" in PAGE
