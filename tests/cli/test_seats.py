"""The kept tokens."""

import json
import multiprocessing
import stat
from pathlib import Path

import pytest
from wardiary_cli.seats import CannotKeep, Held, Seats, hashed, state_dir

RED = Held("ws://localhost:8765/ws", "g1", "red", "token-of-red", "Derelict", hashed("invite-of-red"), hashed("CODE"))
BLUE = Held(
    "ws://localhost:8765/ws", "g1", "blue", "token-of-blue", "Derelict", hashed("invite-of-blue"), hashed("CODE")
)


def test_a_seat_is_found_again_by_server_invite_and_code(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "new" / "wardiary")
    seats.keep(RED)
    seats.keep(BLUE)

    again = Seats(tmp_path / "new" / "wardiary")
    assert again.all() == [RED, BLUE]
    assert again.at(RED.server, invite="invite-of-red") == [RED]
    assert again.at(RED.server, code="CODE") == [RED, BLUE]
    assert again.at(RED.server, invite="another") == []
    assert again.at("ws://elsewhere:8765/ws", invite="invite-of-red") == []  # no other server is told the token


def test_the_newest_token_of_a_seat_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    newer = Held(RED.server, RED.game, RED.seat, "another")
    for held in (RED, BLUE, newer):
        seats.keep(held)

    assert seats.all() == [BLUE, newer]
    seats.forget(newer)
    assert seats.all() == [BLUE]


def test_the_file_is_its_owners_alone_and_holds_no_invite(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "wardiary")
    seats.keep(RED)

    assert stat.S_IMODE(seats.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(seats.path.parent.stat().st_mode) == 0o700
    assert "invite-of-red" not in seats.path.read_text()
    assert "CODE" not in seats.path.read_text()
    assert sorted(path.name for path in seats.path.parent.iterdir()) == ["seats.json", "seats.lock"]


def keep_many(folder: Path, name: str) -> None:
    for number in range(20):
        Seats(folder).keep(Held("ws://localhost:1/ws", f"{name}-{number}", "red", "token"))


def test_two_terminals_that_sit_down_at_once_lose_no_seat(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=keep_many, args=(tmp_path, name)) for name in ("a", "b")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(Seats(tmp_path).all()) == 40


def test_what_cannot_be_read_or_written_is_said(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.path.write_text('{"seats": [{"server": 3}]}')
    with pytest.raises(CannotKeep, match="is damaged"):
        seats.all()

    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(CannotKeep, match="cannot be written"):
        Seats(blocked / "wardiary").keep(RED)


def test_a_newer_wardiary_may_write_more(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    seats.keep(RED)
    known = json.loads(seats.path.read_text())
    seats.path.write_text(json.dumps({"seats": [{**known["seats"][0], "colour": "red"}], "version": 2}))

    assert seats.all() == [RED]


def test_it_lies_where_the_system_keeps_such_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_dir() == tmp_path / "wardiary"

    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert state_dir() == tmp_path / ".local/state/wardiary"
