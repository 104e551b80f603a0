"""Facts of rounds."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForStaff
from wordwaiter.game.facts import Tiles
from wordwaiter.sentences import Wording, counted, said_of
from wordwaiter.tournament.facts.base import RuledBy, TournamentFact
from wordwaiter.tournament.rounds.rounds import Rest, Seating
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class FactOfRound(TournamentFact):
    """Something that happened to a round; its sentences call it `{round}` of `{division}`."""

    division: ForAll[str]
    number: ForAll[int]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said_of(self.SENTENCE, self, round=self.number)


@dataclass(frozen=True, slots=True)
class RoundPublished(FactOfRound):
    """A round was published."""

    KIND: ClassVar = "tournament.round_published"
    AUDIENCE: ClassVar = Audience.ALL
    seatings: ForAll[tuple[Seating, ...]]
    rests: ForAll[tuple[Rest, ...]]
    removed: ForAll[tuple[tuple[int, Tiles], ...]] = ()
    """Which tiles each team takes out before the clock starts, where the words are known."""

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "pairing.first" if self.number == 1 else "pairing.later"

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "round {round} of {division} is published: {boards}"
        if self.rests:
            pattern = "round {round} of {division} is published: {boards}, {resting} resting"
        boards = counted(len(self.seatings), "{n} board", "{n} boards")
        return said_of(pattern, self, round=self.number, boards=boards, resting=len(self.rests))


@dataclass(frozen=True, slots=True)
class RoundWithdrawn(FactOfRound):
    """A published round was taken back before it began."""

    KIND: ClassVar = "tournament.round_withdrawn"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "round {round} of {division} is withdrawn: {reason}"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class RoundStarted(FactOfRound):
    """A round began; `removed` has the tiles that each team took out."""

    KIND: ClassVar = "tournament.round_started"
    AUDIENCE: ClassVar = Audience.ALL
    length_ms: ForAll[int | None]
    removed: ForAll[tuple[tuple[int, Tiles], ...]]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "rounds.lengths"

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "round {round} of {division} begins"
        if self.length_ms:
            pattern = "round {round} of {division} begins, {minutes} minutes"
        return said_of(pattern, self, round=self.number, minutes=(self.length_ms or 0) // 60_000)


@dataclass(frozen=True, slots=True)
class RoomClockAdjusted(FactOfRound):
    """The room's clock was given time, or lost some."""

    KIND: ClassVar = "tournament.room_clock_adjusted"
    AUDIENCE: ClassVar = Audience.ALL
    by_ms: ForAll[int]
    reason: ForStaff[str]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "the clock of round {round} of {division} is adjusted by {seconds} s: {reason}"
        return said_of(pattern, self, round=self.number, seconds=f"{self.by_ms / 1000:+.0f}")


@dataclass(frozen=True, slots=True)
class RoundTimeCalled(FactOfRound):
    """Time was called."""

    KIND: ClassVar = "tournament.round_time_called"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "time is called in round {round} of {division}"


@dataclass(frozen=True, slots=True)
class RoundClosed(FactOfRound):
    """A round is over, and its results stand."""

    KIND: ClassVar = "tournament.round_closed"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "round {round} of {division} is closed"


@dataclass(frozen=True, slots=True)
class RoundHalted(FactOfRound):
    """A round had been started too early; it is published again."""

    KIND: ClassVar = "tournament.round_halted"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "round {round} of {division} is halted: {reason}"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class RoundResumed(FactOfRound):
    """Time had been called by mistake; the round goes on."""

    KIND: ClassVar = "tournament.round_resumed"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "round {round} of {division} is resumed: {reason}"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class RoundReopened(FactOfRound):
    """A round had been closed too early."""

    KIND: ClassVar = "tournament.round_reopened"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "round {round} of {division} is reopened: {reason}"
    reason: ForStaff[str]


RoundFact = (
    RoundPublished
    | RoundWithdrawn
    | RoundStarted
    | RoomClockAdjusted
    | RoundTimeCalled
    | RoundClosed
    | RoundHalted
    | RoundResumed
    | RoundReopened
)
