"""Network addresses of those who ask, as far as they are told apart."""

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

_GROUPED: Final = 4_096
"""Addresses whose group is known; a room has a few hundred."""
_IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that a home or a phone does not choose by itself; all others it may."""


@lru_cache(maxsize=_GROUPED)
def address_group(address: str) -> str:
    """Returns the part of an address by which its owner is counted: of IPv6 the first 64 bits.

    >>> address_group("2001:db8:1:2:3:4:5:6"), address_group("192.168.1.20")
    ('2001:db8:1:2::/64', '192.168.1.20')
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, _IPV6_PREFIX), strict=False))


def lasting_address(address: str) -> str:
    """Returns an address as a fact keeps it for ever: of a hall's own network alone, where it names nobody.

    >>> lasting_address("192.168.1.20"), lasting_address("8.8.8.8")
    ('192.168.1.20', '')
    """
    try:
        return "" if ip_address(address).is_global else address
    except ValueError:
        return address
