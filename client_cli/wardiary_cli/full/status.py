"""The line at the top: where the game is, whose go it is, who I am, and whether there is a connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.content import Content

from ..naming import either
from ..scene import Scene
from ..waiting import going_text, question_text
from .ink import ink


class Moment(NamedTuple):
    """What is shown: `seq` of `last`, live or not, and how the connection is."""

    seq: int = 0
    last: int = 0
    live: bool = True
    playing: float = 0.0  # entries a second, where it plays
    connection: str = "connecting"


def status(scene: Scene, moment: Moment) -> Content:
    """One line, the most important first."""
    connection = _connection(moment.connection)
    well = moment.connection == "connected"
    parts = [_time(moment), *([] if well else [connection]), ink(_where(scene))]
    go = _go(scene)
    if go:
        parts.append(go)
    who = f"{scene.seat_name(scene.seat)}" if scene.seat else "watching"
    parts += [ink(f"you: {who}"), ink(_scores(scene)), ink(str(scene.game.get("title", "")), "$foreground-muted")]
    parts += [connection] if well else []
    return Content("  ").join(part for part in parts if part.plain)


def _time(moment: Moment) -> Content:
    if moment.live:
        return ink(" LIVE ", "bold reverse $text-success")
    pace = f", playing {moment.playing:g} a second" if moment.playing else ""
    return ink(f" READING BACK {moment.seq} of {moment.last}{pace}: l for LIVE ", "bold reverse $text-warning")


def _connection(state: str) -> Content:
    return ink(state, "$foreground-muted" if state == "connected" else "bold reverse $text-error")


def _where(scene: Scene) -> str:
    if scene.result():
        return f"OVER: {scene.result()}"
    return "set-up" if scene.phase == "setup" else f"round {scene.clock.get('round', 0)}"


def _go(scene: Scene) -> Content:
    if scene.result() or not scene.going():
        return ink("")
    mine = scene.may_go() if scene.role == "player" else []
    names = either([scene.name("units", unit) for unit in mine], "and")
    return ink(f"YOUR GO: {names}", "bold $text-warning") if mine else ink(going_text(scene))


def _scores(scene: Scene) -> str:
    scores: Mapping[str, int] = scene.game.get("scores", {})
    return ", ".join(f"{scene.name('sides', side)} {scores.get(side, 0)}" for side in scene.all("sides"))


def awaited(scene: Scene, presence: Mapping[str, str]) -> Content:
    """Who is waited for and who is away, in one line; nothing where nobody is."""
    mine = scene.asked()
    parts = [
        f"Waiting for {scene.seat_name(question.seat)}: {question_text(question, scene)}"
        for question in scene.questions()
        if question not in mine
    ]
    parts += [f"Waiting for {scene.seat_name(seat)}" for seat in scene.awaited_unseen()]
    if scene.proposal and not scene.is_asked_to_agree():
        parts.append(f"Proposed: {scene.proposal.get('text', '')}")
    away = [scene.seat_name(seat) for seat in scene.held if seat != scene.seat and presence.get(seat) == "away"]
    writing = [scene.seat_name(seat) for seat in scene.held if seat != scene.seat and presence.get(seat) == "typing"]
    parts += [f"AWAY: {either(away, 'and')}"] if away else []
    parts += [f"{either(writing, 'and')} {'is' if len(writing) == 1 else 'are'} writing"] if writing else []
    return ink("   ".join(parts))
