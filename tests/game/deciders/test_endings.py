"""How games end, and what unplayed tiles do then, with numbers worked out by hand."""

import pytest

from game.vocabulary import TWO_SIDES, ann_and_ben, late_in_the_game, ms, refused
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.count import racks_awaited, racks_untold
from wordwaiter.game.evolve import evolve
from wordwaiter.game.facts import RacksFilled
from wordwaiter.game.queries import explain_count
from wordwaiter.game.table import EndReason, TableKind

every_rulebook = pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("iowa", marks=pytest.mark.clause("iowa-9")),
        pytest.param("grand-island", marks=pytest.mark.clause("grand-island-end")),
        pytest.param("ontario", marks=pytest.mark.clause("ontario-8")),
        pytest.param("androscoggin", marks=pytest.mark.clause("androscoggin-10")),
        "club",
    ],
)

# ---------------------------------------------------------------- out


@every_rulebook
def test_a_game_ends_when_the_bag_is_empty_and_a_side_has_used_its_last_letter(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    assert (game.ended, game.turn) == ("out", None)
    with refused(game, "game-over"):
        game.plays("Ben", "8D RETINASE")


@every_rulebook
def test_an_empty_bag_alone_does_not_end_the_game(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "SA" + "QE", ann="SA").plays("Ann", "8D RETINAS")
    assert (game.bag, game.ended, game.turn) == (0, None, "Ben")


@every_rulebook
def test_an_empty_rack_alone_does_not_end_the_game(rulebook: str) -> None:
    # Seven tiles are laid and three are left in the bag to draw.
    game = late_in_the_game(rulebook, "SAEIOUT" + "BCDFGHL" + "MNR", ann="SAEIOUT")
    game.plays("Ann", "8A SAT......EIOU")
    assert (game.rack("Ann"), game.bag, game.ended) == ("", 3, None)
    assert game.fills("Ann").rack("Ann") == 3


@pytest.mark.clause("iowa-18")
@pytest.mark.clause("ontario-8")
@pytest.mark.parametrize("rulebook", ["iowa", "ontario", "club"])
def test_going_out_gains_twice_the_others_unplayed_tiles(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "S" + "QE", ann="S", scores=(200, 210)).plays("Ann", "8D RETINAS")
    # RETINAS is 7; Ben holds Q10 and E1, so twice 11.
    assert (game.score("Ann"), game.score("Ben")) == (200 + 7 + 22, 210)
    assert game.winner == "Ann"
    clause = game.rulebook.clause_of("ending.unplayed_when_out")
    assert explain_count(game.table) == (
        f"Ann: twice E 1 + Q 10 unplayed by the other side = +22 ({clause})",
    )


@pytest.mark.clause("grand-island-s9")
def test_at_grand_island_going_out_gains_the_others_tiles_which_they_lose() -> None:
    # Ben holds D2, F4 and E1: seven for Ann and seven off Ben.
    game = late_in_the_game("grand-island", "S" + "DFE", ann="S", scores=(200, 210)).plays(
        "Ann", "8D RETINAS"
    )
    assert (game.score("Ann"), game.score("Ben")) == (200 + 7 + 7, 210 - 7)
    assert explain_count(game.table) == (
        "Ann: D 2 + E 1 + F 4 unplayed by the other side = +7 (grand-island-s9)",
        "Ben: unplayed D 2 + E 1 + F 4 = -7 (grand-island-s9)",
    )


@pytest.mark.clause("androscoggin-s9")
def test_at_androscoggin_nothing_is_added_or_taken() -> None:
    game = late_in_the_game("androscoggin", "S" + "QE", ann="S", scores=(200, 210)).plays("Ann", "8D RETINAS")
    assert (game.score("Ann"), game.score("Ben"), game.winner) == (207, 210, "Ben")
    assert game.table.count == ()


def test_the_last_rack_is_deduced_and_may_be_told_too() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    assert game.rack("Ben") == 2
    with refused(game, "wrong-count", "iowa-begin"):
        game.has("Ben", "Q")
    game.has("Ben", "QE")
    assert game.score("Ann") == 29


@pytest.mark.clause("iowa-18")
def test_a_blank_that_is_left_costs_nothing() -> None:
    game = late_in_the_game("iowa", "S" + "?E", ann="S").plays("Ann", "8D RETINAS")
    assert game.score("Ann") == 7 + 2


# ---------------------------------------------------------------- no play


@pytest.mark.clause("iowa-9")
@pytest.mark.clause("grand-island-end")
@pytest.mark.clause("ontario-8")
@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario", "club"])
def test_the_game_ends_when_both_say_that_they_cannot_play(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "VV" + "QC", ann="VV").cannot_play("Ann")
    assert (game.ended, game.turn) == (None, "Ben")
    assert game.cannot_play("Ben").ended == "no-play"


@pytest.mark.clause("androscoggin-10")
@pytest.mark.parametrize("first", ["Ann", "Ben"])
def test_at_androscoggin_a_team_that_has_made_all_its_plays_ends_the_game(first: str) -> None:
    """10.D: "All possible plays have been made by one team or the other." """
    game = late_in_the_game("androscoggin", "VV" + "QC", ann="VV", scores=(210, 200))
    if first == "Ben":
        game.passes("Ann")
    game.cannot_play(first)
    assert (game.ended, game.winner) == ("no-play", "Ann")
    # V4 V4 and Q10 C3 are held, and nothing is taken for them.
    assert (game.score("Ann"), game.score("Ben")) == (210, 200)
    assert game.undoes().turn == first


@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario", "club"])
def test_elsewhere_a_pass_does_not_say_that_no_play_is_left(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "VV" + "QC", ann="VV").cannot_play("Ann").passes("Ben")
    assert (game.ended, game.turn) == (None, "Ann")


@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_two_passes_do_not_end_a_game(rulebook: str) -> None:
    assert ann_and_ben(rulebook).passes("Ann").passes("Ben").ended is None


@pytest.mark.clause("iowa-18")
@pytest.mark.clause("ontario-8")
@pytest.mark.clause("grand-island-s9")
@pytest.mark.parametrize("rulebook", ["iowa", "ontario", "grand-island", "club"])
def test_when_both_hold_tiles_each_loses_their_own(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "VV" + "QC", ann="VV", scores=(210, 200))
    game.cannot_play("Ann").cannot_play("Ben")
    # V4 V4 off Ann, C3 Q10 off Ben.
    assert (game.score("Ann"), game.score("Ben"), game.winner) == (202, 187, "Ann")


@pytest.mark.clause("iowa-9")
@pytest.mark.clause("grand-island-end")
@pytest.mark.clause("ontario-8")
@pytest.mark.clause("androscoggin-10")
@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_an_official_may_end_a_game_because_no_play_is_left(rulebook: str) -> None:
    game = late_in_the_game(rulebook, "VV" + "QC", ann="VV").ends(EndReason.NO_PLAY)
    assert game.ended == "no-play"
    assert game.table.ending is not None
    assert (game.table.ending.by, game.table.ending.note) == ("director", "the hall closes")


# ---------------------------------------------------------------- scoreless turns


def test_in_clubs_six_scoreless_turns_end_the_game() -> None:
    game = ann_and_ben("club").plays("Ann", "8D RETINA")
    game.passes("Ben").exchanges("Ann", 3).plays("Ben", "D8 RATE").challenges("Ann", "RATE").rules_bad()
    # A pass, an exchange and a play that came off.
    assert (game.turn, game.table.position.scoreless) == ("Ann", 3)
    game.passes("Ann").passes("Ben").exchanges("Ann", 1)
    assert game.ended == "scoreless"
    assert racks_awaited(game.table) == (0, 1)
    game.has("Ann", "AEIOUST").has("Ben", "QZAEIOU")
    # RETINA's 14 less seven, and twenty-five off Ben.
    assert (game.score("Ann"), game.score("Ben")) == (14 - 7, -25)


def test_a_turn_that_is_lost_after_a_challenge_is_scoreless_and_points_begin_the_count_anew() -> None:
    game = ann_and_ben("club").passes("Ann").passes("Ben").plays("Ann", "8D RETINA")
    assert game.table.position.scoreless == 0
    assert game.challenges("Ben", "RETINA").rules_good().table.position.scoreless == 1


@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario", "androscoggin"])
def test_elsewhere_scoreless_turns_end_nothing(rulebook: str) -> None:
    game = ann_and_ben(rulebook)
    for name in ("Ann", "Ben") * 5:
        game.passes(name)
    assert game.ended is None


def test_a_position_brings_its_scoreless_turns_with_it() -> None:
    game = late_in_the_game("club", "VV" + "QC", ann="VV", scoreless=5).passes("Ann")
    assert game.ended == "scoreless"


# ---------------------------------------------------------------- time


@pytest.mark.clause("grand-island-end")
@pytest.mark.clause("androscoggin-3")
@pytest.mark.clause("ontario-b-games")
@pytest.mark.parametrize("rulebook", ["grand-island", "ontario", "androscoggin"])
def test_a_play_that_was_not_announced_when_time_is_called_does_not_count(rulebook: str) -> None:
    game = ann_and_ben(rulebook).at("29:00").passes("Ann").lays("Ben", "8D RETINA").at("50:00").time()
    assert game.ended == "time"
    assert game.board.is_empty
    assert (game.rack("Ben"), game.table.tentative) == (7, None)


@pytest.mark.clause("grand-island-s9")
def test_at_grand_island_racks_are_filled_when_time_is_called_and_each_team_loses_its_own() -> None:
    # Ann's rack before her play, Ben's rack, and what is in the bag.
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = late_in_the_game("grand-island", unseen, scores=(267, 251), room_ms=ms("40:00"))
    game.at("1:00").plays("Ann", "8D RETINAS").at("40:00").time()
    assert game.score("Ann") == 274
    # Ben's turn it is, and his rack is full; Ann draws the one tile that she played.
    assert (game.rack("Ann"), game.rack("Ben"), game.bag) == (7, 7, 2)
    assert (racks_awaited(game.table), game.winner) == ((0, 1), None)
    game.has("Ann", "DDAEIOR").has("Ben", "VHDAEIR")
    assert (game.score("Ann"), game.score("Ben"), game.winner) == (274 - 9, 251 - 14, "Ann")
    assert explain_count(game.table) == (
        "Ann: unplayed A 1 + D 2 + D 2 + E 1 + I 1 + O 1 + R 1 = -9 (grand-island-s9)",
        "Ben: unplayed A 1 + D 2 + E 1 + H 4 + I 1 + R 1 + V 4 = -14 (grand-island-s9)",
    )


@pytest.mark.clause("grand-island-s9")
def test_racks_are_filled_once_though_nobody_can_tell_one_of_them_any_more() -> None:
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = late_in_the_game("grand-island", unseen, scores=(267, 251), room_ms=ms("40:00"))
    game.at("1:00").plays("Ann", "8D RETINAS").at("40:00").time().leaves_unknown("Ann")
    # Ann drew one of the three; her rack counts as empty and the count waits for Ben alone.
    assert (game.table.position.bag, racks_awaited(game.table)) == (2, (1,))
    game.has("Ben", "VHDAEIR")
    assert (game.score("Ann"), game.score("Ben"), game.winner) == (274, 251 - 14, "Ann")
    assert game.kinds.count("game.racks_filled") == 1


@pytest.mark.clause("grand-island-s9")
def test_a_game_ends_when_nobody_can_tell_any_rack() -> None:
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = late_in_the_game("grand-island", unseen, scores=(267, 251), room_ms=ms("40:00"))
    game.at("40:00").time().leaves_unknown("Ann").leaves_unknown("Ben")
    # Both racks were full when time was called, so that nothing was drawn.
    assert (game.table.position.bag, game.kinds.count("game.racks_filled")) == (3, 0)
    assert (game.score("Ann"), game.score("Ben"), game.winner) == (267, 251, "Ann")
    assert game.ends().table.accepted_by == "director"


def test_a_journal_in_which_racks_were_filled_again_still_folds_and_its_game_can_end() -> None:
    unseen = "SDDAEIO" + "VHDAEIR" + "RNNDAEIOUT"
    game = late_in_the_game("grand-island", unseen, scores=(267, 251), room_ms=ms("40:00"))
    game.at("40:00").time().leaves_unknown("Ann")
    game.table = evolve(game.table, RacksFilled(game.now_ms, "clock", (7, 0)))
    assert (game.table.position.bag, racks_awaited(game.table)) == (3, (0, 1))
    assert game.leaves_unknown("Ann").leaves_unknown("Ben").winner == "Ann"


def test_a_rack_that_nobody_could_tell_is_told_after_all_and_counted_again() -> None:
    game = late_in_the_game("ontario", "SDDAEIO" + "VHDAEIR", scores=(267, 251)).at("50:00").time()
    game.leaves_unknown("Ann").has("Ben", "VHDAEIR").signs("Ben")
    assert racks_untold(game.table) == (0,)
    with refused(game, "wrong-count"):
        game.has("Ann", "SDDAEI")
    with refused(game, "tiles-not-held"):
        game.has("Ann", "SDDAEIZ")
    game.has("Ann", "SDDAEIO")
    assert (game.score("Ann"), game.score("Ben")) == (267 - 9, 251 - 14)
    assert (racks_untold(game.table), game.table.signatures) == ((), ())


@pytest.mark.clause("ontario-8")
def test_nobody_loses_the_tiles_of_a_rack_that_nobody_can_tell() -> None:
    # The bag is empty. Nobody told any rack, so that Ben's is not deduced from what Ann's is not.
    game = late_in_the_game("ontario", "SDDAEIO" + "VHDAEIR", scores=(267, 251)).at("50:00").time()
    assert racks_awaited(game.leaves_unknown("Ann").table) == (1,)
    game.has("Ben", "VHDAEIR")
    assert (game.score("Ann"), game.score("Ben")) == (267, 251 - 14)


@pytest.mark.clause("grand-island-s9")
def test_racks_are_filled_in_turn_order_from_the_team_whose_turn_it_is_until_the_bag_is_empty() -> None:
    unseen = "SDDAEIO" + "VHDAEI" + "RN"
    game = late_in_the_game("grand-island", unseen, ann="SDDAEIO", ben="VHDAEI", kind=TableKind.VIRTUAL)
    bag = game.bag_tiles()
    # Ann plays three tiles and has not drawn; Ben, whose turn it is, fills first.
    game.plays("Ann", "8D RETINAS").at("3:00").time()
    assert (game.rack("Ben"), game.rack("Ann")) == (
        "".join(sorted("VHDAEI" + bag[0])),
        "".join(sorted("DDAEIO" + bag[1])),
    )
    assert game.bag == 0


@pytest.mark.clause("grand-island-s9")
def test_a_rack_that_was_not_filled_after_the_bell_is_not_counted() -> None:
    """9: "players MUST fill their rack with seven tiles for determining the final score for the round"."""
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = late_in_the_game("grand-island", unseen, scores=(267, 251), room_ms=ms("40:00"))
    game.plays("Ann", "8D RETINAS").at("40:00").time()
    with refused(game, "rack-not-filled", "grand-island-s9"):
        game.has("Ann", "DDAEIO")
    with refused(game, "wrong-count", "grand-island-setup"):
        game.has("Ann", "DDAEIORN")
    game.has("Ann", "DDAEIOR").has("Ben", "VHDAEIR")
    assert (game.score("Ann"), game.score("Ben"), game.bag) == (265, 237, 2)


@pytest.mark.clause("ontario-8")
def test_in_ontario_each_loses_what_they_hold_when_time_is_called() -> None:
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = (
        late_in_the_game("ontario", unseen, scores=(267, 251)).plays("Ann", "8D RETINAS").at("50:00").time()
    )
    # Nobody told whether Ann had drawn: both six tiles and seven are possible.
    assert (game.rack("Ann"), game.rack("Ben"), game.bag) == (6, 7, 3)
    with refused(game, "wrong-count", "ontario-3"):
        game.has("Ann", "DDAEI")
    game.has("Ben", "VHDAEIR").has("Ann", "DDAEIOR")
    assert (game.score("Ann"), game.score("Ben"), game.bag) == (265, 237, 2)
    undrawn = late_in_the_game("ontario", unseen, scores=(267, 251)).plays("Ann", "8D RETINAS")
    undrawn.at("50:00").time().has("Ann", "DDAEIO").has("Ben", "VHDAEIR")
    assert (undrawn.score("Ann"), undrawn.score("Ben"), undrawn.bag) == (266, 237, 3)


@pytest.mark.clause("androscoggin-s9")
@pytest.mark.clause("androscoggin-10")
def test_at_androscoggin_time_ends_the_game_with_the_scores_as_they_are() -> None:
    game = ann_and_ben("androscoggin").plays("Ann", "8D RETINA").at("30:00").time()
    assert (game.ended, game.score("Ann"), game.score("Ben"), game.winner) == ("time", 14, 0, "Ann")


@pytest.mark.parametrize(("rulebook", "clause"), [("iowa", "iowa-9"), ("club", "club:ending.time")])
def test_time_does_not_end_a_game_that_has_no_time(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).at("99:00")
    with refused(game, "untimed", clause):
        game.time()


@pytest.mark.parametrize("time", ["10:00", "29:30", "29:59"])
def test_time_is_not_called_while_the_table_has_some_left(time: str) -> None:
    game = ann_and_ben("androscoggin").at(time)
    with refused(game, "time-is-not-up"):
        game.time()


def test_time_is_called_once() -> None:
    game = ann_and_ben("ontario").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").at("50:00").time()
    with refused(game, "time-called"):
        game.time()
    game.rules_good()
    with refused(game, "game-over"):
        game.time()


def test_a_play_that_went_out_and_came_off_after_time_does_not_bring_the_game_back() -> None:
    game = (
        late_in_the_game("ontario", "S" + "QE", ann="S", scores=(100, 90))
        .at("49:59")
        .plays("Ann", "8D RETINAS")
    )
    game.challenges("Ben", "RETINAS").at("50:00").time().at("51:00").rules_bad()
    # S1 off Ann, Q10 and E1 off Ben.
    assert (game.ended, game.score("Ann"), game.score("Ben")) == ("time", 99, 79)


# ---------------------------------------------------------------- by an official


@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_an_official_ends_a_game_with_a_reason_and_what_is_held_is_asked_for(rulebook: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").passes("Ben").ends()
    assert game.ended == "agreed"
    if rulebook == "androscoggin":
        assert (game.winner, racks_awaited(game.table)) == ("Ann", ())
        return
    assert (game.winner, racks_awaited(game.table)) == (None, (0, 1))
    with refused(game, "racks-awaited"):
        game.ends()
    game.has("Ann", "AEIOUST")
    with refused(game, "racks-awaited"):
        game.ends()
    game.has("Ben", "AEIOULN")
    assert (game.score("Ann"), game.score("Ben")) == (7, -7)
    game.ends()
    assert game.table.accepted_by == "director"


def test_ending_a_game_needs_a_reason_of_the_right_kind() -> None:
    game = ann_and_ben("iowa")
    with refused(game, "no-reason"):
        game.does(c.End("director", EndReason.AGREED, " "))
    for reason in (EndReason.OUT, EndReason.TIME, EndReason.SCORELESS):
        with refused(game, "bad-reason"):
            game.does(c.End("director", reason, "so"))


def test_a_rack_that_was_told_wrong_can_be_told_again() -> None:
    game = ann_and_ben("iowa").ends().has("Ann", "AEIOUST").has("Ben", "AEIOUST")
    assert game.score("Ann") == -7
    # One of Ann's tiles was a Z.
    assert game.has("Ann", "ZEIOUST").score("Ann") == -16
