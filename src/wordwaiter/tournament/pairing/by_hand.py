"""Pairing by hand: an organiser's own games, and a check of what they break."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from random import Random

from wordwaiter.errors import IllegalError
from wordwaiter.sentences import Wording, joined, listed, said
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory, by_id
from wordwaiter.tournament.pairing.costs import MEDAL_CONTENDER, first_surplus, medal_stake, pair_cost
from wordwaiter.tournament.pairing.king_of_the_hill import KingOfTheHill
from wordwaiter.tournament.pairing.pairings import Bye, Game, Pairings, Reason
from wordwaiter.tournament.pairing.phrases import NOT_ABOUT_TWO, against, times
from wordwaiter.tournament.pairing.ranking import Ranking
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules


class Fault(StrEnum):
    """Faults of a list of games in itself, whatever the rules."""

    UNKNOWN = "unknown"
    AWAY = "away"
    TWICE = "twice"
    LEFT_OUT = "left-out"
    BYE_NOT_ALLOWED = "bye-not-allowed"
    NEEDLESS_BYE = "needless-bye"


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that an edit breaks."""

    kind: Concern | Fault
    contenders: tuple[str, ...]
    sentence: str
    """The fault and what to do, with the clause if there is one."""
    forbidden: bool
    """The round cannot be played so; otherwise it is for the organiser to decide."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """Games as the organiser wants them; in each, the first plays first where the format balances that."""

    games: tuple[tuple[str, str], ...]
    byes: tuple[str, ...] = ()

    def check(
        self, contenders: Sequence[PairingContender], history: PairingHistory, rules: PairingRules
    ) -> tuple[Breach, ...]:
        """All that these games break, what is forbidden first; empty if nothing."""
        known = by_id(contenders)
        breaches = [
            *self._faults(known, rules),
            *self._byes_for_medals(known, history, rules),
            *self._byes_unshared(known, rules),
        ]
        for one, other in self.games:
            if one in known and other in known and one != other:
                breaches += _against_game(known[one], known[other], history, rules)
        return tuple(sorted(breaches, key=lambda breach: not breach.forbidden))

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """These games as the pairings of the round; refuses what is forbidden and notes the rest."""
        del rng  # nothing is left to chance; every method has the same arguments
        breaches = self.check(contenders, history, rules)
        for breach in breaches:
            if breach.forbidden:
                raise IllegalError(
                    f"by-hand-{breach.kind}", breach.sentence, contenders=list(breach.contenders)
                )
        by_draw = rules.first_play is FirstPlay.BY_DRAW
        return Pairings(
            tuple(Game(one, other, _why(breaches, {one, other}), by_draw) for one, other in self.games),
            tuple(Bye(one, _why(breaches, {one})) for one in self.byes),
        )

    def _faults(self, known: Mapping[str, PairingContender], rules: PairingRules) -> Iterator[Breach]:
        named = Counter(chain(chain.from_iterable(self.games), self.byes))
        for contender, count in named.items():
            if contender not in known:
                sentence = said("{who} is not in this division; choose somebody from the list", who=contender)
                yield Breach(Fault.UNKNOWN, (contender,), sentence, forbidden=True)
                continue
            name = known[contender].called
            if not known[contender].present:
                sentence = said("{who} is away; check {who} in, or give the opponent a bye", who=name)
                yield Breach(Fault.AWAY, (contender,), sentence, forbidden=True)
            if count > 1:
                sentence = said(
                    "{who} is paired {times}; take {who} out of all games but one",
                    who=name,
                    times=times(count),
                )
                yield Breach(Fault.TWICE, (contender,), sentence, forbidden=True)
        for contender, person in known.items():
            if person.present and contender not in named:
                sentence = said("{who} has no game and no bye; give {who} an opponent", who=person.called)
                yield Breach(Fault.LEFT_OUT, (contender,), sentence, forbidden=True)
        names = listed([known[bye].called for bye in self.byes if bye in known])
        if self.byes and not rules.bye_allowed:
            sentence = said(
                "this format has no bye, and {names} would have one; find an opponent", names=names
            )
            cited = rules.cited(sentence, Concern.BYES)
            yield Breach(Fault.BYE_NOT_ALLOWED, self.byes, cited, forbidden=True)
        if len(self.byes) > 1:
            sentence = said("{names} have byes; two of them could meet", names=names)
            yield Breach(Fault.NEEDLESS_BYE, self.byes, sentence, forbidden=False)

    def _byes_for_medals(
        self, known: Mapping[str, PairingContender], history: PairingHistory, rules: PairingRules
    ) -> Iterator[Breach]:
        """A bye that could change the medals while another could not; for a medal contender it is refused."""
        staked = [known[each] for each in self.byes if each in known and medal_stake(known[each])]
        if not staked:
            return
        resting = fairest_byes(tuple(known.values()), history, rules)
        for bye in staked:
            sentence = None if resting is None else _fairer(bye, resting)
            if sentence is not None:
                yield Breach(
                    Concern.MEDALS,
                    (bye.id,),
                    rules.cited(sentence, Concern.MEDALS),
                    forbidden=medal_stake(bye) == MEDAL_CONTENDER,
                )

    def _byes_unshared(self, known: Mapping[str, PairingContender], rules: PairingRules) -> Iterator[Breach]:
        present = [person for person in known.values() if person.present]
        for bye in self.byes:
            had, stake = (known[bye].byes, medal_stake(known[bye])) if bye in known else (0, 0)
            # To spare a medal contender goes before shared byes, so none is asked to rest for them.
            fewer = [
                person
                for person in present
                if person.byes < had and person.id not in self.byes and medal_stake(person) <= stake
            ]
            if fewer:
                sentence = said(
                    "{who} has been without a game {times} and {other} {fewer}; let {other} rest",
                    who=known[bye].called,
                    times=times(had),
                    other=fewer[0].called,
                    fewer=times(fewer[0].byes) if fewer[0].byes else said("never"),
                )
                yield Breach(Concern.BYES, (bye,), rules.cited(sentence, Concern.BYES), forbidden=False)


def fairest_byes(
    contenders: Sequence[PairingContender], history: PairingHistory, rules: PairingRules
) -> tuple[PairingContender, ...] | None:
    """Returns who rests in the pairing whose bye changes the medals least; nothing where none exists."""
    nothing_drawn = Random(0)  # noqa: S311
    try:
        pairings = KingOfTheHill().pair(contenders, history, rules, nothing_drawn)
    except IllegalError:
        return None
    known = by_id(contenders)
    return tuple(known[bye.contender] for bye in pairings.byes)


def _fairer(bye: PairingContender, resting: Sequence[PairingContender]) -> Wording | None:
    """Returns whose bye changes the medals less than this one; nothing where nobody's does."""
    if not resting:
        is_contender = medal_stake(bye) == MEDAL_CONTENDER
        return said("{who} is a medal contender, and all can play", who=bye.called) if is_contender else None
    (other,) = resting
    if medal_stake(other) >= medal_stake(bye):
        return None
    pattern = "{other} cannot be ranked; let {other} rest instead of {who}"
    if other.can_be_ranked:
        pattern = "{who} is in a medal place and {other} is not; let {other} rest"
    return said(pattern, who=bye.called, other=other.called)


def changed_places(before: Sequence[str], chosen: Sequence[str]) -> tuple[str, ...]:
    """Returns who sits where when each who was chosen for a seat changes places with whoever had it.

    Where one was chosen for two seats it stays as chosen, for `ByHand.check` to tell.
    """
    seats = list(before)
    changed = [place for place, was in enumerate(before) if chosen[place] != was]
    for place in changed:
        if chosen[place] in seats:
            other = seats.index(chosen[place])
            seats[place], seats[other] = seats[other], seats[place]
    is_clear = all(seats[place] == chosen[place] for place in changed)
    return tuple(seats if is_clear else chosen)


def _against_game(
    one: PairingContender, other: PairingContender, history: PairingHistory, rules: PairingRules
) -> Iterator[Breach]:
    two = Ranking((one, other), history, rules, by=None)
    for concern in (*sorted(rules.never), *rules.priorities):
        if concern is Concern.FIRSTS:
            yield from _lopsided(one, other, rules)
        elif concern not in NOT_ABOUT_TWO and pair_cost(two, concern)(0, 1):
            sentence = rules.cited(against(concern, one, other, history), concern)
            yield Breach(concern, (one.id, other.id), sentence, forbidden=concern in rules.never)


def _lopsided(first: PairingContender, second: PairingContender, rules: PairingRules) -> Iterator[Breach]:
    """Yields what the order of the two does to the balance of first plays, where the pairing settles it."""
    if rules.first_play is FirstPlay.BY_DRAW:
        return
    surplus = first_surplus(first) - first_surplus(second)
    if surplus > 0:
        sentence = said(
            "{who} has played first more often than {other}; let {other} begin",
            who=first.called,
            other=second.called,
        )
        yield Breach(
            Concern.FIRSTS, (first.id, second.id), rules.cited(sentence, Concern.FIRSTS), forbidden=False
        )


def _why(breaches: Sequence[Breach], contenders: set[str]) -> Reason:
    noted = [breach.sentence for breach in breaches if contenders.intersection(breach.contenders)]
    return Reason(joined("; ", [said("Set by hand"), *noted]))
