"""A Tortoise game: turns around one board, one total, every rack taken off it, words that bring a bonus."""

import pytest

from game.vocabulary import ann_and_ben, late_owls, owls, refused
from wordwaiter.game import commands as c
from wordwaiter.game.queries import explain_count
from wordwaiter.game.table import SigningOfficial

# ---------------------------------------------------------------- turns


@pytest.mark.clause("bee-tortoise-2")
@pytest.mark.clause("bee-tortoise-3")
def test_play_goes_round_and_each_player_draws_back_to_seven() -> None:
    game = owls()
    seen = []
    # From the G of GLOW at 8H: a column that grows by one tile a turn.
    for play in ("H8 .O", "H8 ..A", "H8 ...T", "H8 ....S"):
        assert game.turn is not None
        seen.append(game.turn)
        game.plays(game.turn, play)
        assert game.rack(seen[-1]) == 6
    assert seen == ["Ann", "Ben", "Cy", "Di"]
    assert game.turn == "Ann"
    assert [game.rack(name) for name in seen] == [7, 7, 7, 6]
    assert game.fills("Di").rack("Di") == 7


ONE_BEGINS = (
    "One team player begins by placing a word on the board which must be connected to the starting word. "
    "Play continues clockwise."
)


@pytest.mark.clause("bee-tortoise-2", ONE_BEGINS)
def test_the_team_says_who_begins_and_play_goes_round_from_there() -> None:
    game = owls().does(c.ChooseFirst(3)).does(c.ChooseFirst(2))
    assert game.turn == "Cy"
    with refused(game, "not-your-turn"):
        game.plays("Ann", "H8 .O")
    game.plays("Cy", "H8 .O").passes("Di")
    assert game.turn == "Ann"


@pytest.mark.clause("bee-tortoise-2", ONE_BEGINS)
def test_who_begins_can_be_changed_until_the_first_turn_is_taken_and_after_it_is_undone() -> None:
    game = owls().does(c.ChooseFirst(2)).plays("Cy", "H8 .O")
    with refused(game, "first-turn-taken"):
        game.does(c.ChooseFirst(0))
    game.does(c.Undo("Dora", "Ben began"))
    assert game.turn == "Cy"
    assert game.does(c.ChooseFirst(1)).turn == "Ben"
    assert [game.rack(name) for name in ("Ann", "Ben", "Cy", "Di")] == [7, 7, 7, 7]


def test_where_tiles_are_drawn_nobody_chooses_who_begins() -> None:
    game = ann_and_ben("grand-island")
    with refused(game, "first-is-drawn"):
        game.does(c.ChooseFirst(1))


@pytest.mark.clause("bee-tortoise-2")
def test_the_first_play_joins_the_starting_word() -> None:
    game = owls()
    with refused(game, "not-connected", "bee-1"):
        game.plays("Ann", "10H OAT")
    game.plays("Ann", "H7 E.O")
    assert game.turn == "Ben"


@pytest.mark.clause("bee-tortoise-1")
@pytest.mark.clause("bee-tortoise-5")
@pytest.mark.clause("bee-tortoise-9")
def test_every_turn_is_scored_into_one_total_for_the_team() -> None:
    game = owls()
    # GLOWING: G2 L1 O1 W4 at face value, I1×2 on 8L, N1, G2 = 13. The starting word brought 16.
    game.plays("Ann", "8H ....ING")
    assert game.score("Owls") == 16 + 13
    assert game.score("Ann") == game.score("Owls")
    # OW down from the O at 8J: O1 and W4, with the W on 9J, which is plain.
    game.plays("Ben", "J8 .W")
    assert game.score("Owls") == 16 + 13 + 5


@pytest.mark.clause("bee-tortoise-4")
def test_no_tile_is_shifted_or_replaced_once_played() -> None:
    game = owls()
    with refused(game, "square-occupied", "bee-tortoise-4"):
        game.lays("Ann", "8H FLOW")


@pytest.mark.clause("bee-tortoise-1")
def test_seven_tiles_in_a_turn_add_50_for_the_team_too() -> None:
    game = owls()
    # G2 A1 R1 D2 E1×2 N1 E1 R1 = 11 with an E on H12, tripled by H15, and 50.
    game.plays("Ann", "H8 .ARDENER")
    assert game.score("Owls") == 16 + 11 * 3 + 50


def test_tortoise_turns_do_not_go_against_the_clock() -> None:
    game = owls()
    with refused(game, "not-your-turn", "bee-tortoise-2"):
        game.plays("Di", "H8 .O")


# ---------------------------------------------------------------- the end

THREE_RACKS = "AEIOULN" + "AEIOURT" + "QZXJKVW"
"""Seven and seven points, and Q10 Z10 X8 J8 K5 V4 W4 = 49."""


@pytest.mark.clause("bee-tortoise-6")
@pytest.mark.clause("bee-12")
def test_the_game_ends_when_one_player_uses_the_last_letter_and_all_racks_are_taken_off() -> None:
    game = late_owls("S" + THREE_RACKS, "S", None, None, None, score=200)
    assert (game.bag, game.rack("Di")) == (0, 7)
    # GLOWS: G2 L1 O1 W4 S1×2 on 8L = 10. Nothing is gained by going out, and 63 are taken off.
    game.plays("Ann", "8H GLOWS")
    assert (game.ended, game.score("Owls"), game.winner) == ("out", 200 + 10 - 63, "none")


@pytest.mark.clause("bee-tortoise-6")
def test_an_empty_bag_alone_does_not_end_the_game() -> None:
    game = late_owls("SE" + THREE_RACKS, "SE", None, None, None).plays("Ann", "8H GLOWS")
    assert (game.bag, game.ended, game.turn) == (0, None, "Ben")


@pytest.mark.clause("bee-tortoise-6")
@pytest.mark.clause("bee-12")
def test_the_game_ends_when_all_four_say_that_they_cannot_play() -> None:
    game = late_owls("C" + THREE_RACKS, "C", None, None, None, score=200)
    for name in ("Ann", "Ben", "Cy"):
        assert game.cannot_play(name).ended is None
    game.cannot_play("Di")
    # C3 and the three racks.
    assert (game.ended, game.score("Owls")) == ("no-play", 200 - 3 - 63)


@pytest.mark.clause("bee-tortoise-6")
def test_a_player_who_only_passes_keeps_the_game_going() -> None:
    game = late_owls("C" + THREE_RACKS, "C", None, None, None)
    game.cannot_play("Ann").cannot_play("Ben").passes("Cy").cannot_play("Di")
    assert (game.ended, game.turn) == (None, "Ann")


@pytest.mark.clause("bee-12")
def test_with_tiles_in_the_bag_only_the_racks_are_taken_off_and_they_are_asked_for() -> None:
    game = owls().ends()
    assert (game.ended, game.winner, game.score("Owls")) == ("agreed", None, 16)
    game.has("Ann", "AEIOULN").has("Ben", "AEIOURT").has("Cy", "AEIUNRT").has("Di", "QZXJKVH")
    assert game.score("Owls") == 16 - 7 - 7 - 7 - 49


@pytest.mark.clause("bee-surprise")
@pytest.mark.clause("bee-sponsor")
@pytest.mark.clause("bee-tortoise-9")
def test_bonus_words_on_the_board_are_added_when_the_game_has_ended() -> None:
    game = late_owls("S" + "C", "S", "C", "", "", score=100, surprise="glows", sponsors="ACME GLOW")
    game.plays("Ann", "8H GLOWS")
    # GLOWS brings 10 and its 50; GLOW is altered and ACME is not there; C3 is left.
    assert game.score("Owls") == 100 + 10 + 50 - 3
    assert explain_count(game.table) == (
        "Owls: unplayed C 3 = -3 (bee-12)",
        "Owls: surprise word GLOWS = +50 (bee-surprise)",
    )


@pytest.mark.clause("bee-sponsor")
def test_a_sponsors_name_brings_a_hundred() -> None:
    game = late_owls("S" + "C", "S", "C", "", "", sponsors="GLOWS").plays("Ann", "8H GLOWS")
    assert game.score("Owls") == 10 + 100 - 3


@pytest.mark.clause("bee-surprise")
@pytest.mark.clause("bee-sponsor")
def test_each_of_two_bonus_words_is_added_once() -> None:
    game = late_owls("SCIEE", "SC", "I", "E", "E", surprise="glows", sponsors="IS")
    # GLOWS brings 10; IS down to its S brings 2 and is Ben's last tile. C 3, E 1 and E 1 are left.
    game.plays("Ann", "8H GLOWS").plays("Ben", "L7 I.")
    assert game.score("Owls") == 10 + 2 + 50 + 100 - 5


@pytest.mark.clause("bee-tortoise-1")
def test_the_word_waiter_and_a_member_sign_for_the_team() -> None:
    game = late_owls("S" + "C", "S", "C", "", "").plays("Ann", "8H GLOWS")
    game.signs("scorekeeper")
    with refused(game, "already-signed"):
        game.signs("scorekeeper")
    game.signs("Cy")
    assert game.table.signatures == (SigningOfficial.SCOREKEEPER, 0)
