"""Undo: the command that takes a step back, the last one or an earlier one on which nothing was built since.

Nothing is rubbed out: what takes a step back is a command like any other, with an actor and a reason, and is
refused where too much has come of the step.
"""

from collections.abc import Hashable, Sequence
from typing import Final, assert_never

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare.challenge import NamedTeam
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.bee.evolve import with_number
from wordwaiter.tournament.entrants.entrants import Leaving, usual_name
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.log import log_of
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, Scored
from wordwaiter.tournament.state import ScreenTurn, Tournament

_INSTEAD: Final = {
    f.EntrantsRemoved.KIND: "enter them again",
    f.DivisionOpened.KIND: "merge the division into another",
    f.DivisionsMerged.KIND: "open the division again and move its entrants back",
    f.MoneyReversed.KIND: "write a new line",
    f.CashCounted.KIND: "count again",
    f.PledgeWithdrawn.KIND: "enter the pledge again",
    f.TilesReturned.KIND: "sell the tiles again",
    f.RoundWithdrawn.KIND: "pair the round again",
    f.RoundHalted.KIND: "start the round again",
    f.RoundResumed.KIND: "call time again",
    f.RoundReopened.KIND: "close the round again",
    f.ResultWithdrawn.KIND: "hand the result in again",
    f.BoardRulingUndone.KIND: "rule again",
    f.PeekAnswerUndone.KIND: "answer again",
    f.RefusedWordUndone.KIND: "rule again",
    f.PhotosErased.KIND: "choose again to keep photos",
}
"""Advice about a step that has no opposite."""


def undo_command(told: Sequence[f.Fact], by: str, reason: str, line: int | None = None) -> c.Command:
    """The command that takes back the last of a tournament's facts, or the one in that line of its log."""
    if len(told) < 2:
        raise ConflictError("nothing-to-undo", "nothing has happened yet")
    number = len(told) if line is None else line
    if not 2 <= number <= len(told):
        raise MalformedError(
            "no-such-log-line", f"there is no line {number} to undo; the log has lines 2 to {len(told)}"
        )
    *earlier, fact = told[:number]
    _refuse_if_built_upon(told, number)
    return _opposite(_state_after(earlier), fact, by, reason)


def _state_after(told: Sequence[f.Fact]) -> Tournament:
    first, *rest = told
    if not isinstance(first, f.TournamentOpened):
        raise MalformedError("not-opened", "the first fact of a tournament must open it")
    tournament = opened(first)
    for fact in rest:
        tournament = evolve(tournament, fact)
    return tournament


def _opposite(before: Tournament, fact: f.Fact, by: str, reason: str) -> c.Command:
    """The command that brings back what was before the fact."""
    match fact:
        case f.CheckedIn() | f.CheckInCancelled() | f.ContenderLeft() | f.ContenderReinstated():
            return _attendance(before, fact, by, reason)
        case f.SheetHandedIn() | f.ResultSettled() | f.GameCancelled() | f.GameForfeited():
            return _result(before, fact, by, reason)
        case f.EntrantMoved(entrant=entrant):
            return c.MoveEntrant(by, entrant, before.entrant(entrant).division, reason)
        case f.ProfileChanged(contender=contender):
            profile = before.contender(contender).profile
            return c.ChangeProfile(by, contender, profile, _pair_before(before, fact))
        case f.EntrantsRegistered(entrants=entrants):
            return c.RemoveEntrants(by, tuple(each.number for each in entrants), reason)
        case f.FormatChanged(division=division):
            return c.ChangeFormat(by, division, before.division(division).format, reason)
        case f.DivisionChanged(division=division, name=name):
            return c.ChangeDivision(by, name, division, before.division(division).ages)
        case f.DetailsChanged():
            return c.ChangeDetails(by, before.name, before.date, before.venue)
        case f.EquipmentProvided():
            return c.ProvideEquipment(by, before.sets, before.clocks)
        case f.RoundPublished(division=division):
            return c.WithdrawRound(by, division, reason)
        case f.RoundStarted(division=division):
            return c.HaltRound(by, division, reason)
        case f.RoundTimeCalled(division=division):
            return c.ResumeRound(by, division, reason)
        case f.RoundClosed(division=division):
            return c.ReopenRound(by, division, reason)
        case f.RoomClockAdjusted(division=division, by_ms=by_ms):
            return c.AdjustRoomClock(by, division, -by_ms, reason)
        case f.WordsAnnounced(division=division, round=number):
            words = before.announcement(division, number)
            without = before.words_without.get((division, number), ())
            told = (words.starting_word, words.surprise_word, words.sponsors, without)
            return c.AnnounceWords(by, division, number, *told, anyway=True)
        case (
            f.BoardWordChallenged() | f.BoardWordRuled() | f.BoardPointsProposed() | f.BoardChallengeVoided()
        ):
            return _challenge(before, fact, by, reason)
        case f.PeekAnswered(number=number):
            return c.UndoPeekAnswer(by, number, reason)
        case f.RefusedWordRuled(number=number):
            return c.UndoRefusedWord(by, number, reason)
        case f.SponsorsListed():
            return c.ListSponsors(by, before.sponsors)
        case f.LogoSet(sponsor=sponsor) | f.LogoRemoved(sponsor=sponsor):
            was = before.logos.get(sponsor)
            return c.RemoveLogo(by, sponsor) if was is None else c.SetLogo(by, sponsor, was.png)
        case f.TilesBought() | f.AllTilesBought():
            return c.ReverseMoney(by, len(before.ledger) + 1, reason)
        case f.MoneyTaken(line=line, payment=payment) if payment.fund is Fund.PEEK:
            # The team may know the answer: without the money this would be a gift.
            raise IllegalError(
                "cannot-undo",
                f"a peek cannot be undone; to refund it, use: funds reverse {line}",
                kind=fact.KIND,
            )
        case f.MoneyTaken(line=line):
            return c.ReverseMoney(by, line, reason)
        case f.PledgeMade():
            return c.WithdrawPledge(by, len(before.pledges) + 1, reason)
        case f.PledgeChanged(number=number):
            pledge = before.pledges[number - 1]
            terms = (pledge.team, pledge.cents_per_point, pledge.most_cents, pledge.fixed_cents)
            return c.ChangePledge(by, number, pledge.donor, reason, *terms)
        case f.TargetSet() if before.target_cents is not None:
            return c.SetTarget(by, before.target_cents)
        case f.PublicNamesChosen():
            return c.ChoosePublicNames(by, before.public_names)
        case f.PhotosKept():
            return c.ErasePhotos(by)
        case f.TimetableSet():
            return c.SetTimetable(by, before.timetable)
        case f.ScreenChosen():
            return c.ChooseScreen(by, before.screen)
        case f.RacksShown() | f.RacksHidden() if before.racks_delay_ms is not None:
            return c.ShowRacks(by, before.racks_delay_ms)
        case f.RacksShown() | f.RacksHidden():
            return c.HideRacks(by)
        case f.AnalysisAllowed():
            return c.ForbidAnalysis(by)
        case f.AnalysisForbidden():
            return c.AllowAnalysis(by)
        case f.ScreenTurned(how=ScreenTurn.PAUSE):
            return c.TurnScreen(by, ScreenTurn.RESUME)
        case f.ScreenTurned(how=ScreenTurn.RESUME):
            return c.TurnScreen(by, ScreenTurn.PAUSE)
        case f.AwardShown():
            return c.ShowAward(by, before.awards_shown)
        case f.TimetableShifted(slot=slot, by_ms=by_ms):
            return c.ShiftTimetable(by, slot, -by_ms, reason)
        case (
            f.TournamentOpened()
            | f.DivisionOpened()
            | f.DivisionsMerged()
            | f.EntrantsRemoved()
            | f.RoundWithdrawn()
            | f.RoundHalted()
            | f.RoundResumed()
            | f.RoundReopened()
            | f.ResultWithdrawn()
            | f.FeatNoted()
            | f.PeekBought()
            | f.PeekAnswerUndone()
            | f.RefusedWordUndone()
            | f.TilesReturned()
            | f.TilesTakenOut()
            | f.TilesOutCorrected()
            | f.BoardRulingUndone()
            | f.PersonErased()
            | f.EverybodyErased()
            | f.ErasureAnnounced()
            | f.PhotosErased()
            | f.MoneyReversed()
            | f.TabPaid()
            | f.PledgeWithdrawn()
            | f.TargetSet()
            | f.CashCounted()
            | f.OfficialCalled()
            | f.CallAnswered()
            | f.CallEnded()
            | f.ScreenTurned()
        ):
            what = fact.KIND.removeprefix("tournament.").replace("_", " ")
            instead = _INSTEAD.get(fact.KIND, "correct it with another command")
            raise IllegalError(
                "cannot-undo", f"this step ({what}) cannot be undone; {instead}", kind=fact.KIND
            )
        case _:
            assert_never(fact)


def _pair_before(before: Tournament, fact: f.ProfileChanged) -> str | None:
    """Returns a pair's earlier name, if this fact changed it; one made of theirs follows them."""
    entrant = before.entrant_of(fact.contender)
    after = (fact.profile if each.number == fact.contender else each.profile for each in entrant.contenders)
    was_usual = entrant.name == usual_name(each.profile for each in entrant.contenders)
    if fact.name in (entrant.name, usual_name(after) if was_usual else ""):
        return None
    return "" if was_usual else entrant.name


def _attendance(
    before: Tournament,
    fact: f.CheckedIn | f.CheckInCancelled | f.ContenderLeft | f.ContenderReinstated,
    by: str,
    reason: str,
) -> c.Command:
    match fact:
        case f.CheckedIn(contenders=contenders):
            return c.CancelCheckIn(by, contenders)
        case f.CheckInCancelled(contenders=contenders):
            return c.CheckIn(by, contenders, reason)
        case f.ContenderLeft(contender=contender):
            return c.Reinstate(by, contender, reason)
        case f.ContenderReinstated(contender=contender):
            gone = before.departures[contender]
            leaving = c.DeclareDefault if gone.how is Leaving.DEFAULTED else c.Withdraw
            # What stands again is the first decision: the standings say its reason.
            return leaving(by, contender, f"{gone.reason} (again: {reason})" if reason else "")


def _challenge(
    before: Tournament,
    fact: f.BoardWordChallenged | f.BoardWordRuled | f.BoardPointsProposed | f.BoardChallengeVoided,
    by: str,
    reason: str,
) -> c.Command:
    team = fact.challenge.challenger if isinstance(fact, f.BoardWordChallenged) else fact.challenger
    number = with_number(before, fact.division, team).number
    if number is None:
        raise MalformedError("no-such-contender", f"{team} is no longer in {fact.division}")
    if isinstance(fact, f.BoardWordChallenged):
        return c.VoidBoardChallenge(by, fact.round, number, reason)
    return c.UndoBoardRuling(by, fact.round, number, reason)


def _result(
    before: Tournament,
    fact: f.SheetHandedIn | f.ResultSettled | f.GameCancelled | f.GameForfeited,
    by: str,
    reason: str,
) -> c.Command:
    """The result that the board had, or none."""
    sitting = before.round(fact.division, fact.round).sitting_at(fact.table, fact.board)
    outcome = None if sitting is None else sitting.outcome
    place = (fact.division, fact.round, fact.table)
    match outcome:
        case Scored(scores=scores):
            return c.CorrectResult(by, *place, scores, reason, fact.board)
        case Cancelled():
            return c.CancelGame(by, *place, reason, fact.board)
        case Forfeited(absent=absent):
            return c.ForfeitGame(by, *place, absent, reason, fact.board)
        case None:
            return c.WithdrawResult(by, *place, reason, fact.board)


# ---------------------------------------------------------------- what came after


def _refuse_if_built_upon(told: Sequence[f.Fact], number: int) -> None:
    """Refuse a step if a later one is about the same thing: its opposite would undo that one too."""
    fact, now = told[number - 1], _state_after(told)
    for later, other in enumerate(told[number:], number + 1):
        if _is_about_the_same(fact, other, now):
            *_, line = log_of(told[:later])
            raise ConflictError(
                "built-upon",
                f"line {later} depends on line {number} ({line.sentence}); undo that first, or "
                "correct it with another command",
                line=later,
            )


def _is_about_the_same(fact: f.Fact, later: f.Fact, now: Tournament) -> bool:
    match fact, later:
        case (
            f.RoundPublished() | f.RoundStarted() | f.RoundTimeCalled() | f.RoundClosed()
            | f.RoomClockAdjusted(),
            f.RoundPublished() | f.RoundWithdrawn() | f.RoundStarted() | f.RoundHalted()
            | f.RoundTimeCalled() | f.RoundResumed() | f.RoundClosed() | f.RoundReopened(),
        ):  # fmt: skip
            if fact.division != later.division or fact.number >= later.number:
                return (fact.division, fact.number) == (later.division, later.number)
            # A later round stands on the one before it, unless it was taken back meanwhile.
            return later.number <= len(now.rounds_of(fact.division))
        case f.TimetableShifted(), f.TimetableShifted():
            return False  # two moves add up, and each can be taken back alone
        case _:
            return not _subjects(fact).isdisjoint(_subjects(later))


def _team_key(team: NamedTeam) -> Hashable:
    return team.name if team.number is None else team.number


def _subjects(fact: f.Fact) -> frozenset[Hashable]:
    """Returns keys of everything a fact sets: a later fact with one of them makes the first obsolete."""
    match fact:
        case f.CheckedIn(contenders=contenders) | f.CheckInCancelled(contenders=contenders):
            return frozenset(("attendance", each) for each in contenders)
        case f.ContenderLeft(contender=contender) | f.ContenderReinstated(contender=contender):
            return frozenset({("attendance", contender)})
        case f.ProfileChanged(contender=contender):
            return frozenset({("profile", contender)})
        case f.EntrantMoved(entrant=entrant):
            return frozenset({("division", entrant)})
        case f.FormatChanged(division=division):
            return frozenset({("format", division)})
        case f.DivisionChanged(division=division, name=name):
            return frozenset({("name", division), ("name", name)})
        case (
            f.SheetHandedIn()
            | f.ResultSettled()
            | f.GameCancelled()
            | f.GameForfeited()
            | f.ResultWithdrawn()
        ):
            return frozenset({("board", fact.division, fact.round, fact.table, fact.board)})
        case f.BoardWordChallenged(challenge=challenge):
            return frozenset({("challenge", fact.division, fact.round, _team_key(challenge.challenger))})
        case f.BoardWordRuled() | f.BoardPointsProposed() | f.BoardChallengeVoided() | f.BoardRulingUndone():
            return frozenset({("challenge", fact.division, fact.round, _team_key(fact.challenger))})
        case f.PeekAnswered() | f.PeekAnswerUndone() | f.RefusedWordRuled() | f.RefusedWordUndone():
            return frozenset({("peek", fact.number)})
        case f.WordsAnnounced(division=division, round=number):
            return frozenset({("words", division, number)})
        case f.MoneyTaken(line=line):
            return frozenset({("money", line)})
        case f.MoneyReversed(reverses=line):
            return frozenset({("money", line)})
        case f.LogoSet(sponsor=sponsor) | f.LogoRemoved(sponsor=sponsor):
            return frozenset({("logo", sponsor)})
        case f.PledgeChanged(number=number) | f.PledgeWithdrawn(number=number):
            return frozenset({("pledge", number)})
        case f.PersonErased(contender=contender):
            return frozenset({("profile", contender)})
        case (
            f.DetailsChanged()
            | f.EquipmentProvided()
            | f.TargetSet()
            | f.SponsorsListed()
            | f.PublicNamesChosen()
        ):
            return frozenset({fact.KIND})
        case f.ScreenChosen() | f.ScreenTurned() | f.AwardShown():
            return frozenset({"screen"})
        case f.RacksShown() | f.RacksHidden():
            return frozenset({"racks"})
        case f.AnalysisAllowed() | f.AnalysisForbidden():
            return frozenset({"analysis"})
        case f.PhotosKept() | f.PhotosErased():
            return frozenset({"photos"})
        case f.TimetableSet() | f.TimetableShifted():
            return frozenset({"timetable"})
        case (
            f.TournamentOpened()
            | f.DivisionOpened()
            | f.DivisionsMerged()
            | f.EntrantsRegistered()
            | f.EntrantsRemoved()
            | f.EverybodyErased()
            | f.ErasureAnnounced()
            | f.RoundPublished()
            | f.RoundWithdrawn()
            | f.RoundStarted()
            | f.RoomClockAdjusted()
            | f.RoundTimeCalled()
            | f.RoundClosed()
            | f.RoundHalted()
            | f.RoundResumed()
            | f.RoundReopened()
            | f.FeatNoted()
            | f.PeekBought()
            | f.TilesBought()
            | f.AllTilesBought()
            | f.TilesReturned()
            | f.TilesTakenOut()
            | f.TilesOutCorrected()
            | f.TabPaid()
            | f.PledgeMade()
            | f.CashCounted()
            | f.OfficialCalled()
            | f.CallAnswered()
            | f.CallEnded()
        ):
            return frozenset()
        case _:
            assert_never(fact)
