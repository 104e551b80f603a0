"""Games and positions as the analysis board shows them, turn by turn."""

from dataclasses import dataclass
from typing import Final

from wordwaiter.engine.analysis import Moment, is_turn, moment_of
from wordwaiter.engine.candidates import Candidate, candidates_of
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.review.standings import Standings
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position, parse_cgp
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.record import GameRecord
from wordwaiter.notation.replay import replay
from wordwaiter.rules.board import Board

MOST_MOVES: Final = 150
"""Entries of a record; the longest games have some sixty."""
_PLAYERS: Final = 2


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of a game, with the position before it where the engine can think about it."""

    player: int
    text: str
    """As it is written in a record; what the program cannot analyse may be any text."""
    points: int
    scores: tuple[int, int]
    """Of both players before it, in the order of the record."""
    board: Board
    moment: Moment | None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """A game as the analysis board shows it."""

    players: tuple[str, str]
    turns: tuple[ReviewedTurn, ...]
    final_scores: tuple[int, int]
    final_board: Board


def review_of_text(engine: Engine, text: str) -> Review:
    """Returns the game of a GCG record, or a position of CGP as a game with one turn to make."""
    if is_position(text):
        return review_of_position(engine, parse_cgp(text.strip(), engine.layout, engine.tile_set))
    return review_of(engine, read_gcg(text.encode(), "the game").record)


def is_position(text: str) -> bool:
    """Checks whether a text is CGP rather than GCG: one line that begins with the rows of a board."""
    lines = text.strip().splitlines()
    return len(lines) == 1 and lines[0].split(" ")[0].count("/") > 1


def lacks_rack(text: str) -> bool:
    """Whether a text is a position whose side to move has no tiles, as a photo gives it."""
    return is_position(text) and f"{text.strip()} ".split(" ")[1].startswith("/")


def with_rack(text: str, rack: str) -> str:
    """Returns a position that lacks a rack with that one; any other text as it is."""
    if not rack or not lacks_rack(text):
        return text
    board, racks, *rest = text.strip().split(" ")
    return " ".join((board, f"{rack.strip().upper()}{racks}", *rest))


def review_of(engine: Engine, record: GameRecord) -> Review:
    """Returns a game turn by turn; turns that were challenged off the board are left out."""
    if len(record.players) != _PLAYERS:
        raise MalformedError("not-two-players", "only games of two players can be analysed")
    if len(record.moves) > MOST_MOVES:
        raise MalformedError(
            "too-many-moves", f"the record has more than {MOST_MOVES} moves; bring a single game"
        )
    numbers = (number for number in range(len(record.moves)) if is_turn(record, number))
    standings = Standings(record, engine.rulebook)
    turns = tuple(_reviewed(engine, standings, number) for number in numbers)
    if not turns:
        raise MalformedError(
            "no-turns-in-record", "this record has no turns; paste a GCG file or a CGP position"
        )
    end = replay(record, engine.rulebook)
    first, second = end.final_scores[:_PLAYERS]
    names = record.players
    return Review((names[0].name, names[1].name), turns, (first, second), end.board)


def _reviewed(engine: Engine, standings: Standings, number: int) -> ReviewedTurn:
    entry = standings.record.moves[number]
    try:
        moment = moment_of(engine, standings, number)
    except MalformedError as error:
        board, (first, second) = standings.before(number)
        return ReviewedTurn(
            entry.player, str(entry.move), entry.points, (first, second), board, None, error.sentence
        )
    mine, others = moment.stand.scores
    scores = (mine, others) if entry.player == 0 else (others, mine)
    text = moment.played.text(moment.stand.board)
    return ReviewedTurn(entry.player, text, entry.points, scores, moment.stand.board, moment)


def review_of_position(engine: Engine, stand: Position) -> Review:
    """Returns a position as a game with one turn to make."""
    return review_with(stand, candidates_of(engine, stand, 1)[0])


def review_with(stand: Position, best: Candidate) -> Review:
    """A position as a game with one turn, in which this is the play."""
    moment = Moment(1, 1, 0, stand, best, is_rack_known=True)
    turn = ReviewedTurn(0, "", 0, stand.scores, stand.board, moment)
    return Review(("", ""), (turn,), stand.scores, stand.board)
