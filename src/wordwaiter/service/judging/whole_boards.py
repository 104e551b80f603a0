"""Whole boards for the judges: every word of a board that was handed in, with what the lists say of it.

Only members of teams challenge words (bee-challenge), so judges rule here on challenges alone.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare.challenge import ChallengedWord, WordChallenge
from wordwaiter.game.hare.round import HareRound
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.judging.word_lists import judge_of_division
from wordwaiter.service.rounds.round_tables import boards_of, stream_at
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.snapshots import streams_in
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class WholeBoard:
    """A team's board that was handed in, with the words that count."""

    stream: str
    title: str
    """The name of the tournament."""
    table: int
    team: str
    words: tuple[ChallengedWord, ...]
    lacking: frozenset[str]
    """Words that the lists do not have."""
    challenges: tuple[WordChallenge, ...]
    """Challenges by other teams, ruled on or not."""
    tournament: str
    round: int

    def challenge_of(self, word: ChallengedWord) -> WordChallenge | None:
        """Returns the challenge of a word; nothing if nobody challenged it, so that it counts."""
        return next((made for made in self.challenges if made.target.is_same_word(word)), None)


def judges_boards(context: "Context", caller: Caller) -> bool:
    """Checks whether boards are built in a division that somebody judges."""
    return any(
        isinstance(context.rulebooks(division.rulebook).play, Building)
        and caller.holds_in(stream, division.name, Role.JUDGE)
        for stream in streams_in(context)
        for division in context.states.of(stream).state.divisions.values()
    )


def whole_boards(context: "Context", caller: Caller) -> tuple[WholeBoard, ...]:
    """Returns the Hare boards of open rounds that a judge may go through, by table."""
    return tuple(
        board
        for stream in streams_in(context)
        for division in context.states.of(stream).state.divisions.values()
        if caller.holds_in(stream, division.name, Role.JUDGE)
        for board in _boards_in(context, stream, context.states.of(stream).state, division)
    )


def _boards_in(
    context: "Context", stream: str, tournament: Tournament, division: Division
) -> Iterator[WholeBoard]:
    played = tournament.latest_round(division.name)
    if played is None or played.stage not in (RoundStage.RUNNING, RoundStage.ENDED):
        return
    seen_at = boards_of(context, stream, tournament)
    for sitting in played.sittings:
        seen = seen_at(Place(division.name, played.number, sitting.table, sitting.board))
        at = stream_at(
            context, BoardPlace(stream, division.number, played.number, sitting.table, sitting.board)
        )
        if seen is not None and at is not None and isinstance(context.states.of(at).state, HareRound):
            team = sitting.sides[0]
            counted = seen.without_struck(played, team).words
            words = tuple(dict.fromkeys(each.word for each in counted))
            yield WholeBoard(
                at,
                tournament.name,
                sitting.table,
                tournament.contender(team).name,
                counted,
                frozenset(lacking_words(context, stream, division.number, words)),
                tuple(made for made in played.challenges if not made.void and made.challenged.number == team),
                stream,
                played.number,
            )


def lacking_words(
    context: "Context", tournament: str, division: int, words: tuple[str, ...]
) -> tuple[str, ...]:
    """Returns the words that are not good by the lists of a division."""
    judge = judge_of_division(context, tournament, division)
    if judge is None:
        return ()
    found = []
    for word in words:
        with suppress(MalformedError):
            if not judge.rule((word,)).good:
                found.append(word)
    return tuple(found)
