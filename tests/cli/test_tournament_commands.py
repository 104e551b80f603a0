"""The commands of a tournament beside the day itself: entries, the Bee, money, files, examples."""

import subprocess
from pathlib import Path

import pytest

from cli.conftest import COMMAND, Run
from cli.tournament_desk import Hall
from wordwaiter.service.tournaments import begin_tournament
from wordwaiter.store.journal import Journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants import Profile, single
from wordwaiter.tournament.format_reading import shipped_format
from wordwaiter.tournament.rounds import Seating

DIVISION_FILE = Path(__file__).parent.parent / "tournament" / "data" / "published-division.t"
EXAMPLES = ("iowa", "grand-island", "ontario", "androscoggin", "bee")


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    return Hall(run, tmp_path / "event.db")


# ---------------------------------------------------------------- entries


def test_divisions_with_ages_take_entries_from_a_file(hall: Hall, tmp_path: Path) -> None:
    hall("new", "Seniors", "-d", "65-74=iowa,65-74", "-d", "75+=iowa,75+", "--sets", "1", "--clocks", "0")
    people = tmp_path / "people.csv"
    people.write_text(
        "\ufeffname;division;age;set\n"
        '"Lee, Ann";65-74;70;yes\n'
        "Bob;65-74;80;no\n"
        "Cy;75+;;no\n"
        "Di;seniors;70;no\n"
        "Ed;75+;81;maybe\n"
        "Flo;75+;75;no\n",
        "utf-8",
    )
    refused = hall.tried("import", people)
    refused.refused(f"{people}:3: Bob is 80", "and 3 more", "nobody was entered")
    assert hall.told("entrants")["entrants"] == []
    shown = hall.tried("import", people, "--preview")
    assert shown.status == 2
    for part in (
        "line 3: Bob is 80",
        "line 4: say how old Cy is",
        "line 5: there is no division",
        "line 6: set",
    ):
        assert part in shown.out
    assert "2 would be entered; 4 faults." in shown.out
    hall("import", people, "--leave-out-faulty")
    assert [each["name"] for each in hall.told("entrants")["entrants"]] == ["Lee, Ann", "Flo"]
    hall("add", "Gus", "-d", "65-74", "--age", "66", "--club", "Ames", "--need", "large-print")
    hall("merge", "75+", "65-74", "--reason", "one entry")
    told = hall.told("status")
    assert [(each["name"], each["entrants"]) for each in told["divisions"]] == [("65-74", 3)]
    assert (told["sets_missing"], told["boards_without_clock"]) == (0, 1)
    again = tmp_path / "again.csv"
    hall("export", "entrants", "--to", again)
    assert again.read_text("utf-8").startswith("division,name,club,age,set,clock,needs")


def test_people_check_in_leave_and_move(hall: Hall) -> None:
    hall("new", "Club day", "-d", "A=club", "-d", "B=club")
    for name in ("Ann", "Bob", "Cy", "Di"):
        hall("add", name, "-d", "A")
    hall("move", "Di", "B", "--reason", "asked for it")
    hall("check-in", "Ann", "2", "Cy")
    hall("check-in", "Cy", "--cancel")
    hall("withdraw", "Bob", "--reason", "a cold")
    states = {each["name"]: (each["division"], each["state"]) for each in hall.told("entrants")["entrants"]}
    assert states == {
        "Ann": ("A", "here"), "Bob": ("A", "withdrawn"), "Cy": ("A", "expected"), "Di": ("B", "expected"),
    }  # fmt: skip
    hall("check-in", "--all", "-d", "A")
    hall.tried("check-in", "--all", "-d", "A").refused("nobody is left")


def test_the_format_of_one_division_changes_and_the_log_says_so(hall: Hall) -> None:
    hall("new", "Club day", "-d", "A=club", "-d", "B=club")
    out = hall("format", "-d", "A", "--rounds", "3", "--pairing", "round-robin", "--reason", "only four").out
    assert "rounds.count" in out
    assert [each["rounds"] for each in hall.told("status")["divisions"]] == [3, 6]
    assert "only four" in hall("log").out


def test_a_table_calls_and_is_answered(hall: Hall) -> None:
    hall("new", "Club day", "--rulebook", "club")
    hall("call", "4", "--wanted", "judge", "--reason", "a hold")
    assert hall.told("status")["calls"] == [{"number": 1, "table": 4, "wanted": "judge"}]
    hall("call", "--answer", "1", "--by", "Judith")
    hall("call", "--end", "1", "--reason", "the word was bad")
    assert hall.told("status")["calls"] == []


# ---------------------------------------------------------------- the Bee and its money


def test_an_evening_of_the_bee(hall: Hall) -> None:
    hall("new", "Bee", "--rulebook", "bee")
    for team in ("Owls", "Jays", "Wrens"):
        members = [part for index in range(1, 5) for part in ("-m", f"{team} {index}")]
        hall("add", team, "-d", "hare", *members)
    hall("check-in", "--all")
    hall("pair", "-d", "Hare")
    hall.tried("start", "-d", "Hare").refused("starting word", status=1)
    words = ("--start", "literacy", "--surprise", "turtle", "--sponsor", "Rotary", "--sponsor", "B&B")
    out = hall("announce", "-d", "Hare", *words).out
    assert "starting word LITERACY" in out
    assert "Beware: no team can lay B&B" in out
    hall("start", "-d", "Hare")
    assert "Peek 1: OCCURED is not good; $1, tab." in hall("peek", "Jays", "occured", "--not-good").out
    hall("peek", "Jays", "OCCURRED")
    hall("answer", "2", "--good")
    hall.tried("answer", "2", "--not-good").refused("final", status=1)
    hall("stop", "-d", "Hare")
    for table, total in (("1", "812"), ("2", "790"), ("3", "805")):
        hall("result", table, total)
    hall("challenge", "Jays", "Owls", "3C", "IRREGARDS", "--points", "14", "--member", "Jays 3")
    hall("rule", "Jays", "--not-good", "--ground", "in neither dictionary")
    hall.tried("challenge", "Jays", "Wrens", "3C", "THRUM", "--points", "9", "--member", "Jays 1").refused(
        "bee-challenge", status=1
    )
    hall("close", "-d", "Hare")
    # 812 - 14, 790 + 14.
    assert [(line["entrant"], line["total"]) for line in hall.standings("-d", "Hare")["Hare"]] == [
        ("Wrens", 805), ("Jays", 804), ("Owls", 798),
    ]  # fmt: skip

    hall("announce", "-d", "Hare", "--start", "READER")
    hall("pair", "-d", "Hare")
    hall("start", "-d", "Hare", "--draw-tiles")
    assert hall("buy", "Owls", "2", "--pay", "cash").out.endswith("; $10, cash.\n")
    hall("buy", "Wrens", "all")
    hall.tried("buy", "Owls", "few").refused("how many tiles")
    hall("funds", "target", "300")
    hall("funds", "take", "donation", "55.50", "--note", "the hat")
    hall("funds", "take", "sponsor", "100", "--pay", "card", "--note", "Rotary")
    hall("funds", "reverse", "6", "--reason", "it was a pledge only")
    hall("funds", "pledge", "Owls", "Aunt May", "0.05", "--most", "50")
    hall("funds", "pay-tab", "Wrens", "--pay", "cash")
    # Two peeks 2, two tiles 10, all tiles 150, the hat 55.50.
    told = hall.told("funds")
    assert (told["total_cents"], told["target_cents"]) == (21_750, 30_000)
    assert (told["cash_cents"], told["tabs_cents"]) == (1_000 + 5_550 + 15_000, 200)
    assert told["by_fund"] == {
        "peek": 200, "tiles": 1_000, "all-tiles": 15_000, "donation": 5_550, "sponsor": 0,
    }  # fmt: skip
    # 5 cents for each of the Owls' 798 points, and no more than the most.
    assert told["pledges"] == [{"team": "Owls", "donor": "Aunt May", "points": 798, "cents": 3_990}]
    without = {each["name"]: each for each in hall.told("funds", "bought", "-d", "Hare")["teams"]}
    assert without["Jays"]["total_without"] == 804
    assert without["Owls"]["total_without"] == 798 - without["Owls"]["bought_points"]
    assert "Wrens" in hall("funds", "bought", "-d", "Hare").out
    assert "$0.50 missing" in hall("funds", "count", "215").out
    assert "$217.50 raised of $300 hoped for" in hall("funds").out
    assert "$55.50, cash" in hall("funds", "receipt", "5").out
    assert hall("export", "ledger").out.count("\n") == 8


def test_options_before_the_word_that_they_would_be_lost_for_are_refused(hall: Hall) -> None:
    hall("new", "Bee", "--rulebook", "bee")
    hall.run("tournament", "funds", "--db", hall.db, "take", "donation", "5").refused("after take")


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_half_played_and_has_standings(hall: Hall, name: str) -> None:
    hall("demo", name)
    status = hall.told("status")
    stages = {each["stage"] for each in status["divisions"]}
    assert "running" in stages
    for division, lines in hall.standings().items():
        assert len(lines) >= 6, division
        for line in lines:
            assert {"rank", "entrant"} < line.keys()
    assert any((lines[0]["rank"] == 1 and "total" in lines[0]) or "points" in lines[0]
               for lines in hall.standings().values())  # fmt: skip
    for shown in ("status", "standings", "award", "funds", "entrants", "log"):
        hall(shown)
    assert hall.run("journal", "verify", "--db", hall.db).status == 0


def test_an_example_can_be_played_on(hall: Hall) -> None:
    hall("demo", "ontario")
    missing = hall.told("status")["divisions"][0]["missing"]
    for line in missing:
        table = line.split()[1]
        hall("result", table, "400", "350")
    hall("close")
    assert hall.told("status")["divisions"][0]["stage"] == "closed"
    assert [each["award"] for each in hall.told("award")["awards"]] == ["bronze", "silver", "gold"]


def test_an_example_never_hides_a_real_tournament(hall: Hall) -> None:
    hall("new", "The real one", "--rulebook", "club")
    hall.tried("demo", "iowa").refused("The real one is in", "another file", status=1)


def test_each_example_is_told_apart_by_its_number(hall: Hall) -> None:
    hall("demo", "iowa")
    hall("demo", "ontario")
    assert [each["tournament"] for each in hall.told("list")] == ["example-1", "example-2"]
    assert list(hall.standings()) == ["Open"]
    assert list(hall.standings("--tournament", "example-1")) == ["55-64", "65-74"]
    hall.tried("status", "--tournament", "example-9").refused("example-1, example-2")


# ---------------------------------------------------------------- files


def test_a_division_file_keeps_the_ranks_of_every_round(hall: Hall) -> None:
    hall("import-t", DIVISION_FILE, "--rulebook", "club", "--name", "Open 2023")
    lines = DIVISION_FILE.read_text("utf-8").splitlines()
    names = [" ".join(line.split()[:2]) for line in lines]
    ranks = [line.partition("rrank ")[2].partition(";")[0].split() for line in lines]
    for number in (1, 12, 23):
        (division,) = hall.standings("--round", str(number)).values()
        rank_of = {line["entrant"]: line["rank"] for line in division}
        for name, told in zip(names, ranks, strict=True):
            # Nobody is ranked in the file after the round in which they withdrew.
            if number < len(told):
                assert rank_of[name] == int(told[number])


def test_a_cap_of_the_spread_holds_round_by_round(hall: Hall, tmp_path: Path) -> None:
    (tmp_path / "a.t").write_text(
        "Ann  1500 2 3 4; 500 400 300\n"
        "Bob  1400 1 4 3; 300 410 390\n"
        "Cy   1300 4 1 2; 400 400 410\n"
        "Di   1200 3 2 1; 380 390 500\n"
    )
    hall("import-t", tmp_path / "a.t", "--rulebook", "club", "--spread-cap", "100,100,150")
    # Ann +200 counts 100, a tie, -200 counts -150. Bob -100, +20, -20. Cy +20, 0, +20. Di -20, -20, +150.
    (lines,) = hall.standings().values()
    assert [(line["rank"], line["entrant"], line["wins"], line["spread"]) for line in lines] == [
        (1, "Cy", 2.5, 40), (2, "Ann", 1.5, -50), (3, "Di", 1, 110), (4, "Bob", 1, -100),
    ]  # fmt: skip
    hall.tried("import-t", tmp_path / "a.t", "--spread-cap", "100;x").refused("100,100,150")


def test_results_go_out_for_other_programs(hall: Hall, tmp_path: Path) -> None:
    hall("import-t", DIVISION_FILE, "--date", "2023-02-04")
    out = tmp_path / "out.t"
    hall("export", "t", "--to", out)
    hall.tried("export", "t", "--to", out).refused(str(out))
    assert hall.run("tournament", "export", "tou", "--db", hall.db).out.startswith("*M04.02.2023")
    assert hall("export", "results").out.startswith("round,table,board,first,second")
    assert hall("export", "standings", "--round", "2").out.startswith("rank,entrant,wins,spread,note")
    assert hall.run("tournament", "export", "facts", "--db", hall.db).out.startswith(
        '{"kind":"tournament.opened"'
    )
    again = Hall(hall.run, tmp_path / "again.db")
    again("import-t", out)
    assert again.standings()["A"] == hall.standings()["A"]


# ---------------------------------------------------------------- bad input


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
        (["add", "Zoe", "-d", "Z"], ["there is no division 'Z'; there are: A, B"]),
        (["add", "Zoe"], ["--division", "A, B"]),
        (["check-in", "Zoe"], ["there is no 'Zoe'"]),
        (["check-in", "P"], ["'P' may be Pam (3), Pat (4)"]),
        (["check-in"], ["say who"]),
        (["result", "9", "400", "300", "-d", "A"], ["nobody of A sits at table 9"]),
        (["result", "1", "400", "-d", "A"], ["table 1 needs 2 totals"]),
        (["result", "1", "400", "many", "-d", "A"], ["scores", "integer"]),
        (["result", "1", "400", "300", "--round", "7", "-d", "A"], ["no round 7"]),
        (["result", "1", "400", "99999", "-d", "A"], ["99999"]),
        (["result", "1", "4", "3", "-d", "A", "--decide", "--cancel"], ["choose one"]),
        (["pair", "-d", "B", "--game", "Pam"], ["'ANN / BOB'"]),
        (["funds", "take", "donation", "1.234"], ["12.50"]),
        (["funds", "take", "peek", "1"], ["buy the peek"]),
        (["funds", "receipt", "5"], ["no line 5"]),
        (["challenge", "Ann", "Bob", "99", "QI", "--points", "1", "--member", "x"], ["is not a square"]),
        (["import", "nowhere.csv"], ["nowhere.csv"]),
        (["import-t", "nowhere.t"], ["nowhere.t"]),
        (["demo", "chess"], ["chess"]),
        (["call"], ["which table"]),
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
        begin_tournament(journal, c.OpenTournament("Dora", "Club day"), commands)
    return hall


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["add", "ann", "-d", "B"], ["there is a ann already"]),
        (["division", "A", "--rulebook", "club"], ["there is a division A already"]),
        (["pair", "-d", "A"], ["not closed"]),
        (["pair", "-d", "B"], []),
        (["close", "-d", "A"], ["table 1", "no result"]),
        (["start", "-d", "A"], ["is running"]),
        (["buy", "Ann", "1"], ["no tiles are taken out"]),
        (["add", "Ann & Co", "-d", "A", "--partner", "Zoe"], ["an entrant in A has 1"]),
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


# ---------------------------------------------------------------- two at once


def at_once(*commands: list[str]) -> list[tuple[int, str]]:
    """Status and error of commands that run at the same time, each in a process of its own."""
    running = [
        subprocess.Popen([COMMAND, "tournament", *each], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for each in commands
    ]
    ended = [(process, process.communicate()[1].decode()) for process in running]
    return [(process.returncode, err) for process, err in ended]


def test_two_processes_hand_in_results_at_once_and_both_are_kept(hall: Hall) -> None:
    hall("new", "Club day", "--rulebook", "club")
    for name in ("Ann", "Bob", "Cy", "Di"):
        hall("add", name)
    hall("check-in", "--all")
    db = ["--db", str(hall.db)]
    # Both would publish round 1: one does, the other is told.
    ends = sorted(at_once(["pair", *db], ["pair", *db]))
    assert [status for status, _ in ends] == [0, 1]
    assert ends[1][1] == "wordwaiter: round 1 of Open is not closed yet\n"
    hall("start")
    assert at_once(["result", "1", "400", "300", *db], ["result", "2", "380", "390", *db]) == [
        (0, ""),
        (0, ""),
    ]
    hall("close")
    assert sum(line["wins"] for line in hall.standings()["Open"]) == 2
