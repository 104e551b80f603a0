"""Parts that the subcommands share: options, puzzles from what was typed, and the progress line."""

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import typer
from rich.console import Console
from rich.live import Live

from wordwaiter.cli.options import MOST_SEED
from wordwaiter.engine.hare import Effort, HarePuzzle, Progress
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon, Shelf
from wordwaiter.platform import usable_cores
from wordwaiter.rules.announcement import Announcement, announce
from wordwaiter.rules.finished_board import RemovedTiles, tile_name
from wordwaiter.rules.rack import parse_rack, rack_of
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook

_DEFAULT_LIST: Final = "enable"
MOST_STEPS: Final = 10**12
"""Weeks of looking; and the core takes no number at will."""

SURPRISE: Final[Any] = typer.Option(None, metavar="WORD", help="The surprise word of the round.")
SPONSOR: Final[Any] = typer.Option([], metavar="NAME", help="A sponsor's name; may be repeated.")
REMOVED: Final[Any] = typer.Option("", metavar="LETTERS", help="The tiles taken out; ? is a blank.")
BOUGHT: Final[Any] = typer.Option("", metavar="LETTERS", help="The removed tiles that were bought back.")
SECONDS: Final[Any] = typer.Option(None, metavar="S", min=0.0, help="How many seconds to search.")
STEPS: Final[Any] = typer.Option(
    None,
    metavar="N",
    min=0,
    max=MOST_STEPS,
    help="Search for this many steps instead; the same seed gives the same board.",
)
THREADS: Final[Any] = typer.Option(
    None, metavar="T", min=1, max=1024, help="How many threads to use; all by default."
)
SEED: Final[Any] = typer.Option(1, min=0, max=MOST_SEED, help="The random seed of the search.")
LEXICON: Final[Any] = typer.Option(
    [], metavar="NAME", help=f"A word list; may be repeated. [default: {_DEFAULT_LIST}]"
)
EXTRA: Final[Any] = typer.Option(
    [], metavar="WORD", help="A word that is valid although no list has it; may be repeated."
)
RULEBOOK: Final[Any] = typer.Option("bee-hare", help="A shipped rulebook, or the path of a file of your own.")
ALL_WORDS: Final[Any] = typer.Option(
    False, "--all-words", help="Use every good word, also rude ones, which boards are shown without."
)
AS_JSON: Final[Any] = typer.Option(False, "--json", help="Answer as JSON.")


@dataclass(frozen=True, slots=True)
class PuzzleText:
    """The words and tiles of a round as they were typed."""

    start: str
    surprise: str | None
    sponsors: Sequence[str]
    removed: str = ""
    bought_back: str = ""


def puzzle_of(
    asked: PuzzleText, rulebook: str, lists: Sequence[str], extra_words: Sequence[str]
) -> HarePuzzle:
    """The puzzle of what was typed; what cannot be read is refused."""
    rules = read_rulebook(rulebook)
    return HarePuzzle(
        rules,
        announced(rules, asked.start, asked.surprise, asked.sponsors),
        open_lists(lists),
        removed_of(rules, asked.removed, asked.bought_back),
        extra_of(rules, extra_words),
    )


def announced(rules: Rulebook, start: str, surprise: str | None, sponsors: Sequence[str]) -> Announcement:
    """The words as they are announced; an option that was left empty names none."""
    named = [name for name in sponsors if name.strip()]
    return announce(rules.table.tile_set, start, (surprise or "").strip() or None, named)


def extra_of(rules: Rulebook, words: Sequence[str]) -> tuple[str, ...]:
    """Words that are good though no list has them; one that no tiles spell is refused."""
    tile_set = rules.table.tile_set
    for word in words:
        tile_set.spell(tile_set.upper(word))
    return tuple(words)


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Ctrl-C ends the looking; pressed once more, it does not lose what was found."""

    def end(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:  # as of a program that a shell runs in the background
        yield
        return
    signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def open_lists(names: Sequence[str]) -> tuple[Lexicon, ...]:
    """The word lists of these names, each once; the usual one if none is named."""
    shelf = Shelf.of_user()
    return tuple(map(shelf.open, dict.fromkeys(names or [_DEFAULT_LIST])))


def removed_of(rulebook: Rulebook, removed: str, bought_back: str = "") -> RemovedTiles:
    """The tiles that are out of play: taken out and not bought back."""
    tile_set = rulebook.table.tile_set
    out = Counter(parse_rack(removed, tile_set).tiles)
    back = Counter(parse_rack(bought_back, tile_set).tiles)
    if strange := back - out:
        label = min(strange)
        raise MalformedError("bad-options", f"more {tile_name(label)} tiles were bought back than taken out")
    return RemovedTiles(rack_of((out - back).elements(), tile_set).tiles)


def effort_of(
    seconds: float | None, steps: int | None, threads: int | None, seed: int, usual_seconds: float
) -> Effort:
    """Returns how long to look, on how many threads; the usual time if nothing was said."""
    if seconds is not None and steps is not None:
        raise MalformedError("bad-options", "use --seconds or --steps, not both")
    if steps is None and seconds is None:
        seconds = usual_seconds
    return Effort(seconds=seconds, steps=steps, threads=threads or usable_cores(), seed=seed)


@contextmanager
def progress_line(effort: Effort) -> Iterator[Callable[[Progress], None] | None]:
    """A line on standard error that tells of the best board so far, for somebody who looks at a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    limit = "" if effort.seconds is None else f" of {effort.seconds:g}"
    with Live(console=console, refresh_per_second=8, transient=True) as live:

        def tell(progress: Progress) -> None:
            if progress.looking_for:
                doing = f"looking for a place for {', '.join(progress.looking_for)}"
            else:
                doing = f"best so far {progress.best:,} points"
            live.update(f"{doing}, {progress.elapsed:.1f}{limit} s (Ctrl-C ends it)")

        yield tell
