"""Everything that is ever refused has a code that docs/protocol.md explains, and a sentence that begins as one."""

import ast
from collections.abc import Iterator

import pytest
from wardiary_protocol.wire import CODES, Malformed
from wardiary_server.game.rulebook import Refused
from wardiary_server.net.codes import ENDINGS, REJECTED, rejected

from tools import refusals


def test_every_code_of_the_sources_has_a_meaning_and_no_other() -> None:
    found = {code for code, _who in refusals.used()}

    assert found == refusals.MEANINGS.keys()


def test_a_code_is_found_wherever_it_is_a_word() -> None:
    source = """
raise Refused("empty", "It is empty.")
reply(Rejected(id, "halted", text, seq))
self._refuse(batch, replies, "fault", text)
code = "storage" if full else "unavailable"
raise Refused(*why)
"""

    assert set(refusals.codes_in(source)) == {"empty", "halted", "fault", "storage", "unavailable"}


def test_the_table_names_everyone_who_uses_a_code_once() -> None:
    rows = {code: by for code, by, _meaning in refusals.refusals()}

    assert rows["`out_of_reach`"] == "game, zones, environments, casualties"
    assert rows["`malformed`"] == "message, game"
    assert len(rows) == len(refusals.refusals())


def test_every_meaning_is_a_phrase_that_fits_into_a_table() -> None:
    texts = [row[-1] for row in (*refusals.refusals(), *refusals.endings())]

    assert all(text and not text.endswith(".") and "|" not in text and "\n" not in text for text in texts)


# ---------------------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize("code", sorted({*refusals.MEANINGS, *CODES}))
def test_whatever_is_refused_is_told_as_a_sentence(code: str) -> None:
    """Also where the text begins with what a scenario calls something: *the coal hatch*."""
    for text in ("the coal hatch is sealed", "the coal hatch is sealed."):
        assert Refused(code, text).text == str(Refused(code, text)) == "The coal hatch is sealed."
        assert Malformed(code, text).text == "The coal hatch is sealed."


def test_what_the_network_says_no_with_are_sentences() -> None:
    texts = [*(rejected("", code).text for code in REJECTED), *(ending.text for ending in ENDINGS.values())]

    assert all(text[0].isupper() and text[-1] == "." for text in texts)


def test_a_refusal_that_is_written_out_begins_with_a_capital_letter() -> None:
    """And so none begins with the word of a command, which nobody would write with a capital letter."""
    written = [text for path in refusals.SERVER.rglob("*.py") for text in texts_in(path.read_text(encoding="utf-8"))]

    assert len(written) > 100
    assert [text for text in written if not text[0].isupper()] == []


def texts_in(source: str) -> Iterator[str]:
    """The texts that refusals are given there as words, by their beginning."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Refused" and len(call.args) > 1:
            text = call.args[1]
            first = text.values[0] if isinstance(text, ast.JoinedStr) else text
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value
