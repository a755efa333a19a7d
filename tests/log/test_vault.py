"""Secrets: each opens what it should and nothing else, once it is on the disk and never before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.log.contract import CannotOpen, NewerFormat, Unavailable
from wardiary_server.log.vault import (
    CODE_LENGTH,
    CODE_LETTERS,
    GameKnown,
    GameSecrets,
    NoSecrets,
    Place,
    Vault,
    Witness,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "vault.json"


@pytest.fixture
def vault(path: Path) -> Vault:
    path.parent.mkdir()
    vault = Vault.open(path)
    vault.create("g")
    vault.create("h")
    return vault


# ------------------------------------------------------------------------------------------- the file


def test_it_is_private_and_says_the_same_when_opened_again(path: Path, vault: Vault) -> None:
    token = vault.issue_token("g", "red")
    assert path.stat().st_mode & 0o777 == 0o600
    again = Vault.open(path)
    assert again.server_key == vault.server_key
    assert len(again.server_key) == 32
    assert len(again.operator_token) >= 22
    assert [again.game(game) for game in again] == [vault.game(game) for game in ("g", "h")]
    assert again.who(token) == Place("g", "red")
    assert again.commit_id("g", "red", "1") == vault.commit_id("g", "red", "1")
    assert os.listdir(path.parent) == ["vault.json"]


def test_a_file_that_others_could_read_is_made_private(path: Path, vault: Vault) -> None:
    path.chmod(0o644)
    Vault.open(path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_token_and_no_invite_stands_in_the_file(path: Path, vault: Vault) -> None:
    told = [vault.issue_token("g", "red"), vault.issue_invite("g", "blue")]
    game, seat, token = vault.redeem(vault.issue_invite("g", "green")) or ("", "", "")
    assert (game, seat) == ("g", "green")
    text = path.read_text()
    for secret in (*told, token):
        assert secret not in text


def test_what_is_no_vault_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "vault.json"
    for content in (b"", b"hello", b"{}", b'{"wardiary_vault": 1}', b"\xff"):
        path.write_bytes(content)
        with pytest.raises(CannotOpen, match="is no vault, or a damaged one"):
            Vault.open(path)
        assert path.read_bytes() == content
    path.write_bytes(b'{"wardiary_vault": 2, "games": 5}')
    with pytest.raises(NewerFormat, match="newer wardiary"):
        Vault.open(path)
    with pytest.raises(CannotOpen, match="Is a directory"):
        Vault.open(tmp_path)


def test_a_change_that_cannot_be_written_does_not_count(path: Path, vault: Vault) -> None:
    token, invite = vault.issue_token("g", "red"), vault.issue_invite("g", "blue")
    before = vault.game("g")
    away = path.parent.rename(path.parent.with_name("away"))  # as if the disk had gone
    for change in (
        lambda: vault.issue_token("g", "red"),
        lambda: vault.redeem(invite),
        lambda: vault.revoke("g", "red"),
        lambda: vault.new_epoch("g"),
        lambda: vault.create("new"),
    ):
        with pytest.raises(Unavailable, match="cannot be written"):
            change()
    assert vault.game("g") == before
    assert vault.who(token) == Place("g", "red")
    assert "new" not in vault

    away.rename(path.parent)
    assert vault.redeem(invite) is not None


ISSUE = """
import sys
from pathlib import Path
from wardiary_server.log.vault import Vault
vault = Vault.open(Path(sys.argv[1]))
while True:
    invite = vault.issue_invite("g", "red")
    print("invited", invite, flush=True)
    print(*vault.redeem(invite)[1:], invite, flush=True)
"""


def test_a_kill_at_any_moment_leaves_a_whole_file_with_all_that_was_said(path: Path, vault: Vault) -> None:
    told: list[list[str]] = []
    for round in range(4):
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-c", ISSUE, str(path)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            told += [process.stdout.readline().split() for _ in range(5 + 3 * round)]
            process.send_signal(signal.SIGKILL)
            told += [line.split() for line in process.stdout if line.endswith("\n")]
    after = Vault.open(path)
    for what, secret, *used in told:
        if what == "red":
            assert after.who(secret) == Place("g", "red")
            assert after.redeem(used[0]) is None


# ------------------------------------------------------------------------------------------- games


def test_each_game_has_secrets_of_its_own(vault: Vault) -> None:
    g, h = vault.game("g"), vault.game("h")
    assert len(g.dice) == 32
    assert g.dice != h.dice
    assert g.epoch != h.epoch
    assert "g" in vault
    assert "nobody" not in vault
    with pytest.raises(GameKnown, match="There is a game g already"):
        vault.create("g")
    for question in (vault.game, vault.room_code, vault.new_epoch):
        with pytest.raises(NoSecrets, match="has no secrets of the game nobody"):
            question("nobody")
    assert vault.game("g") == g


def test_a_room_code_is_found_however_it_is_written(vault: Vault) -> None:
    code = vault.room_code("g")
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)
    for written in (code, code.lower(), f" {code[:3]}-{code[3:]} ", f"{code[:3]} {code[3:]}"):
        assert vault.by_code(written) == "g"
    for wrong in ("", code[:-1], code + "2", "OI0OI0", "ünïcödé"):
        assert vault.by_code(wrong) is None


def test_a_new_epoch_is_another_one_and_changes_nothing_else(vault: Vault) -> None:
    before = vault.game("g")
    token = vault.issue_token("g", "red")
    assert vault.new_epoch("g") == vault.game("g").epoch != before.epoch
    assert vault.game("g").dice == before.dice
    assert vault.who(token) == Place("g", "red")


def test_a_game_that_moves_in_keeps_its_seats_and_begins_a_new_epoch(vault: Vault, tmp_path: Path) -> None:
    token = vault.issue_token("g", "red")
    invite = vault.issue_invite("g", "blue")
    other = Vault.open(tmp_path / "other.json")
    brought = vault.game("g")
    adopted = other.adopt("g", brought)
    assert adopted == other.game("g") == GameSecrets(adopted.epoch, brought.dice, brought.code, *brought_seats(brought))
    assert adopted.epoch != brought.epoch
    assert other.who(token) == Place("g", "red")
    assert other.redeem(invite) is not None
    with pytest.raises(GameKnown):
        other.adopt("g", brought)
    assert other.adopt("twin", brought).code != brought.code  # each code opens one game


def brought_seats(secrets: GameSecrets) -> tuple[dict[str, str], dict[str, str]]:
    return dict(secrets.tokens), dict(secrets.invites)


# ------------------------------------------------------------------------------------------- seats


def test_a_token_holds_its_seat_and_several_may_hold_one(vault: Vault) -> None:
    phone, laptop = vault.issue_token("g", "red"), vault.issue_token("g", "red")
    other = vault.issue_token("h", "red")
    assert phone != laptop
    assert vault.who(phone) == vault.who(laptop) == Place("g", "red")
    assert vault.who(other) == Place("h", "red")
    for wrong in ("", phone[:-1], phone + "x", vault.game("g").code, "\ud800", next(iter(vault.game("g").tokens))):
        assert vault.who(wrong) is None


def test_an_invite_buys_one_token_once(vault: Vault) -> None:
    invite = vault.issue_invite("g", "red")
    assert vault.who(invite) is None
    assert vault.invited(invite) == Place("g", "red")
    game, seat, token = vault.redeem(invite) or ("", "", "")
    assert vault.who(token) == Place(game, seat) == Place("g", "red")
    assert vault.redeem(invite) is None
    assert vault.invited(invite) is None
    assert vault.redeem("made up") is None


def test_a_new_invite_takes_the_place_of_the_old_one(vault: Vault) -> None:
    first, others = vault.issue_invite("g", "red"), vault.issue_invite("g", "blue")
    second = vault.issue_invite("g", "red")
    assert vault.redeem(first) is None
    assert vault.redeem(second) is not None
    assert vault.redeem(others) is not None


def test_a_seat_that_is_taken_back_opens_to_nobody(vault: Vault) -> None:
    tokens = [vault.issue_token("g", "red") for _ in range(3)]
    invite = vault.issue_invite("g", "red")
    untouched = [vault.issue_token("g", "blue"), vault.issue_token("h", "red")]
    vault.revoke("g", "red")
    assert [vault.who(token) for token in tokens] == [None] * 3
    assert vault.redeem(invite) is None
    assert [vault.who(token) for token in untouched] == [Place("g", "blue"), Place("h", "red")]
    assert vault.who(vault.issue_token("g", "red")) == Place("g", "red")


# ------------------------------------------------------------------------------------------- proofs

words = st.text(max_size=6)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    return Vault.open(tmp_path_factory.mktemp("server") / "vault.json")


@given(st.tuples(words, words, words), st.tuples(words, words, words))
def test_one_command_has_one_commit_id(server: Vault, one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    assert len(server.commit_id(*one)) == 16
    assert (server.commit_id(*one) == server.commit_id(*other)) == (one == other)


@given(st.integers(0, 2**53), st.binary(min_size=32, max_size=32))
def test_a_witness_proves_what_was_told_and_shows_no_hash(server: Vault, seq: int, chain_hash: bytes) -> None:
    text = server.witness("g", "epoch", seq, chain_hash)
    assert server.check_witness("g", text) == Witness("epoch", seq, server.mark(chain_hash))
    assert server.mark(chain_hash) == server.mark(bytes(chain_hash))
    assert chain_hash.hex()[:16] not in text
    assert server.check_witness("h", text) is None


@given(st.data(), st.integers(0, 10**6))
def test_a_witness_cannot_be_changed(server: Vault, data: st.DataObject, seq: int) -> None:
    text = server.witness("g", "epoch", seq, b"h" * 32)
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda c: c != text[at]))
    for forged in (text[:at] + letter + text[at + 1 :], text[:at], text + letter, text[:at] + text[at + 1 :]):
        assert server.check_witness("g", forged) is None


@pytest.mark.parametrize(
    "text", ["", ".", "...", "a.b.c.d", "e.1.m.", "e.-1.m.t", "e.1e9.m.t", f"e.{'9' * 5000}.m.t", "é.1.m.t"]
)
def test_what_is_no_witness_proves_nothing(server: Vault, text: str) -> None:
    assert server.check_witness("g", text) is None


def test_another_servers_witness_proves_nothing(vault: Vault, tmp_path: Path) -> None:
    other = Vault.open(tmp_path / "other.json")
    assert vault.check_witness("g", other.witness("g", "epoch", 1, b"h" * 32)) is None
