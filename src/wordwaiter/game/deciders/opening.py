"""How a game begins: the table is set up, tiles are drawn for first play, racks are filled."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.commands import ChooseFirst, DrawFirst, GivenPosition, OpenTable
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_playing, who
from wordwaiter.game.evolve import evolve, opened
from wordwaiter.game.facts import (
    Fact,
    FirstDrawTied,
    FirstPlayerChosen,
    FirstTileDrawn,
    PlayBegan,
    TableOpened,
    Tiles,
)
from wordwaiter.game.holdings import draw_to
from wordwaiter.game.positions import after_draw, in_turn_order
from wordwaiter.game.table import Bag, Seat, Table, TableKind
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.announcement import require_few_words, starting_tiles
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.choices import (
    BlankInDraw,
    ChessClockIfAny,
    DrawnTile,
    OneTeamBuilding,
    OneTeamInTurn,
    OrganisersRoomClock,
    RoomClock,
    TeamDecides,
    TwoSides,
)
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.scoring import score_starting_word


def open_table(rulebook: Rulebook, command: OpenTable, now_ms: int, rng: random.Random) -> tuple[Fact, ...]:
    """The facts with which a table begins; fold them to have it.

    Where no tile is drawn for first play (a team's table, a given position) play begins at once.
    """
    require_few_words(command.announcement)
    seats = _seats(rulebook, command)
    _require_clocks(rulebook, command)
    given = command.position or _nothing_yet(rulebook, len(command.sides), len(seats))
    starting = _starting_word(rulebook, command)
    _require_position(rulebook, given, len(command.sides), len(seats))
    points = score_starting_word(given.board, starting).total if starting.laid else 0
    fact = TableOpened(
        at_ms=now_ms,
        by=command.by,
        rulebook=rulebook.name,
        table_kind=command.kind,
        sides=command.sides,
        contenders=command.contenders or (None,) * len(command.sides),
        seats=seats,
        bag=_bag(command.kind, given, starting, rng),
        racks=tuple(_known_or_empty(rack, command.kind) for rack in given.racks),
        board=Placement(tuple(given.board.tiles())),
        scores=tuple(score + points for score in given.scores),
        scoreless=given.scoreless,
        announcement=command.announcement,
        starting_word=starting,
        starting_points=points,
        room_ms=command.room_ms,
        room_running=command.room_running,
        side_ms=command.side_ms,
    )
    match rulebook.turns.first_side:
        case DrawnTile() if command.position is None:
            return (fact,)
        case DrawnTile() | TeamDecides():
            unknown = {seat for seat, rack in enumerate(given.racks) if rack is None}
            began = _play_begins(opened(rulebook, fact), command.first_seat, unknown, command.by, now_ms)
            return fact, began
        case _:
            assert_never(rulebook.turns.first_side)


@decides
def draw_first(table: Table, command: DrawFirst, now_ms: int, rng: random.Random) -> tuple[Fact, ...]:
    """A tile is drawn for first play; with the last one it is decided who begins, or all draw again."""
    by = who(table, command.seat, command.by)
    drawn = table.first_draw
    if drawn is None:
        raise ConflictError("already-begun", "the first player is already decided; nobody needs to draw")
    if drawn[command.seat] is not None:
        raise ConflictError(
            "already-drawn",
            f"{table.seats[command.seat].name} already drew {drawn[command.seat]}; the others draw now",
        )
    fact = FirstTileDrawn(now_ms, by, command.seat, _first_tile(table, drawn, command.tile, rng))
    tiles = (evolve(table, fact)).first_draw or ()
    ranks = [_rank(table.rulebook, tile) for tile in tiles if tile is not None]
    if len(ranks) < len(tiles):
        return (fact,)
    if ranks.count(min(ranks)) > 1:
        return fact, FirstDrawTied(now_ms, by)
    first = ranks.index(min(ranks))
    return fact, _play_begins(table, first, set(range(len(tiles))), by, now_ms)


@decides
def choose_first(table: Table, command: ChooseFirst, now_ms: int) -> tuple[Fact, ...]:
    """A team says which of its players begins; play goes round from there."""
    by = who(table, command.seat, command.by)
    require_playing(table)
    if not team_decides(table.rulebook):
        raise IllegalError(
            "first-is-drawn",
            "at this table nobody chooses who begins; the rules decide it",
            clause=table.rulebook.clause_of("turns.first_side"),
        )
    if table.turns or table.tentative is not None:
        raise ConflictError("first-turn-taken", "the first turn has begun; undo it to change who begins")
    return (FirstPlayerChosen(now_ms, by, command.seat),)


def team_decides(rulebook: Rulebook) -> bool:
    """Checks if the players of a team say which of them begins."""
    return isinstance(rulebook.turns.first_side, TeamDecides)


# ---------------------------------------------------------------- setting up


def _seats(rulebook: Rulebook, command: OpenTable) -> tuple[Seat, ...]:
    clause = rulebook.clause_of("table.form")
    names = command.seats or command.sides
    _require_names(command.sides)
    _require_names(names)
    # At a table of a round two of one name are told apart by their numbers.
    _require_different(command.contenders or command.sides)
    _require_different(command.seats)
    if not 0 <= command.first_seat < len(names):
        raise MalformedError("no-such-seat", f"there is no seat {command.first_seat} to play first")
    match rulebook.table.form:
        case TwoSides():
            if len(command.sides) != 2 or command.seats:
                raise IllegalError("wrong-sides", "a board needs exactly two sides", clause=clause)
            return tuple(Seat(name, side) for side, name in enumerate(command.sides))
        case OneTeamInTurn(least, most):
            if len(command.sides) != 1 or not least <= len(command.seats) <= most:
                sentence = f"one team of {least} to {most} players sits at one board"
                raise IllegalError("wrong-sides", sentence, clause=clause)
            return tuple(Seat(name, 0) for name in command.seats)
        case OneTeamBuilding():
            raise IllegalError(
                "no-turns", f"{rulebook.name} has no turns: each team builds its own board", clause=clause
            )
        case _:
            assert_never(rulebook.table.form)


def _require_names(names: Sequence[str]) -> None:
    if not all(name.strip() for name in names):
        raise MalformedError("no-name", "enter a name for every side and seat")


def _require_different(names: Sequence[object]) -> None:
    if len(set(names)) < len(names):
        raise MalformedError("same-name", "two people have the same name; make them different")


def _require_clocks(rulebook: Rulebook, command: OpenTable) -> None:
    game = rulebook.clock.game
    clause = rulebook.clause_of("clock.game")
    asks_room = command.room_ms is not None or command.room_running
    if asks_room and not isinstance(game, RoomClock | OrganisersRoomClock | ChessClockIfAny):
        raise IllegalError("no-room-clock", "the room clock does not time this game", clause=clause)
    if command.side_ms is not None and not isinstance(game, ChessClockIfAny):
        raise IllegalError("no-side-clock", "sides have no time limit here", clause=clause)
    if any(length is not None and length <= 0 for length in (command.room_ms, command.side_ms)):
        raise MalformedError("bad-time", "a clock needs more than zero time")


def _nothing_yet(rulebook: Rulebook, sides: int, seats: int) -> GivenPosition:
    board = empty_board(rulebook.table.layout, rulebook.table.tile_set)
    return GivenPosition(board, (0,) * sides, (None,) * seats)


def _starting_word(rulebook: Rulebook, command: OpenTable) -> Placement:
    """The starting word's tiles; a given position has them on its board already."""
    if command.position is not None:
        return Placement(())
    tiles = starting_tiles(command.announcement, rulebook)
    if rulebook.table.starting_word is not None and not tiles:
        raise IllegalError(
            "starting-word-missing",
            "enter the starting word that the committee announced",
            clause=rulebook.clause_of("table.starting_word"),
        )
    return Placement(tiles)


def _require_position(rulebook: Rulebook, given: GivenPosition, sides: int, seats: int) -> None:
    if given.board.layout != rulebook.table.layout or given.board.tile_set != rulebook.table.tile_set:
        raise MalformedError("other-board", f"the position does not fit the board of {rulebook.name}")
    if len(given.scores) != sides or len(given.racks) != seats or given.scoreless < 0:
        raise MalformedError("bad-position", "enter a score for each side and a rack for each seat")
    size = rulebook.table.rack_size or 0
    known = [rack for rack in given.racks if rack is not None]
    if any(len(rack) > size for rack in known):
        raise IllegalError(
            "too-many-tiles",
            f"a rack holds at most {size} tiles",
            clause=rulebook.clause_of("table.rack_size"),
        )
    used = given.board.tile_counts() + Counter(tile for rack in known for tile in rack)
    for tile, count in used.items():
        if count > (there_are := given.board.tile_set.counts.get(tile, 0)):
            raise IllegalError(
                "tiles-not-held",
                f"the position has {count} {tile} tiles; the set has {there_are}",
                clause=rulebook.clause_of("table.tile_set"),
            )


def _known_or_empty(rack: tuple[str, ...] | None, kind: TableKind) -> Tiles:
    if rack is not None:
        return rack
    return () if kind is TableKind.VIRTUAL else 0


def _bag(kind: TableKind, given: GivenPosition, starting: Placement, rng: random.Random) -> Bag:
    left = Counter(given.board.tile_set.counts)
    left -= given.board.tile_counts() + starting.needs()
    left -= Counter(tile for rack in given.racks if rack is not None for tile in rack)
    if kind is TableKind.PHYSICAL:
        return left.total()
    tiles = list(left.elements())
    rng.shuffle(tiles)
    return tuple(tiles)


# ---------------------------------------------------------------- who begins


def _first_tile(table: Table, drawn: tuple[str | None, ...], told: str | None, rng: random.Random) -> str:
    tile_set = table.rulebook.table.tile_set
    left = Counter(tile_set.counts)
    left.subtract(tile for tile in drawn if tile is not None)
    if told is None:
        if table.kind is TableKind.PHYSICAL:
            raise MalformedError("which-tile", "enter the drawn tile; ? is a blank")
        return rng.choice(sorted(left.elements()))
    tile = tile_set.upper(told)
    if tile not in tile_set.counts:
        raise MalformedError(
            "no-such-tile", f"the {tile_set.short_title} set has no tile {told!r}", tile=told
        )
    if left[tile] < 1:
        raise IllegalError(
            "tiles-not-held",
            f"all {tile} tiles are already drawn; check again",
            clause=table.rulebook.clause_of("table.tile_set"),
        )
    return tile


def _rank(rulebook: Rulebook, tile: str) -> int:
    """Returns how near the start of the alphabet a tile is; the lowest begins."""
    labels = rulebook.table.tile_set.labels
    rule = rulebook.turns.first_side
    if tile == BLANK:
        return len(labels) if isinstance(rule, DrawnTile) and rule.blank is BlankInDraw.LAST else -1
    return labels.index(tile)


def _play_begins(table: Table, first: int, unknown: set[int], by: str, now_ms: int) -> PlayBegan:
    """The first seat draws its rack, then the others in turn order; racks that are known stay as they are."""
    size = table.rulebook.table.rack_size or 0
    nothing: Tiles = () if table.kind is TableKind.VIRTUAL else 0
    position = table.position
    drawn: dict[int, Tiles] = {}
    for step in in_turn_order(position, len(table.seats)):
        seat = (step + first) % len(table.seats)
        drawn[seat] = draw_to(position, seat, size) if seat in unknown else nothing
        position = after_draw(position, seat, drawn[seat])
    return PlayBegan(now_ms, by, first, tuple(drawn[seat] for seat in sorted(drawn)))
