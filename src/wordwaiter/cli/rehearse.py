"""`wordwaiter rehearse`: play a whole day many times before anybody comes, and say what it needs."""

import os
from collections.abc import Callable, Iterable
from typing import Final

import typer

from wordwaiter.cli.games.selfplay import progress_bar
from wordwaiter.cli.output import print_bytes, print_json
from wordwaiter.cli.tournament.tables import print_table
from wordwaiter.cli.tournament.words import clock_text
from wordwaiter.service.jobs.rehearsals import RehearsalRequest, in_processes, on_cluster, rehearse
from wordwaiter.tournament.money.ledger import dollars
from wordwaiter.tournament.rehearsal.plan_reading import event_text, read_plan
from wordwaiter.tournament.rehearsal.report import Range, Report, Summary, Variant

_MINUTE_MS: Final = 60_000


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rehearse")(rehearse_)


def rehearse_(
    event: str = typer.Argument(
        metavar="EVENT.toml",
        help="An event's file, or a shipped example: iowa, grand-island, ontario, androscoggin, bee.",
    ),
    days: int = typer.Option(40, min=1, max=100_000, help="How many times to play each day."),
    seed: int = typer.Option(
        1, min=0, help="The random seed; the same seed gives the same days with any number of workers."
    ),
    workers: int | None = typer.Option(None, min=1, max=1024, help="How many cores to use; default: all."),
    cluster: str | None = typer.Option(
        None, metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://10.0.0.5:8786."
    ),
    variants: bool = typer.Option(
        True, "--variants/--no-variants", help="Also try it with one entrant more and one less."
    ),
    show: bool = typer.Option(False, "--show", help="Only print the event's file, to copy and change it."),
    as_json: bool = typer.Option(
        False, "--json", help="Answer as JSON; times in milliseconds, money in cents."
    ),
) -> None:
    """Play a whole day with computer players, many times: when it ends, what it needs, what it brings."""
    if show:
        print_bytes(event_text(event).encode())
        return
    wish = RehearsalRequest(read_plan(event), days, seed, variants)
    doing = on_cluster(cluster) if cluster else in_processes(workers or os.cpu_count() or 1)
    with progress_bar() as bar:
        task = bar.add_task("days", total=None)
        report = rehearse(wish, doing, lambda done, total: bar.update(task, completed=done, total=total))
    if as_json:
        print_json(report_json(report))
    else:
        _show(report)


# ---------------------------------------------------------------- for people


def _show(report: Report) -> None:
    summary = report.summary
    print(f"{report.plan.name}: {summary.days} days, seed {report.seed}. In brackets: nine days of ten.")
    print()
    print_table(("", "Usually", ""), list(_rows(report)))
    print()
    print_table(
        ("Division", "Round", "Begins", "Last table", "Closed"),
        [
            (each.division, each.number, _hour(each.started.usual), _hour(each.last_table.usual),
             _hour(each.closed.usual))
            for each in summary.rounds
        ],
    )  # fmt: skip
    print()
    print_table(
        ("Judges", "Usual wait", "19 of 20", "Longest"),
        [
            (
                each.judges,
                clock_text(each.waits.usual),
                clock_text(each.waits.high),
                clock_text(each.longest_ms),
            )
            for each in summary.queues
        ],
    )
    if report.variants:
        print()
        print_table(
            ("Entrants", "Ends", "Boards", "Byes", "Repeats", "Funds"),
            [_variant_row(summary, each) for each in report.variants],
        )


def _rows(report: Report) -> Iterable[tuple[str, str, str]]:
    summary, plan = report.summary, report.plan
    yield _row("The day ends at", summary.ends, _hour)
    yield _row("Boards in play", summary.boards)
    yield _row("Boards with a clock", summary.clocks)
    yield _row("Sets to find yet", summary.sets_missing)
    yield _row("Clocks to find yet", summary.clocks_missing)
    yield _row("Games", summary.games)
    yield _row("Byes", summary.byes)
    yield _row("Games of two who had met", summary.repeats)
    yield "Points of a side", f"{summary.points_a_game:.0f}", ""
    yield _row("Challenges", summary.challenges)
    yield _row(f"Wait for a judge, with {plan.judges.count}", summary.challenge_waits, clock_text)
    yield _row("From challenge to ruling", summary.challenge_rulings, clock_text)
    limit = clock_text(plan.judges.longest_wait)
    enough = "no number" if summary.judges_needed is None else str(summary.judges_needed)
    yield f"Judges, to wait {limit} at most", enough, ""
    yield "Volunteers in all", str(summary.volunteers), ""
    if summary.funds.high:
        yield _row("Funds", summary.funds, dollars)
        for fund, amount in summary.funds_by_kind.items():
            yield _row(f"  {fund.value}", amount, dollars)


def _row(name: str, value: Range, text: Callable[[int], str] = str) -> tuple[str, str, str]:
    spread = "" if value.low == value.high else f"({text(value.low)} to {text(value.high)})"
    return name, text(value.usual), spread


def _variant_row(expected: Summary, variant: Variant) -> tuple[object, ...]:
    other = variant.summary
    minutes = round((other.ends.mean - expected.ends.mean) / _MINUTE_MS)
    return (
        f"{variant.more:+d} {variant.division}",
        f"{minutes:+d} min",
        f"{other.boards.usual - expected.boards.usual:+d}",
        f"{other.byes.mean - expected.byes.mean:+.1f}",
        f"{other.repeats.mean - expected.repeats.mean:+.1f}",
        dollars(round(other.funds.mean - expected.funds.mean)),
    )


def _hour(ms: int) -> str:
    minutes = ms // _MINUTE_MS
    return f"{minutes // 60 % 24}:{minutes % 60:02}"


# ---------------------------------------------------------------- for programs


def report_json(report: Report) -> dict[str, object]:
    """The whole report as plain values."""
    return {
        "event": report.plan.name,
        "seed": report.seed,
        "expected": _summary_json(report.summary),
        "variants": [
            {"division": each.division, "more": each.more, **_summary_json(each.summary)}
            for each in report.variants
        ],
    }


def _summary_json(summary: Summary) -> dict[str, object]:
    ranges = {
        "ends_ms": summary.ends, "contenders": summary.contenders, "boards": summary.boards,
        "clocks": summary.clocks, "sets_missing": summary.sets_missing,
        "boards_without_clock": summary.boards_without_clock, "clocks_missing": summary.clocks_missing,
        "games": summary.games, "byes": summary.byes,
        "repeats": summary.repeats, "challenges": summary.challenges,
        "challenge_wait_ms": summary.challenge_waits, "challenge_ruling_ms": summary.challenge_rulings,
        "funds_cents": summary.funds,
    }  # fmt: skip
    return {
        "days": summary.days,
        **{name: value.plain() for name, value in ranges.items()},
        "points_a_game": round(summary.points_a_game, 3),
        "judges_needed": summary.judges_needed,
        "volunteers": summary.volunteers,
        "queues": [
            {"judges": each.judges, "wait_ms": each.waits.plain(), "longest_ms": each.longest_ms}
            for each in summary.queues
        ],
        "rounds": [
            {
                "division": each.division,
                "round": each.number,
                "started_ms": each.started.plain(),
                "last_table_ms": each.last_table.plain(),
                "closed_ms": each.closed.plain(),
            }
            for each in summary.rounds
        ],
        "funds_by_kind": {fund.value: amount.plain() for fund, amount in summary.funds_by_kind.items()},
    }
