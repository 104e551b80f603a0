"""Who may ask the judge, and who may read the log of rulings: the one place that decides."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from wordwaiter.errors import IllegalError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller
from wordwaiter.service.tables.stream_names import EXAMPLE, FREE, PRACTICE
from wordwaiter.store.states import States
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament

_IN_PLAY: Final = frozenset({RoundStage.RUNNING, RoundStage.ENDED})
"""After time is called, words of boards may still be challenged: the list stays shut until it is closed."""


_JUDGES: Final = frozenset({Role.JUDGE, Role.DIRECTOR})
_JUDGED_BY_NOBODY: Final = tuple(f"{kind}-" for kind in (EXAMPLE, FREE, PRACTICE))


class Room(Enum):
    """The room behind a door."""

    JUDGE = "judge"
    """Anything that is computed from a word list."""
    LOG = "log"
    """The rulings with their grounds, which tell which word was bad."""

    @property
    def open_to(self) -> str:
        """To whom it stands open while no round runs."""
        return "anybody" if self is Room.JUDGE else "the computer that runs the program"


@dataclass(frozen=True, slots=True)
class Device:
    """The device at the door: its network address, whether it is this computer, and who holds it."""

    address: str
    is_ours: bool
    caller: Caller = NOBODY


class Door(Protocol):
    """Decides whether a device may enter a room."""

    def admits(self, device: Device, room: Room, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class OpenHouse:
    """The door while no round runs: everybody may ask the judge; this computer and judges read the log.

    Players know that a play was bad and not which word, so their phones must not read it in the log.
    """

    def admits(self, device: Device, room: Room, /) -> bool:
        judges = any(grant.role in _JUDGES for grant in device.caller.grants)  # in an example too: to try it
        return room is Room.JUDGE or device.is_ours or judges


class HouseDoor:
    """The door of a house in which tournaments are played: an open house until a round runs.

    From then on it opens to judges' devices alone, whatever the address: a laptop on the organiser's table is
    in reach of players too.
    """

    def __init__(self, running: Callable[[], Collection[str]]) -> None:
        self._running = running
        """The tournaments of which a round is being played."""

    def admits(self, device: Device, room: Room, /) -> bool:
        running = self._running()
        if not running:
            return OpenHouse().admits(device, room)
        return _judges(device.caller, room, running)


def _judges(caller: Caller, room: Room, running: Collection[str]) -> bool:
    """Checks whether it is a judge's device; a station judges plays, and reads no log.

    Whoever judges one tournament may do so while a round of another runs. But who plays in that round is a
    player there, whatever they judge elsewhere, and whatever other division of it.
    """
    roles = _JUDGES | {Role.JUDGING_STATION} if room is Room.JUDGE else _JUDGES
    played = {_whole(grant.stream) for grant in caller.grants if grant.role is Role.PLAYER}
    wholly = {grant.stream for grant in caller.grants if grant.role in roles and grant.is_whole}
    is_free = HOUSE in wholly or played.intersection(running) <= wholly
    return is_free and bool(_judged_by(caller, roles))


def is_judge(caller: Caller) -> bool:
    """Checks whether a caller judges somewhere here; where there is no judge, the director does."""
    return bool(_judged_by(caller, _JUDGES))


def _judged_by(caller: Caller, roles: Collection[Role]) -> set[str]:
    """Returns the tournaments a caller has one of these roles for; nobody judges examples or free tables."""
    streams = (_whole(grant.stream) for grant in caller.grants if grant.role in roles)
    return {stream for stream in streams if not stream.startswith(_JUDGED_BY_NOBODY)}


def _whole(stream: str) -> str:
    """The tournament that a stream is of."""
    return stream.partition("/")[0]


def running_rounds(states: States, ended: Callable[[], Collection[str]]) -> Callable[[], frozenset[str]]:
    """Returns a function that tells in which tournaments a round is in play; not examples or ended ones."""

    def running() -> frozenset[str]:
        ends = states.ends_in("tournament")
        over = ended() if ends else ()
        return frozenset(
            end.stream
            for end in ends
            if not end.stream.startswith(f"{EXAMPLE}-")
            and end.stream not in over
            and _has_round_in_play(states.of(end.stream).state)
        )

    return running


def _has_round_in_play(tournament: Tournament) -> bool:
    return any(
        latest.stage in _IN_PLAY
        for division in tournament.divisions
        if (latest := tournament.latest_round(division)) is not None
    )


def check_admitted(door: Door, device: Device, room: Room) -> None:
    """Refuse a device that may not enter."""
    if door.admits(device, room):
        return
    sentence = {
        Room.JUDGE: "the word judge is closed during a round; ask a judge",
        Room.LOG: "only judges can see the rulings; the server itself can between rounds",
    }[room]
    raise IllegalError("door-closed", sentence, room=room.value)
