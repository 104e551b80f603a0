"""What Ontario's document leaves open, the convenor chooses before round one."""

import json

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors
from wordwaiter.paper.rule_sheets import event_rule_sheet
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.choices import Criterion, GamesAgainstDefaulter, PairingMethod
from wordwaiter.tournament.formats.open_choices import chosen_sentences, open_choices
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.standings.awards import Medal, awards, medals_needed

BY_TOTAL = {"ranking_order": (Criterion.POINTS, Criterion.TOTAL)}
PAIRED_BY_TOTAL = {"pairing_later": PairingMethod.TOTAL_SCORES}
STRUCK = {"absence_games_against_defaulter": GamesAgainstDefaulter.CANCELLED}


def ontario(*pairs: str, **chosen: object) -> Desk:
    """A day of these pairs, by what the convenor chose."""
    desk = Desk("Ontario 55+")
    desk.open("Open", "ontario")
    if chosen:
        other = changed_format(shipped_format("ontario"), "the convenor's choice", **chosen)
        desk.do(c.ChangeFormat(DIRECTOR, "Open", other, "the convenor's choice"))
    desk.enter("Open", [seniors(f"{pair}1", f"{pair}2", pair) for pair in pairs])
    return desk


def ranks_after(games: list[str], **chosen: object) -> list[tuple[int | None, str]]:
    desk = ontario("A", "B", **chosen)
    desk.play("Open", games)
    return desk.ranks("Open")


@pytest.mark.clause("ontario-b-points")
def test_level_pairs_are_ranked_by_the_highest_single_game_or_by_the_sum() -> None:
    """B.2: "If two teams tie for points, the highest game scores of the teams will determining"."""
    # Each pair has a win. A has the higher single game, 431; B the higher sum, 410 + 400 against 431 + 300.
    games = ["A1 431 B1 400", "A2 300 B2 410"]
    assert ranks_after(games) == [(1, "A"), (2, "B")]
    assert ranks_after(games, **BY_TOTAL) == [(1, "B"), (2, "A")]


@pytest.mark.clause("ontario-2")
def test_players_are_paired_by_the_last_game_or_by_the_total() -> None:
    """2.c: "After the first game, the 2 players with the highest scores will play against each other"."""
    for chosen, meets in (({}, {"C1", "B1"}), (PAIRED_BY_TOTAL, {"A1", "B1"})):
        desk = ontario("A", "B", "C", **chosen)
        desk.play("Open", ["A1 500 B2 200", "B1 490 C2 210", "C1 300 A2 220"])
        # A1 has 800 and B1 840 in all; in game two C1 made 420 and B1 350.
        desk.play("Open", ["A1 300 C2 230", "B1 350 A2 240", "C1 420 B2 250"])
        command = propose_round(desk.tournament, "Open", DIRECTOR, desk.rng).command
        names = [{desk.tournament.contender(side).name for side in each.sides} for each in command.seatings]
        assert meets in names


@pytest.mark.clause("ontario-a-default")
def test_games_against_a_defaulter_are_kept_or_struck() -> None:
    """A: "If a competitor defaults part way through the competition, the results [...] will be removed"."""
    for chosen, points in (({}, 2), (STRUCK, 0)):
        desk = ontario("A", "B", **chosen)
        desk.play("Open", ["A1 431 B1 400", "A2 300 B2 410"])
        desk.do(c.DeclareDefault(DIRECTOR, desk.number("B1"), "ill"))
        assert desk.values("Open", "A")[0] == (points,)


@pytest.mark.clause("ontario-b-points")
def test_the_choice_is_made_before_round_one() -> None:
    desk = ontario("A", "B")
    desk.play("Open", ["A1 431 B1 400", "A2 300 B2 410"])
    for chosen, clause in (
        (BY_TOTAL, "ontario-b-points"),
        (PAIRED_BY_TOTAL, "ontario-2"),
        (STRUCK, "ontario-a-default"),
    ):
        other = changed_format(shipped_format("ontario"), "too late", **chosen)
        desk.refused(c.ChangeFormat(DIRECTOR, "Open", other, "too late"), "chosen-before-round-one", clause)
    # Other settings can still be changed between rounds.
    desk.do(
        c.ChangeFormat(
            DIRECTOR, "Open", changed_format(shipped_format("ontario"), "rain", rounds_count=2), "rain"
        )
    )


@pytest.mark.clause("ontario-b-points")
@pytest.mark.clause("ontario-2")
@pytest.mark.clause("ontario-a-default")
def test_the_printed_rule_sheet_states_the_choice() -> None:
    for chosen in ({}, {**BY_TOTAL, **PAIRED_BY_TOTAL, **STRUCK}):
        desk = ontario("A", "B", **chosen)
        sheet = event_rule_sheet(shipped_rulebook("ontario"), desk.tournament, ["Open"])
        told = chosen_sentences(desk.tournament.division("Open").format)
        assert all(sentence in json.dumps(sheet.data) for sentence in told)
        assert "The convenor's choices" in json.dumps(sheet.data)
    assert list(told) == [
        "Pairs level on points are ranked by the sum of all their games.",
        "From game two on, the players with the highest totals of all games meet.",
        "Games against a player who defaults are struck for the opponents too.",
    ]
    assert open_choices(shipped_format("iowa")) == ()


@pytest.mark.clause("iowa-format")
@pytest.mark.clause("ontario-b-games")
def test_the_printed_rule_sheet_states_the_times_that_the_organiser_has_set() -> None:
    forty, twenty = 40 * 60_000, 20 * 60_000
    for name, settings, told, not_told in (
        ("iowa", {}, "A chess clock is used where a table has one", "by one clock for the room"),
        (
            "iowa",
            {"rounds_lengths": (forty,), "rounds_side_clock": twenty},
            "Each round lasts 40 minutes, by one clock for the room.|When time is called the game ends, and "
            "each player loses the own unplayed tiles.|Each player has 20 minutes on the chess clock.",
            "50 minutes",
        ),
        ("ontario", {}, "A game lasts 50 minutes by one clock for the room.", "The times of this event"),
        ("ontario", {"rounds_lengths": (forty,)}, "Each round lasts 40 minutes", "50 minutes by one clock"),
    ):
        desk = Desk()
        desk.open("Open", changed_format(shipped_format(name), "the hall closes", **settings))
        sheet = json.dumps(event_rule_sheet(shipped_rulebook(name), desk.tournament, ["Open"]).data)
        assert all(sentence in sheet for sentence in told.split("|")), (name, settings)
        assert not_told not in sheet, (name, settings)


@pytest.mark.clause("ontario-c-awards")
def test_two_pairs_tied_for_gold_share_it_and_need_four_medals() -> None:
    """C: "Gold (2) Open 2"."""
    desk = ontario("A", "B", "C")
    desk.play("Open", ["A1 400 C1 300", "B1 400 C2 300", "A2 350 B2 350"])
    given = awards(desk.tournament, "Open")
    assert [(each.what, each.name) for each in given] == [
        (Medal.GOLD, "A"),
        (Medal.GOLD, "B"),
        (Medal.BRONZE, "C"),
    ]
    assert medals_needed(given) == {("Open", Medal.GOLD): 4}
