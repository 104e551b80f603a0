"""The worth of each game for each contender: credit, spread and points, with a sentence."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from wordwaiter.sentences import joined, listed, named, said
from wordwaiter.tournament.entrants.entrants import Leaving
from wordwaiter.tournament.formats.choices import (
    CountedGames,
    Credit,
    Criterion,
    GamesAgainstDefaulter,
    MatchPoints,
    WinBySpread,
    WinsAndHalves,
    WinWithoutScore,
)
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.rounds.rounds import (
    Cancelled,
    Forfeited,
    Rest,
    RestKind,
    Round,
    Sitting,
    totals_text,
)
from wordwaiter.tournament.state import Tournament


class Verdict(Enum):
    """How a game went for one side."""

    WIN = "win"
    TIE = "tie"
    LOSS = "loss"
    ALONE = "alone"
    """There was nobody to beat."""
    NOTHING = "nothing"
    """No game, and nothing for it."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One round of one contender, as the standings count it."""

    round: int
    contender: int
    opponent: int | None
    own: int | None
    """The game score; nothing where no game was played."""
    other: int | None
    verdict: Verdict
    credit: int
    """Match points, or half wins."""
    spread: int
    """No more than the cap of the round."""
    points: int
    """The points the game adds to the total, with those moved by rulings on boards."""
    counts: bool
    sentence: str


def credit_of(credit: Credit | None, verdict: Verdict) -> int:
    """Match points, or half wins, for a verdict."""
    match credit:
        case MatchPoints(win=win, tie=tie):
            pass
        case WinsAndHalves():
            win, tie = 2, 1
        case None:
            return 0
        case _:
            assert_never(credit)
    match verdict:
        case Verdict.WIN:
            return win
        case Verdict.TIE:
            return tie
        case Verdict.LOSS | Verdict.ALONE | Verdict.NOTHING:
            return 0


def game_lines(tournament: Tournament, division: str, after_round: int | None = None) -> Iterator[GameLine]:
    """Yields the worth of every round for everybody, up to a round; games without a result are left out."""
    format_ = tournament.division(division).format
    names = {each.number: each.name for each in tournament.contenders_of(division)}
    gone = {number for number, each in tournament.departures.items() if each.how is Leaving.DEFAULTED}
    cancels = format_.absence.games_against_defaulter is GamesAgainstDefaulter.CANCELLED
    for played in tournament.rounds_of(division)[:after_round]:
        counts = format_.ranking.games is CountedGames.ALL or played.number == 1
        for sitting in played.sittings:
            for side in range(len(sitting.sides)):
                line = _played(format_, played, sitting, side, names)
                if line is None:
                    continue
                against_defaulter = cancels and line.opponent in gone
                yield _marked(line, counts, against_defaulter)
        for rest in played.rests:
            yield _marked(_rested(format_, played, rest), counts, against_defaulter=False)


def without_cap(tournament: Tournament, division: str) -> Tournament:
    """Returns a tournament in which all of a game's spread counts, for readers that cap it themselves."""
    known = tournament.division(division)
    ranking = replace(known.format.ranking, spread_cap=())
    uncapped = replace(known, format=replace(known.format, ranking=ranking))
    return replace(tournament, divisions={**tournament.divisions, division: uncapped})


def _marked(line: GameLine, counts: bool, against_defaulter: bool) -> GameLine:
    if counts and not against_defaulter:
        return line
    pattern = (
        "{game}: cancelled, the opponent defaulted" if against_defaulter else "{game}: for fun, not counted"
    )
    return replace(
        line, credit=0, spread=0, points=0, counts=False, sentence=said(pattern, game=line.sentence)
    )  # fmt: skip


def _capped(format_: Format, number: int, spread: int) -> int:
    cap = format_.spread_cap(number)
    return spread if cap is None else max(-cap, min(cap, spread))


def _played(
    format_: Format, played: Round, sitting: Sitting, side: int, names: dict[int, str]
) -> GameLine | None:
    outcome = sitting.outcome
    if outcome is None:
        return None
    contender = sitting.sides[side]
    number = played.number
    opponent = sitting.sides[1 - side] if len(sitting.sides) == 2 else None
    if isinstance(outcome, Cancelled):
        sentence = _with_reason(said("round {round}: cancelled", round=number), outcome.reason)
        return GameLine(
            number, contender, opponent, None, None, Verdict.NOTHING, 0, 0, 0, counts=False, sentence=sentence
        )
    if isinstance(outcome, Forfeited):
        return _not_played(format_, played, sitting, outcome, contender, names)
    own = outcome.scores[side]
    moved = [(points, why) for number_, points, why in played.ruled_points if number_ == contender]
    points = own + sum(each for each, _ in moved)
    if opponent is None:
        told = joined(", ", [str(own), *(joined(" ", [why, f"{each:+d}"]) for each, why in moved)])
        pattern = "round {round}: {told} = {points}" if moved else "round {round}: {told}"
        sentence = said(pattern, round=number, told=told, points=points)
        return GameLine(
            number, contender, None, own, None, Verdict.ALONE, 0, 0, points, counts=True, sentence=sentence
        )
    other = outcome.scores[1 - side]
    verdict = Verdict.WIN if own > other else Verdict.LOSS if own < other else Verdict.TIE
    spread = _capped(format_, number, own - other)
    pattern = "round {round}: {verdict} {totals} against {who}"
    if spread != own - other:
        pattern = "round {round}: {verdict} {totals}, capped at {spread} against {who}"
    sentence = said(
        pattern,
        round=number,
        verdict=named(verdict),
        totals=totals_text((own, other)),
        spread=f"{spread:+d}",
        who=names[opponent],
    )
    credit = credit_of(format_.ranking.credit, verdict)
    return GameLine(
        number, contender, opponent, own, other, verdict, credit, spread, points, counts=True,
        sentence=sentence,
    )  # fmt: skip


def _not_played(
    format_: Format,
    played: Round,
    sitting: Sitting,
    outcome: Forfeited,
    contender: int,
    names: dict[int, str],
) -> GameLine:
    """A game without some of its sides: a bye for one who was there, a forfeit for the others."""
    if contender not in outcome.absent:
        absent = listed([names[side] for side in outcome.absent])
        line = _rested(format_, played, Rest(contender, RestKind.BYE))
        return replace(line, sentence=said("{game}, {who} was not there", game=line.sentence, who=absent))
    had_opponent = len(sitting.sides) > 1
    kind = RestKind.FORFEIT if had_opponent else RestKind.ABSENT
    line = _rested(format_, played, Rest(contender, kind))
    return replace(line, sentence=_with_reason(line.sentence, outcome.reason))


def _with_reason(game: str, reason: str) -> str:
    """Returns the outcome of a game, with its reason where the reader may know."""
    return said("{game} ({reason})", game=game, reason=reason) if reason else game


def _rested(format_: Format, played: Round, rest: Rest) -> GameLine:
    match rest.kind:
        case RestKind.BYE:
            verdict = Verdict.WIN
        case RestKind.FORFEIT:
            verdict = Verdict.LOSS
        case RestKind.ABSENT:
            verdict = Verdict.NOTHING
    spread = _capped(format_, played.number, _rest_spread(format_, rest))
    # Where spread ranks nobody, nobody would find these points anywhere.
    is_told = spread and Criterion.SPREAD in format_.ranking.order
    told = joined(" ", [named(rest.kind), *([f"{spread:+d}"] if is_told else [])])
    return GameLine(
        played.number, rest.contender, None, None, None, verdict,
        credit_of(format_.ranking.credit, verdict), spread, 0, counts=True,
        sentence=said("round {round}: {told}", round=played.number, told=told),
    )  # fmt: skip


def _rest_spread(format_: Format, rest: Rest) -> int:
    """The difference that a rest is worth, before any cap: as the director set it, or as the format says."""
    if rest.spread is not None:
        return rest.spread
    match rest.kind:
        case RestKind.BYE:
            return _bye_spread(format_)
        case RestKind.FORFEIT:
            return -_bye_spread(format_)
        case RestKind.ABSENT:
            return 0


def _bye_spread(format_: Format) -> int:
    match format_.pairing.bye:
        case WinBySpread(points=points):
            return points
        case WinWithoutScore() | None:
            return 0
