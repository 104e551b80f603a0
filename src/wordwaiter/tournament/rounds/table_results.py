"""Results that come from a table's own play: a game of turns, or a team's board of a Hare round."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.hare.decide import HareRound, has_result, score_of
from wordwaiter.game.result import outcome
from wordwaiter.game.signers import signer_name
from wordwaiter.game.table import Table
from wordwaiter.tournament.commands import CorrectResult, TakeTableResult
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, Round, RoundStage, Scored, Sitting
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """A board of a round."""

    division: str
    round: int
    table: int
    board: int = 1


def result_of_table(tournament: Tournament, place: Place, table: Table, by: str) -> TakeTableResult:
    """The command that takes a finished game's totals, once all have signed or an official accepted them."""
    final = outcome(table)
    if final is None:
        raise ConflictError("not-counted", f"the game at table {place.table} is not counted yet")
    if final.unsigned and final.accepted_by is None:
        names = ", ".join(signer_name(table, signer) for signer in final.unsigned)
        raise ConflictError(
            "not-signed", f"table {place.table}: {names} must sign, or an official must accept the result"
        )
    sitting = _sitting(tournament, place)
    scores = dict(zip(contenders_at(tournament, place, table), final.scores, strict=True))
    if set(sitting.sides) != set(scores):
        names = " and ".join(tournament.contender(side).name for side in sitting.sides)
        raise MalformedError(
            "other-sides",
            f"{names} sit at table {place.table}, but {' and '.join(table.sides)} played",
        )
    totals = tuple(scores[side] for side in sitting.sides)
    return TakeTableResult(by, place.division, place.round, place.table, totals, place.board)


def result_of_board(tournament: Tournament, place: Place, built: HareRound, by: str) -> TakeTableResult:
    """The command that takes a Hare board's points, once a member has checked it; challenges come on top."""
    if not built.is_handed_in:
        raise ConflictError(
            "not-submitted", f"the board of {built.team} is not handed in; a team member must check it first"
        )
    (side,) = _sitting(tournament, place).sides
    if (side,) != contenders_at(tournament, place, built) or built.number != place.round:
        name = tournament.contender(side).name
        raise MalformedError(
            "other-sides",
            f"table {place.table} has {name} in round {place.round}, not {built.team} in {built.number}",
        )
    # The tournament keeps the challenges of a round itself, so they must not be counted twice.
    total = score_of(built, ()).total
    return TakeTableResult(by, place.division, place.round, place.table, (total,), place.board)


def following_board(
    tournament: Tournament, place: Place, built: HareRound, by: str
) -> TakeTableResult | CorrectResult | None:
    """Returns the command that brings a board to the standings as it is now; nothing if they agree.

    This is the one path from a board to the standings, whoever changed the board: its first total is taken,
    and each later one corrects it, also in a round that is closed.
    """
    rounds = tournament.rounds_of(place.division)
    played = rounds[place.round - 1] if 1 <= place.round <= len(rounds) else None
    sitting = None if played is None else played.sitting_at(place.table, place.board)
    if played is None or sitting is None or not has_result(built):
        return None
    if contenders_at(tournament, place, built) != sitting.sides:
        return None
    taken = result_of_board(tournament, place, built, by)
    match sitting.outcome:
        case None:
            return taken if played.stage in (RoundStage.RUNNING, RoundStage.ENDED) else None
        case Scored(scores=scores) if scores != taken.scores:
            last = built.corrections[-1:]
            reason = "; ".join(f"{each.by}: {each.reason}" for each in last) or "the board was entered"
            where = (place.division, place.round, place.table)
            return CorrectResult(by, *where, taken.scores, reason, place.board)
        case Scored() | Cancelled() | Forfeited():
            return None


def contenders_at(tournament: Tournament, place: Place, state: Table | HareRound) -> tuple[int | None, ...]:
    """Returns who plays at a table, by side.

    The first version opened tables without numbers. Such a table belongs to whoever sits at its place, unless
    the round was paired anew since it was opened; then nobody can tell.
    """
    numbers = state.contenders if isinstance(state, Table) else (state.contender,)
    if None not in numbers:
        return numbers
    rounds = tournament.rounds_of(place.division)[place.round - 1 : place.round]
    sittings = (
        each.sitting_at(place.table, place.board) for each in rounds if each.published_ms <= state.opened_ms
    )
    return next((each.sides for each in sittings if each is not None), numbers)


def _sitting(tournament: Tournament, place: Place) -> Sitting:
    sitting = tournament.round(place.division, place.round).sitting_at(place.table, place.board)
    if sitting is None:
        raise MalformedError(
            "no-such-table", f"nobody of {place.division} sits at table {place.table} in round {place.round}"
        )
    return sitting


def with_first_moves(
    tournament: Tournament, table_at: Callable[[Place], Table | HareRound | None]
) -> Tournament:
    """Returns a tournament that knows who began a game, also where the players drew for it at their table."""

    def told(played: Round, sitting: Sitting) -> Sitting:
        if sitting.first is not None or len(sitting.sides) == 1:
            return sitting
        place = Place(played.division, played.number, sitting.table, sitting.board)
        table = table_at(place)
        if not isinstance(table, Table) or not table.turns:
            return sitting
        if contenders_at(tournament, place, table) != sitting.sides:
            return sitting
        return replace(sitting, first=sitting.sides[table.seats[table.turns[0].seat].side])

    rounds = {
        division: tuple(
            replace(each, sittings=tuple(told(each, sitting) for sitting in each.sittings)) for each in played
        )
        for division, played in tournament.rounds.items()
    }
    return replace(tournament, rounds=rounds)
