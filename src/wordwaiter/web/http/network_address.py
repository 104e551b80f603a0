"""The venue's network: the address by which phones reach this computer."""

import socket
import struct
import sys
from ipaddress import IPv4Address, ip_address
from typing import Final

_SOMEWHERE: Final = ("198.51.100.1", 9)
"""An address for documentation, which is nobody's. It is only asked about, nothing is sent to it."""

_GET_ADDRESS: Final = 0x8915  # SIOCGIFADDR


def venue_address() -> str | None:
    """The IPv4 address by which others reach this computer, or None when it is on no network."""
    candidates = (_address_towards_others(), *_addresses_of_interfaces())
    return next((address for address in candidates if address and _can_be_reached(address)), None)


def is_heard_here_alone(address: str) -> bool:
    """Whether a server at that address answers this computer and nobody else on the venue's network."""
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


def _addresses_of_interfaces() -> list[str]:
    """The address of each network card, for a network that has no way out."""
    if sys.platform != "linux":
        try:
            return socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asked, _GET_ADDRESS, struct.pack("256s", name.encode()))
            except OSError:
                continue  # a card without an address
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _can_be_reached(address: str) -> bool:
    parsed = IPv4Address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)
