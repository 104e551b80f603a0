"""Notes about the turns of a game: written when it is over by whoever played, kept its score or judged."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.table import Stage
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, refusal
from wordwaiter.service.access.visibility import author_for
from wordwaiter.service.execute import execute
from wordwaiter.service.house_facts import house_facts
from wordwaiter.service.stream_kind import NO_META, Attempt, CommandMeta, StreamKind
from wordwaiter.service.tables.note_facts import (
    STREAM,
    Note,
    Notes,
    NoteWritten,
    evolve,
    note_fact,
)
from wordwaiter.service.tables.scene import Scene
from wordwaiter.service.tables.stream_names import place_of

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

LONGEST_NOTE: Final = 500


def notes_of(context: "Context", caller: Caller, table: str) -> tuple[Note, ...]:
    """The notes about a game, for whoever looks back on it; who asked for it is shown by initials."""
    place, kept = place_of(table), _kept(context, table)
    if place is None:
        return kept
    told = author_for(caller, table, context.states.of(place.tournament).state)
    return tuple(replace(note, by=told(note.by)) for note in kept)


def own_note(context: "Context", caller: Caller, table: str, turn: int) -> str:
    """Returns the caller's own note on a turn, to edit; empty if there is none."""
    mine = (turn, caller.name, caller.device)
    notes = (note for note in _kept(context, table) if (note.turn, note.by, note.device) == mine)
    return next((note.text for note in notes), "")


def _kept(context: "Context", table: str) -> tuple[Note, ...]:
    # A server has heard of all streams; only a command in a terminal has to look for it.
    if not context.states.knows(STREAM) and (context.is_serving or not context.journal.version(STREAM)):
        return ()
    notes: Notes = context.states.of(STREAM).state
    return notes.of.get(table, ())


def may_write(scene: Scene) -> bool:
    """Checks if the caller of a scene played in the game, kept its score or judged it, and it is over."""
    return scene.table.stage is Stage.ENDED and (bool(scene.seats) or scene.is_official)


def write_note(
    context: "Context", caller: Caller, scene: Scene, turn: int, text: str, meta: CommandMeta = NO_META
) -> None:
    """Write a note at a turn of a game that is over, in place of one's earlier one; empty takes it away."""
    if scene.table.stage is not Stage.ENDED:
        raise IllegalError("not-over", "finish the game first, then review it")
    if not may_write(scene):
        raise refusal(caller, Role.PLAYER, Role.TABLE_SCOREKEEPER, Role.JUDGE)
    if not 0 <= turn <= len(scene.table.turns):
        raise MalformedError("no-such-turn", f"there is no turn {turn} in this game", turn=turn)
    text = " ".join(text.split())
    if len(text) > LONGEST_NOTE:
        raise MalformedError("too-long", f"a note has at most {LONGEST_NOTE} characters; shorten it")
    execute(context, caller, NOTES, STREAM, WriteNote(scene.stream, turn, text), meta)


@dataclass(frozen=True, slots=True)
class WriteNote:
    """Write a note at a turn of a game, in place of one's earlier one."""

    table: str
    turn: int
    text: str


def _permit(_attempt: Attempt[Notes], _command: WriteNote) -> None:
    """Returns who may write is seen in the scene of the game (`may_write`)."""


def _decide(
    attempt: Attempt[Notes], notes: Notes, command: WriteNote
) -> tuple[tuple[NoteWritten, ...], Notes]:
    caller = attempt.caller
    written = NoteWritten(
        attempt.now_ms, caller.name, caller.device, command.table, command.turn, command.text
    )
    return (written,), evolve(notes, written)


NOTES: Final = StreamKind(
    name="notes",
    called="the notes about games",
    state=Notes,
    permit=_permit,
    decide=_decide,
    encode=house_facts,
    decode=note_fact,
    at_ms=lambda _notes: 0,
    begin=Notes(),
)
