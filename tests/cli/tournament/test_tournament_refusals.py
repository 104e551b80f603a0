"""What a tournament's commands refuse, and two processes that give them at once."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall
from web.forked import Forker
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.store.journal import Journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    return Hall(run, tmp_path / "event.db")


def test_a_journal_that_is_not_there_is_refused_and_not_made(hall: Hall) -> None:
    for command in (["status"], ["add", "Ann"], ["funds"], ["pair"]):
        hall.tried(*command).refused(str(hall.db))
    assert not hall.db.exists()


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["new", "Other"], ["--rulebook"]),
        (["new", "Other", "--rulebook", "chess"], ["chess", "ontario"]),
        (["new", "Other", "-d", "A"], ["NAME=RULEBOOK"]),
        (["new", "Other", "-d", "A=iowa,old"], ["65-74 or 75+"]),
        (["new", "Other", "--rulebook", "club", "--date", "31.12.2026"], ["2026-06-20"]),
        (["add", "Zoe", "-d", "Z"], ["there is no division 'Z'; choose from: A, B"]),
        (["add", "Zoe"], ["--division", "A, B"]),
        (["check-in", "Zoe"], ["nobody is called"]),
        (["check-in", "P"], ["'P' could be Pam (3), Pat (4)"]),
        (["check-in"], ["name at least one person to check in"]),
        (["result", "9", "400", "300", "-d", "A"], ["nobody of A sits at table 9"]),
        (["result", "1", "400", "-d", "A"], ["table 1 needs 2 totals"]),
        (["result", "1", "400", "many", "-d", "A"], ["'many' is not a whole number"]),
        (["result", "1", "400", "300", "--round", "7", "-d", "A"], ["no round 7"]),
        (["result", "1", "400", "99999", "-d", "A"], ["99999"]),
        (["result", "1", "4", "3", "-d", "A", "--decide", "--cancel"], ["choose one"]),
        (["pair", "-d", "B", "--game", "Pam"], ["'ANN / BOB'"]),
        (["funds", "take", "donation", "1.234"], ["12.50"]),
        (["funds", "take", "peek", "1"], ["buy the peek"]),
        (["funds", "receipt", "5"], ["no line 5"]),
        (["challenge", "Ann", "Bob", "99", "QI", "--member", "x"], ["is not a square"]),
        (["import", "nowhere.csv"], ["nowhere.csv"]),
        (["import-t", "nowhere.t"], ["nowhere.t"]),
        (["demo", "chess"], ["chess"]),
        (["call"], ["enter a whole number: table"]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_in_one_line(
    event: Hall, arguments: list[str], parts: list[str]
) -> None:
    before = event.told("status")
    event.tried(*arguments).refused(*parts)
    assert event.told("status")["version"] == before["version"]


@pytest.fixture
def event(hall: Hall) -> Hall:
    """Ann and Bob play in A; Pam and Pat are entered in B."""
    club = shipped_format("club")
    commands: list[c.Command] = [
        c.OpenDivision("Dora", "A", club),
        c.OpenDivision("Dora", "B", club),
        c.Register("Dora", "A", (single(Profile("Ann")), single(Profile("Bob")))),
        c.Register("Dora", "B", (single(Profile("Pam")), single(Profile("Pat")))),
        c.CheckIn("Dora", (1, 2)),
        c.PublishRound("Dora", "A", (Seating(1, (1, 2)),)),
        c.StartRound("Dora", "A"),
    ]
    with Journal.open(hall.db) as journal:
        context, dora = Context.at_desk(journal), director_of_everything("Dora")
        begin_tournament(
            context, dora, c.OpenTournament("Dora", "Club day", names=PublicNames.FULL), commands
        )
    return hall


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["add", "ann", "-d", "B"], ["ann is entered already"]),
        (["division", "A", "--rulebook", "club"], ["there is already a division A"]),
        (["change-division", "B", "A"], ["there is already a division A"]),
        (["pair", "-d", "A"], ["still open"]),
        (["pair", "-d", "B"], []),
        (["close", "-d", "A"], ["table 1", "no result"]),
        (["start", "-d", "A"], ["is running"]),
        (["buy", "Ann", "1"], ["takes no tiles out"]),
        (["add", "Ann & Co", "-d", "A", "--partner", "Zoe"], ["people, but an entry in A needs 1"]),
        (["funds", "pay-tab", "Ann"], ["nothing on the tab"]),
    ],
)
def test_what_the_rules_forbid_is_refused_with_status_1(
    event: Hall, arguments: list[str], parts: list[str]
) -> None:
    event.tried(*arguments).refused(*parts, status=1)


def test_a_division_file_that_names_players_who_do_not_exist_makes_nothing(
    hall: Hall, tmp_path: Path
) -> None:
    (tmp_path / "bad.t").write_text("Ann  1500 7; 400\nBob  1400 1; 300\n")
    hall.tried("import-t", tmp_path / "bad.t").refused("bad.t:1", "met player 7")
    assert not hall.db.exists()


def at_once(forker: Forker, folder: Path, *commands: list[str]) -> list[tuple[int, str]]:
    """Status and error of commands that run at the same time, each in a process of its own."""
    running = [forker.start(["tournament", *each], folder) for each in commands]
    ended = [(process, process.communicate()[1]) for process in running]
    return [(process.wait(), err) for process, err in ended]


def test_two_processes_hand_in_results_at_once_and_both_are_kept(
    forker: Forker, hall: Hall, tmp_path: Path
) -> None:
    hall("new", "Club day", "--rulebook", "club")
    for name in ("Ann", "Bob", "Cy", "Di"):
        hall("add", name)
    hall("check-in", "--all")
    db = ["--db", str(hall.db)]
    # Both would publish round 1: one does, the other is told.
    ends = sorted(at_once(forker, tmp_path, ["pair", *db], ["pair", *db]))
    assert [status for status, _ in ends] == [0, 1]
    assert ends[1][1] == "wordwaiter: round 1 of Open is still open; close it first\n"
    hall("start")
    handed_in = ["result", "1", "400", "300", *db], ["result", "2", "380", "390", *db]
    assert at_once(forker, tmp_path, *handed_in) == [(0, ""), (0, "")]
    hall("close")
    assert sum(line["wins"] for line in hall.standings()["Open"]) == 2
