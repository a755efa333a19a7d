"""A file is there whole or not at all, and a lock has one holder."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.log.contract import CannotOpen, Full, LockHeld, Unavailable
from wardiary_server.log.files import PRIVATE, PUBLIC, Lock, replacing, writing


@pytest.mark.parametrize("mode", [PRIVATE, PUBLIC])
def test_a_file_takes_the_place_of_the_older_one(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"older")
    with replacing(path, mode) as file:
        file.write(b"new")
        assert path.read_bytes() == b"older"
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == mode
    assert os.listdir(tmp_path) == ["file"]


def test_after_an_error_the_older_file_is_there_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"older")

    def fail_halfway() -> None:
        with replacing(path) as file:
            file.write(b"half of it")
            raise KeyError

    with pytest.raises(KeyError):
        fail_halfway()
    assert path.read_bytes() == b"older"
    assert os.listdir(tmp_path) == ["file"]


@given(st.sampled_from([errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EIO]))
def test_what_the_system_says_becomes_a_sentence(number: int) -> None:
    full = number in (errno.ENOSPC, errno.EDQUOT)
    sentence = r"no space left to write /a/b\." if full else r"/a/b cannot be written: .*\."
    with pytest.raises(Full if full else Unavailable, match=sentence), writing(Path("/a/b")):
        raise OSError(number, os.strerror(number))


def test_a_file_in_a_folder_that_is_not_there_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="No such file"), replacing(tmp_path / "none" / "file"):
        pass


def test_a_lock_has_one_holder_who_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.lock"
    first = Lock(path, "port 1")
    with pytest.raises(
        LockHeld, match=rf"{tmp_path} is held by another server \(process {os.getpid()} on .*, port 1\)"
    ):
        Lock(path, "port 2")
    first.release()
    first.release()
    second = Lock(path)
    assert "port" not in path.read_text()
    second.release()


def test_a_lock_whose_file_cannot_be_made_says_why(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="cannot be opened: No such file"):
        Lock(tmp_path / "none" / "lock")
