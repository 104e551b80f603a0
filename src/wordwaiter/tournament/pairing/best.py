"""The best pairing of a ranking: the one that the rules' order of priority prefers to all others."""

from collections.abc import Sequence
from random import Random

from wordwaiter.errors import IllegalError
from wordwaiter.sentences import listed
from wordwaiter.tournament.pairing.candidates import possible_edges
from wordwaiter.tournament.pairing.costs import first_surplus
from wordwaiter.tournament.pairing.matching import Edge, cheapest_matching
from wordwaiter.tournament.pairing.pairings import Bye, Game, Pairings
from wordwaiter.tournament.pairing.phrases import PARTING
from wordwaiter.tournament.pairing.ranking import Ranking, refuse_unpairable_number
from wordwaiter.tournament.pairing.reasons import Explainer
from wordwaiter.tournament.pairing.rules import FirstPlay


def best_pairings(ranking: Ranking, rng: Random) -> Pairings:
    """The pairings with the smallest costs, the most important concern first; refuses if none exist."""
    refuse_unpairable_number(len(ranking.places), ranking.rules)
    chosen = cheapest_matching(len(ranking.places) + ranking.odd, possible_edges(ranking), rng)
    _refuse_if_anybody_is_left(ranking, chosen)
    resting = len(ranking.places)
    games = sorted((edge.one, edge.other) for edge in chosen if edge.other != resting)
    bye = next((edge.one for edge in chosen if edge.other == resting), None)
    explain = Explainer.of(ranking, games, bye)
    totals = [sum(costs) for costs in zip(*(edge.costs for edge in chosen), strict=True)]
    return Pairings(
        games=tuple(_game(ranking, game, explain, rng) for game in games),
        byes=() if bye is None else (Bye(ranking.places[bye].id, explain.bye(bye)),),
        costs=tuple(zip(ranking.rules.priorities, totals, strict=True)),
    )


def _game(ranking: Ranking, game: tuple[int, int], explain: Explainer, rng: Random) -> Game:
    higher, lower = (ranking.places[place] for place in game)
    why = explain.game(game)
    if ranking.rules.first_play is FirstPlay.BY_DRAW:
        return Game(higher.id, lower.id, why)
    surplus = first_surplus(higher) - first_surplus(lower)
    if surplus > 0 or (surplus == 0 and rng.getrandbits(1)):
        higher, lower = lower, higher
    return Game(higher.id, lower.id, why, first_by_draw=False)


def _refuse_if_anybody_is_left(ranking: Ranking, chosen: Sequence[Edge]) -> None:
    seated = {end for edge in chosen for end in (edge.one, edge.other)}
    left = [contender for place, contender in enumerate(ranking.places) if place not in seated]
    if not left:
        return
    never = sorted(ranking.rules.never)
    rule = listed([PARTING[concern] for concern in never])
    raise IllegalError(
        "no-pairing-exists",
        f"nobody is left for {listed([contender.called for contender in left])} to meet, "
        f"since {rule}; add an entrant, give somebody a bye, or set the game by hand",
        clause=next(
            (ranking.rules.clauses[concern] for concern in never if concern in ranking.rules.clauses), None
        ),
        left=[contender.id for contender in left],
    )
