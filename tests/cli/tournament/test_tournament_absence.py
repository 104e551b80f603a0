"""A convenor alone at a terminal: who is missing, what comes next, who is in default, and mistakes."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    """Three pairs, of whom Bob has not come."""
    hall = Hall(run, tmp_path / "day.db")
    hall("new", "Doubles", "--rulebook", "ontario", "--date", "2026-06-20")
    for one, other in (("Ann", "Abe"), ("Bea", "Bob"), ("Cat", "Cy")):
        hall("add", one, "--partner", other, "--age", "60", "--partner-age", "61")
    hall("check-in", "Ann", "Abe", "Bea", "Cat", "Cy")
    return hall


@pytest.mark.long
@pytest.mark.clause("ontario-a-default")
def test_status_leads_from_an_absent_partner_to_the_medals(hall: Hall) -> None:
    shown = hall("status").out
    assert "Open: not here yet: Bob" in shown
    assert shown.endswith("Next: pair round 1 with: pair.\n")
    hall("pair", "--game", "Ann/Bea", "--game", "Abe/Cat", "--bye", "Cy")
    (division,) = hall.told("status")["divisions"]
    assert (division["expected"], division["missing"], division["step"]) == (["Bob"], [], "start-round")
    assert division["next"].endswith("in default once it starts (ontario-a-default): Bob.")

    assert "In default (ontario-a-default), not here when play began: Bob." in hall("start").out
    assert hall.standings()["Open"][-1]["note"].startswith("not ranked: Bob defaulted")
    hall.tried("check-in", "Bob").refused("ontario-a-default", status=1)
    assert "6 are here" in hall("check-in", "Bob", "--late-reason", "the bus was late").out
    assert not any(line["note"] for line in hall.standings()["Open"])

    # Scores below zero are scores; a mistyped option is no score.
    assert "Ann -5, Bea 400 stands" in hall("result", "1", "-5", "400").out
    hall.tried("result", "2", "400", "--absnt", "Cat").refused("there is no option --absnt")
    hall.tried("result", "2", "--absent", "Cat").refused("give a reason")
    hall.tried("result", "2", "--absent", "Bea", "--reason", "gone").refused("Bea does not sit at table 2")
    hall.tried("result", "2", "--absent", "Cat", "--cancel", "--reason", "gone").refused("choose one")
    ranks = {
        each["entrant"]: each["rank"]
        for each in hall.told("default", "Cat", "--preview")["after"]["standings"]
    }
    assert ranks["Cat & Cy"] is None
    assert "Nothing is declared yet." in hall("default", "Cat", "--preview").out
    told = hall("result", "2", "--absent", "Cat", "--reason", "not seen since lunch").out
    assert "a bye for Abe." in " ".join(told.split())
    assert "In default (ontario-a-default), not seen since lunch: Cat." in told
    assert {each["entrant"]: each["rank"] for each in hall.standings()["Open"]} == ranks
    assert "Next: all results of round 1 are in; close it with: close." in hall("status").out
    hall.tried("withdraw", "Bea", "--reason", "bored").refused("record a default", status=1)

    # All of it can be taken back.
    hall("undo", "--reason", "she was in the other room")
    assert "Open: table 2 (Abe and Cat): no result" in hall("status").out
    hall("result", "2", "300", "310")
    hall("close")
    assert "Rounds are yet to be played in Open" in hall("award").out


def test_status_says_where_the_day_is_and_what_waits(hall: Hall) -> None:
    hall("timetable", "make", "9:00", "--between", "10")
    day = hall.told("status")["timetable"]
    # In June 2026, long past or yet to come: what is overdue depends on today, the order does not.
    assert set(day) == {"now", "next", "overdue", "late_ms"}
    hall.tried("timetable", "shift", "soon", "--part", "2", "--reason", "late").refused(
        "write minutes as 45, or as 1 h 10, not 'soon'"
    )
    hall.tried("timetable", "shift", "-90", "--part", "2", "--reason", "early").refused(
        "it would start before Round 1"
    )
    assert (
        "move by -10 minutes: early."
        in hall("timetable", "shift", "-10", "--part", "2", "--reason", "early").out
    )
    hall.tried("timetable", "shift", "5", "--part", "99", "--reason", "late").refused("no part 99")
    hall.tried("timetable", "shift", "0", "--part", "2", "--reason", "late").refused("how many", status=1)
    late = hall("timetable", "shift", "900", "--part", "2", "--reason", "a storm").out
    assert "June 21, 2026" in late
    assert "Beware: Round 2 is not within the day" in " ".join(late.split())
    left = hall("timetable", "remove", "2").out
    assert "Round 1" in left
    assert "Round 2" not in left


@pytest.mark.long
def test_a_table_number_means_the_division_that_plays_there_now(run: Run, tmp_path: Path) -> None:
    hall = Hall(run, tmp_path / "two.db")
    hall("new", "Two", "-d", "A=club", "-d", "B=club")
    for name, division in (("Ann", "A"), ("Abe", "A"), ("Bea", "B"), ("Bob", "B")):
        hall("add", name, "-d", division)
    hall("check-in", "--all")
    for division, scores in (("A", ("300", "200")), ("B", ("250", "260"))):
        hall("pair", "-d", division)
        hall("start", "-d", division)
        assert "stands" in hall("result", "1", *scores).out
        hall("close", "-d", division)
    hall.tried("result", "1", "300", "200").refused("choose a division with --division")
    assert "pair round 2 with: pair -d A." in hall("status").out


@pytest.mark.long
@pytest.mark.clause("bee-hare-7")
def test_tiles_go_back_with_their_money(run: Run, tmp_path: Path) -> None:
    hall = Hall(run, tmp_path / "bee.db")
    hall("new", "Bee", "--rulebook", "bee-hare")
    for name in ("Owls", "Jays"):
        hall("add", name, *(part for member in "ABCD" for part in ("-m", f"{name} {member}")))
    hall("check-in", "--all")
    for number in (1, 2):
        none = (part for kind in ("surprise-word", "sponsors") for part in ("--without", kind))
        hall("announce", "--start", "GLOW", *none)
        hall("pair")
        hall("start", "--draw-tiles")
        if number == 1:
            hall("result", "1", "700")
            hall("result", "2", "650")
            hall("close")
    bought = hall("buy", "Owls", "2", "--pay", "cash").out
    tiles = bought.partition("They are: ")[2].strip()
    assert len(tiles.split()) == 2
    taken_back = hall("funds", "reverse", "1", "--reason", "a slip").out
    assert "2 tiles out of play again." in taken_back
    assert f"Take them from the table: {tiles}" in taken_back
    hall("buy", "Jays", "all")
    hall("undo", "--reason", "changed their mind")
    assert hall.told("funds")["total_cents"] == 0
    hall("buy", "Owls", "3")
    hall("stop")
    told = hall("funds", "reverse", "5", "--reason", "the emcee pays").out
    assert "The tiles were played with, and stay counted as bought." in told
    hall.tried("funds", "take", "donation", "-5").refused("not '-5'")
