"""Results that come from a table's own play: a game of turns, or a team's board of a Hare round."""

from dataclasses import dataclass

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.hare.decide import HareRound, RoundStage, score_of
from wordwaiter.game.result import outcome
from wordwaiter.game.table import Table
from wordwaiter.tournament.commands import TakeTableResult
from wordwaiter.tournament.rounds.rounds import Sitting
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """A board of a round."""

    division: str
    round: int
    table: int
    board: int = 1


def result_of_table(tournament: Tournament, place: Place, table: Table, by: str) -> TakeTableResult:
    """The command that takes a finished game's totals, once all have signed or an official has accepted them.

    The sides of the table are told apart by the names of those who sit there.
    """
    final = outcome(table)
    if final is None:
        raise ConflictError("not-counted", f"the game at table {place.table} has no final count yet")
    if final.unsigned and final.accepted_by is None:
        raise ConflictError(
            "not-signed", f"table {place.table}: {', '.join(final.unsigned)} must sign, or an official accept"
        )
    scores = dict(zip(table.sides, final.scores, strict=True))
    names = [tournament.contender(side).name for side in _sitting(tournament, place).sides]
    if set(names) != set(scores):
        raise MalformedError(
            "other-sides",
            f"at table {place.table} sit {' and '.join(names)}, but {' and '.join(scores)} have played",
        )
    totals = tuple(scores[name] for name in names)
    return TakeTableResult(by, place.division, place.round, place.table, totals, place.board)


def result_of_board(tournament: Tournament, place: Place, built: HareRound, by: str) -> TakeTableResult:
    """The command that takes a Hare board's points, once a member has checked it; challenges come on top."""
    if built.stage not in (RoundStage.SUBMITTED, RoundStage.ACCEPTED):
        raise ConflictError(
            "not-submitted", f"the board of {built.team} is not handed in; a member checks it first"
        )
    (side,) = _sitting(tournament, place).sides
    name = tournament.contender(side).name
    if built.team != name or built.number != place.round:
        raise MalformedError(
            "other-sides",
            f"table {place.table} has {name} in round {place.round}, not {built.team} in {built.number}",
        )
    # The tournament keeps the challenges of a round itself, so they must not be counted twice.
    total = score_of(built, ()).total
    return TakeTableResult(by, place.division, place.round, place.table, (total,), place.board)


def _sitting(tournament: Tournament, place: Place) -> Sitting:
    sitting = tournament.round(place.division, place.round).sitting_at(place.table, place.board)
    if sitting is None:
        raise MalformedError(
            "no-such-table", f"nobody of {place.division} sits at table {place.table} in round {place.round}"
        )
    return sitting
