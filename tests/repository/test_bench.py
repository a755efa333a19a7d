"""Every workload of bench/ runs, and prints one line that says what was measured, beside what, and how."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the workloads pin processes and read /proc")

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., CompletedProcess[str]]
EVERY_LINE = {"workload", "peer", "n", "value", "unit", "spread", "limit", "command", "python", "cores"}
KEYS: Mapping[str, set[str]] = {
    "fanout": {"ratio", "cpu_s_per_million", "limit_cpu_s_per_million", "client_core", "noise", "move", "joined"},
    "commands": {"ratio", "limit_each", "p50_ms", "p99_ms", "server_cpu_us", "commands_per_tick", "watchers", "disk"},
    "replay": {"ratio", "decode", "fold", "rows", "bytes_per_entry"},
    "rulebooks": {"commands", "noise"},
    "sight": {"ratio", "p50_us", "p99_us", "limit_is", "noise"},
    "page": {"ratio", "limit_is", "load", "screens", "paint_ms", "bytes", "tap_ms", "first"},
    "opening": {"tidy", "cold", "restart", "join", "undo"},
}


def test_every_workload_is_known() -> None:
    runnable = {path.stem for path in (ROOT / "bench").glob("*.py") if "\nif __name__" in path.read_text()}

    assert runnable == KEYS.keys()


@pytest.mark.parametrize("workload", KEYS)
def test_a_workload_prints_one_line(workload: str, run: Run) -> None:
    result = measured(workload, run)

    assert result.keys() >= EVERY_LINE | KEYS[workload]
    assert (result["workload"], result["peer"]) == (workload, "wardiary")
    assert result["value"] > 0
    assert result["limit"] > 0


def test_the_figures_fill_the_page(run: Run, tmp_path: Path) -> None:
    results, page = tmp_path / "results.jsonl", tmp_path / "performance.md"
    results.write_text(json.dumps(measured("replay", run)) + "\n")
    page.write_text("before\n<!-- figures: begin -->\nstale\n<!-- figures: end -->\nafter\n")

    done = run(sys.executable, "bench/lib/table.py", results, page)

    assert done.returncode == 0, done.stdout
    filled = page.read_text()
    assert filled.startswith("before\n")
    assert filled.endswith("\nafter\n")
    assert "`python bench/replay.py --quick`" in filled
    assert "stale" not in filled


def test_the_page_has_a_place_for_figures() -> None:
    page = (ROOT / "docs/performance.md").read_text()

    assert page.count("<!-- figures: begin -->") == page.count("<!-- figures: end -->") == 1


def measured(workload: str, run: Run) -> Mapping[str, Any]:
    """The line of a quick run. Whatever else a workload printed would be a second line, and a fault."""
    done = run(sys.executable, f"bench/{workload}.py", "--quick")
    assert done.returncode == 0, done.stdout
    (line,) = done.stdout.splitlines()
    if line.startswith("Skipped"):
        pytest.skip(line)
    result: Mapping[str, Any] = json.loads(line)
    return result
