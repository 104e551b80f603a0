"""Standings: who is where in a division, by what the format ranks by, and how each line came about."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from itertools import groupby

from wordwaiter.sentences import joined, listed, named, said
from wordwaiter.tournament.bee.boards import no_boards
from wordwaiter.tournament.commands import CancelGame, DeclareDefault, WithdrawResult
from wordwaiter.tournament.entrants.absence import leave
from wordwaiter.tournament.entrants.entrants import Entrant
from wordwaiter.tournament.evolve import evolve
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.rounds.results import cancel_game, withdraw_result
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.standings.game_lines import GameLine, game_lines
from wordwaiter.tournament.standings.missed_games import why_behind
from wordwaiter.tournament.state import Tournament

Value = tuple[int, ...]
"""An entrant's value of a criterion; more than one number only where game scores are compared in turn."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One entrant of a division."""

    rank: int | None
    """Shared where nothing separates; nothing for one who is no longer ranked."""
    entrant: int
    name: str
    values: tuple[Value, ...]
    """In the order of the standings' criteria."""
    games: tuple[GameLine, ...]
    why: tuple[str, ...]
    """How the line came about, sentence by sentence."""
    note: str = ""
    """Why it is not ranked, or behind all who have played every game."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a division, the best first; those who are not ranked come last."""

    division: str
    after_round: int
    criteria: tuple[Criterion, ...]
    lines: tuple[StandingLine, ...]
    is_provisional: bool
    """A round that counts is not closed."""

    @property
    def has_begun(self) -> bool:
        """Checks whether any game counts: before that all are level, and nobody is first."""
        return any(game.counts and game.own is not None for line in self.lines for game in line.games)

    def line_of(self, entrant: int) -> StandingLine:
        """The line of one entrant."""
        return next(line for line in self.lines if line.entrant == entrant)

    def plain(self) -> dict[str, object]:
        """Returns plain values: for each line `rank`, `entrant` and the columns that it is ranked by."""
        return {
            "name": self.division,
            "round": self.after_round,
            "provisional": self.is_provisional,
            "standings": [
                {
                    "rank": line.rank,
                    "entrant": line.name,
                    **{
                        criterion.value: plain_value(criterion, value)
                        for criterion, value in zip(self.criteria, line.values, strict=True)
                    },
                    "note": str(line.note),
                    "why": list(map(str, line.why)),
                }
                for line in self.lines
            ],
        }


def plain_value(criterion: Criterion, value: Value) -> object:
    """A number, or a list of game scores. Wins may end in a half, which JSON can only tell as a fraction."""
    match criterion:
        case Criterion.HIGHEST_GAMES:
            return list(value)
        case Criterion.WINS:
            return value[0] / 2 if value[0] % 2 else value[0] // 2
        case Criterion.POINTS | Criterion.SPREAD | Criterion.TOTAL:
            return value[0]


def half_text(half_points: int) -> str:
    """Half wins as people write them: 7 is `3.5`, 6 is `3`."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


def standings(tournament: Tournament, division: str, after_round: int | None = None) -> Standings:
    """The standings of a division, now or as they were after a round."""
    format_ = tournament.division(division).format
    rounds = tournament.rounds_of(division)[:after_round]
    lines_of: defaultdict[int, list[GameLine]] = defaultdict(list)
    for line in game_lines(tournament, division, after_round):
        lines_of[line.contender].append(line)
    entered = tournament.entrants_of(division)
    games = {
        each.number: tuple(line for contender in each.contenders for line in lines_of[contender.number])
        for each in entered
    }
    outside = {
        each.number: note for each in entered if (note := _why_unranked(tournament, format_, each, rounds))
    }
    behind = {each.number: why_behind(tournament, format_, each, rounds) for each in entered}
    placed = _ranked(format_, [each for each in entered if each.number not in outside], games, behind)
    unranked = tuple(
        _unranked(tournament, format_, each, games[each.number], outside[each.number])
        for each in entered
        if each.number in outside
    )
    return Standings(
        division=division,
        after_round=len(rounds),
        criteria=format_.ranking.order,
        lines=(*placed, *unranked),
        is_provisional=any(each.stage is not RoundStage.CLOSED for each in rounds[: format_.counted_rounds]),
    )


def value_of(criterion: Criterion, games: Sequence[GameLine]) -> Value:
    """Returns the value of games by one criterion."""
    counted = [line for line in games if line.counts]
    match criterion:
        case Criterion.POINTS | Criterion.WINS:
            return (sum(line.credit for line in counted),)
        case Criterion.SPREAD:
            return (sum(line.spread for line in counted),)
        case Criterion.TOTAL:
            return (sum(line.points for line in counted),)
        case Criterion.HIGHEST_GAMES:
            return tuple(sorted((line.own for line in counted if line.own is not None), reverse=True))


def medal_entrants(
    tournament: Tournament, division: str, games_of: Mapping[int, Sequence[GameLine]]
) -> frozenset[int]:
    """Returns the medal contenders: those in a medal place, and all who are level with the last of these.

    There is none before a game counts. `games_of` has the games of each contender.
    """
    format_ = tournament.division(division).format
    games = {
        each.number: [line for contender in each.contenders for line in games_of[contender.number]]
        for each in tournament.entrants_of(division)
        if not tournament.defaulted(each)
    }
    if not any(line.counts and line.own is not None for lines in games.values() for line in lines):
        return frozenset()
    values = {number: _values(format_, lines) for number, lines in games.items()}
    groups = tournament.division(division).groups
    fields = [group.entrants & values.keys() for group in groups] or [frozenset(values)]
    return frozenset(number for field in fields for number in _leaders(field, values, format_))


def _leaders(field: Set[int], values: Mapping[int, tuple[Value, ...]], format_: Format) -> Iterator[int]:
    """Yields those who are in a medal place of their field, or level with the last of these."""
    best = sorted((values[number] for number in field), reverse=True)[: format_.honours.medal_places]
    yield from (number for number in field if best and values[number] >= best[-1])


def _values(format_: Format, games: Sequence[GameLine]) -> tuple[Value, ...]:
    return tuple(value_of(criterion, games) for criterion in format_.ranking.order)


def _ranked(
    format_: Format,
    entrants: Sequence[Entrant],
    games: dict[int, tuple[GameLine, ...]],
    behind: Mapping[int, str],
) -> tuple[StandingLine, ...]:
    """Returns the lines in their order; those with a reason to be `behind` come after all others."""
    values = {each.number: _values(format_, games[each.number]) for each in entrants}
    ordered = sorted(entrants, key=lambda each: each.name.casefold())
    ordered.sort(key=lambda each: (not behind[each.number], values[each.number]), reverse=True)
    placed: list[StandingLine] = []
    for _, level in groupby(ordered, key=lambda each: (bool(behind[each.number]), values[each.number])):
        rank, sharing = len(placed) + 1, tuple(level)
        below = ordered[len(placed) + len(sharing) :][:1]
        for each in sharing:
            own, note = values[each.number], behind[each.number]
            why = [
                *(_told(each, line) for line in games[each.number]),
                *_sums(format_, own),
                *([note] if note else []),
                *_shared(each, sharing),
                *(
                    _ahead_of(format_, own, other.name, values[other.number])
                    for other in below
                    if bool(behind[other.number]) == bool(note)
                ),
            ]
            line = StandingLine(rank, each.number, each.name, own, games[each.number], tuple(why), note)
            placed.append(line)
    return tuple(placed)


def _told(entrant: Entrant, line: GameLine) -> str:
    """One game of an entrant; of a pair it is told which of them played it."""
    if not entrant.is_pair:
        return line.sentence
    who = next(each.name for each in entrant.contenders if each.number == line.contender)
    return joined(": ", (who, line.sentence))


def _why_unranked(tournament: Tournament, format_: Format, entrant: Entrant, rounds: Sequence[Round]) -> str:
    """Empty for one who is ranked; one who never came would otherwise stand above those who lost."""
    if gone := tournament.defaulted(entrant):
        told = ((each.name, tournament.departures[each.number].reason) for each in gone)
        reasons = (
            said("{who} defaulted ({reason})" if reason else "{who} defaulted", who=name, reason=reason)
            for name, reason in told
        )
        clause = format_.clause_of("absence.games_against_defaulter")
        return said("not ranked: {reasons} ({clause})", reasons=joined("; ", reasons), clause=clause)
    own = {each.number for each in entrant.contenders}
    if rounds and not any(own & each.listed for each in rounds):
        return said("not ranked: has not played")
    return ""


def _unranked(
    tournament: Tournament, format_: Format, entrant: Entrant, games: tuple[GameLine, ...], note: str
) -> StandingLine:
    absent = {each.number for each in tournament.defaulted(entrant)}
    left = tuple(line for line in games if line.contender not in absent)
    why = (*(line.sentence for line in left), note)
    return StandingLine(None, entrant.number, entrant.name, _values(format_, left), left, why, note)


# ---------------------------------------------------------------- how a line came about


def _text(criterion: Criterion, value: Value) -> str:
    match criterion:
        case Criterion.WINS:
            return half_text(value[0])
        case Criterion.SPREAD:
            return f"{value[0]:+d}"
        case Criterion.HIGHEST_GAMES:
            return ", ".join(map(str, value)) or said("none")
        case Criterion.POINTS | Criterion.TOTAL:
            return str(value[0])


def _sums(format_: Format, values: tuple[Value, ...]) -> tuple[str, ...]:
    order = format_.ranking.order
    return tuple(
        joined(": ", [named(criterion), _text(criterion, value)])
        for criterion, value in zip(order, values, strict=True)
    )


def _shared(entrant: Entrant, sharing: Sequence[Entrant]) -> tuple[str, ...]:
    others = [each.name for each in sharing if each is not entrant]
    if not others:
        return ()
    return (said("shares the place with {others}: nothing separates them", others=listed(others)),)


def _ahead_of(format_: Format, own: tuple[Value, ...], name: str, other: tuple[Value, ...]) -> str:
    """Returns which criterion put a line before the next, and by which clause."""
    decided = next(index for index, value in enumerate(own) if value != other[index])
    criterion = format_.ranking.order[decided]
    mine, theirs = own[decided], other[decided]
    if criterion is Criterion.HIGHEST_GAMES:
        place = next((index for index, score in enumerate(mine) if theirs[index : index + 1] != (score,)), 0)
        mine, theirs = mine[place : place + 1], theirs[place : place + 1]
    level = (said("level on {what}", what=named(each)) for each in format_.ranking.order[:decided])
    against = said(
        "{what} {mine} against {theirs}",
        what=named(criterion),
        mine=_text(criterion, mine),
        theirs=_text(criterion, theirs),
    )
    return said(
        "ahead of {who}: {why} ({clause})",
        who=name,
        why=joined(", ", [*level, against]),
        clause=format_.clause_of("ranking.order"),
    )


# ---------------------------------------------------------------- before something is done


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """The standings as they are, and as something that is not done yet would make them."""

    before: Standings
    after: Standings

    @property
    def moved(self) -> tuple[tuple[str, int | None, int | None], ...]:
        """Everyone whose rank would change: name, rank before, rank after."""
        ranks = {line.entrant: line.rank for line in self.before.lines}
        return tuple(
            (line.name, ranks[line.entrant], line.rank)
            for line in self.after.lines
            if ranks[line.entrant] != line.rank
        )


def preview_default(tournament: Tournament, contender: int) -> BeforeAfter:
    """Previews the standings if a contender were declared in default; nothing happens yet."""
    command = DeclareDefault("preview", contender, "preview")
    facts = leave(tournament, command, tournament.at_ms)
    return _before_after(tournament, tournament.entrant_of(contender).division, facts)


def preview_without_result(tournament: Tournament, command: CancelGame | WithdrawResult) -> BeforeAfter:
    """Previews the standings without a result, or without its game; refuses as the command would."""
    match command:
        case CancelGame():
            facts = cancel_game(tournament, command, tournament.at_ms)
        case WithdrawResult():
            facts = withdraw_result(tournament, command, tournament.at_ms, no_boards)
    return _before_after(tournament, command.division, facts)


def _before_after(tournament: Tournament, division: str, facts: Iterable[Fact]) -> BeforeAfter:
    after = reduce(evolve, facts, tournament)
    return BeforeAfter(standings(tournament, division), standings(after, division))
