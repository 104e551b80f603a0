"""Standings of each format, worked by hand: points, tie-breaks, spread and caps, totals, defaults."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.choices import Criterion, GamesAgainstDefaulter
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Seating
from wordwaiter.tournament.standings.game_lines import game_lines
from wordwaiter.tournament.standings.standings import half_text, preview_default, standings


@pytest.fixture
def doubles() -> Desk:
    """Three pairs: Ann and Abe, Bea and Bob, Cat and Cy."""
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("Ann", "Abe", "A"), seniors("Bea", "Bob", "B"), seniors("Cat", "Cy", "C")])
    return desk


# ---------------------------------------------------------------- Ontario


@pytest.mark.clause("ontario-b-points")
def test_a_win_is_two_points_a_tie_one_for_the_pair(doubles: Desk) -> None:
    doubles.play("Open", ["Ann 300 Bea 250", "Abe 280 Cat 280", "Bob 310 Cy 300"])
    # A has a win and a tie, B a loss and a win, C a tie and a loss.
    assert doubles.ranks("Open") == [(1, "A"), (2, "B"), (3, "C")]
    assert [doubles.values("Open", name)[0] for name in "ABC"] == [(3,), (2,), (1,)]


@pytest.mark.clause("ontario-b-points")
def test_pairs_level_on_points_are_separated_by_the_highest_game_then_the_next(doubles: Desk) -> None:
    doubles.play("Open", ["Ann 431 Bea 400", "Bob 418 Cat 300", "Cy 431 Abe 390"])
    # Each pair has one win. A 431, 390; B 418, 400; C 431, 300.
    assert doubles.ranks("Open") == [(1, "A"), (2, "C"), (3, "B")]
    lines = standings(doubles.tournament, "Open").lines
    assert "ahead of C: level on points, highest games 390 against 300 (ontario-b-points)" in lines[0].why
    assert "ahead of B: level on points, highest games 431 against 418 (ontario-b-points)" in lines[1].why


@pytest.mark.clause("ontario-b-points")
def test_pairs_level_in_everything_share_the_place(doubles: Desk) -> None:
    doubles.play("Open", ["Ann 300 Bea 200", "Bob 300 Cat 200", "Cy 300 Abe 200"])
    assert doubles.ranks("Open") == [(1, "A"), (1, "B"), (1, "C")]
    assert "shares the place with B and C: nothing separates them" in (
        standings(doubles.tournament, "Open").lines[0].why
    )


@pytest.mark.clause("ontario-a-default")
def test_a_default_takes_the_pair_out_and_opponents_keep_what_they_earned(doubles: Desk) -> None:
    doubles.play("Open", ["Ann 300 Bea 250", "Abe 280 Cat 270", "Bob 310 Cy 200"])
    doubles.play("Open", ["Ann 300 Cat 350", "Abe 280 Bob 260", "Bea 310 Cy 200"])
    # A: 2 + 2 + 0 + 2 = 6. B: 0 + 2 + 0 + 2 = 4. C: 0 + 0 + 2 + 0 = 2.
    assert doubles.ranks("Open") == [(1, "A"), (2, "B"), (3, "C")]
    ann = doubles.number("Ann")
    preview = preview_default(doubles.tournament, ann)
    assert [(line.rank, line.name) for line in preview.after.lines] == [(1, "B"), (2, "C"), (None, "A")]
    assert set(preview.moved) == {("A", 1, None), ("B", 2, 1), ("C", 3, 2)}
    assert doubles.ranks("Open") == [(1, "A"), (2, "B"), (3, "C")]
    doubles.do(c.DeclareDefault(DIRECTOR, ann, "went home ill"))
    after = standings(doubles.tournament, "Open")
    assert after.lines[-1].note == "not ranked: Ann defaulted (went home ill) (ontario-a-default)"
    # Cat keeps the win against Ann, and the games that Ann played are gone from her pair's line.
    assert doubles.values("Open", "C")[0] == (2,)
    assert {line.contender for line in after.lines[-1].games} == {doubles.number("Abe")}
    doubles.do(c.Reinstate(DIRECTOR, ann, "it was a mix-up"))
    assert doubles.ranks("Open") == [(1, "A"), (2, "B"), (3, "C")]


@pytest.mark.clause("ontario-a-default")
def test_a_setting_cancels_the_games_against_a_defaulter_instead() -> None:
    desk = Desk()
    strict = changed_format(
        shipped_format("ontario"),
        "the committee voted so",
        absence_games_against_defaulter=GamesAgainstDefaulter.CANCELLED,
    )
    desk.open("Open", strict)
    desk.enter("Open", [seniors("Ann", "Abe", "A"), seniors("Bea", "Bob", "B"), seniors("Cat", "Cy", "C")])
    desk.play("Open", ["Ann 300 Bea 350", "Abe 280 Cat 290", "Bob 310 Cy 200"])
    assert desk.ranks("Open") == [(1, "B"), (2, "C"), (3, "A")]
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Ann"), "left"))
    # Bea's win against Ann is gone; Cat's win against the partner stays. B and C have 2 each, Bob's 310 tops.
    assert desk.values("Open", "B") == ((2,), (310,))
    assert desk.values("Open", "C") == ((2,), (290, 200))
    assert desk.ranks("Open") == [(1, "B"), (2, "C"), (None, "A")]
    (line,) = (each for each in standings(desk.tournament, "Open").line_of(4).games if not each.counts)
    assert line.sentence.endswith("cancelled, the opponent defaulted")


@pytest.mark.clause("ontario-2")
def test_a_bye_is_two_points_and_no_game_score() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("Ann", "Abe", "A"), seniors("Bea", "Bob", "B")])
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Abe"), "absent at the start"))
    desk.play("Open", ["Ann 300 Bea 200"], byes=["Bob"])
    assert desk.values("Open", "B") == ((2,), (200,))


# ---------------------------------------------------------------- wins and spread


def test_a_tie_is_half_a_win_and_spread_separates() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 400 Bob 400", "Cy 350 Di 300"])
    desk.play("Club", ["Ann 400 Cy 380", "Bob 390 Di 300"])
    # Ann 1½ +20, Bob 1½ +90, Cy 1 +30, Di 0.
    assert desk.ranks("Club") == [(1, "Bob"), (2, "Ann"), (3, "Cy"), (4, "Di")]
    assert desk.values("Club", "Ann") == ((3,), (20,))
    assert half_text(3) == "1.5"
    assert standings(desk.tournament, "Club").plain()["standings"] == [
        {
            "rank": line.rank,
            "entrant": line.name,
            "wins": wins,
            "spread": spread,
            "note": "",
            "why": list(line.why),
        }
        for line, (wins, spread) in zip(
            standings(desk.tournament, "Club").lines, [(1.5, 90), (1.5, 20), (1, 30), (0, -140)], strict=True
        )
    ]
    assert desk.ranks("Club", after_round=1) == [(1, "Cy"), (2, "Ann"), (2, "Bob"), (4, "Di")]


def test_a_games_spread_counts_no_more_than_the_cap_of_its_round() -> None:
    desk = Desk()
    capped = changed_format(shipped_format("club"), "as usual", ranking_spread_cap=(100, 150))
    desk.open("Club", capped)
    desk.players("Club", "Ann", "Bob", "Cy")
    desk.play("Club", ["Ann 500 Bob 300"], byes=["Cy"])
    desk.play("Club", ["Cy 300 Ann 460"], byes=["Bob"])
    desk.play("Club", ["Bob 300 Cy 500"], byes=["Ann"])
    # Ann +100 + 150 + 50; Bob -100 + 50 - 150; Cy +50 - 150 + 150.
    assert desk.values("Club", "Ann") == ((6,), (300,))
    assert desk.values("Club", "Bob") == ((2,), (-200,))
    assert desk.values("Club", "Cy") == ((4,), (50,))
    assert (
        "round 1: win 500-300, capped at +100 against Bob" in standings(desk.tournament, "Club").lines[0].why
    )


def test_androscoggin_ranks_wins_then_all_points() -> None:
    desk = Desk()
    desk.open("Teams", "androscoggin")
    desk.enter("Teams", [team("Pages"), team("Ampersands"), team("Commas"), team("Dots")])
    desk.play("Teams", ["Pages 200 Ampersands 190", "Commas 150 Dots 140"])
    assert standings(desk.tournament, "Teams").criteria == (Criterion.WINS, Criterion.TOTAL)
    assert desk.ranks("Teams") == [(1, "Pages"), (2, "Commas"), (3, "Ampersands"), (4, "Dots")]


# ---------------------------------------------------------------- the Bee


def boards(desk: Desk, division: str, *totals: tuple[str, int]) -> None:
    desk.publish(division, [(name,) for name, _ in totals])
    desk.do(c.StartRound(DIRECTOR, division))
    for table, (name, points) in enumerate(totals, start=1):
        desk.sheet(division, table, (points,), [name])
    desk.do(c.CloseRound(DIRECTOR, division))


@pytest.mark.clause("bee-winners")
def test_hares_are_ranked_by_the_sum_of_three_boards_and_level_teams_share() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Jays"), team("Wrens")])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    boards(desk, "Hare", ("Owls", 700), ("Jays", 650), ("Wrens", 800))
    boards(desk, "Hare", ("Owls", 500), ("Jays", 600), ("Wrens", 300))
    boards(desk, "Hare", ("Owls", 400), ("Jays", 350), ("Wrens", 450))
    assert desk.ranks("Hare") == [(1, "Jays"), (1, "Owls"), (3, "Wrens")]
    assert desk.values("Hare", "Owls") == ((1600,),)
    assert desk.values("Hare", "Wrens") == ((1550,),)


@pytest.mark.clause("bee-winners")
def test_a_team_whose_first_board_is_still_to_come_ranks_behind_those_with_a_result_below_zero() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Jays"), team("Wrens")])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    desk.publish("Hare", [("Owls",), ("Jays",), ("Wrens",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    assert desk.ranks("Hare") == [(1, "Jays"), (1, "Owls"), (1, "Wrens")]  # nothing separates them yet
    desk.sheet("Hare", 1, (-83,), ["Owls"])
    assert desk.ranks("Hare") == [(1, "Owls"), (2, "Jays"), (2, "Wrens")]
    note = standings(desk.tournament, "Hare").line_of(desk.number("Jays")).note
    assert note == "behind those with a result: none yet (bee-winners)"
    desk.sheet("Hare", 2, (-90,), ["Jays"])
    desk.sheet("Hare", 3, (10,), ["Wrens"])
    assert desk.ranks("Hare") == [(1, "Wrens"), (2, "Owls"), (3, "Jays")]


@pytest.mark.clause("bee-winners")
@pytest.mark.clause("bee-tortoise-7-8")
def test_of_tortoises_only_the_first_game_counts() -> None:
    desk = Desk()
    desk.open("Tortoise", "bee-tortoise")
    desk.enter("Tortoise", [team("Snails"), team("Slugs")])
    desk.do(c.AnnounceWords(DIRECTOR, "Tortoise", 1, "GLOW", without=tuple(AnnouncedKind)))
    boards(desk, "Tortoise", ("Snails", 600), ("Slugs", 580))
    boards(desk, "Tortoise", ("Snails", 100), ("Slugs", 900))
    assert desk.ranks("Tortoise") == [(1, "Snails"), (2, "Slugs")]
    assert desk.values("Tortoise", "Slugs") == ((580,),)
    assert "round 2: 900: for fun, not counted" in standings(desk.tournament, "Tortoise").lines[1].why


def test_standings_are_provisional_while_a_round_is_open() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.sheet("Club", 1, (300, 200), ["Ann", "Bob"])
    now = standings(desk.tournament, "Club")
    assert now.is_provisional
    assert [(line.rank, line.name) for line in now.lines] == [(1, "Ann"), (2, "Cy"), (2, "Di"), (4, "Bob")]


def test_whoever_never_came_is_not_ranked_above_those_who_lost() -> None:
    club = Desk()
    club.open("Club", "club")
    club.players("Club", "Ann", "Bob", "Cy")
    club.players("Club", "Di", here=False)
    assert {rank for rank, _ in club.ranks("Club")} == {1}  # nobody has played, so nothing separates them
    club.play("Club", ["Ann 400 Bob 300"], byes=["Cy"])
    assert club.ranks("Club") == [(1, "Ann"), (2, "Cy"), (3, "Bob"), (None, "Di")]
    assert standings(club.tournament, "Club").line_of(club.number("Di")).note == "not ranked: has not played"
    club.do(c.CheckIn(DIRECTOR, (club.number("Di"),)))
    club.play("Club", ["Di 400 Cy 300", "Ann 400 Bob 300"])
    assert (None, "Di") not in club.ranks("Club")
    assert club.ranks("Club", 1)[-1] == (None, "Di")


@pytest.mark.parametrize(("rules", "told"), [("androscoggin", "bye"), ("grand-island", "bye +50")])
def test_points_of_a_bye_are_told_where_they_rank_somebody(rules: str, told: str) -> None:
    desk = Desk()
    desk.open("Open", rules)
    desk.enter("Open", [team(name, "A", "B", "C") for name in ("Ants", "Bees", "Cats")])
    desk.play("Open", ["Ants 300 Bees 200"], byes=["Cats"])
    rested = [line for line in game_lines(desk.tournament, "Open") if line.own is None]
    assert [line.sentence for line in rested] == [f"round 1: {told}"]


def test_standings_are_provisional_until_every_round_that_counts_is_closed() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob")
    desk.play("Club", ["Ann 400 Bob 300"])
    assert not standings(desk.tournament, "Club").is_provisional
    desk.publish("Club", [("Ann", "Bob")])
    assert standings(desk.tournament, "Club").is_provisional
    assert not standings(desk.tournament, "Club", after_round=1).is_provisional


def test_games_against_somebody_who_withdrew_count_where_those_against_a_defaulter_do_not() -> None:
    desk = Desk()
    wanted = changed_format(
        shipped_format("club"), "voted so", absence_games_against_defaulter=GamesAgainstDefaulter.CANCELLED
    )
    desk.open("Club", wanted)
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    desk.play("Club", ["Ann 400 Bob 300", "Cy 400 Di 300"])
    desk.do(c.Withdraw(DIRECTOR, desk.number("Bob"), "a cold"))
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Di"), "walked out"))
    assert [desk.values("Club", name)[0] for name in ("Ann", "Cy")] == [(2,), (0,)]


@pytest.mark.parametrize(("set_spread", "counted"), [(None, 50), (0, 0), (20, 20)])
def test_a_bye_counts_what_the_director_set_even_if_that_is_nothing(
    set_spread: int | None, counted: int
) -> None:
    desk = Desk()
    desk.open("Club", "club")
    ann, bob, cy = desk.players("Club", "Ann", "Bob", "Cy")
    rest = Rest(cy, RestKind.BYE, set_spread)
    desk.do(c.PublishRound(DIRECTOR, "Club", (Seating(1, (ann, bob)),), (rest,)))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    line = next(line for line in game_lines(desk.tournament, "Club") if line.contender == cy)
    assert (line.credit, line.spread) == (2, counted)
