"""The device that asks: its address, whether it is this computer, and who holds it."""

import ipaddress
import socket
from functools import lru_cache
from typing import Any, Final

from litestar.connection import ASGIConnection

from wordwaiter.service.access.addresses import address_group
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.judging.judge_access import Device

Connection = ASGIConnection[Any, Any, Any, Any]

_ADDRESSES_KEPT: Final = 1_024
"""Addresses that were read; each request asks several times for its own."""

_FORWARDED: Final = frozenset({"forwarded", "via", "x-forwarded-for", "x-real-ip"})
"""Headers by which a proxy tells that it asks for somebody else."""


def device_of(connection: Connection) -> Device:
    """The device that asks."""
    address = address_of(connection)
    # A program in front of us, on this computer, asks for others: then everybody would seem to be here.
    is_ours = _FORWARDED.isdisjoint(connection.headers) and is_own_address(address)
    caller = connection.scope.get("user")
    return Device(address, is_ours, caller if isinstance(caller, Caller) else NOBODY)


def address_of(connection: Connection) -> str:
    """Returns the network address of the device that asks."""
    client = connection.client
    return plain_address(client.host) if client else ""


def asker_of(connection: Connection) -> str:
    """Returns who shares quotas and places in a queue: an address, or an IPv6 network."""
    return address_group(address_of(connection))


@lru_cache(maxsize=_ADDRESSES_KEPT)
def plain_address(address: str) -> str:
    """The address without the disguise that IPv4 wears on a server that listens on `::`."""
    try:
        mapped = getattr(ipaddress.ip_address(address), "ipv4_mapped", None)
    except ValueError:
        return address
    return str(mapped or address)


def is_own_address(address: str) -> bool:
    """Checks whether a network address belongs to this computer."""
    try:
        parsed = ipaddress.ip_address(address)
        if parsed.is_loopback:
            return True
        # Nothing is sent: the system only says from which of our addresses it would talk to that one, and it
        # talks to an address of our own from that same address.
        family = socket.AF_INET6 if parsed.version == 6 else socket.AF_INET
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((address, 9))
            return str(asked.getsockname()[0]) == address
    except (ValueError, OSError):
        return False
