"""The frame as a rulebook: its command table, its triggers, and what every command is followed by."""

from __future__ import annotations

from kit import Play, game, unit
from msgspec.structs import fields, replace
from wardiary_server.game.frame import FRAME
from wardiary_server.game.frame.economy import ECONOMIES
from wardiary_server.game.rulebook import Command
from wardiary_server.game.state import Objective

ROLES = {"player", "referee", "spectator", "operator"}


def test_every_command_has_its_row() -> None:
    """A command without a row does not exist; one that changes the game is never a spectator's."""
    for action in FRAME.actions:
        assert set(action.roles) <= ROLES - {"spectator"}
        assert action.roles
        assert action.command.__doc__
        assert action.kind in ("game", "table", "rewind", "answer")
    assert len({action.name for action in FRAME.actions}) == len(FRAME.actions)


def test_what_ends_seats_and_games_is_the_operators() -> None:
    roles = {action.name: set(action.roles) for action in FRAME.actions}

    assert roles["sit"] == roles["close_game"] == {"operator"}
    assert "player" not in roles["vacate"] | roles["suspend"] | roles["watching"]
    assert all(roles[name] == {"referee"} for name in roles if name.startswith("ref_"))


def test_everything_for_people_says_how_it_is_typed() -> None:
    assert all(a.help.split()[0].rstrip(":") == a.name for a in FRAME.actions if a.help and a.kind == "game")


def test_every_option_has_a_default_that_it_allows() -> None:
    for name, spec in FRAME.options.items():
        if spec.values:
            assert spec.default in spec.values, name
        else:
            assert spec.least <= int(spec.default) <= spec.most, name
    assert FRAME.options["economy"].values == tuple(ECONOMIES)


def test_what_keeps_the_game_in_order_runs_also_for_what_the_referee_puts() -> None:
    always = {trigger.run.__name__ for trigger in FRAME.triggers if trigger.always}

    assert always == {"at_zero", "drop_all", "cut_short", "last_round", "forget"}


def test_after_every_command_it_is_seen_who_has_won_whether_the_round_is_over_and_whose_go_it_is() -> None:
    start = game(
        "a - b", [unit("vega"), unit("rook", "b", "blue")], options={"frame.order": "alternate", "frame.score": 2}
    )
    start = replace(start, objectives={"hall": Objective("hall", "Hall", "hold", ("a",))})
    table = Play(replace(start, clock=replace(start.clock, side="red")))

    table.act("red", "pass", "vega")
    assert table.game.clock.side == "blue"
    table.act("blue", "pass", "rook")
    assert (table.game.clock.round, table.game.scores) == (2, {"red": 1})
    table.act("blue", "pass", "rook")
    table.act("red", "pass", "vega")

    assert table.game.result is not None
    assert table.game.result.winner == "red"


def test_what_a_role_may_not_is_refused_whatever_it_says() -> None:
    """Every command that needs no more than its word, from each who may not; the others say what is missing."""
    table = Play(game("a", [unit("vega"), unit("rook", "a", "blue")]))
    by = {"player": "red", "referee": "referee", "operator": "operator"}
    for action in FRAME.actions:
        for role in by.keys() - set(action.roles):
            body = {"do": action.name, **{name: SAMPLE[name] for name in needed(action.command)}}
            assert table.refused(by[role], body) == "not_allowed", (action.name, role)


def needed(command: type[Command]) -> list[str]:
    """The fields that a command cannot do without."""
    return [field.name for field in fields(command) if field.required]


SAMPLE = {
    "unit": "vega", "zone": "a", "to": "a", "door": "d", "amount": 1, "text": "x", "salt": "x", "way": "typed",
    "rulebook": "zones", "on": True, "seat": "red", "name": "x", "node": 1, "answer": 1, "root": 1, "opened": 1,
    "objective": "o", "marker": "m", "stat": "ar", "value": 1, "condition": "prone", "item": "i", "like": "vega",
    "level": "fire", "now": "open", "kind": "hazard", "area": "x", "side": "red", "total": 1,
}  # fmt: skip


def test_a_closed_game_refuses_everything() -> None:
    table = Play(game("a", [unit("vega"), unit("rook", "a", "blue")]))
    table.do("operator", {"do": "close_game", "secret": "aa"})
    for action in FRAME.actions:
        body = {"do": action.name, **{name: SAMPLE[name] for name in needed(action.command)}}
        by = {"player": "red", "referee": "referee", "operator": "operator"}[action.roles[0]]
        assert table.refused(by, body) == "closed", action.name
