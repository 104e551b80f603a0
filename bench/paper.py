"""Measures paper and pictures: score cards, every document after the first, boards; prints one JSON object.

Each figure is the median of several runs by the clock, and the least processor time of them beside it, which
other work on the machine hardly changes. Typst remembers what it has laid out, so the first run of each
document, when nothing of it is known, is told apart; the score cards have other names in every run.
"""

import json
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.paper import (
    Document,
    Event,
    PlayedGame,
    blank_score_sheet,
    blank_tally_sheet,
    certificates,
    closing_pack,
    game_sheets,
    name_badges,
    pairings_by_name,
    pairings_by_table,
    pdf,
    receipts,
    rule_sheet_document,
    score_cards,
    standings_sheet,
    table_pages,
    table_tents,
    treasurers_report,
)
from wordwaiter.picture import BoardPicture, Moving, RackPicture, ScoreGraph, animate, film_of
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.tournaments.examples import Example, example_facts
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.facts import TournamentOpened
from wordwaiter.tournament.state import Tournament

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "tests" / "notation" / "games" / "tidy" / "complete.gcg"
CARDS = 200
RUNS = 5
NOW_MS = 1_763_224_000_000


def measured(work: Callable[[], object], runs: int = RUNS) -> dict[str, float]:
    """How long `work` takes, in milliseconds: the first time, and when it has been done before."""
    clock, processor = [], []
    for _ in range(runs + 1):
        began, used = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - began)
        processor.append(time.process_time() - used)
    return {
        "first_processor_ms": round(processor[0] * 1000, 2),
        "clock_ms": round(statistics.median(clock[1:]) * 1000, 2),
        "processor_ms": round(min(processor[1:]) * 1000, 2),
    }


def example(wanted: Example) -> Tournament:
    """One of the examples."""
    first, *others = example_facts(wanted, NOW_MS)
    if not isinstance(first, TournamentOpened):
        raise SystemExit("an example begins with its opening")
    tournament = opened(first)
    for fact in others:
        tournament = evolve(tournament, fact)
    return tournament


def many_cards(run: int) -> Document:
    """Score cards of a round with so many tables, with names and codes that no other run has."""
    ontario = example(Example.ONTARIO)
    renamed = {
        number: replace(
            entrant,
            name=f"{entrant.name} {run}",
            contenders=tuple(
                replace(each, profile=replace(each.profile, name=f"{each.name} {run}"))
                for each in entrant.contenders
            ),
        )
        for number, entrant in ontario.entrants.items()
    }
    played = ontario.round("Open", 2)
    copies = -(-CARDS // len(played.sittings))
    sittings = [
        replace(sitting, table=sitting.table + copy * len(played.sittings))
        for copy in range(copies)
        for sitting in played.sittings
    ][:CARDS]
    rounds = (ontario.round("Open", 1), replace(played, sittings=tuple(sittings)))
    crowded = replace(ontario, name=f"A crowd {run}", entrants=renamed, rounds={"Open": rounds})
    address = table_pages("http://192.168.1.20:8080", f"tournament-{run}", crowded)
    return score_cards(crowded, "Open", 2, shipped_rulebook("ontario"), address)


def documents() -> dict[str, Document]:
    """One of each kind."""
    iowa, ontario, bee = map(example, (Example.IOWA, Example.ONTARIO, Example.BEE))
    record = read_gcg(GAME.read_bytes(), GAME).record
    return {
        "rule sheet": rule_sheet_document(shipped_rulebook("iowa")),
        "score cards of 12 tables": score_cards(ontario, "Open", 2, shipped_rulebook("ontario")),
        "score sheet": blank_score_sheet(shipped_rulebook("ontario")),
        "tally sheet": blank_tally_sheet(shipped_rulebook("bee-hare")),
        "filled score sheet": game_sheets("", [PlayedGame(record, shipped_rulebook("club"))]),
        "pairings by name": pairings_by_name(iowa, "65-74", 2),
        "pairings by table": pairings_by_table(iowa, "65-74", 2),
        "standings": standings_sheet(iowa),
        "badges for 60": name_badges(bee),
        "tents for 12": table_tents("A day", range(1, 13), "http://192.168.1.20:8080"),
        "certificates": certificates(ontario),
        "receipts": receipts(bee, range(1, 6)),
        "treasurer's report": treasurers_report(bee),
    }


def pictures() -> dict[str, dict[str, float]]:
    """Boards, a rack, a graph, a game that moves."""
    rulebook = shipped_rulebook("club")
    film = film_of(read_gcg(GAME.read_bytes(), GAME).record, rulebook)
    board = BoardPicture(film[-1].board, film[-1].last)
    tiles = rulebook.table.tile_set
    return {
        "board as SVG": measured(board.svg, 50),
        "board as PNG": measured(board.png, 20),
        "rack as PNG": measured(RackPicture(parse_rack("AEIQRT?", tiles), tiles).png, 20),
        "score graph as SVG": measured(ScoreGraph(film).svg, 50),
        "game of 31 frames as WebP": measured(lambda: animate(film, Moving.WEBP), 2),
        "game of 31 frames as GIF": measured(lambda: animate(film, Moving.GIF), 2),
    }


def main() -> None:
    """Print the figures, and of what and on what they were measured."""
    commit = subprocess.run(
        ("git", "describe", "--always", "--dirty"), cwd=ROOT, capture_output=True, check=True, text=True
    )
    first_began = time.perf_counter()
    pdf(rule_sheet_document(shipped_rulebook("iowa")))
    first_ms = round((time.perf_counter() - first_began) * 1000, 1)
    cards = iter([many_cards(run) for run in range(4)])
    bee = Event(example(Example.BEE))
    report = {
        "bench": "paper",
        "commit": commit.stdout.strip(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"system": platform.platform(), "load": round(os.getloadavg()[0], 1)},
        "python": platform.python_version(),
        "first_document_ms": first_ms,
        f"{CARDS}_score_cards": measured(lambda: pdf(next(cards)), 3),
        "documents": {name: measured(lambda: pdf(each)) for name, each in documents().items()},  # noqa: B023
        "closing_pack": measured(lambda: closing_pack(bee), 2),
        "pictures": pictures(),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
