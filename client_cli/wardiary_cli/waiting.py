"""What waits for whom, in words: questions, proposals, whose go it is, and the line that a player types at."""

from __future__ import annotations

from collections.abc import Mapping

from .answering import dice_words, how_many, labels, sample
from .correcting import correction_rows
from .form import numbered, wanted
from .form import sample as form_sample
from .naming import either
from .scene import Question, Scene
from .show import Row


def question_text(question: Question, scene: Scene) -> str:
    """What is asked, for which unit, and why."""
    subject = _subject(question, scene)
    if question.kind == "roll":
        return f"{subject}: {dice_words(question)}"
    return f"{subject}: choose {how_many(question)}"


def _subject(question: Question, scene: Scene) -> str:
    unit = scene.name("units", question.unit) if question.unit else ""
    reason = str(question.part.get("reason", "")) or "an answer"
    return f"{unit}, {reason}" if unit else reason


def question_rows(question: Question, scene: Scene) -> list[Row]:
    """A question that waits for the reader, and how to answer it."""
    rows = [Row(f"** You are asked: {question_text(question, scene)}", "ask", 3)]
    if question.kind == "roll":
        typed = question.part.get("typed")
        again = f"; `roll same` for {' '.join(map(str, typed))}, typed before" if typed else ""
        return [*rows, Row(f"   type `{sample(question)}` as your dice fell, or `roll server`{again}", "", 3)]
    likely = {str(value) for value in question.part.get("default", ())}
    for number, (value, label) in enumerate(question.part.get("options", ()), 1):
        rows.append(Row(f"   {number}  {label}{'  (likely)' if value in likely else ''}", "", 6))
    name = labels(question)[0] if labels(question) else "none"
    return [*rows, Row(f"   type `choose {name}` or its number{', or `choose likely`' if likely else ''}", "", 3)]


def asked_rows(scene: Scene) -> list[Row]:
    """All that waits for the reader: one question by itself, several as a form, numbered."""
    asked = numbered(scene) if scene.asked() else {}
    if len(asked) < 2:
        return [row for question in asked.values() for row in question_rows(question, scene)]
    rows = [Row(f"** You are asked {len(asked)} things:", "ask", 3)]
    for number, question in asked.items():
        text = f"{_subject(question, scene)}: {wanted(question)}{_options(question)}"
        rows.append(Row(f"   {number}  {text}", "", 6))
    return [*rows, Row(f"   type `{form_sample(asked.values())}`, or answer one after another", "", 3)]


def _options(question: Question) -> str:
    """What a choice is between, by number, in a line."""
    likely = {str(value) for value in question.part.get("default", ())}
    options = [
        f"{number} {label}{' (likely)' if str(value) in likely else ''}"
        for number, (value, label) in enumerate(question.part.get("options", ()), 1)
    ]
    return f": {', '.join(options)}" if options else ""


def proposal_rows(scene: Scene) -> list[Row]:
    """A proposal that the reader has a say in."""
    if not scene.is_asked_to_agree():
        return []
    who = scene.seat_name(str(scene.proposal.get("by", "")))
    return [Row(f"** {who} proposes: {scene.proposal.get('text', '')}. Type `agree` or `refuse`.", "ask", 3)]


def waiting_rows(scene: Scene) -> list[Row]:
    """All that is awaited, from whom: the reader's own first."""
    rows = asked_rows(scene) + proposal_rows(scene)
    mine = scene.asked()
    for question in scene.questions():
        if question not in mine:
            rows.append(Row(f"Waiting for {scene.seat_name(question.seat)}: {question_text(question, scene)}", "", 2))
    for seat in scene.awaited_unseen():
        rows.append(Row(f"Waiting for {scene.seat_name(seat)}.", "", 2))
    proposal = scene.proposal
    if proposal and not scene.is_asked_to_agree():
        who = "You propose" if proposal.get("by") == scene.seat else f"{scene.seat_name(proposal['by'])} proposes"
        rows.append(Row(f"{who}: {proposal.get('text', '')}. The others have to agree.", "", 2))
    return [*rows, *correction_rows(scene), *go_rows(scene)]


def go_rows(scene: Scene) -> list[Row]:
    """Whose go it is, in a sentence or two."""
    if scene.result():
        return [Row(f"The game is over. {scene.result()}.", "head")]
    if scene.phase == "setup":
        return _setup_rows(scene)
    going = scene.going()
    if not going:
        return []
    rows = [Row(f"It is {going_text(scene)}.")]
    mine = scene.may_go()
    if mine and scene.role == "player":
        names = either([scene.name("units", unit) for unit in mine], "and")
        rows.append(Row(f"Your go: {names}. `what` says what may be done.", "ask", 2))
    return rows


def going_text(scene: Scene) -> str:
    """`Crew's go`, `Vega's turn`, `anyone's go`."""
    acting = [unit for unit in scene.acting() if unit in scene.going()]
    order, side = scene.clock.get("order"), str(scene.clock.get("side", ""))
    if acting and (order or side or len(acting) == 1):
        return either([f"{scene.name('units', unit)}'s turn" for unit in acting], "and")
    if side:
        return f"{scene.name('sides', side)}'s go"
    if order:
        return f"{scene.name('units', scene.going()[0])}'s turn"
    return "anyone's go"


def _setup_rows(scene: Scene) -> list[Row]:
    ready = scene.clock.get("ready", ())
    sides = {str(unit.get("side", "")) for unit in scene.all("units").values() if unit.get("seat")}
    waiting = [scene.name("sides", side) for side in scene.all("sides") if side in sides and side not in ready]
    rows = [Row(f"Set-up. Not ready yet: {either(waiting, 'and')}.")] if waiting else [Row("Set-up.")]
    side = scene.one("seats", scene.seat).get("side", "")
    if side and side not in ready:
        in_inches = any(zone.get("shape") for zone in scene.all("zones").values())
        how = "`place UNIT ZONE`, or `place UNIT at=RIGHT,DOWN`" if in_inches else "`place UNIT ZONE`"
        rows.append(Row(f"Place your units ({how}), then type `ready`.", "ask", 2))
    return rows


def prompt(scene: Scene, lost: bool = False) -> str:
    """What stands before the line that is typed: what waits for this player, or else where the game is."""
    return f"[{_state(scene, lost)}] > "


def _state(scene: Scene, lost: bool) -> str:
    if lost:
        return "no connection"
    asked = scene.asked()
    if asked:
        more = f", and {len(asked) - 1} more" if len(asked) > 1 else ""
        return f"you are asked: {question_text(asked[0], scene)}{more}"
    if scene.is_asked_to_agree():
        return f"agree or refuse: {scene.proposal.get('text', '')}"
    if scene.result():
        return "the game is over"
    return f"{_who(scene)}{_where(scene)}"


def _who(scene: Scene) -> str:
    return f"{scene.name('seats', scene.seat)}, " if scene.seat else "watching, "


def _where(scene: Scene) -> str:
    if scene.phase == "setup":
        return "set-up"
    round_ = f"round {scene.clock.get('round', 0)}"
    if scene.role == "player" and scene.may_go():
        acting = [unit for unit in scene.acting() if unit in scene.may_go()]
        return f"{round_}, {scene.name('units', acting[0])}'s turn" if acting else f"{round_}, your go"
    return round_


def presence_rows(scene: Scene, presence: Mapping[str, str], watching: int = 0) -> list[Row]:
    """Who sits where, and who is here."""
    rows = []
    for seat in scene.all("seats"):
        held = scene.held.get(seat, "")
        state = presence.get(seat, "away") if held else "free"
        you = " (you)" if seat == scene.seat else ""
        rows.append(Row(f"{scene.name('seats', seat):<16} {held or '-':<16} {state}{you}".rstrip()))
    return [*rows, Row(f"{watching} watching")] if watching else rows
