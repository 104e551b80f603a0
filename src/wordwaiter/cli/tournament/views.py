"""Views of a tournament: list, log, entrants, standings, awards."""

from dataclasses import asdict

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import Desk, looking
from wordwaiter.cli.tournament.names import the_division
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.errors import MalformedError
from wordwaiter.sentences import day_in_words
from wordwaiter.service.tournaments.snapshots import load_tournament, tournament_streams
from wordwaiter.service.tournaments.tournaments import log_lines
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.standings.awards import Award, awards, ceremony
from wordwaiter.tournament.standings.standings import Standings, half_text
from wordwaiter.tournament.standings.standings import standings as standings_of
from wordwaiter.tournament.state import Tournament


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("list")(looking(list_))
    group.command("log")(looking(log))
    group.command("entrants")(looking(entrants))
    group.command("standings")(looking(standings))
    group.command("award")(looking(award))


def list_(desk: Desk) -> None:
    """List the tournaments of the journal; the latest is meant where none is named."""
    with desk.reading() as journal:
        kept = [load_tournament(journal, stream) for stream in tournament_streams(journal)]
    if desk.as_json:
        print_json([{"tournament": each.stream, "name": each.tournament.name} for each in kept])
    elif kept:
        rows = [(each.stream, each.tournament.name, day_in_words(each.tournament.date)) for each in kept]
        print_table(("Tournament", "Name", "Day"), rows)
    else:
        print("There is no tournament yet; begin with: wordwaiter tournament new")


def log(
    desk: Desk, newest: int | None = typer.Option(None, help="Only this many of the latest lines.")
) -> None:
    """Tell all that has happened, by whom, sentence by sentence; the number before a line is for undo."""
    with desk.reading() as journal:
        lines = list(log_lines(load_tournament(journal, desk.which)))
    lines = lines if newest is None else lines[-newest:]
    if desk.as_json:
        print_json({"log": [asdict(line) for line in lines]})
        return
    for line in lines:
        print_wrapped(f"{line.number:>4}  {line.by}: {line.sentence}")


def entrants(
    desk: Desk, division: str | None = typer.Option(None, "--division", "-d", help="Only this division.")
) -> None:
    """List everybody with number, club and whether they are here."""
    tournament = desk.look().tournament
    wanted = division and the_division(tournament, division)
    rows = [
        {
            "number": each.number,
            "name": each.name,
            "entrant": entrant.name,
            "division": entrant.division,
            "club": each.profile.club,
            "state": _state(tournament, each.number),
        }
        for entrant in tournament.entrants.values()
        if wanted in (None, entrant.division)
        for each in entrant.contenders
    ]
    if desk.as_json:
        print_json({"entrants": rows})
        return
    shown = [
        (row["number"], row["name"], row["division"], row["club"], row["state"],
         "" if row["entrant"] == row["name"] else row["entrant"])
        for row in rows
    ]  # fmt: skip
    heads = ("No.", "Name", "Division", "Club", "State", "Pair")
    pairs = any(row[-1] for row in shown)
    print_table(heads if pairs else heads[:-1], shown if pairs else [row[:-1] for row in shown])


def _state(tournament: Tournament, contender: int) -> str:
    gone = tournament.departures.get(contender)
    if gone is not None:
        return gone.how.value
    return "here" if contender in tournament.here else "expected"


# ---------------------------------------------------------------- standings and awards


def standings(
    desk: Desk,
    division: str | None = typer.Option(None, "--division", "-d", help="Only this division."),
    round_number: int | None = typer.Option(None, "--round", help="The standings after this round."),
    why: bool = typer.Option(False, "--why", help="Explain each line."),
) -> None:
    """Print the standings of each division, by what its rulebook ranks by."""
    tournament = desk.look().tournament
    names = list(tournament.divisions) if division is None else [the_division(tournament, division)]
    if round_number is not None and not any(
        1 <= round_number <= len(tournament.rounds_of(name)) for name in names
    ):
        raise MalformedError("no-such-round", f"no round {round_number} was published")
    tables = [standings_of(tournament, name, round_number) for name in names]
    if desk.as_json:
        print_json({"tournament": tournament.name, "divisions": [table.plain() for table in tables]})
        return
    for index, table in enumerate(tables):
        if index:
            print()
        _print_standings(table, why=why)


def _print_standings(table: Standings, *, why: bool) -> None:
    after = f"after round {table.after_round}" if table.after_round else "before the first round"
    print(f"{table.division}, {after}{' (not all results are in)' if table.is_provisional else ''}")
    heads = ("", "Entrant", *(each.value.replace("-", " ").capitalize() for each in table.criteria))
    rows = [(line.rank, line.name, *map(_shown, table.criteria, line.values)) for line in table.lines]
    print_table(heads, rows)
    for line in table.lines:
        if line.note:
            print_wrapped(f"{line.name}: {line.note}")
    for line in table.lines if why else ():
        print()
        print(line.name)
        for sentence in line.why:
            print_wrapped(sentence, indent="  ")


def _shown(criterion: Criterion, value: tuple[int, ...]) -> object:
    match criterion:
        case Criterion.WINS:
            return half_text(value[0])
        case Criterion.SPREAD:
            return f"{value[0]:+,d}"
        case Criterion.HIGHEST_GAMES:
            return " ".join(map(str, value))
        case Criterion.POINTS | Criterion.TOTAL:
            return value[0]


def award(
    desk: Desk,
    division: str | None = typer.Option(None, "--division", "-d", help="Only this division."),
) -> None:
    """List medals and prizes in the order of the ceremony, with everybody who gets one."""
    tournament = desk.look().tournament
    given = (
        ceremony(tournament)
        if division is None
        else tuple(reversed(awards(tournament, the_division(tournament, division))))
    )
    if desk.as_json:
        print_json({"tournament": tournament.name, "awards": [_plain_award(each) for each in given]})
        return
    if any(tournament.open_round(name) for name in tournament.divisions):
        print("A round is not closed: these may change.")
    elif left := [name for name in tournament.divisions if _has_rounds_left(tournament, name)]:
        print_wrapped(f"Rounds are yet to be played in {', '.join(left)}: these may change.")
    if not given:
        print("Nobody has played yet.")
        return
    for each in given:
        print_wrapped(f"{each.category}, {each.what.value}: {each.name} ({each.why})")
        if each.recipients != (each.name,):
            print_wrapped(", ".join(each.recipients), indent="    ")


def _has_rounds_left(tournament: Tournament, division: str) -> bool:
    entered = tournament.entrants_of(division)
    counted = tournament.division(division).format.counted_rounds
    return bool(entered) and len(tournament.rounds_of(division)) < counted


def _plain_award(award: Award) -> dict[str, object]:
    return {
        "division": award.division,
        "category": award.category,
        "award": award.what.value,
        "entrant": award.name,
        "recipients": list(award.recipients),
        "why": award.why,
        "shared": award.shared,
    }
