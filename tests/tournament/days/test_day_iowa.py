"""Iowa's day: a file with four wrong lines, divisions merged, a bye a round, a late entrant, medals."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import AgeBand, Profile, single
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.files.entrants_csv import preview_entrants
from wordwaiter.tournament.formats.choices import Prize
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.rounds.proposals import pairing_contenders, propose_round
from wordwaiter.tournament.rounds.running import missing_lines
from wordwaiter.tournament.standings.awards import Medal, awards, ceremony

YOUNG = ("Abel", "Bess", "Carl", "Dora", "Earl", "Faye")
MIDDLE = tuple(f"Middle {letter}" for letter in "ABCDEFGHIJK")
OLD = ("Ida", "Jude", "Kay")


def entry_file() -> str:
    """Twenty good lines, of which eleven bring a board and six a clock, and four wrong ones."""
    lines = ["name,age,division,board,clock,club"]
    for index, name in enumerate((*YOUNG, *MIDDLE, *OLD)):
        division, age = ("55-64", 60) if name in YOUNG else ("65-74", 70) if name in MIDDLE else ("75+", 80)
        board, clock = "yes" if index < 11 else "no", "yes" if index < 6 else "no"
        lines.append(f"{name},{age},{division},{board},{clock},")
    lines[3:3] = ["Lou,54,55-64,no,no,", "Max,seventy,65-74,no,no,"]
    lines += ["Abel,61,55-64,no,no,", "Nan,90,90+,no,no,"]
    return "\n".join(lines)


@pytest.fixture
def day() -> Desk:
    desk = Desk("Iowa Senior Olympics")
    desk.open("55-64", "iowa", AgeBand(55, 64))
    desk.open("65-74", "iowa", AgeBand(65, 74))
    desk.open("75+", "iowa", AgeBand(75))
    preview = preview_entrants(desk.tournament, entry_file().encode("utf-8-sig"))
    assert [(fault.line, fault.code) for fault in preview.faults] == [
        (4, "other-age"),
        (5, "bad-number"),
        (24, "name-taken"),
        (25, "no-such-division"),
    ]
    for command in preview.commands(DIRECTOR, leave_out_faulty=True):
        desk.do(command)
    return desk


@pytest.mark.clause("iowa-equipment")
@pytest.mark.clause("iowa-format")
def test_two_weeks_before_no_set_has_to_be_found_and_four_tables_have_no_clock(day: Desk) -> None:
    assert len(day.tournament.entrants) == 20
    assert [len(day.tournament.entrants_of(name)) for name in day.tournament.divisions] == [6, 11, 3]
    assert equipment(day.tournament).boards == 9
    day.do(c.MergeDivisions(DIRECTOR, "75+", "65-74", "three entries are too few"))
    assert len(day.tournament.entrants_of("65+")) == 14
    at_hand = equipment(day.tournament)
    assert (at_hand.boards, at_hand.sets_brought, at_hand.clocks_brought) == (10, 11, 6)
    assert (at_hand.sets_missing, at_hand.boards_without_clock) == (0, 4)


def test_thirteen_share_the_byes_and_a_late_entrant_makes_them_even(day: Desk) -> None:
    day.do(c.MergeDivisions(DIRECTOR, "75+", "65-74", "three entries are too few"))
    there = [each.number for each in day.tournament.contenders_of("65+") if each.name != "Kay"]
    day.do(c.CheckIn(DIRECTOR, tuple(there)))
    resting: list[int] = []
    for _ in range(3):
        command = propose_round(day.tournament, "65+", DIRECTOR, day.rng).command
        assert len(command.seatings) == 6
        resting += [rest.contender for rest in command.rests]
        day.do(command)
        day.do(c.StartRound(DIRECTOR, "65+"))
        number = len(day.tournament.rounds_of("65+"))
        for seating in command.seatings:
            # The one who entered first wins by 20.
            low = min(seating.sides)
            scores = tuple(360 if side == low else 340 for side in seating.sides)
            day.do(c.HandInSheet(DIRECTOR, "65+", number, seating.table, scores, seating.sides))
        day.do(c.CloseRound(DIRECTOR, "65+"))
    assert len(set(resting)) == 3
    meetings = [
        frozenset(each.sides) for played in day.tournament.rounds_of("65+") for each in played.sittings
    ]
    assert len(meetings) == len(set(meetings))
    # Whoever entered first has won all games: three wins, or two and a bye of 50.
    wins, spread, _ = day.values("65+", "Middle A")
    assert wins == (6,)
    assert spread in ((60,), (90,))
    day.do(c.CheckIn(DIRECTOR, (day.number("Kay"),)))
    command = propose_round(day.tournament, "65+", DIRECTOR, day.rng).command
    assert (len(command.seatings), command.rests) == (7, ())


@pytest.mark.clause("iowa-format")
def test_a_division_of_six_with_a_shorter_format_and_a_disputed_table(day: Desk) -> None:
    day.do(c.CheckIn(DIRECTOR, tuple(map(day.number, YOUNG))))
    shorter = changed_format(shipped_format("iowa"), "the hall closes at one", rounds_count=3)
    day.do(c.ChangeFormat(DIRECTOR, "55-64", shorter, "the hall closes at one"))
    day.play("55-64", ["Abel 350 Bess 300", "Carl 320 Dora 310", "Earl 400 Faye 280"])
    day.publish("55-64", [("Abel", "Earl"), ("Carl", "Bess"), ("Dora", "Faye")])
    day.do(c.StartRound(DIRECTOR, "55-64"))
    day.sheet("55-64", 1, (330, 320), ["Abel", "Earl"])
    day.sheet("55-64", 2, (310, 310), ["Carl"])
    day.sheet("55-64", 2, (310, 320), ["Bess"])
    assert missing_lines(day.tournament, day.tournament.round("55-64", 2)) == (
        "table 2 (Carl and Bess): the sheets say 310-310 and 310-320",
        "table 3 (Dora and Faye): no result",
    )
    day.do(c.DecideResult(DIRECTOR, "55-64", 2, 2, (310, 320), "Carl had missed the last play"))
    day.sheet("55-64", 3, (300, 299), ["Dora", "Faye"])
    day.do(c.CloseRound(DIRECTOR, "55-64"))
    day.play("55-64", ["Abel 300 Carl 340", "Earl 350 Bess 310", "Dora 360 Faye 300"])
    # Abel 2 wins +50 +10 -40; Bess 1 -50 +10 -40; Carl 2 +10 -10 +40; Dora 2 -10 +1 +60; Earl 2 +120 -10 +40;
    # Faye 0 -120 -1 -60.
    assert [(rank, name, day.values("55-64", name)[:2]) for rank, name in day.ranks("55-64")] == [
        (1, "Earl", ((4,), (150,))),
        (2, "Dora", ((4,), (51,))),
        (3, "Carl", ((4,), (40,))),
        (4, "Abel", ((4,), (20,))),
        (5, "Bess", ((2,), (-80,))),
        (6, "Faye", ((0,), (-181,))),
    ]
    assert [(award.what, award.name, award.why) for award in awards(day.tournament, "55-64")] == [
        (Medal.GOLD, "Earl", "place 1"),
        (Medal.SILVER, "Dora", "place 2"),
        (Medal.BRONZE, "Carl", "place 3"),
        (Prize.HIGH_GAME, "Earl", "400 points in round 1"),
    ]
    day.check_told_again()


@pytest.mark.clause("iowa-format")
def test_merged_age_divisions_still_award_medals_by_age(day: Desk) -> None:
    # "ISO reserves the right to change the tournament format for any age division".
    day.do(c.MergeDivisions(DIRECTOR, "75+", "55-64", "three entries are too few"))
    both = "55-64 + 75+"  # not 55+: those between play by themselves
    assert list(day.tournament.divisions) == [both, "65-74"]
    # Kay's age was mistyped: she is 60. Lea comes after the merger.
    day.do(c.ChangeProfile(DIRECTOR, day.number("Kay"), Profile("Kay", age=60)))
    day.enter(both, [single(Profile("Lea", age=78))], here=False)
    day.do(c.CheckIn(DIRECTOR, tuple(map(day.number, (*YOUNG, *OLD, "Lea")))))
    day.play(
        both,
        [
            "Abel 350 Ida 300",
            "Bess 340 Jude 330",
            "Carl 320 Kay 310",
            "Dora 320 Earl 300",
            "Lea 300 Faye 290",
        ],
    )
    given = awards(day.tournament, both)
    # By spread: Abel +50; Dora +20; Bess, Carl and Lea +10 with 340, 320 and 300 in all.
    assert [(award.category, award.what, award.name) for award in given] == [
        ("55-64", Medal.GOLD, "Abel"),
        ("55-64", Medal.SILVER, "Dora"),
        ("55-64", Medal.BRONZE, "Bess"),
        ("75+", Medal.GOLD, "Lea"),
        ("75+", Medal.SILVER, "Jude"),
        ("75+", Medal.BRONZE, "Ida"),
        ("55-64, 75+", Prize.HIGH_GAME, "Abel"),
    ]
    contenders = {each.name for each in pairing_contenders(day.tournament, both) if each.in_medal_place}
    assert contenders == {"Abel", "Dora", "Bess", "Lea", "Jude", "Ida"}, "no bye decides these medals"
    assert [award.category for award in ceremony(day.tournament) if award.what is Medal.GOLD] == [
        "55-64",
        "75+",
    ]
    day.check_told_again()
