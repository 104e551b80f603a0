"""Words for tests of pairing: made-up contenders, and a search through all pairings there are."""

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import strategies as st

from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.pairings import PairingAlgorithm, Pairings
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import FORBIDDABLE, Concern, FirstPlay, PairingRules

from .plain_costs import is_forbidden, plain_totals

NO_HISTORY = PairingHistory()


def doubles(*pairs: str, scores: Sequence[int | None] = ()) -> list[PairingContender]:
    """Players in pairs: "Ann Ben" are partners; the scores of their last game in the same order."""
    names = [(name, pair) for pair in pairs for name in pair.split()]
    last = list(scores) or [None] * len(names)
    return [
        PairingContender(id=name, group=pair, last_score=score)
        for (name, pair), score in zip(names, last, strict=True)
    ]


def met(pairings: Pairings) -> set[frozenset[str]]:
    """Who meets whom."""
    return {frozenset((game.first, game.second)) for game in pairings.games}


def everybody(pairings: Pairings) -> list[str]:
    """All who play or rest, sorted."""
    players = [name for game in pairings.games for name in (game.first, game.second)]
    return sorted(players + [bye.contender for bye in pairings.byes])


def paired(
    method: PairingAlgorithm,
    contenders: Sequence[PairingContender],
    rules: PairingRules,
    history: PairingHistory = NO_HISTORY,
    seed: int = 1,
) -> Pairings:
    """The pairings of a method, with a seed."""
    return method.pair(contenders, history, rules, Random(seed))


def all_matchings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to join an even number of places two by two."""
    if not places:
        yield []
        return
    one, *rest = places
    for index, other in enumerate(rest):
        for joined in all_matchings(rest[:index] + rest[index + 1 :]):
            yield [(one, other), *joined]


def cheapest_of_all(ranking: Ranking) -> tuple[int, ...] | None:
    """The smallest costs of any pairing, found by trying all; `None` if all are forbidden."""
    count = len(ranking.places)
    best: tuple[int, ...] | None = None
    for joined in all_matchings(range(count + count % 2)):
        games = [game for game in joined if count not in game]
        bye = next((min(game) for game in joined if count in game), None)
        if is_forbidden(ranking, games):
            continue
        totals = plain_totals(ranking, games, bye)
        best = totals if best is None else min(best, totals)
    return best


def totals_of(ranking: Ranking, pairings: Pairings) -> tuple[int, ...]:
    """What these pairings cost, whatever they say themselves."""
    place_of = {contender.id: place for place, contender in enumerate(ranking.places)}
    games = [(place_of[game.first], place_of[game.second]) for game in pairings.games]
    assert not is_forbidden(ranking, games)
    byes = [place_of[bye.contender] for bye in pairings.byes]
    return plain_totals(ranking, games, byes[0] if byes else None)


@st.composite
def fields(draw: st.DrawFn, most: int = 10) -> tuple[list[PairingContender], PairingHistory]:
    """A small field with much to avoid, and what was played before."""
    count = draw(st.integers(2, most))
    few = st.integers(0, 2)
    contenders = [
        PairingContender(
            id=f"c{number}",
            standing=(draw(st.integers(0, 3)), draw(st.integers(-9, 9))),
            last_score=draw(st.none() | st.integers(200, 220)),
            group=draw(st.none() | st.sampled_from("PQRS")),
            club=draw(st.none() | st.sampled_from("XYZ")),
            firsts=draw(few),
            seconds=draw(few),
            byes=draw(few),
            floated=draw(st.booleans()),
            can_be_ranked=draw(st.booleans()),
            in_medal_place=draw(st.booleans()),
            fixed_table=draw(st.none() | st.integers(1, 2)),
        )
        for number in range(count)
    ]
    ids = st.sampled_from([contender.id for contender in contenders])
    games = draw(st.lists(st.tuples(ids, ids).filter(lambda game: game[0] != game[1]), max_size=12))
    return contenders, PairingHistory.of([games])


@st.composite
def any_rules(draw: st.DrawFn) -> PairingRules:
    """Any order of any concerns."""
    order = draw(st.permutations(list(Concern)))
    return PairingRules(
        never=frozenset(draw(st.sets(st.sampled_from(sorted(FORBIDDABLE)), max_size=2))),
        order=tuple(order[: draw(st.integers(0, len(order)))]),
        first_play=draw(st.sampled_from(FirstPlay)),
    )
