"""Round robin: everybody meets everybody once, or twice, by a plan that is known before the first game."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.sentences import listed, said
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory, by_id
from wordwaiter.tournament.pairing.pairings import Bye, Game, Pairings, Reason
from wordwaiter.tournament.pairing.ranking import refuse_unpairable_number
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules

USUAL_RULES: Final = PairingRules(order=(), first_play=FirstPlay.BALANCED)
"""What to heed where a format does not say."""

PlannedGame = tuple[int, int]
"""The numbers of two contenders in the list; the first of them plays first."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody but their partner.

    The plan follows the order of the list of contenders, so the list has to stay the same in all rounds.
    Whoever leaves stays on it, not present, and the opponents rest.
    """

    doubled: bool = False
    """Everybody meets everybody a second time, with the other one playing first."""

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The games of the next round: the one after those that `history` counts."""
        by_id(contenders)
        del rng  # the plan leaves nothing to chance; every method has the same arguments
        refuse_unpairable_number(sum(contender.present for contender in contenders), rules)
        rounds = self.plan(contenders, rules)
        if history.rounds >= len(rounds):
            raise IllegalError(
                "round-robin-complete",
                f"all {len(rounds)} rounds of this round robin are paired; close the division, or "
                "change the pairing method",
                rounds=len(rounds),
            )
        return _paired(contenders, rounds[history.rounds], history.rounds, rules)

    def plan(
        self, contenders: Sequence[PairingContender], rules: PairingRules
    ) -> tuple[tuple[PlannedGame, ...], ...]:
        """All rounds; refuses contenders who would have to meet although the rules forbid it."""
        _refuse_forbidden_games(contenders, rules, doubled=self.doubled)
        once = _single_plan(contenders, _partners(contenders) if Concern.PARTNERS in rules.never else {})
        if not self.doubled:
            return once
        return once + tuple(tuple((second, first) for first, second in games) for games in once)


def _single_plan(
    contenders: Sequence[PairingContender], partners: dict[int, int]
) -> tuple[tuple[PlannedGame, ...], ...]:
    """The rounds in which everybody meets everybody once, partners left out.

    The circle method: one seat stays, the others move round it. Partners take two seats that face each other
    in the last round, so that all games that must not be fall into one round, dropped if nothing is left.
    """
    seats = len(contenders) + len(contenders) % 2
    circle = [_circle_round(seats, turn) for turn in range(seats - 1)]
    seated = _seated_with_partners(len(contenders), partners, circle[-1]) if partners else list(range(seats))
    rounds = [
        tuple(
            (first, second)
            for first, second in ((seated[one], seated[other]) for one, other in games)
            if max(first, second) < len(contenders) and partners.get(first) != second
        )
        for games in circle
    ]
    return tuple(games for games in rounds if games)


def _circle_round(seats: int, turn: int) -> list[PlannedGame]:
    """The games of one turn of the circle, by seat; the last seat stays.

    The distance round the circle is even from the one behind to the one ahead, and odd the other way round:
    each seat has as many seats at an even distance as at an odd one, so nobody plays first much oftener.
    """
    around, stays = seats - 1, seats - 1
    of_the_staying = (stays, turn) if turn % 2 else (turn, stays)
    return [
        of_the_staying,
        *(((turn - step) % around, (turn + step) % around) for step in range(1, seats // 2)),
    ]


def _seated_with_partners(contenders: int, partners: dict[int, int], facing: list[PlannedGame]) -> list[int]:
    """Who takes which seat, so that partners face each other in this round; the empty seat comes last."""
    singles = [number for number in range(contenders + contenders % 2) if number not in partners]
    pairs = [(one, other) for one, other in partners.items() if one < other]
    pairs += list(zip(singles[::2], singles[1::2], strict=True))
    taken = {
        seat: number
        for ends, pair in zip(facing, pairs, strict=True)
        for seat, number in zip(ends, pair, strict=True)
    }
    return [taken[seat] for seat in range(len(taken))]


def _partners(contenders: Sequence[PairingContender]) -> dict[int, int]:
    """For each who has a partner, the partner."""
    numbers_of: dict[str, list[int]] = defaultdict(list)
    for number, contender in enumerate(contenders):
        if contender.group is not None:
            numbers_of[contender.group].append(number)
    pairs = [numbers for numbers in numbers_of.values() if len(numbers) == 2]
    return {one: other for pair in pairs for one, other in (pair, reversed(pair))}


def _refuse_forbidden_games(
    contenders: Sequence[PairingContender], rules: PairingRules, *, doubled: bool
) -> None:
    groups = Counter(contender.group for contender in contenders if contender.group is not None)
    clubs = Counter(contender.club for contender in contenders if contender.club is not None)
    if Concern.PARTNERS in rules.never and (large := [group for group, size in groups.items() if size > 2]):
        raise _refusal(f"{listed(large)} has more than two partners", Concern.PARTNERS, rules)
    if Concern.CLUB_MATES in rules.never and (shared := [club for club, size in clubs.items() if size > 1]):
        raise _refusal(f"{listed(shared)} has more than one member here", Concern.CLUB_MATES, rules)
    if Concern.REPEATS in rules.never and doubled:
        raise _refusal("in a doubled one everybody meets twice", Concern.REPEATS, rules)


def _refusal(cause: str, concern: Concern, rules: PairingRules) -> IllegalError:
    return IllegalError(
        "round-robin-forbidden-games",
        f"in a round robin everybody meets, but {cause}; allow such games, or change the pairing method",
        clause=rules.clauses.get(concern),
    )


def _paired(
    contenders: Sequence[PairingContender], games: Sequence[PlannedGame], turn: int, rules: PairingRules
) -> Pairings:
    by_draw = rules.first_play is FirstPlay.BY_DRAW
    planned = Reason(said("Round {round} of the round robin", round=turn + 1))
    their_turn = said("It is their turn to rest in this round robin")
    resting = dict.fromkeys(range(len(contenders)), their_turn)
    played: list[Game] = []
    for first, second in games:
        for one, other in ((first, second), (second, first)):
            name = contenders[other].called
            resting[one] = said("{who}, the opponent of this round, is away", who=name)
        if contenders[first].present and contenders[second].present:
            played.append(Game(contenders[first].id, contenders[second].id, planned, first_by_draw=by_draw))
            del resting[first], resting[second]
    byes = tuple(
        Bye(contenders[number].id, Reason(why))
        for number, why in resting.items()
        if contenders[number].present
    )
    return Pairings(tuple(played), byes)
