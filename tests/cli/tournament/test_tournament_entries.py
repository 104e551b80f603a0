"""Divisions and entrants from the command line: files, check-in, changes, and games by hand."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    return Hall(run, tmp_path / "event.db")


def test_divisions_with_ages_take_entries_from_a_file(hall: Hall, tmp_path: Path) -> None:
    hall("new", "Seniors", "-d", "65-74=iowa,65-74", "-d", "75+=iowa", "--sets", "1", "--clocks", "0")
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
        "line 4: enter the age of Cy",
        "line 5: there is no division",
        "line 6: set",
    ):
        assert part in shown.out
    assert "2 would be entered; 4 faults." in shown.out
    assert "2 were entered. 4 faulty lines were left out." in hall("import", people, "--leave-out-faulty").out
    again = hall.tried("import", people, "--leave-out-faulty")
    again.refused(f"{people}:2: Lee, Ann is entered already", "nobody was entered")
    assert [each["name"] for each in hall.told("entrants")["entrants"]] == ["Lee, Ann", "Flo"]
    hall("add", "Gus", "-d", "65-74", "--age", "66", "--club", "Ames", "--need", "large-print")
    hall("merge", "75+", "65-74", "--reason", "one entry")
    told = hall.told("status")
    assert [(each["name"], each["entrants"]) for each in told["divisions"]] == [("65+", 3)]
    assert (told["sets_missing"], told["boards_without_clock"]) == (0, 1)
    written = tmp_path / "again.csv"
    hall("export", "entrants", "--to", written)
    assert written.read_text("utf-8").startswith("division,name,club,age,set,clock,needs")


def test_a_division_gets_another_name_and_other_ages(hall: Hall) -> None:
    hall("new", "Seniors", "-d", "65-74=iowa,65-74")
    assert "for ages 70+" in hall("change-division", "65-74", "Masters", "--ages", "70+").out
    hall.tried("add", "Gus", "-d", "Masters", "--age", "66").refused("70+", status=1)
    hall.tried("change-division", "Masters", "Masters", "--ages", "old").refused("write ages as 65-74 or 75+")


@pytest.mark.long
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
    hall.tried("check-in", "--all", "-d", "A").refused("everybody is checked in")
    hall("pair", "-d", "A")
    assert "pair --withdraw" in hall("withdraw", "Cy", "--reason", "a call").out
    hall("reinstate", "Cy", "--reason", "settled")
    hall("start", "-d", "A")
    assert "result 1 --absent 'Cy'" in hall("withdraw", "Cy", "--reason", "a call").out
    assert "A has no prize for it" in hall("feat", "Ann", "high-play", "90", "QUARTZ").out


def test_an_entry_is_put_right(hall: Hall) -> None:
    hall("new", "Club day", "--rulebook", "club")
    hall("add", "An", "--club", "Ames", "--clock")
    hall("change", "An", "--name", "Ann", "--set", "--no-clock")
    (ann,) = hall.told("entrants")["entrants"]
    assert (ann["name"], ann["club"]) == ("Ann", "Ames")
    hall.tried("change", "Ann").refused("say what")
    fact = hall.told("change", "Ann", "--rating", "1500")["facts"][0]
    assert (fact["profile"]["brings_set"], fact["profile"]["brings_clock"]) == (True, False)


def test_long_names_keep_to_80_columns_and_signs_that_steer_a_terminal_are_refused(hall: Hall) -> None:
    hall("new", "Club day", "--rulebook", "club")
    hall.tried("add", "Wolfeschlegelsteinhausenbergerdorff " * 4).refused("at most 100 letters")
    hall("add", "Wolfeschlegelsteinhausenbergerdorff " * 2, "--club", "Llanfairpwllgwyngyllgogerych " * 3)
    hall.tried("add", "Eve\x1b[2J\nMallory").refused("cannot be printed")
    for shown in ("entrants", "standings", "status"):
        lines = hall(shown).out.splitlines()
        assert max(map(len, lines)) <= 80
        assert not any("Mallory" in line for line in lines)


@pytest.mark.long
def test_games_by_hand_are_checked_against_the_format(hall: Hall) -> None:
    hall("new", "Club day", "-d", "A=club", "-d", "Hare=bee-hare")
    for name in ("Ann", "Bob", "Cy", "Di"):
        hall("add", name, "-d", "A")
    hall("add", "Owls", "-d", "Hare", *["-m", "a", "-m", "b", "-m", "c", "-m", "d"])
    hall("check-in", "--all")
    games = ("--game", "Ann / Bob", "--game", "Cy / Di", "-d", "A")
    hall("pair", *games)
    hall("start", "-d", "A")
    hall("result", "1", "400", "300")
    hall("result", "2", "400", "300")
    hall("close", "-d", "A")
    shown = hall.told("pair", *games, "--preview")["games"]
    assert [each["sides"] for each in shown] == [["Ann", "Bob"], ["Cy", "Di"]]
    assert all("Set by hand; " in each["why"] and "have met" in each["why"] for each in shown)
    hall.tried("pair", "--game", "Ann / Bob", "-d", "A").refused("has no game and no bye", status=1)
    hall.tried("pair", "--game", "Ann / Owls", "-d", "A").refused("not in this division", status=1)
    hall.tried("pair", "--game", "Owls / Ann", "-d", "Hare").refused("its own table", status=1)


def test_games_by_hand_say_what_they_break_before_they_are_published(hall: Hall) -> None:
    hall("new", "Club day", "--rulebook", "club")
    for name in ("Ann", "Bob", "Cy", "Di"):
        hall("add", name)
    hall("check-in", "--all")
    doubled = hall.tried("pair", "--game", "Ann / Bob", "--game", "Ann / Di", "--preview")
    assert doubled.status == 1
    for part in ("Not possible: Ann is paired twice", "Not possible: Cy has no game", "Nothing is published"):
        assert part in doubled.out
    shown = hall("pair", "--game", "Ann / Bob", "--bye", "Cy", "--bye", "Di", "--preview").out
    assert "Beware: Cy and Di have byes" in shown
    assert hall.told("status")["divisions"][0]["round"] == 0


def test_the_format_of_one_division_changes_and_the_log_says_so(hall: Hall) -> None:
    hall("new", "Club day", "-d", "A=club", "-d", "B=club")
    out = hall("format", "-d", "A", "--rounds", "3", "--pairing", "round-robin", "--reason", "only four").out
    assert "rounds.count" in out
    assert [each["rounds"] for each in hall.told("status")["divisions"]] == [3, 6]
    assert "only four" in hall("log").out


def test_a_table_calls_and_is_answered(hall: Hall) -> None:
    hall("new", "Club day", "--rulebook", "club")
    assert "call --answer 1" in hall("call", "4", "--wanted", "judge", "--reason", "a hold").out
    assert hall.told("status")["calls"] == [{"number": 1, "table": 4, "wanted": "judge"}]
    assert "Call 1: table 4 waits for the judge: a hold" in hall("status").out
    assert "call --end 1" in hall("call", "--answer", "1", "--by", "Judith").out
    assert "Call 1: Judith is at table 4" in hall("status").out
    hall("call", "--end", "1", "--reason", "the word was bad")
    assert hall.told("status")["calls"] == []


def test_a_tournament_is_made_by_the_name_of_a_rulebook_of_clubs(hall: Hall) -> None:
    told = hall("new", "Rated night", "--rulebook", "wespa", "-d", "B=naspa", "-d", "C=club")
    assert "B (naspa), C (club), Open (wespa)" in " ".join(told.out.split())
