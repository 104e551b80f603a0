"""Facts of boards that were photographed: one stream for each tournament, and how it is folded."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Final

from wordwaiter.audience import Audience, ForDesk, ForNobody, declared
from wordwaiter.sentences import Wording, said_of
from wordwaiter.service.house_facts import HouseFact, reader_of
from wordwaiter.store.families import Family

MOST_OF_TABLE: Final = 4
"""Pictures that are kept of one table; a newer one takes the place of the oldest."""
MOST_PICTURES: Final = 300
"""Those of a whole tournament, of 60 kB at most each."""


OF_PHOTOS: Final = "photos"
"""`tournament-1#photos/12/3` is the owner of picture 3, at whose table number 12 sat."""


def photo_owner(side: int, number: int) -> str:
    """Returns the owner of a picture, within its tournament: one of those who sat at the table."""
    return f"{OF_PHOTOS}/{side}/{number}"


def picture_owners(body: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the owners of the picture of a fact, given its plain body."""
    return tuple(photo_owner(side, body["number"]) for side in body["sides"])


class BoardUse(Enum):
    """What a board was photographed for."""

    BUILT = "built"
    """A team's board."""
    TURN = "turn"
    """A play at a table of turns."""
    FINAL = "final"
    """The board at the end of a game."""


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture of a board, seen from above."""

    jpeg: str
    """In base64."""


@dataclass(frozen=True, slots=True)
class BoardPhotographed(HouseFact):
    """A board was photographed, and somebody confirmed what lies on it; its picture is kept if wanted."""

    KIND: ClassVar = "photos.board_photographed"
    AUDIENCE: ClassVar = Audience.DESK
    at_ms: ForDesk[int]
    by: ForDesk[str]
    number: ForDesk[int]
    """From 1, in the tournament."""
    at: ForDesk[str]
    """The stream of its table."""
    division: ForDesk[str]
    table: ForDesk[int]
    sides: ForDesk[tuple[int, ...]]
    """Who sits there, by number."""
    use: ForDesk[BoardUse]
    lines: ForDesk[tuple[str, ...]]
    picture: ForNobody[KeptPicture | None]
    """It has an address of its own; no message carries it."""

    def sentence(self) -> Wording:
        pattern = "the photo of a board at table {table} is kept"
        if self.use is BoardUse.FINAL:
            pattern = "the final board of table {table} is saved from a photo"
        return said_of(pattern, self)


PHOTO_FACT_TYPES: Final = declared([BoardPhotographed])
"""Every kind of fact by its stable name."""

photo_fact = reader_of(PHOTO_FACT_TYPES)


@dataclass(frozen=True, slots=True)
class BoardPhoto:
    """A board that was photographed; its picture is read when somebody looks at it."""

    number: int
    at_ms: int
    by: str
    at: str
    sides: tuple[int, ...]
    use: BoardUse
    lines: tuple[str, ...]
    has_picture: bool

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class Photos:
    """Boards of a tournament that were photographed and can still be asked for, the oldest first."""

    taken: tuple[BoardPhoto, ...] = ()

    def of_table(self, at: str) -> tuple[BoardPhoto, ...]:
        """Returns those of one table, the newest first."""
        return tuple(each for each in reversed(self.taken) if each.at == at)


def evolve(photos: Photos, fact: BoardPhotographed) -> Photos:
    """The photos after a fact."""
    taken = BoardPhoto(
        fact.number,
        fact.at_ms,
        fact.by,
        fact.at,
        fact.sides,
        fact.use,
        fact.lines,
        fact.picture is not None,
    )
    return _within_limits(replace(photos, taken=(*photos.taken, taken)))


def _within_limits(photos: Photos) -> Photos:
    """The photos without pictures that are too many: the oldest go.

    Of boards without pictures the latest final one of each table stays; nobody asks for the others.
    """
    there, of_table, final = 0, Counter[str](), set[str]()
    kept = []
    for each in reversed(photos.taken):
        there += each.has_picture
        of_table[each.at] += each.has_picture
        has_room = there <= MOST_PICTURES and of_table[each.at] <= MOST_OF_TABLE
        is_latest = each.use is BoardUse.FINAL and each.at not in final
        if is_latest:
            final.add(each.at)
        if is_latest or (each.has_picture and has_room):
            kept.append(replace(each, has_picture=each.has_picture and has_room))
    return replace(photos, taken=tuple(reversed(kept)))


PHOTO_FAMILY: Final = Family(
    name="photos",
    begin=lambda fact: evolve(Photos(), photo_fact(fact)),
    evolve=lambda photos, fact: evolve(photos, photo_fact(fact)),
    kinds=frozenset(PHOTO_FACT_TYPES),
    # Its facts carry pictures: they are read when somebody asks for one, and not when the program starts.
    resting=frozenset(PHOTO_FACT_TYPES),
)
"""How photos are folded."""
