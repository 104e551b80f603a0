"""Challenges under every rulebook: when they may be made, what a ruling does, and who rules on what."""

import pytest

from game.vocabulary import TWO_SIDES, Told, ann_and_ben, late_in_the_game, ms, owls, refused
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.challenge import challenge_is_possible
from wordwaiter.game.queries import turn_lines, turn_text
from wordwaiter.game.table import Skipped, TableKind

CLAUSE = {
    "iowa": "iowa-8",
    "grand-island": "grand-island-9",
    "ontario": "ontario-6",
    "androscoggin": "androscoggin-9",
    "club": "club:challenge.window",
}
"""The clause that closes the window."""

every_rulebook = pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("iowa", marks=pytest.mark.clause("iowa-8")),
        pytest.param("grand-island", marks=pytest.mark.clause("grand-island-9")),
        pytest.param("ontario", marks=pytest.mark.clause("ontario-6")),
        pytest.param("androscoggin", marks=pytest.mark.clause("androscoggin-9")),
        "club",
    ],
)

DRAW_CLOSES = ("iowa", "club")
"""Rulebooks in which the draw closes the window; elsewhere it is the next turn."""


def after_retina(rulebook: str, kind: TableKind = TableKind.PHYSICAL) -> Told:
    """Ann has announced RETINA for 14."""
    return ann_and_ben(rulebook, kind=kind).plays("Ann", "8D RETINA")


# ---------------------------------------------------------------- before the draw


@every_rulebook
def test_before_the_draw_a_bad_word_comes_off_and_the_turn_is_lost(rulebook: str) -> None:
    game = after_retina(rulebook).challenges("Ben", "RETINA")
    assert game.table.challenge is not None
    game.rules_bad()
    assert game.board.is_empty
    assert (game.table.turns[-1].points, turn_text(game.table, 1)) == (0, "8D RETINA taken back")
    assert (game.score("Ann"), game.turn) == (0, "Ben")
    assert (game.rack("Ann"), game.bag) == (7, 86)
    assert game.table.challenge is None


@every_rulebook
def test_before_the_draw_a_good_word_stands_and_costs_the_challenger_the_turn(rulebook: str) -> None:
    game = after_retina(rulebook).challenges("Ben", "RETINA").rules_good()
    assert (game.score("Ann"), game.turn) == (14, "Ann")
    lost = game.table.turns[-1]
    assert lost.seat == 1
    assert lost.move == Skipped(game.rulebook.clause_of("challenge.if_good"))
    # An organiser's choice has no clause that anybody could look up.
    is_choice = rulebook == "club"
    told = "turn lost" if is_choice else f"turn lost ({lost.move.clause})"
    assert turn_text(game.table, lost.number) == told
    # Ann draws now for the play that was challenged, then takes her second turn in a row.
    game.plays("Ann", "8D RETINAS")
    assert (game.score("Ann"), game.turn, game.bag) == (21, "Ben", 80)


def test_the_points_of_a_challenge_are_explained_with_those_of_the_play() -> None:
    free = after_retina("club-free").challenges("Ben", "RETINA").rules_good()
    five = after_retina("club-5").challenges("Ben", "RETINA").rules_good()
    assert turn_lines(five.table, 1) == (*turn_lines(free.table, 1), "RETINA challenged, and good: +5")


@pytest.mark.parametrize(("rulebook", "gained"), [("club-free", 0), ("club-5", 5), ("club-10", 10)])
def test_in_clubs_a_wrong_challenge_may_be_free_or_cost_points_instead_of_the_turn(
    rulebook: str, gained: int
) -> None:
    game = after_retina(rulebook).challenges("Ben", "RETINA").rules_good()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14 + gained, 0, "Ben")
    assert game.undoes().score("Ann") == 0


# ---------------------------------------------------------------- after the draw


@pytest.mark.clause("iowa-8")
@pytest.mark.parametrize("rulebook", DRAW_CLOSES)
def test_where_the_draw_closes_the_window_it_is_too_late_after_it(rulebook: str) -> None:
    game = after_retina(rulebook).fills("Ann")
    assert not challenge_is_possible(game.table, game.table.at_ms)
    with refused(game, "too-late", CLAUSE[rulebook]):
        game.challenges("Ben", "RETINA")


@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("ontario-6")
@pytest.mark.clause("androscoggin-9")
@pytest.mark.parametrize("rulebook", [name for name in TWO_SIDES if name not in DRAW_CLOSES])
def test_elsewhere_drawn_tiles_go_back_to_the_bag(rulebook: str) -> None:
    game = after_retina(rulebook).fills("Ann")
    assert (game.rack("Ann"), game.bag) == (7, 80)
    game.challenges("Ben", "RETINA").rules_bad()
    assert (game.rack("Ann"), game.bag, game.score("Ann"), game.turn) == (7, 86, 0, "Ben")
    assert game.board.is_empty


@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("ontario-6")
@pytest.mark.clause("androscoggin-9")
@pytest.mark.parametrize("rulebook", [name for name in TWO_SIDES if name not in DRAW_CLOSES])
def test_at_a_virtual_table_exactly_the_drawn_tiles_go_back_and_the_bag_is_shaken(rulebook: str) -> None:
    game = ann_and_ben(rulebook, kind=TableKind.VIRTUAL)
    rack, bag = game.rack("Ann"), game.bag_tiles()
    game.plays("Ann", f"8H {str(rack).replace('?', '')[:3]}").fills("Ann")
    game.challenges("Ben", *game.words(1)).rules_bad()
    after = game.bag_tiles()
    assert game.rack("Ann") == rack
    assert sorted(after) == sorted(bag)
    assert after != bag


# ---------------------------------------------------------------- after the next side's first tile


@every_rulebook
def test_after_the_next_sides_first_tile_it_is_too_late_even_if_it_is_lifted_again(rulebook: str) -> None:
    game = after_retina(rulebook).lays("Ben", "D8 .A")
    for _ in range(2):
        with refused(game, "too-late", CLAUSE[rulebook]):
            game.challenges("Ben", "RETINA")
        if game.table.tentative is not None:
            game.lifts("Ben")


@every_rulebook
@pytest.mark.parametrize("announcement", ["pass", "exchange"])
def test_after_a_pass_or_an_exchange_there_is_nothing_to_challenge(rulebook: str, announcement: str) -> None:
    game = after_retina(rulebook)
    if announcement == "pass":
        game.passes("Ben")
    else:
        game.exchanges("Ben", 2)
    with refused(game, "nothing-to-challenge", CLAUSE[rulebook]):
        game.challenges("Ben", "RETINA")


@every_rulebook
def test_looking_at_the_clock_or_holding_ones_tiles_does_not_start_a_turn(rulebook: str) -> None:
    # The turn's clock has run for two minutes; the next side has laid nothing.
    game = after_retina(rulebook).at("2:00")
    assert challenge_is_possible(game.table, game.table.at_ms)
    assert game.challenges("Ben", "RETINA").table.challenge is not None


@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("androscoggin-9")
@pytest.mark.parametrize("rulebook", ["grand-island", "androscoggin"])
def test_a_turn_that_has_run_out_is_a_pass_and_no_challenge_is_bought_with_it(rulebook: str) -> None:
    """9: "the challenger loses their next turn", and not the turn that was lost already."""
    game = after_retina(rulebook).at("3:00")
    assert challenge_is_possible(game.table, game.now_ms)
    game.at("3:41")
    assert not challenge_is_possible(game.table, game.now_ms)
    with refused(game, "too-late", game.rulebook.clause_of("turns.overrun")):
        game.challenges("Ben", "RETINA")
    allowed = game.allows().challenges("Ben", "RETINA").rules_good()
    assert (allowed.score("Ann"), allowed.turn) == (14, "Ann")


@pytest.mark.parametrize("rulebook", ["iowa", "ontario", "club", "wespa", "naspa"])
def test_without_a_limit_a_turn_may_be_thought_about_for_long_before_the_challenge(rulebook: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").at("3:41")
    assert game.challenges("Ben", "RETINA").table.challenge is not None


# ---------------------------------------------------------------- with an empty bag


@every_rulebook
def test_with_an_empty_bag_the_window_is_open_until_the_opponents_first_tile(rulebook: str) -> None:
    # Ann has S and A, Ben four tiles, the bag is empty: nothing can be drawn.
    open_window = late_in_the_game(rulebook, "SA" + "QEIO", ann="SA").plays("Ann", "8D RETINAS")
    assert open_window.bag == 0
    open_window.challenges("Ben", "RETINAS").rules_bad()
    assert (open_window.score("Ann"), open_window.rack("Ann"), open_window.turn) == (0, "AS", "Ben")
    closed = late_in_the_game(rulebook, "SA" + "QEIO", ann="SA").plays("Ann", "8D RETINAS")
    closed.lays("Ben", "J8 .O")
    with refused(closed, "too-late", CLAUSE[rulebook]):
        closed.challenges("Ben", "RETINAS")


@pytest.mark.clause("iowa-8")
def test_reporting_a_draw_from_an_empty_bag_closes_nothing() -> None:
    game = late_in_the_game("iowa", "SA" + "QEIO", ann="SA").plays("Ann", "8D RETINAS").fills("Ann")
    assert challenge_is_possible(game.table, game.table.at_ms)


# ---------------------------------------------------------------- on the play that goes out


@every_rulebook
def test_the_play_that_goes_out_can_be_challenged_and_a_bad_one_reopens_the_game(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "S" + "QE", ann="S", scores=(100, 90)).plays("Ann", "8D RETINAS")
    assert (game.ended, game.turn) == ("out", None)
    game.challenges("Ben", "RETINAS").rules_bad()
    assert (game.ended, game.turn) == (None, "Ben")
    assert (game.score("Ann"), game.score("Ben"), game.rack("Ann")) == (100, 90, "S")
    game.plays("Ben", "8D RETINAE")
    assert game.turn == "Ann"


@every_rulebook
def test_the_play_that_goes_out_is_final_when_it_was_ruled_good(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "S" + "QE", ann="S", scores=(100, 90)).plays("Ann", "8D RETINAS")
    before = game.score("Ann")
    game.challenges("Ben", "RETINAS").rules_good()
    assert (game.ended, game.score("Ann"), game.turn) == ("out", before, None)
    assert "game.turn_skipped" not in game.kinds  # there is no turn left to lose
    with refused(game, "already-ruled"):
        game.challenges("Ben", "RETINAS")


# ---------------------------------------------------------------- at the moment time expires


@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("grand-island-end")
@pytest.mark.clause("ontario-6")
@pytest.mark.clause("ontario-b-games")
@pytest.mark.parametrize("rulebook", ["grand-island", "ontario"])
@pytest.mark.parametrize("good", [True, False])
def test_a_challenge_that_is_open_when_time_is_called_is_ruled_and_then_the_game_ends(
    rulebook: str, good: bool
) -> None:
    game = ann_and_ben(rulebook, room_ms=ms("50:00")).at("49:50").passes("Ann").passes("Ben")
    game.at("49:58").plays("Ann", "8D RETINA").at("49:59").challenges("Ben", "RETINA").at("50:00").time()
    assert game.table.challenge is not None
    assert game.ended is None
    game.at("51:30").does(c.Rule("judge", good=good))
    assert game.ended == "time"
    # Nobody has a turn left to lose, and the racks are still to be counted.
    assert game.score("Ann") == (14 if good else 0)
    assert game.table.turns[-1].move != Skipped(game.rulebook.clause_of("challenge.if_good"))


@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("ontario-6")
@pytest.mark.parametrize("rulebook", ["grand-island", "ontario"])
def test_the_last_play_before_time_can_be_challenged_until_the_count_is_agreed(rulebook: str) -> None:
    game = ann_and_ben(rulebook, room_ms=ms("50:00")).at("49:50").passes("Ann").passes("Ben")
    game.at("49:58").plays("Ann", "8D RETINA").at("50:00").time()
    game.at("50:05").challenges("Ben", "RETINA").at("51:00").rules_bad()
    assert (game.ended, game.score("Ann")) == ("time", 0)
    assert game.board.is_empty
    assert (game.rack("Ann"), game.rack("Ben"), game.bag) == (7, 7, 86)


@pytest.mark.clause("grand-island-9")
@pytest.mark.clause("grand-island-end")
def test_time_does_not_reopen_a_window_that_the_next_teams_first_tile_has_closed() -> None:
    game = ann_and_ben("grand-island").plays("Ann", "8D RETINA").lays("Ben", "D8 .A").at("50:00").time()
    with refused(game, "too-late", "grand-island-9"):
        game.challenges("Ben", "RETINA")


@pytest.mark.clause("androscoggin-9")
@pytest.mark.parametrize(("good", "turn"), [(True, "Ann"), (False, "Ben")])
def test_at_androscoggin_the_clock_stops_at_the_raised_hand_so_that_time_cannot_run_out(
    good: bool, turn: str
) -> None:
    game = ann_and_ben("androscoggin").at("27:00").passes("Ann").passes("Ben").at("29:55")
    game.plays("Ann", "8D RETINA").at("29:59").challenges("Ben", "RETINA").at("33:00")
    with refused(game, "time-is-not-up", "androscoggin-9"):
        game.time()
    game.does(c.Rule("judge", good=good))
    assert game.left.table_ms == ms("0:01")
    assert game.turn == turn
    game.at("33:01").time()
    assert game.ended == "time"


@pytest.mark.clause("androscoggin-9")
@pytest.mark.clause("androscoggin-3")
@pytest.mark.parametrize(("good", "points"), [(True, 14), (False, 0)])
def test_at_androscoggin_the_last_play_can_be_challenged_after_time_was_called(
    good: bool, points: int
) -> None:
    game = ann_and_ben("androscoggin").at("28:00").passes("Ann").passes("Ben").at("29:58")
    game.plays("Ann", "8D RETINA").at("30:00").time()
    assert (game.ended, game.score("Ann")) == ("time", 14)
    game.at("30:05").challenges("Ben", "RETINA").at("31:00").does(c.Rule("judge", good=good))
    assert (game.ended, game.score("Ann"), game.turn) == ("time", points, None)


@pytest.mark.clause("iowa-8")
def test_in_iowa_and_in_clubs_a_clock_that_has_run_out_changes_nothing_about_challenges() -> None:
    for game in (ann_and_ben("iowa", side_ms=ms("25:00")), ann_and_ben("club")):
        game.at("25:00").plays("Ann", "8D RETINA").at("51:00")
        assert game.left.sides_ms == (0, ms("-1:00"))
        with refused(game, "untimed"):
            game.time()
        game.challenges("Ben", "RETINA").rules_bad()
        assert (game.score("Ann"), game.turn) == (0, "Ben")


# ---------------------------------------------------------------- who may, and what of


@every_rulebook
def test_only_words_that_the_play_made_are_challenged_and_the_ruling_is_about_them_alone(
    rulebook: str,
) -> None:
    # RETINAS across and SO down, both through the S on 8J.
    game = after_retina(rulebook).passes("Ben").plays("Ann", "J8 SO")
    assert game.score("Ann") == 14 + 7 + 2
    with refused(game, "not-a-word-of-the-play", CLAUSE[rulebook]):
        game.challenges("Ben", "RETINA")
    with refused(game, "not-a-word-of-the-play", CLAUSE[rulebook]):
        game.challenges("Ben", "SO", "RETINA")
    game.challenges("Ben", "so").rules_bad()
    ruling = game.table.turns[-1].ruling
    assert ruling is not None
    assert (ruling.words, ruling.good, ruling.by) == (("SO",), False, "judge")
    assert game.score("Ann") == 14


@every_rulebook
def test_a_play_is_challenged_once(rulebook: str) -> None:
    game = after_retina(rulebook).passes("Ben").plays("Ann", "J8 SO").challenges("Ben", "SO")
    with refused(game, "ruling-awaited"):
        game.challenges("Ben", "RETINAS")
    game.rules_good()
    with refused(game, "already-ruled"):
        game.challenges("Ben", "RETINAS")
    with refused(game, "nothing-to-rule"):
        game.rules_bad()


@every_rulebook
def test_nobody_challenges_their_own_play_or_names_no_word(rulebook: str) -> None:
    game = after_retina(rulebook)
    with refused(game, "own-play", CLAUSE[rulebook]):
        game.challenges("Ann", "RETINA")
    with refused(game, "no-words"):
        game.challenges("Ben")


@every_rulebook
def test_while_a_ruling_is_awaited_nobody_plays_or_draws(rulebook: str) -> None:
    game = after_retina(rulebook).challenges("Ben", "RETINA")
    placement = game.placement(1)
    waiting: tuple[c.Command, ...] = (
        c.Lay(1, placement),
        c.Play(1, placement),
        c.Pass(1),
        c.Exchange(1, 1),
        c.Fill(0),
        c.DeclareRack(1, tuple("AEIOUST")),
        c.Correct("director", 1, placement),
    )
    for command in waiting:
        with refused(game, "ruling-awaited"):
            game.does(command)


@pytest.mark.clause("ontario-6")
@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_a_phoney_that_nobody_challenges_stands_without_penalty(rulebook: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETNIA").plays("Ben", "D8 RATE")
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 4, "Ann")


@every_rulebook
def test_an_official_may_overrule_too_late_once_and_it_is_recorded_by_whom(rulebook: str) -> None:
    game = after_retina(rulebook).fills("Ann").lays("Ben", "D8 .A")
    game.does(c.Allow("judge Kim", "the hand was up in time")).challenges("Ben", "RETINA")
    allowed = next(fact for fact in game.facts if fact.KIND == "game.late_allowed")
    assert allowed.by == "judge Kim"
    game.rules_bad()
    assert game.board.is_empty
    assert (game.score("Ann"), game.bag, game.turn, game.table.tentative) == (0, 86, "Ben", None)


@pytest.mark.clause("grand-island-8")
def test_a_ruling_keeps_its_ground() -> None:
    game = after_retina("grand-island").challenges("Ben", "RETINA")
    game.does(c.Rule("judge Kim", good=False, ground="always capitalised"))
    ruling = game.table.turns[-1].ruling
    assert ruling is not None
    assert (ruling.by, ruling.ground) == ("judge Kim", "always capitalised")


@pytest.mark.clause("bee-challenge")
def test_at_a_tortoise_table_nobody_challenges_before_the_round_has_ended() -> None:
    game = owls().plays("Ann", "H8 .O")
    with refused(game, "no-challenge-here", "bee-challenge"):
        game.challenges("Ben", "GO")
    with refused(game, "no-challenge-here", "bee-challenge"):
        game.holds("Ben")
    assert not challenge_is_possible(game.table, game.table.at_ms)
