"""Rounds: published, started, timed, closed, and taken back."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import Boards, require_ruled
from wordwaiter.tournament.bee.decide import words_lacking
from wordwaiter.tournament.bee.peeks import require_refused_ruled
from wordwaiter.tournament.bee.tiles_out import draw_tiles
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import on_halt, on_start
from wordwaiter.tournament.facts import (
    Fact,
    RoomClockAdjusted,
    RoundClosed,
    RoundHalted,
    RoundPublished,
    RoundReopened,
    RoundResumed,
    RoundStarted,
    RoundTimeCalled,
    RoundWithdrawn,
)
from wordwaiter.tournament.formats.choices import Meeting
from wordwaiter.tournament.guards import (
    Rulebooks,
    names_of,
    require_next_round,
    require_open_round,
    require_reason,
    require_timed,
)
from wordwaiter.tournament.rounds.mending import require_byes_mended
from wordwaiter.tournament.rounds.rounds import (
    Cancelled,
    RestKind,
    ResultState,
    Round,
    RoundStage,
    Scored,
    Seating,
    Sitting,
    totals_text,
)
from wordwaiter.tournament.rounds.tables import MOST_TABLES
from wordwaiter.tournament.state import Division, Tournament

# ---------------------------------------------------------------- publishing


@decides
def publish(
    tournament: Tournament, command: c.PublishRound, now_ms: int, rng: random.Random, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """The next round of a division is published."""
    division = tournament.division(command.division)
    number = require_next_round(tournament, division.name, command.round)
    under_way = tournament.open_round(division.name)
    if under_way is not None:
        raise ConflictError(
            "round-under-way", f"round {under_way.number} of {division.name} is still open; close it first"
        )
    if number > division.format.rounds.count:
        raise IllegalError(
            "no-more-rounds",
            f"{division.name} has played all {division.format.rounds.count} rounds; change its "
            "format to play more",
            clause=division.format.clause_of("rounds.count"),
        )
    _require_everybody_once(tournament, division, command)
    _require_places(tournament, division, command.seatings)
    for seating in command.seatings:
        _require_sides(tournament, division, seating)
    _require_partners_apart(tournament, division, command.seatings)
    rulebook = rulebooks(division.rulebook)
    removed: tuple[tuple[int, Tiles], ...] = ()
    if not words_lacking(tournament, division, number, rulebook):
        teams = sorted(side for each in command.seatings for side in each.sides)
        words = tournament.announcement(division.name, number)
        removed = tuple(draw_tiles(tournament, rulebook, number, teams, words, rng))
    told = (command.seatings, command.rests, removed)
    return (RoundPublished(now_ms, command.by, division.name, number, *told),)


def _require_everybody_once(tournament: Tournament, division: Division, command: c.PublishRound) -> None:
    named = Counter(side for each in command.seatings for side in each.sides)
    named.update(rest.contender for rest in command.rests)
    known = {each.number for each in tournament.contenders_of(division.name)}
    if strangers := sorted(named.keys() - known):
        raise MalformedError(
            "not-in-division", f"the numbers {', '.join(map(str, strangers))} are not in {division.name}"
        )
    if twice := sorted(number for number, times in named.items() if times > 1):
        raise MalformedError("seated-twice", f"{names_of(tournament, twice)}: seated twice in one round")
    expected = {each.number for each in tournament.playing(division.name)}
    resting = {rest.contender for rest in command.rests if rest.kind is not RestKind.BYE}
    if absent := sorted(named.keys() - expected - resting):
        raise ConflictError(
            "not-playing",
            f"{names_of(tournament, absent)} cannot be seated (not checked in, or gone); pair again",
        )
    if forgotten := sorted(expected - named.keys()):
        raise MalformedError(
            "nobody-forgotten",
            f"{names_of(tournament, forgotten)}: no seat and no bye; pair the round again",
        )
    if not command.seatings:
        raise MalformedError("no-games", f"nobody plays in this round of {division.name}; add a game")
    byes = [rest for rest in command.rests if rest.kind is RestKind.BYE]
    if byes and division.format.pairing.bye is None:
        raise IllegalError(
            "no-byes",
            f"{division.name} has no byes: every team has its own board",
            clause=division.format.clause_of("pairing.bye"),
        )


def _require_places(tournament: Tournament, division: Division, seatings: tuple[Seating, ...]) -> None:
    places = Counter((each.table, each.board) for each in seatings)
    for seating in seatings:
        if not (1 <= seating.table <= MOST_TABLES and 1 <= seating.board <= MOST_TABLES):
            raise MalformedError("bad-table", f"table and board numbers go from 1 to {MOST_TABLES}")
        if places[seating.table, seating.board] > 1:
            raise MalformedError("board-taken", f"{seating.place} has two games; move one")
    for other in tournament.divisions:
        busy = tournament.open_round(other) if other != division.name else None
        taken = {each.table for each in busy.sittings} if busy else set()
        for seating in seatings:
            if seating.table in taken:
                raise ConflictError(
                    "table-taken", f"{other} is already at table {seating.table}; choose another table"
                )


def _require_sides(tournament: Tournament, division: Division, seating: Seating) -> None:
    wanted = division.format.sides_at_a_table
    if len(seating.sides) != wanted:
        raise IllegalError(
            "wrong-sides",
            f"{seating.place} has {len(seating.sides)} sides; a board in {division.name} needs {wanted}",
            clause=division.format.clause_of("pairing.first"),
        )
    if seating.first is not None and seating.first not in seating.sides:
        raise MalformedError("no-such-side", f"the first player at {seating.place} does not sit there")
    if (
        wanted == 2
        and division.format.pairing.partners is Meeting.NEVER
        and tournament.partner_of(seating.sides[0]) == seating.sides[1]
    ):
        raise IllegalError(
            "partners-meet",
            f"{names_of(tournament, seating.sides)} are partners and cannot play each other",
            clause=division.format.clause_of("pairing.partners"),
        )


def _require_partners_apart(
    tournament: Tournament, division: Division, seatings: tuple[Seating, ...]
) -> None:
    if division.format.pairing.partners is not Meeting.NEVER:
        return
    table_of = {side: each.table for each in seatings for side in each.sides}
    for entrant in tournament.entrants_of(division.name):
        tables = [table_of[each.number] for each in entrant.contenders if each.number in table_of]
        if len(tables) > len(set(tables)):
            raise IllegalError(
                "partners-at-one-table",
                f"{entrant.name} are both at table {tables[0]}; partners must sit at different tables",
                clause=division.format.clause_of("entry.kind"),
            )


@decides
def withdraw_round(tournament: Tournament, command: c.WithdrawRound, now_ms: int) -> tuple[Fact, ...]:
    """A published round is taken back, before it began."""
    published = require_open_round(tournament, command.division, RoundStage.PUBLISHED, meant=command.round)
    require_reason(command.reason, "withdrawing the round")
    return (RoundWithdrawn(now_ms, command.by, command.division, published.number, command.reason),)


# ---------------------------------------------------------------- playing


@decides
def start(
    tournament: Tournament, command: c.StartRound, now_ms: int, rng: random.Random, rulebooks: Rulebooks
) -> tuple[Fact, ...]:
    """The clock starts, removed tiles are taken out, and where the format says so the absent default."""
    published = require_open_round(tournament, command.division, RoundStage.PUBLISHED, meant=command.round)
    division = tournament.division(command.division)
    if command.length_ms is not None and command.length_ms <= 0:
        raise MalformedError("bad-time", "a round needs more than zero time")
    length_ms = command.length_ms or division.format.length_ms(published.number)
    rulebook = rulebooks(division.rulebook)
    if length_ms is not None:
        require_timed(rulebook)
    _require_words(tournament, division, published, rulebook)
    require_byes_mended(tournament, published, rulebooks)
    removed = tuple(_removed(tournament, published, rulebook, command, rng))
    started = RoundStarted(now_ms, command.by, division.name, published.number, length_ms, removed)
    # Last, so that an undo of the last step is an undo of the start.
    return (*on_start(tournament, published, command.by, now_ms), started)


def _require_words(tournament: Tournament, division: Division, published: Round, rulebook: Rulebook) -> None:
    lacking = words_lacking(tournament, division, published.number, rulebook)
    if AnnouncedKind.STARTING in lacking and published.number == 1:
        raise IllegalError(
            "no-starting-word",
            "round 1 needs a starting word; announce it first",
            clause=rulebook.clause_of("table.starting_word"),
        )
    if lacking:
        names = ", ".join(each.value.replace("-", " ") for each in lacking)
        raise IllegalError(
            "words-missing",
            f"round {published.number} has no {names}; announce them, or confirm that there are none",
            clause=rulebook.clause_of(_SETTINGS[lacking[0]]),
            missing=[each.value for each in lacking],
        )


_SETTINGS: Final = {
    AnnouncedKind.STARTING: "table.starting_word",
    AnnouncedKind.SURPRISE: "scoring.surprise_word",
    AnnouncedKind.SPONSORS: "scoring.sponsor_word",
}


def _removed(
    tournament: Tournament,
    published: Round,
    rulebook: Rulebook,
    command: c.StartRound,
    rng: random.Random,
) -> Iterator[tuple[int, Tiles]]:
    """The tiles that each team takes out: as it said, as was drawn before, or as is drawn now."""
    announcement = tournament.announcement(published.division, published.number)
    kind = TableKind.VIRTUAL if command.draw_tiles else TableKind.PHYSICAL
    teams = [side for each in published.sittings for side in each.sides]
    now = draw_tiles(tournament, rulebook, published.number, teams, announcement, rng, kind)
    for team, tiles in now:
        known = published.removed.get(team)
        is_known = team in published.taken_out or (command.draw_tiles and isinstance(known, tuple))
        yield team, known if is_known and known is not None and team not in tournament.bought_all else tiles


@decides
def adjust_clock(tournament: Tournament, command: c.AdjustRoomClock, now_ms: int) -> tuple[Fact, ...]:
    """The room is given time, or loses some."""
    running = require_open_round(tournament, command.division, RoundStage.RUNNING, meant=command.round)
    require_reason(command.reason, "changing the clock")
    if running.clock is None:
        raise ConflictError("no-such-clock", f"round {running.number} of {command.division} has no clock")
    return (
        RoomClockAdjusted(
            now_ms, command.by, command.division, running.number, command.by_ms, command.reason
        ),
    )


@decides
def call_time(tournament: Tournament, command: c.CallRoundTime, now_ms: int) -> tuple[Fact, ...]:
    """Time is up; the clock only tells, an official calls it."""
    running = require_open_round(tournament, command.division, RoundStage.RUNNING, meant=command.round)
    return (RoundTimeCalled(now_ms, command.by, command.division, running.number),)


@decides
def close(tournament: Tournament, command: c.CloseRound, now_ms: int, boards: Boards) -> tuple[Fact, ...]:
    """The round is over, once all its results stand and all challenges and faults are ruled on."""
    ended = require_open_round(
        tournament, command.division, RoundStage.RUNNING, RoundStage.ENDED, meant=command.round
    )
    for sitting in ended.sittings:
        require_ruled(tournament, ended, sitting, boards)
    if ended.outstanding:
        what = "; ".join(missing_lines(tournament, ended))
        raise ConflictError(
            "results-missing",
            f"round {ended.number} of {command.division} is missing results: {what}",
            tables=[each.table for each in ended.outstanding],
        )
    waiting = [str(each.target) for each in ended.challenges if each.is_open]
    if waiting:
        raise ConflictError("ruling-awaited", f"the judges still have to rule on {', '.join(waiting)}")
    require_refused_ruled(tournament, ended, boards)
    return (RoundClosed(now_ms, command.by, command.division, ended.number),)


def missing_lines(tournament: Tournament, played: Round) -> tuple[str, ...]:
    """Returns what is missing before a round can be closed, a line for each board."""
    return tuple(_missing_line(tournament, sitting) for sitting in played.outstanding)


def _missing_line(tournament: Tournament, sitting: Sitting) -> str:
    # Joined here: a name may have a comma of its own, as in "Amberly, Ada".
    who = " and ".join(names_of(tournament, [side]) for side in sitting.sides)
    match sitting.state:
        case ResultState.DISPUTED:
            sheets = " and ".join(totals_text(sheet.scores) for sheet in sitting.sheets)
            return f"{sitting.place} ({who}): the sheets say {sheets}"
        case ResultState.UNSIGNED:
            return f"{sitting.place} ({who}): not signed by {names_of(tournament, sitting.unsigned)}"
        case ResultState.MISSING | ResultState.SETTLED:
            return f"{sitting.place} ({who}): no result"


@decides
def halt(tournament: Tournament, command: c.HaltRound, now_ms: int) -> tuple[Fact, ...]:
    """A round that was started too early is published again, while nothing has come of it."""
    running = require_open_round(tournament, command.division, RoundStage.RUNNING, meant=command.round)
    require_reason(command.reason, "undoing the start of the round")
    teams = running.seated
    if (
        any(each.sheets or isinstance(each.outcome, Scored | Cancelled) for each in running.sittings)
        or any(each.round == running.number and each.team in teams for each in tournament.purchases)
        or any(each.round == running.number and each.team in teams for each in tournament.peeks)
    ):
        raise ConflictError(
            "round-under-way",
            f"round {running.number} of {command.division} has results or purchases, so its start "
            "cannot be undone",
        )
    halted = RoundHalted(now_ms, command.by, command.division, running.number, command.reason)
    return (*on_halt(tournament, running, command.by, command.reason, now_ms), halted)


@decides
def resume(tournament: Tournament, command: c.ResumeRound, now_ms: int) -> tuple[Fact, ...]:
    """Time was called by mistake; once a word was challenged, the boards stay as they stood."""
    ended = require_open_round(tournament, command.division, RoundStage.ENDED, meant=command.round)
    require_reason(command.reason, "resuming the round")
    if any(not each.void for each in ended.challenges):
        raise ConflictError("word-challenged", "a word was already challenged on the final boards")
    return (RoundResumed(now_ms, command.by, command.division, ended.number, command.reason),)


@decides
def reopen(tournament: Tournament, command: c.ReopenRound, now_ms: int) -> tuple[Fact, ...]:
    """The latest round was closed too early."""
    closed = require_open_round(tournament, command.division, RoundStage.CLOSED, meant=command.round)
    require_reason(command.reason, "reopening the round")
    return (RoundReopened(now_ms, command.by, command.division, closed.number, command.reason),)
