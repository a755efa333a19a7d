"""What is offered on a board in inches: places worth a name, each as far as the unit gets."""

from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from wardiary_protocol.messages import Field
from wardiary_server.game.geometry.points import length
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Marker

from tests.kit import Play
from tests.kit.inches import at, stood, two_rooms


def moves(table: Play, unit: str = "vega") -> Any:
    """The offer to move."""
    (found,) = [one for one in offers(table.context(), unit) if one.body.get("do") == "move"]
    return found


def board(**more: Any) -> Play:
    torch = Marker("torch", "note", "a torch", "dock", at=at(1, 10))
    units = stood("vega", 6, 6, speed=5), stood("rook", 18, 6, side="blue"), stood("kei", 6, 2)
    return Play(two_rooms(*units, markers={"torch": torch}, **more))


def test_doors_things_and_people_in_sight_are_offered() -> None:
    offer = moves(board())

    found = {target.label: (tuple(target.value), target.note) for target in offer.targets}
    assert offer.label == "Move Vega, up to 5 inches"
    assert found["d1"] == (at(11, 6), "5 of 5.4 inches, to 11, 6")
    assert found["Kei"] == (at(6, 3), "3 of 4 inches, to 6, 3")
    assert found["a torch"] == ((2_096, 9_123), "5 of 6.5 inches, to 2.1, 9.1")


@pytest.mark.parametrize(
    ("there", "spent", "label", "note"),
    [
        (10.137, 0, "up to 6 inches", "4.2 inches, to 3, 10.1"),  # all the way there: rounded up
        (10.137, 1.86, "up to 4.1 inches", "4.1 inches, to 3, 10.1"),  # 4.137 of 4.14 that are left
        (10.137, 1.88, "up to 4.1 inches", "4.1 of 4.2 inches, to 3, 10.1"),  # 4.12 that are left do not suffice
        (6.95, 0, "up to 6 inches", "1 inch, to 3, 7"),
    ],
)
def test_people_read_tenths_that_promise_no_more_than_there_is(
    there: float, spent: float, label: str, note: str
) -> None:
    torch = Marker("torch", "note", "a torch", "dock", at=at(3, there))
    table = Play(two_rooms(stood("vega", 3, 6, speed=6), stood("rook", 20, 6), markers={"torch": torch}))
    if spent:
        table.act("red", "move", "vega", at=list(at(3 + spent / 2, 6)))
        table.act("red", "move", "vega", at=list(at(3, 6)))

    offer = moves(table)

    assert (offer.label, [one.note for one in offer.targets if one.label == "a torch"]) == (
        f"Move Vega, {label}",
        [note],
    )


@given(right=st.integers(1_000, 11_000), down=st.integers(1_000, 11_000))
@example(right=4_111, down=10_007)
def test_whatever_lies_about_is_offered_as_far_as_the_move_reaches(right: int, down: int) -> None:
    """A place is a whole thousandth: the one at the very end of the move is never a thousandth too far."""
    torch = Marker("torch", "note", "a torch", "dock", at=(right, down))
    table = Play(two_rooms(stood("vega", 6, 1, speed=4), stood("rook", 20, 6), markers={"torch": torch}))
    assume((right, down) != at(6, 1))

    (target,) = [one for one in moves(table).targets if one.label == "a torch"]

    far = min(length(at(6, 1), (right, down)), 4_000)
    assert far - 2 <= length(at(6, 1), tuple(target.value)) <= far


def test_any_other_place_may_be_said() -> None:
    """A point beside the landmarks; it is as legal as the command's own check finds it."""
    table = board()
    offer = moves(table)

    assert offer.fields == (Field("at", "point", "To where"),)
    table.do("red", {**offer.body, "at": [6_000, 8_250]})
    assert table.unit("vega").at == at(6, 8.25)


def test_a_shut_door_is_come_up_to() -> None:
    offer = moves(Play(two_rooms(stood("vega", 9, 6, speed=5), door="closed")))

    found = {target.label: tuple(target.value) for target in offer.targets}
    assert found["d1"] == at(11.5, 6)
    assert not [label for label in found if label.startswith("through")]


def test_all_that_is_offered_is_legal() -> None:
    table = board()

    for body in legal((moves(table),)):
        other = board()
        other.do("red", body)
        assert other.unit("vega").at == tuple(body["at"])  # type: ignore[arg-type]


def test_one_payment_is_named_and_inches_are_counted_where_they_are_paid() -> None:
    assert moves(board(options={"frame.economy": "slow-quick"})).cost == "1 quick"
    assert moves(board()).cost == ""


def test_who_cannot_move_is_told_why() -> None:
    table = board()
    table.act("red", "move", "vega", at=list(at(6, 7)))
    table.act("red", "move", "vega", at=list(at(6, 11)))

    assert moves(table).why_not == "There is nothing to choose."
    assert moves(table).label == "Move Vega, up to 0 inches"
