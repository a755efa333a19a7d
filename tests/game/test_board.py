"""Zones and how they are joined: shortest ways through what is open, whatever the doors."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from kit import game, unit
from wardiary_server.game.board import Graph, distance, graph, joined, standing
from wardiary_server.game.events import DoorChanged
from wardiary_server.game.state import Link

DRAWING = """
a - b =d1= c
c #d2# d
a !d3! d
"""
UNITS = [unit("vega"), unit("bo", "b"), unit("al", "b"), unit("cy", "b", status="down"), unit("nova", "")]
START = game(DRAWING, UNITS)


def test_a_shut_door_is_no_way_for_anybody() -> None:
    """D25."""
    assert graph(START).neighbours("c") == ("b",)
    assert distance(START, "a", "c") == 2
    assert distance(START, "a", "d") is None
    assert distance(START, "d", "d") == 0
    assert graph(START).way("a", "c") == ("b", "c")
    assert graph(START).way("a", "d") == ()
    assert graph(START).way("a", "a") == ()


def test_a_door_that_opens_is_a_way_at_once_and_the_other_game_keeps_its_own() -> None:
    opened = DoorChanged("d3", "destroyed").fold(START)

    assert distance(opened, "a", "d") == 1
    assert graph(opened).way("c", "d") == ("b", "a", "d")
    assert distance(START, "a", "d") is None
    assert graph(START) is graph(START)


def test_links_between_two_zones_open_or_not() -> None:
    assert [link.id for link in joined(START, "d", "a")] == ["d3"]
    assert joined(START, "b", "d") == ()


def test_who_stands_in_a_zone_by_id() -> None:
    assert [u.id for u in standing(START, "b")] == ["al", "bo"]


zones = st.sampled_from("abcdefg")


@given(st.lists(st.tuples(zones, zones, st.sampled_from(("none", "open", "closed"))), max_size=12))
def test_the_way_is_as_long_as_the_distance_and_each_step_is_open(links: list[tuple[str, str, str]]) -> None:
    known = {str(n): Link(str(n), a, b, door=door) for n, (a, b, door) in enumerate(links) if a != b}  # type: ignore[arg-type]
    board = Graph("abcdefg", known)
    for start in "abcdefg":
        for end, far in board.distances(start).items():
            way = (start, *board.way(start, end))
            assert len(way) == far + 1
            assert way[-1] == end
            assert all(there in board.neighbours(here) for here, there in pairwise(way))
            assert board.distances(end)[start] == far


def test_more_games_than_are_remembered_still_have_their_own_graphs() -> None:
    games = [game("a - b - c" if n % 2 else "a - b", [unit("vega")]) for n in range(40)]

    assert [len(graph(g).distances("a")) for g in games] == [3 if n % 2 else 2 for n in range(40)]
