"""Running a table script: each line becomes a command, each expectation is held against the table."""

import random
import re
from dataclasses import dataclass
from typing import assert_never

from wordwaiter.errors import MalformedError, MalformedFileError, WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import Fact
from wordwaiter.game.finder import Finder
from wordwaiter.game.queries import board_before, seat_named, side_named
from wordwaiter.game.signers import member_named, signer_named
from wordwaiter.game.table import EndReason, Table
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.notation.script import Entry, Expected, Script, is_no_play
from wordwaiter.notation.script_expectations import WasRefused, refusal_names, wanted_and_found
from wordwaiter.notation.script_words import OFFICIALS, official_command, seat_command, unreadable
from wordwaiter.notation.watch import parse_time
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that did not come out as the script says."""

    line: int
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Run:
    """The result of running a script: the facts, the table at the end, and what failed."""

    script: Script
    facts: tuple[Fact, ...]
    table: Table
    now_ms: int
    failures: tuple[Failure, ...]


def run_script(script: Script, rulebook: Rulebook, finder: Finder | None = None) -> Run:
    """Play the script through under its rulebook; a script that cannot be read is refused with its line."""
    rng = random.Random(script.opening.seed)  # noqa: S311 - a script is told the same way each time
    facts = list(_opened(script, rulebook, rng))
    table = fold(rulebook, facts)
    failures: list[Failure] = []
    now_ms = 0
    refusal: WordwaiterError | None = None
    refusals = _lines_to_be_refused(script)
    for line in script.lines:
        now_ms = now_ms if line.at_ms is None else line.at_ms
        match line:
            case Entry():
                try:
                    decided = decide(table, command_of(line, table), now_ms, rng, finder)
                    refusal = None
                except WordwaiterError as error:
                    refusal, decided = error, ()
                if refusal is not None and line.line not in refusals:
                    if isinstance(refusal, MalformedError):
                        raise MalformedFileError(
                            refusal.code, script.path, str(refusal), line=line.line
                        ) from refusal
                    failures.append(Failure(line.line, "accepted", _outcome_text(refusal)))
                for fact in decided:
                    table = evolve(table, fact)
                facts += decided
            case Expected(number, _, WasRefused(wanted)):
                if refusal is None or not refusal_names(refusal, wanted):
                    failures.append(Failure(number, f"refused {wanted}", _outcome_text(refusal)))
            case Expected(number, _, expectation):
                if isinstance(expectation, WasRefused):
                    continue
                try:
                    expected, found = wanted_and_found(expectation, table, now_ms)
                except MalformedError as error:
                    raise MalformedFileError(error.code, script.path, str(error), line=number) from error
                if expected != found:
                    failures.append(Failure(number, expected, found))
            case _:
                assert_never(line)
    return Run(script, tuple(facts), table, now_ms, tuple(failures))


def _lines_to_be_refused(script: Script) -> frozenset[int]:
    """The lines of entries after which a refusal is expected."""
    found = set()
    last: Entry | None = None
    for line in script.lines:
        if isinstance(line, Entry):
            last = line
        elif isinstance(line.expectation, WasRefused):
            if last is None:
                raise MalformedFileError(
                    "bad-script", script.path, "there is no line above to refuse", line=line.line
                )
            found.add(last.line)
    return frozenset(found)


def _outcome_text(refusal: WordwaiterError | None) -> str:
    return "accepted" if refusal is None else f"refused {refusal.code}: {refusal}"


# ---------------------------------------------------------------- the beginning


def _opened(script: Script, rulebook: Rulebook, rng: random.Random) -> tuple[Fact, ...]:
    opening = script.opening
    tile_set = rulebook.table.tile_set
    command = c.OpenTable(
        opening.kind,
        opening.sides,
        opening.seats,
        announce(tile_set, opening.start, opening.surprise, opening.sponsors),
        position=_position(script, rulebook),
        room_ms=opening.room_ms,
        side_ms=opening.side_ms,
    )
    try:
        return open_table(rulebook, command, 0, rng)
    except WordwaiterError as error:
        raise MalformedFileError(error.code, script.path, f"the table cannot be set up: {error}") from error


def _position(script: Script, rulebook: Rulebook) -> c.GivenPosition | None:
    opening = script.opening
    if opening.position is None:
        return None
    seats = len(opening.seats or opening.sides)
    try:
        position = parse_cgp(opening.position, rulebook.table.layout, rulebook.table.tile_set, seats)
    except MalformedError as error:
        raise MalformedFileError(error.code, script.path, str(error), line=opening.position_line) from error
    racks = tuple(rack.tiles or None for rack in position.racks[:seats])
    scores = position.scores[: len(opening.sides)]
    unknown = (None,) * (seats - len(racks))
    return c.GivenPosition(position.board, scores, (*racks, *unknown), position.scoreless)


# ---------------------------------------------------------------- what somebody does


def command_of(entry: Entry, table: Table) -> c.Command:
    """The command that a line gives to a table."""
    if entry.who in OFFICIALS:
        return _official_command(entry, table)
    if entry.verb == "signs":
        member = entry.rest or member_named(table, entry.who)
        return c.Sign(signer_named(table, entry.who), member=member)
    return seat_command(entry.verb, entry.rest, table, seat_named(table, entry.who))


def _official_command(entry: Entry, table: Table) -> c.Command:
    by = entry.who
    match entry.verb, entry.rest:
        case "adjusts", rest:
            return _adjustment(by, rest, table)
        case "corrects", rest:
            return _correction(by, rest, table)
        case "ends", reason if reason:
            return c.End(by, EndReason.NO_PLAY if is_no_play(reason) else EndReason.AGREED, reason)
        case "signs", "":
            return c.Sign(signer_named(table, by))
        case verb, rest:
            return official_command(verb, rest, table, by)


def _correction(by: str, text: str, table: Table) -> c.Correct:
    """`3 8D RETAIN REASON`: the number of the turn, the play that takes its place, perhaps why."""
    match text.split(maxsplit=3):
        case [turn, square, word, *reason] if (number := _number(turn)) is not None:
            placement = parse_play(f"{square} {word}", board_before(table, number))
            return c.Correct(by, number, placement, " ".join(reason))
        case _:
            raise unreadable("corrects", text)


def _adjustment(by: str, text: str, table: Table) -> c.AdjustClock:
    """`+1:00 REASON` for the game's clock; `turn +0:30 REASON`; `side NAME +1:00 REASON`."""
    words = text.split()
    place = next((place for place, word in enumerate(words) if word[0] in "+-"), len(words))
    named, reason = words[:place], " ".join(words[place + 1 :])
    if place == len(words) or not reason:
        raise unreadable("adjusts", text)
    by_ms = parse_time(words[place].removeprefix("+"))
    match named:
        case []:
            kind, side = _game_clock(table)
        case ["turn" | "table" | "room" as kind_name]:
            kind, side = ClockKind(kind_name), None
        case ["side", *name] if name:
            kind, side = ClockKind.SIDE, side_named(table, " ".join(name))
        case _:
            raise unreadable("adjusts", text)
    return c.AdjustClock(by, kind, by_ms, reason, side)


def _game_clock(table: Table) -> tuple[ClockKind, int | None]:
    """The clock that times the game: the table's, else the room's, else that of the side to move."""
    if table.clocks.table is not None:
        return ClockKind.TABLE, None
    if table.clocks.sides:
        return ClockKind.SIDE, table.seats[table.position.to_move].side
    return ClockKind.ROOM, None


def _number(text: str) -> int | None:
    """The number that a text is; a score or a count has four digits at most."""
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None
