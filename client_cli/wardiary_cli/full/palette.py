"""The command palette: what the selected unit and the seat may do, with targets and costs; and what not, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from wardiary_protocol.messages import Offer

from ..typed import SEAT
from .filled import has_to_be_filled_in
from .ink import ink

if TYPE_CHECKING:
    from .app import Full

_ANSWERED = frozenset({"answer"})
"""What is answered where it is asked, in a form of its own."""


class Entry(NamedTuple):
    """One line of the palette: its words, what else is said of it, and what it does."""

    text: str
    note: str
    offer: Offer
    value: Any = None  # the target that is meant, where there are several
    form: bool = False
    refused: bool = False

    @property
    def shown(self) -> Content:
        """How it looks."""
        style = "$foreground-muted" if self.refused else "bold"
        lines = [ink(self.text, style), *([ink(f"  {self.note}", "not bold $foreground-muted")] if self.note else [])]
        return Content("\n").join(lines)

    @property
    def body(self) -> dict[str, Any]:
        """The command of an entry without a form."""
        return {**self.offer.body, **({self.offer.asks: self.value} if self.offer.asks else {})}


def entries(offers: Iterable[Offer], head: str) -> list[Entry]:
    """Offers as entries; `head` stands before each: whose they are."""
    there = [offer for offer in offers if offer.body.get("do") not in _ANSWERED]
    open_ = [entry for offer in there if not offer.why_not for entry in _of(offer, head)]
    closed = [
        Entry(f"{head}{offer.label}", f"not now: {offer.why_not}", offer, refused=True)
        for offer in there
        if offer.why_not
    ]
    return [*open_, *closed]


def _of(offer: Offer, head: str) -> Iterable[Entry]:
    """Each target of an offer, and its form where there is more to say."""
    if not has_to_be_filled_in(offer):
        if not offer.asks:
            yield Entry(f"{head}{offer.label}", offer.cost, offer)
        for target in offer.targets if offer.asks else ():
            note = ", ".join(part for part in (target.note, offer.cost) if part)
            yield Entry(f"{head}{offer.label}: {target.label or target.value}", note, offer, target.value)
        if any(field.name != offer.asks for field in offer.fields):
            yield Entry(f"{head}{offer.label} …", "with more to say", offer, form=True)
    else:
        yield Entry(f"{head}{offer.label} …", offer.cost, offer, form=True)


class OffersProvider(Provider):
    """Fills the palette with what may be done now. The screen's own commands follow below."""

    async def startup(self) -> None:
        """Asks the server."""
        app = cast("Full", self.app)
        scene, unit = app.client.scene, app.selected
        units = [unit] if unit in scene.commanded() else scene.may_go()
        self._entries: list[Entry] = []
        for one in (*units, SEAT):
            head = f"{scene.name('units', one)}: " if one and len(units) > 1 else ""
            self._entries += entries(await app.doing.offers([one]), head)
        self._entries.sort(key=lambda entry: entry.refused)

    def _run(self, entry: Entry) -> Callable[[], None]:
        app = cast("Full", self.app)
        return lambda: app.choose(entry)

    async def discover(self) -> Hits:
        """All of it."""
        for entry in self._entries:
            yield DiscoveryHit(entry.shown, self._run(entry), entry.text)

    async def search(self, query: str) -> Hits:
        """What fits the words, best first; what is not on offer last."""
        matcher = self.matcher(query)
        for entry in self._entries:
            score = matcher.match(entry.text)
            if score > 0:
                yield Hit(score / (10 if entry.refused else 1), entry.shown, self._run(entry), entry.text)
