"""The tables of a round: which stands where, who sits there, and how they are opened when it starts."""

import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.commands import GivenPosition, OpenTable
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import fold
from wordwaiter.game.hare.commands import OpenRound
from wordwaiter.game.hare.decide import fold as fold_board
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table, TableKind
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rulebooks.choices import OneTeamInTurn, OrganisersRoomClock, RoomClock
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import Seated, seated_freely, seated_in_round
from wordwaiter.service.steps import Steps, looked_up
from wordwaiter.service.streams import BUILT, table_facts
from wordwaiter.service.tables.names_at_tables import NamesAtTables
from wordwaiter.service.tables.stream_names import BoardPlace, place_of, stream_after
from wordwaiter.service.tournaments.tournament_steps import Snapshot
from wordwaiter.store.facts import Entry, NewFact, StaleVersionError
from wordwaiter.tournament.rounds.rounds import Round, RoundStage, Sitting
from wordwaiter.tournament.rounds.table_results import Place, contenders_at
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)


# ---------------------------------------------------------------- which table is where


def stream_at(context: "Context", place: BoardPlace) -> str | None:
    """The stream of the table that stands at that place now; nothing if none was opened."""
    found, stream = None, str(place)
    while context.states.knows(stream):
        found, stream = stream, stream_after(stream)
    return found


def is_built(context: "Context", stream: str) -> bool:
    """Whether a team builds its board at a table, instead of playing in turns; the table is not folded."""
    return context.states.family_of(stream) == BUILT


def seated_at(context: "Context", stream: str, state: Table | HareRound) -> Seated:
    """Whose table it is."""
    place = place_of(stream)
    if place is not None:
        return seated_in_round(context.states.of(place.tournament).state, place)
    return seated_freely(state) if isinstance(state, Table) else Seated(())


@dataclass(frozen=True, slots=True)
class Game:
    """A game of a round, as its tournament has it."""

    tournament: Tournament
    played: Round
    sitting: Sitting

    def is_played_at(self, state: Table | HareRound) -> bool:
        """Checks if a table was opened for those who sit there now."""
        played, sitting = self.played, self.sitting
        place = Place(played.division, played.number, sitting.table, sitting.board)
        return contenders_at(self.tournament, place, state) == sitting.sides


def game_at(context: "Context", stream: str) -> Game | None:
    """The game that is played at the place of a table; nothing at a free table, or if nobody sits there."""
    place = place_of(stream)
    if place is None:
        return None
    tournament: Tournament = context.states.of(place.tournament).state
    found = place.played_in(tournament)
    return None if found is None else Game(tournament, *found)


def side_of(context: "Context", caller: Caller, stream: str, state: Table | HareRound) -> int | None:
    """The side at a table for which a caller sits there; nobody's for those who only look."""
    own = seated_at(context, stream, state).sides_of(caller, stream)
    return min(own, default=None)


def table_for(context: "Context", caller: Caller, stream: str, table: Table) -> Table:
    """Returns a table of turns with the names that the caller may see."""
    place = place_of(stream)
    if place is None:
        return table
    tournament: Tournament = context.states.of(place.tournament).state
    return NamesAtTables(caller, stream, tournament).of_table(place.in_tournament(tournament), table)


def board_for(context: "Context", caller: Caller, stream: str, built: HareRound) -> HareRound:
    """Returns the board that a team builds, with the name that the caller may see."""
    place = place_of(stream)
    if place is None:
        return built
    tournament: Tournament = context.states.of(place.tournament).state
    return NamesAtTables(caller, stream, tournament).of_board(place.in_tournament(tournament), built)


# ---------------------------------------------------------------- opening


def opening_tables(
    context: "Context", caller: Caller, snapshot: Snapshot, division: str
) -> Steps[tuple[str, ...]]:
    """The streams of all tables of the running round, those opened that were not."""
    tournament = snapshot.tournament
    running = tournament.open_round(division)
    if running is None or running.stage is not RoundStage.RUNNING:
        raise IllegalError("no-round", f"no round of {division} is running; start it first")
    number = tournament.division(division).number
    streams: list[str] = []
    for sitting in running.sittings:
        place = BoardPlace(snapshot.stream, number, running.number, sitting.table, sitting.board)
        try:
            streams.append((yield from _opening(context, caller, tournament, running, sitting, place)))
        except (IllegalError, MalformedError) as error:
            # This board is played on paper; its result comes on a sheet.
            logger.warning("%s cannot be kept move by move: %s", place, error)
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
            standing = yield from looked_up(partial(context.states.of, latest))
        if Game(tournament, running, sitting).is_played_at(standing.state):
            return latest
        # The round was paired anew: others sat there. Those of an earlier pairing may sit together again, and
        # begin anew too: it is the latest table that everybody is led to.
        stream = stream_after(latest)
    facts, opened = _opened(context, tournament, running, sitting, caller.name)
    # Without a key: of two who open it at once the second comes too late, whoever they are.
    entry = Entry(stream, facts, context.clock(), 0, actor=caller.name, device=caller.device)
    try:
        written = yield entry
    except StaleVersionError as error:
        context.states.hear(error.since)
        return stream
    context.states.keep(written, opened)
    return stream


def _opened(
    context: "Context", tournament: Tournament, running: Round, sitting: Sitting, by: str
) -> tuple[tuple[NewFact, ...], Table | HareRound]:
    """How a table of the round begins; its clock runs from when the room's does."""
    rulebook = context.rulebooks(tournament.division(running.division).rulebook)
    begun_ms = None if running.clock is None else running.clock.watch.since_ms
    now_ms = max(context.watch(), tournament.at_ms) if begun_ms is None else begun_ms
    if isinstance(rulebook.play, Building):
        (opened,) = open_round(
            rulebook, _round_opening(tournament, running, sitting, by), now_ms, context.rng
        )
        removed = running.removed.get(sitting.sides[0], opened.removed)
        length_ms = None if running.clock is None else running.clock.limit_ms
        fact = replace(opened, removed=removed, length_ms=length_ms)
        return table_facts((fact,)), fold_board(rulebook, (fact,))
    facts = open_table(
        rulebook, _table_opening(tournament, running, sitting, rulebook, by), now_ms, context.rng
    )
    return table_facts(facts), fold(rulebook, facts)


def _round_opening(tournament: Tournament, running: Round, sitting: Sitting, by: str) -> OpenRound:
    (team,) = sitting.sides
    announced = tournament.announcement(running.division, running.number)
    name = tournament.contender(team).name
    return OpenRound(by, name, running.number, TableKind.PHYSICAL, announced, contender=team)


def _table_opening(
    tournament: Tournament, running: Round, sitting: Sitting, rulebook: Rulebook, by: str
) -> OpenTable:
    contenders = [tournament.contender(side) for side in sitting.sides]
    timed = isinstance(rulebook.clock.game, RoomClock | OrganisersRoomClock) and running.clock is not None
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
        by=by,
        contenders=sitting.sides,
    )
