"""A small Ontario day run with commands alone: four pairs, a default, sheets that differ; worked by hand."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall

PAIRS = (("Ann", "Abe", "A"), ("Bea", "Bob", "B"), ("Cat", "Cy", "C"), ("Dot", "Dan", "D"))


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    hall = Hall(run, tmp_path / "day.db")
    hall("new", "Doubles", "--rulebook", "ontario", "--date", "2026-06-20")
    for one, other, name in PAIRS:
        hall("add", one, "--partner", other, "--pair", name, "--age", "60", "--partner-age", "61")
    hall("check-in", "--all")
    return hall


def play_round(hall: Hall, *results: str) -> None:
    """A round that is published, started, handed in and closed: `400 350` for each table."""
    hall("start")
    for table, scores in enumerate(results, start=1):
        hall("result", str(table), *scores.split())
    hall("close")


def game_one(hall: Hall) -> None:
    hall("pair", "--game", "Ann/Bea", "--game", "Abe / Cat", "--game", "Bob/Dot", "--game", "dan/cy")
    play_round(hall, "400 350", "380 370", "375 310", "390 300")


@pytest.mark.long
def test_a_whole_day(hall: Hall) -> None:
    game_one(hall)
    # A has two wins, B and D one each; Dan's 390 is higher than Bob's 375.
    assert [(line["rank"], line["entrant"], line["points"]) for line in hall.standings()["Open"]] == [
        (1, "A", 4), (2, "D", 2), (3, "B", 2), (4, "C", 0),
    ]  # fmt: skip

    # By the scores just made: Ann 400, Dan 390; Abe 380, Bob 375; Cat 370, Bea 350; Dot 310, Cy 300.
    published = hall.told("pair")["facts"][0]
    numbers = {each["number"]: each["name"] for each in hall.told("entrants")["entrants"]}
    games = [[numbers[side] for side in each["sides"]] for each in published["seatings"]]
    assert [set(game) for game in games] == [
        {"Ann", "Dan"}, {"Abe", "Bob"}, {"Bea", "Cat"}, {"Cy", "Dot"},
    ]  # fmt: skip
    made = {"Ann": 350, "Dan": 350, "Abe": 320, "Bob": 410, "Cat": 431, "Bea": 300, "Dot": 330, "Cy": 340}
    play_round(hall, *(" ".join(str(made[name]) for name in game) for game in games))
    # A 4 + 1, B 2 + 2, C 0 + 2 + 2, D 2 + 1; C is ahead of B by 431 against 410.
    lines = hall.standings()["Open"]
    assert [(line["entrant"], line["points"]) for line in lines] == [("A", 5), ("C", 4), ("B", 4), ("D", 3)]
    assert lines[1]["highest-games"] == [431, 370, 340, 300]

    # Ann goes home: first what it would do, then the decision.
    moves = hall.told("default", "Ann", "--preview")["would_move"]
    assert {(each["entrant"], each["before"], each["after"]) for each in moves} == {
        ("A", 1, None), ("C", 2, 1), ("B", 3, 2), ("D", 4, 3),
    }  # fmt: skip
    assert hall.standings()["Open"][0]["entrant"] == "A"
    hall.tried("default", "Ann").refused("give a reason")
    assert "not ranked" in hall("default", "Ann", "--reason", "went home ill").out

    # Seven are left. The sheets of table 1 differ by ten.
    hall.tried(
        "pair", "--game", "Dan / Dot", "--game", "Cat/Bob", "--game", "Bea/Abe", "--bye", "Cy"
    ).refused("ontario-2", status=1)
    hall.tried("pair", "--game", "Cat/Bob", "--game", "Dan/Bea", "--game", "Dot/Abe", "--bye", "Cy").refused(
        "Abe cannot be ranked; let Abe rest instead of Cy", status=1
    )
    hall("pair", "--game", "Cat/Bob", "--game", "Dan/Bea", "--game", "Dot/Cy", "--bye", "Abe")
    hall("start")
    hall("result", "1", "360", "350", "--signed", "Cat")
    assert "The sheets differ" in hall("result", "1", "360", "360", "--signed", "Bob").out
    hall("result", "2", "400", "345")
    hall("result", "3", "355", "365", "--signed", "Dot")
    hall.tried("close").refused(
        "table 1 (Cat and Bob): the sheets say 360-350 and 360-360",
        "table 3 (Dot and Cy): not signed by Cy",
        status=1,
    )
    hall("result", "1", "360", "360", "--decide", "--reason", "added again with both")
    hall("result", "3", "355", "365", "--decide", "--reason", "Cy had to leave")
    hall("close")
    hall("result", "3", "375", "312", "--round", "1", "--correct", "--reason", "a 2 that looked like a 0")

    # C 4 + 1 + 2, B 4 + 1, D 3 + 2; B is ahead of D by 410 against 400. Abe alone has 2 + 0 + 2 for the bye.
    lines = hall.standings()["Open"]
    assert [(line["rank"], line["entrant"], line["points"]) for line in lines] == [
        (1, "C", 7), (2, "B", 5), (3, "D", 5), (None, "A", 4),
    ]  # fmt: skip
    assert lines[2]["highest-games"] == [400, 390, 355, 350, 330, 312]
    assert lines[3]["note"] == "not ranked: Ann defaulted (went home ill) (ontario-a-default)"
    given = [(each["award"], each["recipients"]) for each in hall.told("award")["awards"]]
    assert given == [("bronze", ["Dot", "Dan"]), ("silver", ["Bea", "Bob"]), ("gold", ["Cat", "Cy"])]
    hall.tried("pair").refused("3 rounds", status=1)
    assert hall.run("journal", "verify", "--db", hall.db).status == 0


@pytest.mark.long
def test_the_standings_after_an_earlier_round_stay_as_they_were(hall: Hall) -> None:
    game_one(hall)
    hall("pair")
    play_round(hall, "300 400", "300 400", "300 400", "300 400")
    first = hall.standings("--round", "1")["Open"]
    assert [(line["entrant"], line["points"]) for line in first] == [("A", 4), ("D", 2), ("B", 2), ("C", 0)]
    hall.tried("standings", "--round", "3").refused("no round 3 was published")


@pytest.mark.long
def test_standings_are_a_table_of_what_the_rulebook_ranks_by(hall: Hall) -> None:
    game_one(hall)
    assert hall("standings").out.splitlines() == [
        "Open, after round 1",
        "   Entrant  Points  Highest games",
        "1  A             4  400 380",
        "2  D             2  390 310",
        "3  B             2  375 350",
        "4  C             0  370 300",
    ]
    assert "ahead of B: level on points, highest games 390 against 375" in hall("standings", "--why").out


def test_a_preview_of_the_draw_is_the_draw(hall: Hall) -> None:
    shown = hall.told("pair", "--preview")["games"]
    assert hall.told("status")["divisions"][0]["round"] == 0
    published = hall.told("pair")["facts"][0]["seatings"]
    names = {each["number"]: each["name"] for each in hall.told("entrants")["entrants"]}
    assert [[names[side] for side in each["sides"]] for each in published] == [
        each["sides"] for each in shown
    ]
    hall("pair", "--withdraw", "--reason", "somebody came late")
    assert hall.told("pair", "--seed", "7")["facts"][0]["kind"] == "tournament.round_published"


def test_the_last_step_is_taken_back_by_a_step_of_its_own(hall: Hall) -> None:
    hall("pair", "--game", "Ann/Bea", "--game", "Abe/Cat", "--game", "Bob/Dot", "--game", "Dan/Cy")
    hall("start")
    hall("result", "1", "400", "350")
    hall.tried("undo").refused("give a reason")
    hall("undo", "--reason", "the wrong table")
    status = hall.told("status")["divisions"][0]
    assert "table 1 (Ann and Bea): no result" in status["missing"]
    assert len(status["missing"]) == 4
    log = hall.told("log", "--newest", "1")["log"]
    assert log[0]["sentence"] == "Open, round 1, table 1: the result is withdrawn: the wrong table"


def test_an_earlier_line_is_taken_back_unless_something_was_built_on_it(hall: Hall) -> None:
    hall("default", "Ann", "--reason", "not seen")
    line = hall.told("log")["log"][-1]["number"]
    hall("funds", "take", "donation", "12")
    shown = hall("undo", str(line), "--reason", "was in the garden").out
    assert "Ann" in shown
    assert {each["state"] for each in hall.told("entrants")["entrants"]} == {"here"}
    hall.tried("undo", str(line), "--reason", "again").refused(f"line {line}", "depends on", status=1)
    hall.tried("undo", "999", "--reason", "what").refused("no line 999")


@pytest.mark.long
def test_the_day_is_laid_out_and_moved(hall: Hall) -> None:
    assert "no timetable yet" in hall("timetable").out
    shown = hall("timetable", "make", "9:30", "--between", "10", "--break", "Lunch 45 after 2").out
    assert [line.split()[1:4] for line in shown.splitlines()[2:]] == [
        ["09:30", "10:20", "Round"],
        ["10:30", "11:20", "Round"],
        ["11:20", "12:05", "Lunch"],
        ["12:05", "12:55", "Round"],
        ["13:05", "13:25", "Ceremony"],
    ]
    hall("timetable", "add", "9:00", "30", "Doors")
    moved = hall("timetable", "shift", "15", "--part", "4", "--reason", "the soup is late").out
    assert moved.startswith(
        "Lunch and all after it move by +15 minutes: the soup is late.\n"
        "The day ends at 13:40 instead of 13:25.\n"
    )
    assert [line.split()[1] for line in moved.splitlines()[3:]] == [
        "09:00", "09:30", "10:30", "11:35", "12:20", "13:20",
    ]  # fmt: skip
    parts = hall.told("timetable")["timetable"]
    assert [each["kind"] for each in parts] == ["other", "round", "round", "break", "round", "ceremony"]
    hall.tried("timetable", "make", "half past nine").refused("as 9:30")
    hall.tried("timetable", "make", "9:30", "--break", "Lunch").refused("Lunch 45 after 2")
    hall.tried("timetable", "shift", "15", "--part", "3").refused("give a reason")
    hall.tried("timetable", "shift", "15", "--part", "9", "--reason", "x").refused("no part")


@pytest.mark.long
def test_one_who_defaulted_by_mistake_is_back(hall: Hall) -> None:
    game_one(hall)
    hall("default", "Ann", "--reason", "not seen")
    assert hall.standings()["Open"][-1]["rank"] is None
    hall("reinstate", "Ann", "--reason", "was in the garden")
    assert hall.standings()["Open"][0]["entrant"] == "A"


@pytest.mark.long
def test_a_command_sent_twice_with_one_key_is_done_once(hall: Hall) -> None:
    game_one(hall)
    hall("pair")
    hall("start", "--key", "start-2")
    version = hall.told("status")["version"]
    assert "Round 2 of Open begins, 50 minutes." in hall("start", "--key", "start-2").out
    assert hall.told("status")["version"] == version
    hall.tried("announce", "--start", "GLOW", "--key", "start-2").refused("another command", status=1)


def test_a_version_that_was_passed_is_a_conflict(hall: Hall) -> None:
    seen = hall.told("status")["version"]
    hall("pair", "--seen", str(seen))
    hall.tried("start", "--seen", str(seen)).refused("has changed", "look again", status=1)
