"""A scenario's text comes from a file or from what is bundled; why there is none is said in a sentence."""

from pathlib import Path

import pytest
from wardiary_server.scenario.faults import Fault
from wardiary_server.scenario.sources import LARGEST, bundled, text_of


def fault(name: str | Path) -> str:
    found = text_of(name)
    assert isinstance(found, Fault)
    return str(found)


def test_derelict_is_bundled() -> None:
    assert "derelict" in bundled()
    assert '"Derelict"' in str(text_of("derelict"))


def test_a_file_is_read_with_or_without_a_mark_at_its_start(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xef\xbb\xbf# a\n")

    assert text_of(tmp_path / "a.toml") == "# a\n"


def test_a_path_is_never_a_bundled_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "derelict").write_text("# mine\n")

    assert text_of(Path("derelict")) == "# mine\n"
    assert text_of("./derelict") == "# mine\n"


def test_a_name_that_is_not_known() -> None:
    assert fault("derelikt") == (
        "derelikt: There is no such scenario, neither bundled nor as a file. Did you mean 'derelict'?"
    )


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# one\n# caf\xe9\n")
    (tmp_path / "large.toml").write_bytes(b"#" * (LARGEST + 1))

    assert fault(tmp_path / "none.toml").endswith("There is no such file.")
    assert fault(tmp_path).endswith("This is a folder.")
    assert fault(tmp_path / "latin.toml").endswith("latin.toml:2:1: This is no UTF-8 text. Save it as UTF-8.")
    assert fault(tmp_path / "large.toml").endswith("This is larger than 1024 KiB, and so no scenario.")
    assert "cannot be read" in fault("a\0b.toml")
    assert "cannot be read" in fault(f"{'x' * 5_000}.toml")
    assert "no such scenario" in fault("x" * 5_000)
    assert "no such scenario" in fault("\0")
