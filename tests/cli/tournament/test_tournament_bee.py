"""An evening of the Bee from the command line, and its money."""

from pathlib import Path

import pytest

from cli.conftest import Run
from cli.tournament_desk import Hall


@pytest.fixture
def hall(run: Run, tmp_path: Path) -> Hall:
    return Hall(run, tmp_path / "event.db")


@pytest.mark.long
def test_an_evening_of_the_bee(hall: Hall) -> None:
    hall("new", "Bee", "--rulebook", "bee")
    for team in ("Owls", "Jays", "Wrens"):
        members = [part for index in range(1, 5) for part in ("-m", f"{team} {index}")]
        hall("add", team, "-d", "hare", *members)
    hall("check-in", "--all")
    hall("pair", "-d", "Hare")
    hall.tried("start", "-d", "Hare").refused("starting word", status=1)
    words = ("--start", "literacy", "--surprise", "turtle", "--sponsor", "Rotary", "--sponsor", "B&B")
    hall.tried("announce", "-d", "Hare", *words).refused("among the sponsors of the event first")
    hall("sponsors", "Rotary", "B&B")
    hall.tried("announce", "-d", "Hare", *words).refused("no team can lay B&B", status=1)
    out = hall("announce", "-d", "Hare", *words, "--anyway").out
    assert "starting word LITERACY" in out
    assert "Beware: no team can lay B&B" in out
    assert "no best board is looked for" in " ".join(hall("start", "-d", "Hare").out.split())
    told = hall("peek", "Jays", "occured", "--not-good").out
    assert "peek from Jays, $1, tab." in told
    assert "OCCURED is not good." in told
    hall("peek", "Jays", "OCCURRED")
    assert "Hare: peek 2, OCCURRED for Jays: no answer" in hall("status").out
    hall("answer", "2", "--good")
    hall.tried("answer", "2", "--not-good").refused("final", status=1)
    hall("stop", "-d", "Hare")
    for table, total in (("1", "812"), ("2", "790"), ("3", "805")):
        hall("result", table, total)
    hall("challenge", "Jays", "Owls", "3C", "IRREGARDS", "--member", "Jays 3")
    assert "Hare: Jays challenged 3C IRREGARDS of Owls: no ruling" in hall("status").out
    # Only a total was handed in: a judge enters the points, another official confirms them.
    hall.tried("rule", "Jays", "--not-good").refused("enter the word's points")
    hall(
        "rule", "Jays", "--not-good", "--ground", "in neither dictionary", "--points", "14", "--by", "Judith"
    )
    hall("confirm-points", "Jays", "--by", "Jules")
    hall.tried("challenge", "Jays", "Wrens", "3C", "THRUM", "--member", "Jays 1").refused(
        "bee-challenge", status=1
    )
    hall("close", "-d", "Hare")
    # 812 - 14, 790 + 14.
    assert [(line["entrant"], line["total"]) for line in hall.standings("-d", "Hare")["Hare"]] == [
        ("Wrens", 805), ("Jays", 804), ("Owls", 798),
    ]  # fmt: skip

    hall("announce", "-d", "Hare", "--start", "READER")
    hall("pair", "-d", "Hare")
    hall.tried("start", "-d", "Hare").refused("round 2 has no surprise word, sponsors", status=1)
    none = ("--without", "surprise-word", "--without", "sponsors")
    assert "no surprise word, no sponsors" in hall("announce", "-d", "Hare", "--start", "READER", *none).out
    hall("start", "-d", "Hare", "--draw-tiles")
    assert "tiles from Owls, $10, cash." in hall("buy", "Owls", "2", "--pay", "cash").out
    hall("buy", "Wrens", "all")
    hall.tried("buy", "Owls", "few").refused("'few' is not a whole number")
    hall("funds", "target", "300")
    hall("funds", "take", "donation", "55.50", "--note", "the hat")
    hall("funds", "take", "sponsor", "100", "--pay", "card", "--note", "Rotary")
    hall("funds", "reverse", "6", "--reason", "it was a pledge only")
    hall("funds", "pledge", "Aunt May", "--team", "Owls", "--per-point", "0.05", "--most", "50")
    hall("funds", "pay-tab", "Wrens", "--pay", "cash")
    # Two peeks 2, two tiles 10, all tiles 150, the hat 55.50.
    told = hall.told("funds")
    assert (told["total_cents"], told["target_cents"]) == (21_750, 30_000)
    assert (told["cash_cents"], told["tabs_cents"]) == (1_000 + 5_550 + 15_000, 200)
    assert told["by_fund"] == {
        "peek": 200, "tiles": 1_000, "all-tiles": 15_000, "donation": 5_550, "sponsor": 0,
    }  # fmt: skip
    # 5 cents for each of the Owls' 798 points, and no more than the most.
    due = {"pledge": 1, "team": "Owls", "donor": "Aunt May", "points": 798, "cents": 3_990, "paid_cents": 0}
    assert told["pledges"] == [due]
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
