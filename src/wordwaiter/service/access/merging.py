"""Roles follow a division that took another in: a grant names its division, and the merge may rename it."""

from typing import TYPE_CHECKING, Final

from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.access.commands import DEVICES, FollowMerge
from wordwaiter.service.access.devices import STREAM as ACCESS
from wordwaiter.service.execute import executing
from wordwaiter.service.steps import Steps
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.tournament.facts import DivisionsMerged

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_ITSELF: Final = director_of_everything("wordwaiter")


def follow_merges(context: "Context", outcome: TournamentOutcome) -> Steps[None]:
    """Has roles follow divisions that were merged; a follow-up of their tournament."""
    for fact in outcome.facts:
        if isinstance(fact, DivisionsMerged):
            yield from _following(context, outcome.stream, fact.source, fact.target, fact.name or fact.target)


def catch_up_with_merges(context: "Context", snapshot: Snapshot) -> Steps[None]:
    """Does the same for merges after which the program died; names that a division has now stay."""
    known = snapshot.tournament.divisions
    for source, target, name in snapshot.tournament.merges:
        if source not in known and (target == name or target not in known):
            yield from _following(context, snapshot.stream, source, target, name)


def _following(context: "Context", stream: str, source: str, target: str, name: str) -> Steps[None]:
    yield from executing(context, _ITSELF, DEVICES, ACCESS, FollowMerge(stream, source, target, name))
