"""`wordwaiter hare check`: the committee's words, before the evening."""

import typer

from wordwaiter.cli.games.drawing import draw_board
from wordwaiter.cli.games.tally import say
from wordwaiter.cli.hare import puzzles as p
from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.tables import print_wrapped
from wordwaiter.engine.hare_check import check_words

_USUAL_SECONDS = 5.0
_NOT_WELL = 1


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    app.command("check")(check)


def check(
    start: str = typer.Option(..., metavar="WORD", help="The starting word."),
    surprise: str | None = p.SURPRISE,
    sponsor: list[str] = p.SPONSOR,
    removed: str = p.REMOVED,
    seconds: float | None = p.SECONDS,
    steps: int | None = p.STEPS,
    threads: int | None = p.THREADS,
    seed: int = p.SEED,
    lexicon: list[str] = p.LEXICON,
    extra: list[str] = p.EXTRA,
    rulebook: str = p.RULEBOOK,
    board: bool = typer.Option(False, "--board", help="Also print the board that was found."),
    as_json: bool = p.AS_JSON,
) -> None:
    """Say whether the words of a round can be laid, all together, and what they make possible.

    Exit status 0: they can. 1: something is to be changed, and the advice says what.
    """
    puzzle = p.puzzle_of(p.PuzzleText(start, surprise, sponsor, removed), rulebook, lexicon, extra)
    effort = p.effort_of(seconds, steps, threads, seed, _USUAL_SECONDS)
    with p.one_interrupt(), p.progress_line(effort) as report:
        result = check_words(puzzle, effort, report)
    if as_json:
        print_json(result.plain())
    else:
        if board and result.best is not None:  # before the advice, which stays on the screen then
            for line in draw_board(result.best.board):
                say(line)
            say("")
        for sentence in result.advice():
            print_wrapped(sentence)
    if not result.is_well:
        raise typer.Exit(_NOT_WELL)
