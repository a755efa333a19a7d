"""What is prepared once for several tests is prepared in one process: those tests stay together."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = """
import os
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("together")

@pytest.mark.parametrize("n", range(10))
def test_it(n):
    with Path("processes").open("a") as file:
        file.write(os.environ["PYTEST_XDIST_WORKER"] + "\\n")
"""


def test_tests_of_a_group_run_in_one_process(tmp_path: Path) -> None:
    """Given two processes and ten tests of one group, then a single one of them runs all ten."""
    (tmp_path / "test_them.py").write_text(TESTS)
    words = (
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--numprocesses",
        "2",
        "--dist",
        "loadgroup",
        str(tmp_path),
    )
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run((sys.executable, *words), cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stdout
    processes = (tmp_path / "processes").read_text().split()
    assert len(processes) == 10
    assert len(set(processes)) == 1
