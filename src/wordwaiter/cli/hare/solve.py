"""`wordwaiter hare solve`: the best board of a round."""

from dataclasses import replace

import typer

from wordwaiter.cli.games.drawing import LEGEND, draw_board
from wordwaiter.cli.games.tally import print_problems, print_tally, say
from wordwaiter.cli.hare import puzzles as p
from wordwaiter.cli.output import list_identity, print_json
from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, laid_bonuses, solve
from wordwaiter.lexicon.withheld import shown_list
from wordwaiter.rules.announcement import check_announcement

_USUAL_SECONDS = 60.0


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    app.command("solve")(solve_)


def solve_(
    start: str = typer.Option(..., metavar="WORD", help="The starting word."),
    surprise: str | None = p.SURPRISE,
    sponsor: list[str] = p.SPONSOR,
    removed: str = p.REMOVED,
    bought_back: str = p.BOUGHT,
    seconds: float | None = p.SECONDS,
    steps: int | None = p.STEPS,
    threads: int | None = p.THREADS,
    seed: int = p.SEED,
    lexicon: list[str] = p.LEXICON,
    extra: list[str] = p.EXTRA,
    rulebook: str = p.RULEBOOK,
    all_words: bool = p.ALL_WORDS,
    as_json: bool = p.AS_JSON,
) -> None:
    """Find the best board of a round: drawn, and tallied word by word as a team's board is.

    It looks for a minute unless told otherwise; Ctrl-C gives the best board so far. Exit status 2: there is
    no board, or the words cannot be read.
    """
    puzzle = p.puzzle_of(
        p.PuzzleText(start, surprise, sponsor, removed, bought_back), rulebook, lexicon, extra
    )
    used = puzzle if all_words else replace(puzzle, lists=tuple(shown_list(each) for each in puzzle.lists))
    effort = p.effort_of(seconds, steps, threads, seed, _USUAL_SECONDS)
    with p.one_interrupt():
        with p.progress_line(effort) as report:
            best = solve(used, effort, report)
        if as_json:
            print_json(_as_json(puzzle, effort, best))
        else:
            _print(puzzle, best)


def _as_json(puzzle: HarePuzzle, effort: Effort, best: BestBoard) -> dict[str, object]:
    return {
        **best.plain(),
        "rulebook": puzzle.rulebook.name,
        "seed": effort.seed,
        "threads": effort.threads,
        "announcement": [
            problem.plain() for problem in check_announcement(puzzle.announcement, puzzle.rulebook)
        ],
        "lists": [list_identity(lexicon.card) for lexicon in puzzle.lists],
    }


def _print(puzzle: HarePuzzle, best: BestBoard) -> None:
    for line in draw_board(best.board):
        say(line)
    say(LEGEND)
    say("")
    print_tally(best.tally)
    print_problems("Announced words:", check_announcement(puzzle.announcement, puzzle.rulebook))
    earned = {bonus.word for bonus in best.tally.bonuses}
    missing = [word for word, _ in puzzle.bonus_words() if word not in earned]
    say("")
    for word in missing:
        say(f"Without the bonus of {word}{_why_missing(puzzle, word)}.")
    ended = "interrupted after" if best.interrupted else "found in"
    say(f"{best.total:,} points with {best.tiles_used} tiles, {ended} {best.elapsed:.1f} s.")


def _why_missing(puzzle: HarePuzzle, word: str) -> str:
    """Returns how a word is allowed that no list has, if that is all it lacks."""
    allowed = replace(puzzle, extra_words=(*puzzle.extra_words, word))
    if puzzle.is_good(word) or word not in dict(laid_bonuses(allowed)):
        return ""
    return f" (it is in no list; --extra {word} allows it)"
