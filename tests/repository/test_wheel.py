"""What is handed out works: the wheel, built by way of the source archive, is installed elsewhere and tried.

The environment it is tried in holds the wheel and the run-time packages of requirements/run.txt, linked from the one
that runs the tests, so nothing is asked of the network, and nothing that only the tests have can be imported by
mistake. The commands run outside the checkout, without a PYTHONPATH.
"""

import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Command = Callable[..., CompletedProcess[str]]

pytestmark = pytest.mark.xdist_group("wheel")  # it is built once, by one process


@pytest.fixture(scope="module")
def archives(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The source archive and the wheel that was made from it, by their endings."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.suffix: path for path in out.iterdir()}


@pytest.fixture(scope="module")
def installed(root: Path, archives: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a new environment outside the checkout that holds the wheel and what it may import."""
    home = tmp_path_factory.mktemp("elsewhere") / "env"
    venv.create(home, symlinks=True, with_pip=False)
    python = str(home / "bin" / "python")
    offline = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    pip = [sys.executable, "-m", "pip", "--python", python, "install", *offline, str(archives[".whl"])]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = (home / "lib").glob("python*/site-packages")
    for part in run_time_parts(root):
        (packages / part.name).symlink_to(part)
    return home / "bin"


def run_time_parts(root: Path) -> Iterator[Path]:
    """The folders and files in site-packages that the packages of requirements/run.txt consist of."""
    for name in re.findall(r"^([\w-]+)==", (root / "requirements/run.txt").read_text(), re.MULTILINE):
        try:
            package = distribution(name)
        except PackageNotFoundError:  # not for this platform, says its marker
            continue
        tops = {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}
        yield from (Path(str(package.locate_file(top))) for top in tops)


@pytest.fixture
def command(installed: Path, tmp_path: Path, run: Command) -> Command:
    """Runs one of the wheel's commands in an empty folder."""

    def command(name: str, *arguments: str) -> CompletedProcess[str]:
        return run(installed / name, *arguments, cwd=tmp_path, HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path))

    return command


def test_the_wheel_is_what_is_imported(installed: Path, command: Command) -> None:
    names = "wardiary_protocol, wardiary_server, wardiary_cli, wardiary_web"

    done = command("python", "-c", f"import {names}; print(*(m.__file__ for m in ({names})), sep='\\n')")

    assert done.returncode == 0, done.stdout
    assert all(Path(line).is_relative_to(installed.parent) for line in done.stdout.splitlines())


@pytest.mark.parametrize(
    "line",
    [
        "wardiary --help",
        "wardiary-server --help",
        "wardiary-server check derelict",
        "wardiary-server demo",
    ],
)
def test_the_commands_work(line: str, command: Command) -> None:
    done = command(*line.split())

    assert done.returncode == 0, done.stdout
    assert done.stdout.strip()
    assert "Traceback" not in done.stdout


def test_every_rulebook_and_command_can_be_loaded(pyproject: Mapping[str, Any], command: Command) -> None:
    points = [*pyproject["project"]["scripts"].items()]
    points += [item for group in pyproject["project"]["entry-points"].values() for item in group.items()]
    load = "import sys, importlib.metadata as m; [m.EntryPoint('', v, '').load() for v in sys.argv[1:]]"

    done = command("python", "-c", load, *(target for _, target in points))

    assert done.returncode == 0, done.stdout


def test_the_wheel_holds_the_packages_and_nothing_else(archives: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(archives[".whl"]) as wheel:
        names = wheel.namelist()

    packages = {"wardiary_protocol", "wardiary_server", "wardiary_cli", "wardiary_web"}
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == packages
    assert packages == {name.split("/")[0] for name in names if name.endswith("/py.typed")}
    assert any(name.endswith("/licenses/LICENSE") for name in names)


def test_the_wheel_holds_the_whole_page(root: Path, archives: Mapping[str, Path]) -> None:
    with zipfile.ZipFile(archives[".whl"]) as wheel:
        packed = {name.partition("/")[2] for name in wheel.namelist() if name.startswith("wardiary_web/")}

    there = {path.name for path in (root / "client_web/wardiary_web").iterdir() if path.is_file()}
    assert "index.html" in there
    assert packed == there


def test_the_source_archive_holds_what_a_checkout_holds(
    archives: Mapping[str, Path], tracked: Mapping[Path, str]
) -> None:
    with tarfile.open(archives[".gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert {str(path) for path in tracked} <= names
