"""Fields of offers, ready made, and what an offer makes of those that a rulebook proposes."""

from __future__ import annotations

from collections.abc import Iterator

from kit import Play, game, unit
from wardiary_protocol.messages import Field, Offer, Target
from wardiary_server.game import fields
from wardiary_server.game.events import Remarked
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Candidate, Command, Refused, Rule, Rulebook
from wardiary_server.game.state import Unit


class Brew(Command, frozen=True, tag="brew"):
    unit: str
    what: str
    cups: int
    who: tuple[str, ...] = ()
    strong: bool = False
    toast: str = ""
    to: str = ""


def check(ctx: Context, command: Brew) -> None:
    if command.what == "beer":
        raise Refused("closed", "No beer on duty.")
    if "rook" in command.who:
        raise Refused("closed", "Not for Rook.")
    if command.strong and command.what == "tea":
        raise Refused("closed", "Tea is never strong.")


def run(ctx: Context, command: Brew) -> Rule[None]:
    yield Remarked(f"{command.cups} of {command.what}")


def propose(ctx: Context, who: Unit | None) -> Iterator[Candidate]:
    if who is not None:
        units = [(u.id, u.name) for u in ctx.game.units.values()]
        cups = fields.number("cups", "Cups", 1, 9, 2)
        more = (cups, fields.several("who", "For", units, kind="unit"), fields.flag("strong", "Strong"))
        said = fields.text("toast", "Toast", 50, needed=True)
        drinks = (("tea", "Tea", ""), ("beer", "Beer", ""))
        body = {"do": "brew", "unit": who.id}
        yield Candidate("Brew", body, "what", drinks, fields=more)
        yield Candidate("Brew coffee", {**body, "what": "coffee"}, fields=more)
        yield Candidate("Toast", {**body, "what": "tea"}, fields=(cups, said))
        yield Candidate("Order", body, fields=(cups, fields.one_of("what", "What", [("beer", "Beer")], needed=True)))


HOUSE = Rulebook("house", actions=(Action(Brew, ("player",), run, check, propose),))


def brews() -> dict[str, Offer]:
    play = Play(game("a", [unit("vega"), unit("rook", "a", "blue")]), HOUSE)
    return {o.label: o for o in offers(play.context("red"), "vega") if o.body["do"] == "brew"}


def test_a_needed_number_with_a_default_is_in_the_body_so_that_it_can_be_sent_as_it_is() -> None:
    offer = brews()["Brew"]

    assert offer.body == {"do": "brew", "unit": "vega", "cups": 2}
    assert offer.targets == (Target("tea", "Tea"),)
    assert list(legal((offer,))) == [{"do": "brew", "unit": "vega", "cups": 2, "what": "tea"}]


def test_fields_hold_only_what_is_legal_and_a_flag_only_where_it_may_be_ticked() -> None:
    found = brews()

    assert [field.name for field in found["Brew"].fields] == ["cups", "who"]
    assert [field.name for field in found["Brew coffee"].fields] == ["cups", "who", "strong"]
    assert found["Brew"].fields[1].targets == (Target("vega", "Vega"),)


def test_what_needs_a_text_is_on_offer_but_nothing_to_be_sent_blindly() -> None:
    offer = brews()["Toast"]

    assert (offer.why_not, offer.fields[-1].needed) == ("", True)
    assert list(legal((offer,))) == []


def test_where_a_needed_field_has_no_legal_value_the_offer_says_why() -> None:
    offer = brews()["Order"]

    assert (offer.why_not, offer.fields) == ("No beer on duty.", ())


def test_fields_are_made_with_their_bounds() -> None:
    assert fields.point("at", "Where", default=[0, 0]) == Field("at", "point", "Where", default=[0, 0])
    assert fields.several("of", "From", [("a", "A"), ("b", "B")], 1) == Field(
        "of", "choice", "From", (Target("a", "A"), Target("b", "B")), 1, 2, needed=True, many=True
    )
    assert fields.text("stat", "Stat", 64, suggested=("ar",)).targets == (Target("ar", "ar"),)
