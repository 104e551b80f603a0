"""A table as its people see it, what they can do there now, and the score of a play."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind, Countdown
from wordwaiter.game.deciders.challenge import challenge_is_possible, window_left_ms
from wordwaiter.game.deciders.laying import Preview, preview
from wordwaiter.game.queries import to_move
from wordwaiter.game.signers import signs_by_member
from wordwaiter.game.table import OpenChallenge, Played, Stage, Table, TableKind, Turn
from wordwaiter.game.timing import game_time_is_up, has_timed_out
from wordwaiter.game.views import TableView, view_for
from wordwaiter.roles import Role
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.choices import ChallengeWindow
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge
from wordwaiter.service.access.callers import Caller, refusal
from wordwaiter.service.access.permissions import Seated, granted_at_table, keeps_table
from wordwaiter.service.execute import state_of
from wordwaiter.service.judging.judge_access import is_judge
from wordwaiter.service.judging.plays_left import Evidence, evidence_at
from wordwaiter.service.rounds.round_tables import game_at, seated_at, stream_at, table_for, with_rulings
from wordwaiter.service.tables.computer import allows_late
from wordwaiter.service.tables.free_games import next_game
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.out_of_play import NotBegun, OutOfPlay, TakenBack, out_of_play
from wordwaiter.service.tables.result_handoff import is_to_hand_in
from wordwaiter.service.tables.stream_names import BoardPlace, is_free_table, place_of, stream_after
from wordwaiter.service.tables.team_members import members_at
from wordwaiter.service.tables.team_peeks import TeamPeeks, peeks_at
from wordwaiter.tournament.state import Call, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock of a table as it stands at one moment."""

    kind: ClockKind
    side: int | None
    left_ms: int
    limit_ms: int
    runs: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a table of a round stands."""

    tournament: str
    """The name of the tournament."""
    division: str
    place: BoardPlace
    after: str
    """The name of the table that will stand here if the round is paired again."""
    streams_racks: bool
    """Whether the director lets video streams show racks."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table and the seats for which the caller may act: all that is needed to read a form."""

    stream: str
    version: int
    table: Table
    """With the names that the caller may see."""
    place: BoardPlace | None
    """Nowhere for a free table."""
    seated: Seated
    seats: frozenset[int]
    """The seats for which the caller may act."""

    @property
    def is_virtual(self) -> bool:
        return self.table.kind is TableKind.VIRTUAL

    @property
    def is_free(self) -> bool:
        return self.place is None

    @property
    def last(self) -> Turn | None:
        return self.table.turns[-1] if self.table.turns else None

    @property
    def follows(self) -> bool:
        """Checks if the turn is not the caller's, and the next one is."""
        mover = to_move(self.table)
        return mover is not None and mover not in self.seats and self.following in self.seats

    @property
    def following(self) -> int:
        """The seat after the one to move."""
        return (self.table.position.to_move + 1) % len(self.table.seats)

    @property
    def writes_for_all(self) -> bool:
        """Checks whether the caller enters the turns of all sides at a real board."""
        return not self.is_virtual and len(self.seats) == len(self.table.seats)


@dataclass(frozen=True, slots=True)
class Scene(AtTable):
    """A table as somebody at it, or looking at it, has it before them."""

    now_ms: int
    view: TableView
    is_official: bool
    """Whether the caller rules here: a judge or a director."""
    keeps: bool
    """Whether the caller keeps the score of this table."""
    directs: bool
    """Whether the caller may also set the clocks."""
    granted: frozenset[type[c.Command]]
    """The commands the caller may give at the table, in the roles held there."""
    setting: Setting | None
    """`None` at a free table."""
    clocks: tuple[ClockFace, ...]
    next_table: str | None = None
    """Its table in the latest round, if that is a later one; a free game's next one, once it has begun."""
    moves_on: bool = False
    """Whether the caller plays here, and sits elsewhere in the next round."""
    calls: tuple[Call, ...] = ()
    """The officials that this table has called and who have not been here yet; for those who sit at it."""
    out: OutOfPlay | None = None
    """Why nobody does anything here any more, though the game has not come to an end by itself."""
    members: tuple[str, ...] = ()
    """At a team's table, those of whom one signs for the team; with the names that the caller may see."""
    evidence: Evidence | None = None
    """The word lists' answer about a game that ended because no play was left; for judges alone."""
    peeks: TeamPeeks | None = None
    """`None` where no peeks are sold, or the caller neither keeps the table nor judges."""

    @property
    def can_play(self) -> bool:
        """Checks whether the caller acts for the seat whose turn it is, and nothing stands in the way."""
        mover = to_move(self.table)
        is_turn = mover in self.seats or (self.timed_out and self.follows)
        return is_turn and self.table.challenge is None and self.table.pause is None

    @property
    def game_time_is_up(self) -> bool:
        """Checks if no play counts any more, though time has not been called."""
        return game_time_is_up(self.table, self.now_ms)

    @property
    def timed_out(self) -> bool:
        """Checks if the turn ran out of time and is a pass unless an official allows it."""
        return has_timed_out(self.table, self.now_ms)

    @property
    def next_round(self) -> int:
        """The number of the round in which its next table stands; 0 if there is none."""
        return place.round if (place := place_of(self.next_table or "")) else 0

    @property
    def moved_to(self) -> str | None:
        """The table that stands here since the round was paired anew, where this is the one before."""
        return self.out.stream if isinstance(self.out, TakenBack) else None

    @property
    def waits_for_start(self) -> bool:
        return isinstance(self.out, NotBegun)

    @property
    def is_returned(self) -> bool:
        """Checks whether the caller's table was given its result back, and has not signed another one."""
        is_here = bool(self.seats) or self.is_official
        return is_here and self.table.returned is not None and not is_to_hand_in(self.table)

    @property
    def may_rule(self) -> bool:
        """Checks whether the caller may enter a ruling; at a free table the word list rules at once."""
        return c.Rule in self.granted and not self.is_free

    @property
    def may_allow(self) -> bool:
        """Checks whether the caller may let a play stand that comes late: at a free table, the other side."""
        return allows_late(self.table, self.seats) if self.is_free else c.Allow in self.granted

    @property
    def may_undo(self) -> bool:
        """Checks if the caller may take the last turn back; while a judge is awaited, the director alone."""
        may_now = self.challenge is None or self.directs
        return c.Undo in self.granted and may_now and not self.is_signed

    @property
    def may_correct(self) -> bool:
        return c.Correct in self.granted and not self.is_signed

    @property
    def is_signed(self) -> bool:
        """Checks if the table's result is signed by all; then nothing of its game can be put right here."""
        return not self.is_free and is_to_hand_in(self.table)

    @property
    def may_pause(self) -> bool:
        return {c.Pause, c.Resume} <= self.granted

    @property
    def may_call_time(self) -> bool:
        return c.CallTime in self.granted

    @property
    def last_squares(self) -> tuple[Square, ...]:
        """The squares of the play that was laid last and still lies there."""
        turn = self.last
        if turn is None or not isinstance(turn.move, Played) or turn.ruled_off:
            return ()
        return turn.move.placement.squares

    @property
    def challenger(self) -> int | None:
        """The seat of the caller that might challenge the last play, if there is something to challenge."""
        turn = self.last
        if turn is None or not (self.table.allowed or challenge_is_possible(self.table, self.now_ms)):
            return None
        side = self.table.seats[turn.seat].side
        others = [seat for seat in self.seats if self.table.seats[seat].side != side]
        return min(others, default=None)

    @property
    def challenge_left_ms(self) -> int | None:
        """Returns how long the last play can still be challenged after its draw; `None` if untimed."""
        return None if self.challenger is None else window_left_ms(self.table, self.now_ms)

    @property
    def may_hold(self) -> bool:
        """Checks if the caller can keep the opponent from drawing: nothing was drawn yet."""
        turn = self.last
        is_open = (
            self.challenger is not None and self.table.hold is None and self.table.stage is Stage.PLAYING
        )
        return is_open and self.has_hold and turn is not None and turn.drawn is None

    @property
    def may_challenge_last_play(self) -> bool:
        """Checks if the caller can still challenge the play after which the game ended."""
        is_over = self.table.stage is Stage.ENDED
        return is_over and self.challenger is not None

    @property
    def has_hold(self) -> bool:
        rules = self.table.rulebook.challenge
        return isinstance(rules, TurnChallenge) and rules.hold is not None

    @property
    def drawer(self) -> int | None:
        """The seat of the caller that has played and not yet drawn, where the table must be told of the draw.

        That is at a virtual table, and at a real board where the draw ends the time to challenge.
        """
        turn = self.last
        if turn is None or not isinstance(turn.move, Played) or turn.ruled_off:
            return None
        if not self.is_virtual and (self.table.position.partial or not self._draw_ends_challenges):
            return None
        waits = turn.drawn is None and not turn.closed and self.table.stage is Stage.PLAYING
        return turn.seat if waits and turn.seat in self.seats else None

    @property
    def _draw_ends_challenges(self) -> bool:
        rules = self.table.rulebook.challenge
        return isinstance(rules, TurnChallenge) and rules.window is ChallengeWindow.BEFORE_DRAW

    @property
    def challenge(self) -> OpenChallenge | None:
        return self.table.challenge


_STAY: Final = (Role.TABLE_SCOREKEEPER, Role.SCOREKEEPER, Role.JUDGE)
"""Those who are at a table, or at all of them, whoever plays there."""


def at_table(context: "Context", caller: Caller, stream: str) -> AtTable:
    """Returns a table as it is known now, with the seats for which the caller may act."""
    standing = context.states.of(stream)
    table = state_of(TABLES, stream, standing.state)
    seated = seated_at(context, stream, table)
    return AtTable(
        stream=stream,
        version=standing.version,
        table=table_for(context, caller, stream, table),
        place=place_of(stream),
        seated=seated,
        seats=_seats_of(caller, stream, table, seated),
    )


def scene_at(context: "Context", caller: Caller, stream: str) -> Scene:
    """Returns a table as the caller has it before them."""
    at = at_table(context, caller, stream)
    table, seated = at.table, at.seated
    now_ms = max(context.watch(), table.at_ms)
    out = out_of_play(context, stream, table)
    seats = at.seats if out is None else frozenset[int]()
    is_played_in_round = not is_free_table(stream) and out is None
    is_official = keeps_table(caller, stream, seated, Role.JUDGE) and is_played_in_round
    view = view_for(table, _side_shown(table, seats), now_ms)
    return Scene(
        stream=stream,
        version=at.version,
        table=table,
        place=at.place,
        seated=seated,
        seats=seats,
        now_ms=now_ms,
        view=replace(view, scores=with_rulings(context, stream, view.scores)),
        is_official=is_official,
        keeps=keeps_table(caller, stream, seated, Role.TABLE_SCOREKEEPER),
        directs=keeps_table(caller, stream, seated) and is_played_in_round,
        granted=granted_at_table(caller, stream, seated, table) if out is None else frozenset(),
        setting=_setting(context, stream),
        clocks=_faces(table, now_ms) if out is None else (),
        next_table=_next_table(context, stream, table),
        moves_on=bool(at.seats) and not caller.works_in(stream, *_STAY),
        calls=_open_calls(context, stream) if seats else (),
        out=out,
        members=members_at(context, caller, stream) if signs_by_member(table, 0) else (),
        evidence=evidence_at(context, stream, table) if is_official and is_judge(caller) else None,
        peeks=peeks_at(context, caller, stream, table) if out is None else None,
    )


def _next_table(context: "Context", stream: str, table: Table) -> str | None:
    """Returns its table in the latest round that was started; a withdrawn start leads nowhere."""
    if (place := place_of(stream)) is None:
        return next_game(context, stream) if table.stage is Stage.ENDED else None
    latest = game.latest_round if (game := game_at(context, stream)) else None
    return stream_at(context, replace(place, round=latest)) if latest is not None else None


def _open_calls(context: "Context", stream: str) -> tuple[Call, ...]:
    place = place_of(stream)
    if place is None:
        return ()
    tournament: Tournament = context.states.of(place.tournament).state
    return tuple(call for call in tournament.calls if call.table == place.table and call.is_open)


def preview_at(context: "Context", caller: Caller, stream: str, text: str) -> Preview | None:
    """Returns a preview of a play written as `8D RETINA`; for those at the table alone."""
    at = at_table(context, caller, stream)
    if not at.seats or out_of_play(context, stream, at.table) is not None:
        raise refusal(caller, Role.TABLE_SCOREKEEPER, Role.PLAYER)
    mover = to_move(at.table)
    # In another's turn it is looked at with one's own tiles: the other rack is not told by what it lacks.
    seat = mover if mover in at.seats else min(at.seats)
    return preview(at.table, parse_play(text, at.table.position.board), seat)


def _seats_of(caller: Caller, stream: str, table: Table, seated: Seated) -> frozenset[int]:
    """One's own seats; at a real board whoever keeps the score writes for all."""
    if table.kind is TableKind.PHYSICAL and keeps_table(caller, stream, seated, Role.TABLE_SCOREKEEPER):
        return frozenset(range(len(table.seats)))
    if is_free_table(stream):
        granted = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
        return frozenset(seat for seat in range(len(table.seats)) if seat in granted)
    own = seated.sides_of(caller, stream)
    return frozenset(number for number, seat in enumerate(table.seats) if seat.side in own)


def _side_shown(table: Table, seats: frozenset[int]) -> int | None:
    """Returns whose rack is shown: that of the seat to move if it is one's own, else that of one's first."""
    mover = to_move(table)
    if table.kind is not TableKind.VIRTUAL or not seats:
        return None
    return table.seats[mover if mover in seats else min(seats)].side


def _setting(context: "Context", stream: str) -> Setting | None:
    place = place_of(stream)
    if place is None:
        return None
    tournament: Tournament = context.states.of(place.tournament).state
    division, streams = place.in_tournament(tournament).division, tournament.racks_delay_ms is not None
    return Setting(tournament.name, division, place, stream_after(stream), streams)


def _faces(table: Table, now_ms: int) -> tuple[ClockFace, ...]:
    """The clocks of a table. When its game has ended no turn has time, and the room's is for others."""
    clocks = table.clocks
    gone = {ClockKind.TURN, ClockKind.ROOM} if table.stage is Stage.ENDED else set()
    known: list[tuple[ClockKind, int | None, Countdown | None]] = [
        (ClockKind.TURN, None, clocks.turn),
        (ClockKind.TABLE, None, clocks.table),
        (ClockKind.ROOM, None, clocks.room),
        *((ClockKind.SIDE, side, clock) for side, clock in enumerate(clocks.sides)),
    ]
    return tuple(
        ClockFace(kind, side, clock.remaining_ms(now_ms), clock.limit_ms, clock.watch.since_ms is not None)
        for kind, side, clock in known
        if clock is not None and kind not in gone
    )
