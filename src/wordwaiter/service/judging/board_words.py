"""Challenged words of teams' boards, as judges see them before and after they rule."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.challenge import WordChallenge, find_word
from wordwaiter.roles import Role
from wordwaiter.rules.layout import Square
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.round_tables import boards_of, stream_at
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import streams_in
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


class BoardKnown(Enum):
    """Whether the board with a challenged word is known."""

    HERE = "here"
    """It is handed in, and the word is on it."""
    ABSENT = "absent"
    """It is handed in, and the word is not on it: a ruling voids the challenge."""
    AWAITED = "awaited"
    """It may still be handed in."""
    TOTAL = "total"
    """Only its total was handed in: a judge enters the points, and another official confirms them."""
    PROPOSED = "proposed"
    """A judge has entered the points."""


@dataclass(frozen=True, slots=True)
class ChallengedOnBoard:
    """A challenge as judges see it: the word, where it begins, its points and both teams."""

    made: WordChallenge
    round: int
    known: BoardKnown
    points: int | None
    stream: str | None = None
    """The board, where it is handed in."""
    words: tuple[str, ...] = ()
    """All words of that board, each once."""

    @property
    def key(self) -> str:
        """Names it among the challenges of its tournament."""
        return f"{self.round}-{self.made.challenger.number}"

    @property
    def squares(self) -> tuple[Square, ...]:
        """Returns where the word stands."""
        target = self.made.target
        return tuple(target.square.toward(target.direction, step) for step in range(len(target.word)))

    @property
    def place(self) -> str:
        """Returns where the word begins: `8D` across, `D8` down."""
        return self.made.target.square.written(self.made.target.direction)


@dataclass(frozen=True, slots=True)
class RuledChallenge:
    """A ruling of a round that is the latest of its division, which can be undone."""

    id: str
    title: str
    """The name of the tournament."""
    on_board: ChallengedOnBoard


def word_on_board(
    context: "Context", stream: str, tournament: Tournament, played: Round, made: WordChallenge
) -> ChallengedOnBoard:
    """Returns a challenge with what its board says of the word now."""
    number = made.challenged.number
    sitting = None if number is None else played.sitting_of(number)
    if sitting is None or made.ruling is not None:
        return ChallengedOnBoard(made, played.number, BoardKnown.HERE, made.target.points)
    place = Place(played.division, played.number, sitting.table, sitting.board)
    seen = boards_of(context, stream, tournament)(place)
    if seen is not None:
        found = find_word(seen.words, made.target)
        number_of = tournament.division(played.division).number
        at = stream_at(context, BoardPlace(stream, number_of, place.round, place.table, place.board))
        words = tuple(dict.fromkeys(each.word for each in seen.words))
        if found is None:
            return ChallengedOnBoard(made, played.number, BoardKnown.ABSENT, None, at, words)
        return ChallengedOnBoard(made, played.number, BoardKnown.HERE, found.points, at, words)
    if made.proposed is not None:
        return ChallengedOnBoard(made, played.number, BoardKnown.PROPOSED, made.proposed.points)
    known = BoardKnown.AWAITED if sitting.outcome is None else BoardKnown.TOTAL
    return ChallengedOnBoard(made, played.number, known, None)


def ruled_words(context: "Context", caller: Caller) -> tuple[RuledChallenge, ...]:
    """Returns the rulings that a judge may undo, of each round that is not closed, the newest first."""
    return tuple(
        ruled
        for stream in streams_in(context)
        if caller.holds(stream, Role.JUDGE)
        for ruled in _ruled_in(context, stream, context.states.of(stream).state)
    )[::-1]


def _ruled_in(context: "Context", stream: str, tournament: Tournament) -> Iterator[RuledChallenge]:
    for division in tournament.divisions:
        played = tournament.latest_round(division)
        if played is None or played.stage is RoundStage.CLOSED:
            continue
        for made in played.challenges:
            if not made.is_open and played.challenge_of(made.challenger) is made:
                on_board = word_on_board(context, stream, tournament, played, made)
                yield RuledChallenge(f"{stream}#{on_board.key}", tournament.name, on_board)


def undo_ruling(
    context: "Context", caller: Caller, ident: str, reason: str, meta: CommandMeta = NO_META
) -> str:
    """Undoes a ruling on a challenged word; returns the word."""
    stream, _, key = ident.rpartition("#")
    number, _, challenger = key.partition("-")
    if not number.isdecimal() or not challenger.isdecimal():
        raise MalformedError("no-such-ruling", "there is no such ruling; reload the page")
    command = c.UndoBoardRuling(caller.name, int(number), int(challenger), reason)
    outcome = execute(context, caller, TOURNAMENTS, stream, command, meta)
    played = outcome.state.round(outcome.state.entrant_of(int(challenger)).division, int(number))
    made = next(each for each in reversed(played.challenges) if each.challenger.number == int(challenger))
    return made.target.word
