"""Words that a peek answered not good and that stand on the team's board, as judges see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.challenge import ChallengedWord
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
from wordwaiter.tournament.bee.peeks import refused_on_boards
from wordwaiter.tournament.rounds.rounds import RefusedWord, RoundStage
from wordwaiter.tournament.state import Division, Peek, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class RefusedSeen:
    """A word of a board that a peek had refused."""

    stream: str
    """The board or the table on which it stands."""
    peek: Peek
    words: tuple[ChallengedWord, ...]
    """Where it stands, with its points."""
    squares: tuple[Square, ...]

    @property
    def points(self) -> int:
        return sum(word.points or 0 for word in self.words)


@dataclass(frozen=True, slots=True)
class AnsweredPeek:
    """A peek that was answered in a round that is still open: the answer can be undone."""

    id: str
    team: str
    peek: Peek


@dataclass(frozen=True, slots=True)
class RuledRefused:
    """A ruling on a word that a peek had refused, which can be undone."""

    id: str
    team: str
    ruling: RefusedWord


def refused_in(
    context: "Context", stream: str, tournament: Tournament, division: Division
) -> Iterator[RefusedSeen]:
    """Returns the words of a division's boards that a peek had refused and that wait for a ruling."""
    played = tournament.latest_round(division.name)
    if played is None or played.stage not in (RoundStage.RUNNING, RoundStage.ENDED):
        return
    for found in refused_on_boards(tournament, played, boards_of(context, stream, tournament)):
        place = found.place
        at = stream_at(context, BoardPlace(stream, division.number, place.round, place.table, place.board))
        if at is not None:
            squares = tuple(
                word.square.toward(word.direction, step)
                for word in found.words
                for step in range(len(word.word))
            )
            yield RefusedSeen(at, found.peek, found.words, squares)


def answered_peeks(context: "Context", caller: Caller) -> tuple[AnsweredPeek, ...]:
    """Returns the answers that a judge may undo, the newest first."""
    return tuple(
        AnsweredPeek(f"{stream}#{peek.number}", tournament.contender(peek.team).name, peek)
        for stream, tournament in _judged(context, caller)
        for peek in reversed(tournament.peeks)
        if peek.good is not None and _is_open(tournament, peek)
    )


def ruled_refused(context: "Context", caller: Caller) -> tuple[RuledRefused, ...]:
    """Returns the rulings on refused words that a judge may undo."""
    return tuple(
        RuledRefused(f"{stream}#{each.peek}", tournament.contender(each.team).name, each)
        for stream, tournament in _judged(context, caller)
        for division in tournament.divisions
        if (played := tournament.latest_round(division)) is not None and played.stage is not RoundStage.CLOSED
        for each in played.refused_words
    )


def _judged(context: "Context", caller: Caller) -> Iterator[tuple[str, Tournament]]:
    for stream in streams_in(context):
        if caller.holds(stream, Role.JUDGE):
            yield stream, context.states.of(stream).state


def _is_open(tournament: Tournament, peek: Peek) -> bool:
    division = tournament.entrant_of(peek.team).division
    return tournament.round(division, peek.round).stage is not RoundStage.CLOSED


def undo_answer(
    context: "Context", caller: Caller, ident: str, reason: str, meta: CommandMeta = NO_META
) -> str:
    """Undoes the answer to a peek; returns its word."""
    stream, number = _named(ident)
    command = c.UndoPeekAnswer(caller.name, number, reason)
    return execute(context, caller, TOURNAMENTS, stream, command, meta).state.peeks[number - 1].word


def undo_refused(
    context: "Context", caller: Caller, ident: str, reason: str, meta: CommandMeta = NO_META
) -> str:
    """Undoes a ruling on a refused word; returns the word."""
    stream, number = _named(ident)
    command = c.UndoRefusedWord(caller.name, number, reason)
    return execute(context, caller, TOURNAMENTS, stream, command, meta).state.peeks[number - 1].word


def _named(ident: str) -> tuple[str, int]:
    stream, _, number = ident.rpartition("#")
    if not number.isdecimal():
        raise MalformedError("no-such-ruling", "there is no such ruling; reload the page")
    return stream, int(number)
