"""`wordwaiter solve`: the best line of play near the end of a game."""

import typer

from wordwaiter.cli.output import print_columns, print_json
from wordwaiter.engine import EndgameSolution, Engine, JudgedTurn, Limits, PreEndgameSolution
from wordwaiter.engine.known_tiles import known_tiles
from wordwaiter.lexicon import Shelf
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.rules.rulebooks.reading import read_rulebook

_USUAL_SECONDS = 60.0
_MOST_SECONDS = 1_000_000.0
_MOST_PLIES = 60
_MOST_SHOWN = 15
_HEADINGS = ("play", "score", "win %", "spread", "wins with", "ties with", "loses with", "judged")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("solve")(solve)


def solve(
    position: str = typer.Argument(..., metavar="POSITION", help="The position as a line of CGP, in quotes."),
    seconds: float = typer.Option(
        _USUAL_SECONDS, metavar="S", min=0.0, max=_MOST_SECONDS, help="How many seconds to think at most."
    ),
    threads: int | None = typer.Option(
        None, metavar="T", min=1, max=1024, help="How many threads to use; all by default."
    ),
    plies: int | None = typer.Option(
        None, metavar="N", min=1, max=_MOST_PLIES, help="Look so many turns ahead instead of to the end."
    ),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Find the best line of play of a position with an empty bag, and prove it.

    With 1 to 4 tiles in the bag it tells which play wins with most draws, then by points.
    Racks and scores of the side to move come first. Ctrl-C gives the best so far.
    """
    rules = read_rulebook(rulebook)
    stand = parse_cgp(position, rules.table.layout, rules.table.tile_set)
    engine = Engine.of_lists([Shelf.of_user().open(lexicon)], rules)
    limits = Limits(seconds, threads, plies)
    solution: EndgameSolution | PreEndgameSolution
    if known_tiles(stand, rules, engine.rack_size).bag:
        solution = engine.solve_pre_endgame(stand, limits)
    else:
        solution = engine.solve_endgame(stand, limits)
    if as_json:
        print_json(solution.plain())
    elif isinstance(solution, PreEndgameSolution):
        _print_judged(solution)
    else:
        _print(solution)


def _print(solution: EndgameSolution) -> None:
    for sentence in solution.assumptions:
        print(sentence)
    print_columns([(turn.readable(), str(turn.score)) for turn in solution.line])
    print(f"Worth {solution.value:+d} points from here; the game ends {solution.final_spread:+d}.")
    searched = f"{solution.nodes:,} positions in {solution.seconds:.1f} s"
    if solution.proven:
        print(f"Proven: {searched}.")
    else:
        bound = "" if solution.at_least is None else f" At least {solution.at_least:+d} is proven."
        print(f"Not proven: {solution.plies} plies ahead, {searched}.{bound}")


def _print_judged(solution: PreEndgameSolution) -> None:
    for sentence in solution.assumptions:
        print(sentence)
    print_columns([_HEADINGS, *map(_row, solution.turns[:_MOST_SHOWN])])
    if (hidden := len(solution.turns) - _MOST_SHOWN) > 0:
        print(f"{hidden} more plays are in the answer of --json.")
    searched = f"{solution.nodes:,} positions in {solution.seconds:.1f} s"
    print(f"{'Proven' if solution.proven else 'Not proven'}: {searched}.")


def _row(judged: JudgedTurn) -> tuple[str, ...]:
    spread = "" if judged.spread is None else f"{judged.spread:+.1f}"
    return (
        judged.turn.readable(),
        str(judged.turn.score),
        f"{judged.win_percentage:.1f}",
        spread,
        " ".join(judged.tiles_of(1)) or "-",
        " ".join(judged.tiles_of(0)) or "-",
        " ".join(judged.tiles_of(-1)) or "-",
        judged.judged.value + (", estimate" if judged.is_estimate else ""),
    )
