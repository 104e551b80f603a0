"""Opening the tables of a round when it starts."""

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.commands import GivenPosition, OpenTable
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import fold
from wordwaiter.game.hare.commands import OpenRound
from wordwaiter.game.hare.decide import fold as fold_board
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.table import TableKind
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rulebooks.choices import ChessClockIfAny, OneTeamInTurn, OrganisersRoomClock, RoomClock
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.service.access.callers import Caller, require
from wordwaiter.service.execute import opening_stream
from wordwaiter.service.rounds.round_tables import Game, stream_at
from wordwaiter.service.steps import Steps, look_up, run
from wordwaiter.service.stream_kind import NewStream
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.stream_names import BoardPlace, stream_after
from wordwaiter.service.tournaments.snapshots import Snapshot, snapshot_of
from wordwaiter.tournament.rounds.rounds import Round, RoundStage, Sitting
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)


def open_tables_of_round(
    context: "Context", caller: Caller, tournament: str, division: str
) -> tuple[str, ...]:
    """Opens the tables of a division's running round where they are not open yet; returns their streams."""
    require(caller, tournament)
    snapshot = snapshot_of(context, tournament)
    return run(context.journal, opening_tables(context, caller, snapshot, division))


def opening_tables(
    context: "Context", caller: Caller, snapshot: Snapshot, division: str
) -> Steps[tuple[str, ...]]:
    """Opens the tables of the running round that are not open yet; returns the streams of all."""
    tournament = snapshot.tournament
    running = tournament.open_round(division)
    if running is None or running.stage is not RoundStage.RUNNING:
        raise IllegalError("no-round", f"{division} has no round in progress; start it first")
    number = tournament.division(division).number
    streams: list[str] = []
    for sitting in running.sittings:
        place = BoardPlace(snapshot.stream, number, running.number, sitting.table, sitting.board)
        try:
            streams.append((yield from _opening(context, caller, tournament, running, sitting, place)))
        except (IllegalError, MalformedError) as error:
            # This board is played on paper; its result comes on a sheet.
            logger.warning("cannot record %s move by move: %s", place, error)
    return tuple(streams)


def _opening(
    context: "Context",
    caller: Caller,
    tournament: Tournament,
    running: Round,
    sitting: Sitting,
    place: BoardPlace,
) -> Steps[str]:
    stream = str(place)
    if (latest := stream_at(context, place)) is not None:
        standing = context.states.at_hand(latest)
        if standing is None:  # it lies in the journal, for which an event loop must not wait
            standing = yield from look_up(partial(context.states.of, latest))
        if Game(tournament, running, sitting).is_played_at(standing.state):
            return latest
        # The round was paired anew: others sat there. Those of an earlier pairing may sit together again, and
        # begin anew too: it is the latest table that everybody is led to.
        stream = stream_after(latest)
    # Without a key: of two who open it at once the second finds it open, whoever they are.
    opened = _opened(context, tournament, running, sitting, caller.name, stream)
    return (yield from opening_stream(context, caller, opened)).stream


def why_not_opened(
    context: "Context", tournament: Tournament, running: Round, sitting: Sitting
) -> IllegalError | MalformedError | None:
    """Returns why a board of a round in progress has no table; nothing where it could be opened."""
    try:
        _opened(context, tournament, running, sitting, "", "")
    except (IllegalError, MalformedError) as error:
        return error
    return None


def _opened(
    context: "Context", tournament: Tournament, running: Round, sitting: Sitting, by: str, stream: str
) -> NewStream[Any, Any]:
    """A table of the round to be opened; its clock runs from when the room's does."""
    rulebook = context.rulebooks(tournament.division(running.division).rulebook)
    begun_ms = None if running.clock is None else running.clock.watch.since_ms
    now_ms = max(context.watch(), tournament.at_ms) if begun_ms is None else begun_ms
    if isinstance(rulebook.play, Building):
        opening = _round_opening(tournament, running, sitting, by)
        (opened,) = open_round(rulebook, opening, now_ms, context.rng)
        removed = running.removed.get(sitting.sides[0], opened.removed)
        length_ms = None if running.clock is None else running.clock.limit_ms
        fact = replace(opened, removed=removed, length_ms=length_ms)
        built = fold_board(rulebook, (fact,))
        return NewStream(
            kind=BOARDS, facts=(fact,), state=built, now_ms=now_ms, name=lambda: stream, is_shared=True
        )
    facts = open_table(
        rulebook, _table_opening(tournament, running, sitting, rulebook, by), now_ms, context.rng
    )
    table = fold(rulebook, facts)
    return NewStream(
        kind=TABLES, facts=facts, state=table, now_ms=now_ms, name=lambda: stream, is_shared=True
    )


def _round_opening(tournament: Tournament, running: Round, sitting: Sitting, by: str) -> OpenRound:
    if len(sitting.sides) != 1:  # published by an earlier version; it is played on paper
        raise MalformedError("board-of-one-team", f"{sitting.place} seats several teams at one team's board")
    (team,) = sitting.sides
    announced = tournament.announcement(running.division, running.number)
    name = tournament.contender(team).name
    return OpenRound(by, name, running.number, TableKind.PHYSICAL, announced, contender=team)


def _table_opening(
    tournament: Tournament, running: Round, sitting: Sitting, rulebook: Rulebook, by: str
) -> OpenTable:
    contenders = [tournament.contender(side) for side in sitting.sides]
    by_room = isinstance(rulebook.clock.game, RoomClock | OrganisersRoomClock | ChessClockIfAny)
    timed = by_room and running.clock is not None
    is_team = isinstance(rulebook.table.form, OneTeamInTurn)
    first, position = 0, None
    if sitting.first is not None and not is_team and rulebook.table.starting_word is None:
        # The pairing says who begins, so nobody draws a tile for it: play begins from an empty board.
        first = sitting.sides.index(sitting.first)
        empty = empty_board(rulebook.table.layout, rulebook.table.tile_set)
        position = GivenPosition(empty, (0,) * len(contenders), (None,) * len(contenders))
    return OpenTable(
        TableKind.PHYSICAL,
        tuple(each.name for each in contenders),
        contenders[0].profile.members if is_team else (),
        tournament.announcement(running.division, running.number),
        first,
        position,
        room_ms=running.clock.limit_ms if timed and running.clock is not None else None,
        room_running=timed,
        side_ms=tournament.division(running.division).format.rounds.side_clock
        if isinstance(rulebook.clock.game, ChessClockIfAny)
        else None,
        by=by,
        contenders=sitting.sides,
    )
