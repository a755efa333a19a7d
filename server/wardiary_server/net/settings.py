"""Every limit of the network shell, in one place. Times are seconds, sizes bytes."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Settings(Struct, frozen=True, kw_only=True):
    """How the server listens and what it puts up with. The defaults suit a club's evening."""

    host: str = "127.0.0.1"
    port: int = 8765  # 0 takes a free one
    hosts: tuple[str, ...] = ()  # names and addresses that a request may be for, besides the one it came in by

    connections: int = 4_096  # more are told that the server is full
    frame: int = 16 * 1024  # of one message from a client
    depth: int = 8  # levels of maps and lists in it, the message itself counted
    items: int = 256  # of one map or list in it

    hello: float = 5.0  # for the handshake, and then for the first message
    rate: float = 20.0  # commands a second and seat; 0 sets no limit
    burst: int = 40  # commands of a seat that may come at once
    questions: float = 40.0  # looks, pages and offers a second and connection; 0 sets no limit
    question_burst: int = 120  # of those that may come at once
    answering: int = 2  # questions of one connection that are worked on at a time
    waiting: int = 64  # questions of one connection that wait for that
    unreadable: int = 16  # messages that cannot be read before a connection is closed; one is forgiven every 10 s

    queue: int = 256 * 1024  # unsent to one connection before it counts as behind
    drain: float = 10.0  # for a connection that is behind to catch up before it is closed
    page: int = 128 * 1024  # of one page of the story or the log
    told: int = 200  # entries that somebody who comes back is told of
    jump: int = 20  # entries that somebody who was behind is told of
    resume: int = 500  # entries that may be missed before a whole view is sent without looking

    ping_interval: float = 10.0  # of silence before a connection is asked whether it is alive
    ping_timeout: float = 10.0  # for its answer
    away: float = 60.0  # without any connection before a seat holds nothing up
    typing: float = 10.0  # that a seat shows as typing unless it says so again
    presence: float = 0.2  # at least between two messages about who is here
    beginning: float = 60.0  # at least between two new games that referees begin; 0 lets them begin none
    keeping: float = 1.0  # passphrases a second to seal a kept game under, all referees together; 0 lets none keep it
    idle: float = 300.0  # without anybody before a room is unloaded; 0 never does
    closing: float = 1.5  # for a client to take its leave
    beat: float = 1.0  # between two looks at all that depends on time; 0 leaves them to `Server.beat`

    def listening(self, host: str, port: int, hosts: tuple[str, ...] = ()) -> Settings:
        """The same, listening there, and taking requests for these names and addresses too."""
        return replace(self, host=host, port=port, hosts=(*self.hosts, *hosts))
