"""Win models: how often the side to move wins, by its lead and the number of tiles that it does not see."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from wordwaiter._core import EngineError, Swings, WinModel
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.errors import MalformedFileError

_USUAL: Final = "english"
"""The tile set whose model serves all sets that have none of their own."""

_LARGEST_FILE: Final = 1 << 20
_CHUNK: Final = 2048
"""Games between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Positions that a model rates alike, and how their games ended."""

    positions: int
    expected: float
    """The mean chance that the model gave them, from 0 to 1."""
    won: float
    """The share of them that the side to move won; a draw is half a win."""


def pack_win_model(model: WinModel) -> bytes:
    """The bytes of a file."""
    return zlib.compress(model.write(), 9)


def read_win_model(path: Path) -> WinModel:
    """The model in a file."""
    damaged = MalformedFileError("damaged-win-model", path, "this is not a win model, or it is damaged")
    with path.open("rb") as file:
        content = file.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise damaged
    try:
        plain = zlib.decompressobj().decompress(content, _LARGEST_FILE)
        return WinModel.read(plain)
    except (zlib.error, EngineError) as error:
        raise damaged from error


@cache
def shipped_win_model(tile_set_name: str) -> WinModel:
    """The model that comes with the package for this tile set, or else that of the English one."""
    folder = resources.files(__package__) / "win_models"
    own = folder / f"{tile_set_name}.win"
    source = own if own.is_file() else folder / f"{_USUAL}.win"
    return WinModel.read(zlib.decompress(source.read_bytes()))


def train_win_model(
    engine: Engine,
    games: int,
    *,
    seed: int,
    threads: int = 1,
    report: Callable[[int], None] | None = None,
) -> WinModel:
    """The model that so many games of the static player teach; the same for a seed whatever the threads."""
    rules = engine.game_rules()
    swings = Swings(sum(rules[0]))
    with engine_errors_as_ours():
        for first in range(0, games, _CHUNK):
            last = min(games, first + _CHUNK)
            swings.watch(
                engine.native,
                rules,
                games=(first, last),
                threads=threads,
                seed=seed,
                leaves=engine.leaves,
            )
            if report:
                report(last)
        return swings.model()


def check_win_model(
    engine: Engine, model: WinModel, games: int, *, seed: int, threads: int = 1
) -> tuple[Calibration, ...]:
    """Returns how games of this seed ended, for each twentieth of chances that has positions."""
    with engine_errors_as_ours():
        found = model.check(
            engine.native,
            engine.game_rules(),
            games=(0, games),
            threads=threads,
            seed=seed,
            leaves=engine.leaves,
        )
    return tuple(
        Calibration(positions, expected / positions, half_points / 2 / positions)
        for positions, expected, half_points in found
        if positions
    )
