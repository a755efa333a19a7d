"""The chain covers every column, and dice are fair, repeatable and what the published recipe says."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_protocol.proof import (
    MAX_DICE,
    START,
    ZERO,
    Row,
    add,
    broken,
    commitment,
    dice_key,
    faces,
    link,
    roll_name,
)

hashes = st.binary(min_size=32, max_size=32)
seqs = st.integers(1, 2**63 - 1)
columns = st.tuples(hashes, st.text(max_size=8), seqs, st.binary(max_size=20), st.binary(max_size=40))


def test_the_hash_is_made_as_it_is_published() -> None:
    framed = ZERO + b"\0\0\0\x02g1" + (7).to_bytes(8, "big") + b"\0\0\0\x03abc" + b"body"
    assert link(ZERO, "g1", 7, b"abc", b"body") == hashlib.sha256(framed).digest()


@given(columns, columns)
def test_different_columns_have_different_hashes(
    one: tuple[bytes, str, int, bytes, bytes], other: tuple[bytes, str, int, bytes, bytes]
) -> None:
    assert (link(*one) == link(*other)) == (one == other)


@given(st.text(max_size=6), st.text(max_size=6), st.binary(max_size=6), st.binary(max_size=6))
def test_no_byte_moves_from_one_column_to_the_next(game: str, more: str, commit_id: bytes, body: bytes) -> None:
    if more:
        assert link(ZERO, game + more, 1, commit_id, body) != link(ZERO, game, 1, more.encode() + commit_id, body)
    if body:
        assert link(ZERO, game, 1, commit_id, body) != link(ZERO, game, 1, commit_id + body[:1], body[1:])


def test_a_row_follows_the_head_it_was_made_for_and_no_other() -> None:
    first = add("g", START, b"id", b"one")
    second = add("g", first.head, b"id", b"two")
    assert (first.seq, second.seq) == (1, 2)
    assert broken("g", START, first) == broken("g", first.head, second) == ""
    assert broken("g", START, second) == "stands where entry 1 belongs"
    assert broken("g", first.head, Row(2, b"id", b"too", second.hash)) == "does not match its hash"
    assert broken("other", START, first) == "does not match its hash"


def test_a_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(b"\1" * 32) == hashlib.sha256(b"\1" * 32).hexdigest()


def test_the_key_is_the_same_in_whatever_order_the_salts_came() -> None:
    secret = b"s" * 32
    assert dice_key(secret, {"b": "2", "a": "1"}) == hmac.digest(secret, b'{"a":"1","b":"2"}', "sha256")
    assert dice_key(secret, {"a": "1", "b": "2"}) == dice_key(secret, {"b": "2", "a": "1"})
    assert dice_key(secret, {"a": "1"}) != dice_key(secret, {"a": "2"}) != dice_key(secret, {})


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(0, 200), st.integers(2, 256))
def test_faces_are_on_the_dice_and_more_dice_only_add(key: bytes, roll: str, dice: int, sides: int) -> None:
    rolled = faces(key, roll, dice, sides)
    assert len(rolled) == dice
    assert all(1 <= face <= sides for face in rolled)
    assert faces(key, roll, dice, sides) == rolled
    assert faces(key, roll, dice + 1, sides)[:dice] == rolled


def test_faces_are_read_from_the_stream_and_unfair_bytes_are_skipped() -> None:
    key, roll = b"k" * 32, roll_name("g", "shot/vega/3", 2)
    stream = b"".join(hmac.digest(key, b"g/shot/vega/3#2" + n.to_bytes(4, "big"), "sha256") for n in range(8))
    fair = [byte % 100 + 1 for byte in stream if byte < 200]
    assert len(fair) < len(stream)
    assert faces(key, roll, len(fair), 100) == tuple(fair)


@pytest.mark.parametrize("sides", [2, 3, 6, 100, 256])
def test_every_face_comes_equally_often(sides: int) -> None:
    seen = Counter(face for roll in range(60) for face in faces(b"key", f"roll {roll}", MAX_DICE, sides))
    expected = 60 * MAX_DICE / sides
    spread = sum((seen[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert set(seen) == set(range(1, sides + 1))
    assert spread < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5 + 5  # five sigma of chi squared; the rolls never change


def test_the_same_roll_shows_the_same_faces_and_the_next_one_others() -> None:
    assert faces(b"key", roll_name("g", "burn", 0), 50, 6) == faces(b"key", roll_name("g", "burn", 0), 50, 6)
    assert faces(b"key", roll_name("g", "burn", 0), 50, 6) != faces(b"key", roll_name("g", "burn", 1), 50, 6)


@pytest.mark.parametrize(("dice", "sides"), [(-1, 6), (1001, 6), (1, 1), (1, 0), (1, -6), (1, 257)])
def test_dice_that_nobody_has_are_refused(dice: int, sides: int) -> None:
    with pytest.raises(ValueError, match=r"not -?\d+"):
        faces(b"key", "roll", dice, sides)
