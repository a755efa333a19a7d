"""This machine's own addresses."""

from __future__ import annotations

import ipaddress

from wardiary_server.addresses import own_addresses, own_names


def test_addresses_are_this_machines_and_not_loopback() -> None:
    for address in own_addresses():
        assert not ipaddress.ip_address(address).is_loopback
    assert len(set(own_addresses())) == len(own_addresses())


def test_a_name_is_given_with_its_local_form() -> None:
    assert any(name.endswith(".local") for name in own_names())
