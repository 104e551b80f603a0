"""The next round as the format wants it: who meets whom at which table, ready to be published."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from random import Random

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.rules.rulebooks.choices import DrawnTile
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament.commands import PublishRound
from wordwaiter.tournament.entrants.entrants import Entrant, Need
from wordwaiter.tournament.formats.choices import Meeting, PairingMethod, Starts
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.guards import Rulebooks
from wordwaiter.tournament.pairing.by_hand import Breach, ByHand, fairest_byes
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.methods import METHODS
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.rules import Concern, FirstPlay, PairingRules
from wordwaiter.tournament.pairing.seating import Room, seat
from wordwaiter.tournament.rounds.hopes import with_hopes
from wordwaiter.tournament.rounds.rounds import Forfeited, Rest, RestKind, Round, Seating, Sitting
from wordwaiter.tournament.rounds.tables import free_room, kept_tables, tables_alone
from wordwaiter.tournament.standings.game_lines import GameLine, Verdict, game_lines
from wordwaiter.tournament.standings.standings import medal_entrants, value_of
from wordwaiter.tournament.state import Division, Tournament


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round to publish, and what its seating could not keep."""

    command: PublishRound
    moved: tuple[str, ...] = ()
    """A sentence for each who has to leave a table to which they would keep."""

    def with_reasons_of(self, proposed: "Proposal") -> "Proposal":
        """Returns the games; one that was proposed just so keeps the reason it had there."""
        why = {each.sides: each.why for each in proposed.command.seatings}
        seatings = tuple(replace(each, why=why.get(each.sides, each.why)) for each in self.command.seatings)
        byes = {each.contender: each.why for each in proposed.command.rests}
        rests = tuple(replace(each, why=byes.get(each.contender, each.why)) for each in self.command.rests)
        return replace(self, command=replace(self.command, seatings=seatings, rests=rests))


def propose_round(
    tournament: Tournament,
    division: str,
    by: str,
    rng: Random,
    room: Room | None = None,
    rulebooks: Rulebooks = shipped_rulebook,
) -> Proposal:
    """The next round of a division by its format's way of pairing; an equal `rng` gives an equal round.

    Without a room, tables are numbered from the first that no other division uses.
    """
    wanted = tournament.division(division)
    under_way = tournament.open_round(division)
    if under_way is not None:
        raise ConflictError(
            "round-under-way", f"round {under_way.number} of {division} is still open; close it first"
        )
    method = method_of_next(tournament, division)
    tables = room or free_room(tournament, division)
    if method is PairingMethod.ALONE:
        return Proposal(PublishRound(by, division, tables_alone(tournament, division, tables)))
    if is_paired_by_hand(tournament, division):
        raise IllegalError(
            "paired-by-hand",
            f"{division} is paired by hand; enter the games",
            clause=wanted.format.clause_of("pairing.later"),
        )
    contenders = pairing_contenders(tournament, division)
    named = METHODS[method.value]
    if method is PairingMethod.BY_CHANCES:
        contenders = with_hopes(tournament, division, contenders)
    number = len(tournament.rounds_of(division)) + 1
    rules = pairing_rules(wanted, named.usual_rules, rulebooks, number)
    pairings = named.method.pair(contenders, pairing_history(tournament, division), rules, rng)
    return _seated(by, division, pairings, contenders, tables)


def is_paired_by_hand(tournament: Tournament, division: str) -> bool:
    """Checks if the organiser names the games of the next round."""
    return method_of_next(tournament, division) is PairingMethod.BY_HAND


def method_of_next(tournament: Tournament, division: str) -> PairingMethod:
    """Returns how the next round of a division is paired."""
    number = len(tournament.rounds_of(division)) + 1
    return tournament.division(division).format.pairing.method_of(number)


def fairest_rests(
    tournament: Tournament, division: str, rulebooks: Rulebooks
) -> tuple[PairingContender, ...] | None:
    """Returns who would rest in a round that the organiser pairs, if medals alone decided it."""
    rules = _rules_by_hand(tournament, division, rulebooks)
    return fairest_byes(
        pairing_contenders(tournament, division), pairing_history(tournament, division), rules
    )


def propose_games(
    tournament: Tournament,
    division: str,
    by: str,
    wanted: ByHand,
    room: Room | None = None,
    rulebooks: Rulebooks = shipped_rulebook,
) -> Proposal:
    """The next round of a division with games that the organiser names; refuses what its format forbids."""
    rules = _rules_by_hand(tournament, division, rulebooks)
    contenders = pairing_contenders(tournament, division)
    nothing_drawn = Random(0)  # noqa: S311
    pairings = wanted.pair(contenders, pairing_history(tournament, division), rules, nothing_drawn)
    return _seated(by, division, pairings, contenders, room or free_room(tournament, division))


def basis_of(tournament: Tournament, division: str) -> str:
    """Returns a key of all but chance that a round is paired by: who is here, their games, the room."""
    told = (
        tournament.division(division).format.pairing,
        pairing_contenders(tournament, division),
        pairing_history(tournament, division),
        free_room(tournament, division),
    )
    return hashlib.blake2b(repr(told).encode(), digest_size=12).hexdigest()


def require_basis(tournament: Tournament, division: str, basis: str) -> None:
    """Refuse to publish a round in the place of another that was looked at."""
    if basis != basis_of(tournament, division):
        raise ConflictError(
            "paired-anew",
            "people, tables or results have changed, so the round was paired again; check it, then publish",
        )


def check_games(
    tournament: Tournament, division: str, wanted: ByHand, rulebooks: Rulebooks = shipped_rulebook
) -> tuple[Breach, ...]:
    """All that games which the organiser names would break, what is forbidden first."""
    rules = _rules_by_hand(tournament, division, rulebooks)
    return wanted.check(
        pairing_contenders(tournament, division), pairing_history(tournament, division), rules
    )


def breaches_of(
    tournament: Tournament, proposal: Proposal, rulebooks: Rulebooks = shipped_rulebook
) -> tuple[Breach, ...]:
    """Returns what a round as the format pairs it has to break; nothing where teams play alone."""
    command = proposal.command
    if tournament.division(command.division).format.sides_at_a_table == 1:
        return ()
    games = tuple((str(each.sides[0]), str(each.sides[1])) for each in command.seatings)
    byes = tuple(str(each.contender) for each in command.rests if each.kind is RestKind.BYE)
    return check_games(tournament, command.division, ByHand(games, byes), rulebooks)


def _rules_by_hand(tournament: Tournament, division: str, rulebooks: Rulebooks) -> PairingRules:
    """Returns the rules for games by hand: those of the format's own way of pairing."""
    format_ = tournament.division(division).format
    if format_.sides_at_a_table == 1:
        raise IllegalError(
            "plays-alone",
            f"in {division} each team has its own table; there are no games to enter",
            clause=format_.clause_of("pairing.first"),
        )
    method = method_of_next(tournament, division)
    usual = METHODS[method.value].usual_rules if method.value in METHODS else PairingRules()
    number = len(tournament.rounds_of(division)) + 1
    return pairing_rules(tournament.division(division), usual, rulebooks, number)


def _seated(
    by: str, division: str, pairings: Pairings, contenders: tuple[PairingContender, ...], room: Room
) -> Proposal:
    seating = seat(pairings.games, contenders, room)
    seatings = tuple(
        Seating(
            table=each.table,
            sides=(int(each.game.first), int(each.game.second)),
            first=None if each.game.first_by_draw else int(each.game.first),
            why=each.game.why.sentence,
        )
        for each in seating.seats
    )
    rests = tuple(Rest(int(bye.contender), RestKind.BYE, why=bye.why.sentence) for bye in pairings.byes)
    return Proposal(PublishRound(by, division, seatings, rests), seating.moved)


# ---------------------------------------------------------------- what the pairing asks


def pairing_rules(
    division: Division, usual: PairingRules, rulebooks: Rulebooks, round_number: int = 1
) -> PairingRules:
    """Returns the rules of a pairing: those of its method, with the format's on partners and clubs."""
    pairing = division.format.pairing
    never, order = set(usual.never), list(usual.order)
    for concern, meeting in ((Concern.PARTNERS, pairing.partners), (Concern.CLUB_MATES, pairing.club_mates)):
        never.discard(concern)
        match meeting:
            case Meeting.NEVER:
                never.add(concern)
            case Meeting.AVOIDED if concern not in order:
                order.insert(0, concern)
            case Meeting.AVOIDED:
                pass
            case Meeting.ALLOWED:
                order = [each for each in order if each is not concern]
    if pairing.repeats_from is not None and round_number >= pairing.repeats_from:
        order = [each for each in order if each is not Concern.REPEATS]
    drawn = isinstance(rulebooks(division.rulebook).turns.first_side, DrawnTile)
    assigned = pairing.starts is Starts.ASSIGNED
    return replace(
        usual,
        never=frozenset(never),
        order=tuple(order),
        clauses={**usual.clauses, **_clauses(division.format)},
        bye_allowed=pairing.bye is not None,
        rounds_left=max(1, division.format.counted_rounds - round_number + 1),
        first_play=FirstPlay.BALANCED if assigned else FirstPlay.BY_DRAW if drawn else usual.first_play,
    )


def _clauses(format_: Format) -> Mapping[Concern, str]:
    """The clauses that ask for a concern; a choice of the organiser's is none."""
    settings = {Concern.PARTNERS: "pairing.partners", Concern.CLUB_MATES: "pairing.club_mates"}
    return {
        concern: format_.origins[key].clauses[0]
        for concern, key in settings.items()
        if format_.origins[key].clauses
    }


def pairing_history(tournament: Tournament, division: str) -> PairingHistory:
    """Returns who met whom in the rounds so far."""
    published = [
        [each for each in played.sittings if len(each.sides) == 2]  # a team that builds alone meets nobody
        for played in tournament.rounds_of(division)
    ]
    played = [
        [each for each in sittings if not isinstance(each.outcome, Forfeited)]  # they have yet to meet
        for sittings in published
    ]
    return PairingHistory.of([*map(_games, played)], seated=[*map(_games, published)])


def _games(sittings: Iterable[Sitting]) -> list[tuple[str, str]]:
    return [(str(each.sides[0]), str(each.sides[1])) for each in sittings]


def pairing_contenders(tournament: Tournament, division: str) -> tuple[PairingContender, ...]:
    """Everybody who may be paired, with what they have done so far; those who left or are away too."""
    order = tournament.division(division).format.ranking.order
    lines_of: dict[int, list[GameLine]] = {each.number: [] for each in tournament.contenders_of(division)}
    for line in game_lines(tournament, division):
        lines_of[line.contender].append(line)
    rounds = tournament.rounds_of(division)
    playing = tournament.playing(division)
    here = {each.number for each in playing}
    kept = kept_tables(rounds, playing)
    firsts = Counter(each.first for played in rounds for each in played.sittings)
    seconds = Counter(
        side
        for played in rounds
        for each in played.sittings
        for side in each.sides
        if each.first not in (None, side)
    )
    byes = _byes(rounds, here)
    floated = _floated(lines_of, len(rounds))
    owners = tournament.owners()
    unrankable = {each.number for each in owners.values() if not here.issuperset(_numbers(each))}
    leaders = medal_entrants(tournament, division, lines_of)
    return tuple(
        PairingContender(
            id=str(number),
            name=contender.name,
            standing=tuple(part for key in order for part in value_of(key, lines_of[number])),
            last_score=_last_score(lines_of[number]),
            total_score=_total_score(lines_of[number]),
            rating=contender.profile.rating or 0,
            group=str(entrant.number) if entrant.is_pair else None,
            club=contender.profile.club or None,
            firsts=firsts[number],
            seconds=seconds[number],
            byes=byes[number],
            floated=number in floated,
            can_be_ranked=entrant.number not in unrankable,
            in_medal_place=entrant.number in leaders,
            fixed_table=kept.get(number),
            step_free=Need.STEP_FREE in contender.profile.needs,
            present=number in here,
        )
        for number, entrant in owners.items()
        if entrant.division == division
        for contender in entrant.contenders
        if contender.number == number
    )


def _numbers(entrant: Entrant) -> frozenset[int]:
    return frozenset(each.number for each in entrant.contenders)


def _byes(rounds: tuple[Round, ...], here: Set[int]) -> Counter[int]:
    """Returns how often each has gone without a game; a missed round counts, so that latecomers play."""
    byes = Counter(rest.contender for played in rounds for rest in played.rests if rest.kind is RestKind.BYE)
    for played in rounds:
        byes.update(here - played.listed)
        byes.update(
            side
            for each in played.sittings
            if isinstance(each.outcome, Forfeited)
            for side in each.sides
            if side not in each.outcome.absent
        )
    return byes


def _last_score(lines: list[GameLine]) -> int | None:
    return next((line.own for line in reversed(lines) if line.own is not None), None)


def _total_score(lines: list[GameLine]) -> int | None:
    scores = [line.own for line in lines if line.own is not None]
    return sum(scores) if scores else None


def _floated(lines_of: Mapping[int, list[GameLine]], last_round: int) -> frozenset[int]:
    """Those who met somebody of another score group in the last round."""
    before = {
        number: sum(line.credit for line in lines if line.round < last_round)
        for number, lines in lines_of.items()
    }
    return frozenset(
        number
        for number, lines in lines_of.items()
        for line in lines
        if line.round == last_round
        and line.verdict is not Verdict.NOTHING
        and line.opponent is not None
        and before[line.opponent] != before[number]
    )
