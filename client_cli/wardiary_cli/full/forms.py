"""The form of an offer that has fields: each filled in as its kind wants it, and sent as one command."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Input, Select, SelectionList, Static
from textual.widgets.selection_list import Selection
from wardiary_protocol.messages import Field, Offer

from ..naming import Unclear
from ..scene import Scene
from .filled import body_of, fields_of, hint, values_of
from .ink import ink


class OfferForm(ModalScreen[dict[str, Any] | None]):
    """Asks for an offer's fields, and gives the command's body, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave it"),
        Binding("ctrl+s", "send", "Do it"),
    ]

    def __init__(self, offer: Offer, scene: Scene) -> None:
        super().__init__()
        self._offer = offer
        self._scene = scene
        self._fields = fields_of(offer)

    def compose(self) -> ComposeResult:
        """A label and a widget for each field."""
        with Vertical(classes="sheet form") as box:
            with VerticalScroll():
                for at, field in enumerate(self._fields):
                    if field.kind != "flag":
                        yield Static(ink(field.label + (" *" if field.needed else "")), markup=False)
                    yield self._widget(field, f"field-{at}")
            yield Static("", id="wrong", markup=False)
            with Horizontal():
                yield Button("Do it", id="send", variant="warning", compact=True)
                yield Button("Leave it", id="leave", compact=True)
        box.border_title = ink(self._offer.label)
        box.border_subtitle = ink(self._offer.cost)

    def _widget(self, field: Field, id: str) -> Widget:
        meant = self._offer.body.get(field.name, field.default)
        if field.kind == "flag":
            return Checkbox(ink(field.label), value=meant is True, id=id, compact=True)
        values = values_of(field, self._scene)
        if values and field.kind != "text":
            labels = [
                (ink(f"{value.label} ({value.note})" if value.note else value.label), value.value) for value in values
            ]
            if field.many:
                ticked = meant if isinstance(meant, list) else []
                return SelectionList(*(Selection(text, v, v in ticked) for text, v in labels), id=id, compact=True)
            start = meant if any(v == meant for _, v in labels) else labels[0][1] if field.needed else Select.NULL
            return Select(_choices(labels), value=start, allow_blank=not field.needed, id=id, compact=True)
        text = "" if meant is None else " ".join(map(str, meant)) if isinstance(meant, list) else str(meant)
        entry = Input(text, placeholder=hint(field), id=id, compact=True)
        entry.cursor_blink = False
        return entry

    def on_mount(self) -> None:
        """Begins with the first field."""
        for at in range(len(self._fields)):
            self.query_one(f"#field-{at}").focus()
            return

    def _said(self) -> dict[str, Any]:
        said: dict[str, Any] = {}
        for at, field in enumerate(self._fields):
            widget = self.query_one(f"#field-{at}")
            if isinstance(widget, SelectionList):
                said[field.name] = list(widget.selected)
            elif isinstance(widget, Select):
                said[field.name] = None if widget.is_blank() else widget.value
            elif isinstance(widget, Checkbox | Input):
                said[field.name] = widget.value
        return said

    def action_send(self) -> None:
        """Makes the command, or says what is missing."""
        try:
            self.dismiss(body_of(self._offer, self._said()))
        except Unclear as wrong:
            self.query_one("#wrong", Static).update(ink(str(wrong), "$text-error"))

    def action_leave(self) -> None:
        """Nothing happens."""
        self.dismiss(None)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Either of them."""
        if event.button.id == "send":
            self.action_send()
        else:
            self.action_leave()

    def on_input_submitted(self) -> None:
        """Enter in a field does it."""
        self.action_send()


def _choices(labels: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return list(labels)
