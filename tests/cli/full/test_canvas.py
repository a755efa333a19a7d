"""A drawing made of characters."""

from wardiary_cli.full.canvas import Canvas, between


def test_lines_join_where_they_meet() -> None:
    canvas = Canvas(7, 3)
    canvas.box(0, 0, 6, 2)
    canvas.line(3, 0, 3, 2)

    assert canvas.text == "┌──┬──┐\n│  │  │\n└──┴──┘"


def test_a_heavy_line_is_seen_over_a_light_one() -> None:
    canvas = Canvas(5, 3)
    canvas.line(0, 1, 4, 1)
    canvas.line(2, 0, 2, 2, heavy=True)

    assert canvas.text == "  ╻\n╶─╋─╴\n  ╹"


def test_a_slanting_line_is_dots() -> None:
    canvas = Canvas(3, 3)
    canvas.line(0, 0, 2, 2)

    assert canvas.text == "·\n ·\n  ·"
    assert list(between(0, 0, 2, 1)) == [(0, 0), (1, 0), (2, 1)]


def test_what_lies_outside_is_not_drawn() -> None:
    canvas = Canvas(3, 1)
    canvas.put(-1, 0, "abcdef")
    canvas.put(0, 5, "x")
    canvas.line(0, -1, 0, 4)

    assert len(canvas.text) == 3
    assert Canvas(-1, -1).text == ""


def test_wide_letters_take_two_places_and_accents_none() -> None:
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "漢e\u0301x")

    assert canvas.text == "漢e\u0301x"
    assert canvas.content().cell_length == 6


def test_a_place_belongs_to_somebody_and_markup_is_text() -> None:
    canvas = Canvas(20, 1)
    canvas.put(1, 0, "[red]\x1b", "bold", owner="vega")

    assert canvas.owner(1, 0) == canvas.owner(5, 0) == "vega"
    assert canvas.owner(0, 0) == canvas.owner(99, 0) == ""
    assert not canvas.is_free(1, 0)
    assert canvas.content().plain == " [red]\\x1b".ljust(20)


def test_an_owner_is_found_where_it_is_drawn_first() -> None:
    canvas = Canvas(12, 3)
    canvas.put(4, 1, "Vega", owner="vega")
    canvas.put(0, 2, "V", owner="vega")

    assert canvas.place("vega") == (4, 1, 4)
    assert canvas.place("rook") is None
    assert canvas.place("") is None
