"""What an audience may know: the state without what is hidden from it. The only place where anything is hidden.

    known(state, audience)      the state itself where nothing is hidden from them, and for the referee always

Views, the story, offers and the texts of refusals are all made from what is known, never from the state itself, so
none of them can depend on a secret: of two games that differ in hidden things alone an audience gets the same bytes.
Whatever a hidden thing holds or is named by goes with it: what it carries, its turn, its dice, its part of a question.

A thing names in `hidden` the sides that may not know of it; `spectators` stands for those who watch. Once a game is
closed nothing is hidden any more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from .state import Area, Blip, Clock, Game, Item, Marker, Objective, Open, Part, Special, State, Unit

T = TypeVar("T")

REFEREE, SPECTATOR = "referee", "spectator"
"""Audiences. Every side is one too, by its id, with `side:` before it."""

SPECTATORS = "spectators"
"""What those who watch are called where a thing says from whom it is hidden."""

HIDEABLE = ("units", "markers", "areas", "objectives", "happenings")
"""The maps of a game whose entities can be hidden."""


def audience_of(game: Game, seat: str, role: str) -> str:
    """Which audience a connection belongs to."""
    if role in ("referee", "operator"):
        return REFEREE
    known = game.seats.get(seat)
    return f"side:{known.side}" if known is not None and known.side else SPECTATOR


def word_of(audience: str) -> str:
    """What an audience is called in `hidden`: its side, or `spectators`. The referee is called nothing there."""
    return {REFEREE: "", SPECTATOR: SPECTATORS}.get(audience, audience.removeprefix("side:"))


def hides(audience: str, entity: Any) -> bool:
    """Whether this audience may not know of an entity at all."""
    return bool(entity.hidden) and word_of(audience) in entity.hidden


def everyone(game: Game) -> tuple[str, ...]:
    """All that a thing can be hidden from: the sides, and those who watch."""
    return (*game.sides, SPECTATORS)


# ---------------------------------------------------------------------------------------------- memory

_made: deque[tuple[tuple[Any, ...], Any]] = deque(maxlen=128)


def remembered(make: Callable[..., T], *of: Any) -> T:
    """What was made of these very objects, made once: states share what did not change, and so does what is known."""
    key = (make, *of)
    for known, value in _made:
        if len(known) == len(key) and all(
            a is b or (type(b) is str and a == b) for a, b in zip(known, key, strict=True)
        ):
            return value  # type: ignore[no-any-return]
    value = make(*of)
    _made.appendleft((key, value))
    return value


def is_same(a: object, b: object) -> bool:
    """Whether it is one and the same object, or the same word."""
    return a is b or (type(a) is str and a == b)


# ---------------------------------------------------------------------------------------------- is there anything


def same_for_all(state: State) -> bool:
    """Whether every audience may know the same, so that one view serves them all."""
    return state.table.closed or not (has_secrets(state.game) or has_secret_correction(state))


def has_secret_correction(state: State) -> bool:
    """Whether a correction is prepared that only the referee may know."""
    return state.table.correction is not None and state.table.correction.secret


def has_secrets(game: Game) -> bool:
    """Whether anything is hidden from anyone. Nearly every command asks, several times.

    Units change with each event, the other maps seldom, and states share those that did not: they are looked through
    once.
    """
    markers, areas, objectives, happenings, found = _looked[0]
    if not (
        game.markers is markers
        and game.areas is areas
        and game.objectives is objectives
        and game.happenings is happenings
    ):
        seldom = (game.markers, game.areas, game.objectives, game.happenings)
        found = any(is_hiding(entities) for entities in seldom)
        _looked[0] = *seldom, found
    return found or is_hiding(game.units)


def is_hiding(entities: Mapping[str, Any]) -> bool:
    """Whether any of these is hidden from anyone."""
    return any(map(_hidden, entities.values()))


_hidden = attrgetter("hidden")
_looked: list[tuple[object, object, object, object, bool]] = [(None, None, None, None, False)]
"""The maps that were looked through last, and what came of it."""


# ---------------------------------------------------------------------------------------------- what is known


def known(state: State, audience: str) -> State:
    """The state as this audience may know it."""
    if audience == REFEREE or same_for_all(state):
        return state
    if has_secret_correction(state):
        state = replace(state, table=replace(state.table, correction=None))
    game = known_game(state.game, audience)
    return state if game is state.game else replace(state, game=game)


def known_game(game: Game, audience: str) -> Game:
    """The game as this audience may know it."""
    if audience == REFEREE or not has_secrets(game):
        return game
    return remembered(without_secrets, game, audience)


class Secrets(NamedTuple):
    """The ids of what an audience may not know."""

    units: frozenset[str]
    markers: frozenset[str]
    all: frozenset[str]


def without_secrets(game: Game, audience: str) -> Game:
    """The game without what is hidden from this audience, and without all that would name it."""
    shown = {name: remembered(visible, getattr(game, name), audience) for name in HIDEABLE}
    gone = {name: frozenset(getattr(game, name).keys() - shown[name].keys()) for name in HIDEABLE}
    if not any(gone.values()):
        return game
    secrets = Secrets(gone["units"], gone["markers"], frozenset().union(*gone.values()))
    bare = replace(game, **shown)
    items = without_carried(game.items, items_of(game), items_of(bare))
    specials = without_carried(game.specials, specials_of(game, game.items), specials_of(bare, items))
    return replace(
        bare,
        items=items,
        specials=specials,
        areas={key: without_source(area, secrets) for key, area in bare.areas.items()},
        markers={key: without_names(marker, secrets) for key, marker in bare.markers.items()},
        clock=known_clock(game.clock, secrets),
        open={root: known_question(asked, secrets) for root, asked in game.open.items()},
        blips=known_blips(game, audience, secrets),
    )


def visible(entities: Mapping[str, Any], audience: str) -> Mapping[str, Any]:
    """Those entities that this audience may know; the very same map where that is all of them."""
    found = {key: entity for key, entity in entities.items() if not hides(audience, entity)}
    return entities if len(found) == len(entities) else found


# ---------------------------------------------------------------------------------------------- what goes with it


def items_of(game: Game) -> set[str]:
    """All that is carried, lies somewhere, or is to be taken."""
    carried = {item for unit in game.units.values() for item in unit.items}
    things: tuple[Marker | Objective, ...] = (*game.markers.values(), *game.objectives.values())
    lying = {str(thing.data.get("item", "")) for thing in things}
    return carried | lying


def specials_of(game: Game, items: Mapping[str, Item]) -> set[str]:
    """The special rules that units and these items have."""
    having: tuple[Unit | Item, ...] = (*game.units.values(), *items.values())
    return {special for thing in having for special in thing.specials}


K = TypeVar("K", Item, Special)


def without_carried(things: Mapping[str, K], held: set[str], known_held: set[str]) -> Mapping[str, K]:
    """Without what only hidden things have."""
    secret = held - known_held
    return {key: thing for key, thing in things.items() if key not in secret} if secret else things


def without_source(area: Area, secrets: Secrets) -> Area:
    """An area whose marker is hidden is as one that nothing made."""
    bare = without_names(area, secrets)
    return replace(bare, source="") if bare.source in secrets.markers else bare


D = TypeVar("D", Area, Marker)


def without_names(thing: D, secrets: Secrets) -> D:
    """Without what its data says of hidden things."""
    if not any(value in secrets.all for value in thing.data.values()):
        return thing
    return replace(thing, data={key: value for key, value in thing.data.items() if value not in secrets.all})


def known_clock(clock: Clock, secrets: Secrets) -> Clock:
    """Turns of those who are known."""

    def of(units: Iterable[str]) -> tuple[str, ...]:
        return tuple(unit for unit in units if unit not in secrets.units)

    active = {unit: left for unit, left in clock.active.items() if unit not in secrets.units}
    return replace(clock, order=of(clock.order), done=of(clock.done), active=active)


def known_blips(game: Game, audience: str, secrets: Secrets) -> Mapping[str, Blip]:
    """What this audience has noticed moving and still does not know, by number."""
    word = word_of(audience)
    return {
        key.rpartition("/")[2]: replace(blip, unit="")
        for key, blip in game.blips.items()
        if blip.to == word and blip.unit in secrets.units and game.units[blip.unit].zone
    }


# ---------------------------------------------------------------------------------------------- questions


def is_about(part: Part, secrets: Secrets) -> bool:
    """Whether a part is asked for something hidden."""
    return part.unit in secrets.units or part.target in secrets.units


def known_question(asked: Open, secrets: Secrets) -> Open:
    """The parts that are about what is known, numbered anew; and the seats that are awaited for anything else.

    Numbers and their gaps would tell how much is hidden. `numbers_of` leads back.
    """
    numbers = [number for number, part in enumerate(asked.parts) if not is_about(part, secrets)]
    parts = tuple(known_part(asked.parts[number], secrets) for number in numbers)
    answers = {str(n): asked.answers[str(number)] for n, number in enumerate(numbers) if str(number) in asked.answers}
    others = set(range(len(asked.parts))) - set(numbers)
    awaited = {asked.parts[number].seat for number in others if str(number) not in asked.answers}
    units = tuple(unit for unit in asked.units if unit not in secrets.units)
    return replace(asked, units=units, parts=parts, answers=answers, unknown=tuple(sorted(awaited)))


def known_part(part: Part, secrets: Secrets) -> Part:
    """A part without those of its options that are hidden."""
    if not any(value in secrets.all for value, _label in part.options):
        return part
    options = tuple((value, label) for value, label in part.options if value not in secrets.all)
    return replace(part, options=options, default=tuple(value for value in part.default if value not in secrets.all))


def real_number(game: Game, audience: str, root: int, number: int) -> int:
    """The number that a part, which has this number for an audience, has in the state; -1 where it has none."""
    asked = game.open.get(str(root))
    if asked is None:
        return -1
    seen = known_game(game, audience).units
    secret = frozenset(game.units.keys() - seen.keys())
    numbers = [n for n, part in enumerate(asked.parts) if not is_about(part, Secrets(secret, frozenset(), secret))]
    return numbers[number] if number < len(numbers) else -1


# ---------------------------------------------------------------------------------------------- the least that is known


def is_open(game: Game, *ids: str) -> bool:
    """Whether everybody may know of these things, as far as there are any."""
    found = (getattr(game, name).get(key) for name in HIDEABLE for key in ids)
    return not any(entity is not None and entity.hidden for entity in found)
