"""What waits for this seat, all of it in one form: dice to type, choices, proposals, a correction, guests at the door.

Each has a block of its own. What is half filled in stays while other questions come and go.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Button, Input, SelectionList, Static
from textual.widgets.selection_list import Selection
from wardiary_protocol.messages import Knock

from ..answering import answer_to, how_many, sample
from ..correcting import correction_rows, waiting
from ..naming import Unclear
from ..scene import Question, Scene
from ..waiting import question_text
from .ink import ink
from .sheets import Rows

Key = tuple[Any, ...]


class Asks(VerticalScroll):
    """The form. It is shown while something waits."""

    class Answer(Message):
        """A command that answers something."""

        def __init__(self, body: Mapping[str, Any]) -> None:
            super().__init__()
            self.body = body

    class Decided(Message):
        """A guest is let in, or not."""

        def __init__(self, knock: str, yes: bool) -> None:
            super().__init__()
            self.knock, self.yes = knock, yes

    class Unsaid(Message):
        """Something was filled in that means nothing; the text says why."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.border_title = "You are asked"
        self.border_subtitle = "F4 to answer here"
        self.display = False
        self._blocks: dict[Key, _Block] = {}
        self._one_at_a_time = asyncio.Lock()

    def compose(self) -> ComposeResult:
        """The button for all at once; the blocks come before it."""
        yield Button("Answer all that is filled in", id="all", compact=True, variant="warning")

    async def show(self, scene: Scene, knocks: Mapping[str, Knock]) -> None:
        """Shows what waits now."""
        async with self._one_at_a_time:
            await self._show(dict(_wanted(scene, knocks)))

    async def _show(self, wanted: Mapping[Key, _Block]) -> None:
        self.display = bool(wanted)
        for key in self._blocks.keys() - wanted.keys():
            await self._blocks.pop(key).remove()
        for key, block in wanted.items():
            if key not in self._blocks:
                self._blocks[key] = block
                await self.mount(block, before="#all")
        self.query_one("#all").display = len(self._questions()) > 1
        if len(self._blocks) != 1:
            self.border_title = f"You are asked: {len(self._blocks)} things wait for you"
        else:
            self.border_title = "You are asked"

    def begin(self) -> None:
        """Goes to the first thing that can be filled in."""
        for block in self._blocks.values():
            for widget in block.query("Input, SelectionList, Button"):
                if widget.focusable:
                    widget.focus()
                    return

    def _questions(self) -> list[_Question]:
        return [block for block in self._blocks.values() if isinstance(block, _Question)]

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """All that is filled in, at once."""
        if event.button.id == "all":
            event.stop()
            for block in self._questions():
                if block.is_filled():
                    self.post_message(block.said())


class _Block(Vertical):
    """One thing that waits."""


class _Question(_Block):
    """One that is filled in and answered."""

    @abstractmethod
    def is_filled(self) -> bool:
        """Whether there is something to send."""

    @abstractmethod
    def said(self) -> Asks.Answer | Asks.Unsaid:
        """What is filled in, or what is wrong with it."""


class _Roll(_Question):
    """Dice to type."""

    def __init__(self, question: Question, scene: Scene) -> None:
        super().__init__()
        self._question = question
        self._text = question_text(question, scene)
        self._typed = question.part.get("typed")

    def compose(self) -> ComposeResult:
        """What is asked, a field for the faces, and what may be done instead."""
        yield Static(ink(self._text, "bold"), markup=False)
        with Horizontal():
            field = Input(placeholder=sample(self._question).removeprefix("roll "), compact=True)
            field.cursor_blink = False
            yield field
            yield Button("Answer", id="answer", compact=True, variant="warning")
            yield Button("Server rolls", id="server", compact=True)
            if self._typed:
                yield Button(ink(f"Same: {' '.join(map(str, self._typed))}"), id="same", compact=True)

    def is_filled(self) -> bool:
        """Whether faces are typed."""
        return bool(self.query_one(Input).value.strip())

    def said(self) -> Asks.Answer | Asks.Unsaid:
        """The faces."""
        return self._answer(self.query_one(Input).value.split())

    def _answer(self, faces: list[str]) -> Asks.Answer | Asks.Unsaid:
        try:
            if not faces:
                raise Unclear(f"Type the faces that your dice show: {sample(self._question)}")
            return Asks.Answer(answer_to(self._question, faces))
        except Unclear as wrong:
            return Asks.Unsaid(str(wrong))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        event.stop()
        self.post_message(self.said())

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A button of this block."""
        event.stop()
        other = str(event.button.id)
        self.post_message(self.said() if other == "answer" else self._answer([other]))


class _Choice(_Question):
    """One of several, or several of many; the likely ones are ticked."""

    def __init__(self, question: Question, scene: Scene) -> None:
        super().__init__()
        self._question = question
        self._text = question_text(question, scene)

    def compose(self) -> ComposeResult:
        """What is asked, and the options."""
        yield Static(ink(self._text, "bold"), markup=False)
        likely = {str(value) for value in self._question.part.get("default", ())}
        options = [
            Selection(ink(f"{label}{'  (likely)' if str(value) in likely else ''}"), str(value), str(value) in likely)
            for value, label in self._question.part.get("options", ())
        ]
        yield SelectionList[str](*options, compact=True)
        yield Button("Answer", id="answer", compact=True, variant="warning")

    def is_filled(self) -> bool:
        """Whether as many are ticked as have to be."""
        part, ticked = self._question.part, len(self.query_one(SelectionList).selected)
        return int(part.get("least", 1)) <= ticked <= int(part.get("most", 1))

    def said(self) -> Asks.Answer | Asks.Unsaid:
        """What is ticked."""
        if self.is_filled():
            return Asks.Answer(answer_to(self._question, self.query_one(SelectionList).selected))
        return Asks.Unsaid(f"Choose {how_many(self._question)}: {self._text}")

    def on_selection_list_selection_toggled(self, event: SelectionList.SelectionToggled[str]) -> None:
        """Where one is asked for, ticking another takes the first tick away."""
        ticked = event.selection_list
        if int(self._question.part.get("most", 1)) == 1 and event.selection.value in ticked.selected:
            for value in [one for one in ticked.selected if one != event.selection.value]:
                ticked.deselect(value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The button of this block."""
        event.stop()
        self.post_message(self.said())


class _Said(_Block):
    """Something to say yes or no to: buttons, each with the command that it sends."""

    def __init__(self, text: Widget, buttons: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__()
        self._text = text
        self._buttons = dict(buttons)

    def compose(self) -> ComposeResult:
        """The text and the buttons."""
        yield self._text
        with Horizontal():
            for at, label in enumerate(self._buttons):
                yield Button(label, id=f"b{at}", compact=True, variant="default" if at else "warning")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of them."""
        event.stop()
        body = list(self._buttons.values())[int(str(event.button.id)[1:])]
        if "knock" in body:
            self.post_message(Asks.Decided(str(body["knock"]), bool(body["yes"])))
        else:
            self.post_message(Asks.Answer(body))


# ---------------------------------------------------------------------------------------------- what waits


def _wanted(scene: Scene, knocks: Mapping[str, Knock]) -> list[tuple[Key, _Block]]:
    """All that waits, each with what tells it from everything else."""
    found: list[tuple[Key, _Block]] = []
    for question in scene.asked():
        kind = _Roll if question.kind == "roll" else _Choice
        found.append((("question", *question[:3]), kind(question, scene)))
    node = scene.cursor
    if scene.is_asked_to_agree():
        who, text = scene.seat_name(str(scene.proposal.get("by", ""))), scene.proposal.get("text", "")
        buttons = {"Agree": {"do": "agree", "node": node}, "Refuse": {"do": "disagree", "node": node}}
        block = _Said(Static(ink(f"{who} proposes: {text}", "bold"), markup=False), buttons)
        found.append((("proposal", node, who, text), block))
    if scene.correction and scene.role in ("player", "referee") and not scene.proposal:
        found.append((("correction", repr(scene.correction)), _correction(scene)))
    for knock in knocks.values():
        who, seat = knock.name or "Somebody", scene.name("seats", knock.seat)
        doors = {"Let in": {"knock": knock.knock, "yes": True}, "Turn away": {"knock": knock.knock, "yes": False}}
        text = Static(ink(f"{who} asks for the seat {seat}.", "bold"), markup=False)
        found.append((("knock", knock.knock), _Said(text, doors)))
    return found


def _correction(scene: Scene) -> _Block:
    """A correction that is prepared: all that it changes, and what can be said to it."""
    node, draft = scene.cursor, int(scene.correction.get("draft", 0))
    mine = scene.correction.get("by") == scene.seat
    decided = not waiting(scene) or waiting(scene).get("fate") == "unseen"
    accept = {"Accept": {"do": "accept", "node": node, "draft": draft}} if decided else {}
    word = ("Withdraw", "withdraw") if mine else ("Refuse", "disagree")
    return _Said(Rows(correction_rows(scene)), {**accept, word[0]: {"do": word[1], "node": node}})
