"""Compares simulations with MAGPIE, position by position in turns on this machine; prints one JSON object.

    python bench/simulation_against_magpie.py FOLDER NAME POSITIONS.cgp [--positions N]

FOLDER and NAME are as for `against_magpie.py`. Both programs use one thread, the same words and leave values,
the best 15 turns by equity, two turns after each, and as many draws for each. Compared is processor time; for
MAGPIE without that of a run that only lists the turns.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from wordwaiter._core import WordGraph
from wordwaiter.engine import Engine, SimulationEffort, read_leaves
from wordwaiter.notation.cgp import Position, parse_cgp
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

CANDIDATES = 15
DRAWS = 500


def magpie_seconds(folder: Path, name: str, position: str, *commands: str) -> tuple[float, str]:
    """The processor time of these commands, and what they print."""
    settings = (
        "-mode sync -savesettings false -wmp true -threads 1 -plies 2 -sr rr -threshold none -seed 5 "
        "-cutoff 0 "
        f"-r1 all -r2 all -numplays {CANDIDATES} -iterations {CANDIDATES * DRAWS} "
        f"-minplayiterations {DRAWS} -lex {name}"
    )
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as script,
        tempfile.TemporaryFile("w+", encoding="utf-8") as printed,
    ):
        script.write("\n".join([f"cgp {position}", *commands]) + "\n")
        script.seek(0)
        command = ["./bin/magpie", "set", *settings.split()]
        process = subprocess.Popen(command, cwd=folder, stdin=script, stdout=printed)  # noqa: S603
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit("MAGPIE failed")
        printed.seek(0)
        return usage.ru_utime + usage.ru_stime, printed.read()


def our_rate(engine: Engine, stand: Position) -> float:
    """Positions for each second of processor time: a turn and two after it, not what follows."""
    start = time.process_time()
    found = engine.simulate(stand, CANDIDATES, SimulationEffort(draws=DRAWS, confidence=1.0))
    return 3 * sum(turn.draws for turn in found.turns) / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("file", type=Path)
    parser.add_argument("--positions", type=int, default=20)
    asked = parser.parse_args()
    lexica = asked.folder / "data" / "lexica"
    club = shipped_rulebook("club")
    tile_set = club.table.tile_set
    graph = WordGraph.read((lexica / f"{asked.name}.kwg").read_bytes(), tile_set.labels)
    engine = Engine.of_graph(graph, club, read_leaves(lexica / f"{asked.name}.klv2", tile_set))
    engine.native.prepare()
    ours, theirs = [], []
    for position in asked.file.read_text().splitlines()[: asked.positions]:
        ours.append(our_rate(engine, parse_cgp(position, engine.layout, tile_set)))
        listed, _ = magpie_seconds(asked.folder, asked.name, position, "gen")
        simulated, printed = magpie_seconds(asked.folder, asked.name, position, "gen", "sim")
        [iterations] = re.findall(r"Iters: +(\d+)", printed)
        # The turn itself and two after it.
        theirs.append(3 * int(iterations) / (simulated - listed))
    ratios = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    print(
        json.dumps(
            {
                "positions": len(ours),
                "ours": round(median(ours)),
                "magpie": round(median(theirs)),
                "ratio": round(median(ratios), 2),
                "least_ratio": round(min(ratios), 2),
            }
        )
    )


if __name__ == "__main__":
    main()
