"""Sitting down: which credential opens the door, keeping the token that comes of it, and asking for a seat."""

from __future__ import annotations

from collections.abc import Callable

from wardiary_protocol.messages import Welcome

from .address import Address
from .client import Client, Heard
from .exits import Ended, Exit
from .naming import Unclear, either
from .seats import CannotKeep, Held, Seats, hashed

Warn = Callable[[str], None]
"""Tells the person something that must not be missed."""


def kept_token(address: Address, seats: Seats, seat: str) -> str:
    """The token that is kept for what an address opens; nothing where a seat has to be bought, or asked for.

    Raises `Unclear` where the address does not say which seat, and `CannotKeep`.
    """
    at = seats.at(address.server, invite=address.invite, code=address.code)
    found = [held for held in at if seat in ("", held.seat)]
    if not found and not (address.invite or address.code):
        what = f"the seat {seat}" if seat else "any seat"
        raise Unclear(f"No token is kept for {what} at {address.host}. Open the link that has your invite in it.")
    if len({(held.game, held.seat) for held in found}) > 1 and not seat:
        listed = [f"{held.seat} ({held.title or held.game})" for held in found]
        raise Unclear(f"Several seats are kept for {address.host}: {either(listed)}. Choose one with --seat.")
    return found[-1].token if found else ""


def keep_tokens(client: Client, seats: Seats, warn: Warn) -> None:
    """Keeps the token of every seat that this client holds, before anybody else hears of it."""

    def listener(heard: Heard, _data: bytes) -> None:
        if isinstance(heard, Welcome) and heard.seat:
            keep(client, seats, heard.seat, client.token, warn)

    client.listeners.insert(0, listener)


def keep(client: Client, seats: Seats, seat: str, token: str, warn: Warn) -> None:
    """Keeps one token. Where that cannot be, its owner has to write it down: it is told."""
    address, welcome = client.address, client.welcome
    assert welcome is not None
    code = welcome.code or address.code
    held = Held(address.server, welcome.game, seat, token, welcome.title, hashed(address.invite), hashed(code))
    try:
        if not any(_is_same(held, kept) for kept in seats.all()):
            seats.keep(held)
    except CannotKeep as wrong:
        warn(f"{wrong} Write your token down, it is the way back to your seat (--token): {token}")


def _is_same(held: Held, kept: Held) -> bool:
    """Whether this token is kept already, with all that is known of it now."""
    new = (held.invite, held.code)
    known = (kept.invite or held.invite, kept.code or held.code)
    same = (held.server, held.game, held.seat, held.token) == (kept.server, kept.game, kept.seat, kept.token)
    return same and all(one in ("", other) for one, other in zip(new, known, strict=True))


def forget_if_gone(client: Client, seats: Seats, end: Ended) -> None:
    """A seat that was taken back is no longer ours."""
    if end.exit is Exit.TAKEN_BACK:
        for held in seats.at(client.address.server):
            if held.token == client.token:
                seats.forget(held)


async def sit_down(client: Client, seats: Seats, seat: str, name: str, warn: Warn) -> None:
    """Asks for a seat, waits to be let in, keeps the token and takes the seat. Raises `Refusal`, `Ended`."""
    granted = await client.ask_seat(seat, name)
    keep(client, seats, granted.seat, granted.token, warn)
    await client.become(granted.token)
