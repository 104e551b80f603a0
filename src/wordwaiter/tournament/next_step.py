"""The director's next step: one for each division, and of all of them the one that comes first."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament.bee.decide import words_lacking
from wordwaiter.tournament.entrants.absence import not_come, not_there, would_default
from wordwaiter.tournament.guards import Rulebooks
from wordwaiter.tournament.rounds.mending import ByeToMend, bye_to_mend
from wordwaiter.tournament.rounds.proposals import is_paired_by_hand
from wordwaiter.tournament.rounds.rounds import ResultState, Round, RoundStage
from wordwaiter.tournament.state import Division, Tournament


class Step(Enum):
    """The steps, in the order in which one is worth leaving another for."""

    CALL_TIME = "call-time"
    """The room's clock has run out; an official calls time."""
    DECIDE_RESULTS = "decide-results"
    """Sheets differ, so nobody but the director can go on."""
    RULE = "rule"
    """A challenged word waits for the judges; a round cannot be closed over it."""
    CLOSE_ROUND = "close-round"
    ANNOUNCE_WORDS = "announce-words"
    """The rulebook's round begins with a starting word, which nobody has announced."""
    START_ROUND = "start-round"
    PAIR_ROUND = "pair-round"
    CHECK_IN = "check-in"
    """Too few of those who are entered have come."""
    ENTER = "enter"
    """Too few are entered."""
    FEW_LEFT = "few-left"
    """Rounds were played, and too few are left for the next one."""
    COLLECT_RESULTS = "collect-results"
    """Time is called; results come in."""
    WAIT = "wait"
    """The round is played."""
    AWARD = "award"
    """All rounds that count are closed."""


ORDER = tuple(Step)

AT_ONCE: Final = frozenset({Step.CALL_TIME, Step.CLOSE_ROUND, Step.START_ROUND, Step.PAIR_ROUND})
"""Steps that all divisions take with one press, where nothing needs attention."""

NOBODY_WAITS = (Step.WAIT, Step.COLLECT_RESULTS)
"""Steps that hold back no medals in a round that is played for fun."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """One thing to do."""

    step: Step
    division: str
    round: int = 0
    """The round that it is about; 0 before the first."""
    tables: tuple[int, ...] = ()
    """The tables that it is about, or that are still missing."""
    absent: tuple[int, ...] = ()
    """Those who will be in default if the round starts without them, or have no seat in the first round."""
    gone: tuple[int, ...] = ()
    """Those who have left since the round was published: their games, at `tables`, are not played."""
    mend: ByeToMend | None = None
    """A bye of a medal contender that this leaves, and that the round must not start with."""
    by_hand: bool = False
    """Whether the organiser names the games."""
    divisions: tuple[str, ...] = field(default=(), compare=False)
    """All divisions that one press takes this step with; none where somebody has to look first."""

    @property
    def needs_attention(self) -> bool:
        """Checks whether somebody should look at it first."""
        return bool(self.absent or self.gone or self.mend or self.by_hand)


def next_step(
    tournament: Tournament, now_ms: int, rulebooks: Rulebooks = shipped_rulebook
) -> NextStep | None:
    """Returns the first thing to do; `None` before there is a division."""
    steps = division_steps(tournament, now_ms, rulebooks)
    played = tuple(each for each in steps if tournament.entrants_of(each.division))
    if played and all(_has_its_medals(tournament, each) for each in played):
        # A division that nobody ever entered keeps no medals back.
        rounds = tournament.rounds_of(played[0].division)
        return NextStep(Step.AWARD, played[0].division, len(rounds))
    # Medals are for when nobody plays any more, so one division's awards wait for all others.
    first = min(steps, key=lambda each: (ORDER.index(each.step), not each.needs_attention), default=None)
    return None if first is None else replace(first, divisions=_together(first, steps))


def _together(first: NextStep, steps: tuple[NextStep, ...]) -> tuple[str, ...]:
    """The divisions that take the first step at once: of one round, and nothing in them needs attention."""
    if first.step not in AT_ONCE or first.needs_attention:
        return ()
    return tuple(each.division for each in steps if (each.step, each.round) == (first.step, first.round))


def _has_its_medals(tournament: Tournament, step: NextStep) -> bool:
    return step.step is Step.AWARD or (tournament.is_decided(step.division) and step.step in NOBODY_WAITS)


def round_for_fun(tournament: Tournament, division: Division) -> int | None:
    """The round that may still be played after all that count; nothing while one is open."""
    following = len(tournament.rounds_of(division.name)) + 1
    may = tournament.is_decided(division.name) and tournament.open_round(division.name) is None
    return following if may and following <= division.format.rounds.count else None


def division_steps(
    tournament: Tournament, now_ms: int, rulebooks: Rulebooks = shipped_rulebook
) -> tuple[NextStep, ...]:
    """The next step of every division, in the order in which they were opened."""
    return tuple(_of_division(tournament, each, now_ms, rulebooks) for each in tournament.divisions.values())


def _of_division(tournament: Tournament, division: Division, now_ms: int, rulebooks: Rulebooks) -> NextStep:
    latest = tournament.latest_round(division.name)
    if latest is not None and latest.stage is not RoundStage.CLOSED:
        return _of_open_round(tournament, latest, now_ms, rulebooks)
    played = latest.number if latest else 0
    if tournament.is_decided(division.name):
        return NextStep(Step.AWARD, division.name, played)
    step = NextStep(_before_pairing(tournament, division), division.name, played + 1)
    return _to_pair(tournament, step) if step.step is Step.PAIR_ROUND else step


def _to_pair(tournament: Tournament, step: NextStep) -> NextStep:
    """A round to be paired; whoever has not come by the first one is asked for once."""
    absent = not_come(tournament, step.division) if step.round == 1 else ()
    by_hand = is_paired_by_hand(tournament, step.division)
    return replace(step, absent=tuple(each.number for each in absent), by_hand=by_hand)


def _before_pairing(tournament: Tournament, division: Division) -> Step:
    least = division.format.sides_at_a_table
    if len(tournament.playing(division.name)) >= least:
        return Step.PAIR_ROUND
    coming = [
        each for each in tournament.contenders_of(division.name) if each.number not in tournament.departures
    ]
    if len(coming) >= least:
        return Step.CHECK_IN
    return Step.FEW_LEFT if tournament.rounds_of(division.name) else Step.ENTER


def _of_open_round(tournament: Tournament, latest: Round, now_ms: int, rulebooks: Rulebooks) -> NextStep:
    if latest.stage is RoundStage.PUBLISHED:
        division = tournament.division(latest.division)
        lacks_word = words_lacking(tournament, division, latest.number, rulebooks(division.rulebook))
        absent = tuple(each.number for each in would_default(tournament, latest.division))
        step = Step.ANNOUNCE_WORDS if lacks_word else Step.START_ROUND
        lost = [
            (each.table, gone) for each in latest.sittings if (gone := not_there(tournament, latest, each))
        ]
        return NextStep(
            step,
            latest.division,
            latest.number,
            tables=tuple(table for table, _ in lost),
            absent=absent,
            gone=tuple(number for _, gone in lost for number in gone),
            mend=bye_to_mend(tournament, latest, rulebooks) if lost else None,
        )
    disputed = tuple(each.table for each in latest.outstanding if each.state is ResultState.DISPUTED)
    step, tables = _of_played_round(latest, now_ms, disputed)
    return NextStep(step, latest.division, latest.number, tables)


def _of_played_round(latest: Round, now_ms: int, disputed: tuple[int, ...]) -> tuple[Step, tuple[int, ...]]:
    missing = tuple(each.table for each in latest.outstanding)
    running = latest.stage is RoundStage.RUNNING
    if running and missing and latest.clock is not None and latest.clock.remaining_ms(now_ms) <= 0:
        return Step.CALL_TIME, missing
    if disputed:
        return Step.DECIDE_RESULTS, disputed
    if missing:
        return (Step.WAIT if running else Step.COLLECT_RESULTS), missing
    if any(each.is_open for each in latest.challenges):
        return Step.RULE, ()
    return Step.CLOSE_ROUND, ()
