"""What is sealed under a passphrase comes out with that passphrase alone, and no file costs too much."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from wardiary_protocol.export import Sealed
from wardiary_server.log.sealing import (
    COST,
    LONGEST,
    MOST,
    SHORTEST,
    BadSeal,
    Cost,
    Key,
    WeakPassphrase,
    seal,
    unseal,
)
from wardiary_server.log.vault import GameSecrets

CHEAP = Cost(1, 8)
PASSPHRASE = "nineteen days adrift"
SECRETS = GameSecrets("e1", b"d" * 32, "DZ799N", {"a1": "red"}, {"b2": "blue"})
hashes = st.dictionaries(st.text(max_size=8), st.text(max_size=8), max_size=3)
secrets = st.builds(GameSecrets, st.text(), st.binary(min_size=32, max_size=32), st.text(), hashes, hashes)
passphrases = st.text(st.characters(exclude_categories=["Cs"]), min_size=SHORTEST, max_size=LONGEST)


def sealed(passphrase: str = PASSPHRASE, game: str = "g", held: GameSecrets = SECRETS) -> Sealed:
    """A seal that costs next to nothing."""
    return seal(Key.of(passphrase, CHEAP), game, held)


@given(passphrases, secrets)
def test_what_was_sealed_comes_out(passphrase: str, held: GameSecrets) -> None:
    assert unseal(sealed(passphrase, "g", held), "g", passphrase) == held


@given(passphrases, passphrases)
def test_another_passphrase_opens_nothing(one: str, other: str) -> None:
    same = unicodedata.normalize("NFKC", one) == unicodedata.normalize("NFKC", other)
    if not same:
        with pytest.raises(BadSeal, match="does not open"):
            unseal(sealed(one), "g", other)


SEALED = sealed()


@given(st.sampled_from(["salt", "box"]), st.integers(0), st.integers(0, 7))
def test_any_bit_that_was_changed_is_refused(field: str, place: int, bit: int) -> None:
    held = bytearray(getattr(SEALED, field))
    held[place % len(held)] ^= 1 << bit

    with pytest.raises(BadSeal):
        unseal(replace(SEALED, **{field: bytes(held)}), "g", PASSPHRASE)


@given(st.binary(max_size=80))
def test_what_is_no_box_is_refused(box: bytes) -> None:
    with pytest.raises(BadSeal):
        unseal(replace(SEALED, box=box), "g", PASSPHRASE)


@pytest.mark.parametrize(
    "asked",
    [
        {"memory": 100 * 1024 * 1024},
        {"memory": MOST.memory + 1},
        {"passes": MOST.passes + 1},
        {"passes": 0},
        {"memory": 7},
        {"passes": -1},
        {"salt": b"short"},
        {"salt": b"l" * 17},
    ],
)
def test_a_seal_that_asks_for_too_much_or_nonsense_is_refused_before_any_work(asked: dict[str, int]) -> None:
    with pytest.raises(BadSeal, match="damaged"):
        unseal(replace(SEALED, **asked), "g", PASSPHRASE)


def test_a_newer_seal_is_said_so() -> None:
    with pytest.raises(BadSeal, match="newer wardiary"):
        unseal(replace(SEALED, version=2), "g", PASSPHRASE)


def test_the_seal_of_one_game_does_not_open_another() -> None:
    with pytest.raises(BadSeal, match="another game, g"):
        unseal(SEALED, "h", PASSPHRASE)


def test_the_same_letters_are_the_same_passphrase_on_every_keyboard() -> None:
    assert unseal(sealed("Jürgen und die Öde"), "g", unicodedata.normalize("NFD", "Jürgen und die Öde")) == SECRETS


@pytest.mark.parametrize("passphrase", ["", "1234567", "x" * (LONGEST + 1)])
def test_a_passphrase_too_short_or_too_long_seals_nothing(passphrase: str) -> None:
    with pytest.raises(WeakPassphrase, match="characters"):
        Key.of(passphrase)


def test_two_keys_of_one_passphrase_and_two_seals_of_one_key_are_not_alike() -> None:
    key = Key.of(PASSPHRASE, CHEAP)
    assert key.salt != Key.of(PASSPHRASE, CHEAP).salt
    assert seal(key, "g", SECRETS).box != seal(key, "g", SECRETS).box


def test_a_key_and_a_seal_show_nothing_of_what_they_hold() -> None:
    key = Key.of(PASSPHRASE, CHEAP)
    shown = f"{key!r} {key!s} {seal(key, 'g', SECRETS)!r}"
    assert PASSPHRASE not in shown
    assert "DZ799N" not in shown
    assert PASSPHRASE not in str([getattr(key, name) for name in Key.__slots__])


def test_what_is_sealed_from_now_on_costs_what_it_should() -> None:
    key = Key.of(PASSPHRASE)
    made = seal(key, "g", SECRETS)
    assert (made.passes, made.memory) == COST == (3, 64 * 1024)
    assert unseal(made, "g", PASSPHRASE) == SECRETS
