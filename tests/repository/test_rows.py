"""docs/rules.md lists every row of the rule texts once; each row and decision has its test; each option has two."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from wardiary_server.game.rulebook import Option, OptionSpec

from tools import rows as made
from tools.options import options
from tools.rows import DECISIONS, ROOT, ROWS, every, ids_in, modules, says

OPTIONS: Mapping[str, OptionSpec] = dict(options())
ASSUMED = (
    12, 13, 18, 25, 27, 28, 33, 39, 40, 44, 47, 48, 51, 52, 53, 54, 56, 58, 59, 61, 62, 63, 71, 72, 73, 74, 75, 76, 78,
    79, 85, 88, 91,
)  # fmt: skip
"""Decisions that no text backs: a number or a mechanism of ours, which a scenario can therefore change."""


def test_the_page_lists_every_row_once(root: Path) -> None:
    listed = Counter(rows(page(root)))

    assert listed == Counter(f"{heading}-{n}" for heading, count in ROWS.items() for n in range(1, count + 1))


def test_the_page_lists_every_decision_once_and_in_order(root: Path) -> None:
    assert re.findall(r"^\| (D\d+) \|", before_the_options(page(root)), re.MULTILINE) == [
        f"D{n}" for n in range(1, DECISIONS + 1)
    ]


@pytest.mark.parametrize("name", every())
def test_it_has_a_test_and_a_module(name: str) -> None:
    assert made.tests().get(name), f"no test names {name}"
    assert modules().get(name), f"no module of the server names {name}"


def test_every_option_that_a_rule_names_is_there(root: Path) -> None:
    named = re.findall(r"`((?:frame|zones|environments|casualties)\.[a-z_]+)`", page(root))

    assert set(named) == set(OPTIONS)


def test_what_is_assumed_is_an_option() -> None:
    assert {f"D{n}" for n in ASSUMED} <= {spec.row for spec in OPTIONS.values()}


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_tested_by_its_default_and_by_another_value(option: str) -> None:
    """Another value: one that a test gives it. Its default: that too, or a test of its decision that gives it none."""
    spec = OPTIONS[option]
    giving = [test for test in functions() if option in test.gives]

    assert any(value != spec.default for test in giving for value in test.gives[option]), "no test gives another value"
    plain = (test for test in functions() if spec.row in test.about and option not in test.gives)
    default = any(spec.default in test.gives[option] for test in giving) or any(plain)
    assert default or not spec.row, "no test of its default"


# ---------------------------------------------------------------------------------------------- how ids are read


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ENV-7: it rolls.", {"ENV-7"}),
        ("MED-3 to MED-5, D42", {"MED-3", "MED-4", "MED-5", "D42"}),
        ("ENV-26 to 28 and 30", {"ENV-26", "ENV-27", "ENV-28", "ENV-30"}),
        ("FRE-1, GAS-3: by forced movement", {"FRE-1", "GAS-3"}),
        ("ENV-17, 3 inches; AUT-2 and 4 zones", {"ENV-17", "AUT-2"}),
        ("TEST-FRE-4-EACH", {"FRE-4"}),
        ("D20, D200 and the ID-3", {"D20"}),
    ],
)
def test_the_ids_that_a_text_names(text: str, named: set[str]) -> None:
    assert ids_in(text) == named


def test_a_row_is_found_alone(pytester_like_keywords: set[str]) -> None:
    """`-k ENV-1` means that row and not ENV-10: see tests/conftest.py. This test is about ENV-10."""
    assert "ENV-10." in pytester_like_keywords
    assert not any(word.startswith("ENV-1.") and word != "ENV-1." for word in pytester_like_keywords)


@pytest.fixture
def pytester_like_keywords(request: pytest.FixtureRequest) -> set[str]:
    """The keywords that a test was given when it was collected."""
    return set(request.node.extra_keyword_matches)


# ---------------------------------------------------------------------------------------------- what there is


def page(root: Path) -> str:
    """docs/rules.md."""
    return (root / "docs/rules.md").read_text(encoding="utf-8")


def before_the_options(text: str) -> str:
    """The part that is written by hand."""
    return text.partition("\n## Options\n")[0]


def rows(text: str) -> list[str]:
    """The ids that begin a row of a table, in the part that is written by hand."""
    return re.findall(r"^\| ([A-Z]{3}-\d+) \|", before_the_options(text), re.MULTILINE)


class Giving(NamedTuple):
    """A test, the ids that it names, and the values that it gives to options."""

    about: frozenset[str]
    gives: Mapping[str, frozenset[Option]]


@cache
def functions() -> tuple[Giving, ...]:
    """Every function of the tests, and every constant; what a helper gives counts for itself."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests").rglob("*.py")))
    return tuple(
        Giving(frozenset(ids_in(of_itself(node))), given(node, tree))
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or (node in tree.body and is_constant(node))
    )


def of_itself(node: ast.AST) -> str:
    """What a function says of itself; nothing for a constant."""
    return says(ast.get_docstring(node), node.name) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ""


def is_constant(node: ast.AST) -> bool:
    """Whether this gives a name to a value."""
    return isinstance(node, ast.Assign | ast.AnnAssign)


def given(function: ast.AST, module: ast.Module) -> Mapping[str, frozenset[Option]]:
    """The options that a function names as keys of a map, or in the text of a scenario, with their values.

    A value that is no constant is one of those that the test is given, or that the tests around a helper give to it.
    """
    scope = function if getattr(function, "name", "").startswith("test_") else module
    found: dict[str, set[Option]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in OPTIONS:
                    found.setdefault(str(key.value), set()).update(values(scope, OPTIONS[str(key.value)], value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            for name, word in re.findall(r'"?([a-z]+\.[a-z_]+)"? ?= ?("[^"]*"|true|false|\d+)', node.value):
                if name in OPTIONS:
                    found.setdefault(name, set()).add(read(word))
    return {name: frozenset(given) for name, given in found.items()}


def values(scope: ast.AST, spec: OptionSpec, value: ast.expr) -> Iterator[Option]:
    """A value that stands there; of a parameter all in its scope, decorators included, that it might be."""
    nodes = [value] if isinstance(value, ast.Constant) else ast.walk(scope)
    for node in nodes:
        if isinstance(node, ast.Constant) and may_be(spec, node.value):
            yield node.value


def may_be(spec: OptionSpec, value: Any) -> bool:
    """Whether an option may have this value."""
    if type(value) is not type(spec.default):
        return False
    return value in spec.values if spec.values else spec.least <= value <= spec.most


def read(word: str) -> Option:
    """A value as a scenario writes it."""
    if word in ("true", "false"):
        return word == "true"
    return word.strip('"') if word.startswith('"') else int(word)
