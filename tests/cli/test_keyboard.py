"""What comes in on a file descriptor."""

import os
from pathlib import Path

from wardiary_cli.keyboard import chunks, lines


async def test_lines_come_from_a_pipe_as_they_are_written() -> None:
    source, sink = os.pipe()
    came = lines(source)

    os.write(sink, b"one\r\ntw")
    assert await anext(came) == "one"
    os.write(sink, "o\nžlutý\n\nlast ".encode() + b"\xff")
    os.close(sink)

    assert [line async for line in came] == ["two", "žlutý", "", "last \ufffd"]
    os.close(source)


async def test_lines_come_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "commands").write_text("look\nquit\n")
    source = os.open(tmp_path / "commands", os.O_RDONLY)

    assert [line async for line in lines(source)] == ["look", "quit"]
    os.close(source)


async def test_an_empty_input_ends_at_once() -> None:
    source = os.open(os.devnull, os.O_RDONLY)

    assert [data async for data in chunks(source)] == []
    os.close(source)


async def test_no_more_is_read_than_is_taken() -> None:
    source, sink = os.pipe()
    os.set_blocking(sink, False)
    came = chunks(source)
    os.write(sink, b"first")
    assert await anext(came) == b"first"

    written = 0
    while True:
        try:
            written += os.write(sink, b"x" * 4096)
        except BlockingIOError:
            break

    assert written < 4 * 1024 * 1024
    os.close(sink)
    assert sum([len(data) async for data in came]) == written
    os.close(source)
