"""What differs between what a step expects and what came of it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ..game.event import Event
from ..scenario.options import written
from .case import Expect
from .paths import ABSENT, empty, found, missing_name, plainly
from .playing import Done


def differences(done: Done) -> list[str]:
    """A line for each thing that is not as expected; none where all is."""
    expected, refused = done.step.expect, done.refused
    if refused is not None and refused.code == "no_dice":
        return [refused.text]
    if refused is not None and refused.code != expected.rejected:
        wanted = f"expected to be refused as {expected.rejected}; it is" if expected.rejected else "it is"
        return [f"{wanted} refused as {refused.code}: {refused.text}"]
    if expected.rejected and refused is None:
        return [f"expected to be refused as {expected.rejected}; it is accepted."]
    left = [f"step {done.step.number} gives {done.left}."] if done.left and refused is None else []
    return [*left, *of_state(expected, done), *of_events(expected, done.events), *of_story(expected, done.story)]


def of_state(expected: Expect, done: Done) -> Iterator[str]:
    """What is not as expected in the state."""
    if not expected.state and not expected.gone:
        return
    state = plainly(done.after.game, done.after.table)
    for one in expected.state:
        if wrong := missing_name(state, one.address.keys):
            yield f"{one.address}: {' '.join(wrong)}".rstrip()
            continue
        there = found(state, one.address.keys)
        there = empty(one.address.kind) if there is ABSENT else there
        if there != one.value and (one.value != {} or there is ABSENT):
            yield f"{one.address}: expected {value(one.value)}, and it is {value(there)}."
    for where in expected.gone:
        if (there := found(state, where.keys)) is not ABSENT:
            yield f"{where}: expected to be gone, and it is {value(there)}."


def value(there: object) -> str:
    """A value of the state, as a case file writes it."""
    if there is ABSENT:
        return "not there"
    if isinstance(there, dict):
        return f"{{{', '.join(f'{key} = {value(one)}' for key, one in there.items())}}}"
    return f"[{', '.join(map(value, there))}]" if isinstance(there, list | tuple) else written(there)


# ---------------------------------------------------------------------------------------------- what happened


def of_events(expected: Expect, events: tuple[Event, ...]) -> Iterator[str]:
    """What is not as expected among the events."""
    plain = [shown(event) for event in events]
    tags = ", ".join(event["tag"] for event in plain) or "none"
    if unwanted := [tag for tag in expected.without if any(event["tag"] == tag for event in plain)]:
        yield f"expected no {', '.join(unwanted)} among the events; they are: {tags}."
    if expected.only and (len(plain) != len(expected.events) or not all(map(matches, expected.events, plain))):
        yield f"expected these events and no others: {listed(expected)}; they are: {tags}."
    elif missing := first_missing(expected.events, plain):
        yield f"expected these events in this order: {listed(expected)}; {in_words(missing)} is missing in: {tags}."


def shown(event: Event) -> dict[str, Any]:
    """An event as a case file names it: its tag, and what it carries."""
    carried = {name: msgspec.to_builtins(getattr(event, name)) for name in event.__struct_fields__}
    return {**carried, "tag": str(event.__struct_config__.tag)}


def matches(wanted: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether an event is one that a case asks for: by its tag, and by all that it says of it."""
    return all(plain(event.get(key, ABSENT)) == plain(one) for key, one in wanted.items())


def plain(one: object) -> object:
    """A value for comparison: a list is a list, however it is kept."""
    return [plain(item) for item in one] if isinstance(one, list | tuple) else one


def first_missing(wanted: tuple[Mapping[str, Any], ...], events: list[dict[str, Any]]) -> Mapping[str, Any] | None:
    """The first that does not come after those before it."""
    rest = iter(events)
    return next((one for one in wanted if not any(matches(one, event) for event in rest)), None)


def in_words(wanted: Mapping[str, Any]) -> str:
    """An event that a case asks for."""
    more = [f"{key} = {value(one)}" for key, one in wanted.items() if key != "tag"]
    return f"{wanted['tag']} ({', '.join(more)})" if more else str(wanted["tag"])


def listed(expected: Expect) -> str:
    """The events that a case asks for."""
    return ", ".join(map(in_words, expected.events)) or "none"


def of_story(expected: Expect, story: tuple[str, ...]) -> Iterator[str]:
    """What was expected to be told, and was not."""
    for part in expected.told:
        if not any(part in line for line in story):
            yield f"expected to be told {written(part)}; nothing that is told has it."
