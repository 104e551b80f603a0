"""The log: every fact as a sentence that can be read out, with whoever brought it about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wordwaiter.tournament import facts as f
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: what happened, when and by whom."""

    number: int
    """Of the line, from 1; undo takes it."""
    at_ms: int
    by: str
    kind: str
    sentence: str


def log_of(told: Iterable[f.Fact]) -> Iterator[LogLine]:
    """The log of a tournament's facts, in their order."""
    tournament: Tournament | None = None
    for number, fact in enumerate(told, 1):
        if isinstance(fact, f.TournamentOpened):
            tournament = opened(fact)
            sentence = fact.sentence(tournament, tournament)
        elif tournament is not None:
            before, tournament = tournament, evolve(tournament, fact)
            sentence = fact.sentence(before, tournament)
        else:
            continue
        yield LogLine(number, fact.at_ms, fact.by, fact.KIND, sentence)
