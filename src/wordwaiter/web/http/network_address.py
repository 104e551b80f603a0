"""The venue's network: the address by which phones reach this computer."""

import socket
from ipaddress import IPv4Address, ip_address
from typing import Final

from wordwaiter import platform

_SOMEWHERE: Final = ("198.51.100.1", 9)
"""An address for documentation, which is nobody's. It is only asked about, nothing is sent to it."""


def venue_address() -> str | None:
    """The IPv4 address by which others reach this computer, or None when it is on no network."""
    candidates = (_address_towards_others(), *platform.card_addresses())
    return next((address for address in candidates if address and _can_be_reached(address)), None)


def is_heard_here_alone(address: str) -> bool:
    """Checks if a server at that address answers this computer and nobody else on the venue's network."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def _address_towards_others() -> str | None:
    """The address that packets to elsewhere would carry; None when the network has no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(_SOMEWHERE)
        except OSError:
            return None
        return str(asked.getsockname()[0])


def _can_be_reached(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)
