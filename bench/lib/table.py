"""Puts figures into docs/performance.md, between its markers.

    python bench/lib/table.py RESULTS [PAGE]

RESULTS holds the JSON lines of workloads, in the order in which they shall stand; of the same command the last counts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

Result = Mapping[str, Any]


class Row(NamedTuple):
    """One line of the table."""

    what: str
    figure: str
    limit: str = ""
    ratio: str = ""
    also: str = ""


# ---------------------------------------------------------------------------------------------- what is shown


def fanout(result: Result) -> Iterator[Row]:
    """Ours has three modes; a peer has one."""
    modes = {"": result, **{f", {mode}": result[mode] for mode in ("move", "joined") if mode in result}}
    for mode, found in modes.items():
        cpu = f"{found['cpu_s_per_million']} s of CPU per million (limit {found['limit_cpu_s_per_million']})"
        ticks = f", {found['entries_per_frame']} entries a frame" if mode == ", joined" else ""
        yield Row(
            f"fan-out to {result['n']:,}{mode or (', say' if 'move' in result else '')}",
            f"{number(found['value'])} deliveries/s ± {half(found['spread'])}",
            f"{number(found['limit'])} plain TCP",
            f"{found['ratio']:.2f}",
            f"{cpu}, {found['bytes_per_delivery']:.0f} bytes{ticks}",
        )


def commands(result: Result) -> Iterator[Row]:
    """Commands a second, and how long one takes."""
    limits = f"{number(result['limit'])} the same groups synced, {number(result['limit_each'])} one by one"
    yield Row(
        f"commands of {result['n']}, {result['watchers']} watching",
        f"{number(result['value'])} commands/s ± {half(result['spread'])}",
        limits if "limit" in result else "",
        f"{result['ratio']:.2f}" if "ratio" in result else "",
        f"p50 {result['p50_ms']:.2f} ms, p99 {result['p99_ms']:.2f} ms, {result['server_cpu_us']:.0f} µs of CPU each",
    )


def replay(result: Result) -> Iterator[Row]:
    """Entries a second, and each step alone."""
    steps = ""
    if "decode" in result:
        steps = f"alone: decode {number(result['decode'])}, fold {number(result['fold'])}"
    yield Row(
        f"replay of {result['n']:,}",
        f"{number(result['value'])} entries/s ± {half(result['spread'])}",
        f"{number(result['limit'])} read and proved" if "limit" in result else "",
        f"{result['ratio']:.2f}" if "ratio" in result else "",
        steps,
    )


def opening(result: Result) -> Iterator[Row]:
    """Four rows: opening, starting, joining, undoing."""
    length, undo = f"{result['n']:,} entries", result["undo"]
    yield Row(
        f"opening {length} after a crash", f"{result['value'] * 1000:.0f} ms ± {half(result['spread'])}",
        f"{result['limit'] * 1000:.0f} ms all rows from SQLite", "",
        f"after a clean end {result['tidy'] * 1000:.0f} ms, without any snapshot {result['cold'] * 1000:.0f} ms",
    )  # fmt: skip
    yield Row(f"from starting a process to a welcome, {length}", f"{result['restart'] * 1000:.0f} ms")
    sizes = ", ".join(f"{int(n):,}: {found['bytes']:,.0f} bytes" for n, found in result["join"].items())
    yield Row("joining after so many entries", f"{result['join'][str(result['n'])]['ms']:.2f} ms", also=sizes)
    yield Row(
        f"undo or redo at {length}", f"{undo['near_ms']:.2f} ms", f"{undo['sync_ms']:.2f} ms one sync", "",
        f"back to entry 100 {undo['far_ms']:.1f} ms, and forth again {undo['far_redo_ms']:.1f} ms",
    )  # fmt: skip


def sight(result: Result) -> Iterator[Row]:
    """Questions to the geometry of a board."""
    yield Row(
        f"sight, moves and zones among {result['n']:,} walls",
        f"{number(result['value'])} questions/s ± {half(result['spread'])}",
        f"{number(result['limit'])} one wall after another", f"{result['ratio']:.2f}",
        f"p50 {result['p50_us']:.0f} µs, p99 {result['p99_us']:.0f} µs",
    )  # fmt: skip


def rulebooks(result: Result) -> Iterator[Row]:
    """What the other rulebooks add to a command of one."""
    found = result["commands"].items()
    each = ", ".join(f"{name} {figures['one']:.0f} µs: {figures['ratio']:.2f}" for name, figures in found)
    yield Row(
        "a command with all rulebooks on, beside its own alone", f"at most {result['value']:.2f} times",
        f"{result['limit']} times allowed", "", each,
    )  # fmt: skip


def page(result: Result) -> Iterator[Row]:
    """A row for each screen, and the rest of what a browser does with the page."""
    for kind, found in result["screens"].items():
        others = {"inches": "in inches", "in_turn": "20 a second one after another", "empty": "an empty page"}
        more = [f"{says} {found[name]:.0f}" for name, says in others.items() if name in found]
        cost = ", ".join(f"{name} {ms:.1f} ms" for name, ms in found["cost_ms"].items())
        yield Row(
            f"sixty units on the way, {kind}", f"{found['zones']:.0f} frames/s", f"{found['tokens']:.0f} bare tokens",
            f"{found['zones'] / found['tokens']:.2f}", f"{', '.join(more)}; processor time of a frame: {cost}",
        )  # fmt: skip
    paint, size, tap, first = (result[name] for name in ("paint_ms", "bytes", "tap_ms", "first"))
    yield Row(
        "first paint, a phone four times slower", f"{paint['slowed']:.0f} ms", "1,000 ms allowed", "",
        f"best {paint['best']:.0f} ms, as fast as this machine {paint['here']:.0f} ms",
    )  # fmt: skip
    yield Row(
        "all that the referee's page loads", f"{size['files'] + size['socket']:,} bytes", "150,000 allowed", "",
        f"{size['requests']} requests {size['files']:,} (unpacked {size['unpacked']:,}), by socket {size['socket']:,}",
    )  # fmt: skip
    yield Row("from a tap to its frame", f"p50 {tap['p50']:.0f} ms", "", "", f"p99 {tap['p99']:.0f} ms")
    yield Row(
        "the first command after `make play`", f"{first['keys']} keys or {first['taps']} taps", "", "",
        f"the machine's part: {first['keys_s']:.1f} s and {first['taps_s']:.1f} s",
    )  # fmt: skip


ROWS: Mapping[str, Callable[[Result], Iterator[Row]]] = {
    "fanout": fanout,
    "commands": commands,
    "replay": replay,
    "opening": opening,
    "sight": sight,
    "rulebooks": rulebooks,
    "page": page,
}


def number(value: float) -> str:
    """A figure with its thousands told apart."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def half(spread: float) -> str:
    """A spread, as what it is to either side."""
    return f"{spread * 50:.0f} %"


# ---------------------------------------------------------------------------------------------- the page


def table(results: list[Result]) -> str:
    """All of it in Markdown."""
    lines = ["| | measured | beside it | of it | also | made by |", "|---|---|---|---|---|---|"]
    for result in results:
        for row in ROWS[result["workload"]](result):
            peer = "" if result["peer"] == "wardiary" else f" ({result['peer']})"
            cells = (f"{row.what}{peer}", row.figure, row.limit, row.ratio, row.also, f"`{result['command']}`")
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def filled(page: str, results: list[Result]) -> str:
    """The page with its figures."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"The page has no place for figures: it needs {BEGIN} and {END}.")
    return f"{before}{begin}\n{table(results)}\n{end}{after}"


def main(arguments: list[str]) -> None:
    """Reads the results, writes the page."""
    if not 1 <= len(arguments) <= 2:
        sys.exit("usage: table.py RESULTS [PAGE]")
    lines = [json.loads(line) for line in Path(arguments[0]).read_text().splitlines() if line.startswith("{")]
    latest = {line["command"]: line for line in lines}
    page = Path(arguments[1]) if len(arguments) == 2 else PAGE
    page.write_text(filled(page.read_text(), list(latest.values())))


if __name__ == "__main__":
    main(sys.argv[1:])
