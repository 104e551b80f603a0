"""Learning leave values from games: each generation plays by what the one before has learned."""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter import _core
from wordwaiter.engine.engine import Engine, rack_size_of
from wordwaiter.engine.leaves import bag_counts
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon.folders import write_whole

GENERATIONS: Final = 4
"""The first plays by scores alone, the others by the values of the one before."""

_CHUNK: Final = 2048
"""Games after which progress is reported and what was seen is put on disk: a few seconds of work."""

_MAGIC: Final = b"WWTRAIN2"
_HEADER: Final = struct.Struct(
    "<8s32sQQQIIQ"
)  # magic, fingerprint, games in all, seed, games done, bytes of leaves, of observations, their check


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to train, and from which seed."""

    games: int
    seed: int

    def share(self, generation: int) -> range:
        """The numbers of the games that a generation plays; each plays twice as many as the one before."""
        weights = [2**index for index in range(GENERATIONS)]
        ends = [self.games * sum(weights[: index + 1]) // sum(weights) for index in range(GENERATIONS)]
        return range(ends[generation - 1] if generation else 0, ends[generation])


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a training has come."""

    plan: Plan
    fingerprint: bytes
    """By which words and rules the games are played."""
    done: int
    leaves: bytes
    """The values played by, as KLV2; empty in the first generation."""
    observations: bytes
    """The generation's observations so far; empty at its beginning."""

    def save(self, path: Path) -> None:
        """Put it into a file that is whole or the old one."""
        body = self.leaves + self.observations
        header = _HEADER.pack(
            _MAGIC,
            self.fingerprint,
            self.plan.games,
            self.plan.seed,
            self.done,
            len(self.leaves),
            len(self.observations),
            _core.checksum(body),
        )
        write_whole(path, header + body)


def load_checkpoint(path: Path, plan: Plan, fingerprint: bytes) -> Checkpoint:
    """Returns how far the training of this plan has come: nowhere if there is no file."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Checkpoint(plan, fingerprint, 0, b"", b"")
    damaged = MalformedFileError(
        "damaged-training", path, "this is not an unfinished training; delete the file to start over"
    )
    if len(content) < _HEADER.size:
        raise damaged
    magic, words_and_rules, games, seed, done, leaves, observations, check = _HEADER.unpack_from(content)
    body = content[_HEADER.size :]
    if magic != _MAGIC or len(body) != leaves + observations or _core.checksum(body) != check:
        raise damaged
    if (games, seed) != (plan.games, plan.seed):
        raise MalformedFileError(
            "other-training",
            path,
            f"this training has {games} games from seed {seed}; use the same, or delete the file",
        )
    if words_and_rules != fingerprint:
        raise MalformedFileError(
            "other-training",
            path,
            "this training used other words or rules; use the same, or delete the file",
        )
    return Checkpoint(plan, fingerprint, done, body[:leaves], body[leaves:])


def train_leaves(
    engine: Engine,
    plan: Plan,
    checkpoint: Path,
    *,
    threads: int = 1,
    report: Callable[[int], None] | None = None,
) -> _core.Leaves:
    """The leave values that the games of the plan teach; the same for a seed whatever the threads.

    What is done so far stands in the file `checkpoint`; a training that was interrupted goes on from there.
    """
    fingerprint, rules = engine.fingerprint(), engine.game_rules()
    start = load_checkpoint(checkpoint, plan, fingerprint)
    start.save(
        checkpoint
    )  # where it cannot be written, that is told before the first game and not after hours
    counts = bag_counts(engine.tile_set)
    most = rack_size_of(engine.rulebook) - 1
    letters = len(engine.tile_set.labels)
    with engine_errors_as_ours():
        leaves = _core.Leaves.read(start.leaves, letters) if start.leaves else None
        seen = _core.Observations(counts, most, start.observations or None)
        for generation in range(GENERATIONS):
            games = plan.share(generation)
            if games.stop <= start.done:
                continue
            for first in range(max(games.start, start.done), games.stop, _CHUNK):
                last = min(games.stop, first + _CHUNK)
                seen.watch(
                    engine.native,
                    rules,
                    games=(first, last),
                    threads=threads,
                    seed=plan.seed,
                    leaves=leaves,
                )
                if last < games.stop:
                    played_by = leaves.write() if leaves else b""
                    Checkpoint(plan, fingerprint, last, played_by, seen.write()).save(checkpoint)
                if report:
                    report(last)
            # Rounded as a file rounds them, so that a training that was interrupted ends the same.
            leaves = _core.Leaves.read(seen.leaves().write(), letters)
            seen = _core.Observations(counts, most)
            Checkpoint(plan, fingerprint, games.stop, leaves.write(), b"").save(checkpoint)
    assert leaves is not None  # noqa: S101 - a plan has at least one game
    return leaves
