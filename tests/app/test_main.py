"""The command line: sentences and exit codes, and never a traceback."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kit.pty import on_terminal
from wardiary_server.demo.process import ServerProcess

from tests.kit.vtt import TWO_ROOMS, as_bytes

PASSPHRASE = "nineteen days adrift"


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wardiary_server", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=60,
        check=False,
    )


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What was said of a failure: on stderr, in one line, without a traceback."""
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("list",),
        ("export", "nobody"),
        ("close", "nobody"),
        ("verify", "nobody"),
        ("backup", "copy"),
        ("invite", "nobody", "red"),
        ("fork", "nobody", "--at", "3"),
        ("slice", "nobody", "--from", "1", "--to", "2"),
    ],
)
def test_a_directory_without_games_is_said_so(tmp_path: Path, words: tuple[str, ...]) -> None:
    text = sentence(run(words[0], *words[1:], "--data", str(tmp_path / "none"), cwd=tmp_path))
    assert "no games" in text or "no log" in text
    assert not (tmp_path / "none").exists()


def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "wardiary.db").write_bytes(b"no database at all" * 99)
    assert "wardiary.db" in sentence(run("serve", "--data", str(tmp_path), "--port", "0"))


def test_a_port_in_use_is_said_so(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in sentence(run("serve", "--data", str(tmp_path), "--port", port))


def test_a_scenario_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    done = run("serve", "--data", str(tmp_path), "--port", "0", "--scenario", "derelikt")
    assert done.returncode == 1
    assert "derelict" in done.stderr
    assert "Traceback" not in done.stderr


def test_import_of_what_is_no_export_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    assert "export" in sentence(run("import", str(tmp_path / "x"), "--data", str(tmp_path / "d")))


def test_a_map_becomes_a_scenario_that_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "inn.uvtt").write_bytes(as_bytes(TWO_ROOMS))

    done = run("import-map", "inn.uvtt", "--square", "1.5", "--open-portals", "windows", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert "inn.toml: zones 2, doors 1, walls 2. A square is 1.5 inches wide." in done.stdout
    assert run("check", "inn.toml", cwd=tmp_path).stdout == "inn.toml: Inn can be played.\n"


def test_what_is_no_map_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "inn.uvtt").write_text("<html>")

    assert "inn.uvtt: This is a web page." in sentence(run("import-map", "inn.uvtt", cwd=tmp_path))
    assert list(tmp_path.iterdir()) == [tmp_path / "inn.uvtt"]


def test_check_says_every_fault_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('[game]\ntitel = "x"\n')
    done = run("check", "bad.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "bad.toml:2:1" in done.stdout + done.stderr
    assert "title" in done.stdout + done.stderr
    good = run("check", "derelict")
    assert good.returncode == 0, good.stderr
    assert "can be played" in good.stdout


def test_try_says_what_passed_and_what_did_not(tmp_path: Path) -> None:
    case = 'title = "x"\nscenario = "derelict"\n[[steps]]\nby = "red"\ncommand = {do = "say", text = "hello"}\n'
    (tmp_path / "good.toml").write_text(case)
    good = run("try", "good.toml", "--story", cwd=tmp_path)
    assert (good.returncode, good.stdout.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert "good.toml: x" in good.stdout
    (tmp_path / "bad.toml").write_text(case + 'expect.told = "no such thing"\n')
    bad = run("try", ".", cwd=tmp_path)
    assert (bad.returncode, bad.stdout.splitlines()[-1]) == (1, "1 passed, 1 failed")
    assert "FAILED bad.toml: x" in bad.stdout
    (tmp_path / "empty").mkdir()
    assert "no case file in" in sentence(run("try", "empty", cwd=tmp_path))


async def test_a_slice_of_a_game_is_written_and_passes(seated: Any, tmp_path: Path) -> None:
    data = ("--data", str(seated.data))
    done = run("slice", "test", "--from", "2", "--to", "4", *data, "-o", "bug.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "bug.toml: a case file." in done.stdout
    assert run("try", "bug.toml", cwd=tmp_path).stdout == "1 passed, 0 failed\n"
    assert run("slice", "test", "--from", "2", "--to", "4", *data).stdout == (tmp_path / "bug.toml").read_text()
    assert "entries 1 to 4" in sentence(run("slice", "test", "--from", "3", "--to", "9", *data))


@pytest.fixture
def sealed(seated: Any, tmp_path: Path) -> Path:
    """The game in a sealed file, with a file beside it that has the passphrase."""
    (tmp_path / "words").write_text(f"{PASSPHRASE}\n")
    (tmp_path / "wrong").write_text("nineteen ways to drift\n")
    words = ("--sealed", "--passphrase-file", "words", "-o", "evening.wardiary")
    done = run("export", "test", *words, "--data", str(seated.data), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Its secrets are sealed" in done.stdout
    return tmp_path / "evening.wardiary"


async def test_a_sealed_game_moves_by_its_passphrase(seated: Any, sealed: Path, tmp_path: Path) -> None:
    """Given a sealed file, when it is imported elsewhere, every hash is as it was; `verify` needs no passphrase."""
    assert "an unbroken chain" in run("verify", "evening.wardiary", cwd=tmp_path).stdout
    done = run("import", "evening.wardiary", "--passphrase-file", "words", "--data", "there", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "test is here, with 4 entries.\n"), done.stderr
    assert run("list", "--data", "there", cwd=tmp_path).stdout == run("list", "--data", str(seated.data)).stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "A passphrase is needed for evening.wardiary"),
        (("--passphrase-file", "wrong"), "does not open the secrets"),
        (("--passphrase-file", "missing"), "missing: No such file"),
    ],
)
async def test_without_the_passphrase_nothing_is_taken_in(
    sealed: Path, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    assert why in sentence(run("import", str(sealed.name), *words, "--data", "there", cwd=tmp_path))
    assert "test" not in run("list", "--data", "there", cwd=tmp_path).stdout


async def test_a_server_that_runs_takes_a_sealed_game_in(
    sealed: Path, tmp_path: Path, servers: list[ServerProcess]
) -> None:
    servers.append(await ServerProcess.start(tmp_path / "there"))
    wrong = await asyncio.to_thread(
        run, "import", sealed.name, "--passphrase-file", "wrong", "--data", "there", cwd=tmp_path
    )
    assert "does not open the secrets" in sentence(wrong)
    done = await asyncio.to_thread(
        run, "import", sealed.name, "--passphrase-file", "words", "--data", "there", cwd=tmp_path
    )
    assert done.stdout == "test is here, with 4 entries.\n", done.stderr


async def test_in_a_terminal_the_passphrase_is_asked_for_and_not_shown(seated: Any, tmp_path: Path) -> None:
    """A new one twice, and both again where they are not alike; one that opens a file once."""
    file, there = str(tmp_path / "evening.wardiary"), str(tmp_path / "there")
    first, repeat = f"Passphrase for {file}: ", "Repeat for confirmation: "
    program = (sys.executable, "-m", "wardiary_server")
    words = ("export", "test", "--sealed", "-o", file, "--data", str(seated.data))
    async with on_terminal(*program, *words, env=os.environ) as pty:
        for row, typed in ((first, PASSPHRASE), (repeat, "another"), (first, PASSPHRASE), (repeat, PASSPHRASE)):
            await pty.until_last(row)
            pty.type(f"{typed}\n")
        assert await pty.ended() == 0
        assert PASSPHRASE not in pty.raw
    async with on_terminal(*program, "import", file, "--data", there, env=os.environ) as pty:
        await pty.until_last(first)
        pty.type(f"{PASSPHRASE}\n")
        await pty.until("test is here, with 4 entries.")
        assert await pty.ended() == 0


@pytest.mark.parametrize("words", [("--audience", "spectator"), ("--without-secrets",)])
async def test_only_the_whole_game_can_be_sealed(seated: Any, words: tuple[str, ...]) -> None:
    done = run("export", "test", "--sealed", *words, "--data", str(seated.data))
    assert done.returncode == 2
    assert "--sealed is for the whole game" in done.stderr


async def test_a_passphrase_that_is_too_short_seals_nothing(seated: Any, tmp_path: Path) -> None:
    (tmp_path / "short").write_text("hunter2")
    words = ("export", "test", "--sealed", "--passphrase-file", "short", "-o", "x", "--data", str(seated.data))
    assert "at least 8 characters" in sentence(run(*words, cwd=tmp_path))
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("word", ["serve", "check", "try", "slice", "export", "fork", "close", "invite", "accept"])
def test_a_rulebook_that_is_not_there_is_said_so(word: str) -> None:
    assert sentence(run(word, "--rulebook", "none.py")).startswith("none.py: there is no such file.")


def test_the_schema_is_json() -> None:
    assert json.loads(run("check", "--schema").stdout)["$schema"].startswith("https://json-schema.org/")


def test_help_names_every_command() -> None:
    text = run("--help").stdout
    for word in (
        "serve",
        "check",
        "try",
        "slice",
        "demo",
        "export",
        "import",
        "verify",
        "backup",
        "list",
        "close",
        "invite",
        "fork",
        "vacate",
        "accept",
    ):
        assert f"  {word} " in text
