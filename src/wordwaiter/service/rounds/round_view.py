"""A round of a division as it stands: who sits where, which tables play, what is settled, who waits for whom.

It is made once for each version of the tournament and its tables, and knows everybody by number. No audience
sees all of it: the views of director, public, players and scorekeepers each name the fields that they show.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.queries import to_move
from wordwaiter.game.result import outcome, scores
from wordwaiter.game.table import Table
from wordwaiter.service.memo import Memo
from wordwaiter.service.rounds.round_tables import is_built, stream_at
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.tournament.entrants.absence import not_there, resting
from wordwaiter.tournament.rounds.rounds import Cancelled, Round, Scored, Sitting
from wordwaiter.tournament.rounds.table_results import contenders_at
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class TurnsView:
    """How a game of turns stands that is being played; everybody by number."""

    scores: tuple[int, ...] | None
    """In the order of the sitting; nothing before the first turn."""
    turns: int
    to_move: int | None
    waits_for_judge: bool
    """A challenge or a hold is open."""
    is_paused: bool
    is_counted: bool
    """Whether the game is over and its result lacks nothing but signatures."""
    unsigned: tuple[int | None, ...]
    """The sides that have yet to sign the count."""
    unknown: tuple[int | None, ...] = ()
    """The sides whose tiles nobody could tell when the game was over."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board of a round; everybody by number."""

    sitting: Sitting
    stream: str | None
    """The table that stands there; nothing where only totals come in."""
    is_built: bool
    """Whether a team builds its board there, instead of playing in turns."""
    scores: tuple[int, ...] | None
    """The game's scores, with the points moved by rulings on words."""
    absent: tuple[int, ...]
    """Without whom the game is not played."""
    play: TurnsView | HareRound | None
    """How the table stands; nothing once its result is settled."""

    @property
    def left_alone(self) -> tuple[int, ...]:
        """Returns who has a bye because the other one is not there."""
        return tuple(side for side in self.sitting.sides if side not in self.absent) if self.absent else ()

    @property
    def is_settled(self) -> bool:
        return self.sitting.outcome is not None

    @property
    def is_cancelled(self) -> bool:
        """Checks whether the game counts for nobody."""
        return isinstance(self.sitting.outcome, Cancelled)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a division; everybody by number."""

    played: Round
    boards: tuple[BoardView, ...]
    resting: tuple[int, ...]
    """Those who were given a bye."""

    @property
    def byes(self) -> tuple[int, ...]:
        """Everybody without a game: those who were given a bye, and those whose opponent is not there."""
        return (*self.resting, *(side for board in self.boards for side in board.left_alone))

    def board_of(self, contender: int) -> BoardView | None:
        """Returns where somebody sits, if anywhere."""
        return next((board for board in self.boards if contender in board.sitting.sides), None)


MOST_ROUNDS: Final = 64

_ROUNDS_BY_VERSION: Final[WeakKeyDictionary["Context", Memo[RoundView]]] = WeakKeyDictionary()
"""Rounds as they stood last; made anew when the tournament or one of its tables has another version."""


def round_view(context: "Context", stream: str, tournament: Tournament, played: Round) -> RoundView:
    """Returns a round of a tournament as it stands."""
    number = tournament.division(played.division).number
    where = f"{stream}/{number}/{played.number}"
    # Versions first: what happens while it is made is in it or not, and then it is made again.
    versions = versions_in(context, stream)
    kept = _ROUNDS_BY_VERSION.setdefault(context, Memo(MOST_ROUNDS))
    return kept.of(where, (tournament, versions), lambda: _round_view(context, stream, tournament, played))


def versions_in(context: "Context", stream: str) -> tuple[int, ...]:
    """Returns how far a tournament and all its tables are."""
    return tuple(end.version for end in context.states.ends_of(stream))


def latest_round_view(
    context: "Context", stream: str, tournament: Tournament, division: str
) -> RoundView | None:
    """Returns the latest round of a division as it stands; nothing before the first is paired."""
    latest = tournament.latest_round(division)
    return None if latest is None else round_view(context, stream, tournament, latest)


def names_in(tournament: Tournament, contenders: Iterable[int]) -> tuple[str, ...]:
    """Returns the names that a tournament shows for these numbers."""
    return tuple(tournament.contender(number).name for number in contenders)


def _round_view(context: "Context", stream: str, tournament: Tournament, played: Round) -> RoundView:
    return RoundView(
        played,
        tuple(_board_view(context, stream, tournament, played, each) for each in played.sittings),
        tuple(each.contender for each in resting(tournament, played)),
    )


def _board_view(
    context: "Context", stream: str, tournament: Tournament, played: Round, sitting: Sitting
) -> BoardView:
    division = tournament.division(played.division).number
    place = BoardPlace(stream, division, played.number, sitting.table, sitting.board)
    own, result = stream_at(context, place), sitting.outcome
    play: TurnsView | HareRound | None = None
    # Of what is settled nobody asks the table: at the end of a large round most are not in memory any more.
    if own is not None and result is None:
        state = context.states.of(own).state
        if isinstance(state, Table):
            numbers = contenders_at(tournament, place.in_tournament(tournament), state)
            play = _turns_view(sitting, state, numbers)
        else:
            play = state
    return BoardView(
        sitting=sitting,
        stream=own,
        is_built=own is not None and is_built(context, own),
        scores=played.with_rulings(sitting, result.scores) if isinstance(result, Scored) else None,
        absent=not_there(tournament, played, sitting),
        play=play,
    )


def _turns_view(sitting: Sitting, table: Table, numbers: tuple[int | None, ...]) -> TurnsView:
    totals = dict(zip(numbers, scores(table), strict=True))
    mover, final = to_move(table), outcome(table)
    return TurnsView(
        scores=tuple(totals.get(side, 0) for side in sitting.sides) if table.turns else None,
        turns=len(table.turns),
        to_move=None if mover is None else numbers[table.seats[mover].side],
        waits_for_judge=table.challenge is not None or table.hold is not None,
        is_paused=table.pause is not None,
        is_counted=final is not None,
        unsigned=()
        if final is None
        else tuple(numbers[signer] for signer in final.unsigned if isinstance(signer, int)),
        unknown=()
        if table.ending is None
        else tuple(numbers[table.seats[seat].side] for seat in table.ending.unknown),
    )
