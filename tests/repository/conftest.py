"""What the tests of the repository itself start from: its folder, its sources, its tracked files."""

import ast
import os
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "protocol/wardiary_protocol",
    "server/wardiary_server",
    "client_cli/wardiary_cli",
    "client_web/wardiary_web",
)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def pyproject() -> Mapping[str, Any]:
    """pyproject.toml, read."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.fixture(scope="session")
def sources() -> Mapping[Path, ast.Module]:
    """Every module of the four packages, parsed; paths are relative to the checkout."""
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return {path.relative_to(ROOT): ast.parse(path.read_text(), str(path)) for path in paths}


@pytest.fixture(scope="session")
def tracked() -> Mapping[Path, str]:
    """Every text file that git tracks and that is there, by its path relative to the checkout."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    paths = [Path(name) for name in listed.stdout.split("\0") if name]
    return {path: text for path in paths if (text := readable(ROOT / path)) is not None}


@pytest.fixture
def run(root: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command in the checkout, as a shell without our settings would; what it prints is kept."""

    def run(*command: str | Path, cwd: Path = root, **more: str) -> subprocess.CompletedProcess[str]:
        ours = ("PYTEST_", "PYTHONPATH", "PYTHONHASHSEED", "HYPOTHESIS_", "MAKE", "MFLAGS")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return subprocess.run(
            command,
            cwd=cwd,
            env=environment | more,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    return run


def readable(path: Path) -> str | None:
    """A file's text; None for one that is no text, or is not there."""
    try:
        return path.read_bytes().decode()
    except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
        return None
