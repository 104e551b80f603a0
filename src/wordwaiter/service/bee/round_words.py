"""The words of the rounds that are played, for judges: what the room heard when they began."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.roles import Role
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Division

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class RoundWords:
    """The announced words of a round in play."""

    tournament: str
    """Its stream."""
    title: str
    """The name of the tournament."""
    division: Division
    round: int
    words: Announcement


def words_for_judges(context: "Context", caller: Caller) -> tuple[RoundWords, ...]:
    """Returns the words of each round that is played and that the caller judges; of a coming one none."""
    ended = context.devices.ended()
    found = []
    for stream in streams_in(context):
        tournament = snapshot_of(context, stream).tournament
        for division in tournament.divisions.values():
            latest = tournament.open_round(division.name)
            if latest is None or latest.stage is RoundStage.PUBLISHED or stream in ended:
                continue
            words = tournament.announcement(division.name, latest.number)
            if words != NOTHING_ANNOUNCED and caller.holds_in(stream, division.name, Role.JUDGE):
                found.append(RoundWords(stream, tournament.name, division, latest.number, words))
    return tuple(found)
