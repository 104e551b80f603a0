"""`wordwaiter tournament status`: how far it is, what is missing, where the day is, and what to do next."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import Desk, looking
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.cli.tournament.words import clock_text, hour_text
from wordwaiter.sentences import day_in_words
from wordwaiter.service.clock import milliseconds, system_clock
from wordwaiter.service.tournaments.tournaments import room_clock_ms
from wordwaiter.tournament.day import attended_calls, waiting_calls
from wordwaiter.tournament.entrants.absence import not_come
from wordwaiter.tournament.equipment import Equipment, equipment
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.next_step import NextStep, Step, division_steps, next_step, round_for_fun
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.rounds.running import missing_lines
from wordwaiter.tournament.state import Division, Slot, Tournament
from wordwaiter.tournament.timetable import Position, position_at

_MINUTE_MS: Final = 60_000
_MOST_NAMES: Final = 12
"""More would hide the rest of the status; the list of entrants has them all."""


def register(group: typer.Typer) -> None:
    """Add the command."""
    group.command("status")(looking(status))


def status(desk: Desk) -> None:
    """Tell how far each division is, who and what is missing, where the day is and what to do next."""
    kept = desk.look()
    tournament, now_ms = kept.tournament, milliseconds(system_clock())
    steps = {each.division: each for each in division_steps(tournament, now_ms)}
    told = [
        _division_status(tournament, each, now_ms, steps[each.name]) for each in tournament.divisions.values()
    ]
    found = equipment(tournament)
    position = position_at(tournament, now_ms)
    first = next_step(tournament, now_ms)
    if desk.as_json:
        print_json(
            {
                "tournament": kept.stream,
                "version": kept.version,
                "name": tournament.name,
                "date": tournament.date,
                "venue": tournament.venue,
                "divisions": [asdict(each) for each in told],
                "sets_missing": found.sets_missing,
                "boards_without_clock": found.boards_without_clock,
                "calls": [
                    {"number": call.number, "table": call.table, "wanted": call.wanted.value}
                    for call in waiting_calls(tournament)
                ],
                "timetable": _plain_position(position, now_ms),
                "next": None if first is None else {"division": first.division, "step": first.step.value},
            }
        )
        return
    print(", ".join(filter(None, (tournament.name, day_in_words(tournament.date), tournament.venue))))
    print()
    rows = [(each.name, each.rulebook, each.entrants, each.here, str(each)) for each in told]
    print_table(("Division", "Rulebook", "Entrants", "Here", "Now"), rows)
    for each in told:
        for line in (*_expected(each), *each.missing, *each.unanswered):
            print_wrapped(f"{each.name}: {line}")
    print()
    print(_of_equipment(found))
    for call in waiting_calls(tournament):
        why = f": {call.reason}" if call.reason else ""
        print_wrapped(f"Call {call.number}: table {call.table} waits for the {call.wanted.value}{why}")
    for call in attended_calls(tournament):
        print_wrapped(f"Call {call.number}: {call.answered_by} is at table {call.table}")
    for sentence in _of_the_day(position, now_ms):
        print_wrapped(sentence)
    if first is not None:
        for each in sorted(told, key=lambda each: each.name != first.division):
            several = len(told) > 1
            print_wrapped(f"Next{f', {each.name}' if several else ''}: {each.next}")


# ---------------------------------------------------------------- a division


@dataclass(frozen=True, slots=True)
class _DivisionStatus:
    """How far a division is."""

    name: str
    rulebook: str
    entrants: int
    here: int
    round: int
    rounds: int
    stage: str | None
    remaining_ms: int | None
    missing: tuple[str, ...]
    unanswered: tuple[str, ...]
    """Words that wait for the judges."""
    expected: tuple[str, ...]
    """Those who are entered and have not come."""
    step: str
    next: str
    """The next thing to do, with the command that does it."""

    def __str__(self) -> str:
        if self.stage is None:
            return "not begun"
        clock = "" if self.remaining_ms is None else f", {clock_text(self.remaining_ms)} left"
        return f"round {self.round} of {self.rounds} {self.stage}{clock}"


def _division_status(
    tournament: Tournament, division: Division, now_ms: int, step: NextStep
) -> _DivisionStatus:
    latest, under_way = tournament.latest_round(division.name), tournament.open_round(division.name)
    has_begun = under_way is not None and under_way.stage is not RoundStage.PUBLISHED
    return _DivisionStatus(
        name=division.name,
        rulebook=division.rulebook,
        entrants=len(tournament.entrants_of(division.name)),
        here=len(tournament.playing(division.name)),
        round=latest.number if latest else 0,
        rounds=division.format.rounds_with(latest.number if latest else 1),
        stage=latest.stage.value if latest else None,
        remaining_ms=room_clock_ms(tournament, division.name, now_ms),
        missing=missing_lines(tournament, under_way) if under_way and has_begun else (),
        unanswered=_unanswered(tournament, under_way) if under_way else (),
        expected=tuple(each.name for each in not_come(tournament, division.name)),
        step=step.step.value,
        next=_next_sentence(tournament, step),
    )


def _unanswered(tournament: Tournament, under_way: Round) -> tuple[str, ...]:
    return (
        *(
            f"{each.challenger} challenged {each.target} of {each.challenged}: no ruling"
            for each in under_way.challenges
            if each.is_open
        ),
        *(
            f"peek {each.number}, {each.word} for {tournament.contender(each.team).name}: no answer"
            for each in tournament.peeks
            if each.good is None and each.team in under_way.seated
        ),
    )


def _of_equipment(found: Equipment) -> str:
    boards = f"{found.boards} {'board' if found.boards == 1 else 'boards'}"
    sets = f"{found.sets_missing} {'set' if found.sets_missing == 1 else 'sets'} missing"
    clocks = f", {found.boards_without_clock} without a clock" if found.boards_with_clock else ""
    return f"{boards}: {sets}{clocks}."


def _expected(division: _DivisionStatus) -> Iterator[str]:
    names = division.expected
    if names:
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        yield f"not here yet: {', '.join(names[:_MOST_NAMES])}{more}"


# ---------------------------------------------------------------- what to do next


def _next_sentence(tournament: Tournament, step: NextStep) -> str:
    """Returns the next thing to do, and the words to type after `wordwaiter tournament`."""
    tables = ", ".join(map(str, step.tables))
    number = step.round
    one = len(step.tables) == 1
    at = f"table{'' if one else 's'} {tables}"
    match step.step:
        case Step.CALL_TIME:
            said = f"time is up in round {number}; call it with: stop"
        case Step.DECIDE_RESULTS:
            table = tables if one else "TABLE"
            said = f"the sheets of {at} differ; decide with: result {table} SCORES --decide --reason WHY"
        case Step.RULE:
            said = "the judges rule on a challenged word; note it with: rule TEAM --good or --not-good"
        case Step.CLOSE_ROUND:
            said = f"all results of round {number} are in; close it with: close"
        case Step.ANNOUNCE_WORDS:
            said = f"round {number} needs a starting word: announce --start WORD"
        case Step.START_ROUND:
            said = f"when everybody sits, start round {number} with: start"
        case Step.PAIR_ROUND:
            said = f"pair round {number} with: pair"
        case Step.CHECK_IN:
            said = "note who has come with: check-in NAME, or check-in --all"
        case Step.ENTER:
            said = "enter people with: add NAME, or import FILE"
        case Step.FEW_LEFT:
            said = f"too few are left for round {number}; end with: format --rounds {number - 1} --reason WHY"
        case Step.COLLECT_RESULTS:
            said = f"results are missing of {at}; hand one in with: result TABLE SCORES"
        case Step.WAIT:
            said = f"round {number} is played; hand results in with: result TABLE SCORES"
        case Step.AWARD if round_for_fun(tournament, tournament.division(step.division)):
            said = "all that counts is played; read the medals with: award, or play on for fun with: pair"
        case Step.AWARD:
            said = "all rounds are played; read the medals with: award"
    warnings = f"{_default_warning(tournament, step)}{_not_played_warning(tournament, step)}"
    return f"{said}{_in_division(tournament, step)}.{warnings}"


def _in_division(tournament: Tournament, step: NextStep) -> str:
    told = step.step in (Step.DECIDE_RESULTS, Step.COLLECT_RESULTS, Step.WAIT, Step.RULE)  # by table or team
    if len(tournament.divisions) == 1 or told:
        return ""
    name = step.division
    return f" -d {name!r}" if " " in name else f" -d {name}"


def _default_warning(tournament: Tournament, step: NextStep) -> str:
    if not step.absent or step.step is Step.PAIR_ROUND:
        return ""
    clause = tournament.division(step.division).format.clause_of("absence.late_arrival")
    return f" Not here, and in default once it starts ({clause}): {names_of(tournament, step.absent)}."


def _not_played_warning(tournament: Tournament, step: NextStep) -> str:
    if not step.gone:
        return ""
    left = f"{names_of(tournament, step.gone)} {'has' if len(step.gone) == 1 else 'have'} left"
    at = f"table{'' if len(step.tables) == 1 else 's'} {', '.join(map(str, step.tables))}"
    return f" {left}: nobody plays at {at}; take the round back to pair it again."


# ---------------------------------------------------------------- where the day is


def _of_the_day(position: Position, now_ms: int) -> Iterable[str]:
    if position.now is not None:
        yield f"By the timetable: {position.now.name}, until {hour_text(position.now.ends_ms, now_ms)}."
    if position.next is not None:
        yield f"Then {position.next.name}, at {hour_text(position.next.starts_ms, now_ms)}."
    if position.overdue is not None:
        late = (now_ms - position.overdue.starts_ms) // _MINUTE_MS
        yield (
            f"{position.overdue.name} should have begun at {hour_text(position.overdue.starts_ms, now_ms)}"
            f"{_late(late)}; move the day with: timetable shift MINUTES --reason WHY"
        )


def _late(minutes: int) -> str:
    if minutes >= 24 * 60:
        return ""
    return f", {minutes} minutes ago" if minutes != 1 else ", a minute ago"


def _plain_position(position: Position, now_ms: int) -> dict[str, object]:
    def plain(slot: Slot | None) -> dict[str, object] | None:
        if slot is None:
            return None
        return {"name": slot.name, "starts_ms": slot.starts_ms, "ends_ms": slot.ends_ms}

    overdue = position.overdue
    return {
        "now": plain(position.now),
        "next": plain(position.next),
        "overdue": plain(overdue),
        "late_ms": 0 if overdue is None else now_ms - overdue.starts_ms,
    }
