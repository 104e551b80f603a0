"""What is against a game or a bye, worked out a second time from the meaning of each concern.

Nothing here is imported from the costs of the program: what both get wrong must be wrong twice.
"""

from collections.abc import Sequence

from wordwaiter.tournament.pairing.contenders import PairingContender
from wordwaiter.tournament.pairing.ranking import Ranking


def plain_game_cost(ranking: Ranking, concern: str, one: int, other: int) -> int:
    """What speaks against the game of two places."""
    a, b = ranking.places[one], ranking.places[other]
    if concern == "partners":
        return 1 if a.group and a.group == b.group else 0
    if concern == "club-mates":
        return 1 if a.club and a.club == b.club else 0
    if concern == "repeats":
        before = [times for pair, times in ranking.history.meetings.items() if set(pair) == {a.id, b.id}]
        return sum(before) * sum(before)
    if concern == "floats":
        return [a.floated, b.floated].count(True) if _score(a) != _score(b) else 0
    if concern == "scores":
        return (_score(a) - _score(b)) * (_score(a) - _score(b))
    if concern == "ranks":
        return max(one, other) - min(one, other)
    if concern == "even-ranks":
        return (one - other) * (one - other)
    if concern == "firsts":
        return min(_lopsided(a, b), _lopsided(b, a))
    if concern == "tables":
        both = a.fixed_table is not None and b.fixed_table is not None
        return 1 if both and a.fixed_table != b.fixed_table else 0
    if concern == "highest":
        return 1 if {one, other} & {0, 1} and {one, other} != {0, 1} else 0
    assert concern in ("medals", "byes", "lowest-bye")
    return 0


def plain_bye_cost(ranking: Ranking, concern: str, place: int) -> int:
    """What speaks against a bye for a place."""
    if concern == "medals":
        here = ranking.places[place]
        others = [each for each in ranking.places if each is not here]
        if not here.can_be_ranked:
            return 0
        if any(not each.can_be_ranked for each in others):
            return 2 if here.in_medal_place else 1
        return 1 if here.in_medal_place and not all(each.in_medal_place for each in others) else 0
    if concern == "byes":
        return ranking.places[place].byes - min(each.byes for each in ranking.places)
    if concern == "lowest-bye":
        return len(ranking.places[place + 1 :])
    return 0


def plain_priorities(ranking: Ranking) -> list[str]:
    """What is kept small, in order: medals first, not what is forbidden, and ranks in any case."""
    order = [str(concern) for concern in ranking.rules.order if concern not in ranking.rules.never]
    order = ["medals", *(concern for concern in order if concern != "medals")]
    return order if "ranks" in order else [*order, "ranks"]


def plain_totals(ranking: Ranking, games: Sequence[tuple[int, int]], bye: int | None) -> tuple[int, ...]:
    """The costs of one pairing, in the order of the rules."""
    return tuple(
        sum(plain_game_cost(ranking, concern, *game) for game in games)
        + (0 if bye is None else plain_bye_cost(ranking, concern, bye))
        for concern in plain_priorities(ranking)
    )


def is_forbidden(ranking: Ranking, games: Sequence[tuple[int, int]]) -> bool:
    """Whether one of these games must never be."""
    return any(
        plain_game_cost(ranking, str(concern), *game) > 0 for concern in ranking.rules.never for game in games
    )


def _score(contender: PairingContender) -> int:
    return contender.standing[0] if contender.standing else 0


def _lopsided(first: PairingContender, second: PairingContender) -> int:
    """How far both are beyond one game more on one side, when the one plays first and the other second."""
    ahead = (first.firsts + 1 - first.seconds, second.firsts - second.seconds - 1)
    return sum(max(abs(each) - 1, 0) for each in ahead)
