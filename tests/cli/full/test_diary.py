"""The story as far as it is known."""

from msgspec.structs import replace
from wardiary_cli.full.diary import Diary, gist
from wardiary_protocol.messages import Line, Told


def told(seq: int, text: str = "x", *, kind: str = "game", parent: int = -1, root: int = 0, tag: str = "moved") -> Told:
    return Told(seq, kind, 0, "red", (Line(tag, text),), parent if parent >= 0 else seq - 1, root)


def diary(*entries: Told) -> Diary:
    made = Diary()
    made.begin(entries)
    return made


def test_what_follows_is_taken_and_what_does_not_is_left() -> None:
    made = diary(told(5), told(6))

    assert [one.seq for one in made.add([told(6), told(7), told(9)])] == [7]
    made.before([told(3), told(4), told(5)])
    assert (made.first, made.last) == (3, 7)
    assert made.told(4) == told(4)
    assert made.told(2) is None
    assert Diary().first == Diary().last == 0


def test_reading_back_stops_at_the_beginning_of_rounds() -> None:
    made = diary(told(1, tag="created"), told(2), told(3, tag="round"), told(4), told(5, tag="round"), told(6))

    assert [made.round_before(seq) for seq in (6, 5, 3, 1)] == [5, 3, 1, 1]
    assert [made.round_after(seq) for seq in (1, 3, 5)] == [3, 5, 6]


def test_an_undo_takes_the_newest_command_with_its_answers() -> None:
    made = diary(
        told(1), told(2, "moves", root=2), told(3, "attacks", root=3), told(4, "rolls", kind="answer", root=3),
        told(5, kind="table", parent=0),
    )  # fmt: skip

    assert [one.seq for one in made.going_back(4)] == [3, 4]
    assert [one.seq for one in made.going_back(2)] == [2]


def test_an_undo_takes_a_correction_back_as_a_whole() -> None:
    """Given 2 and 3 of which 4 puts one right, with 5 and 6 in their places: both go back."""
    made = diary(
        told(1), told(2), told(3), told(4, kind="rewind", parent=1),
        replace(told(5, parent=1), replays=2), replace(told(6), replays=3),
    )  # fmt: skip

    assert [one.seq for one in made.going_back(6)] == [5, 6]


def test_an_entry_in_one_line() -> None:
    lines = (Line("a", "Vega's turn begins."), Line("b", "It rolls.", 0), Line("c", "Vega moves."))

    assert gist(Told(4, "game", 0, lines=lines)) == "entry 4: Vega's turn begins. Vega moves. (and 1 more)"
    assert gist(None) == ""
