"""Which word lists the judging station rules by: those of the division whose round is under way.

The station hears words and no table. Where all that is played now is judged by the same lists, it rules by
these; where divisions differ, whoever asks says of which division the words are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.service.access.callers import HOUSE, Caller
from wordwaiter.service.judging.word_lists import judge_of_division, require_judge
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class StationChoice:
    """A division whose round is under way, and who rules on its words."""

    of: str
    """Its address: `tournament-1/2`."""
    name: str
    judge: Judge


def station_choices(context: "Context", caller: Caller) -> tuple[StationChoice, ...]:
    """The divisions between which the station must tell; none where all are judged by the same lists."""
    choices = tuple(_under_way(context, caller))
    judged = {_rules_of(each.judge) for each in choices}
    return choices if len(judged) > 1 else ()


def station_judge(context: "Context", caller: Caller, of: str = "") -> Judge:
    """Returns the judge who rules at the station, of a division where one is named."""
    choices = tuple(_under_way(context, caller))
    if of:
        judge = next((each.judge for each in choices if each.of == of), None)
        if judge is None:
            raise MalformedError(
                "no-such-division", "that division has no round in progress; reopen the station"
            )
        return judge
    judges = {_rules_of(each.judge): each.judge for each in choices}
    if len(judges) > 1:
        raise MalformedError(
            "which-division",
            "the divisions in play use different word lists; choose the division",
            divisions=[each.of for each in choices],
        )
    return next(iter(judges.values()), None) or require_judge(context)


def _under_way(context: "Context", caller: Caller) -> Iterator[StationChoice]:
    for stream in streams_in(context):
        if not _concerns(caller, stream):
            continue
        tournament = snapshot_of(context, stream).tournament
        for division in tournament.divisions.values():
            if tournament.open_round(division.name) is None:
                continue
            judge = judge_of_division(context, stream, division.number)
            if judge is not None:
                name = division.name if len(tournament.divisions) > 1 else tournament.name
                yield StationChoice(f"{stream}/{division.number}", name, judge)


def _concerns(caller: Caller, stream: str) -> bool:
    """A device that has joined one tournament rules for that one; all others for whatever is played."""
    own = [grant for grant in caller.grants if grant.stream != HOUSE]
    return not own or any(grant.covers(stream) for grant in own)


def _rules_of(judge: Judge) -> tuple[frozenset[str], int | None, frozenset[str]]:
    """Returns a key that is equal for judges who rule alike."""
    return frozenset(lexicon.hash for lexicon in judge.lexicons), judge.longest, judge.sponsors
