"""The house rule of examples/house_rule: it is as short as it is said to be, its case passes, and it is played."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples/house_rule"


def server(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wardiary_server", *words],
        capture_output=True,
        text=True,
        cwd=EXAMPLE,
        env={"PATH": "/usr/bin:/bin", "WARDIARY_RULEBOOKS": "", **environment},
        timeout=60,
        check=False,
    )


def test_the_rule_itself_is_ten_lines() -> None:
    tree = ast.parse((EXAMPLE / "mud.py").read_text())
    lines = sum((node.end_lineno or 0) - node.lineno + 1 for node in tree.body[1:])

    assert lines <= 13


def test_its_case_passes_with_the_rulebook_and_is_refused_without() -> None:
    done = server("try", ".", "--rulebook", "mud.py")
    assert (done.returncode, done.stdout) == (0, "1 passed, 0 failed\n")

    without = server("try", ".")
    assert without.returncode == 1
    assert "There is no rulebook 'mud' here" in without.stdout


def test_the_environment_names_files_too() -> None:
    assert server("check", "marsh.toml", WARDIARY_RULEBOOKS="mud.py").returncode == 0
    both = server("check", "marsh.toml", WARDIARY_RULEBOOKS="mud.py:none.py")
    assert (both.returncode, both.stderr.partition(".")[0]) == (1, "none")


def test_a_scenario_says_where_a_rulebook_could_come_from() -> None:
    done = server("check", "marsh.toml")

    assert done.returncode == 1
    assert "name its file with --rulebook or in $WARDIARY_RULEBOOKS" in done.stderr
