"""Analysis of a game record: each turn beside the best one, and what the difference cost."""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from wordwaiter.engine.candidates import Candidate, PassTurn, candidates_of, exchange_turn, placed_turn
from wordwaiter.engine.endings import compare_endings, is_ending
from wordwaiter.engine.engine import Engine, Outlook
from wordwaiter.engine.engine import Position as SearchedBoard
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.review.inference import infer_rack
from wordwaiter.engine.review.notebook import html_table
from wordwaiter.engine.review.standings import Standings
from wordwaiter.engine.simulation import EndedBy, Simulated, SimulatedTurn, SimulationEffort, simulate
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
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack, rack_of

_PLAYERS: Final = 2
_NO_TILES: Final = Rack(())
_CANDIDATES: Final = 12
_COMPARED_AT_THE_END: Final = 5
"""Turns that are compared with the one that was made when the bag is empty; each is followed to the end."""
_OTHER_DRAWS: Final = 200
"""Other draws that one is compared with."""
_FEW_POINTS: Final = 3
"""A difference of fewer points on average is not worth telling."""


class Mistake(StrEnum):
    """How bad a turn was, by the chance to win that it gave away."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


_LEAST_LOST: Final = ((Mistake.LARGE, 0.10), (Mistake.MEDIUM, 0.04), (Mistake.SMALL, 0.015))


class Why(StrEnum):
    """Reasons why a turn is better than another."""

    SCORE = "score"
    LEAVE = "leave"
    ANSWER = "answer"
    ENDING = "ending"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a turn is better than the one that was made."""

    why: Why
    points: int = 0
    kept: str = ""
    instead: str = ""

    def __str__(self) -> str:
        match self.why:
            case Why.SCORE:
                return f"it scores {self.points} more"
            case Why.LEAVE:
                return f"it keeps {self.kept or 'nothing'} rather than {self.instead or 'nothing'}"
            case Why.ANSWER:
                return f"the other side answers with {self.points} points fewer on average"
            case Why.ENDING:
                return f"the game ends {self.points} points better"
            case Why.LATER:
                return "it works out better over the next turns"


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in a game, and the turn that was made in it."""

    number: int
    """Of the entry in the record, from 1."""
    line: int
    player: int
    stand: Position
    played: Candidate
    is_rack_known: bool
    inferred: Rack = _NO_TILES
    """Tiles of the rack that nobody recorded: the play looks best with them."""


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """A turn of a game, and what else could have been done."""

    number: int
    line: int
    player: int
    found: Simulated
    played: SimulatedTurn
    is_rack_known: bool
    """Whether the record has the whole rack; otherwise nobody is blamed for the turn."""
    inferred: Rack = _NO_TILES
    """Tiles of the rack that nobody recorded."""
    luck: float | None = None
    """Points that the draw before it gave beyond the average; nothing where that is not known."""

    @property
    def lost(self) -> float:
        """The chance to win that the turn gave away, from 0 to 1."""
        return max(0.0, self.found.best.win.value - self.played.win.value)

    @property
    def mistake(self) -> Mistake | None:
        """Returns how bad the turn was; nothing if it was good, or if the figures are too rough to say."""
        doubt = self.played.win.within + self.found.best.win.within
        if self.played is self.found.best or not self.is_rack_known or self.lost < doubt:
            return None
        return next((mistake for mistake, least in _LEAST_LOST if self.lost >= least), None)

    def reasons(self) -> tuple[Reason, ...]:
        """Why the best turn is better than the one that was made; nothing if that was no mistake."""
        return () if self.mistake is None else tuple(_reasons(self.found, self.played))

    def explanation(self) -> str:
        """Says the reasons in a sentence."""
        if self.mistake is None:
            return ""
        reasons = map(str, self.reasons())
        return f"{self.found.best.turn.readable(self.found.stand.board)} is better: {', and '.join(reasons)}."


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

    @property
    def is_stopped(self) -> bool:
        """Checks whether Ctrl-C ended it before the last turn."""
        return bool(self.turns) and self.turns[-1].found.ended_by is EndedBy.STOPPED

    def luck(self, player: int) -> float:
        """Points that all draws of a player gave beyond the average, as far as they are known."""
        return sum(turn.luck or 0.0 for turn in self.turns if turn.player == player)

    def _repr_html_(self) -> str:
        names = [player.name for player in self.record.players]
        rows = (
            (
                names[turn.player],
                turn.played.turn.readable(turn.found.stand.board),
                f"{100 * turn.played.win.value:.1f} %",
                turn.found.best.turn.readable(turn.found.stand.board),
                f"{100 * turn.found.best.win.value:.1f} %",
                turn.mistake or "",
            )
            for turn in self.turns
        )
        return html_table("", ("player", "turn", "wins", "best", "wins", "mistake"), rows)


def _reasons(found: Simulated, played: SimulatedTurn) -> Iterator[Reason]:
    best = found.best
    count = 0
    for reason in (*_at_the_end(found, played), *_at_once(best, played)):
        count += 1
        yield reason
    if not count:
        yield Reason(Why.LATER)


def _at_the_end(found: Simulated, played: SimulatedTurn) -> Iterator[Reason]:
    gained = found.best.spread.value - played.spread.value
    if found.is_proven and gained > 0:
        yield Reason(Why.ENDING, round(gained))


def _at_once(best: SimulatedTurn, played: SimulatedTurn) -> Iterator[Reason]:
    points = best.turn.score - played.turn.score
    if points >= _FEW_POINTS:
        yield Reason(Why.SCORE, points)
    worth = (best.turn.leave_thousandths - played.turn.leave_thousandths) / 1000
    if worth >= _FEW_POINTS:
        yield Reason(Why.LEAVE, kept=str(best.turn.leave), instead=str(played.turn.leave))
    if best.next_turns and played.next_turns:
        answer = played.next_turns[0].score - best.next_turns[0].score
        if answer >= _FEW_POINTS:
            yield Reason(Why.ANSWER, round(answer))


def analyse_game(
    engine: Engine,
    record: GameRecord,
    effort: SimulationEffort | None = None,
    report: Callable[[int], None] | None = None,
    stop: threading.Event | None = None,
) -> AnalysedGame:
    """Compares every turn of a game with the best ones; `report` hears how many lines are done.

    Plays that were challenged off the board are left out, and so is what cannot be reconstructed. Ctrl-C or
    `stop` ends it with the turns so far.
    """
    if len(record.players) != _PLAYERS:
        raise MalformedError("not-two-players", "only games of two players can be analysed")
    effort = effort or SimulationEffort(draws=1000)
    turns: list[AnalysedTurn] = []
    left_out: list[str] = []
    kept: dict[int, Rack] = {}
    standings = Standings(record, engine.rulebook)
    for number, entry in enumerate(record.moves):
        if is_turn(record, number):
            try:
                turn = analyse_moment(engine, moment_of(engine, standings, number), effort, stop=stop)
            except MalformedError as error:
                left_out.append(f"Line {entry.line} was left out: {error}.")
                kept.pop(entry.player, None)
            else:
                turns.append(replace(turn, luck=_luck(engine, turn, kept)))
                kept.pop(entry.player, None)
                if turn.is_rack_known:
                    kept[entry.player] = turn.played.turn.leave
                if turn.found.ended_by is EndedBy.STOPPED:
                    left_out.append(f"Stopped after line {entry.line}; what comes later was not analysed.")
                    break
        if report:
            report(number + 1)
    return AnalysedGame(record, tuple(turns), tuple(left_out))


def _luck(engine: Engine, turn: AnalysedTurn, kept: Mapping[int, Rack]) -> float | None:
    """Returns how lucky the draw before a turn was; before a first turn all tiles were drawn."""
    is_first = turn.number <= _PLAYERS
    before = Rack(()) if is_first else kept.get(turn.player)
    if before is None or not turn.is_rack_known:
        return None
    return luck_of_draw(engine, turn.found.stand, before)


def is_turn(record: GameRecord, number: int) -> bool:
    """Checks whether an entry of a record is a turn that stood: not one that was challenged off the board."""
    after = record.moves[number + 1 : number + 2]
    is_off = bool(after) and isinstance(after[0].move, PlayWithdrawn)
    return isinstance(record.moves[number].move, Turn) and not is_off


def moment_of(engine: Engine, standings: Standings, number: int) -> Moment:
    """Returns the position before an entry of a record, with the turn that was made."""
    entry = standings.record.moves[number]
    board, all_scores = standings.before(number)
    known = _known_tiles(engine, entry, board)
    rack = _whole_rack(engine, entry, board, known)
    inferred = rack_of((rack.counts() - known.counts()).elements(), engine.tile_set)
    mine, other = entry.player, 1 - entry.player
    scores = (all_scores[mine], all_scores[other])
    stand = Position(board, (rack, Rack(())), scores)
    played = _played(engine, stand, entry)
    return Moment(number + 1, entry.line, mine, stand, played, is_rack_known=not inferred, inferred=inferred)


def analyse_moment(
    engine: Engine,
    moment: Moment,
    effort: SimulationEffort,
    report: Callable[[Simulated], None] | None = None,
    stop: threading.Event | None = None,
) -> AnalysedTurn:
    """Compares the turn that was made with the best ones: to the end of the game once the bag is empty."""
    stand, played = moment.stand, moment.played
    at_end = is_ending(engine, stand)
    count = _COMPARED_AT_THE_END if at_end else _CANDIDATES
    text = played.text(stand.board)
    others = [turn for turn in candidates_of(engine, stand, count) if turn.text(stand.board) != text]
    found = compare_turns(engine, stand, [played, *others], effort, report, stop)
    result = found.of(played)
    assert result is not None, "it is among the candidates"  # noqa: S101 - for the type checker
    return AnalysedTurn(
        moment.number, moment.line, moment.player, found, result, moment.is_rack_known, moment.inferred
    )


def compare_turns(
    engine: Engine,
    stand: Position,
    turns: Sequence[Candidate],
    effort: SimulationEffort,
    report: Callable[[Simulated], None] | None = None,
    stop: threading.Event | None = None,
) -> Simulated:
    """Compares turns of a position: by simulation, or to the end of the game once the bag is empty."""
    if is_ending(engine, stand):
        return compare_endings(engine, stand, turns, effort, stop)
    return simulate(engine, stand, turns, effort, report=report, stop=stop)


def _known_tiles(engine: Engine, entry: RecordedMove, board: Board) -> Rack:
    """Returns the tiles the record tells of a rack: those it names, or those laid or exchanged."""
    if entry.rack:
        return rack_of(map(engine.tile_set.upper, entry.rack), engine.tile_set)
    if not _is_near_end(engine, board):
        match entry.move:
            case TilesPlayed() as move:
                needs = parse_play(str(move), board).needs()
                return rack_of(needs.elements(), engine.tile_set)
            case TilesExchanged(tiles):
                return rack_of(map(engine.tile_set.upper, tiles), engine.tile_set)
    raise MalformedError("no-rack", "the record does not say what was on the rack")


def _whole_rack(engine: Engine, entry: RecordedMove, board: Board, known: Rack) -> Rack:
    """A rack with what nobody recorded of it; near the end it may hold fewer tiles than it could."""
    if len(known) >= engine.rack_size or _is_near_end(engine, board):
        return known
    play = parse_play(str(entry.move), board) if isinstance(entry.move, TilesPlayed) else None
    return infer_rack(engine, board, known, play, entry.points)


def _is_near_end(engine: Engine, board: Board) -> bool:
    return engine.tile_set.size - board.tile_counts().total() <= 2 * engine.rack_size


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


# ---------------------------------------------------------------- luck


def luck_of_draw(engine: Engine, stand: Position, kept: Rack, seed: int = 1) -> float | None:
    """Returns by how many points the best turn is better than after other draws; nothing if none was drawn.

    `kept` is what stayed on the rack after the turn before; the rest of the rack was drawn.
    """
    rack = stand.racks[0]
    drawn = (rack.counts() - kept.counts()).total()
    if kept.counts() - rack.counts() or not drawn:
        return None
    outlook = outlook_of(stand, engine.rulebook)
    seen = stand.board.tile_counts() + kept.counts()
    unseen = sorted((Counter(stand.board.tile_set.counts) - seen).elements())
    rng = random.Random(seed)  # noqa: S311 - the same figures each time
    here = engine.at(stand.board)
    draws = (rack_of((*kept.tiles, *rng.sample(unseen, drawn)), engine.tile_set) for _ in range(_OTHER_DRAWS))
    others = [_best_worth(here, other, outlook) for other in draws]
    return _best_worth(here, rack, outlook) - sum(others) / len(others)


def _best_worth(here: SearchedBoard, rack: Rack, outlook: Outlook) -> float:
    """Returns the worth of the best play with a rack, in points; 0 if there is no play."""
    best = here.best(rack, 1, outlook)
    return best[0].equity_thousandths / 1000 if best else 0.0
