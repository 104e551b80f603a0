"""Rated play, clause by clause: WESPA's and NASPA's rulebooks, and what clubs choose instead."""

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game, ms, newcomers, refused
from wordwaiter.game.signers import unsigned
from wordwaiter.game.table import TableKind
from wordwaiter.rules.rulebooks.choices import RulingBy

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


@pytest.mark.clause("wespa-3-10-1")
@pytest.mark.clause("naspa-4-i-1")
@clauses("wespa-3-10-1", "naspa-4-i-1")
def test_the_draw_ends_the_time_to_hold_or_challenge(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").fills("Ann")
    with refused(game, "too-late", clause):
        game.challenges("Ben", "RETINA")
    with refused(game, "too-late"):
        game.holds("Ben")


@pytest.mark.clause("wespa-3-10-1")
@pytest.mark.clause("naspa-4-i-1")
@clauses("wespa-3-10-1", "naspa-4-i-1")
def test_with_an_empty_bag_a_play_is_challenged_until_the_next_turn(rulebook: str, clause: str) -> None:
    game = late_in_the_game(rulebook, "SAQE", ann="SA", ben="QE").plays("Ann", "8D RETINAS").at("20:00")
    assert game.challenges("Ben", "RETINAS").rules_bad().score("Ann") == 0
    begun = late_in_the_game(rulebook, "SAQE", ann="SA", ben="QE").plays("Ann", "8D RETINAS").passes("Ben")
    with refused(begun, "nothing-to-challenge", clause):
        begun.challenges("Ben", "RETINAS")


@pytest.mark.clause("wespa-3-10-5")
@pytest.mark.clause("naspa-4-i-2")
@clauses("wespa-3-10-5", "naspa-4-i-2")
def test_whoever_holds_stops_the_draw_until_the_decision(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").holds("Ben")
    with refused(game, "hold-on-yet"):
        game.fills("Ann")
    assert game.rulebook.clause_of("challenge.hold") == clause
    game.challenges("Ben", "RETINA").rules_bad()
    assert (game.score("Ann"), game.rack("Ann"), game.turn) == (0, 7, "Ben")


@pytest.mark.clause("wespa-3-10-5")
@rated
def test_a_hold_lasts_as_long_as_the_holders_own_time_which_runs(rulebook: str) -> None:
    game = ann_and_ben(rulebook).at("1:00").plays("Ann", "8D RETINA").at("1:10").holds("Ben").at("11:00")
    assert game.left.sides_ms == (ms("24:00"), ms("15:00"))
    game.releases("Ben").fills("Ann")
    with refused(game, "too-late"):
        game.challenges("Ben", "RETINA")


@pytest.mark.clause("wespa-3-10-6")
@pytest.mark.clause("naspa-4-i-2-a")
@pytest.mark.parametrize(
    ("rulebook", "clause", "early", "due"),
    [("wespa", "wespa-3-10-6", "1:29", "1:30"), ("naspa", "naspa-4-i-2-a", "1:59", "2:00")],
)
@pytest.mark.parametrize("kind", [TableKind.PHYSICAL, TableKind.VIRTUAL])
def test_whoever_is_held_long_enough_draws_and_the_play_can_still_be_challenged(
    rulebook: str, clause: str, early: str, due: str, kind: TableKind
) -> None:
    game = ann_and_ben(rulebook, kind=kind)
    letters = str(game.rack("Ann")).replace("?", "")[:2] if kind is TableKind.VIRTUAL else "RE"
    game.at("1:00").plays("Ann", f"8H {letters}").at("1:05").holds("Ben").at(early)
    with refused(game, "hold-on-yet", clause):
        game.fills("Ann")
    game.at(due).fills("Ann")
    assert (game.table.hold, game.bag) == (1, 84)
    with refused(game, "held"):
        game.passes("Ben")
    with refused(game, "nothing-to-draw"):
        game.fills("Ann")
    (word,) = game.words(1)
    game.at("9:00").challenges("Ben", word).rules_bad()
    assert (game.score("Ann"), game.bag, game.turn, game.table.hold) == (0, 86, "Ben", None)


@rated
def test_to_release_a_hold_after_a_courtesy_draw_is_to_accept_the_play(rulebook: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").holds("Ben").at("1:00").fills("Ann")
    game.releases("Ben")
    with refused(game, "too-late"):
        game.challenges("Ben", "RETINA")
    assert game.passes("Ben").turn == "Ann"


@pytest.mark.clause("wespa-3-11")
@pytest.mark.clause("naspa-4-j-1")
@clauses("wespa-3-11", "naspa-4-j-1")
def test_the_word_list_rules_on_all_challenged_words_at_once(rulebook: str, clause: str) -> None:
    game = after_three_words(rulebook).challenges("Ann", "AT", "RA", "ET").rules_bad()
    ruling = game.table.turns[1].ruling
    assert ruling is not None
    assert (ruling.words, ruling.good) == (("AT", "RA", "ET"), False)
    assert game.rulebook.challenge.ruling_by is RulingBy.WORD_LIST
    assert game.rulebook.clause_of("challenge.ruling_by") == clause


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


# ---------------------------------------------------------------- the end


@pytest.mark.clause("wespa-5-1-1")
@pytest.mark.clause("wespa-5-1-4")
def test_going_out_ends_the_game_and_gains_twice_what_the_other_holds() -> None:
    game = late_in_the_game("wespa", "SQE", ann="S", ben="QE", scores=(300, 310)).plays("Ann", "8D RETINAS")
    # 300, 7 for RETINAS, and twice Q 10 and E 1.
    assert (game.ended, game.score("Ann"), game.score("Ben")) == ("out", 329, 310)
    assert game.rulebook.clause_of("ending.out") == "wespa-5-1-1"
    assert game.rulebook.clause_of("ending.unplayed_when_out") == "wespa-5-1-4"


@pytest.mark.clause("wespa-5-1-2")
@pytest.mark.clause("naspa-5-e")
@clauses("wespa-5-1-2", "naspa-5-e")
def test_the_play_that_goes_out_is_challenged_until_both_have_agreed(rulebook: str, clause: str) -> None:
    game = late_in_the_game(rulebook, "SQE", ann="S", ben="QE").plays("Ann", "8D RETINAS").at("20:00")
    assert game.challenges("Ben", "RETINAS").rules_bad().ended is None
    signed = late_in_the_game(rulebook, "SQE", ann="S", ben="QE").plays("Ann", "8D RETINAS")
    signed.signs("Ann").signs("Ben")
    with refused(signed, "too-late", clause):
        signed.challenges("Ben", "RETINAS")


@pytest.mark.clause("wespa-5-4-1")
def test_both_sign_the_result() -> None:
    game = late_in_the_game("wespa", "SQE", ann="S", ben="QE").plays("Ann", "8D RETINAS").signs("Ann")
    assert unsigned(game.table) == (1,)
    assert unsigned(game.signs("Ben").table) == ()
    assert game.rulebook.clause_of("ending.sign_off") == "wespa-5-4-1"


@pytest.mark.clause("wespa-5-2")
@pytest.mark.clause("naspa-scoreless")
@clauses("wespa-5-2", "naspa-scoreless")
def test_six_turns_without_points_end_the_game_and_each_loses_their_own_tiles(
    rulebook: str, clause: str
) -> None:
    """A pass, an exchange and a play that is challenged off each, in any order."""
    game = ann_and_ben(rulebook).passes("Ann").passes("Ben").exchanges("Ann", 2).exchanges("Ben", 1)
    game.plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_bad()
    assert game.ended is None
    game.passes("Ben")
    assert game.ended == "scoreless"
    game.has("Ann", "RETINAQ").has("Ben", "EEEEEE?")
    assert (game.score("Ann"), game.score("Ben")) == (-16, -6)
    assert game.rulebook.clause_of("ending.scoreless_turns") == clause
    assert game.rulebook.clause_of("ending.unplayed_otherwise") == clause


@pytest.mark.clause("wespa-5-2")
def test_two_passes_of_each_in_a_row_do_not_end_the_game() -> None:
    game = ann_and_ben("wespa").passes("Ann").passes("Ben").passes("Ann").passes("Ben")
    assert (game.ended, game.turn) == (None, "Ann")


@pytest.mark.clause("wespa-3-8")
def test_a_blank_is_told_with_the_play_and_keeps_its_letter() -> None:
    game = ann_and_ben("wespa").plays("Ann", "8D RETINa").fills("Ann").plays("Ben", "I8 .T")
    assert game.words(2) == ("AT",)
    # T on a square that doubles it; the blank is worth nothing in AT either.
    assert game.score("Ben") == 2
    assert game.rulebook.clause_of("placing.blanks") == "wespa-3-8"


# ---------------------------------------------------------------- void challenge


def test_under_void_challenge_a_challenge_of_good_words_costs_nothing() -> None:
    game = after_three_words("club-void").challenges("Ann", "AT", "RA", "ET").rules_good()
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 6, "Ann")
