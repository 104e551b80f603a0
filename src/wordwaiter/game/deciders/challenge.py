"""Challenges: hold, the window in which words may be challenged, the ruling, and what follows from it."""

import random

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.course import Course
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_begun, require_no_ruling_awaited, who
from wordwaiter.game.facts import (
    Fact,
    HoldCalled,
    HoldReleased,
    PlayChallenged,
    RulingGiven,
    TurnSkipped,
)
from wordwaiter.game.holdings import count_of, shaken_bag
from wordwaiter.game.signers import is_agreed
from wordwaiter.game.table import EndReason, Played, Skipped, Table, TableKind, Turn
from wordwaiter.game.timing import has_timed_out
from wordwaiter.rules.rulebooks.choices import ChallengeWindow
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge


@decides
def call_hold(table: Table, command: c.CallHold, now_ms: int) -> tuple[Fact, ...]:
    """The opponent must not draw until the word is verified."""
    by = who(table, command.seat, command.by)
    rules = _rules(table)
    if rules.hold is None:
        raise IllegalError(
            "no-hold",
            "this game has no hold; challenge right away",
            clause=table.rulebook.clause_of("challenge.hold"),
        )
    require_no_ruling_awaited(table)
    if table.hold is not None:
        raise ConflictError("hold-on-already", f"{table.seats[table.hold].name} has already called hold")
    turn = _challengeable(table, command.seat)
    if turn.closed or _has_drawn(turn) or _is_over(table):
        raise IllegalError(
            "too-late",
            "call hold before the opponent draws",
            clause=table.rulebook.clause_of("challenge.hold"),
        )
    return (HoldCalled(now_ms, by, command.seat),)


@decides
def release_hold(table: Table, command: c.ReleaseHold, now_ms: int) -> tuple[Fact, ...]:
    """The opponent may draw."""
    by = who(table, command.seat, command.by)
    require_no_ruling_awaited(table)
    if table.hold != command.seat:
        raise ConflictError("hold-not-on", f"{table.seats[command.seat].name} has not called hold")
    return (HoldReleased(now_ms, by, command.seat),)


@decides
def challenge(table: Table, command: c.Challenge, now_ms: int) -> tuple[Fact, ...]:
    """Words of the last play wait for a ruling."""
    by = who(table, command.seat, command.by)
    _rules(table)
    require_no_ruling_awaited(table)
    turn = _challengeable(table, command.seat)
    made = turn.move.words if isinstance(turn.move, Played) else ()
    words = tuple(dict.fromkeys(map(table.rulebook.table.tile_set.upper, command.words)))
    if not words:
        raise MalformedError("no-words", "choose the words to challenge", made=list(made))
    for word in words:
        if word not in made:
            raise IllegalError(
                "not-a-word-of-the-play",
                f"the last play did not make {word}; it made {', '.join(made)}",
                clause=table.rulebook.clause_of("challenge.window"),
                word=word,
            )
    if not table.allowed:
        _require_in_time(table, turn, now_ms)
    return (PlayChallenged(now_ms, by, command.seat, words),)


@decides
def rule(table: Table, command: c.Rule, now_ms: int, rng: random.Random) -> tuple[Fact, ...]:
    """One verdict on the challenged words, and what follows from it; on a hold, on all words of the play."""
    if table.challenge is not None:
        return _ruled(table, command, now_ms, rng)
    if table.hold is None:
        raise ConflictError("nothing-to-rule", "no challenge is waiting for a ruling")
    move = table.turns[-1].move
    words = move.words if isinstance(move, Played) else ()
    course = Course(table).then(*challenge(table, c.Challenge(table.hold, words), now_ms))
    return *course.facts, *_ruled(course.table, command, now_ms, rng)


def _ruled(table: Table, command: c.Rule, now_ms: int, rng: random.Random) -> tuple[Fact, ...]:
    assert table.challenge is not None  # noqa: S101 - its callers look
    turn, none = table.turns[-1], (0,) * len(table.sides)
    if not command.good:
        bag = shaken_bag(table.position, turn.before, rng)
        return (RulingGiven(now_ms, command.by, False, command.ground, none, bag),)
    challenged, challenger = table.seats[turn.seat].side, table.seats[table.challenge.seat].side
    cost = _rules(table).if_good
    awards = cost.award(len(table.challenge.words)).by_side(challenger, challenged, len(table.sides))
    ruling = RulingGiven(now_ms, command.by, True, command.ground, awards, None)
    if not cost.costs_turn or table.ending is not None or table.time_called:
        return (ruling,)
    clause = table.rulebook.clause_of("challenge.if_good")
    return ruling, TurnSkipped(now_ms, command.by, table.position.to_move, clause)


def challenge_is_possible(table: Table, now_ms: int) -> bool:
    """Checks whether the last play could still be challenged, by time; an official can allow it later."""
    if not isinstance(table.rulebook.challenge, TurnChallenge) or table.challenge is not None:
        return False
    turn = table.turns[-1] if table.turns else None
    if turn is None or not isinstance(turn.move, Played) or turn.ruling is not None:
        return False
    return _why_late(table, turn, now_ms) is None


def window_left_ms(table: Table, now_ms: int) -> int | None:
    """Returns how long the last play can still be challenged after its draw; `None` if untimed."""
    if not table.turns or table.hold is not None or not challenge_is_possible(table, now_ms):
        return None
    closes_ms = _closes_ms(table, table.turns[-1])
    return None if closes_ms is None else closes_ms - now_ms


# ---------------------------------------------------------------- the window


def _rules(table: Table) -> TurnChallenge:
    rules = table.rulebook.challenge
    if not isinstance(rules, TurnChallenge):
        raise IllegalError(
            "no-challenge-here",
            "no challenges at this table; challenge other teams' words after the round",
            clause=table.rulebook.clause_of("board_challenge.window"),
        )
    return rules


def _challengeable(table: Table, seat: int) -> Turn:
    """The last play, which this seat may ask about."""
    require_begun(table)
    turn = table.turns[-1] if table.turns else None
    clause = table.rulebook.clause_of("challenge.window")
    if turn is not None and (turn.ruling is not None or isinstance(turn.move, Skipped)):
        raise ConflictError("already-ruled", "the last play has already been challenged and ruled on")
    if turn is None or not isinstance(turn.move, Played):
        raise IllegalError("nothing-to-challenge", "the last turn was not a play", clause=clause)
    if table.seats[turn.seat].side == table.seats[seat].side:
        raise IllegalError("own-play", "you cannot challenge your own play", clause=clause)
    return turn


def _is_over(table: Table) -> bool:
    """Checks if the game has ended and its result is signed, so that no challenge reopens it."""
    return table.ending is not None and is_agreed(table)


def _has_drawn(turn: Turn) -> bool:
    return turn.drawn is not None and count_of(turn.drawn) > 0


def _require_in_time(table: Table, turn: Turn, now_ms: int) -> None:
    late = _why_late(table, turn, now_ms)
    if late is not None:
        sentence, setting = late
        raise IllegalError(
            "too-late", f"too late: {sentence}; the play stands", clause=table.rulebook.clause_of(setting)
        )


def _closes_ms(table: Table, turn: Turn) -> int | None:
    """When the time to challenge after a draw on a screen is over; nothing where there is none."""
    after_draw = _rules(table).after_draw
    if after_draw is None or turn.drawn_ms is None or table.kind is not TableKind.VIRTUAL:
        return None
    return turn.drawn_ms + after_draw


def _why_late(table: Table, turn: Turn, now_ms: int) -> tuple[str, str] | None:
    """Why the window is closed, with the setting that closed it; nothing while it is open."""
    rules = _rules(table)
    if table.ending is not None and table.ending.reason in (EndReason.RESIGNED, EndReason.LEFT):
        return "one side has given the game up", "challenge.last_play"
    if _is_over(table):
        return "the result is signed", "challenge.last_play"
    if turn.closed:
        return "the next turn has begun", "challenge.window"
    # A hold that was called in time keeps the window open.
    if table.hold is None and has_timed_out(table, now_ms):
        return "the turn after it ran out of time, which is a pass", "turns.overrun"
    if table.hold is not None:
        return None
    if rules.window is ChallengeWindow.BEFORE_DRAW and _has_drawn(turn):
        closes_ms = _closes_ms(table, turn)
        if closes_ms is None:
            return "tiles were drawn after it", "challenge.window"
        if now_ms >= closes_ms:
            return "its time ran out after the draw", "challenge.after_draw"
    return None
