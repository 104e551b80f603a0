"""Facts of turns."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, HowMany
from wordwaiter.game.facts.base import TableFact, Tiles, tiles_counted
from wordwaiter.game.facts.opening import TableOpened
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import Wording, said


@dataclass(frozen=True, slots=True)
class TilesLaid(TableFact):
    """A seat laid tiles tentatively, in place of those that it had laid in this turn."""

    KIND: ClassVar = "game.tiles_laid"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{who} lays tiles"
    seat: ForAll[int]
    placement: ForAll[Placement]


@dataclass(frozen=True, slots=True)
class TilesLifted(TableFact):
    """A seat took its tentative tiles back."""

    KIND: ClassVar = "game.tiles_lifted"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{who} takes the tiles back"
    seat: ForAll[int]


@dataclass(frozen=True, slots=True)
class PlayAnnounced(TableFact):
    """A seat announced the score of its play."""

    KIND: ClassVar = "game.play_announced"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "scoring.words_counted"
    SENTENCE: ClassVar = "{who} plays {words} for {points}"
    seat: ForAll[int]
    placement: ForAll[Placement]
    words: ForAll[tuple[str, ...]]
    points: ForAll[int]


@dataclass(frozen=True, slots=True)
class TilesDrawn(TableFact):
    """A seat drew after its turn; inferred if nobody told so and the next seat acted."""

    KIND: ClassVar = "game.tiles_drawn"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.refill"
    seat: ForAll[int]
    tiles: HowMany[Tiles]
    inferred: ForAll[bool]

    def sentence(self, opened: TableOpened) -> Wording:
        pattern = "{who} draws {tiles}, as it seems" if self.inferred else "{who} draws {tiles}"
        return said(pattern, who=opened.name_of(self.seat), tiles=tiles_counted(self.tiles))


@dataclass(frozen=True, slots=True)
class TilesExchanged(TableFact):
    """A seat used its turn to exchange tiles; `bag` is the bag after the discards were mixed in."""

    KIND: ClassVar = "game.tiles_exchanged"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.exchange"
    seat: ForAll[int]
    tiles: HowMany[Tiles]
    drawn: HowMany[Tiles]
    bag: HowMany[Tiles]

    def sentence(self, opened: TableOpened) -> Wording:
        tiles = tiles_counted(self.tiles)
        return said("{who} exchanges {tiles}", who=opened.name_of(self.seat), tiles=tiles)


@dataclass(frozen=True, slots=True)
class TurnPassed(TableFact):
    """A seat passed; perhaps it said that it has no play."""

    KIND: ClassVar = "game.turn_passed"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.passing"
    seat: ForAll[int]
    cannot_play: ForAll[bool]

    def sentence(self, opened: TableOpened) -> Wording:
        pattern = "{who} passes, having no play" if self.cannot_play else "{who} passes"
        return said(pattern, who=opened.name_of(self.seat))


@dataclass(frozen=True, slots=True)
class TurnTimedOut(TableFact):
    """The time of a seat's turn was over, which is a pass; `clause` says by which rule."""

    KIND: ClassVar = "game.turn_timed_out"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the turn of {who} ran out of time: a pass"
    seat: ForAll[int]
    clause: ForAll[str]

    def clause_in(self, _: Rulebook) -> str:
        return self.clause


@dataclass(frozen=True, slots=True)
class TurnSkipped(TableFact):
    """A seat lost its turn; `clause` says by which rule."""

    KIND: ClassVar = "game.turn_skipped"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{who} loses the turn"
    seat: ForAll[int]
    clause: ForAll[str]

    def clause_in(self, _: Rulebook) -> str:
        return self.clause


@dataclass(frozen=True, slots=True)
class PointsReported(TableFact):
    """Only the points of a turn were told."""

    KIND: ClassVar = "game.points_reported"
    AUDIENCE: ClassVar = Audience.ALL
    seat: ForAll[int]
    points: ForAll[int]

    def sentence(self, opened: TableOpened) -> Wording:
        return said("{who} reports {n} points", who=opened.name_of(self.seat), n=self.points)


TurnFact = (
    TilesLaid
    | TilesLifted
    | PlayAnnounced
    | TilesDrawn
    | TilesExchanged
    | TurnPassed
    | TurnTimedOut
    | TurnSkipped
    | PointsReported
)
