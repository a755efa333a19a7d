"""`make` sets up what is missing, does nothing twice, and repairs what was interrupted.

The environments here are of a tiny project without packages, so that nothing is asked of the network, and but for one
they hold a stand-in for pip, which takes seconds to unpack.
"""

import importlib.util
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def environment(root: Path) -> ModuleType:
    """tools/environment.py, as a module."""
    spec = importlib.util.spec_from_file_location("environment", root / "tools/environment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path, environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with empty locks. Installing it is left out: that asks for a build backend."""
    (tmp_path / "requirements").mkdir()
    for lock in ("build", "run", "dev"):
        (tmp_path / f"requirements/{lock}.txt").touch()
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "tiny"\nversion = "1"\n')
    monkeypatch.setattr(environment, "pip", lambda root, *arguments: None)
    monkeypatch.setattr(environment, "fill", fill_without_pip)
    return tmp_path


def fill_without_pip(folder: Path) -> None:
    """Makes an environment with a real Python, a package `pip` without content, and pip's script."""
    venv.create(folder, symlinks=True, with_pip=False)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    (packages / "pip.py").touch()
    (folder / "bin/pip").write_text(f"#!{folder}/bin/python\n")


def replace(file: Path, text: str) -> None:
    """Puts a new file in the place of one that may be a link to something precious."""
    file.unlink()
    file.write_text(text)


def test_the_real_thing_is_sound(checkout: Path, environment: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    environment.create(checkout)
    (checkout / ".venv/unfinished").unlink()

    assert environment.is_sound(checkout)


def test_a_second_run_does_nothing(checkout: Path, environment: ModuleType, capfd: pytest.CaptureFixture[str]) -> None:
    environment.ensure(checkout, "run")
    assert "setting up" in capfd.readouterr().err

    environment.ensure(checkout, "run")

    assert capfd.readouterr().err == ""


def test_what_the_tests_need_is_enough_to_play(checkout: Path, environment: ModuleType) -> None:
    environment.ensure(checkout, "dev")

    assert environment.is_ready(checkout, "run")


def test_playing_is_not_enough_for_the_tests(checkout: Path, environment: ModuleType) -> None:
    environment.ensure(checkout, "run")

    assert not environment.is_ready(checkout, "dev")


@pytest.mark.parametrize("file", ["pyproject.toml", "requirements/run.txt", "requirements/dev.txt"])
def test_a_changed_lock_is_followed_in_the_same_environment(file: str, checkout: Path, environment: ModuleType) -> None:
    environment.ensure(checkout, "run")
    mine = checkout / ".venv/mine"
    mine.touch()

    (checkout / file).write_text("# changed\n")

    assert not environment.is_ready(checkout, "run")
    environment.ensure(checkout, "run")
    assert environment.is_ready(checkout, "run")
    assert mine.exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda venv: (venv / "unfinished").touch(),
        lambda venv: (venv / "bin/python").unlink(),
        lambda venv: replace(venv / "bin/python", "no program"),
        lambda venv: replace(venv / "bin/pip", "#!/somewhere/else/.venv/bin/python\n"),
        lambda venv: venv.rename(venv.with_name("gone")),
    ],
    ids=["interrupted", "no python", "a broken python", "moved from elsewhere", "no environment"],
)
def test_a_damaged_environment_is_made_anew(
    damage: Callable[[Path], None], checkout: Path, environment: ModuleType
) -> None:
    environment.ensure(checkout, "run")
    (checkout / ".venv/mine").touch()
    damage(checkout / ".venv")
    (checkout / "pyproject.toml").write_text("# changed\n")

    environment.ensure(checkout, "run")

    assert environment.is_ready(checkout, "run")
    assert environment.is_sound(checkout)
    assert not (checkout / ".venv/mine").exists()


def test_an_interrupted_install_is_remembered(
    checkout: Path, environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(root: Path, *arguments: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "pip", interrupted)
    with pytest.raises(KeyboardInterrupt):
        environment.ensure(checkout, "run")

    assert (checkout / ".venv/unfinished").exists()
    assert not environment.is_ready(checkout, "run")


def test_a_python_without_its_parts_is_told_apart(
    checkout: Path, environment: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)

    with pytest.raises(environment.Fault, match="apt install python3-venv"):
        environment.ensure(checkout, "run")


SECOND = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import environment
with environment.alone(Path(sys.argv[2])):
    print("in")
"""


def test_a_second_make_waits_for_the_first(root: Path, checkout: Path, environment: ModuleType) -> None:
    """Given one that holds the lock, another says that it waits, and goes on when the first lets go."""
    command = [sys.executable, "-c", SECOND, str(root / "tools"), str(checkout)]
    with environment.alone(checkout):
        other = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert other.stderr is not None
        assert "waiting" in other.stderr.readline()
        assert other.poll() is None

    out, _ = other.communicate()
    assert out == "in\n"


def test_make_alone_lists_every_target(root: Path, run: Callable[..., CompletedProcess[str]]) -> None:
    done = run("make")

    listed = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("  make ")}
    assert done.returncode == 0
    assert listed >= {"play", "test", "lint", "types", "lock", "bench", "docs", "clean", "help"}


def test_an_old_or_missing_python_is_refused_with_a_sentence(
    tmp_path: Path, run: Callable[..., CompletedProcess[str]]
) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)

    for python, says in ((old, "is older"), (tmp_path / "none", "there is no")):
        done = run("make", "environment-run", f"PYTHON={python}")
        assert done.returncode == 2
        assert "needs Python 3.11 or later" in done.stdout
        assert says in done.stdout
