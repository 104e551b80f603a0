"""Round robin: everybody meets everybody once, or twice, by a plan that is known before the first game.

The plan says who meets in a round, and so who rests. Its rounds may come in any order: first those in which
no medal contender rests (ontario-2).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.sentences import Wording, listed, said
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory, by_id
from wordwaiter.tournament.pairing.costs import MEDAL_CONTENDER, medal_stake
from wordwaiter.tournament.pairing.king_of_the_hill import KingOfTheHill
from wordwaiter.tournament.pairing.pairings import Bye, Game, Pairings, Reason
from wordwaiter.tournament.pairing.ranking import refuse_unpairable_number
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules

USUAL_RULES: Final = PairingRules(order=(), first_play=FirstPlay.BALANCED)
"""The rules where a format has none."""

PlannedGame = tuple[int, int]
"""The numbers of two contenders in the list; the first of them plays first."""

PlannedRound = tuple[PlannedGame, ...]


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
        """The games of the next round: one of the plan in which no medal contender rests, if there is any."""
        by_id(contenders)
        refuse_unpairable_number(sum(contender.present for contender in contenders), rules)
        rounds = self.plan(contenders, rules)
        if history.rounds >= len(rounds):
            raise IllegalError(
                "round-robin-complete",
                f"all {len(rounds)} rounds of this round robin are paired; close the division, or "
                "change the pairing method",
                rounds=len(rounds),
            )
        left = _rounds_left(contenders, rounds, history)
        chosen = min(left, key=lambda games: (_stakes(contenders, games), _met(contenders, games, history)))
        is_cut = history.rounds + rules.rounds_left < len(rounds)
        if is_cut and MEDAL_CONTENDER in _stakes(contenders, chosen):
            apart = _pairings_apart(contenders, history, rules, rng)
            if apart is not None:
                return apart
        why = Reason(said("Round {round} of the round robin", round=history.rounds + 1))
        return _paired(contenders, chosen, left, why, rules)

    def plan(self, contenders: Sequence[PairingContender], rules: PairingRules) -> tuple[PlannedRound, ...]:
        """All rounds; refuses contenders who would have to meet although the rules forbid it."""
        _refuse_forbidden_games(contenders, rules, doubled=self.doubled)
        once = _single_plan(contenders, _partners(contenders) if Concern.PARTNERS in rules.never else {})
        if not self.doubled:
            return once
        return once + tuple(tuple((second, first) for first, second in games) for games in once)


def _single_plan(
    contenders: Sequence[PairingContender], partners: dict[int, int]
) -> tuple[PlannedRound, ...]:
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
    """Returns the seats in which partners face each other in this round; the empty seat comes last."""
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


def _rounds_left(
    contenders: Sequence[PairingContender], rounds: Sequence[PlannedRound], history: PairingHistory
) -> list[PlannedRound]:
    """Returns the rounds of the plan that were not played, in its order.

    A round that was played is the one of the plan that shares most games with it, and the first of equals.
    """
    left = list(rounds)
    for turn in range(history.rounds):

        def shared(games: PlannedRound, turn: int = turn) -> int:
            ids = ((contenders[one].id, contenders[other].id) for one, other in games)
            return sum(history.was_seated(turn, *pair) for pair in ids)

        left.remove(max(left, key=shared))
    return left


def _resting(contenders: Sequence[PairingContender], games: PlannedRound) -> Iterator[PairingContender]:
    """Yields those who are here and have no game in a round of the plan."""
    here = [contender.present for contender in contenders]
    playing = {number for game in games if here[game[0]] and here[game[1]] for number in game}
    return (each for number, each in enumerate(contenders) if here[number] and number not in playing)


def _stakes(contenders: Sequence[PairingContender], games: PlannedRound) -> list[int]:
    """Returns how much each bye of a round could change the medals, the worst first."""
    return sorted(map(medal_stake, _resting(contenders, games)), reverse=True)


def _met(contenders: Sequence[PairingContender], games: PlannedRound, history: PairingHistory) -> int:
    """Returns how often those who meet in a round of the plan have met before."""
    return sum(history.met(contenders[one].id, contenders[other].id) for one, other in games)


def _pairings_apart(
    contenders: Sequence[PairingContender], history: PairingHistory, rules: PairingRules, rng: Random
) -> Pairings | None:
    """Returns games apart from the plan, where it would let a medal contender rest and they do not.

    Only a round robin that is not played to its end can leave its plan: not everybody meets everybody there.
    """
    new_opponents = replace(rules, order=(Concern.REPEATS, Concern.BYES, Concern.LOWEST_BYE))
    try:
        pairings = KingOfTheHill().pair(contenders, history, new_opponents, rng)
    except IllegalError:
        return None
    known = by_id(contenders)
    stakes = [medal_stake(known[bye.contender]) for bye in pairings.byes]
    return None if MEDAL_CONTENDER in stakes else pairings


def _paired(
    contenders: Sequence[PairingContender],
    games: PlannedRound,
    left: Sequence[PlannedRound],
    planned: Reason,
    rules: PairingRules,
) -> Pairings:
    by_draw = rules.first_play is FirstPlay.BY_DRAW
    opponents = {one: contenders[other] for game in games for one, other in (game, game[::-1])}
    resting = {each.id for each in _resting(contenders, games)}
    yet_to_rest = [each for later in left for each in _resting(contenders, later)]
    return Pairings(
        tuple(
            Game(contenders[first].id, contenders[second].id, planned, first_by_draw=by_draw)
            for first, second in games
            if contenders[first].present and contenders[second].present
        ),
        tuple(
            Bye(each.id, Reason(_why_resting(each, opponents.get(number), yet_to_rest)))
            for number, each in enumerate(contenders)
            if each.id in resting
        ),
    )


def _why_resting(
    contender: PairingContender, away: PairingContender | None, yet_to_rest: Sequence[PairingContender]
) -> Wording:
    if away is not None:
        return said("{who}, the opponent of this round, is away", who=away.called)
    if medal_stake(contender) == MEDAL_CONTENDER:
        pattern = "{who} rests: only medal contenders have yet to rest in this round robin"
    elif any(medal_stake(each) == MEDAL_CONTENDER for each in yet_to_rest):
        pattern = "{who} has yet to rest, and is outside the medal places"
    else:
        pattern = "It is {who}'s turn to rest in this round robin"
    return said(pattern, who=contender.called)
