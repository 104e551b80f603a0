"""Consequences of a command in other streams, by the name of the kind of stream it was given to."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.erasing import forget_devices
from wordwaiter.service.judging.lists_of_new_divisions import choose_lists_of_new_divisions
from wordwaiter.service.rounds.room_signals import follow_tournament
from wordwaiter.service.steps import Steps
from wordwaiter.service.stream_kind import FollowUp
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.result_handoff import follow_table
from wordwaiter.service.tournaments.kind import TOURNAMENTS, TournamentOutcome

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


def _follow_tournament(context: "Context", caller: Caller, outcome: TournamentOutcome) -> Steps[None]:
    yield from forget_devices(context, outcome)
    yield from follow_tournament(context, caller, outcome)
    yield from choose_lists_of_new_divisions(context, caller, outcome)


FOLLOW_UPS: Final[Mapping[str, FollowUp]] = {
    TABLES.name: follow_table,
    BOARDS.name: follow_table,
    TOURNAMENTS.name: _follow_tournament,
}
