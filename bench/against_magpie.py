"""Compares static self-play with MAGPIE, in interleaved runs on this machine, and prints one JSON object.

    python bench/against_magpie.py FOLDER NAME [--games N] [--rounds N]

FOLDER has MAGPIE as `bin/magpie`, and in its `data/lexica` NAME.kwg, NAME.wmp and NAME.klv2. Both programs
use one thread and the same KWG and KLV2. What is compared is
processor time, and of each two runs the difference, so that neither loading nor other work counts.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

FEW_GAMES = 100


def processor_seconds(command: Sequence[str], folder: Path) -> float:
    """The processor time that a program uses."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime


def games_per_second(command: Callable[[int], Sequence[str]], games: int, folder: Path) -> float:
    """Games for each second of processor time, without what the program needs to start."""
    whole = processor_seconds(command(FEW_GAMES + games), folder)
    return games / (whole - processor_seconds(command(FEW_GAMES), folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    lexica = asked.folder / "data" / "lexica"

    def magpie(wmp: str) -> Callable[[int], Sequence[str]]:
        settings = f"-lex {asked.name} -wmp {wmp} -threads 1 -seed 7 -hr false -s1 equity -s2 equity"
        best = "-r1 best -r2 best -numplays 1 -gp false"
        return lambda games: [
            "./bin/magpie",
            "autoplay",
            "games",
            str(games),
            *settings.split(),
            *best.split(),
        ]

    def ours(games: int) -> Sequence[str]:
        files = ["--kwg", str(lexica / f"{asked.name}.kwg"), "--leaves", str(lexica / f"{asked.name}.klv2")]
        program = str(Path(sys.executable).with_name("wordwaiter"))
        return [program, "selfplay", "--games", str(games), "--seed", "7", "--threads", "1", *files]

    players = {"wordwaiter": ours, "magpie word map": magpie("true"), "magpie graph": magpie("false")}
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(asked.rounds):
        for name, command in players.items():
            speeds[name].append(games_per_second(command, asked.games, asked.folder))
    medians = {name: median(values) for name, values in speeds.items()}
    ratios = {
        name: median(ours / theirs for ours, theirs in zip(speeds["wordwaiter"], values, strict=True))
        for name, values in speeds.items()
        if name != "wordwaiter"
    }
    print(
        json.dumps(
            {
                "games_per_second": {name: round(value) for name, value in medians.items()},
                "rounds": {name: [round(value) for value in values] for name, values in speeds.items()},
                "times_as_fast_as": {name: round(value, 2) for name, value in ratios.items()},
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
