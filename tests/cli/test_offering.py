"""Offers as text."""

from collections.abc import Iterator

from kit import Play, unit
from kit.skirmish import play
from kit.terminal import offered, scene, typed
from wardiary_cli.offering import form, offers_rows, summary, unit_head
from wardiary_protocol.messages import Field, Offer, Target

HUT = (Target([12_500, 3_000], "the hut"),)
GAME = play(
    "hall - cargo =d1= dock",
    unit("vega", "cargo", items=("rifle",), speed=2),
    unit("moth", "dock", "blue"),
    unit("rook", "hall"),
)


def texts(unit_: str, *, brief: bool = False, game: Play = GAME) -> list[str]:
    return [row.text for row in offers_rows(offered(game, "red", unit_), brief=brief)]


def test_each_offer_says_how_to_type_it_what_it_costs_and_for_which_targets() -> None:
    rows = texts("vega")

    at = rows.index("  move vega TO   [1 move]")
    assert rows[at + 1] == "      TO: dock, hall"
    assert any(row.startswith("  attack vega rifle TARGET   [1 action]") for row in rows)
    assert any(row.startswith("      TARGET: moth (") for row in rows)


def test_what_is_not_open_says_why_or_in_brief_its_name() -> None:
    game = play("hall - cargo", unit("vega", "cargo"), unit("moth", "hall", "blue"))
    game.act("red", "pass", "vega")

    assert "  not now: pass vega. Vega has had its turn this round." in texts("vega", game=game)
    assert texts("vega", brief=True, game=game)[-1].startswith("  not now: ")
    assert "Vega has had its turn" not in " ".join(texts("vega", brief=True, game=game))


def test_what_is_typed_as_it_is_shown_is_that_command() -> None:
    for offer in offered(GAME, "red", "vega"):
        if not offer.why_not:
            target = f" {offer.targets[0].value}" if offer.targets else ""
            line = form(offer).removesuffix(offer.asks.upper()).strip() + target
            wanted = {**offer.body, **({offer.asks: offer.targets[0].value} if offer.asks else {})}
            assert typed(GAME, "red", line) == wanted


def test_what_is_about_the_table_is_typed_as_it_is_shown_as_well() -> None:
    """`suspend` and `resume` are two words for one command; `watching off` says what will be."""
    game = play("hall - cargo", unit("vega", "hall"), unit("moth", "cargo", "blue"), rulebooks=("zones",))
    said = set(about_the_table(game))
    game.do("referee", {"do": "suspend", "rulebook": "zones"})
    game.do("referee", {"do": "watching", "on": False})

    assert said == {"dice server", "suspend zones", "watching off", "vacate red"}
    assert set(about_the_table(game)) == {"dice server", "resume zones", "watching on", "vacate red"}


def about_the_table(game: Play) -> Iterator[str]:
    """What the referee may type about the table, each with its first target; it becomes the offer's body."""
    for offer in offered(game, "referee"):
        if offer.body["do"] in ("suspend", "watching", "vacate", "dice"):
            target = {offer.asks: offer.targets[0].value} if offer.asks else {}
            line = " ".join(
                [form(offer).partition(f" {offer.asks.upper()}")[0] if offer.asks else form(offer), *target.values()]
            )
            assert typed(game, "referee", line) == {**offer.body, **target}
            yield line


def test_any_place_is_on_the_list_where_one_may_be_said() -> None:
    at = Field("at", "point", "Where", needed=True)
    rows = offers_rows(
        [Offer("Throw", {"do": "throw"}, "at", fields=(at,)), Offer("Move", {"do": "move"}, "at", HUT, fields=(at,))]
    )

    assert [row.text for row in rows] == [
        "  throw AT",
        "      AT: any place in inches, such as 12.5,3",
        "  move AT",
        "      AT: 12.5,3 = the hut, any place in inches, such as 12.5,3",
    ]


def test_a_place_is_typed_exactly_while_people_read_tenths() -> None:
    hatch = (Target([12_437, 3_000], "the hatch", "4.2 inches, to 12.4, 3"),)
    (_, row) = offers_rows([Offer("Move", {"do": "move"}, "at", hatch)])

    assert row.text == "      AT: 12.437,3 = the hatch (4.2 inches, to 12.4, 3)"


def test_where_several_may_be_named_one_is_shown_as_it_is_typed() -> None:
    hold = Field("zones", "zone", "Zones", (Target("hold", "Open hold"),), needed=True, many=True)
    target = (Target(["hold"], "Open hold"),)
    rows = offers_rows([Offer("Air", {"do": "ref_restore"}, "zones", target, fields=(hold,))])

    assert [row.text for row in rows] == ["  ref_restore ZONES", "      ZONES: hold = Open hold"]


def test_answers_and_votes_are_no_part_of_the_list() -> None:
    assert offers_rows([Offer("Vega: 2 dice", {"do": "answer", "root": 1, "opened": 1, "part": 0}, "faces")]) == []


def test_a_flag_is_shown_by_its_name() -> None:
    assert (
        form(Offer("", {"do": "close", "unit": "vega", "seal": True, "node": 3, "soft": False}, "door"))
        == "close vega seal DOOR"
    )


def test_headings_and_summaries() -> None:
    assert unit_head("vega", scene(GAME)).text == "Vega may:"
    assert summary(offered(GAME, "red", "vega")).startswith("move")
    assert summary([]) == "nothing"
