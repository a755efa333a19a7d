"""The tools that read the code are part of the tests: what they find fails the run."""

import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import CompletedProcess

import pytest

BIN = Path(sys.executable).parent
CHECKS = {
    "lint": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy",),
    "types of the tools": ("mypy", "tools"),
    "imports": ("lint-imports", "--no-cache"),
}


@pytest.mark.parametrize("command", CHECKS.values(), ids=CHECKS.keys())
def test_finds_nothing(command: tuple[str, ...], run: Callable[..., CompletedProcess[str]]) -> None:
    tool, *arguments = command

    done = run(BIN / tool, *arguments)

    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"


def test_make_runs_the_same_checks(root: Path) -> None:
    makefile = (root / "Makefile").read_text()

    for command in CHECKS.values():
        line = " ".join(word for word in command if word != "--no-cache")
        assert re.search(rf"^\t@\$\(BIN\)/{re.escape(line)}$", makefile, re.MULTILINE), line


BREACHES = {
    "layers": ("server/wardiary_server/game", "wardiary_server.rules"),
    "protocol": ("protocol/wardiary_protocol", "wardiary_server.app"),
    "clients": ("client_cli/wardiary_cli", "wardiary_server.game.state"),
    "web": ("client_web/wardiary_web", "wardiary_protocol.messages"),
    "page": ("server/wardiary_server/room", "wardiary_web"),
    "pure": ("server/wardiary_server/rules/zones", "random"),
    "game": ("server/wardiary_server/game", "wardiary_protocol.wire"),
    "rules": ("server/wardiary_server/rules/zones", "wardiary_protocol.messages"),
    "rulebooks": ("server/wardiary_server/rules/zones", "wardiary_server.rules.environments"),
    "log": ("server/wardiary_server/log", "wardiary_server.game.state"),
    "room": ("server/wardiary_server/room", "wardiary_server.scenario"),
    "net": ("server/wardiary_server/net", "wardiary_server.game.state"),
}
"""For each contract a part that shall break it, and what that part then imports."""


def test_every_import_rule_bites(sources_in_a_copy: Path, run: Callable[..., CompletedProcess[str]]) -> None:
    for part, imported in BREACHES.values():
        folder = sources_in_a_copy / part
        module = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
        with module.open("a") as text:
            text.write(f"\nimport {imported}\n")

    broken = broken_contracts(sources_in_a_copy, run)

    assert broken == contracts_of(sources_in_a_copy)
    assert BREACHES.keys() == contracts_of(sources_in_a_copy).keys()


def test_a_new_part_needs_a_place_in_the_layers(
    sources_in_a_copy: Path, run: Callable[..., CompletedProcess[str]]
) -> None:
    (sources_in_a_copy / "server/wardiary_server/attic.py").touch()

    assert broken_contracts(sources_in_a_copy, run).keys() == {"layers"}


@pytest.fixture
def sources_in_a_copy(root: Path, tmp_path: Path) -> Path:
    """A folder with the packages and pyproject.toml, for a test to spoil."""
    for folder in ("protocol", "server", "client_cli", "client_web"):
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    return tmp_path


def contracts_of(folder: Path) -> Mapping[str, str]:
    """The import contracts of a pyproject.toml: id to name."""
    settings = tomllib.loads((folder / "pyproject.toml").read_text())
    return {contract["id"]: contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]}


def broken_contracts(folder: Path, run: Callable[..., CompletedProcess[str]]) -> Mapping[str, str]:
    """Those contracts that the sources in a folder break."""
    done = run(BIN / "lint-imports", "--no-cache", cwd=folder, PYTHONPATH="protocol:server:client_cli:client_web")
    lines = done.stdout.splitlines()
    return {
        key: name
        for key, name in contracts_of(folder).items()
        if any(line.startswith(f"{name} BROKEN") for line in lines)
    }
