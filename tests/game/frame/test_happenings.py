"""A scenario's own events: what comes when, once."""

from __future__ import annotations

from typing import Any

from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import DoorChanged, HappeningCame, Remarked, UnitEntered
from wardiary_server.game.rulebook import DeedSpec, Rulebook
from wardiary_server.game.state import Happening

BOARD = "a #d1# b - c =d2= d"


def play(*happenings: Happening, books: tuple[Rulebook, ...] = (), **more: Any) -> Play:
    units = [unit("vega", speed=4), unit("late", "", tags=("brought",)), unit("rook", "c", "blue", speed=4)]
    start = game(BOARD, units, **more)
    return Play(replace(start, happenings={h.id: h for h in happenings}), *books)


def tell(text: str) -> dict[str, str]:
    return {"do": "tell", "text": text}


def said(table: Play) -> list[str]:
    return [e.text for e in table.events(Remarked)]


def test_what_waits_for_a_round_comes_with_it_and_once() -> None:
    table = play(
        Happening("two", {"round": 2}, (tell("round two"),)), Happening("end", {"round_end": 1}, (tell("one ends"),)),
        Happening("three", {"round": 3}, (tell("round three"),)),
    )  # fmt: skip
    table.do("referee", {"do": "end_round"})

    assert said(table) == ["one ends", "round two"]
    assert list(table.game.happenings) == ["three"]
    table.do("referee", {"do": "end_round"})
    assert said(table) == ["one ends", "round two", "round three"]


def test_what_waits_for_a_door_comes_when_it_is_like_that_whoever_does_it() -> None:
    opens = Happening("hatch", {"door": "d1", "is": "open"}, (tell("a hiss"),), "The hatch gives way.")
    table = play(opens, Happening("other", {"door": "d1", "is": "sealed"}, (tell("never"),)))
    entry = table.act("red", "open", "vega", door="d1")

    assert [e.text for e in table.events(HappeningCame, entry)] == ["The hatch gives way."]
    assert said(table) == ["a hiss"]
    table.act("red", "close", "vega", door="d1")
    table.act("red", "open", "vega", door="d1")
    assert said(table) == ["a hiss"]


def test_reserves_arrive_and_enter() -> None:
    """D7: mid-game deployment is entering."""
    table = play(Happening("more", {"round": 2}, ({"do": "reserves", "units": "late, nobody, vega", "zone": "b"},)))
    table.do("referee", {"do": "end_round"})

    assert table.events(UnitEntered) == [UnitEntered("late", "b", "", "deployed")]
    assert table.unit("vega").zone == "a"


def test_a_door_is_set_if_it_is_not_like_that_already_and_one_thing_leads_to_another() -> None:
    sealed, closed = ({"do": "door", "link": link, "is": is_} for link, is_ in (("d2", "sealed"), ("d1", "closed")))
    table = play(
        Happening("a", {"round": 2}, (sealed, closed)),
        Happening("b", {"door": "d2", "is": "sealed"}, (tell("thump"),)),
    )
    entry = table.do("referee", {"do": "end_round"})

    assert [(e.link, e.door) for e in table.events(DoorChanged, entry)] == [("d2", "sealed")]
    assert said(table) == ["thump"]


def test_an_undo_lets_it_come_again() -> None:
    table = play(Happening("two", {"round": 2}, (tell("round two"),)))
    table.do("referee", {"do": "end_round"})
    table.undo()
    assert list(table.game.happenings) == ["two"]
    table.do("referee", {"do": "end_round"})

    assert said(table) == ["round two", "round two"]


def test_a_deed_of_a_rulebook_that_is_set_aside_does_nothing_and_it_is_told() -> None:
    """Else no door could be opened any more: the frame itself would have failed."""
    flood = Rulebook("flood", deeds={"water": DeedSpec(lambda ctx, deed: iter(()))})  # type: ignore[arg-type, return-value]
    table = play(
        Happening("wet", {"door": "d1", "is": "open"}, ({"do": "water"}, tell("still here"))),
        books=(flood,),
        rulebooks=("flood",),
    )
    table.do("referee", {"do": "suspend", "rulebook": "flood"})
    table.act("red", "open", "vega", door="d1")

    assert said(table) == ["Nothing comes of it (water): its rulebook is set aside.", "still here"]


def test_what_the_referee_puts_lets_nothing_come() -> None:
    table = play(Happening("hatch", {"door": "d1", "is": "open"}, (tell("a hiss"),)))
    table.act("referee", "ref_move", "vega", zone="b")

    assert list(table.game.happenings) == ["hatch"]
