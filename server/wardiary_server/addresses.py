"""This machine's own addresses, as people on the same network would type them."""

from __future__ import annotations

import socket
from contextlib import suppress

NOWHERE = "192.0.2.1"
"""An address that stands for no machine (RFC 5737). Choosing a way to it sends nothing."""


def own_addresses() -> tuple[str, ...]:
    """The IPv4 addresses by which others may reach this machine, the likeliest first; loopback is not among them."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((NOWHERE, 9))
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return tuple(dict.fromkeys(address for address in found if not address.startswith("127.")))


def own_names() -> tuple[str, ...]:
    """The names by which others may reach this machine."""
    name = socket.gethostname()
    return tuple(dict.fromkeys((name, f"{name.split('.')[0]}.local")))
