"""Compares self-play and lists of all plays with MAGPIE, in turns on this machine; prints one JSON object.

    python bench/against_magpie.py FOLDER NAME [--games N] [--rounds N]

FOLDER has MAGPIE as `bin/magpie`, and in its `data/lexica` NAME.kwg, NAME.wmp and NAME.klv2. Both programs
use one thread and the same KWG and KLV2, we by `wordwaiter selfplay` and by `wordwaiter.engine`. Compared is
processor time, and of each two runs the difference, so that neither loading nor other work counts.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from wordwaiter._core import WordGraph
from wordwaiter.engine import Engine, read_leaves
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

FEW_GAMES = 100
REPEATS = 8
"""How often each position is asked for all its plays."""

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "engine" / "corpus.tsv"


@dataclass(frozen=True, slots=True)
class Magpie:
    """MAGPIE in a folder, with the words and leaves of one name."""

    folder: Path
    name: str

    def file(self, suffix: str) -> Path:
        return self.folder / "data" / "lexica" / f"{self.name}.{suffix}"

    def self_play(self, games: int, *, wmp: bool) -> float:
        """The processor time of so many games."""
        settings = f"-wmp {str(wmp).lower()} -threads 1 -seed 7 -hr false -s1 equity -s2 equity"
        best = f"{settings} -r1 best -r2 best -numplays 1 -gp false -lex {self.name}"
        return processor_seconds(
            ["./bin/magpie", "autoplay", "games", str(games), *best.split()], self.folder
        )

    def plays_per_second(self, positions: Sequence[str]) -> float:
        """Plays found, kept and sorted for each second; the graph is faster at that than the word map."""
        listing = [["gen"] * (REPEATS + 1), ["gen"] + ["shmoves"] * REPEATS]
        whole, shown = (self._commands(positions, commands) for commands in listing)
        # `gen` shows some of the plays, as `shmoves` does.
        seconds = (whole[0] - shown[0]) / REPEATS
        plays = sum(map(int, re.findall(r"of (\d+) plays", whole[1]))) / (REPEATS + 1)
        return plays / seconds

    def _commands(self, positions: Sequence[str], commands: Sequence[str]) -> tuple[float, str]:
        """The processor time of these commands for each position, and what they print."""
        settings = f"-mode sync -savesettings false -wmp false -threads 1 -r1 all -r2 all -lex {self.name}"
        lines = [line for position in positions for line in (f"cgp {position}", *commands)]
        with (
            tempfile.TemporaryFile("w+", encoding="utf-8") as script,
            tempfile.TemporaryFile("w+", encoding="utf-8") as printed,
        ):
            script.write("\n".join(lines) + "\n")
            script.seek(0)
            command = ["./bin/magpie", "set", *settings.split(), "-numplays", "20000"]
            process = subprocess.Popen(command, cwd=self.folder, stdin=script, stdout=printed)  # noqa: S603
            seconds = _wait(process, command)
            printed.seek(0)
            return seconds, printed.read()


@dataclass(frozen=True, slots=True)
class Ours:
    """Our engine, with MAGPIE's files."""

    kwg: Path
    leaves: Path

    def self_play(self, games: int) -> float:
        """The processor time of so many games."""
        program = str(Path(sys.executable).with_name("wordwaiter"))
        files = ["--kwg", str(self.kwg), "--leaves", str(self.leaves)]
        command = [program, "selfplay", "--games", str(games), "--seed", "7", "--threads", "1", *files]
        return processor_seconds(command, Path.cwd())

    def plays_per_second(self, positions: Sequence[str]) -> float:
        """Plays found, kept and sorted for each second, by the Python call."""
        club = shipped_rulebook("club")
        tile_set = club.table.tile_set
        graph = WordGraph.read(self.kwg.read_bytes(), tile_set.labels)
        engine = Engine.of_graph(graph, club, read_leaves(self.leaves, tile_set))
        parsed = [parse_cgp(position, engine.layout, tile_set) for position in positions]
        asked = [(engine.at(position.board), position.racks[0]) for position in parsed]
        plays = sum(len(position.plays(rack)) for position, rack in asked)
        start = time.process_time()
        for position, rack in asked:
            for _ in range(REPEATS):
                position.plays(rack)
        return REPEATS * plays / (time.process_time() - start)


def processor_seconds(command: Sequence[str], folder: Path) -> float:
    """The processor time that a program uses."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603
    return _wait(process, command)


def _wait(process: "subprocess.Popen[bytes] | subprocess.Popen[str]", command: Sequence[str]) -> float:
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    magpie = Magpie(asked.folder.resolve(), asked.name)
    ours = Ours(magpie.file("kwg"), magpie.file("klv2"))
    lines = [line for line in CORPUS.read_text("utf-8").splitlines() if not line.startswith("#")]
    positions = [line.split("\t")[0] for line in lines]
    players: dict[str, Callable[[int], float]] = {
        "wordwaiter": ours.self_play,
        "magpie word map": lambda games: magpie.self_play(games, wmp=True),
        "magpie graph": lambda games: magpie.self_play(games, wmp=False),
    }
    games: dict[str, list[float]] = {name: [] for name in players}
    plays: dict[str, list[float]] = {"wordwaiter": [], "magpie graph": []}
    for _ in range(asked.rounds):
        for name, seconds in players.items():
            games[name].append(asked.games / (seconds(FEW_GAMES + asked.games) - seconds(FEW_GAMES)))
        plays["wordwaiter"].append(ours.plays_per_second(positions) / 1e6)
        plays["magpie graph"].append(magpie.plays_per_second(positions) / 1e6)
    answer = {"games_per_second": compared(games), "million_plays_per_second": compared(plays)}
    print(json.dumps(answer, indent=2))


def compared(speeds: dict[str, list[float]]) -> dict[str, object]:
    """The rounds of each program, its median, and how many times as fast we are."""
    answer: dict[str, object] = {}
    for name, values in speeds.items():
        ratios = [ours / theirs for ours, theirs in zip(speeds["wordwaiter"], values, strict=True)]
        answer[name] = {
            "rounds": [round(value, 2) for value in values],
            "median": round(median(values), 2),
            "wordwaiter_is_times_as_fast": round(median(ratios), 2),
        }
    return answer


if __name__ == "__main__":
    main()
