"""Analysis of a game record: each turn beside the best one, and what the difference cost."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from wordwaiter.engine.candidates import Candidate, PassTurn, candidates_of, exchange_turn, placed_turn
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.simulation import Simulated, SimulatedTurn, SimulationEffort, simulate
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position
from wordwaiter.notation.record import (
    GameRecord,
    Passed,
    PlayWithdrawn,
    RecordedMove,
    TilesExchanged,
    TilesPlayed,
    Turn,
)
from wordwaiter.notation.replay import replay
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack, rack_of

_PLAYERS: Final = 2
_CANDIDATES: Final = 12
_FEW_POINTS: Final = 3
"""A difference of fewer points on average is not worth telling."""


class Mistake(StrEnum):
    """How bad a turn was, by the chance to win that it gave away."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


_LEAST_LOST: Final = ((Mistake.LARGE, 0.10), (Mistake.MEDIUM, 0.04), (Mistake.SMALL, 0.015))


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """A turn of a game, and what else could have been done."""

    number: int
    line: int
    player: int
    found: Simulated
    played: SimulatedTurn
    is_rack_known: bool
    """Whether the record has the whole rack; otherwise the missing tiles were drawn at random."""

    @property
    def lost(self) -> float:
        """The chance to win that the turn gave away, from 0 to 1."""
        return max(0.0, self.found.best.win.value - self.played.win.value)

    @property
    def mistake(self) -> Mistake | None:
        """How bad the turn was; nothing if it was good, or if the figures are too rough to say."""
        doubt = self.played.win.within + self.found.best.win.within
        if self.played is self.found.best or not self.is_rack_known or self.lost < doubt:
            return None
        return next((mistake for mistake, least in _LEAST_LOST if self.lost >= least), None)

    def explanation(self) -> str:
        """Says in plain words why the best turn is better than the one that was made."""
        board, best = self.found.stand.board, self.found.best
        if self.mistake is None:
            return ""
        reasons = list(_reasons(best, self.played)) or ["it works out better over the next turns"]
        return f"{best.turn.readable(board)} is better: {', and '.join(reasons)}."


@dataclass(frozen=True, slots=True)
class AnalysedGame:
    """All turns of a game that could be analysed."""

    record: GameRecord
    turns: tuple[AnalysedTurn, ...]
    left_out: tuple[str, ...]
    """Turns that could not be analysed, each with the reason."""

    def mistakes(self, player: int) -> tuple[AnalysedTurn, ...]:
        """A player's mistakes, in the order of the game."""
        return tuple(turn for turn in self.turns if turn.player == player and turn.mistake)


def _reasons(best: SimulatedTurn, played: SimulatedTurn) -> Iterator[str]:
    points = best.turn.score - played.turn.score
    if points >= _FEW_POINTS:
        yield f"it scores {points} more"
    worth = (best.turn.leave_thousandths - played.turn.leave_thousandths) / 1000
    if worth >= _FEW_POINTS:
        yield f"it keeps {best.turn.leave or 'nothing'} rather than {played.turn.leave or 'nothing'}"
    if best.next_turns and played.next_turns:
        answer = played.next_turns[0].score - best.next_turns[0].score
        if answer >= _FEW_POINTS:
            yield f"the other side answers with {answer:.0f} points fewer on average"


def analyse_game(
    engine: Engine,
    record: GameRecord,
    effort: SimulationEffort | None = None,
    report: Callable[[int], None] | None = None,
) -> AnalysedGame:
    """Simulates every turn of a game beside the best ones; `report` hears how many lines are done.

    Plays that were challenged off the board are left out, and so is what cannot be reconstructed.
    """
    if len(record.players) != _PLAYERS:
        raise MalformedError("not-two-players", "only games of two players can be analysed")
    turns: list[AnalysedTurn] = []
    left_out: list[str] = []
    for number, entry in enumerate(record.moves):
        after = record.moves[number + 1 : number + 2]
        if isinstance(entry.move, Turn) and not (after and isinstance(after[0].move, PlayWithdrawn)):
            try:
                turns.append(_analysed(engine, record, number, effort or SimulationEffort(draws=1000)))
            except MalformedError as error:
                left_out.append(f"Line {entry.line} was left out: {error}.")
        if report:
            report(number + 1)
    return AnalysedGame(record, tuple(turns), tuple(left_out))


def _analysed(engine: Engine, record: GameRecord, number: int, effort: SimulationEffort) -> AnalysedTurn:
    entry = record.moves[number]
    before = replay(replace(record, moves=record.moves[:number]), engine.rulebook)
    rack, is_known = _rack(engine, entry, before.board.tile_counts().total())
    mine, other = entry.player, 1 - entry.player
    scores = (before.final_scores[mine], before.final_scores[other])
    stand = Position(before.board, (rack, Rack(())), scores)
    played = _played(engine, stand, entry)
    board = stand.board
    others = [
        turn for turn in candidates_of(engine, stand, _CANDIDATES) if turn.text(board) != played.text(board)
    ]
    found = simulate(engine, stand, [played, *others], effort)
    result = found.of(played)
    assert result is not None, "it is among the candidates"  # noqa: S101 - for the type checker
    return AnalysedTurn(number + 1, entry.line, mine, found, result, is_known)


def _rack(engine: Engine, entry: RecordedMove, on_board: int) -> tuple[Rack, bool]:
    """The rack as far as the record has it, and whether that is all of it."""
    if not entry.rack:
        raise MalformedError("no-rack", "the record does not say what was on the rack")
    rack = rack_of(map(engine.tile_set.upper, entry.rack), engine.tile_set)
    left = engine.tile_set.size - on_board
    return rack, len(rack) == engine.rack_size or left <= 2 * engine.rack_size


def _played(engine: Engine, stand: Position, entry: RecordedMove) -> Candidate:
    match entry.move:
        case TilesPlayed() as move:
            return placed_turn(engine, stand, parse_play(str(move), stand.board), entry.points)
        case TilesExchanged(tiles):
            thrown = rack_of(map(engine.tile_set.upper, tiles), engine.tile_set)
            return exchange_turn(engine, stand, thrown)
        case Passed():
            return PassTurn(stand.racks[0])
        case _:
            raise MalformedError("unknown-exchange", "the record does not say which tiles were exchanged")
