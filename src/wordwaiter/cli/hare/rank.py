"""`wordwaiter hare rank`: which starting words, or which tiles taken out, allow the best boards."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

from wordwaiter.cli.games.selfplay import progress_bar
from wordwaiter.cli.games.tally import say
from wordwaiter.cli.hare import puzzles as p
from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.engine.hare import Effort, require_finished_board
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.platform import usable_cores
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.service.jobs.executors import ListVersion
from wordwaiter.service.jobs.hare_ranking import Candidate, Ranked, on_cluster, on_threads, rank

_USUAL_SECONDS = 10.0
_LARGEST_FILE = 1_000_000


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    app.command("rank")(rank_)


def rank_(
    words: list[str] = typer.Argument(None, metavar="WORD...", help="Starting words to compare."),
    file: Path | None = typer.Option(None, help="A file with more starting words, one per line."),
    surprise: str | None = p.SURPRISE,
    sponsor: list[str] = p.SPONSOR,
    removed: list[str] = typer.Option(
        [], metavar="LETTERS", help="Tiles taken out; if repeated, every word is tried with each set."
    ),
    seconds: float | None = p.SECONDS,
    steps: int | None = p.STEPS,
    threads: int | None = p.THREADS,
    cluster: str | None = typer.Option(
        None, metavar="ADDRESS", help="Search on a Dask cluster, such as tcp://10.0.0.5:8786."
    ),
    seed: int = p.SEED,
    lexicon: list[str] = p.LEXICON,
    extra: list[str] = p.EXTRA,
    rulebook: str = p.RULEBOOK,
    as_json: bool = p.AS_JSON,
) -> None:
    """Rank starting words by the best board that each allows, so many seconds (10) or steps for each.

    Words are spread over all cores, or over the workers of a cluster. With --steps the order is the same
    wherever it is computed. Ctrl-C gives the ranking of those that are done.
    """
    rules = read_rulebook(rulebook)
    require_finished_board(rules)
    lists = tuple(ListVersion(each.name, each.hash) for each in p.open_lists(lexicon))
    effort = replace(p.effort_of(seconds, steps, 1, seed, _USUAL_SECONDS), threads=1)
    candidates = [
        Candidate(
            rules,
            p.announced(rules, word, surprise, sponsor),
            lists,
            effort,
            p.removed_of(rules, letters),
            p.extra_of(rules, extra),
        )
        for word in _words(words or [], file)
        for letters in _each_once(removed) or [""]
    ]
    doing = on_cluster(cluster) if cluster else on_threads(threads or usable_cores())
    with progress_bar() as bar:
        task = bar.add_task("words", total=len(candidates))
        ranked = rank(candidates, doing, lambda done: bar.update(task, completed=done))
    is_interrupted = len(ranked) < len(candidates)
    if as_json:
        told = [_as_json(each) for each in ranked]
        print_json({"candidates": told, "interrupted": is_interrupted, **_effort_json(effort)})
        return
    if ranked:
        _print(ranked)
    if is_interrupted:
        say(f"Interrupted: {len(ranked)} of {len(candidates)} were looked at to the end.")


def _words(typed: Sequence[str], file: Path | None) -> list[str]:
    words = list(typed)
    if file is not None:
        words += _words_in(file)
    if not words:
        raise MalformedError("no-words", "give starting words to compare, or a --file with them")
    return list(dict.fromkeys(word.upper() for word in words))


def _words_in(file: Path) -> list[str]:
    """The words of a file; what stands after a # is a note."""
    with file.open("rb") as lines:
        content = lines.read(_LARGEST_FILE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise MalformedFileError(
            "wrong-encoding", str(file), "is not UTF-8 text; save it as UTF-8", line=line
        ) from error
    return [word for line in text.splitlines() for word in line.partition("#")[0].split()]


def _each_once(removed: Sequence[str]) -> list[str]:
    """Tiles taken out, the same ones once, in whatever order they were typed."""
    return list({"".join(sorted(letters.upper())): letters for letters in removed}.values())


def _as_json(ranked: Ranked) -> dict[str, object]:
    return {
        "start": ranked.candidate.announcement.starting_word,
        "removed": str(Rack(ranked.candidate.removed.tiles)),
        "total": ranked.total,
        "board": ranked.board.splitlines(),
        "bonuses": list(ranked.bonuses),
        "problem": ranked.problem,
    }


def _effort_json(effort: Effort) -> dict[str, object]:
    return {"seconds": effort.seconds, "steps": effort.steps, "seed": effort.seed}


def _print(ranked: Sequence[Ranked]) -> None:
    some_removed = any(each.candidate.removed.tiles for each in ranked)
    heads = ["", "Start", *(["Removed"] if some_removed else []), "Best board", "Bonuses"]
    rows = []
    for place, each in enumerate(ranked, 1):
        tiles = [str(Rack(each.candidate.removed.tiles))] if some_removed else []
        total = "none" if each.total is None else f"{each.total:,}"
        rows.append([place, each.candidate.announcement.starting_word, *tiles, total, " ".join(each.bonuses)])
    print_table(heads, rows)
    for problem in dict.fromkeys(each.problem for each in ranked if each.problem):
        print_wrapped(f"{problem[:1].upper()}{problem[1:]}.")
