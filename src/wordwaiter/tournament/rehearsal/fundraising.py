"""Money that comes in on a rehearsed day: fees, sponsors, gifts and pledges, and what teams buy."""

import math
import random
from collections.abc import Callable, Iterator
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import AllTilesBought, TilesBought
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.money.pledges import pledges_due
from wordwaiter.tournament.rehearsal.hall import Served, Steps, Until
from wordwaiter.tournament.rehearsal.plan import MINUTE_MS
from wordwaiter.tournament.rehearsal.room import JUDGE, PEEK, RehearsalRoom
from wordwaiter.tournament.rounds.rounds import Round

TREASURER: Final = "treasurer"
_UNTIMED_MS: Final = 20 * MINUTE_MS
"""In a round without a clock, teams buy in its first minutes."""
_GIFTS_WITHIN_MS: Final = 120 * MINUTE_MS
"""Guests give in the first two hours."""


def how_many(mean: float, rng: random.Random) -> int:
    """A number of things that happen by chance, so many on average (Poisson)."""
    if mean > 30:  # where the product below would run out of digits, a normal number is as good
        return max(round(rng.gauss(mean, math.sqrt(mean))), 0)
    threshold, product, count = math.exp(-mean), rng.random(), 0
    while product > threshold:
        product *= rng.random()
        count += 1
    return count


# ---------------------------------------------------------------- the day's money


def morning(room: RehearsalRoom) -> None:
    """Fees and sponsors, and pledges for points."""
    money, rng = room.plan.money, room.rng
    for cents in money.sponsors:
        room.clerk.give(c.TakeMoney(TREASURER, Fund.SPONSOR, cents, Method.CARD))
    for entrant in room.tournament.entrants.values():
        contender = entrant.contenders[0].number
        if money.entry:
            room.clerk.give(c.TakeMoney(TREASURER, Fund.ENTRY, money.entry, Method.CASH, contender))
        if rng.random() < money.pledges:
            per_point = max(money.pledge.draw(rng), 1)
            room.clerk.give(c.MakePledge(TREASURER, "a friend", contender, per_point))


def gifts(room: RehearsalRoom) -> Steps:
    """Yields gifts of guests, one after the other."""
    money, rng, begun_ms = room.plan.money, room.guests_rng, room.hall.now_ms
    times = sorted(rng.randrange(_GIFTS_WITHIN_MS) for _ in range(how_many(money.donations, rng)))
    for time in times:
        yield Until(begun_ms + time)
        cents = max(money.donation.draw(rng) // 100 * 100, 100)
        room.clerk.give(c.TakeMoney(TREASURER, Fund.DONATION, cents, Method.CASH))


def evening(room: RehearsalRoom) -> None:
    """Pledges are paid."""
    for due in pledges_due(room.tournament):
        if due.left_cents:
            room.clerk.give(c.PayPledge(TREASURER, due.number, Method.CASH))


# ---------------------------------------------------------------- what a team buys in a round


def buying(
    room: RehearsalRoom, rulebook: Rulebook, played: Round, team: int, take: Callable[[tuple[str, ...]], None]
) -> Iterator[Steps]:
    """Everything that a team buys in a round; `take` gets the tiles that come back."""
    money, rng = room.plan.money, room.rng
    format_ = room.tournament.division(played.division).format
    length_ms = format_.length_ms(played.number) or _UNTIMED_MS
    begun_ms = room.hall.now_ms
    if rulebook.words.peek_cents is not None:
        for _ in range(how_many(money.peeks, rng)):
            yield _peek(room, team, begun_ms + rng.randrange(length_ms))
    removed = count_of(played.removed.get(team, ()))
    if isinstance(rulebook.play, Building) and removed:
        is_first = not any(each.team == team for each in room.tournament.purchases)
        wanted = min(how_many(money.tiles, rng), removed)
        # Soon after the signal: a tile is worth less with every minute.
        at_ms = begun_ms + rng.randrange(length_ms // 4 + 1)
        if is_first and rng.random() < money.all_tiles:
            yield _tiles(room, c.BuyAllTiles(TREASURER, team, Method.CASH), at_ms, take)
        elif wanted:
            yield _tiles(room, c.BuyTiles(TREASURER, team, wanted, Method.CASH), at_ms, take)


def _peek(room: RehearsalRoom, team: int, at_ms: int) -> Steps:
    """A word is asked for, and waits for a judge; too late when the round is over."""
    yield Until(at_ms)
    try:
        room.clerk.give(c.BuyPeek(TREASURER, team, "OCCURRED", Method.CASH))
    except (ConflictError, IllegalError):
        return
    number = len(room.tournament.peeks)
    yield Served(room.judges, room.plan.judges.answer.draw(room.rng), PEEK)
    room.clerk.give(c.AnswerPeek(JUDGE, number, good=True))


def _tiles(
    room: RehearsalRoom,
    purchase: c.BuyTiles | c.BuyAllTiles,
    at_ms: int,
    take: Callable[[tuple[str, ...]], None],
) -> Steps:
    yield Until(at_ms)
    for fact in room.clerk.give(purchase):
        if isinstance(fact, TilesBought | AllTilesBought) and not isinstance(fact.tiles, int):
            take(fact.tiles)
