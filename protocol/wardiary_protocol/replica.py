"""What a client keeps: its own copy of the view, brought up to date by what the server sends, and proved by the hash.

Pure: the client hands in messages as they come, and takes `resume()` along when it has to say hello again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wardiary_protocol.changes import DoesNotFit, apply, as_hex, hash_of, rehash
from wardiary_protocol.messages import Resume, Update, Welcome


class OutOfStep(Exception):
    """This copy no longer equals the server's view. Say hello again with `Replica.resume()` to get it whole."""


class Replica:
    """One client's copy of the view of its audience at entry `seq`, on the line `line`."""

    def __init__(self) -> None:
        self.view: Mapping[str, Any] = {}
        self.game = self.audience = self.epoch = self.witness = ""
        self.seq = self.line = 0
        self._hash = 0
        self._in_step = False

    @property
    def hash(self) -> str:
        """The hash of the view, as it stands in messages."""
        return as_hex(self._hash)

    def welcome(self, message: Welcome) -> None:
        """Begins with the whole view, or goes on from this copy with what it missed. Raises `OutOfStep`."""
        if message.view is not None:
            self._take(message.view, hash_of(message.view))
        else:
            self._go_on(message)
        self.game, self.audience, self.epoch = message.game, message.audience, message.epoch
        self._arrive(message)

    def update(self, message: Update) -> None:
        """Brings this copy from entry `since` to entry `seq`. Raises `OutOfStep`, and the view is as it was."""
        if not self._in_step:
            raise self._out_of_step("this copy is not in step, and only a welcome mends that")
        if message.since != self.seq or message.seq < self.seq:
            raise self._out_of_step(
                f"entries {message.since + 1} to {message.seq} came, and this copy is at {self.seq}"
            )
        try:
            view = apply(self.view, message.changes)
        except DoesNotFit as wrong:
            raise self._out_of_step(str(wrong)) from wrong
        hash = rehash(self._hash, self.view, view)
        if as_hex(hash) != message.hash:
            raise self._out_of_step(f"the view after entry {message.seq} is not the server's")
        self._take(view, hash)
        self._arrive(message)

    def resume(self) -> Resume | None:
        """What to put into the next hello, or None before the first welcome.

        A copy that fell out of step says so with an empty hash: no view has that one, so the server sends the whole
        view. The witness goes along even then, since it is what shows the server that its log is complete.
        """
        if not self.epoch:
            return None
        return Resume(self.epoch, self.audience, self.seq, self.hash if self._in_step else "", self.witness)

    def _go_on(self, message: Welcome) -> None:
        if (message.epoch, message.audience) != (self.epoch, self.audience):
            raise self._out_of_step("the server takes this copy for one of another audience or another log")
        if message.missed is not None:
            self.update(message.missed)
        if not self._in_step or message.seq != self.seq:
            raise self._out_of_step(f"the server is at entry {message.seq} and sent nothing that leads there")

    def _take(self, view: Mapping[str, Any], hash: int) -> None:
        self.view, self._hash, self._in_step = view, hash, True

    def _arrive(self, message: Welcome | Update) -> None:
        if self.hash != message.hash:
            raise self._out_of_step(f"the view after entry {message.seq} is not the server's")
        self.seq, self.line = message.seq, message.line
        self.witness = message.witness or self.witness

    def _out_of_step(self, why: str) -> OutOfStep:
        self._in_step = False
        return OutOfStep(f"out of step: {why}")
