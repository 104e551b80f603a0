"""The guards of the routes: each asks the door of the desk, which decides (`wordwaiter.service.door`)."""

import ipaddress
import socket
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from wordwaiter.service.door import Device, Room, check_admitted
from wordwaiter.service.judging import JudgeDesk

Connection = ASGIConnection[Any, Any, Any, Any]


def may_judge(connection: Connection, _: BaseRouteHandler) -> None:
    """Let nobody to what is computed from a word list whom the door does not admit."""
    _knock(connection, Room.JUDGE)


def may_read_log(connection: Connection, _: BaseRouteHandler) -> None:
    """Let nobody to the log of rulings whom the door does not admit."""
    _knock(connection, Room.LOG)


def _knock(connection: Connection, room: Room) -> None:
    desk: JudgeDesk = connection.app.state.desk
    check_admitted(desk.door, device_of(connection), room)


def device_of(connection: Connection) -> Device:
    """The device that asks."""
    address = plain_address(connection.client.host) if connection.client else ""
    return Device(address, is_own_address(address))


def plain_address(address: str) -> str:
    """The address without the disguise that IPv4 wears on a server that listens on `::`."""
    try:
        mapped = getattr(ipaddress.ip_address(address), "ipv4_mapped", None)
    except ValueError:
        return address
    return str(mapped or address)


def is_own_address(address: str) -> bool:
    """Whether a network address belongs to this computer."""
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
