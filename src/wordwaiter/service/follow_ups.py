"""What happens in other streams because of a command, by the name of the kind of stream it was given to."""

from collections.abc import Mapping
from typing import Final

from wordwaiter.service.rounds.room_signals import follow_tournament
from wordwaiter.service.stream_kind import FollowUp
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.result_handoff import follow_table
from wordwaiter.service.tournaments.kind import TOURNAMENTS

FOLLOW_UPS: Final[Mapping[str, FollowUp]] = {
    TABLES.name: follow_table,
    BOARDS.name: follow_table,
    TOURNAMENTS.name: follow_tournament,
}
