"""Awards: medals and prizes of a division, who gets them and why, in the order of the ceremony."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Final

from wordwaiter.game.holdings import count_of
from wordwaiter.sentences import Wording, counted, joined, said
from wordwaiter.tournament.entrants.entrants import Entrant
from wordwaiter.tournament.formats.choices import Prize, Repeats
from wordwaiter.tournament.standings.game_lines import Verdict, game_lines
from wordwaiter.tournament.standings.standings import StandingLine, standings
from wordwaiter.tournament.state import Feat, Tournament


class Medal(Enum):
    """The medals of the first three places."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


MEDALS: Final = (Medal.GOLD, Medal.SILVER, Medal.BRONZE)

PRIZES: Final = {
    Feat.HIGH_PLAY: Prize.HIGH_PLAY,
    Feat.HIGH_WORD: Prize.HIGH_WORD,
    Feat.COMEBACK: Prize.BEST_COMEBACK,
}
"""The prize that a feat may win."""


@dataclass(frozen=True, slots=True)
class Award:
    """One medal or prize for one entrant; every recipient gets one."""

    division: str
    category: str
    """The category: the division, or the age group where age divisions were merged."""
    what: Medal | Prize
    entrant: int
    name: str
    recipients: tuple[str, ...]
    why: str
    shared: bool = False
    of_others: bool = False
    """Whether somebody did better who has a medal or a prize already, so that this one goes to the others."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """Somebody who could have a prize: the higher the points, the better the claim."""

    entrant: int
    points: int
    why: str


def awards(tournament: Tournament, division: str) -> tuple[Award, ...]:
    """The medals of a division, gold first, and its prizes in their order."""
    honours = tournament.division(division).format.honours
    given = list(_medals(tournament, division, honours.medal_places))
    for prize in honours.prizes:
        winners = {award.entrant for award in given} if honours.repeats is Repeats.NOBODY_TWICE else set()
        given += _prize(tournament, division, prize, winners)
    return tuple(given)


def medals_needed(given: Iterable[Award]) -> dict[tuple[str, Medal], int]:
    """Returns how many medals of each kind a division hands out, where a place is shared."""
    shared: dict[tuple[str, Medal], int] = {}
    for award in given:
        if isinstance(award.what, Medal) and award.shared:
            key = award.category, award.what
            shared[key] = shared.get(key, 0) + len(award.recipients)
    return shared


def ceremony(tournament: Tournament) -> tuple[Award, ...]:
    """All awards in the order in which they are handed out: prizes, then bronze, silver and gold."""
    order: tuple[Medal | None, ...] = (None, *reversed(MEDALS))
    every = [award for division in tournament.divisions for award in awards(tournament, division)]
    return tuple(
        award
        for step in order
        for award in every
        if (award.what if isinstance(award.what, Medal) else None) is step
    )


def ceremony_steps(tournament: Tournament) -> tuple[tuple[Award, ...], ...]:
    """The awards by steps of the ceremony; those who share a medal or prize stand together."""
    by_award = groupby(ceremony(tournament), lambda award: (award.category, award.what))
    return tuple(tuple(together) for _, together in by_award)


def _medals(tournament: Tournament, division: str, places: int) -> Iterator[Award]:
    """A medal for each place, of each age group where divisions were merged.

    Those who share a place all get its medal, and the next is skipped.
    """
    lines = [line for line in standings(tournament, division).lines if line.games]
    groups = tournament.division(division).groups
    if not groups:
        yield from _medals_of(tournament, division, division, places, lines)
    for group in groups:
        own = [line for line in lines if line.entrant in group.entrants]
        yield from _medals_of(tournament, division, group.name, places, own)


def _medals_of(
    tournament: Tournament, division: str, category: str, places: int, lines: Sequence[StandingLine]
) -> Iterator[Award]:
    ranks = [line.rank for line in lines if line.rank is not None]
    for line in lines:
        if line.rank is None or (place := 1 + sum(rank < line.rank for rank in ranks)) > places:
            continue
        shared = ranks.count(line.rank) > 1
        who = tournament.entrant(line.entrant)
        why = said("shared place {rank}" if shared else "place {rank}", rank=place)
        yield Award(division, category, MEDALS[place - 1], who.number, who.name, who.recipients, why, shared)


def _prize(tournament: Tournament, division: str, prize: Prize, winners: set[int]) -> Iterator[Award]:
    every = tuple(_claims(tournament, division, prize))
    claims = [claim for claim in every if claim.entrant not in winners]
    best = max((claim.points for claim in claims), default=0)
    of_others = any(claim.points > best for claim in every)
    holders: dict[int, str] = {}
    for claim in claims:
        if claim.points == best:
            holders.setdefault(claim.entrant, _of_others(claim.why) if of_others else claim.why)
    category, shared = tournament.division(division).category, len(holders) > 1
    for number, why in holders.items():
        entrant = tournament.entrant(number)
        recipients = entrant.recipients
        yield Award(division, category, prize, number, entrant.name, recipients, why, shared, of_others)


def _of_others(why: str) -> Wording:
    return said("{why}, the best of those without a medal or another prize", why=why)


def _claims(tournament: Tournament, division: str, prize: Prize) -> Iterator[_Claim]:
    owners = {
        each.number: entrant
        for entrant in tournament.entrants_of(division)
        if not tournament.defaulted(entrant)
        for each in entrant.contenders
    }
    match prize:
        case Prize.HIGH_GAME:
            for line in game_lines(tournament, division):
                # Below zero nobody is honoured.
                if line.counts and line.own is not None and line.points > 0 and line.contender in owners:
                    owner, name = owners[line.contender], tournament.contender(line.contender).name
                    # Anybody else's name stands beside it already; of a pair it is told which of them.
                    pattern = "{points} points in round {round}"
                    if owner.is_pair:
                        pattern = "{who} made {points} in round {round}"
                    why = said(pattern, who=name, points=line.points, round=line.round)
                    yield _Claim(owner.number, line.points, why)
        case Prize.BIGGEST_LOSS:
            yield from _losses(tournament, division, owners)
        case Prize.HIGH_PLAY | Prize.HIGH_WORD | Prize.BEST_COMEBACK:
            yield from _feats(tournament, owners, prize)
        case Prize.MOST_TILES_BOUGHT:
            yield from _buyers(tournament, owners.values())


def _losses(tournament: Tournament, division: str, owners: dict[int, Entrant]) -> Iterator[_Claim]:
    """Yields claims to the heaviest loss."""
    for line in game_lines(tournament, division):
        if not line.counts or line.verdict is not Verdict.LOSS or line.contender not in owners:
            continue
        if line.own is not None and line.other is not None:
            margin = line.other - line.own
            why = said("lost round {round} by {margin}", round=line.round, margin=margin)
            yield _Claim(owners[line.contender].number, margin, why)


def _feats(tournament: Tournament, owners: dict[int, Entrant], prize: Prize) -> Iterator[_Claim]:
    for each in tournament.feats:
        if PRIZES[each.feat] is prize and each.contender in owners:
            why = joined(", ", [each.text, str(each.points)])
            yield _Claim(owners[each.contender].number, each.points, why)


def _buyers(tournament: Tournament, entrants: Iterable[Entrant]) -> Iterator[_Claim]:
    for entrant in entrants:
        teams = {each.number for each in entrant.contenders}
        bought = sum(count_of(each.tiles) + each.later for each in tournament.purchases if each.team in teams)
        if bought:
            why = counted(bought, "bought {n} tile back", "bought {n} tiles back")
            yield _Claim(entrant.number, bought, why)
