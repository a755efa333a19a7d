"""What is hidden stays hidden: of two games with other secrets, those who may not know get the very same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, unit
from kit.skirmish import WEAPONS, play
from kit.wander import FixedDice
from msgspec.structs import replace
from wardiary_server.game import known as known_module
from wardiary_server.game import offers, views
from wardiary_server.game.known import REFEREE, SPECTATOR, SPECTATORS, hides, known, known_game, same_for_all, word_of
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import Area, Clock, Happening, Item, Marker, Objective, Special, Unit
from wardiary_server.game.story import tell

ALL = ("blue", SPECTATORS)
AUDIENCES = ("side:blue", SPECTATOR)
DRAWING = "a - b =d1= c #d2# d\nz"  # nobody gets to z, so nobody finds what lies there


def hidden(name: str, zone: str = "d", **more: Any) -> Unit:
    """One of red's that nobody else may know of."""
    return unit(name, zone, hidden=ALL, **more)


SECRETS: tuple[dict[str, Any], ...] = (
    {},
    {"units": (hidden("ghost", speed=2, items=("wraithgun",)),), "items": {"wraithgun": Item("wraithgun", "Wraith")}},
    {
        "units": (hidden("ninja", "c", health=9, specials=("cloak",)), hidden("oni", "a"), hidden("ame", "b")),
        "specials": {"cloak": Special("cloak", "Cloak", "ignore")},
        "markers": {"mine": Marker("mine", "mine", "A mine", "z", data={"item": "fuse"}, hidden=ALL)},
        "items": {"fuse": Item("fuse", "Fuse", "gear")},
        "areas": {"x": Area("x", "gas", zones=("z",), source="mine", hidden=ALL)},
        "objectives": {"plot": Objective("plot", "The plot", "hold", ("d",), "red", hidden=ALL)},
        "happenings": {"late": Happening("late", {"round": 999}, (), "Never", hidden=ALL)},
    },
)
"""Three games that differ in nothing but what blue and those who watch may not know."""


def table(secret: int, **options: Any) -> Play:
    """Vega against two of blue's, and what red keeps to itself."""
    own = dict(SECRETS[secret])
    found: list[Unit] = [unit("vega", "a", items=("rifle",)), *own.pop("units", ())]
    found += [unit("rook", "b", "blue", speed=2, items=("rifle",)), unit("dace", "c", "blue", speed=1)]
    own["items"] = {**WEAPONS, **own.get("items", {})}
    game = play(DRAWING, *found, options={"frame.reveal": "attack", **options}, **own)
    game.timeline._make_dice = lambda _salts: FixedDice()
    return game


def heard(game: Play, audience: str) -> Iterator[bytes]:
    """All that an audience has been told and shown so far, entry by entry, as bytes."""
    before = None
    states = {0: known_module.State(0, known_module.Game(title=""), game.state.table)}
    rest = Play(game.start, *game.rules.rulebooks[1:])
    for entry in game.log:
        if entry.seq > 1:
            rest.timeline.follow(entry)
        states[entry.seq] = rest.timeline.states[entry.seq] if entry.seq > 1 else game.timeline.states[1]
        view = views.view(states[entry.seq], audience, before)
        told = tell(entry, states[entry.seq - 1], states[entry.seq], audience)
        yield msgspec.json.encode((told, view.parts, view.hex))
        before = view


def shown(game: Play, audience: str) -> bytes:
    """What an audience sees now, made from nothing."""
    view = views.view(game.state, audience)
    return msgspec.json.encode((view.parts, view.hex))


def offered(game: Play, seat: str) -> bytes:
    """All that a seat is offered, for itself and for each unit that it knows."""
    ctx = game.context(seat)
    return msgspec.json.encode([offers.offers(ctx, of) for of in ("", *sorted(ctx.game.units))])


def said(game: Play, seat: str, body: dict[str, Any]) -> tuple[str, str]:
    """What a seat hears of a command: that it was accepted, or why it was not."""
    try:
        game.do(seat, body)
    except Refused as refusal:
        return refusal.code, refusal.text
    return "accepted", str(game.state.seq)


def acts(random: Random, ctx: Context) -> list[dict[str, Any]]:
    """What blue might send: whatever is on offer, and things that name what it cannot know."""
    legal = [body for of in ("", *ctx.game.units) for body in offers.legal(offers.offers(ctx, of))]
    names = ("ghost", "ninja", "oni", "mine", "plot", "late", "wraithgun", "nobody", "gost")
    name = random.choice(names)
    wild: list[dict[str, Any]] = [
        {"do": "attack", "unit": "rook", "weapon": "rifle", "target": name},
        {"do": "move", "unit": name, "to": "b"},
        {"do": "begin", "unit": name},
        {"do": "use", "unit": "rook", "objective": name},
        {"do": "take", "unit": "rook", "marker": name},
        {"do": "reveal", "unit": name},
        {"do": "rewind", "node": ctx.table.cursor, "unit": name},
        {"do": "attack", "unit": "rook", "weapon": name, "target": "vega"},
        {"do": "note", "text": "hm", "to": ["red"]},
    ]
    return [body for body in legal if body["do"] not in ("done", "pass")] + wild


@settings(max_examples=40, deadline=None)
@given(
    secret=st.sampled_from((1, 2)),
    seed=st.integers(0, 10**6),
    order=st.sampled_from(("free", "alternate")),
)
def test_no_byte_that_the_others_get_depends_on_what_is_hidden(secret: int, seed: int, order: str) -> None:
    """Told, shown, offered and refused the same, whatever it is called, where it is, and how many there are."""
    one, other = table(0, **{"frame.order": order}), table(secret, **{"frame.order": order})
    random = Random(seed)
    for _ in range(12):
        body = random.choice(acts(random, one.context("blue")))
        assert said(one, "blue", body) == said(other, "blue", body)
        assert offered(one, "blue") == offered(other, "blue")
        assert [shown(one, audience) for audience in AUDIENCES] == [shown(other, audience) for audience in AUDIENCES]
    for audience in AUDIENCES:
        assert list(heard(one, audience)) == list(heard(other, audience))


def test_hidden_units_that_act_are_told_as_entries_about_nothing() -> None:
    """Whatever they do and however many they are: the same entries, without a line and without an author."""
    told = []
    for secret, name, to in ((1, "ghost", "d"), (2, "oni", "b")):
        game = table(secret)
        entry = game.act("red", "begin", name)
        before = game.timeline.states[entry.seq - 1]
        found = [tell(entry, before, game.state, audience) for audience in (*AUDIENCES, REFEREE, "side:red")]
        assert [line.text for line in found[2].lines] == [f"{name.title()}'s turn begins."]
        assert found[2] == found[3]
        assert found[0] == found[1]
        assert (found[0].lines, found[0].by) == ((), "")
        told.append(found[0])
        assert to
    assert told[0] == told[1]


def test_turns_of_hidden_units_show_in_no_clock() -> None:
    game = table(1)
    game.act("red", "begin", "ghost")

    clock = views.view(game.state, SPECTATOR).parts["game"]["now"]["clock"]

    assert clock["active"] == {}
    assert "ghost" in views.view(game.state, "side:red").parts["game"]["now"]["clock"]["active"]
    assert "ghost" in views.view(game.state, REFEREE).parts["units"]


def test_who_may_know_of_a_thing_sees_from_whom_it_is_hidden() -> None:
    game = table(2)

    assert views.view(game.state, "side:red").parts["units"]["ninja"]["hidden"] == list(ALL)
    assert "hidden" not in views.view(game.state, REFEREE).parts["units"]["vega"]


def test_what_only_hidden_things_hold_is_hidden_too() -> None:
    seen = known_game(table(2).game, SPECTATOR)

    assert set(seen.items) == set(WEAPONS)
    assert not seen.specials
    assert not (seen.areas)
    assert not (seen.markers)
    assert not (seen.objectives)
    assert not (seen.happenings)


def test_what_somebody_else_carries_as_well_is_not() -> None:
    game = play("a", unit("vega", items=("rifle",)), hidden("ghost", "a", items=("rifle", "axe")))

    seen = known_game(game.game, SPECTATOR)

    assert "rifle" in seen.items
    assert "axe" not in seen.items


def test_an_area_does_not_say_which_hidden_marker_made_it() -> None:
    game = play(
        "a",
        unit("vega"),
        markers={"mine": Marker("mine", "mine", zone="a", hidden=ALL)},
        areas={"smoke": Area("smoke", "gas", zones=("a",), source="mine", data={"of": "mine", "n": 2})},
    )

    (area,) = known_game(game.game, SPECTATOR).areas.values()

    assert area.source == ""
    assert area.data == {"n": 2}


def test_where_nothing_is_hidden_the_state_itself_is_what_everybody_knows() -> None:
    game = play("a", unit("vega"))

    assert same_for_all(game.state)
    assert all(known(game.state, audience) is game.state for audience in (*AUDIENCES, REFEREE))


def test_once_a_game_is_closed_nothing_is_hidden_any_more() -> None:
    game = table(2)
    game.do("operator", {"do": "close_game"})

    assert same_for_all(game.state)
    assert known(game.state, SPECTATOR) is game.state


def test_what_is_known_is_made_once_for_the_same_state() -> None:
    game = table(1)
    first = known_game(game.game, SPECTATOR)
    game.act("blue", "begin", "rook")

    assert known_game(game.start, SPECTATOR) is first
    assert known_game(game.game, SPECTATOR).units is first.units
    assert known_game(game.game, "side:red") is game.game


@pytest.mark.parametrize(
    ("audience", "word", "kept"),
    [("side:red", "red", False), ("side:blue", "blue", True), (SPECTATOR, SPECTATORS, True)],
)
def test_an_audience_is_called_by_its_word(audience: str, word: str, kept: bool) -> None:
    assert word_of(audience) == word
    assert hides(audience, hidden("ghost")) is kept
    assert not hides(REFEREE, hidden("ghost"))


# ---------------------------------------------------------------------------------------------- questions


def asking() -> Play:
    """Initiative, rolled by hand: red is asked for Vega and for two that are hidden, blue for Rook."""
    units = [hidden("ame"), unit("vega", "a"), hidden("zed"), unit("rook", "b", "blue")]
    game = play("a - b #d1# d", *units, typed=True, options={"frame.order": "initiative"}, clock=Clock(phase="setup"))
    for seat in ("red", "blue"):
        game.do(seat, {"do": "dice", "way": "typed"})
    game.do("referee", {"do": "ready"})
    return game


def test_parts_about_hidden_units_are_kept_and_the_others_numbered_anew() -> None:
    game = asking()
    assert [part.unit for part in next(iter(game.game.open.values())).parts] == ["ame", "rook", "vega", "zed"]

    (shown_,) = views.view(game.state, "side:blue").parts["requests"].values()

    assert {n: part["unit"] for n, part in shown_["parts"].items()} == {"0": "rook", "1": "vega"}
    assert shown_["unknown"] == ["red"]
    assert "unknown" not in next(iter(views.view(game.state, "side:red").parts["requests"].values()))


def test_an_answer_by_the_number_that_its_seat_knows_goes_to_the_right_part() -> None:
    game = asking()
    asked = next(iter(game.game.open.values()))
    body = {"do": "answer", "root": asked.root, "opened": asked.opened, "faces": [7]}

    game.do("blue", {**body, "part": 0})
    assert game.game.open[str(asked.root)].answers == {"1": (7,)}
    assert said(game, "blue", {**body, "part": 2}) == ("stale_request", "That is not asked any more.")
    assert said(game, "blue", {**body, "part": 1})[0] == "not_yours"


def test_answers_for_hidden_units_are_told_without_a_word() -> None:
    game = asking()
    asked = next(iter(game.game.open.values()))
    for part in (0, 2, 3):
        game.do("red", {"do": "answer", "root": asked.root, "opened": asked.opened, "part": part, "faces": [3]})
    assert views.view(game.state, SPECTATOR).parts["requests"][str(asked.root)].get("unknown") is None

    entry = game.do("blue", {"do": "answer", "root": asked.root, "opened": asked.opened, "part": 0, "faces": [4]})

    told = tell(entry, game.timeline.states[entry.seq - 1], game.state, SPECTATOR)
    assert [line.text for line in told.lines][:2] == [
        "Rook (initiative): 4 (real dice).",
        "Vega (initiative): 3 (real dice).",
    ]
    assert game.game.clock.order == ("rook", "ame", "vega", "zed")
    assert views.view(game.state, SPECTATOR).parts["game"]["now"]["clock"]["order"] == ["rook", "vega"]


def test_a_choice_does_not_offer_what_one_may_not_know() -> None:
    part = known_module.Part(
        kind="choice", seat="blue", rule="r", reason="Who?", options=(("ghost", "Ghost"), ("vega", "Vega")),
        default=("ghost", "vega"),
    )  # fmt: skip
    start = table(1).game
    asked = known_module.Open(root=9, opened=9, units=("vega",), parts=(part,))

    (seen,) = known_game(replace(start, open={"9": asked}), "side:blue").open["9"].parts

    assert seen.options == (("vega", "Vega"),)
    assert seen.default == ("vega",)


def test_what_is_proposed_to_all_names_nothing_hidden() -> None:
    """Undo, a rewind to a turn, and an answer for somebody who is away."""
    game = table(1)
    began = game.act("red", "begin", "ghost")
    game.do("blue", {"do": "undo", "node": game.state.table.cursor})
    assert game.state.table.proposal is not None
    assert game.state.table.proposal.text == f"take back what began at entry {began.seq}"

    game.do("blue", {"do": "withdraw", "node": game.state.table.cursor})
    game.do("red", {"do": "rewind", "node": game.state.table.cursor, "unit": "ghost"})
    assert game.state.table.proposal.text == "go to where it stood after entry 1"

    away = asking()
    asked = next(iter(away.game.open.values()))
    away.do("operator", {"do": "vacate", "seat": "referee"})
    body = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": 0, "roll": True}
    assert said(away, "blue", {**body, "part": 2})[0] == "stale_request"
    away.do("red", {**body, "part": 1}, away=["blue"])
    assert away.game.open[str(asked.root)].answers == {"1": ()}


def test_a_log_with_secrets_is_the_same_when_it_is_run_again() -> None:
    """Undo, re-run and the log from its start lead to the same state."""
    game = table(2)
    game.act("red", "begin", "ninja")
    game.act("red", "reveal", "ninja")
    before = game.hash()
    game.do("referee", {"do": "ref_hide", "unit": "ninja"})
    game.undo()

    assert game.unit("ninja").hidden == ()
    assert game.folded() == game.state
    assert known_module.has_secrets(game.game)
    assert game.hash() != before  # the table part remembers the undo
