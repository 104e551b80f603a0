"""How a Hare round begins: the starting word is laid, and tiles are taken out at random."""

import random
from collections import Counter
from typing import assert_never

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.commands import OpenRound
from wordwaiter.game.hare.facts import RoundOpened
from wordwaiter.game.holdings import count_of
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import Announcement, require_few_words, starting_tiles
from wordwaiter.rules.finished_board import tile_name
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.choices import (
    ChessClockIfAny,
    OrganisersRoomClock,
    RoomClock,
    RoundClock,
    SideBudget,
    TableAllowance,
)
from wordwaiter.rules.rulebooks.rulebook import Rulebook


def open_round(rulebook: Rulebook, command: OpenRound, now_ms: int, rng: random.Random) -> tuple[RoundOpened]:
    """The fact with which a team's round begins; fold it to have the round."""
    tiles_out_in(rulebook, command.number)
    if not command.team.strip():
        raise MalformedError("no-name", "enter the team's name")
    if command.length_ms is not None and command.length_ms <= 0:
        raise MalformedError("bad-time", "a round needs more than zero time")
    require_few_words(command.announcement)
    starting_word = Placement(starting_tiles(command.announcement, rulebook))
    return (
        RoundOpened(
            at_ms=now_ms,
            by=command.by,
            rulebook=rulebook.name,
            team=command.team,
            contender=command.contender,
            number=command.number,
            table_kind=command.kind,
            announcement=command.announcement,
            starting_word=starting_word,
            removed=_removed(rulebook, command, starting_word, rng),
            length_ms=command.length_ms or _length_ms(rulebook, command.number),
        ),
    )


def tiles_out_in(rulebook: Rulebook, number: int) -> int:
    """Returns how many tiles a team takes out in a round; refuses one that the rules do not have."""
    removed = rulebook.building.tiles_removed
    if not 1 <= number <= len(removed):
        raise MalformedError("no-such-round", f"there is no round {number}; Hare has {len(removed)} rounds")
    return removed[number - 1]


def _length_ms(rulebook: Rulebook, number: int) -> int | None:
    match rulebook.clock.game:
        case RoundClock(times):
            return times[number - 1]
        case ChessClockIfAny() | SideBudget() | TableAllowance() | RoomClock() | OrganisersRoomClock() | None:
            return None
        case unknown:
            assert_never(unknown)


def _removed(rulebook: Rulebook, command: OpenRound, starting_word: Placement, rng: random.Random) -> Tiles:
    """The tiles taken out of all that are not in the starting word, which are set aside first (bee-5)."""
    tile_set = rulebook.table.tile_set
    count = tiles_out_in(rulebook, command.number)
    pool = rack_of((Counter(tile_set.counts) - starting_word.needs()).elements(), tile_set)
    if command.kind is TableKind.VIRTUAL:
        if command.removed is not None:
            raise MalformedError("tiles-are-drawn", "the program takes the tiles out at a virtual table")
        return rack_of(rng.sample(pool.tiles, count), tile_set).tiles
    if command.removed is None:
        return count or ()
    require_taken_out(rulebook, command.announcement, command.removed, count)
    return rack_of(command.removed, tile_set).tiles


def require_taken_out(
    rulebook: Rulebook,
    announcement: Announcement,
    tiles: Tiles,
    wanted: int,
    in_play: tuple[str, ...] = (),
) -> None:
    """Refuses tiles that cannot be the ones that are out: too many, too few, or such as there are none of.

    The starting word is set aside first (bee-5); `in_play` are tiles that were bought back since.
    """
    told = count_of(tiles)
    if told != wanted:
        draws = f"draw {wanted - told} more" if told < wanted else f"put {told - wanted} back"
        raise IllegalError(
            "wrong-number-removed",
            f"this round takes out {wanted} tile{'' if wanted == 1 else 's'}. You entered {told}: {draws}",
            clause=rulebook.clause_of("building.tiles_removed"),
            wanted=wanted,
            told=told,
        )
    if isinstance(tiles, int):
        return
    tile_set = rulebook.table.tile_set
    starting_word = Placement(starting_tiles(announcement, rulebook)).needs()
    pool = Counter(tile_set.counts) - starting_word - Counter(in_play)
    taken = Counter(rack_of(tiles, tile_set).tiles)
    for label in taken - pool:
        setting = "table.starting_word" if label in starting_word else "building.tiles_removed"
        raise IllegalError(
            "not-in-the-pool",
            f"you entered {taken[label]} × {tile_name(label)}, and only {pool[label]} can be out; "
            "look at the tiles again",
            clause=rulebook.clause_of(setting),
            tile=label,
        )
