"""Facts of the day: calls, the timetable, the big screen."""

from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.audience import Audience, ForAll, ForStaff
from wordwaiter.sentences import Wording, said, said_of
from wordwaiter.tournament.facts.base import TournamentFact
from wordwaiter.tournament.state import Official, Screen, ScreenTurn, Slot, Tournament

_CALLED_PATTERNS: Final = {Official.JUDGE: "the judge", Official.CONVENOR: "the convenor"}


@dataclass(frozen=True, slots=True)
class OfficialCalled(TournamentFact):
    """A table called an official."""

    KIND: ClassVar = "tournament.official_called"
    AUDIENCE: ClassVar = Audience.STAFF
    number: ForStaff[int]
    table: ForStaff[int]
    wanted: ForStaff[Official]
    reason: ForStaff[str]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "table {table} calls {whom}: {reason}" if self.reason else "table {table} calls {whom}"
        return said_of(pattern, self, whom=said(_CALLED_PATTERNS[self.wanted]))


@dataclass(frozen=True, slots=True)
class CallAnswered(TournamentFact):
    """An official went to the table."""

    KIND: ClassVar = "tournament.call_answered"
    AUDIENCE: ClassVar = Audience.STAFF
    number: ForStaff[int]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        table = after.calls[self.number - 1].table
        return said("{who} goes to table {table}", who=self.by, table=table)


@dataclass(frozen=True, slots=True)
class CallEnded(TournamentFact):
    """A call came to its end."""

    KIND: ClassVar = "tournament.call_ended"
    AUDIENCE: ClassVar = Audience.STAFF
    number: ForStaff[int]
    note: ForStaff[str]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        table = after.calls[self.number - 1].table
        return said_of("the call of table {table} is over: {note}", self, table=table)


@dataclass(frozen=True, slots=True)
class TimetableSet(TournamentFact):
    """The day has a timetable."""

    KIND: ClassVar = "tournament.timetable_set"
    AUDIENCE: ClassVar = Audience.ALL
    slots: ForAll[tuple[Slot, ...]]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said("the day has {n} parts", n=len(self.slots))


@dataclass(frozen=True, slots=True)
class TimetableShifted(TournamentFact):
    """A part of the day was moved, and all after it."""

    KIND: ClassVar = "tournament.timetable_shifted"
    AUDIENCE: ClassVar = Audience.ALL
    slot: ForAll[int]
    by_ms: ForAll[int]
    reason: ForStaff[str]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said_of(
            "{part} and all after it move by {minutes} minutes: {reason}",
            self,
            part=after.timetable[self.slot].name,
            minutes=f"{self.by_ms / 60_000:+.0f}",
        )


@dataclass(frozen=True, slots=True)
class ScreenChosen(TournamentFact):
    """The big screen shows something else."""

    KIND: ClassVar = "tournament.screen_chosen"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the big screen shows: {screen}"
    screen: ForAll[Screen]


_TURNED_PATTERNS: Final = {
    ScreenTurn.PAUSE: "the big screen is paused",
    ScreenTurn.RESUME: "the big screen goes on",
    ScreenTurn.SKIP: "the big screen skips a slide",
}


@dataclass(frozen=True, slots=True)
class ScreenTurned(TournamentFact):
    """The slides of the big screen were paused, resumed or turned."""

    KIND: ClassVar = "tournament.screen_turned"
    AUDIENCE: ClassVar = Audience.ALL
    how: ForAll[ScreenTurn]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said(_TURNED_PATTERNS[self.how])


@dataclass(frozen=True, slots=True)
class AwardShown(TournamentFact):
    """The big screen shows a step of the ceremony."""

    KIND: ClassVar = "tournament.award_shown"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the big screen shows step {step} of the ceremony"
    step: ForAll[int]


@dataclass(frozen=True, slots=True)
class RacksShown(TournamentFact):
    """Video overlays show racks, so long after they were on the table."""

    KIND: ClassVar = "tournament.racks_shown"
    AUDIENCE: ClassVar = Audience.ALL
    delay_ms: ForAll[int]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said("video overlays show racks {minutes} minutes late", minutes=f"{self.delay_ms / 60_000:g}")


@dataclass(frozen=True, slots=True)
class RacksHidden(TournamentFact):
    """Video overlays show no racks any more."""

    KIND: ClassVar = "tournament.racks_hidden"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "video overlays show no racks"


@dataclass(frozen=True, slots=True)
class AnalysisAllowed(TournamentFact):
    """The analysis board answers also while a round runs."""

    KIND: ClassVar = "tournament.analysis_allowed"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the analysis board is open during rounds"


@dataclass(frozen=True, slots=True)
class AnalysisForbidden(TournamentFact):
    """The analysis board is closed while a round runs."""

    KIND: ClassVar = "tournament.analysis_forbidden"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the analysis board is closed during rounds"


DayFact = (
    OfficialCalled
    | CallAnswered
    | CallEnded
    | TimetableSet
    | TimetableShifted
    | ScreenChosen
    | ScreenTurned
    | AwardShown
    | RacksShown
    | RacksHidden
    | AnalysisAllowed
    | AnalysisForbidden
)
