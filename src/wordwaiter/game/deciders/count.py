"""The final count: what unplayed tiles, bonus words and overtime add or take, and the racks it waits for."""

from collections import Counter

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.clock import minutes_begun, remaining
from wordwaiter.game.commands import DeclareRack, LeaveRackUnknown
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_begun, require_no_ruling_awaited, who
from wordwaiter.game.deciders.laying import missing_tiles
from wordwaiter.game.deciders.turn_ending import ending_rules
from wordwaiter.game.deciders.turns import inferred_draw, turn_to_draw
from wordwaiter.game.facts import Fact, RackDeclared, RackLeftUnknown, TilesDrawn
from wordwaiter.game.holdings import count_of, draw_to, unseen_tiles
from wordwaiter.game.table import Adjustment, Cause, EndReason, Stage, Table, TableKind
from wordwaiter.rules.bonus import BonusKind, find_bonuses
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.choices import SideBudget
from wordwaiter.rules.rulebooks.result_choices import RacksAtTime
from wordwaiter.rules.rulebooks.rulebook import GameEnding
from wordwaiter.rules.unplayed import holder_factor, out_factor


def adjustments(table: Table) -> tuple[Adjustment, ...] | None:
    """Returns the points added and taken at the end, by side; `None` while needed racks are unknown."""
    unplayed = _unplayed(table)
    if unplayed is None:
        return None
    counted = (*unplayed, *_bonuses(table), *_overtime(table))
    return *counted, *_overtime_margin(table, counted)


def racks_awaited(table: Table) -> tuple[int, ...]:
    """The seats whose tiles must be told before the count can be made."""
    if table.stage is not Stage.ENDED or table.count is not None or _unplayed(table) is not None:
        return ()
    return tuple(
        seat
        for seat, rack in enumerate(table.position.racks)
        if not isinstance(rack, Rack) and table.seats[seat].side in _sides_to_count(table)
    )


def may_be_empty(table: Table, seat: int) -> bool:
    """Checks if a rack that is awaited may hold nothing, as far as the turns tell."""
    return table.position.partial or count_of(table.position.racks[seat]) == 0


def racks_untold(table: Table) -> tuple[int, ...]:
    """The seats whose tiles are left out of the count, since nobody could tell them; they may be told yet."""
    ending, position = table.ending, table.position
    if ending is None:
        return ()
    return tuple(
        seat
        for seat, rack in enumerate(position.racks)
        if isinstance(rack, Rack)
        and not len(rack)
        and table.seats[seat].side in _sides_to_count(table)
        and (position.partial or ending.racks_filled or count_of(ending.before.racks[seat]))
    )


def racks_are_filled(table: Table) -> bool:
    """Checks if time ended the game while the bag held tiles, and racks are filled from it for the count."""
    ending = table.ending
    if ending is None or ending.reason is not EndReason.TIME or table.position.partial:
        return False
    return ending_rules(table).racks_at_time is RacksAtTime.FILLED and count_of(ending.before.bag) > 0


# ---------------------------------------------------------------- unplayed tiles


def _unplayed(table: Table) -> tuple[Adjustment, ...] | None:
    tiles: dict[int, Rack] = {}
    for side in _sides_to_count(table):
        rack = side_tiles(table, side)
        if rack is None:
            return None
        tiles[side] = rack
    out = _side_out(table)
    clause = table.rulebook.clause_of(f"ending.unplayed_{'otherwise' if out is None else 'when_out'}")
    own, gain = _factors(table)
    held = [(side, rack) for side, rack in tiles.items() if len(rack)]

    def counted(side: int, factor: int, cause: Cause, rack: Rack) -> Adjustment:
        return Adjustment(side, factor * rack.value(table.rulebook.table.tile_set), cause, clause, rack.tiles)

    cause = Cause.OTHERS_TILES_TWICE if gain == 2 else Cause.OTHERS_TILES
    gained = [counted(out, gain, cause, rack) for _, rack in held] if out is not None and gain else []
    lost = [counted(side, own, Cause.OWN_TILES, rack) for side, rack in held] if own else []
    return (*gained, *lost)


def _factors(table: Table) -> tuple[int, int]:
    """Returns the factors of unplayed tiles, for their holder and for the side that is out, if one is."""
    rules, out = _rules(table), _side_out(table)
    own = holder_factor(rules, somebody_is_out=out is not None)
    return own, 0 if out is None else out_factor(rules)


def _rules(table: Table) -> GameEnding:
    ending = table.rulebook.ending
    if not isinstance(ending, GameEnding):
        raise MalformedError(
            "no-turns", f"{table.rulebook.name} has no turns: each team builds its own board"
        )
    return ending


def _side_out(table: Table) -> int | None:
    """The side that went out, if the game ended so."""
    if table.ending is None or table.ending.reason is not EndReason.OUT:
        return None
    return table.seats[table.turns[-1].seat].side


def _sides_to_count(table: Table) -> tuple[int, ...]:
    """The sides whose unplayed tiles change a score: not the one that is out, which has none to tell."""
    own, gain = _factors(table)
    is_given_up = table.ending is not None and table.ending.loser is not None
    if is_given_up or (not own and not gain):
        return ()
    return tuple(side for side in range(len(table.sides)) if not gain or side != _side_out(table))


def side_tiles(table: Table, side: int) -> Rack | None:
    """The tiles that a side holds: known, or deduced when the bag is empty and nobody else's are unknown."""
    position = table.position
    own = [rack for seat, rack in zip(table.seats, position.racks, strict=True) if seat.side == side]
    known = [rack for rack in own if isinstance(rack, Rack)]
    if len(known) == len(own):
        held = Counter(tile for rack in known for tile in rack.tiles)
    else:
        others = [rack for seat, rack in zip(table.seats, position.racks, strict=True) if seat.side != side]
        told = all(isinstance(rack, Rack) or rack == 0 for rack in others)
        if position.partial or count_of(position.bag) > 0 or not told:
            return None
        unseen = unseen_tiles(position)
        if unseen.total() != sum(rack for rack in own if isinstance(rack, int)):
            return None  # some of them are on a rack that nobody could tell
        held = unseen + Counter(tile for rack in known for tile in rack.tiles)
    return rack_of(held.elements(), position.board.tile_set)


# ---------------------------------------------------------------- bonus words and overtime


def _bonuses(table: Table) -> tuple[Adjustment, ...]:
    """The announced words on a team's board."""
    if len(table.sides) > 1:
        return ()
    causes = {BonusKind.SURPRISE: Cause.SURPRISE_WORD, BonusKind.SPONSOR: Cause.SPONSOR_WORD}
    found = find_bonuses(table.position.board, table.announcement, table.rulebook)
    return tuple(
        Adjustment(0, bonus.points, causes[bonus.kind], bonus.clause, word=bonus.word)
        for bonus in found.earned
    )


def _overtime(table: Table) -> tuple[Adjustment, ...]:
    """Returns the points each side loses for minutes over its time."""
    clock = table.rulebook.clock.game
    if not isinstance(clock, SideBudget):
        return ()
    clause = table.rulebook.clause_of("clock.game")
    most = table.rulebook.clock.most_overtime_points
    over = [minutes_begun(over_ms) for over_ms in _over_ms(table)]
    return tuple(
        Adjustment(side, -points, Cause.OVERTIME, clause, minutes=minutes)
        for side, minutes in enumerate(over)
        if (points := _overtime_points(minutes * clock.points_per_minute_over, most))
    )


def _over_ms(table: Table) -> tuple[int, ...]:
    """Returns how long each side is over its time, but no longer than what loses the game."""
    over = tuple(-left_ms for left_ms in remaining(table.clocks, table.at_ms).sides_ms)
    most_ms = table.rulebook.clock.most_overtime
    is_lost_by_it = table.ending is not None and table.ending.reason is EndReason.OVERTIME
    return over if most_ms is None or not is_lost_by_it else tuple(min(each, most_ms) for each in over)


def _overtime_margin(table: Table, counted: tuple[Adjustment, ...]) -> tuple[Adjustment, ...]:
    """Returns what makes a game lost by overtime as clear as the rules ask; no total stays below zero.

    Standings go by totals, so without a margin in the rules it is one point.
    """
    margin, ending = table.rulebook.clock.overtime_margin or 1, table.ending
    if ending is None or ending.loser is None or ending.reason is not EndReason.OVERTIME:
        return ()
    totals = list(table.position.scores)
    for adjustment in counted:
        totals[adjustment.side] += adjustment.points
    clause = table.rulebook.clause_of("clock.overtime_margin")
    loser, highest = ending.loser, totals[1 - ending.loser] - margin
    lowered = min(highest - totals[loser], 0)
    points = [(loser, lowered)] if lowered else []
    if totals[loser] + lowered < 0:
        points += [(side, margin) for side in range(len(totals))]
    return tuple(Adjustment(side, each, Cause.OVERTIME_MARGIN, clause) for side, each in points)


def _overtime_points(points: int, most: int | None) -> int:
    return points if most is None else min(points, most)


# ---------------------------------------------------------------- telling what a rack holds


@decides
def declare_rack(table: Table, command: DeclareRack, now_ms: int) -> tuple[Fact, ...]:
    """A seat's tiles are told; they must be possible."""
    by = who(table, command.seat, command.by)
    if table.kind is TableKind.VIRTUAL:
        raise ConflictError("rack-known", "every rack is known at a virtual table")
    require_begun(table)
    require_no_ruling_awaited(table)
    tile_set = table.rulebook.table.tile_set
    tiles = rack_of(map(tile_set.upper, command.tiles), tile_set).tiles
    clause = table.rulebook.clause_of("table.rack_size")
    drawn = _required_count(table, command.seat, len(tiles), by, now_ms)
    is_count = table.ending is not None
    if missing := missing_tiles(table.position, command.seat, Counter(tiles), with_racks=is_count):
        raise IllegalError(
            "tiles-not-held",
            f"no {', '.join(missing)} is left for this rack; check the rack and the board",
            clause=table.rulebook.clause_of("table.tile_set"),
        )
    expected = None if drawn else _only_possible(table, command.seat)
    if expected is not None and expected.tiles != tiles:
        raise IllegalError(
            "other-tiles-left",
            f"all other tiles are accounted for, so the rack must hold {expected}; check again",
            clause=clause,
        )
    return *drawn, RackDeclared(now_ms, by, command.seat, tiles)


@decides
def leave_rack_unknown(table: Table, command: LeaveRackUnknown, now_ms: int) -> tuple[Fact, ...]:
    """The count goes on without a rack that nobody can tell any more; that it did stands in the log."""
    by = who(table, command.seat, command.by)
    if command.seat not in racks_awaited(table):
        raise ConflictError(
            "rack-not-awaited",
            f"the tiles of {table.seats[command.seat].name} are not needed for the count",
        )
    return (RackLeftUnknown(now_ms, by, command.seat),)


def _required_count(table: Table, seat: int, told: int, by: str, now_ms: int) -> tuple[Fact, ...]:
    """Refuse a number of tiles that the seat cannot hold; perhaps it has drawn and nobody told of it."""
    held = count_of(table.position.racks[seat])
    size = table.rulebook.table.rack_size or 0
    possible = told <= size if table.position.partial else told == held
    untold, due = racks_untold(table), turn_to_draw(table)
    if seat in untold and not table.position.partial:
        held = _untold_tiles(table)
        possible = told == held if len(untold) == 1 else told <= min(held, size)
        drawable = min(size - held, count_of(table.position.bag))
        if drawable and due is not None and due.seat == seat and told == held + drawable:
            return (TilesDrawn(now_ms, by, seat, drawable, inferred=True),)
    if not possible and due is not None and due.seat == seat:
        drawn = inferred_draw(table, by, now_ms)
        if drawn and told == held + count_of(draw_to(table.position, seat, size)):
            return drawn
    if not possible and told < held and racks_are_filled(table):
        raise IllegalError(
            "rack-not-filled",
            f"fill the rack of {table.seats[seat].name} to {held} tiles from the bag, then count it again",
            clause=table.rulebook.clause_of("ending.racks_at_time"),
            held=held,
        )
    if not possible:
        raise IllegalError(
            "wrong-count",
            f"{table.seats[seat].name} holds {held} tiles, but {told} were entered; count again",
            clause=table.rulebook.clause_of("table.rack_size"),
            held=held,
            told=told,
        )
    return ()


def _untold_tiles(table: Table) -> int:
    """Returns how many tiles there are on racks that nobody could tell."""
    position = table.position
    in_hand = sum(rack for rack in position.racks if isinstance(rack, int))
    return unseen_tiles(position).total() - count_of(position.bag) - in_hand


def _only_possible(table: Table, seat: int) -> Rack | None:
    """The only tiles that a seat can hold, where all others are known."""
    position = table.position
    others = (rack for other, rack in enumerate(position.racks) if other != seat)
    if position.partial or count_of(position.bag) > 0:
        return None
    if not all(isinstance(rack, Rack) or rack == 0 for rack in others):
        return None
    unseen = unseen_tiles(position, apart_from=seat)
    if unseen.total() != count_of(position.racks[seat]):
        return None  # some of them are on a rack that nobody could tell
    return rack_of(unseen.elements(), position.board.tile_set)
