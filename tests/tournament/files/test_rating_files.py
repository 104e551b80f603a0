"""Files for rating officers: TOU read back plainly, names in both orders, and what would come back."""

import re
from collections.abc import Sequence

import pytest

from tournament.vocabulary import DIRECTOR, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Contender, Profile, single
from wordwaiter.tournament.files.name_orders import first_last, last_first
from wordwaiter.tournament.files.rating_check import rating_faults
from wordwaiter.tournament.files.t_file import t_text
from wordwaiter.tournament.files.tou_file import tou_name, tou_text
from wordwaiter.tournament.ratings.estimates import estimates
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Seating

PLAYERS = (("Ann Lee", 1540), ("Bo van der Berg", 1500), ("Cy Ng", 1320), ("Di Roy", None))
ALIKE = ("Eve Hartley-Jonesborough", "Eve Hartley-Jonesborne")
"""The same in the twenty columns of a name."""


def play_round(
    desk: Desk, seatings: Sequence[tuple[int, int]], totals: Sequence[tuple[int, int]], *rests: Rest
) -> None:
    """A round in which the first of each game begins."""
    games = tuple(Seating(table, sides, first=sides[0]) for table, sides in enumerate(seatings, 1))
    desk.do(c.PublishRound(DIRECTOR, "Club", games, rests))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    for table, (sides, scores) in enumerate(zip(seatings, totals, strict=True), 1):
        desk.sheet("Club", table, scores, [desk.tournament.contender(side).name for side in sides])
    desk.do(c.CloseRound(DIRECTOR, "Club"))


def club_of_four() -> Desk:
    """Two rounds of four players: Ann beats Bo and ties with Cy; Cy beats Di; Bo beats Di."""
    desk = Desk("Club night")
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile(name, rating=rating)) for name, rating in PLAYERS])
    ann, bo, cy, di = (each.number for each in desk.tournament.contenders_of("Club"))
    play_round(desk, ((ann, bo), (cy, di)), ((420, 380), (95, 90)))
    play_round(desk, ((cy, ann), (bo, di)), ((401, 401), (512, 300)))
    return desk


def read_tou(text: str) -> dict[str, list[tuple[int, int, int, bool]]]:
    """The games of each player: score, thousands of the outcome, opponent, and whether they began."""
    found: dict[str, list[tuple[int, int, int, bool]]] = {}
    for line in text.splitlines():
        if line.startswith((" ", "*")):
            continue
        cells = re.findall(r" {0,4}(\d+) +(\+?)(\d+)", line[20:])
        found[line[:20].strip()] = [
            (int(score) % 1000, int(score) // 1000, int(opponent), bool(plus))
            for score, plus, opponent in cells
        ]
    return found


def test_a_tou_file_reads_back_with_scores_outcomes_opponents_and_who_began() -> None:
    text = tou_text(club_of_four().tournament, ("Club",))
    assert read_tou(text) == {
        "Ann Lee": [(420, 2, 2, True), (401, 1, 3, False)],
        "Bo van der Berg": [(380, 0, 1, False), (512, 2, 4, True)],
        "Cy Ng": [(95, 2, 4, True), (401, 1, 1, True)],
        "Di Roy": [(90, 0, 3, False), (300, 0, 2, False)],
    }


def test_a_tou_file_has_the_columns_that_other_programs_write() -> None:
    """As Woogles writes them: 20 columns of name, five of score, four of the opponent; high words first."""
    lines = tou_text(club_of_four().tournament, ("Club",)).split("\r\n")
    assert lines[1:4] == ["*A", " " * 38 + "0", "Ann Lee              2420  +2 1401   3"]
    assert lines[5] == "Cy Ng                2095  +4 1401  +1"
    assert lines[-2:] == ["*** END OF FILE ***", ""]


def test_a_t_file_has_surnames_first_and_who_began() -> None:
    assert t_text(club_of_four().tournament, "Club").splitlines() == [
        "Lee, Ann                1540 2 3; 420 401; board 1 1; p12 1 2",
        "van der Berg, Bo        1500 1 4; 380 512; board 1 2; p12 2 1",
        "Ng, Cy                  1320 4 1; 95 401; board 2 1; p12 1 1",
        "Roy, Di                    0 3 2; 90 300; board 2 2; p12 2 2",
    ]


@pytest.mark.parametrize(
    ("name", "listed"),
    [("Ann Lee", "Lee, Ann"), ("Lee, Ann", "Lee, Ann"), ("Cher", "Cher"), ("Zoë 2", "Zoë 2")],
)
def test_names_are_turned_round_only_where_they_are_names(name: str, listed: str) -> None:
    assert last_first(name) == listed
    assert first_last(listed) == ("Ann Lee" if "Lee" in name else name)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Łukasz Żółć", "Lukasz Zolc"),
        ("Groß, Jürgen", "Jurgen Gross"),
        ("Sean O’Brien", "Sean O'Brien"),
        ("Lee, Ann, Jr.", "Ann Lee Jr."),
        ("Zoë 2", "Zoe_2"),
        ("3 Amigos", "3_Amigos"),
        ("* Ann Lee", "Ann Lee"),
        ("Bartholomew Winters 2", "Bartholomew Winters"),
        ("Ольга Ли", "Player_7"),
    ],
)
def test_a_tou_file_has_names_that_its_readers_take_whole(name: str, written: str) -> None:
    """A word without a letter is a score to them; a line without a name, or with a star, is no player."""
    assert tou_name(Contender(7, Profile(name))) == written


def test_a_tou_file_has_a_name_of_the_tournament_in_plain_letters() -> None:
    for name, written in (("Żółty kubek", "Zolty kubek"), ("Кубок", "Tournament")):
        desk = Desk(name)
        desk.open("Club", "club")
        assert tou_text(desk.tournament, ("Club",)).startswith(f"*M20.06.2026 {written}\r\n")


def test_a_round_that_somebody_missed_has_its_columns_in_a_tou_file() -> None:
    """Readers take the first game of a line for round 1: else a late player's games move to others."""
    desk = Desk("Club night")
    desk.open("Club", "club")
    ann, bo, cy = desk.enter("Club", [single(Profile(name, rating=1500)) for name in ("Ann", "Bo", "Cy")])
    play_round(desk, ((ann, bo),), ((400, 350),), Rest(cy, RestKind.BYE))
    (late,) = desk.enter("Club", [single(Profile("Late", rating=1400))])
    play_round(desk, ((ann, cy), (bo, late)), ((410, 420), (300, 310)))
    desk.do(c.Withdraw(DIRECTOR, bo, "ill"))
    play_round(desk, ((cy, ann),), ((333, 344),), Rest(late, RestKind.BYE))
    assert read_tou(tou_text(desk.tournament, ("Club",))) == {
        "Ann": [(400, 2, 2, True), (410, 0, 3, True), (344, 2, 3, False)],
        "Bo": [(350, 0, 1, False), (300, 0, 4, True), (0, 0, 2, False)],
        "Cy": [(50, 2, 3, False), (420, 2, 1, False), (333, 0, 1, True)],
        "Late": [(0, 0, 4, False), (310, 2, 2, False), (50, 2, 4, False)],
    }


def test_the_check_names_what_a_rating_officer_would_send_back() -> None:
    desk = club_of_four()
    assert list(rating_faults(desk.tournament, "Club")) == [
        "Di Roy has no rating. Enter it, or 0 if unrated."
    ]
    desk.enter("Club", [single(Profile(name, rating=900)) for name in ("Cher", *ALIKE)])
    faults = rating_faults(desk.tournament, "Club")
    assert "Cher has no surname. Enter the full name." in faults
    desk.enter("Club", [single(Profile("Ольга Ли", rating=900))])
    assert "In the TOU file, Ольга Ли is Player_8. Enter the name in Latin letters." in rating_faults(
        desk.tournament, "Club"
    )
    assert faults.count("Eve Hartley-Jonesbor stands there twice. Tell the players apart.") == 2


def test_games_against_somebody_without_a_rating_move_no_rating() -> None:
    told = {each.contender: each for each in estimates(club_of_four().tournament, "Club")}
    games = {number: each.games for number, each in told.items()}
    assert list(games.values()) == [2, 1, 1]  # Ann met Bo and Cy; Bo met Ann; Cy met Ann; Di is not rated
    ann = next(iter(told.values()))
    # Expected against Bo (+40) 0.5318 and Cy (+220) 0.6685: 1.5 wins are 0.2997 more, times 20.
    assert (ann.before, ann.elo) == (1540, 1546)


def test_zero_is_no_rating() -> None:
    desk = Desk("Club night")
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile("Ann Lee", rating=1500)), single(Profile("Bo Ng", rating=0))])
    ann, bo = (each.number for each in desk.tournament.contenders_of("Club"))
    desk.do(c.PublishRound(DIRECTOR, "Club", (Seating(1, (ann, bo), first=ann),)))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.sheet("Club", 1, (400, 300), ["Ann Lee", "Bo Ng"])
    assert estimates(desk.tournament, "Club") == ()


def test_with_a_hundred_players_an_opponent_has_a_column_more() -> None:
    """Otherwise `+100` would stand right behind the score, and readers take both for one number."""
    desk = Desk("Club night")
    desk.open("Club", "club")
    desk.enter("Club", [single(Profile(f"P{n} Lee", rating=1500)) for n in range(1, 101)])
    numbers = [each.number for each in desk.tournament.contenders_of("Club")]
    tables = zip(numbers[:50], reversed(numbers), strict=False)
    games = tuple(Seating(table, sides, first=sides[0]) for table, sides in enumerate(tables, 1))
    desk.do(c.PublishRound(DIRECTOR, "Club", games))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.sheet("Club", 1, (400, 300), ["P1 Lee", "P100 Lee"])
    lines = tou_text(desk.tournament, ("Club",)).split("\r\n")
    assert (lines[3], lines[102]) == ("P1 Lee               2400 +100", "P100 Lee              300    1")
