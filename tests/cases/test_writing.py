"""Writing TOML: whatever is written is read back as it was."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.cases.writing import comment, header, key, lines, text, value

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES: st.SearchStrategy[Any] = st.recursive(
    TEXT | st.integers(-(2**53), 2**53) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(TEXT, VALUES, max_size=4), TEXT)
def test_what_is_written_is_read_back(table: dict[str, Any], name: str) -> None:
    written = "\n".join([header("given", name), *lines(table)])
    assert tomllib.loads(written) == {"given": {name: table}}


@given(TEXT)
def test_a_comment_is_one_line_and_nothing_else(words: str) -> None:
    assert tomllib.loads(f"{comment(words)}\na = 1") == {"a": 1}


def test_it_reads_like_a_file_that_people_write() -> None:
    assert value({"a": [1, "b"], "c.d": True}) == '{ a = [1, "b"], "c.d" = true }'
    assert (value({}), value(()), key("frame.order"), text("é")) == ("{}", "[]", '"frame.order"', '"é"')
