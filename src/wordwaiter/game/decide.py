"""Commands become facts, or are refused with a code and the clause that forbids them."""

import random
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.challenge import call_hold, challenge, release_hold, rule
from wordwaiter.game.deciders.count import declare_rack, leave_rack_unknown
from wordwaiter.game.deciders.course import Course
from wordwaiter.game.deciders.endings import call_time, consequences, end
from wordwaiter.game.deciders.officials import adjust_clock, allow, correct, pause, resume, undo
from wordwaiter.game.deciders.opening import draw_first
from wordwaiter.game.deciders.turns import announce, exchange, fill, lay, lift, pass_turn, play, report_points
from wordwaiter.game.facts import Fact
from wordwaiter.game.finder import Finder
from wordwaiter.game.result import return_result, sign
from wordwaiter.game.table import Table


def decide(
    table: Table, command: c.Command, now_ms: int, rng: random.Random, finder: Finder | None = None
) -> tuple[Fact, ...]:
    """What happens when `command` is given at `now_ms`; a refusal changes nothing.

    `finder` is asked for evidence where a game is ended because no play is left, and decides nothing.
    """
    return decided(table, command, now_ms, rng, finder).facts


def decided(
    table: Table, command: c.Command, now_ms: int, rng: random.Random, finder: Finder | None = None
) -> Course:
    """The same with the table that the facts lead to, for whoever goes on from there."""
    if now_ms < table.at_ms:
        raise MalformedError(
            "time-went-back",
            f"the table's watch shows {now_ms} ms, before the last entry at {table.at_ms} ms; set the clock",
        )
    course = Course(table)
    if isinstance(command, c.Play):
        course = play(course, command, now_ms)
    else:
        course = course.then(*_decided(table, command, now_ms, rng, finder))
    return consequences(course, course.facts[-1].by, now_ms, finder)


def _decided(
    table: Table, command: c.Command, now_ms: int, rng: random.Random, finder: Finder | None
) -> tuple[Fact, ...]:
    match command:
        case c.DrawFirst():
            return draw_first(table, command, now_ms, rng)
        case c.Lay():
            return lay(table, command, now_ms)
        case c.Lift():
            return lift(table, command, now_ms)
        case c.Announce():
            return announce(table, command, now_ms)
        case c.Play():
            return play(Course(table), command, now_ms).facts
        case c.Fill():
            return fill(table, command, now_ms)
        case c.Exchange():
            return exchange(table, command, now_ms, rng)
        case c.Pass() | c.SayCannotPlay():
            return pass_turn(table, command, now_ms)
        case c.ReportPoints():
            return report_points(table, command, now_ms)
        case c.CallHold():
            return call_hold(table, command, now_ms)
        case c.ReleaseHold():
            return release_hold(table, command, now_ms)
        case c.Challenge():
            return challenge(table, command, now_ms)
        case c.Rule():
            return rule(table, command, now_ms, rng)
        case c.DeclareRack():
            return declare_rack(table, command, now_ms)
        case c.LeaveRackUnknown():
            return leave_rack_unknown(table, command, now_ms)
        case c.Sign():
            return sign(table, command, now_ms)
        case c.Allow():
            return allow(table, command, now_ms)
        case c.Pause():
            return pause(table, command, now_ms)
        case c.Resume():
            return resume(table, command, now_ms)
        case c.AdjustClock():
            return adjust_clock(table, command, now_ms)
        case c.CallTime():
            return call_time(table, command, now_ms)
        case c.Undo():
            return undo(table, command, now_ms, rng)
        case c.Correct():
            return correct(table, command, now_ms)
        case c.End():
            return end(table, command, now_ms, finder)
        case c.ReturnResult():
            return return_result(table, command, now_ms)
        case _:
            assert_never(command)
