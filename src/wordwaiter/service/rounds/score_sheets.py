"""Score sheets on paper: whose are missing, which agree, and where two of them differ and by how much."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.rounds.rounds import Forfeited, ResultState, RoundStage, Scored, Sheet, Sitting
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class SideOfSheet:
    """Somebody at the table, and the sheet with their initials if it was entered."""

    number: int
    name: str
    sheet: Sheet | None


@dataclass(frozen=True, slots=True)
class TableSheets:
    """The sheets of one board in a round that is open."""

    key: str
    """Names it on a page, whatever its division is called."""
    division: str
    round: int
    table: int
    board: int
    sides: tuple[SideOfSheet, ...]
    state: ResultState
    scores: tuple[int, ...] | None
    """The scores that stand."""
    stream: str | None = None
    """Of its table, where that was opened."""
    absent: tuple[str, ...] = ()
    """Without whom the game was not played."""

    @property
    def differences(self) -> tuple[int, ...]:
        """By how many points two sheets differ, for each side; nothing while they agree."""
        told = [side.sheet.scores for side in self.sides if side.sheet is not None]
        if self.state is not ResultState.DISPUTED or len(told) < 2:
            return ()
        return tuple(abs(one - other) for one, other in zip(told[0], told[1], strict=True))


def open_sheets(context: "Context", caller: Caller, stream: str) -> tuple[TableSheets, ...]:
    """The boards of all rounds that are open, those that need something first."""
    tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    found = [
        _sheets(tournament, division, played.number, sitting)
        for division in tournament.divisions
        if (played := tournament.open_round(division)) is not None
        and played.stage is not RoundStage.PUBLISHED
        for sitting in played.sittings
    ]
    found = [replace(each, stream=_stream_of(context, stream, tournament, each)) for each in found]
    return tuple(sorted(found, key=lambda each: (each.state is ResultState.SETTLED, each.table, each.board)))


def _stream_of(context: "Context", stream: str, tournament: Tournament, board: TableSheets) -> str | None:
    number = tournament.division(board.division).number
    return stream_at(context, BoardPlace(stream, number, board.round, board.table, board.board))


def sheets_named(context: "Context", caller: Caller, stream: str, key: str) -> TableSheets:
    """The board of that key, whatever has become of its round: a form may come late, or a second time."""
    tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    for division in tournament.divisions:
        for played in tournament.rounds_of(division):
            for sitting in played.sittings:
                if _key_of(tournament, division, played.number, sitting) == key:
                    return _sheets(tournament, division, played.number, sitting)
    raise MalformedError("no-such-table", "this table is not in an open round; reload the page")


def _key_of(tournament: Tournament, division: str, number: int, sitting: Sitting) -> str:
    return f"{tournament.division(division).number}-{number}-{sitting.table}-{sitting.board}"


def _sheets(tournament: Tournament, division: str, number: int, sitting: Sitting) -> TableSheets:
    def of_side(side: int) -> SideOfSheet:
        signed = next((sheet for sheet in reversed(sitting.sheets) if side in sheet.signed), None)
        return SideOfSheet(side, tournament.contender(side).name, signed)

    scores = sitting.outcome.scores if isinstance(sitting.outcome, Scored) else None
    sides = tuple(map(of_side, sitting.sides))
    away = sitting.outcome.absent if isinstance(sitting.outcome, Forfeited) else ()
    return TableSheets(
        key=_key_of(tournament, division, number, sitting),
        division=division,
        round=number,
        table=sitting.table,
        board=sitting.board,
        sides=sides,
        state=sitting.state,
        scores=scores,
        absent=tuple(side.name for side in sides if side.number in away),
    )
