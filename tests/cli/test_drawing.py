"""The board as text."""

from kit import Play, unit
from kit.inches import at, stood, two_rooms
from kit.skirmish import gun, play
from kit.terminal import scene
from wardiary_cli.drawing import board, head, unit_text
from wardiary_cli.scene import Scene
from wardiary_server.game.state import Area, Clock, Marker, Objective

GAME = play(
    "hall - cargo =d1= dock #d2# lift",
    unit("vega", "hall", items=("rifle",), conditions={"prone": 1, "lost_turns": 2, "critical:lamed": 1}),
    unit("rook", "hall"),
    unit("moth", "", "blue"),
    gun("argus", "dock"),
    levels={"cargo": {"fire": 2, "gas_deadly": 3}},
    areas={"vac": Area("vac", "airless", "Vacuum", ("dock", "lift"))},
    markers={"b1": Marker("b1", "breach", "the torn hull", "lift")},
    objectives={
        "box": Objective("box", "the strongbox", "take", ("lift",), points=3),
        "out": Objective("out", "the way out", "leave", ("hall",), side="red", points=1),
    },
    scores={"red": 4},
)


def text(game: object = GAME) -> list[str]:
    return [row.text for row in board(scene(game))]  # type: ignore[arg-type]


def test_the_board_is_told_zone_by_zone() -> None:
    assert text() == [
        "a test | round 1, anyone's go | Red 4, Blue 0",
        "hall  -> cargo",
        "    Vega: Red, health 5 of 5, prone, lost turns 2, critical: lamed, rifle",
        "    Rook: Red, health 5 of 5",
        "cargo -> hall, dock by d1 [open]",
        "    ! FIRE 2, GAS (deadly) 3",
        "dock  -> cargo by d1 [open], lift by d2 [closed]",
        "    ! Vacuum",
        "    Argus: station, health 5 of 5, turret",
        "lift  -> dock by d2 [closed]",
        "    ! Vacuum, the torn hull (b1)",
        "In reserve: Moth",
        "To win: the strongbox (box): take in lift, 3 points",
        "To win: the way out (out): leave in hall, 1 point, for Red",
    ]


def test_no_state_is_told_by_colour_alone() -> None:
    """lancer#548."""
    burning = next(row for row in board(scene(GAME)) if "FIRE" in row.text)

    assert burning.look == "bad"
    assert burning.text.startswith("    ! ")


def test_a_turn_that_is_on_shows_what_is_left_of_it() -> None:
    game = play("hall", unit("vega", "hall", speed=4), unit("moth", "hall", "blue"))
    game.act("red", "begin", "vega")
    assert unit_text("vega", scene(game)).endswith("ON ITS TURN (4 move and 1 action left)")

    game.act("red", "end", "vega")
    assert unit_text("vega", scene(game)).endswith("has had its turn")


def test_whoever_is_down_is_shown_as_down() -> None:
    game = play("hall", unit("vega", "hall"), unit("rook", "hall"), unit("moth", "hall", "blue"))
    game.do("referee", {"do": "ref_hurt", "unit": "rook", "amount": 5})

    assert unit_text("rook", scene(game)) == "Rook: Red, health 0 of 5, DOWN"


def test_the_head_tells_set_up_and_the_result() -> None:
    setup = play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"), clock=Clock())
    over = play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"))
    over.do("referee", {"do": "ref_hurt", "unit": "moth", "amount": 5})

    assert head(scene(setup)) == "a test | set-up | Red 0, Blue 0"
    assert head(scene(over)).endswith("Red wins: the last side on its feet")


def test_an_empty_view_is_drawn_without_a_fault() -> None:
    assert [row.text for row in board(Scene())] == ["round 0"]


def test_in_inches_it_says_where_everybody_stands_and_what_is_left_of_a_move() -> None:
    """In tenths: a place to the nearest one, what is left rounded down."""
    areas = {"smog": Area("smog", "hazard", "Smog", centre=at(20, 10), radius=2_500)}
    game = Play(two_rooms(stood("vega", 12.5, 3, "red", speed=5), stood("rook", 1, 1, "blue"), areas=areas))
    game.act("red", "move", "vega", at=list(at(14.25, 3)))

    told = text(game)

    assert "    Rook: Blue, at 1.0, 1.0, health 5 of 5" in told
    assert unit_text("vega", scene(game)) == (
        "Vega: Red, at 14.3, 3.0, health 5 of 5, ON ITS TURN (3.2 move and 1 action left)"
    )
    assert "! Smog: 2.5 inches around 20.0, 10.0" in told


def test_its_owner_sees_from_whom_a_thing_is_hidden_and_the_others_a_blip() -> None:
    ghost = unit("ghost", "dock", hidden=("blue", "spectators"), speed=3)
    lying = {"b1": Marker("b1", "breach", "Torn hull", "lift", hidden=("blue", "spectators"))}
    game = play(
        "hall #d1# dock - lift", ghost, unit("vega", "hall"), unit("moth", "hall", "blue"), markers=lying,
        areas={"fog": Area("fog", "fog", "Fog", ("lift",), hidden=("blue",))}, options={"frame.blips": True},
    )  # fmt: skip
    game.act("red", "move", "ghost", to="lift")

    own, theirs = text(game), [row.text for row in board(scene(game, "blue"))]

    assert (
        "    Ghost: Red, health 5 of 5, ON ITS TURN (2 move and 1 action left), hidden from Blue and the spectators"
        in own
    )
    assert "    ! Fog (hidden from Blue), Torn hull (b1) (hidden from Blue and the spectators)" in own
    assert "    something that moves (blip 1)" in theirs
    assert not [line for line in theirs if "Ghost" in line or "Torn" in line or "hidden" in line]


def test_an_area_that_does_not_hold_or_that_burns_says_so() -> None:
    dark = Area("dark", "darkness", "Darkness", ("hall",), data={"suppressed": 1})
    drums = Area("drums", "scenery", "the fuel dump", ("dock",), data={"flaming": 1})

    told = text(play("hall - dock", unit("vega", "hall"), areas={"dark": dark, "drums": drums}))

    assert "    ! Darkness (does not hold now)" in told
    assert "    ! the fuel dump (burning)" in told


def test_an_objective_in_inches_says_where_it_lies() -> None:
    lever = {"lever": Objective("lever", "the lever", "take", ("left",), at=at(4.5, 6))}

    told = text(Play(two_rooms(stood("vega", 3, 3), stood("rook", 1, 1, side="blue"), objectives=lever)))

    assert "To win: the lever (lever): take in left at 4.5, 6.0, 1 point" in told
