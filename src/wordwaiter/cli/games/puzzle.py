"""`wordwaiter puzzle`: the puzzle of a day."""

from datetime import datetime

import typer

from wordwaiter.cli.games.drawing import draw_board
from wordwaiter.cli.output import print_json
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.leaves import shipped_leaves
from wordwaiter.engine.review.daily_puzzle import daily_puzzle, day_of, words_of
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.withheld import shown_list
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

_RULES = "club"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("puzzle")(puzzle)


def puzzle(
    day: str = typer.Option("", metavar="YYYY-MM-DD", help="An earlier day instead of today."),
    answer: bool = typer.Option(False, "--answer", help="Tell the best play, too."),
    lexicon: list[str] = typer.Option(["enable"], help="The word list; may be repeated."),
    all_words: bool = typer.Option(
        False, "--all-words", help="With words that the program shows nobody by itself."
    ),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Show the puzzle of a day: find the best play. It is the same wherever the same words count."""
    asked = day_of(day, datetime.now().astimezone().date())
    shelf, rules = Shelf.of_user(), shipped_rulebook(_RULES)
    lists = [each if all_words else shown_list(each) for each in map(shelf.open, lexicon)]
    engine = Engine.of_lists(lists, rules, shipped_leaves(rules.table.tile_set.name))
    found = daily_puzzle(engine, words_of(lists), asked)
    stand, best = found.stand, found.best
    if as_json:
        told = {"best": best.text(stand.board), "score": best.score} if answer else {}
        print_json({"day": asked.isoformat(), "position": str(stand), "rack": str(stand.racks[0]), **told})
        return
    print("\n".join(draw_board(stand.board)))
    print(f"{asked.isoformat()}: the rack is {stand.racks[0]}; find the best play.")
    if answer:
        print(f"{best.readable(stand.board)} scores {best.score} and keeps {best.leave}.")
