"""Taking turns: tiles laid and lifted, announcements, exchanges, passes, and the draw after a turn."""

import random
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError, WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.course import Course
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import (
    require_begun,
    require_no_ruling_awaited,
    require_not_paused,
    require_playing,
    require_turn,
    who,
)
from wordwaiter.game.deciders.laying import (
    play_faults,
    require_exchange,
    require_faultless,
    require_laid,
    require_play,
)
from wordwaiter.game.evolve import last_taken
from wordwaiter.game.facts import (
    Fact,
    PlayAnnounced,
    PointsReported,
    TilesDrawn,
    TilesExchanged,
    TilesLaid,
    TilesLifted,
    TurnPassed,
    TurnTimedOut,
)
from wordwaiter.game.holdings import count_of, draw_to
from wordwaiter.game.table import Played, Table, TableKind, Turn
from wordwaiter.game.timing import has_timed_out, require_game_time, require_turn_time
from wordwaiter.rules.rulebooks.choices import Passing
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge


@decides
def lay(table: Table, command: c.Lay, now_ms: int) -> tuple[Fact, ...]:
    """Tiles are laid tentatively, in place of those laid before in this turn."""
    by = who(table, command.seat, command.by)
    require_turn(table, command.seat)
    course = _begin_turn(table, by, now_ms)
    position = course.table.position
    require_laid(command.placement, play_faults(position, command.seat, command.placement, table.rulebook))
    return *course.facts, TilesLaid(now_ms, by, command.seat, command.placement)


@decides
def lift(table: Table, command: c.Lift, now_ms: int) -> tuple[Fact, ...]:
    """Tentative tiles are taken back; what was announced stays."""
    by = who(table, command.seat, command.by)
    require_begun(table)
    if table.tentative is None:
        last = table.turns[-1] if table.turns else None
        if last is not None and last.seat == command.seat and isinstance(last.move, Played):
            raise IllegalError(
                "already-announced",
                "the score was announced, so the tiles must stay",
                clause=table.rulebook.clause_of("turns.ended_by"),
            )
        raise ConflictError("nothing-laid", "no tiles are laid on the board")
    require_turn(table, command.seat)
    return (TilesLifted(now_ms, by, command.seat),)


@decides
def announce(table: Table, command: c.Announce, now_ms: int) -> tuple[Fact, ...]:
    """The tentative play is scored, which ends the turn."""
    by = who(table, command.seat, command.by)
    require_turn(table, command.seat)
    if table.tentative is None:
        raise IllegalError(
            "no-tiles",
            "no tile was laid; lay at least one, or pass",
            clause=table.rulebook.clause_of("placing.line"),
        )
    require_game_time(table, now_ms)
    require_turn_time(table, now_ms)
    score = require_play(table.position, command.seat, table.tentative, table.rulebook)
    words = tuple(word.word for word in score.words)
    return (PlayAnnounced(now_ms, by, command.seat, table.tentative, words, score.total),)


def play(course: Course, command: c.Play, now_ms: int) -> Course:
    """Tiles are laid and their score announced: the same as both one after the other, and judged once."""
    seat, placement = command.seat, command.placement
    by = who(course.table, seat, command.by)
    require_turn(course.table, seat)
    begun = _begin_turn(course.table, by, now_ms)
    course = Course(begun.table, course.facts + begun.facts)
    position, rulebook = course.table.position, course.table.rulebook
    faults = play_faults(position, seat, placement, rulebook)
    require_laid(placement, faults)
    course = course.then(TilesLaid(now_ms, by, seat, placement))
    require_game_time(course.table, now_ms)
    require_turn_time(course.table, now_ms)
    words, points = require_faultless(position, placement, rulebook, faults)
    return course.then(PlayAnnounced(now_ms, by, seat, placement, words, points))


@decides
def exchange(table: Table, command: c.Exchange, now_ms: int, rng: random.Random) -> tuple[Fact, ...]:
    """Tiles are drawn, then others mixed into the bag, which ends the turn."""
    by = who(table, command.seat, command.by)
    require_turn(table, command.seat)
    require_game_time(table, now_ms)
    require_turn_time(table, now_ms)
    course = _begin_turn(table, by, now_ms, lifting=True)
    facts, table = course.facts, course.table
    tile_set = table.rulebook.table.tile_set
    tiles = command.tiles if isinstance(command.tiles, int) else tuple(map(tile_set.upper, command.tiles))
    if isinstance(tiles, int) and table.kind is TableKind.VIRTUAL:
        raise MalformedError("which-tiles", "choose the tiles to exchange")
    require_exchange(table.position, command.seat, tiles, table.rulebook)
    bag = table.position.bag
    if isinstance(bag, int) or isinstance(tiles, int):
        return *facts, TilesExchanged(now_ms, by, command.seat, tiles, count_of(tiles), bag)
    drawn = bag[: len(tiles)]
    mixed = [*bag[len(tiles) :], *tiles]
    rng.shuffle(mixed)
    return *facts, TilesExchanged(now_ms, by, command.seat, tiles, drawn, tuple(mixed))


def exchange_is_possible(table: Table, now_ms: int) -> bool:
    """Checks if whoever is to move could exchange a tile, once the turn before has drawn its tiles."""
    seat = table.position.to_move
    try:
        begun = _begin_turn(table, "", now_ms, lifting=True).table
        require_exchange(begun.position, seat, 1, table.rulebook)
    except WordwaiterError:
        return False
    return True


@decides
def pass_turn(table: Table, command: c.Pass | c.SayCannotPlay, now_ms: int) -> tuple[Fact, ...]:
    """The turn is passed; a turn that has overrun can still be."""
    by = who(table, command.seat, command.by)
    require_turn(table, command.seat)
    require_game_time(table, now_ms)
    cannot_play = isinstance(command, c.SayCannotPlay)
    if not cannot_play and table.rulebook.turns.passing is Passing.FORBIDDEN:
        raise IllegalError(
            "no-pass",
            "this game has no passing; play, exchange, or report that you cannot play",
            clause=table.rulebook.clause_of("turns.passing"),
        )
    if has_timed_out(table, now_ms) and not cannot_play:
        return timed_out(table, by, now_ms).facts
    facts = _begin_turn(table, by, now_ms, lifting=True).facts
    return *facts, TurnPassed(now_ms, by, command.seat, cannot_play)


CLOCK: Final = "clock"
"""By whom a pass is recorded that nobody entered."""

_BEGINS_TURN: Final = (c.Lay, c.Play, c.Exchange, c.Pass, c.SayCannotPlay, c.ReportPoints)


def begun_by_next(table: Table, command: c.Command, now_ms: int) -> Course:
    """Returns what comes before a command: a turn that ran out of time is a pass once the next seat acts."""
    course = Course(table)
    following = (table.position.to_move + 1) % len(table.seats)
    is_next = isinstance(command, _BEGINS_TURN) and command.seat == following
    if not is_next or table.challenge is not None or table.pause is not None:
        return course
    return timed_out(table, CLOCK, now_ms) if has_timed_out(table, now_ms) else course


def timed_out(table: Table, by: str, now_ms: int) -> Course:
    """Returns the pass that a turn without time left is, and what it brings with it."""
    clause = table.rulebook.clause_of("turns.overrun")
    timed = TurnTimedOut(now_ms, by, table.position.to_move, clause)
    return _begin_turn(table, by, now_ms, lifting=True).then(timed)


@decides
def report_points(table: Table, command: c.ReportPoints, now_ms: int) -> tuple[Fact, ...]:
    """Only the points of a turn are told: from then on the board is partial."""
    by = who(table, command.seat, command.by)
    if table.kind is TableKind.VIRTUAL:
        raise IllegalError("tiles-known", "at a virtual table, lay the play; points alone are not enough")
    if command.points < 0:
        raise MalformedError("negative-points", "a turn cannot score below zero")
    require_turn(table, command.seat)
    require_game_time(table, now_ms)
    require_turn_time(table, now_ms)
    facts = _begin_turn(table, by, now_ms, lifting=True).facts
    return *facts, PointsReported(now_ms, by, command.seat, command.points)


# ---------------------------------------------------------------- the draw


@decides
def fill(table: Table, command: c.Fill, now_ms: int) -> tuple[Fact, ...]:
    """Tiles are drawn back to a full rack after one's turn."""
    by = who(table, command.seat, command.by)
    require_playing(table)
    require_no_ruling_awaited(table)
    require_not_paused(table)
    turn = turn_to_draw(table)
    if turn is None or turn.seat != command.seat:
        raise ConflictError(
            "nothing-to-draw",
            f"{table.seats[command.seat].name} has nothing to draw; draw once, after your own play",
        )
    if table.hold is not None:
        _require_courtesy(table, table.hold, turn, now_ms)
    return (_draw(table, turn, by, now_ms, inferred=False),)


def _require_courtesy(table: Table, hold: int, turn: Turn, now_ms: int) -> None:
    """Refuses a draw during a hold, unless the rules let a side draw that is held for so long."""
    holder, wait_ms = table.seats[hold].name, courtesy_left_ms(table, turn, now_ms)
    if wait_ms is None:
        raise IllegalError(
            "hold-on",
            f"{holder} called hold; draw after the word is checked or hold is released",
            clause=table.rulebook.clause_of("challenge.hold"),
        )
    if wait_ms > 0:
        seconds = -(-wait_ms // 1000)
        raise IllegalError(
            "hold-on-yet",
            f"{holder} called hold; draw in {seconds} s, or when the hold ends",
            clause=table.rulebook.clause_of("challenge.courtesy_draw"),
            seconds=seconds,
        )


def courtesy_left_ms(table: Table, turn: Turn, now_ms: int) -> int | None:
    """Returns how long a side that is held waits until it may draw; `None` if it may not."""
    rules = table.rulebook.challenge
    courtesy = rules.courtesy_draw if isinstance(rules, TurnChallenge) else None
    return None if courtesy is None else max(turn.at_ms + courtesy - now_ms, 0)


def turn_to_draw(table: Table) -> Turn | None:
    """The last play, if nothing was drawn after it yet."""
    index = last_taken(table)
    if index is None or table.position.partial:
        return None
    turn = table.turns[index]
    due = isinstance(turn.move, Played) and not turn.ruled_off and turn.drawn is None
    return turn if due else None


def _draw(table: Table, turn: Turn, by: str, now_ms: int, *, inferred: bool) -> TilesDrawn:
    tiles = draw_to(table.position, turn.seat, table.rulebook.table.rack_size or 0)
    return TilesDrawn(now_ms, by, turn.seat, tiles, inferred)


def inferred_draw(table: Table, by: str, now_ms: int) -> tuple[Fact, ...]:
    """The draw of the last play, if there are tiles to draw and nobody told of it."""
    turn = turn_to_draw(table)
    if turn is None:
        return ()
    fact = _draw(table, turn, by, now_ms, inferred=True)
    return (fact,) if count_of(fact.tiles) else ()


def _begin_turn(table: Table, by: str, now_ms: int, *, lifting: bool = False) -> Course:
    """Begins a seat's turn: the seat before it has drawn. A hold prevents it."""
    if table.hold is not None:
        raise IllegalError(
            "held",
            f"{table.seats[table.hold].name} called hold; play after the ruling, or release the hold",
            clause=table.rulebook.clause_of("challenge.hold"),
        )
    facts: list[Fact] = [*inferred_draw(table, by, now_ms)]
    if lifting and table.tentative is not None:
        facts.append(TilesLifted(now_ms, by, table.position.to_move))
    return Course(table).then(*facts)
