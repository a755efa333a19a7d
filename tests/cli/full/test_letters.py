"""One letter for each unit."""

from wardiary_cli.full.letters import letters, style_of
from wardiary_cli.scene import Scene


def named(*names: str) -> Scene:
    return Scene(
        {"units": {str(at): {"name": name} for at, name in enumerate(names)}, "sides": {"red": {}, "blue": {}}}
    )


def test_each_has_a_letter_of_its_name_where_one_is_free() -> None:
    assert list(letters(named("Vega", "Vera", "Ve", "漢")).values()) == ["V", "E", "A", "B"]


def test_more_than_all_letters_are_a_question_mark() -> None:
    found = list(letters(named(*("x" for _ in range(70)))).values())

    assert len(set(found)) == 63
    assert found.count("?") == 8


def test_a_unit_looks_like_its_side_and_struck_out_when_down() -> None:
    scene = Scene({
        "sides": {"red": {}, "blue": {}},
        "units": {"a": {"side": "red"}, "b": {"side": "blue", "status": "down"}, "c": {}},
    })  # fmt: skip

    assert style_of("a", scene) != style_of("b", scene)
    assert "strike" in style_of("b", scene)
    assert "reverse" in style_of("c", scene, "c")
