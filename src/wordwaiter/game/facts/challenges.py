"""Facts of challenges."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForJudges, ForStaff, HowMany
from wordwaiter.game.facts.base import TableFact, Tiles
from wordwaiter.game.facts.opening import TableOpened
from wordwaiter.sentences import Wording, said


@dataclass(frozen=True, slots=True)
class HoldCalled(TableFact):
    """A seat called hold: the opponent must not draw."""

    KIND: ClassVar = "game.hold_called"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "challenge.hold"
    SENTENCE: ClassVar = "{who} calls hold"
    seat: ForAll[int]


@dataclass(frozen=True, slots=True)
class HoldReleased(TableFact):
    """The hold is over."""

    KIND: ClassVar = "game.hold_released"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "challenge.hold"
    SENTENCE: ClassVar = "{who} releases the hold"
    seat: ForAll[int]


@dataclass(frozen=True, slots=True)
class PlayChallenged(TableFact):
    """A seat challenged words of the last play."""

    KIND: ClassVar = "game.play_challenged"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "challenge.window"
    SENTENCE: ClassVar = "{who} challenges {words}"
    seat: ForAll[int]
    words: ForAll[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RulingGiven(TableFact):
    """The challenged words were ruled good or bad."""

    KIND: ClassVar = "game.ruling_given"
    AUDIENCE: ClassVar = Audience.ALL
    good: ForAll[bool]
    ground: ForJudges[str]
    awards: ForAll[tuple[int, ...]]
    """Points that change with it, by side."""
    bag: HowMany[Tiles | None]
    """The bag after drawn tiles went back and it was shaken; `None` if nothing went back."""

    def setting(self) -> str:
        return "challenge.if_good" if self.good else "challenge.if_bad"

    def sentence(self, _: TableOpened) -> Wording:
        return said("the challenged play is good" if self.good else "the challenged play is not good")


@dataclass(frozen=True, slots=True)
class LateAllowed(TableFact):
    """An official permits one play or challenge of this turn that comes too late."""

    KIND: ClassVar = "game.late_allowed"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "challenge.window"
    SENTENCE: ClassVar = "a late play or challenge is allowed once"
    reason: ForStaff[str]


ChallengeFact = HoldCalled | HoldReleased | PlayChallenged | RulingGiven | LateAllowed
