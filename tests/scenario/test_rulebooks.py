"""Rulebooks are found by their entry points, ours like a stranger's, and what cannot be used is said in words."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from wardiary_server.game.frame import FRAME
from wardiary_server.game.rulebook import Rules
from wardiary_server.scenario.rulebooks import NoRulebook, find, installed, rulebook

Install = Callable[[str, str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a stranger's package: its module's text, and what its entry point says."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(module: str, text: str, point: str) -> None:
        (tmp_path / f"{module}.py").write_text(text)
        info = tmp_path / f"{module}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[wardiary.rulebooks]\n{point}\n")
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, module)

    return install


def test_the_frame_comes_first_and_the_rest_in_the_order_asked_for() -> None:
    books = find(["zones", "environments"])

    assert [book.name for book in books] == ["frame", "zones", "environments"]
    assert find(["frame"]) == (FRAME,)
    Rules(books)


def test_ours_are_installed() -> None:
    assert installed().keys() >= {"zones", "environments"}


def test_a_strangers_rulebook_is_found_like_ours(install: Install) -> None:
    text = "RULEBOOK = Rulebook('dread', levels={'dread': 'how it feels'})"
    install(
        "dread_rules", f"from wardiary_server.game.rulebook import Rulebook\n{text}", "dread = dread_rules:RULEBOOK"
    )

    assert rulebook("dread").levels == {"dread": "how it feels"}
    assert "dread" in installed()


def test_one_that_is_not_there_is_named_with_what_was_meant() -> None:
    with pytest.raises(NoRulebook, match=r"no rulebook 'zone' here\. Did you mean 'zones'\?"):
        find(["zone"])


@pytest.mark.parametrize(
    ("text", "point", "words"),
    [
        ("raise RuntimeError('no moon')", "moon = moon_rules:RULEBOOK", "RuntimeError: no moon"),
        ("RULEBOOK = 3", "moon = moon_rules:RULEBOOK", "no rulebook of that name"),
        ("", "moon = moon_rules:RULEBOOK", "AttributeError"),
    ],
)
def test_a_package_that_is_at_fault_is_named(install: Install, text: str, point: str, words: str) -> None:
    install("moon_rules", text, point)

    with pytest.raises(NoRulebook, match=f"'moon'.*{words}"):
        find(["moon"])
    assert "moon" not in installed()
