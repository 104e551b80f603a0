"""The plays of a tournament that made most points, as everybody may see them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from typing import TYPE_CHECKING, Final

from wordwaiter.game.table import Played, Table
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.tournament.entrants.public_names import initials_of
from wordwaiter.tournament.rounds.table_results import contenders_at
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

BEST_PLAYS: Final = 8

BadWords = frozenset[tuple[int | None, str]]
"""Words that were ruled bad, each with the team whose it was."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """A play that people talk about."""

    who: str
    text: str
    points: int
    division: str


@dataclass(frozen=True, slots=True)
class _PlayMade:
    """A play, and the side that made it."""

    contender: int | None
    opened_as: str
    """The name of the side when its table was opened."""
    text: str
    points: int


class PlaysByTable:
    """The best plays of each table of a tournament; looked for anew when something has changed there."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[int, BadWords, tuple[_PlayMade, ...]]] = {}

    def best(
        self, context: "Context", stream: str, tournament: Tournament, names: Mapping[int, str]
    ) -> tuple[BestPlay, ...]:
        """Returns the best plays, with those that somebody noted for a prize; `names` are those to show."""
        noted = (
            BestPlay(
                names[each.contender],
                each.text,
                each.points,
                tournament.entrant_of(each.contender).division,
            )
            for each in tournament.feats
            if each.points
        )
        plays = (*noted, *self._all(context, stream, tournament, names))
        return tuple(dict.fromkeys(nlargest(BEST_PLAYS, plays, key=lambda each: each.points)))

    def _all(
        self, context: "Context", stream: str, tournament: Tournament, names: Mapping[int, str]
    ) -> Iterator[BestPlay]:
        for end in context.states.ends_of(stream):
            place = place_of(end.stream)
            if place is None:
                continue
            bad = _bad_words(tournament, place)
            version, bad_before, made = self._kept.get(end.stream, (0, bad, ()))
            if version != end.version or bad != bad_before:
                # A table at rest is folded from the journal: what it gave holds while nothing happens there.
                made = _plays_at(context, tournament, place, context.states.of(end.stream).state, bad)
                self._kept[end.stream] = (end.version, bad, made)
            division = place.in_tournament(tournament).division
            for play in made:
                known = None if play.contender is None else names.get(play.contender)
                yield BestPlay(known or initials_of(play.opened_as), play.text, play.points, division)


def _bad_words(tournament: Tournament, place: BoardPlace) -> BadWords:
    """Returns each word of a round that judges ruled bad or struck, with the team on whose board it is."""
    found = place.played_in(tournament)
    if found is None:
        return frozenset()
    played, _ = found
    challenged = (each for each in played.challenges if each.changes_hands)
    struck = (each for each in played.refused_words if each.struck)
    return frozenset(
        (
            *((each.challenged.number, each.target.word) for each in challenged),
            *((each.team, word.word) for each in struck for word in each.words),
        )
    )


def _plays_at(
    context: "Context", tournament: Tournament, place: BoardPlace, state: object, bad: BadWords
) -> tuple[_PlayMade, ...]:
    """Returns the best turns of a table, of those that may be shown to the room."""
    if not isinstance(state, Table):
        return ()
    numbers = contenders_at(tournament, place.in_tournament(tournament), state)
    made = (
        _PlayMade(
            numbers[side := state.seats[turn.seat].side],
            state.sides[side],
            turn.move.words[0],
            turn.points,
        )
        for turn in state.turns
        if isinstance(turn.move, Played) and turn.points > 0 and context.shows(turn.move.words)
        if bad.isdisjoint((numbers[state.seats[turn.seat].side], word) for word in turn.move.words)
    )
    return tuple(nlargest(BEST_PLAYS, made, key=lambda each: each.points))
