"""The machine that a workload runs on: cores, what uses them, and figures that are worth printing.

The server runs on one core, the load on another, so that each gets all of its own. A run in which something else took
a share of either is done again. What is printed is the median of the runs, with the spread beside it:
(largest - smallest) / median.
"""

from __future__ import annotations

import json
import os
import shlex
import statistics
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUIET = 0.08
"""The share of a core that others may use before a run begins."""

NOISE = 0.06
"""The share of either core that others may use in a run that counts."""

TRIES = 4
"""How often a run that was disturbed is done again, in the mean."""

_TICK = os.sysconf("SC_CLK_TCK")

Run = Mapping[str, float]
"""What one run measured, by name."""


class Trouble(Exception):
    """A workload cannot go on; the text says why."""


def run(workload: Callable[[], None]) -> None:
    """Runs a workload; what stops it ends in a sentence."""
    try:
        workload()
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit(130)


# ---------------------------------------------------------------------------------------------- cores


def cores() -> tuple[int, int]:
    """The server's core and the load's: the first and the second that there are, or what the environment says."""
    if not hasattr(os, "sched_setaffinity") or not Path("/proc/stat").exists():
        sys.exit("The workloads need Linux: they pin processes to cores and read what those use from /proc.")
    mine = sorted(_ALL or os.sched_getaffinity(0))
    second = mine[1] if len(mine) > 1 else mine[0]
    return int(os.environ.get("BENCH_SERVER_CORE", mine[0])), int(os.environ.get("BENCH_LOAD_CORE", second))


_ALL = frozenset(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else frozenset()


def pin(core: int) -> None:
    """Keeps this process, and what it starts from now on, on one core."""
    os.sched_setaffinity(0, {core})


def cpu_of(pid: int) -> float:
    """Seconds of processor time that all threads of a process have used (what clock_getcpuclockid(3) reads)."""
    return time.clock_gettime((~pid << 3) | 2)


def busy(core: int) -> float:
    """Seconds for which a core has been busy."""
    for line in Path("/proc/stat").read_text().splitlines():
        if line.startswith(f"cpu{core} "):
            user, nice, system, _idle, _wait, irq, soft, steal = map(int, line.split()[1:9])
            return (user + nice + system + irq + soft + steal) / _TICK
    raise LookupError(f"There is no core {core}.")


def memory_of(pid: int) -> float:
    """MiB of memory that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def wait_quiet(limit: float = 15.0) -> None:
    """Waits until both cores are quiet, but not for ever."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        before, start = [busy(core) for core in cores()], time.monotonic()
        time.sleep(0.4)
        wall = time.monotonic() - start
        if all(busy(core) - was < QUIET * wall for core, was in zip(cores(), before, strict=True)):
            return


@contextmanager
def watched(server: int, load: int = 0) -> Iterator[dict[str, float]]:
    """Fills in, at its end, what two processes used meanwhile, by their ids; this one counts to the load.

    `wall` and `cpu` are seconds, the server's; `client_core` is the share of its core that the load used; `noise` is
    the larger share of the two cores that neither used.
    """
    figures: dict[str, float] = {}
    before, start = _used(server, load), time.perf_counter()
    yield figures
    wall = time.perf_counter() - start
    cpu, client, core, other = (now - was for now, was in zip(_used(server, load), before, strict=True))
    slack = 2 / _TICK  # the kernel counts what a core did in ticks
    noise = max(0.0, core - cpu - slack, other - client - slack) if len(set(cores())) == 2 else 0.0
    figures.update(wall=wall, cpu=cpu, client_core=client / wall, noise=noise / wall)


def _used(server: int, load: int) -> tuple[float, float, float, float]:
    """Seconds that the server, the load, the server's core and the load's core have worked so far."""
    first, second = cores()
    return cpu_of(server), time.process_time() + (cpu_of(load) if load else 0.0), busy(first), busy(second)


# ---------------------------------------------------------------------------------------------- runs


def repeated(once: Callable[[], Run], repeats: int, *, patient: bool = True) -> list[Run]:
    """So many runs; those that others disturbed are done again. `patient` waits for quiet before each."""
    runs: list[Run] = []
    tried = 0
    while len(runs) < repeats:
        if patient:
            wait_quiet()
        found, tried = once(), tried + 1
        if found.get("noise", 0.0) < NOISE or tried > (TRIES - 1) * repeats or not patient:
            runs.append(found)
    return [{**found, "tries": tried} for found in runs]


def median(runs: Sequence[Run], name: str) -> float:
    """The median of one figure."""
    return statistics.median(found[name] for found in runs)


def spread(runs: Sequence[Run], name: str) -> float:
    """How far the runs lie apart: (largest - smallest) / median."""
    values = [found[name] for found in runs]
    middle = statistics.median(values)
    return round((max(values) - min(values)) / middle, 3) if middle else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def shortened(value: float) -> float:
    """A figure with as many digits as mean something."""
    return round(value) if abs(value) >= 1000 else float(f"{value:.4g}")


# ---------------------------------------------------------------------------------------------- input and output


def arguments(
    doc: str | None, n: int, what_n_is: str, *more: tuple[str, dict[str, Any]], repeats: int = 3
) -> Namespace:
    """What the command line says. Every workload takes `--n`, `--repeats` and `--quick`."""
    parser = ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=n, help=f"{what_n_is} (default {n})")
    parser.add_argument("--repeats", type=int, default=repeats, help=f"runs; the median counts (default {repeats})")
    parser.add_argument("--quick", action="store_true", help="once, tiny and without waiting for quiet: does it work?")
    for name, options in more:
        parser.add_argument(name, **options)
    given = parser.parse_args()
    if given.quick:
        given.repeats = 1
    return given


def emit(workload: str, n: int, value: float, unit: str, peer: str = "wardiary", **more: Any) -> None:
    """Prints the one JSON line of a workload, with the command that made it and what it ran on."""
    line = {
        "workload": workload,
        "peer": peer,
        "n": n,
        "value": shortened(value),
        "unit": unit,
        **{name: tidy(given) for name, given in more.items()},
        "command": " ".join(["python", *map(shlex.quote, sys.argv)]),
        "python": ".".join(map(str, sys.version_info[:3])),
        "cores": len(set(cores())),
    }
    print(json.dumps(line), flush=True)


def tidy(value: Any) -> Any:
    """Figures shortened, at any depth."""
    if isinstance(value, float):
        return shortened(value)
    if isinstance(value, Mapping):
        return {name: tidy(inner) for name, inner in value.items()}
    return value


def file_system(path: Path) -> str:
    """What kind of file system a folder lies on: on one in memory a sync costs nothing and measures nothing."""
    found, kind = "", "unknown"
    for line in Path("/proc/mounts").read_text().splitlines():
        _device, place, name, *_rest = line.split()
        if str(path.resolve()).startswith(place) and len(place) >= len(found):
            found, kind = place, name
    return kind


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for a run's data, on a disk: $BENCH_DIR, or where temporary files go if that is not memory."""
    wanted = [os.environ.get("BENCH_DIR", ""), tempfile.gettempdir(), "/var/tmp"]
    there = [Path(place) for place in wanted if place and Path(place).is_dir()]
    on_disk = [place for place in there if file_system(place) not in ("tmpfs", "ramfs")]
    with tempfile.TemporaryDirectory(prefix="wardiary-bench-", dir=(on_disk or there)[0]) as folder:
        yield Path(folder)
