"""Words that somebody did not find in their own games here: bingos, and plays worth much more than theirs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wordwaiter.engine.analysis import is_turn, moment_of
from wordwaiter.engine.candidates import candidates_of
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.play import Play
from wordwaiter.engine.review.standings import Standings
from wordwaiter.errors import WordwaiterError
from wordwaiter.game.table import Stage, Table
from wordwaiter.notation.record import GameRecord
from wordwaiter.notation.table_record import record_of
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.variants import lists_of
from wordwaiter.rules.scoring import score_play
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.judging.word_lists import judge_by
from wordwaiter.service.study.searches import quiz_of, require_study
from wordwaiter.service.tables.free_games import engines_of
from wordwaiter.service.tables.stream_names import is_free_table
from wordwaiter.study.questions import Anagram

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_GAMES_KEPT: Final = 500
"""Games of which it is kept what was missed; looking through one takes about a twentieth of a second."""
WORTH_MORE: Final = 20
"""Points by which a play must be better to count as missed, unless it is a bingo."""
_MOST_TURNS: Final = 100


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word that could have been played."""

    word: str
    play: str
    """As people read it: `8D RE(T)INA`."""
    score: int
    played: str
    """The play that was made instead."""
    points: int
    is_bingo: bool
    game: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Missed:
    """The plays missed in one's own games, and a quiz of them."""

    list_name: str
    games: int
    words: tuple[MissedWord, ...]
    questions: tuple[Anagram, ...]


def missed_words(context: "Context", caller: Caller) -> Missed:
    """Returns the words that a caller missed in all their games here that are over, the latest first."""
    require_study(context)
    games = sorted(_own_games(context, caller), key=lambda game: -game[1].at_ms)
    found = [word for stream, table in games for word in _missed_in(context, caller, stream, table)]
    words = tuple({each.word: each for each in reversed(found)}.values())[::-1]
    lists = lists_of(games[0][1].rulebook.name) if games else ()
    lexicon = judge_by(context, lists).lexicons[0]
    asked = [each.word for each in words if each.word in lexicon]
    return Missed(lexicon.name, len(games), words, quiz_of(context, lexicon, tuple(asked), shows_all=False))


def _own_games(context: "Context", caller: Caller) -> Iterator[tuple[str, Table]]:
    streams = {
        grant.stream for grant in caller.grants if grant.role is Role.PLAYER and is_free_table(grant.stream)
    }
    for stream in sorted(streams):
        if context.states.knows(stream):
            table = context.states.of(stream).state
            if isinstance(table, Table) and table.stage is Stage.ENDED:
                yield stream, table


def _missed_in(context: "Context", caller: Caller, stream: str, table: Table) -> Iterator[MissedWord]:
    """The words of one game; none of a game that no record can tell, or that the engine cannot play."""
    seats = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    own = frozenset(table.sides[seat.side] for number, seat in enumerate(table.seats) if number in seats)
    try:
        record = record_of(table)
        engine = engines_of(context, lists_of(table.rulebook.name)).of(table.rulebook)
    except WordwaiterError:
        return
    if len(record.players) == 2 and len(record.moves) <= _MOST_TURNS:
        yield from _missed_by(own, engine, record, stream)


@lru_cache(maxsize=_GAMES_KEPT)
def _missed_by(
    own: frozenset[str], engine: Engine, record: GameRecord, stream: str
) -> tuple[MissedWord, ...]:
    """The words that these players missed in a game that is over."""
    standings = Standings(record, engine.rulebook)
    return tuple(
        missed
        for number, entry in enumerate(record.moves)
        if record.players[entry.player].name in own and is_turn(record, number)
        if (missed := _missed_at(engine, standings, number, stream)) is not None
    )


def _missed_at(engine: Engine, standings: Standings, number: int, stream: str) -> MissedWord | None:
    """The word of the best play, if it is far better than the one that was made."""
    try:
        moment = moment_of(engine, standings, number)
    except WordwaiterError:  # a rack that nobody knows, a play that was phony
        return None
    if not moment.is_rack_known:
        return None
    board, played = moment.stand.board, moment.played
    best = candidates_of(engine, moment.stand, 1)[0]
    if not isinstance(best, Play):
        return None
    is_bingo = _is_bingo(engine, best) and not (isinstance(played, Play) and _is_bingo(engine, played))
    points = played.score if isinstance(played, Play) else 0
    if not is_bingo and best.score < points + WORTH_MORE:
        return None
    main = score_play(board, best.placement(board), engine.rulebook).words[0].word
    other = standings.record.players[1 - moment.player].name
    told = "" if not isinstance(played, Play) else played.readable(board)
    return MissedWord(main.upper(), best.readable(board), best.score, told, points, is_bingo, stream, other)


def _is_bingo(engine: Engine, play: Play) -> bool:
    return len(play.tiles) == engine.rack_size
