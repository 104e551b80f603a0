"""The log: every fact as a sentence that can be read out, with whoever brought it about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Final, assert_never

from wordwaiter.game.facts import Tiles
from wordwaiter.game.holdings import count_of
from wordwaiter.sentences import Wording, counted, joined, named, said
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.entrants import Leaving, Need, Profile
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.money.ledger import dollars
from wordwaiter.tournament.rounds.rounds import Ground
from wordwaiter.tournament.state import Official, Tournament


@dataclass(frozen=True, slots=True)
class LogLine:
    """What happened, when and by whom."""

    number: int
    """Of the line, from 1; undo takes it."""
    at_ms: int
    by: str
    kind: str
    sentence: str


def log_of(told: Iterable[f.Fact]) -> Iterator[LogLine]:
    """The log of a tournament's facts, in their order."""
    tournament: Tournament | None = None
    for number, fact in enumerate(told, 1):
        if isinstance(fact, f.TournamentOpened):
            tournament = opened(fact)
            sentence = _of_division(fact)
        elif tournament is not None:
            # The state after a fact knows the names of those that it adds; the one before, what it changes.
            before, tournament = tournament, evolve(tournament, fact)
            sentence = _sentence(before, tournament, fact)
        else:
            continue
        yield LogLine(number, fact.at_ms, fact.by, fact.KIND, sentence)


def _sentence(before: Tournament, tournament: Tournament, fact: f.Fact) -> Wording:
    if isinstance(fact, f.TournamentOpened | f.DivisionFact):
        return _of_division(fact)
    if isinstance(fact, f.ProfileChanged | f.EntrantsRemoved):
        return _of_entries(before, fact)
    if isinstance(fact, f.EntrantFact):
        return _of_entrants(tournament, fact)
    if isinstance(fact, f.RoundFact):
        return _of_round(fact)
    if isinstance(fact, f.ResultFact):
        return _of_result(tournament, fact)
    if isinstance(fact, f.FeatNoted):
        name = names_of(tournament, [fact.feat.contender])
        return said(
            "{feat} of {who}: {text}, {points}",
            feat=named(fact.feat.feat),
            who=name,
            text=fact.feat.text,
            points=fact.feat.points,
        )
    if isinstance(fact, f.BeeFact):
        return _of_bee(tournament, fact)
    if isinstance(fact, f.MoneyFact):
        return _of_money(tournament, fact)
    if isinstance(fact, f.DayFact):
        return _of_day(tournament, fact)
    assert_never(fact)


def _of_division(fact: f.TournamentOpened | f.DivisionFact) -> Wording:
    match fact:
        case f.TournamentOpened(name=name):
            return said("{name} begins", name=name)
        case f.DivisionOpened(name=name, rulebook=rulebook, format=format_):
            return said(
                "division {name} is opened, format {format}, rulebook {rulebook}",
                name=name,
                format=format_.name,
                rulebook=rulebook,
            )
        case f.FormatChanged(division=division, settings=settings, reason=reason):
            return said(
                "the format of {division} is changed ({settings}): {reason}",
                division=division,
                settings=", ".join(settings),
                reason=reason,
            )
        case f.DivisionsMerged(source=source, target=target, reason=reason):
            return said(
                "{source} is merged into {target}: {reason}", source=source, target=target, reason=reason
            )
        case f.EquipmentProvided(sets=sets, clocks=clocks):
            return said("{sets} sets and {clocks} clocks are provided", sets=sets, clocks=clocks)


def _of_entries(before: Tournament, fact: f.ProfileChanged | f.EntrantsRemoved) -> Wording:
    match fact:
        case f.EntrantsRemoved(entrants=numbers, reason=reason):
            names = ", ".join(before.entrant(number).name for number in numbers)
            return said("taken out, entered by mistake: {names} ({reason})", names=names, reason=reason)
        case f.ProfileChanged(contender=number, profile=profile, name=name):
            entrant, old = before.entrant_of(number), before.contender(number).profile
            changes = [
                said("{what} {before} → {after}", what=what, before=was, after=now)
                for what, was, now in _changes(old, profile)
            ]
            if entrant.is_pair and entrant.name != name:
                changes.append(said("pair {before} → {after}", before=entrant.name, after=name))
            changed = joined("; ", changes)
            return said("the entry of {who} is put right: {changes}", who=old.name, changes=changed)


def _changes(before: Profile, after: Profile) -> Iterator[tuple[Wording, str, str]]:
    """What is known of somebody and has changed: what it is, how it was and how it is now."""
    for field in fields(Profile):
        was, now = getattr(before, field.name), getattr(after, field.name)
        if was != now:
            yield said(_FIELD_PATTERNS[field.name]), _value(was), _value(now)


_FIELD_PATTERNS: Final = {
    "name": "name",
    "club": "club",
    "age": "age",
    "members": "members",
    "brings_set": "brings a set",
    "brings_clock": "brings a clock",
    "needs": "needs",
    "rating": "rating",
    "email": "e-mail",
    "by_initials": "in public by initials",
}
"""What a field of a profile is called in a sentence."""


def _value(value: str | int | bool | tuple[str | Need, ...] | None) -> str:
    """A field of a profile in a sentence; what is not told is a dash."""
    match value:
        case bool():
            return said("yes") if value else said("no")
        case tuple():
            parts = (named(each) if isinstance(each, Need) else each for each in value)
            return joined(", ", parts) or "–"
        case None | "":
            return "–"
        case _:
            return str(value)


def _of_entrants(
    tournament: Tournament,
    fact: f.EntrantsRegistered
    | f.CheckedIn
    | f.CheckInCancelled
    | f.EntrantMoved
    | f.ContenderLeft
    | f.ContenderReinstated,
) -> Wording:
    match fact:
        case f.EntrantsRegistered(division=division, entrants=entrants, late=late):
            names = ", ".join(each.name for each in entrants)
            pattern = "entered in {division}, late: {names}" if late else "entered in {division}: {names}"
            return said(pattern, division=division, names=names)
        case f.CheckedIn(contenders=contenders, late_reason=reason):
            pattern = "here: {names} ({reason})" if reason else "here: {names}"
            return said(pattern, names=names_of(tournament, contenders), reason=reason)
        case f.CheckInCancelled(contenders=contenders):
            return said("not here after all: {names}", names=names_of(tournament, contenders))
        case f.EntrantMoved(entrant=number, division=division, reason=reason):
            name = tournament.entrant(number).name
            return said("{who} goes to {division}: {reason}", who=name, division=division, reason=reason)
        case f.ContenderLeft(contender=number, how=how, reason=reason):
            pattern = _LEAVING_PATTERNS[how]
            return said(pattern, who=names_of(tournament, [number]), reason=reason)
        case f.ContenderReinstated(contender=number, reason=reason):
            return said("{who} is back: {reason}", who=names_of(tournament, [number]), reason=reason)


_LEAVING_PATTERNS: Final = {
    Leaving.WITHDRAWN: "{who} is withdrawn: {reason}",
    Leaving.DEFAULTED: "{who} is defaulted: {reason}",
}


def _of_round(fact: f.RoundFact) -> Wording:
    which = {"division": fact.division, "round": fact.number}
    match fact:
        case f.RoundPublished(seatings=seatings, rests=rests):
            pattern = "round {round} of {division} is published: {boards}"
            if rests:
                pattern = "round {round} of {division} is published: {boards}, {resting} resting"
            boards = counted(len(seatings), "{n} board", "{n} boards")
            return said(pattern, **which, boards=boards, resting=len(rests))
        case f.RoundStarted(length_ms=length_ms):
            pattern = "round {round} of {division} begins"
            if length_ms:
                pattern = "round {round} of {division} begins, {minutes} minutes"
            return said(pattern, **which, minutes=length_ms // 60_000 if length_ms else 0)
        case f.RoomClockAdjusted(by_ms=by_ms, reason=reason):
            return said(
                "the clock of round {round} of {division} is set by {seconds} s: {reason}",
                **which,
                seconds=f"{by_ms / 1000:+.0f}",
                reason=reason,
            )
        case f.RoundTimeCalled():
            return said("time is called in round {round} of {division}", **which)
        case f.RoundClosed():
            return said("round {round} of {division} is closed", **which)
        case f.RoundWithdrawn(reason=reason):
            return said("round {round} of {division} is taken back: {reason}", **which, reason=reason)
        case f.RoundHalted(reason=reason):
            return said("round {round} of {division} is halted: {reason}", **which, reason=reason)
        case f.RoundResumed(reason=reason):
            return said("round {round} of {division} goes on: {reason}", **which, reason=reason)
        case f.RoundReopened(reason=reason):
            return said("round {round} of {division} is open again: {reason}", **which, reason=reason)


def _of_result(tournament: Tournament, fact: f.ResultFact) -> Wording:
    sitting = tournament.round(fact.division, fact.round).sitting_at(fact.table, fact.board)
    sides = sitting.sides if sitting else ()
    where = said(
        "{division}, round {round}, table {table}",
        division=fact.division,
        round=fact.round,
        table=fact.table,
    )

    def totals(scores: tuple[int, ...]) -> str:
        named = (names_of(tournament, [side]) for side in sides)
        return ", ".join(f"{name} {score}" for name, score in zip(named, scores, strict=True))

    match fact:
        case f.SheetHandedIn(scores=scores, signed=signed):
            pattern = "{where}: a sheet says {totals}, signed by nobody"
            if signed:
                pattern = "{where}: a sheet says {totals}, signed by {signers}"
            signers = names_of(tournament, signed)
            return said(pattern, where=where, totals=totals(scores), signers=signers)
        case f.ResultSettled(scores=scores, ground=Ground.CORRECTION, reason=reason):
            return said(
                "{where}: corrected to {totals}: {reason}", where=where, totals=totals(scores), reason=reason
            )
        case f.ResultSettled(scores=scores, ground=ground, reason=reason):
            return said(
                "{where}: {totals} stands ({why})",
                where=where,
                totals=totals(scores),
                why=joined(", ", [named(ground), *([reason] if reason else [])]),
            )
        case f.GameCancelled(reason=reason):
            return said("{where}: cancelled: {reason}", where=where, reason=reason)
        case f.GameForfeited(absent=absent, reason=reason):
            there = [side for side in sides if side not in absent]
            pattern = "{where}: not played, without {absent}: {reason}"
            if there:
                pattern = "{where}: not played, without {absent}: {reason}; a bye for {there}"
            return said(
                pattern,
                where=where,
                absent=names_of(tournament, absent),
                reason=reason,
                there=names_of(tournament, there),
            )
        case f.ResultWithdrawn(reason=reason):
            return said("{where}: the result is taken back: {reason}", where=where, reason=reason)


def _of_bee(tournament: Tournament, fact: f.BeeFact) -> Wording:
    match fact:
        case f.WordsAnnounced(division=division, round=number, announcement=words):
            told = [
                said("starting word {word}", word=words.starting_word) if words.starting_word else "",
                said("surprise word {word}", word=words.surprise_word) if words.surprise_word else "",
                said("sponsors {names}", names=", ".join(words.sponsors)) if words.sponsors else "",
            ]
            return said(
                "{division}, round {round}: {words}",
                division=division,
                round=number,
                words=joined(", ", filter(None, told)) if any(told) else said("no words"),
            )
        case f.PeekBought(team=team, word=word):
            return said("{who} buys a peek at {word}", who=names_of(tournament, [team]), word=word)
        case f.PeekAnswered(number=number, good=good):
            pattern = "{word} is good" if good else "{word} is not good"
            return said(pattern, word=tournament.peeks[number - 1].word)
        case f.TilesBought(team=team, tiles=tiles, cents=cents):
            return said(
                "{who} buys {tiles} back for {sum}",
                who=names_of(tournament, [team]),
                tiles=_tiles(tiles),
                sum=dollars(cents),
            )
        case f.AllTilesBought(team=team, cents=cents):
            return said(
                "{who} buys all tiles of all rounds for {sum}",
                who=names_of(tournament, [team]),
                sum=dollars(cents),
            )
        case f.TilesReturned(team=team, line=line, tiles=tiles):
            pattern = "{who} has not bought the tiles of line {line}"
            if count_of(tiles):
                pattern = "{who} has not bought the tiles of line {line}; {tiles} out of play again"
            return said(pattern, who=names_of(tournament, [team]), line=line, tiles=_tiles(tiles))
        case f.BoardWordChallenged(challenge=challenge):
            return said(
                "{who} challenges {word} of {other}",
                who=challenge.challenger,
                word=challenge.target,
                other=challenge.challenged,
            )
        case f.BoardWordRuled(challenger=challenger, good=good):
            pattern = "the word that {who} challenged is not good"
            if good:
                pattern = "the word that {who} challenged is good"
            return said(pattern, who=challenger)


def _of_money(tournament: Tournament, fact: f.MoneyFact) -> Wording:
    match fact:
        case f.MoneyTaken(line=line, payment=payment):
            pattern = "line {line}: {fund}, {sum}, {method}"
            if payment.team is not None:
                pattern = "line {line}: {fund} from {who}, {sum}, {method}"
            return said(
                pattern,
                line=line,
                fund=named(payment.fund),
                who="" if payment.team is None else names_of(tournament, [payment.team]),
                sum=dollars(payment.cents),
                method=named(payment.method),
            )
        case f.MoneyReversed(line=line, reverses=reverses, reason=reason):
            return said(
                "line {line} takes line {other} back: {reason}", line=line, other=reverses, reason=reason
            )
        case f.TabPaid(team=team, cents=cents, method=method):
            return said(
                "{who} pays a tab of {sum}, {method}",
                who=names_of(tournament, [team]),
                sum=dollars(cents),
                method=named(method),
            )
        case f.PledgeMade(team=team, donor=donor, cents_per_point=cents):
            return said(
                "{donor} pledges {sum} a point of {who}",
                donor=donor,
                sum=dollars(cents),
                who=names_of(tournament, [team]),
            )
        case f.TargetSet(cents=cents):
            return said("the target is {sum}", sum=dollars(cents))
        case f.CashCounted(counted_cents=cash, expected_cents=expected):
            return said(
                "{cash} in cash, {expected} in the ledger",
                cash=dollars(cash),
                expected=dollars(expected),
            )


_CALLED_PATTERNS: Final = {Official.JUDGE: "the judge", Official.CONVENOR: "the convenor"}


def _of_day(tournament: Tournament, fact: f.DayFact) -> Wording:
    match fact:
        case f.OfficialCalled(table=table, wanted=wanted, reason=reason):
            whom = said(_CALLED_PATTERNS[wanted])
            if not reason:
                return said("table {table} calls {whom}", table=table, whom=whom)
            return said("table {table} calls {whom}: {reason}", table=table, whom=whom, reason=reason)
        case f.CallAnswered(number=number, by=by):
            return said("{who} goes to table {table}", who=by, table=tournament.calls[number - 1].table)
        case f.CallEnded(number=number, note=note):
            table = tournament.calls[number - 1].table
            return said("the call of table {table} is over: {note}", table=table, note=note)
        case f.ScreenChosen(screen=screen):
            return said("the big screen shows: {screen}", screen=named(screen))
        case f.TimetableSet(slots=slots):
            return said("the day has {n} parts", n=len(slots))
        case f.TimetableShifted(slot=slot, by_ms=by_ms, reason=reason):
            name = tournament.timetable[slot].name
            return said(
                "{part} and all after it move by {minutes} minutes: {reason}",
                part=name,
                minutes=f"{by_ms / 60_000:+.0f}",
                reason=reason,
            )


def _tiles(tiles: Tiles) -> Wording:
    return counted(count_of(tiles), "{n} tile", "{n} tiles")
