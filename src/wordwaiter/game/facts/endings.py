"""Facts of the end of a game: its count and its signatures."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForDesk, ForJudges, ForStaff, HowMany
from wordwaiter.game.facts.base import TableFact, Tiles, tiles_counted
from wordwaiter.game.facts.opening import TableOpened
from wordwaiter.game.table import Adjustment, EndReason, Evidence, Signer, SigningOfficial
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import Wording, joined, named, said


@dataclass(frozen=True, slots=True)
class GameEnded(TableFact):
    """The game is over."""

    KIND: ClassVar = "game.ended"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the game is over ({reason})"
    reason: ForStaff[EndReason]
    note: ForStaff[str]
    evidence: ForJudges[Evidence]
    loser: ForAll[int | None] = None
    """The side that gave the game up or left it."""

    def setting(self) -> str:
        return self.reason.setting


@dataclass(frozen=True, slots=True)
class EndOffered(TableFact):
    """A seat offered to end the game as it stands."""

    KIND: ClassVar = "game.end_offered"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{who} offers to end the game"
    seat: ForAll[int]


@dataclass(frozen=True, slots=True)
class EndOfferDeclined(TableFact):
    """A seat declined the offer to end the game."""

    KIND: ClassVar = "game.end_offer_declined"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{who} declines to end the game"
    seat: ForAll[int]


@dataclass(frozen=True, slots=True)
class RacksFilled(TableFact):
    """Racks were filled for the final count; `drawn` has what each seat drew."""

    KIND: ClassVar = "game.racks_filled"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "ending.racks_at_time"
    SENTENCE: ClassVar = "racks are filled for the count"
    drawn: HowMany[tuple[Tiles, ...]]


@dataclass(frozen=True, slots=True)
class RackDeclared(TableFact):
    """A seat's tiles were told."""

    KIND: ClassVar = "game.rack_declared"
    AUDIENCE: ClassVar = Audience.ALL
    seat: ForAll[int]
    tiles: HowMany[tuple[str, ...]]

    def sentence(self, opened: TableOpened) -> Wording:
        tiles = tiles_counted(self.tiles)
        return said("the rack of {who} is declared, {tiles}", who=opened.name_of(self.seat), tiles=tiles)


@dataclass(frozen=True, slots=True)
class RackLeftUnknown(TableFact):
    """Nobody could tell what was on a seat's rack, so that nothing is counted for it."""

    KIND: ClassVar = "game.rack_left_unknown"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the rack of {who} is unknown, so nothing is counted for it"
    seat: ForAll[int]


@dataclass(frozen=True, slots=True)
class ResultCounted(TableFact):
    """Unplayed tiles and overtime were counted."""

    KIND: ClassVar = "game.result_counted"
    AUDIENCE: ClassVar = Audience.ALL
    adjustments: ForAll[tuple[Adjustment, ...]]

    def clause_in(self, _: Rulebook) -> str | None:
        return self.adjustments[0].clause if self.adjustments else None

    def sentence(self, opened: TableOpened) -> Wording:
        if not self.adjustments:
            return said("counted: nothing to add")
        counted = (
            said(
                "{who} {points} ({cause})",
                who=opened.sides[each.side],
                points=f"{each.points:+}",
                cause=named(each.cause),
            )
            for each in self.adjustments
        )
        return said("counted: {all}", all=joined(", ", counted))


@dataclass(frozen=True, slots=True)
class NamedSigner:
    """A signer as the first version wrote it: by the name of the side, or as `scorekeeper`."""

    name: str


@dataclass(frozen=True, slots=True)
class ResultSigned(TableFact):
    """The result was signed."""

    KIND: ClassVar = "game.result_signed"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "ending.sign_off"
    signer: ForDesk[Signer | NamedSigner]
    member: ForDesk[str] = ""
    """Who signed for a team."""

    def sentence(self, opened: TableOpened) -> Wording:
        if self.member:
            return said("{member} signs the result for {who}", member=self.member, who=self._name(opened))
        return said("{who} signs the result", who=self._name(opened))

    def _name(self, opened: TableOpened) -> str:
        match self.signer:
            case int():
                return opened.sides[self.signer]
            case SigningOfficial():
                return self.signer.value
            case NamedSigner(name):
                return name


@dataclass(frozen=True, slots=True)
class ResultAccepted(TableFact):
    """An official accepted the result."""

    KIND: ClassVar = "game.result_accepted"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "ending.sign_off"
    SENTENCE: ClassVar = "the result is accepted"
    note: ForStaff[str]


@dataclass(frozen=True, slots=True)
class ResultReturned(TableFact):
    """A signed result was given back to its table, which signs again."""

    KIND: ClassVar = "game.result_returned"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the result is returned to the table"
    reason: ForStaff[str]


EndingFact = (
    GameEnded
    | EndOffered
    | EndOfferDeclined
    | RacksFilled
    | RackDeclared
    | RackLeftUnknown
    | ResultCounted
    | ResultSigned
    | ResultAccepted
    | ResultReturned
)
