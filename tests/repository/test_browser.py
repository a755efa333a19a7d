"""The tests of the page find a browser, or say what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.browser import tool


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing in it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WARDIARY_BROWSER", raising=False)
    return tmp_path


def program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_a_browser_on_the_path_is_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chromium = program(path / "chromium")

    assert tool().main([]) == 0
    assert capsys.readouterr().out == f"{chromium}\n"


def test_the_one_without_a_window_is_taken_first(path: Path) -> None:
    program(path / "chromium")
    shell = program(path / "chromium-headless-shell")

    assert tool().find() == str(shell)


def test_the_one_that_is_named_comes_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(path / "chromium")
    mine = program(path / "mine")
    monkeypatch.setenv("WARDIARY_BROWSER", str(mine))

    assert tool().find() == str(mine)


def test_without_one_it_says_what_to_do(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Given nobody who may install, nothing is installed."""
    assert tool().main(["install"]) == 1
    assert "apt-get install chromium-headless-shell" in capsys.readouterr().err


@pytest.mark.parametrize("there", [[], ["chromium"]])
def test_it_is_installed_where_that_needs_no_password(
    there: list[str], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a machine whose apt-get puts it there, beside a browser with windows or alone."""
    for name in there:
        program(path / name)
    shell = path / "chromium-headless-shell"
    program(path / "apt-get", f'#!/bin/sh\ncase "$*" in *{shell.name}*) /bin/cp {path}/apt-get {shell};; esac\n')
    monkeypatch.setattr("os.geteuid", lambda: 0)

    assert tool().main(["install"]) == 0
    assert tool().find() == str(shell)


def test_nothing_is_installed_beside_the_one_that_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given root on a machine whose apt-get would leave a mark."""
    program(path / "apt-get", f"#!/bin/sh\n/usr/bin/touch {path}/installed\n")
    monkeypatch.setenv("WARDIARY_BROWSER", str(program(path / "mine")))
    monkeypatch.setattr("os.geteuid", lambda: 0)

    assert tool().main(["install"]) == 0
    assert not (path / "installed").exists()


def test_a_browser_with_windows_will_do_where_apt_has_no_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chromium = program(path / "chromium")
    program(path / "apt-get", "#!/bin/sh\nexit 100\n")
    monkeypatch.setattr("os.geteuid", lambda: 0)

    assert tool().main(["install"]) == 0
    assert tool().find() == str(chromium)


def test_anything_else_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool().main(["remove"]) == 2
    assert "usage" in capsys.readouterr().err
