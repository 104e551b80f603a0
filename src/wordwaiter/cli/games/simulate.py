"""`wordwaiter simulate`: how often each turn of a position wins."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer
from rich.console import Console
from rich.live import Live

from wordwaiter.cli.games.moves import leaves_for
from wordwaiter.cli.hare.puzzles import one_interrupt
from wordwaiter.cli.options import MOST_SEED
from wordwaiter.cli.output import print_columns, print_json
from wordwaiter.engine import Engine, Simulated, SimulatedTurn, SimulationEffort, parse_turn, simulate
from wordwaiter.engine.win_model import read_win_model
from wordwaiter.lexicon import Shelf
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.platform import usable_cores
from wordwaiter.rules.rulebooks.reading import read_rulebook

_HEADINGS: Final = ("turn", "wins", "spread", "score", "leave", "answer", "draws")
_MOST_DRAWS: Final = 1 << 24


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("simulate")(simulate_)


def simulate_(
    position: str = typer.Argument(..., metavar="CGP", help="The position on one line, in quotes."),
    play: list[str] = typer.Option(
        [], metavar="TURN", help='Compare only these turns: "8D RETINA", "-QV" or "-"; may be repeated.'
    ),
    candidates: int = typer.Option(15, min=1, max=200, help="How many turns to compare, best equity first."),
    plies: int = typer.Option(2, min=1, max=30, help="How many turns to play after each."),
    seconds: float | None = typer.Option(None, min=0.0, help="Stop after so many seconds."),
    draws: int = typer.Option(
        10_000, min=1, max=_MOST_DRAWS, help="Stop after so many draws; the same seed gives the same result."
    ),
    confidence: float = typer.Option(
        95.0, min=1.0, max=100.0, help="Stop when the best turn is so sure, in per cent; at 100 never."
    ),
    threads: int | None = typer.Option(
        None, min=1, max=1024, help="How many threads to use; all by default."
    ),
    seed: int = typer.Option(1, min=0, max=MOST_SEED, help="The random seed."),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    leaves: Path | None = typer.Option(None, help="Leave values of your own, a KLV2 file."),
    win_model: Path | None = typer.Option(None, help="A win model of your own: see `train win-model`."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Play each turn of a position many times with random tiles, and say how often it wins, best first.

    Ctrl-C ends it with what was found so far.
    """
    rules = read_rulebook(rulebook)
    stand = parse_cgp(position, rules.table.layout, rules.table.tile_set)
    engine = Engine.of_lists([Shelf.of_user().open(lexicon)], rules, leaves_for(rules.table.tile_set, leaves))
    effort = SimulationEffort(draws, seconds, confidence / 100, plies, threads or usable_cores(), seed)
    with one_interrupt(), progress_line() as report:
        found = simulate(
            engine,
            stand,
            [parse_turn(engine, stand, text) for text in play] or candidates,
            effort,
            model=read_win_model(win_model) if win_model else None,
            report=report,
        )
    if as_json:
        print_json(as_plain(found))
    else:
        _show(found)


@contextmanager
def progress_line() -> Iterator[Callable[[Simulated], None] | None]:
    """A line on standard error that tells of the best turn so far, for somebody who looks at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with Live(console=console, refresh_per_second=8, transient=True) as live:

        def tell(found: Simulated) -> None:
            best = found.best
            live.update(
                f"best so far {best.turn.readable(found.stand.board)} wins {100 * best.win.value:.1f} %, "
                f"{found.draws:,} draws, {found.seconds:.1f} s (Ctrl-C ends it)"
            )

        yield tell


def as_plain(found: Simulated) -> dict[str, object]:
    """Plain values, for JSON."""
    return {
        "turns": [_turn_json(turn, found) for turn in found.turns],
        "confidence": round(found.confidence, 4),
        "ended_by": str(found.ended_by),
        "draws": found.draws,
        "positions": found.positions,
        "seconds": round(found.seconds, 3),
        "assumptions": list(found.assumptions),
    }


def _turn_json(each: SimulatedTurn, found: Simulated) -> dict[str, object]:
    return {
        "turn": each.turn.text(found.stand.board),
        "win": round(each.win.value, 5),
        "win_within": round(each.win.within, 5),
        "spread": round(each.spread.value, 2),
        "spread_within": round(each.spread.within, 2),
        "score": each.turn.score,
        "leave": str(each.turn.leave),
        "equity": each.turn.equity_thousandths / 1000,
        "draws": each.draws,
        "beaten": each.is_beaten,
        "next_turns": [
            {"score": round(turn.score, 2), "full_racks": round(turn.bingos, 4)} for turn in each.next_turns
        ],
    }


def _show(found: Simulated) -> None:
    for sentence in found.assumptions:
        print(sentence, file=sys.stderr)
    print_columns([_HEADINGS, *(_row(turn, found) for turn in found.turns)])
    speed = found.positions / found.seconds if found.seconds else 0.0
    print(
        f"{found.draws:,} draws, {found.positions:,} positions in {found.seconds:.1f} s "
        f"({speed:,.0f} a second); "
        f"{100 * found.confidence:.0f} % sure that none is better than the first."
    )


def _row(each: SimulatedTurn, found: Simulated) -> tuple[str, ...]:
    answer = f"{each.next_turns[0].score:.1f}" if each.next_turns else "-"
    return (
        each.turn.readable(found.stand.board),
        f"{100 * each.win.value:.1f} ± {100 * each.win.within:.1f} %",
        f"{each.spread.value:+.1f}",
        str(each.turn.score),
        str(each.turn.leave) or "-",
        answer,
        f"{each.draws:,}",
    )
