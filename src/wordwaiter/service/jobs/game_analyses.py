"""Many games analysed on all cores of a machine, or of many: the same result wherever each is analysed.

What was found of a game is kept in a file of its own as soon as it is done, so a run that was ended goes on
where it was.
"""

import hashlib
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import connection, get_context, parent_process
from pathlib import Path
from typing import Final

import msgspec

from wordwaiter import __version__
from wordwaiter.engine.analysis import AnalysedGame, AnalysedTurn, Mistake, analyse_game
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.leaves import shipped_leaves
from wordwaiter.engine.review.mistake_kinds import MistakeKind, kind_of
from wordwaiter.engine.simulation import SimulationEffort
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import as_written
from wordwaiter.service.jobs import executors as spreading
from wordwaiter.service.jobs.executors import ListVersion, lists_used


@dataclass(frozen=True, slots=True)
class TurnReport:
    """A turn that was analysed, as it is kept and written for programs."""

    line: int
    player: int
    position: str
    turn: str
    readable: str
    win: float
    best: str
    best_readable: str
    best_win: float
    lost: float
    mistake: Mistake | None
    kind: MistakeKind | None
    explanation: str
    rack_known: bool
    proven: bool
    luck: float | None
    inferred: str = ""
    """Tiles of the rack that nobody recorded."""


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game that was analysed."""

    file: str
    players: tuple[str, ...]
    turns: tuple[TurnReport, ...]
    luck: tuple[float, ...]
    left_out: tuple[str, ...]
    stopped: bool = False
    """Whether Ctrl-C ended it before the last turn."""


@dataclass(frozen=True, slots=True)
class GameOrder:
    """One game to be analysed: sent to whoever is free."""

    file: str
    """Its path in the folder of the games."""
    record: bytes
    rulebook: Rulebook
    lists: tuple[ListVersion, ...]
    effort: SimulationEffort


Doing = spreading.Doing[GameOrder, GameReport]
"""Analyses games in any order, and tells each with its place in the orders."""

_STOP: Final = threading.Event()
"""Set in a process that works for another, when Ctrl-C was pressed."""


def analyse_games(
    orders: Sequence[GameOrder],
    doing: Doing,
    keep: Path | None = None,
    report: Callable[[int], None] | None = None,
) -> tuple[GameReport, ...]:
    """Returns what was found of each game, in their order; `report` hears how many are done.

    With a folder to keep them in, games that are there already are not analysed again. Ctrl-C ends it with
    the games so far, the last of which may have stopped in between.
    """
    found = {place: kept for place, order in enumerate(orders) if keep and (kept := _kept(keep, order))}
    missing = [place for place in range(len(orders)) if place not in found]
    if report:
        report(len(found))
    try:
        for at, game in doing([orders[place] for place in missing]):
            found[missing[at]] = game
            if keep and not game.stopped:
                _keep(keep, orders[missing[at]], game)
            if report:
                report(len(found))
    except KeyboardInterrupt:
        pass
    return tuple(found[place] for place in sorted(found))


def analyse_order(
    order: GameOrder, report: Callable[[int], None] | None = None, stop: threading.Event = _STOP
) -> GameReport:
    """Returns what was found of a game; what any worker runs. `report` hears how many lines are done."""
    record = read_gcg(order.record, order.file).record
    engine = _engine(order.rulebook, order.lists)
    return report_of(order.file, engine, analyse_game(engine, record, order.effort, report, stop))


def report_of(file: str, engine: Engine, game: AnalysedGame) -> GameReport:
    """Returns a game that was analysed in plain values."""
    players = game.record.players
    return GameReport(
        file,
        tuple(player.name for player in players),
        tuple(_turn_report(turn, engine.rack_size) for turn in game.turns),
        tuple(round(game.luck(player), 1) for player in range(len(players))),
        tuple(map(as_written, game.left_out)),
        game.is_stopped,
    )


def _turn_report(turn: AnalysedTurn, rack_size: int) -> TurnReport:
    board, best = turn.found.stand.board, turn.found.best
    return TurnReport(
        turn.line,
        turn.player,
        str(turn.found.stand),
        turn.played.turn.text(board),
        as_written(turn.played.turn.readable(board)),
        round(turn.played.win.value, 4),
        best.turn.text(board),
        as_written(best.turn.readable(board)),
        round(best.win.value, 4),
        round(turn.lost, 4),
        turn.mistake,
        kind_of(turn, rack_size),
        turn.explanation(),
        turn.is_rack_known,
        turn.found.is_proven,
        None if turn.luck is None else round(turn.luck, 1),
        str(turn.inferred),
    )


@cache
def _engine(rulebook: Rulebook, lists: tuple[ListVersion, ...]) -> Engine:
    return Engine.of_lists(lists_used(lists), rulebook, shipped_leaves(rulebook.table.tile_set.name))


# ---------------------------------------------------------------- what is kept


@dataclass(frozen=True, slots=True)
class _KeptGame:
    """A file of the folder in which games are kept."""

    made_of: str
    """Tells whether the record, the words, the rules, the effort and the program are still the same."""
    game: GameReport


def _kept(folder: Path, order: GameOrder) -> GameReport | None:
    """Returns a stored report; `None` if it was made from something else, or is damaged."""
    try:
        kept = msgspec.json.decode(_file_of(folder, order).read_bytes(), type=_KeptGame)
    except (OSError, msgspec.MsgspecError):
        return None
    return kept.game if kept.made_of == _made_of(order) else None


def _keep(folder: Path, order: GameOrder, game: GameReport) -> None:
    path = _file_of(folder, order)
    path.parent.mkdir(parents=True, exist_ok=True)
    content = msgspec.json.encode(_KeptGame(_made_of(order), game))
    write_whole(path, msgspec.json.format(content, indent=1) + b"\n", durable=False)


def _file_of(folder: Path, order: GameOrder) -> Path:
    return folder / f"{order.file}.json"


def _made_of(order: GameOrder) -> str:
    effort = replace(order.effort, threads=1)  # any number of them finds the same
    parts = (__version__, order.file, order.record, order.rulebook.topics(), order.lists, effort)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


# ---------------------------------------------------------------- who analyses them


def in_this_process(orders: Sequence[GameOrder]) -> Iterator[tuple[int, GameReport]]:
    """One game after the other."""
    for place, order in enumerate(orders):
        game = analyse_order(order)
        yield place, game
        if game.stopped:
            return


def in_processes(workers: int) -> Doing:
    """On so many cores of this machine."""
    if workers == 1:
        return in_this_process
    # Fresh processes: a copy of one that has threads, as the engine's may, can hang.
    pool = partial(ProcessPoolExecutor, workers, mp_context=get_context("spawn"), initializer=_begin_to_work)
    return spreading.on_pool(pool, analyse_order)


def _begin_to_work() -> None:
    """Has Ctrl-C end the game that is analysed, and the end of the program that asked end this one."""
    signal.signal(signal.SIGINT, lambda *_: _STOP.set())
    asked_by = parent_process()
    if asked_by is not None:
        threading.Thread(target=_end_with, args=(asked_by.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def on_cluster(address: str) -> Doing:
    """On the workers of a Dask cluster."""
    return spreading.on_cluster(address, analyse_order)


def order_of(
    file: str, record: bytes, rulebook: Rulebook, lists: tuple[ListVersion, ...], effort: SimulationEffort
) -> GameOrder:
    """Returns the order for a game; a record that cannot be analysed is refused at once."""
    read = read_gcg(record, file).record
    if len(read.players) != len(("one", "other")):
        raise MalformedError("not-two-players", f"{file}: only games of two players can be analysed")
    return GameOrder(file, record, rulebook, lists, effort)
