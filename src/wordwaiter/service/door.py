"""Who may ask the judge, and who may read the log of rulings: the one place that decides."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from wordwaiter.errors import IllegalError


class Room(Enum):
    """What a door leads to."""

    JUDGE = "judge"
    """Anything that is computed from a word list."""
    LOG = "log"
    """The rulings with their grounds, which tell which word was bad."""


@dataclass(frozen=True, slots=True)
class Device:
    """What knocks: the network address that it has, and whether it is the computer that runs the program."""

    address: str
    is_ours: bool


class Door(Protocol):
    """Decides whether a device may enter a room."""

    def admits(self, device: Device, room: Room, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class OpenHouse:
    """The door while no tournament runs: everybody may ask the judge, and this computer alone reads the log.

    Players know that a play was bad and not which word, so their phones must not read it in the log.
    """

    def admits(self, device: Device, room: Room, /) -> bool:
        return room is Room.JUDGE or device.is_ours


def check_admitted(door: Door, device: Device, room: Room) -> None:
    """Refuse a device that may not enter."""
    if door.admits(device, room):
        return
    sentence = {
        Room.JUDGE: "the word judge is closed to this device; ask a judge",
        Room.LOG: "the rulings can be read on the computer that runs Wordwaiter, and nowhere else",
    }[room]
    raise IllegalError("door-closed", sentence, room=room.value)
