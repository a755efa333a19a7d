"""The worked examples of the rule texts, as case files that anybody can try."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from wardiary_server.cases import attempt, beside, try_all
from wardiary_server.cases.trying import files_of

HERE = Path(__file__).parent
FILES = list(files_of(HERE))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_example_is_as_the_text_has_it(file: Path) -> None:
    (outcome,) = try_all([file])
    assert outcome.passed, outcome.text


def test_each_is_named_after_its_row() -> None:
    for outcome in try_all([HERE]):
        row = "-".join(Path(outcome.file).stem.split("-")[:2]).upper()
        assert row in outcome.title, outcome.file


def test_every_example_that_a_text_works_out_is_shown_by_a_case() -> None:
    """Rows of docs/rules.md whose numbers are the text's own, `(t)`. What a zone measures is nothing that is played."""
    page = (HERE.parents[1] / "docs/rules.md").read_text(encoding="utf-8")
    worked = {row for row, line in re.findall(r"^\| ([A-Z]{3}-\d+) (\|.*)$", page, re.MULTILINE) if "(t)" in line}
    titles = " ".join(tomllib.loads(file.read_text(encoding="utf-8"))["title"] for file in FILES)
    shown = set(re.findall(r"[A-Z]{3}-\d+", titles))
    assert worked
    assert worked - shown == {"ZON-1"}


def test_what_the_page_shows_is_what_happens(tmp_path: Path) -> None:
    page = (HERE.parents[1] / "docs/cases.md").read_text(encoding="utf-8")
    case, shown = (block.partition("\n```")[0] for block in (page.split("```toml\n")[1], page.split("```text\n")[1]))
    good, bad = attempt(case, "fire.toml", beside(tmp_path)), case.replace("= 4 }\nexpect.told", "= 3 }\nexpect.told")
    assert good.passed, good.text
    assert shown == f"{attempt(bad, 'fire.toml', beside(tmp_path)).text}\n0 passed, 1 failed"
