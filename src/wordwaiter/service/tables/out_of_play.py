"""Why nobody plays on at a table, whatever its own game says: its tournament has settled that otherwise."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from wordwaiter.errors import ConflictError
from wordwaiter.game.hare.round import HareRound, score_of
from wordwaiter.game.table import Stage, Table
from wordwaiter.service.rounds.round_tables import game_at, stream_at
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, Ground, RoundStage, Scored

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """Somebody is not there."""

    absent: tuple[int, ...]
    """By the numbers of their sides at the table."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Totals from elsewhere stand, and not those of the table: the director's, or of a card while a later
    round is on."""

    ground: Ground
    scores: tuple[int, ...]
    """In the order of the table's sides, with what rulings on words have moved."""


@dataclass(frozen=True, slots=True)
class CountsForNobody:
    """The director has cancelled the game."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The round of the table was taken back; others may have been seated there since."""

    stream: str | None
    """The table that stands there now, once it does."""


@dataclass(frozen=True, slots=True)
class NotBegun:
    """The start of the round was taken back, and these wait for it to be started again."""


OutOfPlay = NotPlayed | Settled | CountsForNobody | TakenBack | NotBegun


def out_of_play(context: "Context", stream: str, state: Table | HareRound) -> OutOfPlay | None:
    """Why nobody plays on at a table; nothing where its game is played, or came to its own end."""
    place = place_of(stream)
    if place is None:
        return None
    standing = stream_at(context, place)
    game = game_at(context, stream)
    if game is None or standing != stream:
        return TakenBack(
            standing if game is not None and game.played.stage is not RoundStage.PUBLISHED else None
        )
    if absent := not_there(game.tournament, game.played, game.sitting):
        return NotPlayed(tuple(game.sitting.sides.index(side) for side in absent))
    match game.sitting.outcome:
        case Scored(ground=Ground.SIGNED, scores=scores) if _is_left(state) and game.latest_round:
            return Settled(Ground.SIGNED, game.played.with_rulings(game.sitting, scores))
        case Scored(ground=Ground.TABLE | Ground.SIGNED):
            return None  # what all have signed on a card keeps nobody from writing the game down to its end
        case Scored(scores=scores) if isinstance(state, HareRound) and _is_of_board(state, scores):
            return None  # a correction of the director's is on the board too
        case Scored(scores=scores, ground=ground):
            return Settled(ground, game.played.with_rulings(game.sitting, scores))
        case Cancelled():
            return CountsForNobody()
        case None if game.played.stage is RoundStage.PUBLISHED:
            # Paired anew and not yet started, others sit there: their table is not opened yet.
            return NotBegun() if game.is_played_at(state) else TakenBack(None)
        case None | Forfeited():
            return None
        case _ as never:
            assert_never(never)


def _is_left(state: Table | HareRound) -> bool:
    """Checks if a game was not entered to its end."""
    return isinstance(state, Table) and state.stage is not Stage.ENDED


def _is_of_board(built: HareRound, scores: tuple[int, ...]) -> bool:
    return built.is_handed_in and (score_of(built, ()).total,) == scores


def require_in_play(out: OutOfPlay | None) -> None:
    """Refuse what is asked of a table at which nobody plays on."""
    match out:
        case None:
            return
        case NotPlayed():
            raise ConflictError(
                "game-not-played",
                "this game is off: a player did not show up; tell the director if that is wrong",
            )
        case Settled(ground=Ground.SIGNED):
            raise ConflictError(
                "later-round-on", "this game's result stands, and a later round is on; go to your table there"
            )
        case Settled():
            raise ConflictError(
                "result-decided",
                "the director decided this game's result; tell the director if it is wrong",
            )
        case CountsForNobody():
            raise ConflictError(
                "game-cancelled", "the director cancelled this game; tell the director if that is wrong"
            )
        case TakenBack():
            raise ConflictError(
                "round-taken-back",
                "this game is off: its round was withdrawn; go to your new table",
            )
        case NotBegun():
            raise ConflictError("start-taken-back", "the round started too early; wait for the new start")
        case _:
            assert_never(out)
