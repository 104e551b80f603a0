"""Who ranks behind those who have played all games, where teams build alone and the highest sum wins.

A board may count less than nothing, so a team that is away, or whose first board is still to come, could else
pass those who play on (bee-winners).
"""

from collections.abc import Sequence

from wordwaiter.sentences import said
from wordwaiter.tournament.entrants.entrants import Entrant
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.rounds.rounds import Forfeited, Round, RoundStage, Scored
from wordwaiter.tournament.state import Tournament


def why_behind(tournament: Tournament, format_: Format, entrant: Entrant, rounds: Sequence[Round]) -> str:
    """Returns why an entrant ranks behind those who have played all games; empty for whoever has, so far."""
    if format_.sides_at_a_table > 1 or format_.ranking.order[0] is not Criterion.TOTAL:
        return ""
    begun = [each for each in rounds[: format_.counted_rounds] if each.stage is not RoundStage.PUBLISHED]
    team = entrant.contenders[0].number
    clause = format_.clause_of("ranking.order")
    if missed := [each.number for each in begun if _is_missed(each, team)]:
        numbers = ", ".join(map(str, missed))
        return said(
            "behind those who have played all: absent in round {rounds} ({clause})",
            rounds=numbers,
            clause=clause,
        )
    played = sum(_is_scored(each, team) for each in begun)
    if team in tournament.departures and played < format_.counted_rounds:
        return said(
            "behind those who have played all: left after {n} of {all} ({clause})",
            n=played,
            all=format_.counted_rounds,
            clause=clause,
        )
    if not played and any(map(_has_results, begun)) and any(_is_awaited(each, team) for each in begun):
        return said("behind those with a result: none yet ({clause})", clause=clause)
    return ""


def _is_missed(played: Round, team: int) -> bool:
    sitting = played.sitting_of(team)
    if sitting is None:
        return True
    return isinstance(sitting.outcome, Forfeited) and team in sitting.outcome.absent


def _has_results(played: Round) -> bool:
    return any(isinstance(each.outcome, Scored) for each in played.sittings)


def _is_awaited(played: Round, team: int) -> bool:
    sitting = played.sitting_of(team)
    return sitting is not None and sitting.outcome is None


def _is_scored(played: Round, team: int) -> bool:
    sitting = played.sitting_of(team)
    return sitting is not None and isinstance(sitting.outcome, Scored)
