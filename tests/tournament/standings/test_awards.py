"""Medals and prizes: two of each for partners, shared places, nobody twice, and the ceremony's order."""

from typing import Any

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.paper.people import certificates
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.choices import Prize, Repeats
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.standings.awards import Medal, awards, ceremony
from wordwaiter.tournament.state import Feat


@pytest.mark.clause("ontario-c-awards")
def test_each_partner_gets_a_medal_and_two_pairs_share_the_bronze() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    pairs = [seniors(f"{letter}1", f"{letter}2", letter) for letter in "ABCDE"]
    desk.enter("Open", pairs)
    desk.play("Open", ["A1 400 B1 300", "A2 390 C1 280", "B2 380 D1 250", "C2 300 E1 250", "D2 300 E2 240"])
    # Points: A 4, B 2, C 2, D 2, E 0. Games: B 380 300; C 300 280; D 300 250.
    desk.do(c.CorrectResult(DIRECTOR, "Open", 1, 3, (380, 280), "misread"))
    # Now C and D both have 2 points and 300, 280.
    given = [
        (award.what, award.name, award.recipients, award.shared) for award in awards(desk.tournament, "Open")
    ]
    assert given == [
        (Medal.GOLD, "A", ("A1", "A2"), False),
        (Medal.SILVER, "B", ("B1", "B2"), False),
        (Medal.BRONZE, "C", ("C1", "C2"), True),
        (Medal.BRONZE, "D", ("D1", "D2"), True),
    ]
    assert [award.what for award in ceremony(desk.tournament)] == [
        Medal.BRONZE,
        Medal.BRONZE,
        Medal.SILVER,
        Medal.GOLD,
    ]


@pytest.mark.clause("ontario-c-awards")
def test_a_pair_in_default_has_no_medal() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("A1", "A2", "A"), seniors("B1", "B2", "B")])
    desk.play("Open", ["A1 400 B1 300", "A2 390 B2 280"])
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("A2"), "left"))
    assert [(award.what, award.name) for award in awards(desk.tournament, "Open")] == [(Medal.GOLD, "B")]


def test_two_who_share_the_first_place_both_have_gold_and_there_is_no_silver() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 400 Bob 300", "Cy 400 Di 310"])
    desk.do(c.CorrectResult(DIRECTOR, "Club", 1, 2, (400, 300), "misread"))
    medals = [(award.what, award.name) for award in awards(desk.tournament, "Club")[:4]]
    assert medals == [
        (Medal.GOLD, "Ann"),
        (Medal.GOLD, "Cy"),
        (Medal.BRONZE, "Bob"),
        (Medal.BRONZE, "Di"),
    ]


def test_prizes_go_to_the_best_and_where_the_list_says_so_to_nobody_twice() -> None:
    prizes = (Prize.HIGH_GAME, Prize.HIGH_PLAY, Prize.HIGH_WORD, Prize.BEST_COMEBACK, Prize.BIGGEST_LOSS)
    for repeats in Repeats:
        desk = Desk()
        wanted = changed_format(
            shipped_format("club"),
            "our prizes",
            honours_medal_places=1,
            honours_prizes=prizes,
            honours_repeats=repeats,
        )
        desk.open("Club", wanted)
        desk.players("Club", "Ann", "Bob", "Cy", "Di")
        desk.play("Club", ["Ann 500 Bob 300", "Cy 450 Di 420"])
        for feat, name, points, text in (
            (Feat.HIGH_PLAY, "Ann", 120, "QUIXOTIC"),
            (Feat.HIGH_PLAY, "Bob", 98, "ZEPHYRS"),
            (Feat.HIGH_WORD, "Di", 60, "QI"),
            (Feat.COMEBACK, "Cy", 90, "from 90 behind"),
        ):
            desk.do(c.NoteFeat("Sam", feat, desk.number(name), points, text))
        won = {award.what: award.name for award in awards(desk.tournament, "Club")}
        if repeats is Repeats.ALLOWED:
            # Ann has gold, the high game (500) and the high play; Bob lost by 200.
            assert won == {
                Medal.GOLD: "Ann",
                Prize.HIGH_GAME: "Ann",
                Prize.HIGH_PLAY: "Ann",
                Prize.HIGH_WORD: "Di",
                Prize.BEST_COMEBACK: "Cy",
                Prize.BIGGEST_LOSS: "Bob",
            }
        else:
            # Cy's 450 is the best game of those without a prize; nobody is left for the loss or the comeback.
            assert won == {
                Medal.GOLD: "Ann",
                Prize.HIGH_GAME: "Cy",
                Prize.HIGH_PLAY: "Bob",
                Prize.HIGH_WORD: "Di",
            }


def test_most_tiles_bought_counts_those_of_a_total_buy_back_to_come() -> None:
    desk = Desk()
    wanted = changed_format(
        shipped_format("bee-hare"), "prizes alone", honours_medal_places=0,
        honours_prizes=(Prize.MOST_TILES_BOUGHT,),
    )  # fmt: skip
    desk.open("Hare", wanted)
    owls, jays = desk.enter("Hare", [team("Owls"), team("Jays")])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    desk.play("Hare", ["Owls 700", "Jays 650"])
    desk.publish("Hare", [("Owls",), ("Jays",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.BuyTiles(DIRECTOR, owls, 20))
    desk.do(c.BuyAllTiles(DIRECTOR, jays))
    (award,) = awards(desk.tournament, "Hare")
    assert (award.name, award.why, len(award.recipients)) == ("Jays", "bought 30 tiles back", 4)


def high_game(*games: str) -> Desk:
    """A round of a club whose only prize is for the highest game."""
    desk = Desk()
    wanted = changed_format(
        shipped_format("club"), "one prize", honours_medal_places=0, honours_prizes=(Prize.HIGH_GAME,)
    )
    desk.open("Club", wanted)
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.play("Club", games)
    return desk


def bee_of_four(*totals: int) -> Desk:
    """A round of a Bee with these totals; the first three have medals."""
    desk = Desk()
    desk.open("Hare", "bee-hare")
    teams = [f"T{number}" for number, _ in enumerate(totals, start=1)]
    desk.enter("Hare", [team(name) for name in teams])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    desk.play("Hare", [f"{name} {total}" for name, total in zip(teams, totals, strict=True)])
    return desk


@pytest.mark.clause("bee-winners")
def test_a_prize_that_passes_medallists_by_says_so_on_the_page_and_the_certificate() -> None:
    desk = bee_of_four(233, 120, 80, 27)
    (high,) = (each for each in awards(desk.tournament, "Hare") if each.what is Prize.HIGH_GAME)
    assert (high.name, high.of_others) == ("T4", True)
    said = "27 points in round 1, the best of those without a medal or another prize"
    assert high.why == said
    made: Any = certificates(desk.tournament).data["certificates"]
    printed = [each for each in made if each["of"] == "T4"]
    assert printed
    assert all(said in each["achieved"] for each in printed)


def test_a_game_below_zero_is_no_high_game() -> None:
    desk = bee_of_four(233, 120, 80, -83)
    assert Prize.HIGH_GAME not in {each.what for each in awards(desk.tournament, "Hare")}


def test_the_best_of_all_is_not_said_to_be_the_best_of_others() -> None:
    desk = high_game("Ann 500 Bob 300", "Cy 450 Di 420")
    assert [(each.why, each.of_others) for each in awards(desk.tournament, "Club")] == [
        ("500 points in round 1", False)
    ]


def test_two_who_are_equally_good_share_a_prize() -> None:
    desk = high_game("Ann 500 Bob 300", "Cy 500 Di 420")
    assert [(each.name, each.shared) for each in awards(desk.tournament, "Club")] == [
        ("Ann", True),
        ("Cy", True),
    ]


def test_somebody_in_default_wins_no_prize() -> None:
    desk = high_game("Ann 500 Bob 300", "Cy 450 Di 420")
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Ann"), "walked out"))
    assert [(each.name, each.shared) for each in awards(desk.tournament, "Club")] == [("Cy", False)]
