"""Every code that the network shell says is in its table, with a sentence, and no code is there for nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from wardiary_protocol.messages import CLOSE_CODES
from wardiary_server import net
from wardiary_server.net.codes import ENDINGS, REJECTED, rejected

SOURCES = [path for path in Path(str(net.__file__)).parent.glob("*.py") if path.name != "codes.py"]


def words() -> Iterator[str]:
    """Every word in quotes that the sources of the network shell hold."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def codes_given(*functions: str) -> set[str]:
    """The codes that calls of these functions name, in whatever place."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in functions:
                found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return {code for code in found if code.isidentifier()}


def test_every_code_that_is_said_is_in_the_table() -> None:
    assert codes_given("rejected", "refused", "_refuse") <= REJECTED.keys()
    assert codes_given("TurnedAway", "end") <= ENDINGS.keys()


@pytest.mark.parametrize("code", [*REJECTED, *ENDINGS])
def test_no_code_is_there_for_nothing(code: str) -> None:
    assert code in set(words())


@pytest.mark.parametrize("text", [*REJECTED.values(), *(ending.text for ending in ENDINGS.values())])
def test_every_code_is_a_sentence(text: str) -> None:
    assert text[0].isupper()
    assert text.endswith(".")


def test_every_close_code_is_one_that_clients_can_read_about() -> None:
    assert {ending.close for ending in ENDINGS.values()} <= CLOSE_CODES.keys()
    assert set(CLOSE_CODES) - {1009} == {ending.close for ending in ENDINGS.values()}


def test_a_refusal_has_the_sentence_of_its_code_unless_there_is_a_better_one() -> None:
    assert rejected("a", "busy").text == REJECTED["busy"]
    assert rejected("a", "busy", "Not now.", 7) == rejected("a", "busy", text="Not now.", seq=7)
    with pytest.raises(KeyError):
        rejected("a", "no_such_code")
