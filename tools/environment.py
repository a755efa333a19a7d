"""Makes `.venv` ready for this checkout, and does nothing where it is ready already.

    python3 tools/environment.py run     what `make play` needs
    python3 tools/environment.py dev     what the tests need too

How it works. `.venv/ready-run` and `.venv/ready-dev` hold a digest of all that the environment was made from: the
locks, pyproject.toml, the Python and the folder. Where the digest is still the same nothing is asked of the network.
Where it is not, the locked packages are installed, then wardiary itself from this folder. `.venv/unfinished` lies
there while anything is installed: whoever finds it knows that somebody was interrupted, and begins with an empty
environment, since pip takes a half-copied package for a whole one. The kernel's lock on pyproject.toml makes a second
`make` wait for the first.

Only the standard library is used here: nothing else is there yet.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = {"run": ("build", "run"), "dev": ("dev",)}
"""The files in requirements/ that each kind installs. `dev` holds all that the others pin (a test says so)."""


class Fault(Exception):
    """What the person at the keyboard has to know; printed without a traceback."""


def main(arguments: list[str]) -> int:
    """Makes the environment of the one kind that is named; returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in LOCKS:
        print("usage: environment.py run|dev", file=sys.stderr)
        return 2
    try:
        ensure(ROOT, arguments[0])
    except Fault as fault:
        print(f"wardiary: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nwardiary: interrupted. The next run begins with a clean .venv.", file=sys.stderr)
        return 130
    return 0


def ensure(root: Path, kind: str) -> None:
    """Makes `root/.venv` hold what `kind` needs. Raises Fault where that cannot be done."""
    if is_ready(root, kind):
        return
    with alone(root):
        if not is_ready(root, kind):
            set_up(root, kind)


def is_ready(root: Path, kind: str) -> bool:
    """Whether nothing has changed since this kind, or the larger one, was installed."""
    venv = root / ".venv"
    if (venv / "unfinished").exists() or not python_of(root).exists():
        return False
    return any(text_of(venv / f"ready-{each}") == digest(root) for each in {kind, "dev"})


def digest(root: Path) -> str:
    """Of all that an environment is made from, its own place included: scripts carry their folder's path."""
    parts = [f"{sys.version_info[:2]} {root}".encode()]
    parts += [path.read_bytes() for path in (root / "pyproject.toml", *sorted(root.glob("requirements/*.txt")))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@contextlib.contextmanager
def alone(root: Path) -> Iterator[None]:
    """Holds the lock of this checkout; waits, and says so, while another process has it."""
    with (root / "pyproject.toml").open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("wardiary: another make is setting up .venv; waiting for it", file=sys.stderr)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def set_up(root: Path, kind: str) -> None:
    """Installs what the locks name and wardiary itself, in a new environment unless the old one is sound."""
    venv = root / ".venv"
    print("wardiary: setting up .venv; this is needed once and takes about half a minute", file=sys.stderr)
    if not is_sound(root):
        create(root)
    (venv / "unfinished").touch()
    for stamp in venv.glob("ready-*"):
        stamp.unlink()
    locks = [argument for lock in LOCKS[kind] for argument in ("-r", f"requirements/{lock}.txt")]
    pip(root, "--require-hashes", *locks)
    pip(root, "--no-deps", "--no-build-isolation", "--no-index", "-e", ".")
    (venv / f"ready-{kind}").write_text(digest(root))
    (venv / "unfinished").unlink()


def is_sound(root: Path) -> bool:
    """Whether `.venv` can be built on: finished, of this Python, of this folder, with a pip that works."""
    venv = root / ".venv"
    if (venv / "unfinished").exists() or f"{venv}/bin/" not in text_of(venv / "bin" / "pip"):
        return False
    question = "import pip, sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([python_of(root), "-c", question], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def create(root: Path) -> None:
    """Makes an empty environment in place of whatever is there."""
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        raise Fault(
            f"{sys.executable} cannot make a virtual environment: its module {' and '.join(missing)} is missing. "
            "On Debian and Ubuntu: sudo apt install python3-venv"
        )
    venv = root / ".venv"
    if venv.exists():
        shutil.rmtree(venv)
    venv.mkdir()
    (venv / "unfinished").touch()
    fill(venv)


def fill(venv: Path) -> None:
    """Puts a Python and pip into an empty folder. Asked from within an environment, that one's own base does it."""
    base = getattr(sys, "_base_executable", sys.executable)
    made = subprocess.run([base, "-m", "venv", venv], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Fault(f"{base} -m venv failed and said:\n{made.stdout}{made.stderr}")


def pip(root: Path, *arguments: str) -> None:
    """Runs `pip install` in the environment."""
    command = [str(python_of(root)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    if subprocess.run(command, cwd=root, check=False).returncode != 0:
        raise Fault("pip could not install; what it said is above. Is the network there? Then run the same again")


def python_of(root: Path) -> Path:
    """The environment's own Python."""
    return root / ".venv" / "bin" / "python"


def text_of(path: Path) -> str:
    """What a file holds, or nothing where there is no such file."""
    try:
        return path.read_text()
    except OSError:
        return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
