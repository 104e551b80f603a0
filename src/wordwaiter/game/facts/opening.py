"""Facts of a table before the first turn."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForDesk, HowMany
from wordwaiter.game.facts.base import TableFact, Tiles
from wordwaiter.game.table import Seat, TableKind
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.placement import Placement
from wordwaiter.sentences import Wording, listed, said


@dataclass(frozen=True, slots=True)
class TableOpened(TableFact):
    """A table was set up. `bag` holds all tiles that are not on the board or on a known rack."""

    KIND: ClassVar = "game.table_opened"
    AUDIENCE: ClassVar = Audience.ALL
    rulebook: ForAll[str]
    table_kind: ForAll[TableKind]
    sides: ForDesk[tuple[str, ...]]
    contenders: ForAll[tuple[int | None, ...]]
    """By side: who plays for it in the tournament; nobody's number at a free table."""
    seats: ForDesk[tuple[Seat, ...]]
    bag: HowMany[Tiles]
    racks: HowMany[tuple[Tiles, ...]]
    board: ForAll[Placement]
    """Tiles of the position that play begins from; none on an empty board."""
    scores: ForAll[tuple[int, ...]]
    scoreless: ForAll[int]
    announcement: ForAll[Announcement]
    starting_word: ForAll[Placement]
    """Its tiles; none where the rules have no starting word."""
    starting_points: ForAll[int]
    room_ms: ForAll[int | None]
    room_running: ForAll[bool]
    side_ms: ForAll[int | None]

    def name_of(self, seat: int) -> str:
        """Returns the name of whoever sits there."""
        return self.seats[seat].name

    def sentence(self, opened: "TableOpened") -> Wording:
        return said(
            "the table of {sides} is opened under {rulebook}",
            sides=listed(opened.sides),
            rulebook=self.rulebook,
        )


@dataclass(frozen=True, slots=True)
class FirstTileDrawn(TableFact):
    """A seat drew a tile for first play."""

    KIND: ClassVar = "game.first_tile_drawn"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.first_side"
    SENTENCE: ClassVar = "{who} draws {tile} for first play"
    seat: ForAll[int]
    tile: ForAll[str]


@dataclass(frozen=True, slots=True)
class FirstDrawTied(TableFact):
    """The best tiles drawn for first play were equal; all draw again."""

    KIND: ClassVar = "game.first_draw_tied"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.first_side"
    SENTENCE: ClassVar = "the tiles for first play are equal; all draw again"


@dataclass(frozen=True, slots=True)
class PlayBegan(TableFact):
    """It is decided who begins; each seat drew what `racks` says, and the clock starts."""

    KIND: ClassVar = "game.play_began"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.first_side"
    SENTENCE: ClassVar = "{who} begins"
    seat: ForAll[int]
    racks: HowMany[tuple[Tiles, ...]]


@dataclass(frozen=True, slots=True)
class FirstPlayerChosen(TableFact):
    """A team said which of its players begins; the latest word counts, until the first turn is taken."""

    KIND: ClassVar = "game.first_player_chosen"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "turns.first_side"
    SENTENCE: ClassVar = "the team decides that {who} begins"
    seat: ForAll[int]


OpeningFact = TableOpened | FirstTileDrawn | FirstDrawTied | PlayBegan | FirstPlayerChosen
