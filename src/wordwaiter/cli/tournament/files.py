"""Files in and out, examples, and taking back: import-t, export, demo, undo."""

from collections import Counter
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import assert_never

import msgspec
import typer

from wordwaiter.cli.output import json_text, print_bytes, print_json
from wordwaiter.cli.tournament.desk import DIVISION, REASON, Desk, giving, looking
from wordwaiter.cli.tournament.names import the_division
from wordwaiter.cli.tournament.tables import print_wrapped
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.snapshots import Snapshot, load_tournament
from wordwaiter.service.tournaments.tournaments import enter_division_file, log_lines, take_back
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.divisions import day_of_text
from wordwaiter.tournament.files.csv_text import Listing
from wordwaiter.tournament.files.entrants_csv import entrants_listing
from wordwaiter.tournament.files.exports import ledger_listing, results_listing, standings_listing
from wordwaiter.tournament.files.t_file import parse_t, t_text
from wordwaiter.tournament.files.tou_file import tou_text
from wordwaiter.tournament.formats.reading import changed_format, read_format


class Form(Enum):
    """The files that can be written."""

    ENTRANTS = "entrants"
    STANDINGS = "standings"
    RESULTS = "results"
    LEDGER = "ledger"
    T = "t"
    TOU = "tou"
    FACTS = "facts"
    GCG = "gcg"


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("undo")(giving(undo))
    group.command("export")(looking(export))
    group.command("import-t")(giving(import_t))
    group.command("demo")(giving(demo))


def undo(
    desk: Desk,
    line: int | None = typer.Argument(None, help="The line of the log; default: the last."),
    reason: str = REASON,
) -> None:
    """Take back what was done last, or in a line of the log, by a new entry that says so."""
    with desk.writing() as context:
        done = take_back(context, desk.caller, desk.which, line, reason, desk.meta)
    lines = list(log_lines(desk.look()))
    new = lines[-len(done.facts) :]
    before = lines[-1 - len(done.facts) if line is None else line - 1]
    desk.tell(done, f"{before.by}: {before.sentence}", *(f"Taken back: {each.sentence}" for each in new))


# ---------------------------------------------------------------- in


def import_t(
    desk: Desk,
    file: Path = typer.Argument(help="A division's .t file, as tsh keeps it."),
    rulebook: str = typer.Option("club", help="The rulebook for play and ranking."),
    spread_cap: str = typer.Option(
        "",
        help=(
            "The most that a game adds to the spread, round by round, such as 100,100,150; the "
            "last one repeats."
        ),
    ),
    name: str = typer.Option("", help="The tournament's name; default: the file name."),
    date: str = typer.Option("", help="The day, as YYYY-MM-DD."),
) -> None:
    """Make a tournament of a real division file, round by round, with byes and withdrawals."""
    format_ = read_format(rulebook)
    if spread_cap:
        format_ = changed_format(format_, "as the director caps it", ranking_spread_cap=_caps(spread_cap))
    players = parse_t(file.read_bytes(), file)
    opening = c.OpenTournament(desk.by, name or file.stem, date)
    with desk.beginning() as context:
        done = enter_division_file(context, desk.caller, players, opening, format_, desk.meta)
    (division,) = done.state.divisions
    rounds = len(done.state.rounds_of(division))
    title = done.state.name
    played = "1 round" if rounds == 1 else f"{rounds} rounds"
    desk.tell(done, f"{title} is {done.stream} in {desk.db}: {len(players)} players, {played}.")


def _caps(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 0 < len(part) < 6 for part in parts):
        raise MalformedError("bad-cap", f"write caps as 100,100,150, not {text!r}")
    return tuple(map(int, parts))


def demo(
    desk: Desk, which_one: Example = typer.Argument(metavar="EXAMPLE", help="The rulebook to try.")
) -> None:
    """Make a filled, half-played example with made-up names."""
    with desk.beginning() as context:
        done = make_example(context, desk.caller, which_one)
    desk.tell(
        done,
        f"{done.state.name} is {done.stream} in {desk.db}.",
        f"Look at it with: wordwaiter tournament status --db {desk.db}",
    )


# ---------------------------------------------------------------- out


def export(
    desk: Desk,
    what: Form = typer.Argument(help="The format; t and tou are for other programs, gcg for game records."),
    division: str | None = DIVISION,
    round_number: int | None = typer.Option(None, "--round", help="The standings after this round."),
    to: Path | None = typer.Option(
        None, help="The file to write, or the folder for games; default: the terminal."
    ),
    date: str = typer.Option("", help="With tou: the date as YYYY-MM-DD, if the tournament has none."),
) -> None:
    """Write entrants, standings, results or money as CSV or with --json, a division for others, or games."""
    if what is Form.GCG:
        _export_games(desk, division, to)
        return
    snapshot = desk.look()
    if what in (Form.T, Form.TOU):
        snapshot = _with_first_moves(desk, snapshot)
    if date:
        snapshot = replace(
            snapshot, tournament=replace(snapshot.tournament, date=day_of_text(date).isoformat())
        )
    found = _exported(snapshot, what, division, round_number)
    if isinstance(found, str):
        text = found
    else:
        text = f"{json_text(found.plain())}\n" if desk.as_json else found.csv()
    if to is not None:
        with to.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
        return
    print_bytes(text.encode())


def _export_games(desk: Desk, division: str | None, folder: Path | None) -> None:
    """A file for each table whose moves were entered, and why there is none for the others."""
    # Games are folded for this alone; other commands need not load what writes them.
    from wordwaiter.service.tables.game_files import game_files

    if folder is None:
        raise MalformedError("no-folder", "choose a folder for the games with --to")
    with desk.reading() as journal:
        snapshot = load_tournament(journal, desk.which)
        wanted = None if division is None else the_division(snapshot.tournament, division)
        games = [each for each in game_files(journal, snapshot) if wanted in (None, each.division)]
    folder.mkdir(exist_ok=True)
    if there := next((each.name for each in games if (folder / each.name).exists()), None):
        raise MalformedError("file-exists", f"{folder / there} already exists; choose another folder")
    for each in games:
        if each.content is not None:
            (folder / each.name).write_bytes(each.content)
    written = [each for each in games if each.content is not None]
    if desk.as_json:
        left_out = [
            {"division": each.division, "round": each.round, "table": each.sitting.table, "why": each.why_not}
            for each in games
            if each.content is None
        ]
        print_json({"written": [each.name for each in written], "left_out": left_out})
        return
    print_wrapped(f"{len(written)} of {len(games)} games are in {folder}.")
    reasons = Counter(each.why_not for each in games if each.content is None)
    for reason, times in reasons.items():
        print_wrapped(f"Left out, {times}: {reason}.")


def _with_first_moves(desk: Desk, snapshot: Snapshot) -> Snapshot:
    # Tables are folded for this alone; other commands need not load what folds them.
    from wordwaiter.paper.event import event_of

    with desk.reading() as journal:
        return replace(snapshot, tournament=event_of(journal, snapshot.stream).rated)


def _exported(snapshot: Snapshot, what: Form, division: str | None, after_round: int | None) -> Listing | str:
    """Lines under headings, or the text of a file that has a form of its own."""
    tournament = snapshot.tournament
    match what:
        case Form.ENTRANTS:
            return entrants_listing(tournament)
        case Form.STANDINGS:
            return standings_listing(tournament, the_division(tournament, division), after_round)
        case Form.RESULTS:
            return results_listing(tournament, the_division(tournament, division))
        case Form.LEDGER:
            return ledger_listing(tournament)
        case Form.T:
            return t_text(tournament, the_division(tournament, division))
        case Form.TOU:
            named = (the_division(tournament, division),) if division else tuple(tournament.divisions)
            return tou_text(tournament, named)
        case Form.GCG:
            raise MalformedError("no-folder", "games need a folder, one file each")
        case Form.FACTS:
            lines = ({"kind": fact.kind, "actor": fact.actor, **fact.body} for fact in snapshot.facts)
            return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)
        case _:
            assert_never(what)
