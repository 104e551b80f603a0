"""Boards with which something is wrong, as judges see them: the fault, its words, and what was ruled."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import ChallengedWord, PlacedWord
from wordwaiter.game.hare.faults import words_to_strike
from wordwaiter.game.hare.round import FaultRuling, HareRound, open_faults
from wordwaiter.roles import Role
from wordwaiter.rules.layout import Square
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.round_tables import game_at, stream_at
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.snapshots import streams_in

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class FaultyBoard:
    """A team's board, one thing that is wrong with it, and the words that can be struck for it."""

    stream: str
    team: str
    key: str
    """Names the fault among the problems of the board."""
    told: str
    """The fault, with its clause."""
    squares: tuple[Square, ...]
    """Where."""
    suspects: tuple[str, ...]
    """Words that the rules do not allow as they are."""
    words: tuple[ChallengedWord, ...]
    """Those that can be struck, with what they count."""


@dataclass(frozen=True, slots=True)
class RuledFault:
    """A ruling on a fault of a board, which can be undone."""

    id: str
    team: str
    ruling: FaultRuling


def faults_of(context: "Context", stream: str, built: HareRound) -> Iterator[FaultyBoard]:
    """Returns what waits for the judges of a board: all that is wrong with it, once it is handed in."""
    place = place_of(stream)
    if place is None or game_at(context, stream) is None or stream_at(context, place) != stream:
        return
    for fault in open_faults(built) if built.is_handed_in else ():
        yield FaultyBoard(
            stream,
            built.team,
            fault.key,
            fault.cited,
            fault.squares,
            fault.words,
            words_to_strike(built, fault),
        )


def ruling_on(
    faulty: FaultyBoard, by: str, answer: str, reason: str, words: tuple[str, ...]
) -> h.AcceptFault | h.StrikeWords | h.ReopenBoard:
    """Returns the command by which a judge rules on a fault."""
    match answer:
        case "strike":
            meant = tuple(
                PlacedWord(each.word, each.square, each.direction)
                for each in faulty.words
                if str(each) in words
            )
            return h.StrikeWords(by, faulty.key, meant, reason or str(faulty.told))
        case "accept":
            return h.AcceptFault(by, faulty.key, reason)
        case "reopen":
            return h.ReopenBoard(by, reason or str(faulty.told))
        case _:
            raise MalformedError("no-answer", "strike words, accept the board, or have it entered again")


def ruled_faults(context: "Context", caller: Caller) -> tuple[RuledFault, ...]:
    """Returns the rulings on boards that a judge may undo."""
    return tuple(
        RuledFault(f"{stream}#{ruling.fault}", state.team, ruling)
        for tournament in streams_in(context)
        if caller.holds(tournament, Role.JUDGE)
        for stream in streams_of_tables(context, tournament)
        if isinstance(state := context.states.of(stream).state, HareRound)
        for ruling in state.fault_rulings
    )


def undo_fault_ruling(
    context: "Context", caller: Caller, ident: str, reason: str, meta: CommandMeta = NO_META
) -> str:
    """Undoes a ruling on a board; returns the name of its team."""
    stream, _, fault = ident.partition("#")
    command = h.UndoFaultRuling(caller.name, fault, reason)
    return execute(context, caller, BOARDS, stream, command, meta).state.team
