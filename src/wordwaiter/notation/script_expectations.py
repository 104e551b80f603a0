"""Expectations of a table script, and whether they hold."""

import re
from dataclasses import dataclass
from typing import assert_never

from wordwaiter.errors import IllegalError, MalformedError, WordwaiterError
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.deciders.challenge import challenge_is_possible
from wordwaiter.game.queries import bag_count, left, score_of, side_named, to_move
from wordwaiter.game.result import NobodyToBeat, Tied, Won, outcome
from wordwaiter.game.table import EndReason, Stage, Table
from wordwaiter.notation.watch import parse_time, write_time


@dataclass(frozen=True, slots=True)
class ScoreIs:
    """`score NAME N`"""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class TurnIs:
    """`turn NAME`"""

    name: str


@dataclass(frozen=True, slots=True)
class BagIs:
    """`bag N`"""

    count: int


@dataclass(frozen=True, slots=True)
class WasRefused:
    """`refused CLAUSE-OR-CODE`: the line above must be refused, and name it."""

    clause_or_code: str


@dataclass(frozen=True, slots=True)
class LeftIs:
    """`left table 12:30`, `left turn 1:10`, `left side NAME 20:00`"""

    clock: ClockKind
    name: str
    time_ms: int


@dataclass(frozen=True, slots=True)
class ChallengeIs:
    """`challenge open` or `closed`: whether the last play may be challenged, or waits for its ruling."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class HoldIs:
    """`hold on` or `off`"""

    is_on: bool


@dataclass(frozen=True, slots=True)
class EndedBy:
    """`ended out`: the game is over for that reason, and all adjustments are made."""

    reason: EndReason


@dataclass(frozen=True, slots=True)
class IsRunning:
    """`running`: the game is not over."""


@dataclass(frozen=True, slots=True)
class WinnerIs:
    """`winner NAME`, `winner tie`, `winner none` where nobody is to be beaten."""

    name: str


StateExpectation = ScoreIs | TurnIs | BagIs | LeftIs | ChallengeIs | HoldIs | EndedBy | IsRunning | WinnerIs
Expectation = StateExpectation | WasRefused

_CLOCKS = {"table": ClockKind.TABLE, "turn": ClockKind.TURN, "side": ClockKind.SIDE}


def parse_expectation(text: str) -> Expectation:
    """The expectation that follows the word `expect`."""
    match text.split():
        case ["score", *name, points] if name and re.fullmatch(r"-?[0-9]{1,6}", points):
            return ScoreIs(" ".join(name), int(points))
        case ["turn", *name] if name:
            return TurnIs(" ".join(name))
        case ["bag", count] if re.fullmatch(r"[0-9]{1,4}", count):
            return BagIs(int(count))
        case ["refused", clause_or_code]:
            return WasRefused(clause_or_code)
        case ["left", ("table" | "turn") as clock, time]:
            return LeftIs(_CLOCKS[clock], "", parse_time(time))
        case ["left", "side", *name, time] if name:
            return LeftIs(ClockKind.SIDE, " ".join(name), parse_time(time))
        case ["challenge", ("open" | "closed") as state]:
            return ChallengeIs(state == "open")
        case ["hold", ("on" | "off") as state]:
            return HoldIs(state == "on")
        case ["ended", reason] if reason in {each.value for each in EndReason}:
            return EndedBy(EndReason(reason))
        case ["running"]:
            return IsRunning()
        case ["winner", *name] if name:
            return WinnerIs(" ".join(name))
        case _:
            raise MalformedError("bad-expectation", f"a script cannot expect {text!r}", text=text)


def refusal_names(refusal: WordwaiterError, clause_or_code: str) -> bool:
    """Checks whether a refusal names the clause, or has the code."""
    clause = refusal.clause if isinstance(refusal, IllegalError) else None
    return clause_or_code in (refusal.code, clause)


def wanted_and_found(expectation: StateExpectation, table: Table, now_ms: int) -> tuple[str, str]:
    """Returns what the expectation wants and what is, in like words; equal if it holds."""
    match expectation:
        case ScoreIs(name, points):
            return f"score {name} {points}", f"score {name} {score_of(table, name)}"
        case TurnIs(name):
            return f"turn {name}", _whose_turn(table, name)
        case BagIs(count):
            return f"bag {count}", f"bag {bag_count(table)}"
        case LeftIs(clock, name, time_ms):
            clock_name = f"left {clock.value}" + (f" {name}" if name else "")
            return f"{clock_name} {write_time(time_ms)}", f"{clock_name} {_left(table, expectation, now_ms)}"
        case ChallengeIs(is_open):
            found = table.challenge is not None or challenge_is_possible(table, now_ms)
            return f"challenge {_open(is_open)}", f"challenge {_open(found)}"
        case HoldIs(is_on):
            return f"hold {_on(is_on)}", f"hold {_on(table.hold is not None)}"
        case EndedBy(reason):
            return f"ended {reason.value}", _how_far(table)
        case IsRunning():
            return "running", _how_far(table)
        case WinnerIs(name):
            return f"winner {name}", f"winner {_winner(table)}"
        case _:
            assert_never(expectation)


def _whose_turn(table: Table, wanted: str) -> str:
    """The seat whose turn it is, or its side if that is what was asked for."""
    seat = to_move(table)
    if seat is None:
        return "turn of nobody"
    names = (table.seats[seat].name, table.sides[table.seats[seat].side])
    return f"turn {wanted if wanted in names else names[0]}"


def _left(table: Table, expectation: LeftIs, now_ms: int) -> str:
    remaining = left(table, now_ms)
    time_ms: int | None
    match expectation.clock:
        case ClockKind.TURN:
            time_ms = remaining.turn_ms
        case ClockKind.SIDE:
            side = side_named(table, expectation.name)
            time_ms = remaining.sides_ms[side] if remaining.sides_ms else None
        case ClockKind.ROOM | ClockKind.TABLE:
            time_ms = remaining.game_ms
    return "no clock" if time_ms is None else write_time(time_ms)


def _how_far(table: Table) -> str:
    if table.ending is None:
        return "running" if table.stage is Stage.PLAYING else "drawing for first play"
    told = f"ended {table.ending.reason.value}"
    return told if table.count is not None else f"{told}, the racks not yet counted"


def _winner(table: Table) -> str:
    result = outcome(table)
    if result is None:
        return "not known yet"
    match result.verdict:
        case Won(side):
            return table.sides[side]
        case Tied():
            return "tie"
        case NobodyToBeat():
            return "none"
        case _:
            assert_never(result.verdict)


def _open(is_open: bool) -> str:
    return "open" if is_open else "closed"


def _on(is_on: bool) -> str:
    return "on" if is_on else "off"
