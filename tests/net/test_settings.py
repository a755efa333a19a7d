"""The limits are settings, with the defaults that the protocol's page states."""

from __future__ import annotations

from wardiary_protocol.wire import DEFAULT_LIMITS
from wardiary_server.net import Settings


def test_what_is_read_by_default_is_what_the_protocol_says() -> None:
    settings = Settings()
    assert (settings.frame, settings.depth, settings.items) == (
        DEFAULT_LIMITS.frame,
        DEFAULT_LIMITS.depth,
        DEFAULT_LIMITS.items,
    )
    assert (settings.rate, settings.hello, settings.away) == (20, 5, 60)


def test_everything_has_a_limit_by_default() -> None:
    settings = Settings()
    numbers = {name: getattr(settings, name) for name in settings.__struct_fields__ if name not in ("host", "hosts")}
    assert all(number > 0 for number in numbers.values()), numbers


def test_a_place_to_listen_keeps_the_names_that_were_there() -> None:
    settings = Settings(hosts=("a.example",)).listening("0.0.0.0", 9000, ("b.example",))
    assert (settings.host, settings.port, settings.hosts) == ("0.0.0.0", 9000, ("a.example", "b.example"))
    assert settings.rate == Settings().rate
