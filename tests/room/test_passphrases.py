"""Where a passphrase comes from. That it is asked for in a terminal is tested with the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from wardiary_server.passphrases import NoPassphrase, given


@pytest.mark.parametrize("text", ["two words\n", "two words", "two words\r\nand a note\n"])
def test_a_file_has_it_in_its_first_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "p").write_bytes(text.encode())
    assert given(tmp_path / "p", "x") == "two words"


@pytest.mark.parametrize("content", [b"", b"\nsecond line\n", b"\xff\xfe\x00"])
def test_a_file_without_one_is_said_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "p").write_bytes(content)
    with pytest.raises(NoPassphrase, match="passphrase"):
        given(tmp_path / "p", "x")


def test_without_a_file_and_without_a_terminal_it_is_said_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("not asked for\n"))
    with pytest.raises(NoPassphrase, match=r"g\.wardiary.*--passphrase-file"):
        given(None, "g.wardiary")
