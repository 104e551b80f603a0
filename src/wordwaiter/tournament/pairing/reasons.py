"""Why each game of a best pairing came about.

Without anything to avoid, neighbours of the ranking meet: first and second, third and fourth. A game that
differs from this belongs to a knot of places that were joined anew together, and somewhere in the knot two
neighbours should not meet: they are the reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from wordwaiter.sentences import Wording, joined, listed, said
from wordwaiter.tournament.pairing.costs import PairCost, bye_cost, medal_stake, pair_cost
from wordwaiter.tournament.pairing.pairings import Avoided, Reason
from wordwaiter.tournament.pairing.phrases import NOT_ABOUT_TWO, against, times
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import Concern

Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Explainer:
    """Says why, for each game and the bye of one pairing."""

    ranking: Ranking
    costs: Mapping[Concern, PairCost]
    """The cost of a game for each concern, the most important concern first."""
    parted: Mapping[Places, tuple[Places, ...]]
    """For each game that does not join neighbours, the neighbours of its knot."""

    @classmethod
    def of(cls, ranking: Ranking, games: Sequence[Places], bye: int | None) -> Self:
        """Ready to explain these games."""
        seated = [place for place in range(len(ranking.places)) if place != bye]
        neighbours = zip(seated[::2], seated[1::2], strict=True)
        concerns = (*sorted(ranking.rules.never), *ranking.rules.priorities)
        costs = {concern: pair_cost(ranking, concern) for concern in concerns if concern not in NOT_ABOUT_TWO}
        return cls(ranking, costs, _parted_neighbours(games, neighbours))

    def game(self, game: Places) -> Reason:
        """Why these two places meet."""
        avoided = [
            (concern, pair)
            for pair in self.parted.get(game, ())
            for concern in self._speaking_against(pair)[:1]
        ]
        kept = self._speaking_against(game)
        by = self.ranking.by
        sentence = self.ranking.order or said("Drawn together")
        if by:
            first, second = (place + 1 for place in game)
            sentence = said("Places {first} and {second} by {by} meet", first=first, second=second, by=by)
        if avoided:
            changes = (self._against(concern, pair) for concern, pair in avoided)
            sentence = said(
                "{game}, after the nearest change: {changes}", game=sentence, changes=joined("; ", changes)
            )
        if kept:
            known = listed([self._against(concern, game) for concern in kept])
            sentence = said(
                "{game}; {known}, and no pairing without it is better", game=sentence, known=known
            )
        ground = [Concern.RANKS, *(concern for concern, _ in avoided), *kept]
        return self._reason(sentence, ground, [self._avoided(concern, pair) for concern, pair in avoided])

    def bye(self, place: int) -> Reason:
        """Why this place has the bye."""
        contender = self.ranking.places[place]
        if not contender.can_be_ranked:
            sentence = said("{who} cannot be ranked, so that the bye decides no medal", who=contender.called)
        elif bye_cost(self.ranking, Concern.MEDALS, place):
            sentence = said("{who} rests, since nobody else can", who=contender.called)
        else:
            sentence = self._shared_bye(place)
        return self._reason(sentence, [Concern.MEDALS, Concern.BYES], [])

    def _shared_bye(self, place: int) -> Wording:
        """Returns why the bye is for this place; a medal contender goes before byes that are shared out."""
        contender = self.ranking.places[place]
        stake = medal_stake(contender)
        spared = [other for other in self.ranking.places if medal_stake(other) > stake]
        sentence = self._bye_among_equals(place, is_lot_of_some=bool(spared))
        if any(other.byes < contender.byes for other in spared):
            return said("{why}; whoever has had fewer byes is a medal contender", why=sentence)
        return sentence

    def _bye_among_equals(self, place: int, *, is_lot_of_some: bool) -> Wording:
        """Returns why the bye is for this place, of those for whom it changes the medals least."""
        contender = self.ranking.places[place]
        later = self.ranking.places[place + 1 :]
        below = [other for other in later if medal_stake(other) <= medal_stake(contender)]
        others = [other for other in self.ranking.places if medal_stake(other) <= medal_stake(contender)]
        fewest = all(other.byes >= contender.byes for other in others)
        had = said("{who} has had no bye", who=contender.called)
        if contender.byes:
            had = said(
                "{who} has been without a game {times}", who=contender.called, times=times(contender.byes)
            )
        if not fewest:
            return said("{had}; every pairing with another bye is worse", had=had)
        if self.ranking.order is not None:
            return self._bye_behind_the_order(place, had)
        if self.ranking.by is None and is_lot_of_some:
            return said("{had}, and the lot among those outside the medal places fell here", had=had)
        if self.ranking.by is None:
            return said("{had}, and the lot fell here", had=had)
        if not later:
            return said("{had}, and is the lowest", had=had)
        if not below:
            return said("{had}, and is the lowest outside the medal places", had=had)
        if all(other.byes > contender.byes for other in below):
            return said("{had}, and nobody lower has had so few", had=had)
        return said("{had}, and with this bye the games are the best", had=had)

    def _bye_behind_the_order(self, place: int, had: Wording) -> Wording:
        """Returns why the bye is for this place, where another place is not lower because it comes later."""
        contender = self.ranking.places[place]
        if place != len(self.ranking.places) - 1:
            return said("{had}, and with this bye the games are the best", had=had)
        stake = medal_stake(contender)
        if any(each.byes <= contender.byes for each in self.ranking.places if medal_stake(each) > stake):
            return said("{had}, and nobody lower outside the medal places has had so few", had=had)
        if all(each.byes == contender.byes for each in self.ranking.places):
            return said("{had}, and is the lowest", had=had)
        return said("{had}, and nobody lower has had so few", had=had)

    def _speaking_against(self, pair: Places) -> list[Concern]:
        return [concern for concern, cost in self.costs.items() if cost(*pair)]

    def _against(self, concern: Concern, pair: Places) -> Wording:
        one, other = (self.ranking.places[place] for place in pair)
        return against(concern, one, other, self.ranking.history)

    def _avoided(self, concern: Concern, pair: Places) -> Avoided:
        one, other = (self.ranking.places[place].id for place in pair)
        return Avoided(concern, one, other)

    def _reason(self, sentence: str, ground: Iterable[Concern], avoided: Sequence[Avoided]) -> Reason:
        known = self.ranking.rules.clauses
        clauses = tuple(dict.fromkeys(known[concern] for concern in ground if concern in known))
        cited = sentence
        if clauses:
            cited = said("{sentence} ({clause})", sentence=sentence, clause=", ".join(clauses))
        return Reason(cited, tuple(avoided), clauses)


def _parted_neighbours(
    games: Sequence[Places], neighbours: Iterable[Places]
) -> dict[Places, tuple[Places, ...]]:
    """For each game that is not between neighbours, the neighbours who were joined anew together with it."""
    neighbour_of = {place: pair for pair in neighbours for place in pair}
    game_of = {place: game for game in games for place in game}
    found: dict[Places, tuple[Places, ...]] = {}
    for start in games:
        if start in found or neighbour_of[start[0]] == start:
            continue
        knot: set[Places] = set()
        parted: set[Places] = set()
        waiting = [start]
        while waiting:
            game = waiting.pop()
            if game in knot:
                continue
            knot.add(game)
            for place in game:
                parted.add(neighbour_of[place])
                waiting += [game_of[end] for end in neighbour_of[place]]
        found |= dict.fromkeys(knot, tuple(sorted(parted)))
    return found
