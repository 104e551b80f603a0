"""Facts of clocks, and of what officials put right."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForDesk, ForStaff, HowMany
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.facts.base import TableFact, Tiles
from wordwaiter.game.facts.opening import TableOpened
from wordwaiter.rules.placement import Placement
from wordwaiter.sentences import Wording, said


@dataclass(frozen=True, slots=True)
class ClockPaused(TableFact):
    """The table's clocks were stopped."""

    KIND: ClassVar = "game.clock_paused"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the clocks are stopped"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class ClockResumed(TableFact):
    """The table's clocks run again."""

    KIND: ClassVar = "game.clock_resumed"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the clocks run again"


@dataclass(frozen=True, slots=True)
class ClockAdjusted(TableFact):
    """A clock was given time, or lost some."""

    KIND: ClassVar = "game.clock_adjusted"
    AUDIENCE: ClassVar = Audience.ALL
    clock: ForAll[ClockKind]
    side: ForAll[int | None]
    by_ms: ForAll[int]
    reason: ForStaff[str]

    def sentence(self, opened: TableOpened) -> Wording:
        which = {"clock": said(f"{self.clock.value} clock"), "seconds": f"{self.by_ms / 1000:+.0f}"}
        if self.side is None:
            return said("the {clock} is adjusted by {seconds} s", **which)
        return said("the {clock} of {who} is adjusted by {seconds} s", who=opened.sides[self.side], **which)


@dataclass(frozen=True, slots=True)
class TimeCalled(TableFact):
    """The game's or the round's time was called."""

    KIND: ClassVar = "game.time_called"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "ending.time"
    SENTENCE: ClassVar = "time is called"


@dataclass(frozen=True, slots=True)
class TurnUndone(TableFact):
    """The last turn was taken back."""

    KIND: ClassVar = "game.turn_undone"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "turn {number} is undone"
    number: ForAll[int]
    bag: HowMany[Tiles | None]
    """The bag after drawn tiles went back and it was shaken; `None` if nothing went back."""
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class RulingUndone(TableFact):
    """The ruling on the last play was taken back, with what came of it; the challenge waits again."""

    KIND: ClassVar = "game.ruling_undone"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the ruling on turn {number} is undone"
    number: ForAll[int]
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class EndingUndone(TableFact):
    """An official's ending of the game was taken back."""

    KIND: ClassVar = "game.ending_undone"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the ending is undone"
    bag: HowMany[Tiles | None]
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class TurnCorrected(TableFact):
    """Another play took the place of an earlier turn."""

    KIND: ClassVar = "game.turn_corrected"
    AUDIENCE: ClassVar = Audience.ALL
    number: ForAll[int]
    placement: ForAll[Placement]
    scores: ForAll[tuple[tuple[tuple[str, ...], int], ...]]
    """The words and points of this turn and of each one after it."""
    reason: ForStaff[str]

    def sentence(self, _: TableOpened) -> Wording:
        words, points = self.scores[0]
        return said(
            "turn {number} is corrected: {words} for {points}",
            number=self.number,
            words=", ".join(words),
            points=points,
        )


@dataclass(frozen=True, slots=True)
class SideRenamed(TableFact):
    """The name of a side was put right."""

    KIND: ClassVar = "game.side_renamed"
    AUDIENCE: ClassVar = Audience.DESK
    side: ForDesk[int]
    name: ForDesk[str]

    def sentence(self, opened: TableOpened) -> Wording:
        return said("{who} is now called {name}", who=opened.sides[self.side], name=self.name)


OfficialFact = (
    ClockPaused
    | ClockResumed
    | ClockAdjusted
    | TimeCalled
    | TurnUndone
    | RulingUndone
    | EndingUndone
    | TurnCorrected
    | SideRenamed
)
