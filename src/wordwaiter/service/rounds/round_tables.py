"""The tables of a round: which stands where, and who sits there."""

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import Seated, seated_freely, seated_in_round
from wordwaiter.service.streams import BUILT
from wordwaiter.service.tables.names_at_tables import NamesAtTables
from wordwaiter.service.tables.stream_names import BoardPlace, place_of, stream_after
from wordwaiter.tournament.bee.boards import Boards, BoardSeen, board_seen
from wordwaiter.tournament.rounds.rounds import Round, RoundStage, Scored, Sitting
from wordwaiter.tournament.rounds.table_results import Place, contenders_at, with_first_moves
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)


# ---------------------------------------------------------------- which table is where


def stream_at(context: "Context", place: BoardPlace) -> str | None:
    """The stream of the table that stands at that place now; nothing if none was opened."""
    found, stream = None, str(place)
    while context.states.knows(stream):
        found, stream = stream, stream_after(stream)
    return found


def boards_of(context: "Context", stream: str, tournament: Tournament) -> Boards:
    """Returns what answers how the boards of a tournament's rounds were handed in."""

    def seen(place: Place) -> BoardSeen | None:
        number = tournament.division(place.division).number
        at = _opened_at(context, BoardPlace(stream, number, place.round, place.table, place.board))
        state = None if at is None else context.states.of(at).state
        if not isinstance(state, Table | HareRound):
            return None
        sitting = tournament.round(place.division, place.round).sitting_at(place.table, place.board)
        # A board of an earlier pairing is nobody's here.
        is_theirs = sitting is not None and contenders_at(tournament, place, state) == sitting.sides
        return board_seen(state) if is_theirs else None

    return seen


def knowing_first_moves(context: "Context", stream: str, tournament: Tournament) -> Tournament:
    """Returns a tournament that knows who began each game, as far as the pairing or the table tells."""

    def table_at(place: Place) -> Table | HareRound | None:
        number = tournament.division(place.division).number
        at = stream_at(context, BoardPlace(stream, number, place.round, place.table, place.board))
        return None if at is None else context.states.of(at).state

    return with_first_moves(tournament, table_at)


def _opened_at(context: "Context", place: BoardPlace) -> str | None:
    """The stream of the table at that place, also in a terminal, which is not told of streams."""
    if not context.is_serving:
        context.states.hear(
            fact for name in (str(place), stream_after(str(place))) for fact in context.journal.facts(name)
        )
    return stream_at(context, place)


def is_built(context: "Context", stream: str) -> bool:
    """Checks if a team builds its board at a table, instead of playing in turns; the table is not folded."""
    return context.states.family_of(stream) == BUILT


def seated_at(context: "Context", stream: str, state: Table | HareRound) -> Seated:
    """Returns whose table it is."""
    place = place_of(stream)
    if place is not None:
        return seated_in_round(context.states.of(place.tournament).state, place)
    return seated_freely(state) if isinstance(state, Table) else Seated(())


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a round, as its tournament has it."""

    tournament: Tournament
    played: Round
    sitting: Sitting

    @property
    def latest_round(self) -> int | None:
        """The latest round after this one that was started; nothing while this is the latest."""
        rounds = self.tournament.rounds_of(self.played.division)
        later = (each for each in rounds if each.number > self.played.number)
        return max((each.number for each in later if each.stage is not RoundStage.PUBLISHED), default=None)

    def is_played_at(self, state: Table | HareRound) -> bool:
        """Checks if a table was opened for those who sit there now."""
        played, sitting = self.played, self.sitting
        place = Place(played.division, played.number, sitting.table, sitting.board)
        return contenders_at(self.tournament, place, state) == sitting.sides


def game_at(context: "Context", stream: str) -> Game | None:
    """The game that is played at the place of a table; nothing at a free table, or if nobody sits there."""
    place = place_of(stream)
    if place is None:
        return None
    tournament: Tournament = context.states.of(place.tournament).state
    found = place.played_in(tournament)
    return None if found is None else Game(tournament, *found)


def with_rulings(context: "Context", stream: str, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the scores of a table with what rulings on words have moved, once its result stands."""
    game = game_at(context, stream)
    if game is None or not isinstance(game.sitting.outcome, Scored):
        return scores
    return game.played.with_rulings(game.sitting, scores)


def side_of(context: "Context", caller: Caller, stream: str, state: Table | HareRound) -> int | None:
    """The side at a table for which a caller sits there; nobody's for those who only look."""
    own = seated_at(context, stream, state).sides_of(caller, stream)
    return min(own, default=None)


def table_for(context: "Context", caller: Caller, stream: str, table: Table) -> Table:
    """Returns a table of turns with the names that the caller may see."""
    place = place_of(stream)
    if place is None:
        return table
    tournament: Tournament = context.states.of(place.tournament).state
    return NamesAtTables(caller, stream, tournament).of_table(place.in_tournament(tournament), table)


def board_for(context: "Context", caller: Caller, stream: str, built: HareRound) -> HareRound:
    """Returns the board that a team builds, with the name that the caller may see."""
    place = place_of(stream)
    if place is None:
        return built
    tournament: Tournament = context.states.of(place.tournament).state
    return NamesAtTables(caller, stream, tournament).of_board(place.in_tournament(tournament), built)
