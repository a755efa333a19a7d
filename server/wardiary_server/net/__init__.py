"""The network shell: WebSockets, seats and tokens, fan-out, and a few HTTP routes. It knows no rule and no event.

server      listens, keeps time, ends cleanly           gate        Host, Origin, /healthz and the page
connection  bytes in and out, fast                      session     one connection's life
entrance    what a hello shows, and whom it lets in     reception   what those get who come or come back
hall        everyone connected to one game              presence    who is here
knocks      asking for a seat, and being let in         questions   reading back, offers, proofs
house       all halls and connections                   settings, limits, frames, codes, recent
"""

from .server import Server, serve
from .settings import Settings

__all__ = ["Server", "Settings", "serve"]
