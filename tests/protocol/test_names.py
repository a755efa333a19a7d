"""Names are plain text for one line."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wardiary_protocol.names import clean_name


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\x00\x1b[31m\n", "Ada[31m"),
        ("\u202eadA\u202c\u2066", "adA"),
        ("e\u0301", "\xe9"),
        ("\u200d\u200c \u200b\ufeff", ""),
        ("a\u2028b\u2029c\x85", "abc"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("x" * 63 + " y", "x" * 63),
        ("\ud800x", "x"),
    ],
)
def test_names_are_cleaned(text: str, clean: str) -> None:
    assert clean_name(text) == clean


@settings(deadline=None)
@given(st.text(st.characters(), max_size=90), st.integers(1, 80))
def test_a_clean_name_is_short_plain_and_stays_as_it_is(text: str, limit: int) -> None:
    clean = clean_name(text, limit)
    assert len(clean) <= limit
    assert clean == clean.strip() == unicodedata.normalize("NFC", clean)
    assert {unicodedata.category(c) for c in clean if c not in "\u200c\u200d"}.isdisjoint(
        {"Cc", "Cf", "Cs", "Zl", "Zp"}
    )
    assert clean_name(clean, limit) == clean
