"""Supply dice: at hand, in the pack, found."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.skirmish import WEAPONS, end_round, play
from msgspec.structs import replace
from wardiary_protocol.messages import Field
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Happening, Item, Marker, Unit
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.scenario import flaws
from wardiary_server.rules.zones.supply import at_hand, in_words

CRATE = Item("crate", "crate", "gear", stats={"supply": 3}, tags=("loot",))


def packed(**more: Any) -> Play:
    stats = {"supply": 5, "pack": 2, **more}
    return play("a - b", unit("vega", **stats), unit("rook", "b", "blue"), options={"frame.economy": "slow-quick"})


@pytest.mark.parametrize(("supply", "pack", "hand"), [(5, 2, 3), (5, 0, 5), (2, 2, 0), (0, 0, 0), (1, 3, 0)])
def test_at_hand_is_what_is_not_in_the_pack(supply: int, pack: int, hand: int) -> None:
    """REL-2: 5 with 2 in the pack: 3."""
    assert at_hand(unit("vega", supply=supply, pack=pack)) == hand


@pytest.mark.parametrize(("dice", "words"), [(0, "no supply dice"), (1, "1 supply die"), (2, "2 supply dice")])
def test_supplies_in_words(dice: int, words: str) -> None:
    assert in_words(dice) == words


def test_unpacking_takes_all_of_it_for_a_quick_action() -> None:
    """REL-4: from the pack to the hand: 3 at hand become 5."""
    fight = packed()
    fight.act("red", "unpack", "vega")
    assert at_hand(fight.unit("vega")) == 5
    assert fight.game.clock.active["vega"] == {"slow": 1, "quick": 0}
    assert "Vega: pack is now 0 (unpacked)." in fight.story()


def test_unpacking_a_part_of_it() -> None:
    fight = packed()
    fight.act("red", "unpack", "vega", dice=1)
    assert (at_hand(fight.unit("vega")), fight.unit("vega").stats["pack"]) == (4, 1)


@pytest.mark.parametrize(("pack", "dice"), [(0, 0), (2, 3)])
def test_what_is_not_in_the_pack_does_not_come_out(pack: int, dice: int) -> None:
    body = {"do": "unpack", "unit": "vega", "dice": dice}
    assert packed(pack=pack).refused("red", body) == "no_supply"


def test_unpacking_takes_an_action_that_is_left() -> None:
    fight = packed()
    fight.act("red", "unpack", "vega", dice=1)
    fight.act("red", "unpack", "vega", dice=1)
    assert fight.refused("red", {"do": "unpack", "unit": "vega"}) == "no_supply"
    fight = packed(pack=3)
    fight.act("red", "unpack", "vega", dice=1)
    fight.act("red", "unpack", "vega", dice=1)
    assert fight.game.clock.active.get("vega", {}) in ({}, {"slow": 0, "quick": 0})


def test_unpacking_is_offered_where_there_is_a_pack() -> None:
    (offer,) = [offer for offer in offers(packed().context(), "vega") if offer.body["do"] == "unpack"]
    assert (offer.label, offer.cost) == ("Vega takes 2 supply dice out of the pack", "1 quick")
    assert offer.fields == (Field("dice", "number", "How many", least=1, most=2, default=2),)
    (single,) = [offer for offer in offers(packed(pack=1).context(), "vega") if offer.body["do"] == "unpack"]
    assert single.fields == ()
    assert "unpack" not in {offer.body["do"] for offer in offers(packed(pack=0).context(), "vega")}


def test_a_crate_is_emptied_by_whoever_takes_it() -> None:
    """REL-4: supplies gained; the crate is gone, and nobody finds them twice."""
    lies = Marker("loot-crate", "loot", "crate", "a", data={"item": "crate"})
    fight = play("a - b", unit("vega", supply=1), unit("rook", "b", "blue"), items={"crate": CRATE})
    fight = Play(replace(fight.start, markers={lies.id: lies}), RULEBOOK)
    fight.act("red", "take", "vega", marker="loot-crate")
    assert fight.unit("vega").stats["supply"] == 4
    assert fight.unit("vega").items == ()
    assert "Vega empties crate." in fight.story()


def test_a_scenario_brings_supplies() -> None:
    """The deed `supply`: so many dice more at hand, for each of its units."""
    does = ({"do": "supply", "units": "vega,rook", "number": 2, "text": "airdrop"},)
    drop = Happening("drop", {"round": 2}, does)
    fight = play("a - b", unit("vega", supply=1), unit("rook", "b", "blue"), happenings={"drop": drop})
    end_round(fight)
    assert [fight.unit(name).stats["supply"] for name in ("vega", "rook")] == [3, 2]
    assert "Vega: supply is now 3 (airdrop)." in fight.story()


def found(*units: Unit) -> list[str]:
    items = {**WEAPONS, "crate": CRATE}
    return [f"{flaw.id}: {flaw.text} {flaw.hint}" for flaw in flaws(game("a - b", units, items=items))]


def test_a_pack_holds_no_more_than_there_is() -> None:
    assert not found(unit("vega", supply=2, pack=2))
    (flaw,) = found(unit("vega", supply=1, pack=2))
    assert flaw.startswith("vega: Vega has 2 supply dice in the pack, and 1 in all.")
    assert "REL-2" in flaw


def test_supplies_in_what_one_carries_from_the_start_are_a_flaw() -> None:
    (flaw,) = found(unit("vega", items=("crate",)))
    assert "Count them in the unit's own `supply`." in flaw
