"""The room at a glance, for whoever directs it: every table, how far it is, and who waits for whom."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.decide import score_of
from wordwaiter.game.hare.round import HareRound, open_faults, tally_of
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, require_part
from wordwaiter.service.access.permissions import calls_for
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.opening import why_not_opened
from wordwaiter.service.rounds.round_view import BoardView, TurnsView, names_in, round_view
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import room_clock_ms
from wordwaiter.tournament.day import attended_calls, waiting_calls
from wordwaiter.tournament.next_step import NextStep, division_steps, next_step, round_for_fun
from wordwaiter.tournament.rounds.rounds import ResultState, Round, RoundStage, Sheet
from wordwaiter.tournament.state import Call, Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """One board of a round."""

    table: int
    board: int
    names: tuple[str, ...]
    stream: str | None
    """The table's own stream, where its play is entered; nothing where only totals come in."""
    state: ResultState
    scores: tuple[int, ...] | None
    """Its final scores; before that, the scores so far, if its plays are entered."""
    to_move: str | None = None
    turns: int = 0
    waits_for_judge: bool = False
    """A challenge or a hold is open, or a board breaks a rule."""
    is_paused: bool = False
    sheets: tuple[Sheet, ...] = ()
    unsigned: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Whose tiles nobody could tell when the game was over, so that nothing is counted for them."""
    why: str = ""
    """How the pairing came about."""
    is_built: bool = False
    """Whether a team builds its board there, instead of playing in turns."""
    absent: tuple[str, ...] = ()
    """Without whom the game is not played."""
    is_cancelled: bool = False
    """Whether the game counts for nobody."""

    left_alone: tuple[str, ...] = ()
    """Who has a bye because the other one is not there."""
    no_table: WordwaiterError | None = None
    """Why its play cannot be entered, though the round is in progress."""


@dataclass(frozen=True, slots=True)
class RestSeen:
    """Somebody who was given a bye, and why it fell there."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class DivisionSeen:
    """One division."""

    division: Division
    entered: int
    """Who may sit at a table; a pair that sits at two is two."""
    expected: int
    """Those of them who have not left: who withdrew is not waited for."""
    here: int
    step: NextStep
    round: Round | None
    """The latest one, unless another was asked for."""
    remaining_ms: int | None
    """Of the room's clock, while it runs."""
    boards: tuple[BoardSeen, ...]
    resting: tuple[RestSeen, ...]
    """Those who were given a bye."""
    byes: tuple[str, ...]
    """Everybody without a game: those who were given a bye, and those whose opponent is not there."""
    for_fun: int | None
    """The round that may be played though all that count are closed."""

    @property
    def is_running(self) -> bool:
        return self.round is not None and self.round.stage is RoundStage.RUNNING


@dataclass(frozen=True, slots=True)
class Overview:
    """A tournament as its director sees it at one moment."""

    stream: str
    version: int
    tournament: Tournament
    now_ms: int
    next: NextStep | None
    divisions: tuple[DivisionSeen, ...]
    calls: tuple[Call, ...]
    """Those that are not over; of those that somebody has answered it says who comes."""
    is_over: bool
    """Whether the day was ended: nobody has a role any more but the director of the house."""

    def division(self, number: int) -> DivisionSeen | None:
        """The division that was opened as that one."""
        return next((each for each in self.divisions if each.division.number == number), None)


def overview(context: "Context", caller: Caller, stream: str) -> Overview:
    """The room of a tournament, for its director or scorekeeper."""
    require_part(caller, stream, Role.SCOREKEEPER)
    snapshot = snapshot_of(context, stream)
    tournament = tournament_for(caller, stream, snapshot.tournament)
    now_ms = max(context.watch(), tournament.at_ms)
    heard = replace(tournament, calls=calls_for(caller, stream, tournament))
    steps = {each.division: each for each in division_steps(tournament, now_ms, context.rulebooks)}
    return Overview(
        stream=stream,
        version=snapshot.version,
        tournament=tournament,
        now_ms=now_ms,
        next=next_step(tournament, now_ms, context.rulebooks),
        divisions=tuple(
            _division(context, stream, tournament, each, steps[each.name], now_ms)
            for each in tournament.divisions.values()
        ),
        calls=(*waiting_calls(heard), *attended_calls(heard)),
        is_over=stream in context.devices.ended(),
    )


def _division(
    context: "Context", stream: str, tournament: Tournament, division: Division, step: NextStep, now_ms: int
) -> DivisionSeen:
    latest = tournament.latest_round(division.name)
    entered = tuple(tournament.contenders_of(division.name))
    seen = DivisionSeen(
        division=division,
        entered=len(entered),
        expected=sum(each.number not in tournament.departures for each in entered),
        here=len(tournament.playing(division.name)),
        step=step,
        round=None,
        remaining_ms=room_clock_ms(tournament, division.name, now_ms),
        boards=(),
        resting=(),
        byes=(),
        for_fun=round_for_fun(tournament, division),
    )
    return seen if latest is None else _with_round(context, stream, tournament, seen, latest)


def at_round(context: "Context", seen: Overview, division: DivisionSeen, number: int) -> DivisionSeen:
    """A division with one of its rounds, whichever is the latest; the clock is that of the latest alone."""
    tournament = seen.tournament
    wanted = tournament.round(division.division.name, number)
    if wanted is division.round:
        return division
    return replace(_with_round(context, seen.stream, tournament, division, wanted), remaining_ms=None)


def _with_round(
    context: "Context", stream: str, tournament: Tournament, seen: DivisionSeen, shown: Round
) -> DivisionSeen:
    view = round_view(context, stream, tournament, shown)
    return replace(
        seen,
        round=shown,
        boards=tuple(
            replace(_board(tournament, each), no_table=_why_no_table(context, tournament, shown, each))
            for each in view.boards
        ),
        resting=tuple(
            RestSeen(tournament.contender(each.contender).name, each.why)
            for each in shown.rests
            if each.contender in view.resting
        ),
        byes=names_in(tournament, view.byes),
    )


def _why_no_table(
    context: "Context", tournament: Tournament, played: Round, view: BoardView
) -> WordwaiterError | None:
    is_awaited = played.stage is RoundStage.RUNNING and view.sitting.outcome is None
    if not is_awaited or view.stream is not None or not context.is_serving:
        return None
    return why_not_opened(context, tournament, played, view.sitting)


def _board(tournament: Tournament, view: BoardView) -> BoardSeen:
    """The fields of a board that a director sees: all of them."""
    sitting = view.sitting
    seen = BoardSeen(
        table=sitting.table,
        board=sitting.board,
        names=names_in(tournament, sitting.sides),
        stream=view.stream,
        state=sitting.state,
        scores=view.scores,
        sheets=sitting.sheets,
        unsigned=names_in(tournament, sitting.unsigned),
        why=sitting.why,
        is_built=view.is_built,
        absent=names_in(tournament, view.absent),
        is_cancelled=view.is_cancelled,
        left_alone=names_in(tournament, view.left_alone),
    )
    match view.play:
        case None:
            return seen
        case HareRound() as built:
            # Before anything is painted, all tiles beside the board would count against it.
            is_painted = built.is_handed_in or len(tally_of(built).words) > 1
            waits = built.is_handed_in and bool(open_faults(built))
            shown = replace(seen, waits_for_judge=waits)
            return replace(shown, scores=(score_of(built, ()).total,)) if is_painted else shown
        case TurnsView() as play:
            return replace(
                seen,
                scores=play.scores,
                to_move=None if play.to_move is None else tournament.contender(play.to_move).name,
                turns=play.turns,
                waits_for_judge=play.waits_for_judge,
                is_paused=play.is_paused,
                unknown=names_in(tournament, (each for each in play.unknown if each is not None)),
            )
