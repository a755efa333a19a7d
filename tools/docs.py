"""Writes the generated parts of docs/ anew, or with `--check` says which are out of step.

    python tools/docs.py            what `make docs` does
    python tools/docs.py --check    writes nothing; exits 1 where a file differs (a test runs this)

Each generator is a command of the code that it describes; GENERATED has them all.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PAGE = "PAGE"
Command = tuple[str, ...]
GENERATED: dict[str, tuple[Command, ...]] = {
    "docs/asyncapi.json": (("python", "-m", "wardiary_protocol.asyncapi"),),
    "docs/cases.md": (("python", "tools/cases.py", PAGE),),
    "docs/operating.md": (("python", "tools/settings.py", PAGE),),
    "docs/protocol.md": (
        ("python", "-m", "wardiary_protocol.asyncapi", "--protocol", PAGE),
        ("python", "tools/refusals.py", PAGE),
    ),
    "docs/terminal.md": (("python", "-m", "wardiary_cli.manual", PAGE),),
    "docs/rules.md": (("python", "tools/options.py", PAGE), ("python", "tools/rows.py", PAGE)),
    "docs/scenarios.md": (("python", "-m", "wardiary_server.scenario.page", PAGE),),
    "docs/scenario.schema.json": (("wardiary-server", "check", "--schema"),),
}
"""File to commands. Those that take PAGE fill parts of the page that is there; any other prints the whole file."""


class Fault(Exception):
    """A file that could not be made, and why; printed without a traceback."""


def main(arguments: Sequence[str]) -> int:
    """Writes or checks every file; returns the exit code."""
    check = list(arguments) == ["--check"]
    if arguments and not check:
        print("usage: docs.py [--check]", file=sys.stderr)
        return 2
    return max([handle(file, check) for file in GENERATED])


def handle(file: str, check: bool) -> int:
    """Writes or checks one file and says so where it differed; returns the exit code."""
    path = ROOT / file
    try:
        made = generate(path, GENERATED[file])
    except Fault as fault:
        print(f"{file}: {fault}", file=sys.stderr)
        return 1
    if path.exists() and path.read_text(encoding="utf-8") == made:
        return 0
    if check:
        print(f"{file} is out of step with the code: run `make docs`", file=sys.stderr)
        return 1
    path.write_text(made, encoding="utf-8")
    print(f"{file} written")
    return 0


def generate(path: Path, commands: Sequence[Command]) -> str:
    """What a file should hold. Raises Fault where a generator fails."""
    if PAGE not in commands[0]:
        return output(commands[0])
    if not path.exists():
        raise Fault("the page is not there, so its generated parts have no place")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / path.name
        page.write_bytes(path.read_bytes())
        for command in commands:
            output([str(page) if word == PAGE else word for word in command])
        return page.read_text(encoding="utf-8")


def output(command: Sequence[str]) -> str:
    """What a command prints. Raises Fault with its last words where it fails."""
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        last = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        raise Fault(f"`{' '.join(command)}` failed: {last}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
