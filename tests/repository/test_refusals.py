"""Everything that is ever refused has a code that docs/protocol.md explains."""

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
