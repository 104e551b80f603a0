"""Rated play, clause by clause: WESPA's and NASPA's rulebooks, and what clubs choose instead."""

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game, ms, newcomers, refused
from wordwaiter.game import commands as c
from wordwaiter.game.table import EndReason, TableKind
from wordwaiter.rules.rulebooks.changing import with_setting
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

rated = pytest.mark.parametrize("rulebook", ["wespa", "naspa"])


def clauses(wespa: str, naspa: str) -> pytest.MarkDecorator:
    """Both rulebooks, each with the clause that a test proves of it."""
    return pytest.mark.parametrize(("rulebook", "clause"), [("wespa", wespa), ("naspa", naspa)])


def after_three_words(rulebook: str) -> Told:
    """Ann has 14 for RETINA; Ben has laid AT under its R and E: AT, RA and ET, two points each."""
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").fills("Ann").plays("Ben", "9D AT")
    assert (game.score("Ann"), game.score("Ben")) == (14, 6)
    assert game.words(2) == ("AT", "RA", "ET")
    return game


# ---------------------------------------------------------------- what a challenge costs


@pytest.mark.clause("wespa-good-words")
@pytest.mark.parametrize(
    ("words", "ben"), [(("AT",), 6 + 5), (("RA", "ET"), 6 + 10), (("AT", "RA", "ET"), 6 + 15)]
)
def test_each_challenged_word_that_is_good_brings_five_points_and_no_turn_is_lost(
    words: tuple[str, ...], ben: int
) -> None:
    game = after_three_words("wespa").challenges("Ann", *words).rules_good()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, ben, "Ann")


@pytest.mark.clause("naspa-double")
def test_under_double_challenge_three_good_words_cost_the_challenger_one_turn() -> None:
    game = after_three_words("naspa").challenges("Ann", "AT", "RA", "ET").rules_good()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 6, "Ben")


@pytest.mark.parametrize(
    ("rulebook", "ben", "turn"),
    [("club-free", 6, "Ann"), ("club-5", 11, "Ann"), ("club-10", 16, "Ann"), ("club", 6, "Ben")],
)
def test_in_clubs_a_play_is_challenged_as_one_whatever_its_words(rulebook: str, ben: int, turn: str) -> None:
    game = after_three_words(rulebook).challenges("Ann", "AT", "RA", "ET").rules_good()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, ben, turn)


@pytest.mark.clause("wespa-bad-word")
@pytest.mark.clause("naspa-double")
@clauses("wespa-bad-word", "naspa-double")
def test_a_play_with_a_challenged_word_that_is_not_good_comes_off(rulebook: str, clause: str) -> None:
    game = after_three_words(rulebook).challenges("Ann", "AT", "RA", "ET").rules_bad()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 0, "Ann")
    assert game.rulebook.clause_of("challenge.if_bad") == clause


@pytest.mark.clause("wespa-1-4-3")
@pytest.mark.clause("naspa-2-a")
@clauses("wespa-1-4-3", "naspa-2-a")
def test_the_clock_stands_still_while_a_challenge_is_decided(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).at("1:00").plays("Ann", "8D RETINA").at("1:20").challenges("Ben", "RETINA")
    assert game.at("5:20").left.sides_ms == (ms("24:00"), ms("24:40"))
    assert game.rulebook.clause_of("challenge.clock") == clause


# ---------------------------------------------------------------- until when


@pytest.mark.clause("naspa-4-i-1")
def test_the_draw_ends_the_time_to_hold_or_challenge() -> None:
    game = ann_and_ben("naspa").plays("Ann", "8D RETINA").fills("Ann")
    with refused(game, "too-late", "naspa-4-i-1"):
        game.challenges("Ben", "RETINA")
    with refused(game, "too-late"):
        game.holds("Ben")


@pytest.mark.clause("naspa-4-i-2")
def test_whoever_holds_stops_the_draw_until_the_decision() -> None:
    game = ann_and_ben("naspa").plays("Ann", "8D RETINA").holds("Ben")
    with refused(game, "hold-on", "naspa-4-i-2"):
        game.fills("Ann")
    game.challenges("Ben", "RETINA").rules_bad()
    assert (game.score("Ann"), game.rack("Ann"), game.turn) == (0, 7, "Ben")


@rated
def test_on_a_screen_the_draw_leaves_fifteen_seconds_to_challenge(rulebook: str) -> None:
    game = ann_and_ben(rulebook, kind=TableKind.VIRTUAL)
    letters = str(game.rack("Ann")).replace("?", "")[:2]
    game.plays("Ann", f"8H {letters}").at("0:10").fills("Ann")
    word = game.words(1)[0]
    in_time = game.at("0:24").challenges("Ben", word).rules_good()
    assert in_time.score("Ann") >= (5 if rulebook == "wespa" else 0)

    late = ann_and_ben(rulebook, kind=TableKind.VIRTUAL)
    late.plays("Ann", f"8H {letters}").at("0:10").fills("Ann").at("0:25")
    with refused(late, "too-late", f"{rulebook}:challenge.after_draw"):
        late.challenges("Ben", word)


# ---------------------------------------------------------------- a turn


@pytest.mark.clause("wespa-2-1")
@pytest.mark.clause("naspa-3-d")
@clauses("wespa-2-1", "naspa-3-d")
def test_who_begins_is_drawn_where_nobody_is_assigned(rulebook: str, clause: str) -> None:
    game = newcomers(rulebook).draws("Ann", "B").draws("Ben", "A")
    assert game.turn == "Ben"
    assert game.rulebook.clause_of("turns.first_side") == clause


@pytest.mark.clause("wespa-3-1-1")
@pytest.mark.clause("naspa-4-g")
@clauses("wespa-3-1-1", "naspa-4-g")
def test_a_turn_ends_with_its_announcement_and_tiles_are_drawn_after_it(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).lays("Ann", "8D RETINA")
    assert (game.turn, game.score("Ann"), game.rack("Ann")) == ("Ann", 0, 7)
    game.announces("Ann")
    assert (game.turn, game.score("Ann"), game.rack("Ann")) == ("Ben", 14, 1)
    assert game.fills("Ann").rack("Ann") == 7
    assert game.rulebook.clause_of("turns.refill") == clause


@pytest.mark.clause("wespa-3-4-1")
def test_after_the_timer_nobody_takes_a_play_back() -> None:
    game = ann_and_ben("wespa").lays("Ann", "8D RETINA").lifts("Ann").plays("Ann", "8D RETAIN")
    with refused(game, "already-announced", "wespa-3-1-1"):
        game.lifts("Ann")
    assert "wespa-3-4-1" in game.rulebook.clauses_of("turns.ended_by")


@pytest.mark.clause("wespa-3-3")
@pytest.mark.clause("naspa-4-e-1")
@clauses("wespa-3-3", "naspa-4-e-1")
def test_a_player_may_pass_and_the_turn_scores_nothing(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).passes("Ann")
    assert (game.score("Ann"), game.turn, game.rack("Ann")) == (0, "Ben", 7)
    assert game.rulebook.clause_of("turns.passing") == clause


@pytest.mark.clause("wespa-3-2")
@pytest.mark.clause("naspa-4-e-2")
@clauses("wespa-3-2", "naspa-4-e-2")
def test_tiles_are_exchanged_for_no_points_while_the_bag_holds_seven(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).exchanges("Ann", 7)
    assert (game.score("Ann"), game.turn, game.rack("Ann"), game.bag) == (0, "Ben", 7, 86)
    # Ann and Ben hold 14 of the 20 tiles that are left: 6 are in the bag.
    short = late_in_the_game(rulebook, "AAAAEEEEIIIIOOOOUUQZ")
    assert short.bag == 6
    with refused(short, "bag-too-short", clause):
        short.exchanges("Ann", 1)


# ---------------------------------------------------------------- time


@pytest.mark.clause("wespa-time")
@pytest.mark.clause("naspa-time")
@clauses("wespa-time", "naspa-time")
@pytest.mark.parametrize(
    ("time", "ann"),
    [("25:00", 329), ("25:01", 319), ("26:00", 319), ("26:01", 309), ("35:00", 229)],
)
def test_each_minute_over_that_has_begun_costs_ten_points(
    rulebook: str, clause: str, time: str, ann: int
) -> None:
    """Ann goes out with RETINAS: 300, 7 for the play, and twice Ben's 11."""
    game = late_in_the_game(rulebook, "SQE", ann="S", ben="QE", scores=(300, 310)).at(time)
    game.plays("Ann", "8D RETINAS")
    assert game.ended == "out"
    assert (game.score("Ann"), game.score("Ben")) == (ann, 310)
    assert game.rulebook.clause_of("clock.game") == clause


@pytest.mark.clause("wespa-forfeit")
@pytest.mark.clause("naspa-forfeit")
@clauses("wespa-forfeit", "naspa-forfeit")
def test_more_than_ten_minutes_over_the_time_lose_the_game(rulebook: str, clause: str) -> None:
    just = ann_and_ben(rulebook).at("35:00").plays("Ann", "8D RETINA")
    assert just.table.ending is None
    late = ann_and_ben(rulebook).at("35:01").plays("Ann", "8D RETINA")
    assert late.table.ending is not None
    assert late.table.ending.reason is EndReason.OVERTIME
    assert late.winner == "Ben"
    claimed = ann_and_ben(rulebook).at("35:01").does(c.ClaimWin(1))
    assert claimed.table.ending is not None
    assert (claimed.table.ending.reason, claimed.winner) == (EndReason.OVERTIME, "Ben")
    assert claimed.rulebook.clause_of("clock.most_overtime") == clause


@rated
@pytest.mark.parametrize(("time", "ann"), [("29:00", 289), ("29:01", 279), ("30:01", 279), ("35:00", 279)])
def test_overtime_may_have_a_most_that_it_costs(rulebook: str, time: str, ann: int) -> None:
    """Ann has 329 before what her time costs: 40 points for four minutes, then 50 whatever comes."""
    capped = with_setting(
        shipped_rulebook(rulebook), "clock.most_overtime_points", 50, choice="As our club has it."
    )
    game = late_in_the_game(capped, "SQE", ann="S", ben="QE", scores=(300, 310)).at(time)
    assert game.plays("Ann", "8D RETINAS").score("Ann") == ann


# ---------------------------------------------------------------- void challenge


def test_under_void_challenge_a_challenge_of_good_words_costs_nothing() -> None:
    game = after_three_words("club-void").challenges("Ann", "AT", "RA", "ET").rules_good()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 6, "Ann")
