"""The games that a best pairing can contain where a club is large: a good pairing rules out the others.

Where a club has a large part of the field, far games can be as good as near ones, and `neighbours` keeps
nearly all of them. Here a pairing that is good already says how little room is left.

The floor. Think of a line between each two places that follow one another. A game *crosses* the lines between
its ends, and its difference of ranks is their number; so the total of a pairing is the sum, over all lines,
of the games that cross. Forget everything but one club, whose members do not meet: everybody else may meet
anybody. The smallest total of such a pairing is the *floor*: no pairing that keeps more rules is below it.

It is found from the first place to the last. At a line, some who came before wait for an opponent who comes
after. If a member waits and somebody else does too, let those two meet, and those whom they would have met:
of these, the one whom the member would have met is no member, so both games are allowed, and fewer cross. So
only members wait, or only others. A member who comes meets one of the others who waits, or waits. One of the
others meets a member who waits; if none does, one of the others who waits, or waits too. The number who wait,
below zero for others, is all that has to be known at a line. Numbers beyond `MOST_WAITING` are taken for the
largest one that is even or odd as they are, which can only lower the floor. Whoever rests is passed over.

The price of a game. If a and b meet, the same is done for the others, and the lines between a and b are
added: the least total of any pairing with that game, less the floor, is its *excess*. If it is more than the
*room*, by which the pairing at hand is above the floor, the game is in no best pairing. To know when a has no
more games, count a among those who wait, and go on from there as for the floor: no game of a with somebody
who comes later is cheaper.

Scores. Where they count before ranks, a line at which the score falls by s costs s² times more than all ranks
together, and one besides. A game that crosses several such lines pays the square of the sum of the falls,
which is at least the sum of their squares; what it pays above that is excess too.

More than half. Where a club has more than half of the field, members must meet. Each game of two others lets
one more pair of members meet, and so does a bye for one of the others. So if as few members meet as can, it
is the others who do not meet each other, and members meet anybody: the two have changed their parts.

The condition. The pairing at hand must be perfect in all that comes before scores and ranks: no concern
speaks against any of its games, and no bye would be better. Then the same is true of every best pairing, and
games against which such a concern speaks are left out. Where it is not perfect, nothing is ruled out here.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from wordwaiter.tournament.pairing.costs import bye_cost, pair_cost, score_of
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import Concern

MOST_WAITING: Final = 24
"""How many who wait at a line are told apart."""

_FAR: Final = 1 << 50
"""More than any total, and small enough to be added up."""

_NOBODY: Final = MOST_WAITING
"""Where in a row of costs it stands that nobody waits; members are after it, others before."""

_OF_THE_BYE: Final = (Concern.MEDALS, Concern.BYES, Concern.LOWEST_BYE)

_AHEAD: Final = 8
_AROUND: Final = 4
"""How many neighbours a place is tried with: those after it, and those about whom it would meet."""

Costs = NDArray[np.int64]
"""Rows of costs by whether the bye was had, and then by how many wait."""

Flags = NDArray[np.bool_]
"""Something that is so or not, for each row."""


@dataclass(frozen=True, slots=True)
class Floor:
    """A lower bound of any pairing of a ranking, and what each game adds to it."""

    ranking: Ranking
    before: tuple[Concern, ...]
    """The concerns before scores and ranks."""
    lines: "_Lines"
    heights: Sequence[int] | None
    """The scores, where they count before ranks."""
    worth: int
    """The weight of a square of scores against ranks."""
    mates: int
    """Games of club mates in the best pairing, as far as numbers alone tell."""
    rest: dict[Concern, int]
    """The cost of the best bye, for each concern before scores and ranks."""

    @classmethod
    def of(cls, ranking: Ranking) -> "Floor | None":
        """The floor of a ranking; nothing where scores count and do not fall with the places, or are huge."""
        priorities = ranking.rules.priorities
        first = min(map(priorities.index, {Concern.SCORES, Concern.RANKS} & set(priorities)))
        before, count = priorities[:first], len(ranking.places)
        heights, falls = None, [0] * (count - 1)
        if priorities[first] is Concern.SCORES:
            heights = [score_of(contender) for contender in ranking.places]
            falls = [high - low for high, low in pairwise(heights)]
        worth = count * count
        weights = [worth * fall * fall + 1 for fall in falls]
        if min(falls) < 0 or sum(weights) * (MOST_WAITING + 1) >= _FAR:
            return None
        club = _largest_club(ranking, before)
        too_large = Concern.CLUB_MATES in before and 2 * sum(club) > count
        apart = tuple(not member for member in club) if too_large else club
        rests = _rests(ranking, before, club if too_large else None)
        resting = frozenset(place for place, cost in enumerate(rests) if ranking.odd and cost == min(rests))
        mates = 0
        if too_large:
            # One more where the best bye is not for a member.
            mates = sum(club) - (count + 1) // 2 + any(apart[place] for place in resting)
        lines = _Lines.of(apart, resting, np.array(weights, dtype=np.int64))
        return cls(ranking, before, lines, heights, worth, mates, _bye_costs(ranking, before, resting))

    def allows(self) -> Callable[[int, int], bool]:
        """Checks if no concern that is forbidden, or comes before scores and ranks, is against a game."""
        asked = {*self.ranking.rules.never, *self.before} - set(_OF_THE_BYE)
        apart = self.lines.members.tolist()
        if self.mates:
            asked.discard(Concern.CLUB_MATES)
        costs = [pair_cost(self.ranking, concern) for concern in sorted(asked)]
        return lambda one, other: (
            not ((apart[one] and apart[other]) or any(cost(one, other) for cost in costs))
        )

    def near_games(self) -> set[tuple[int, int]]:
        """Games of which a good pairing can be made, if nearly everything is as the floor has it."""
        allows, count = self.allows(), len(self.ranking.places)
        found: set[tuple[int, int]] = set()

        def add(place: int, others: Sequence[int], most: int) -> None:
            tried = (other for other in others if other != place)
            good = (tuple(sorted((place, other))) for other in tried if allows(*sorted((place, other))))
            found.update((low, high) for (low, high), _ in zip(good, range(most), strict=False))

        for place in range(count):
            add(place, range(place + 1, count), _AHEAD)
        for low, high in self.lines.pairing():
            for place, other in ((low, high), (high, low)):
                add(place, range(other, count), _AROUND)
                add(place, range(other - 1, -1, -1), _AROUND)
        return found

    def games_within(self, totals: Sequence[int]) -> list[tuple[int, int]] | None:
        """All games that a pairing with these costs, or a better one, can contain; nothing if it cannot say.

        `totals` are the costs of a pairing that exists, in the order of the priorities.
        """
        had = dict(zip(self.ranking.rules.priorities, totals, strict=True))
        least = dict.fromkeys(self.before, 0) | {Concern.CLUB_MATES: self.mates} | self.rest
        if any(had[concern] != least[concern] for concern in self.before):
            return None
        squares = 0 if self.heights is None else had[Concern.SCORES]
        room = squares * self.worth + had[Concern.RANKS] - self.lines.floor
        allows = self.allows()
        found = (game for game, excess in self.lines.games(room) if excess + self._bend(*game) <= room)
        return sorted(game for game in found if allows(*game))

    def _bend(self, low: int, high: int) -> int:
        """Returns the weight of the square of a sum of falls above the sum of their squares."""
        if self.heights is None:
            return 0
        squares = int(self.lines.lengths[high] - self.lines.lengths[low]) - (high - low)
        return (self.heights[low] - self.heights[high]) ** 2 * self.worth - squares


def _rests(ranking: Ranking, before: Sequence[Concern], club: Sequence[bool] | None) -> list[list[int]]:
    """For each place what speaks against a bye for it, of what comes before scores and ranks.

    Where a club is so large that its members must meet, fewer of them do if one of them rests.
    """
    places = range(len(ranking.places))
    costs: list[list[int]] = [[] for _ in places]
    for concern in before:
        for place in places:
            if concern in _OF_THE_BYE:
                costs[place].append(bye_cost(ranking, concern, place))
            elif concern is Concern.CLUB_MATES and club is not None:
                costs[place].append(int(not club[place]))
    return costs


def _bye_costs(ranking: Ranking, before: Sequence[Concern], resting: frozenset[int]) -> dict[Concern, int]:
    """Returns the costs of a bye for one of these, who are all alike in it; empty where nobody rests."""
    asked = [concern for concern in before if concern in _OF_THE_BYE]
    return {concern: bye_cost(ranking, concern, min(resting)) if resting else 0 for concern in asked}


def _largest_club(ranking: Ranking, before: Sequence[Concern]) -> tuple[bool, ...]:
    """For each place whether it is of the largest club, if club mates do not meet; else nobody is."""
    clubs = [contender.club for contender in ranking.places]
    if Concern.CLUB_MATES not in {*ranking.rules.never, *before} or not any(clubs):
        return (False,) * len(clubs)
    ((largest, _),) = Counter(club for club in clubs if club is not None).most_common(1)
    return tuple(club == largest for club in clubs)


# ---------------------------------------------------------------- the lines between the places


@dataclass(frozen=True, slots=True)
class _Lines:
    """All lines, with the least that it costs to come to each of them and to go on from there."""

    members: Flags
    """Those who do not meet each other."""
    may_rest: Flags
    crossing: Costs
    """For each place, what it costs at the line after it, by how many wait there."""
    lengths: NDArray[np.int64]
    """For each place, what the lines before it cost together if one game crosses them all."""
    starts: Costs
    """For each place, the least cost of all lines before it; in the last row, of all there are."""
    ends: Costs
    """For each place, the least cost of all lines after it, by how many wait before it."""

    @classmethod
    def of(cls, club: Sequence[bool], resting: frozenset[int], weights: NDArray[np.int64]) -> Self:
        """The lines of a field, if crossing each costs so much."""
        count, states = len(club), 2 if resting else 1
        members = np.array(club)
        may_rest = np.array([place in resting for place in range(count)])
        lines = np.concatenate((weights, [0]))  # after the last place there is nothing to cross
        waiting = np.abs(np.arange(-MOST_WAITING, MOST_WAITING + 1))
        crossing = (lines[:, None] * waiting)[:, None, :]
        starts = np.full((count + 1, states, len(waiting)), _FAR, dtype=np.int64)
        ends = starts.copy()
        starts[0, 0, _NOBODY] = 0
        ends[count, -1, _NOBODY] = 0
        for place in range(count):
            at = slice(place, place + 1)
            starts[place + 1] = _after(starts[at], members[at], may_rest[at])[0] + crossing[place]
        for place in reversed(range(count)):
            at = slice(place, place + 1)
            ends[at] = _before(ends[place + 1][None] + crossing[at], members[at], may_rest[at])
        lengths = np.concatenate(([0], np.cumsum(weights)))
        return cls(members, may_rest, crossing, lengths, starts, ends)

    @property
    def floor(self) -> int:
        """The least that a pairing costs."""
        return int(self.ends[0, 0, _NOBODY])

    def pairing(self) -> Iterator[tuple[int, int]]:
        """A pairing at the floor, which keeps apart nobody but members of the club."""
        waiting: deque[int] = deque()
        number, rested = 0, 0  # who wait, as in a row of costs; and whether somebody rests already
        for place, is_member in enumerate(self.members.tolist()):
            steps = [(1, rested)] if is_member else [(-1, rested)]
            if not is_member and number < 0:
                steps.append((1, rested))
            if self.may_rest[place] and not rested:
                steps.append((0, 1))

            def cost(step: tuple[int, int], place: int = place, number: int = number) -> int:
                at = _NOBODY + _told_apart(number + step[0])
                return int(self.crossing[place, 0, at] + self.ends[place + 1, step[1], at])

            step, rested = min(steps, key=cost)
            if step and abs(number + step) < abs(number):
                yield waiting.popleft(), place
            elif step:
                waiting.append(place)
            number += step

    def games(self, room: int) -> Iterator[tuple[tuple[int, int], int]]:
        """Every game that raises the floor by no more than so much, and by how much."""
        count = len(self.members)
        # All places at once, each with those who wait if it is left out; a place that has no more games goes.
        lows = np.arange(count - 1)
        costs = self.starts[lows] + self.crossing[lows]
        for length in range(1, count):
            here = lows + length < count
            if not here.any():
                return
            lows, costs = lows[here], costs[here]
            highs = lows + length
            without_both = _least(costs + self.crossing[highs] + self.ends[highs + 1])
            crossed = self.lengths[highs] - self.lengths[lows] - self.floor
            excess = without_both + crossed
            fits = excess <= room
            games = zip(lows[fits].tolist(), highs[fits].tolist(), strict=True)
            yield from zip(games, excess[fits].tolist(), strict=True)
            is_left = _least(costs + _with_one_more(self.ends[highs], self.members[lows])) + crossed <= room
            if not is_left.any():
                return
            lows, costs, highs = lows[is_left], costs[is_left], highs[is_left]
            costs = _after(costs, self.members[highs], self.may_rest[highs]) + self.crossing[highs]


def _told_apart(number: int) -> int:
    """The number that stands for this one: itself, or the largest that is even or odd as it is."""
    beyond = max(abs(number) - MOST_WAITING, 0)
    shown = abs(number) - 2 * ((beyond + 1) // 2)
    return shown if number >= 0 else -shown


def _least(costs: Costs) -> NDArray[np.int64]:
    """The least of each row."""
    least: NDArray[np.int64] = costs.reshape(len(costs), -1).min(axis=1)
    return least


def _with_one_more(ends: Costs, is_member: Flags) -> Costs:
    """Returns the remaining cost if one more waits, member or not, by how many wait besides."""
    member, other = np.empty_like(ends), np.empty_like(ends)
    member[..., :-1], other[..., 1:] = ends[..., 1:], ends[..., :-1]
    member[..., -1], other[..., 0] = ends[..., -2], ends[..., 1]
    # Of the smallest number that is told apart there may be more, whom one more changes into another.
    member[..., 1] = np.minimum(member[..., 1], ends[..., 0])
    other[..., -2] = np.minimum(other[..., -2], ends[..., -1])
    return np.where(is_member[:, None, None], member, other)


def _after(costs: Costs, is_member: Flags, may_rest: Flags) -> Costs:
    """The least costs after a place, from those before it; one row for each of many places."""
    up, down = np.empty_like(costs), np.empty_like(costs)
    up[..., 1:], down[..., :-1] = costs[..., :-1], costs[..., 1:]
    # The largest numbers stand for all above them, so a step out of them may lead back into them.
    up[..., 0], down[..., -1] = costs[..., 1], costs[..., -2]
    up[..., -2] = np.minimum(up[..., -2], costs[..., -1])
    down[..., 1] = np.minimum(down[..., 1], costs[..., 0])
    other = down
    other[..., : _NOBODY + 1] = np.minimum(down[..., : _NOBODY + 1], up[..., : _NOBODY + 1])
    after = np.where(is_member[:, None, None], up, other)
    if costs.shape[1] > 1:
        after[:, 1] = np.minimum(after[:, 1], np.where(may_rest[:, None], costs[:, 0], _FAR))
    return after


def _before(later: Costs, is_member: Flags, may_rest: Flags) -> Costs:
    """The least costs from a place on, from those after it: `_after` read backwards."""
    up, down = np.empty_like(later), np.empty_like(later)
    up[..., :-1], down[..., 1:] = later[..., 1:], later[..., :-1]
    up[..., -1], down[..., 0] = later[..., -2], later[..., 1]
    up[..., 1] = np.minimum(up[..., 1], later[..., 0])
    down[..., -2] = np.minimum(down[..., -2], later[..., -1])
    other = down
    other[..., :_NOBODY] = np.minimum(down[..., :_NOBODY], up[..., :_NOBODY])
    before = np.where(is_member[:, None, None], up, other)
    if later.shape[1] > 1:
        before[:, 0] = np.minimum(before[:, 0], np.where(may_rest[:, None], later[:, 1], _FAR))
    return before
