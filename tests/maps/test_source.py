"""The bytes of a file: a map's JSON, or in words what it is instead (AboveVTT#2785, optolith#370)."""

from pathlib import Path

import pytest
from wardiary_server.maps import source as module
from wardiary_server.maps.notes import NoMap
from wardiary_server.maps.source import parsed, source

from tests.kit.vtt import TWO_ROOMS, as_bytes


@pytest.mark.parametrize("ending", [".dd2vtt", ".uvtt", ".df2vtt", ".UVTT"])
def test_all_three_endings_are_read(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"inn{ending}"
    file.write_bytes(as_bytes(TWO_ROOMS))

    assert source(file) == TWO_ROOMS


def test_another_ending_is_none_of_them(tmp_path: Path) -> None:
    with pytest.raises(NoMap, match=r"inn\.json: a Universal VTT map ends with \.dd2vtt, \.uvtt or \.df2vtt"):
        source(tmp_path / "inn.json")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of ten million walls is."""
    file = tmp_path / "inn.uvtt"
    file.write_bytes(as_bytes(TWO_ROOMS))
    monkeypatch.setattr(module, "MOST_BYTES", 100)

    with pytest.raises(NoMap, match=r"inn\.uvtt is larger than"):
        source(file)


def test_a_fault_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "inn.uvtt"
    file.write_bytes(b"<!DOCTYPE html>")

    with pytest.raises(NoMap, match=r"^inn\.uvtt: This is a web page"):
        source(file)


def test_a_byte_order_mark_is_no_matter() -> None:
    assert parsed(b"\xef\xbb\xbf" + as_bytes(TWO_ROOMS)) == TWO_ROOMS


WHOLE = as_bytes(TWO_ROOMS)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"\n<html><body>Sign in</body></html>", "web page"),
        (b"\x89PNG\r\n\x1a\n1234", "picture"),
        (b"\xff\xd8\xff\xe0", "picture"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1", "pointer to a large file"),
        (b"\x1f\x8b\x08\x00\xff\xff", "no UTF-8 text: byte 1"),
        (WHOLE[: len(WHOLE) // 2], "breaks off in the middle"),
        (WHOLE[:-1], "breaks off in the middle"),
        (WHOLE[:-5], "breaks off in the middle"),
        (b'{"format": 0.3,\n "image": oops}', "line 2, column 11"),
        (b'{"format": NaN}', "NaN stands where a number should be"),
        (b'{"format": -Infinity}', "-Infinity stands where a number should be"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"format": ' + b"9" * 10_000 + b"}", "thousands of digits"),
        (b"[1, 2]", "no Universal VTT map"),
    ],
)
def test_what_is_no_map_is_told_in_words(data: bytes, said: str) -> None:
    with pytest.raises(NoMap, match=said):
        parsed(data)
