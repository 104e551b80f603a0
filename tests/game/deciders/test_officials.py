"""What officials put right: a turn taken back, an earlier turn corrected, points told without their tiles."""

import pytest

from game.vocabulary import TWO_SIDES, Told, ann_and_ben, late_in_the_game, ms, owls, refused
from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.queries import turn_text
from wordwaiter.game.table import EndReason, TableKind
from wordwaiter.rules.placement import Placement, parse_play

# ---------------------------------------------------------------- undo


@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_undo_brings_back_board_racks_scores_and_whose_turn_it_was(rulebook: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").fills("Ann")
    before = game.table.position
    game.plays("Ben", "D8 RATE").fills("Ben").undoes()
    assert game.table.position == before
    assert (game.turn, game.score("Ben"), game.bag) == ("Ben", 0, 80)
    game.undoes()
    assert game.board.is_empty
    assert (game.turn, game.score("Ann"), game.bag, game.table.turns) == ("Ann", 0, 86, ())
    with refused(game, "nothing-to-undo"):
        game.undoes()


@pytest.mark.parametrize("rulebook", ["grand-island", "ontario", "androscoggin"])
def test_a_turn_entered_by_mistake_and_taken_back_has_not_closed_the_window_of_the_play_before(
    rulebook: str,
) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").passes("Ben").undoes().challenges("Ben", "RETINA")
    assert game.rules_bad().score("Ann") == 0


def test_a_play_that_waits_for_a_ruling_is_taken_back_only_with_a_reason() -> None:
    game = ann_and_ben("ontario").plays("Ann", "8D RETINA").challenges("Ben", "RETINA")
    with refused(game, "no-reason"):
        game.does(c.Undo("judge"))
    game.does(c.Undo("judge", "another word was laid"))
    assert (game.table.challenge, game.table.turns) == (None, ())


def test_undo_says_who_and_why() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").undoes()
    fact = game.facts[-1]
    assert (fact.KIND, fact.by, getattr(fact, "reason", "")) == (
        "game.turn_undone",
        "director",
        "entered twice",
    )


@pytest.mark.parametrize("how", ["play", "exchange"])
def test_at_a_virtual_table_undo_returns_exactly_the_drawn_tiles_and_the_bag_is_shaken(how: str) -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    rack, bag = str(game.rack("Ann")), game.bag_tiles()
    if how == "play":
        game.plays("Ann", f"8H {rack.replace('?', '')[:4]}").fills("Ann")
    else:
        game.exchanges("Ann", rack)
    game.undoes()
    after = game.bag_tiles()
    assert (game.rack("Ann"), sorted(after), game.turn) == (rack, sorted(bag), "Ann")
    assert after != bag


def test_undo_of_a_pass_leaves_a_virtual_bag_as_it_was() -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    before = game.table.position
    assert game.passes("Ann").undoes().table.position == before


def test_undo_takes_back_a_turn_with_its_ruling_and_the_turn_that_was_lost() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_good()
    assert game.turn == "Ann"
    game.undoes()
    assert (game.turn, game.table.turns, game.board.is_empty) == ("Ann", (), True)
    awaiting = ann_and_ben("iowa").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").undoes()
    assert (awaiting.turn, awaiting.table.challenge) == ("Ann", None)


@pytest.mark.parametrize("rulebook", TWO_SIDES)
@pytest.mark.parametrize("good", [True, False])
@pytest.mark.parametrize("kind", TableKind)
def test_a_ruling_that_is_taken_back_leaves_the_play_and_its_challenge(
    rulebook: str, good: bool, kind: TableKind
) -> None:
    game = ann_and_ben(rulebook, kind=kind)
    play = f"8H {str(game.rack('Ann')).replace('?', '')[:4]}" if kind is TableKind.VIRTUAL else "8D RETINA"
    game.plays("Ann", play)
    game.challenges("Ben", *game.words(1))
    waiting = game.table
    game.does(c.Rule("judge", good)).at("1:00")
    assert game.table.challenge is None
    with refused(game, "no-reason"):
        game.does(c.UndoRuling("judge", " "))
    game.does(c.UndoRuling("judge", "the wrong key"))
    assert (game.table.position, game.table.turns) == (waiting.position, waiting.turns)
    assert game.table.challenge == waiting.challenge
    with refused(game, "nothing-ruled"):
        game.does(c.UndoRuling("judge", "twice"))
    assert game.does(c.Rule("judge", not good)).table.turns[0].ruled_off == good


def test_after_the_count_a_ruling_is_taken_back_with_racks_and_signatures_as_they_were() -> None:
    game = (
        late_in_the_game("ontario", "SAEIO" + "QE", ann="SAEIO").at("1:00").plays("Ann", "8D RETINAS").time()
    )
    game.signs("Ben") if game.table.count is not None else game.has("Ben", "QE").signs("Ben")
    before = game.challenges("Ben", "RETINAS").table
    game.rules_bad()
    assert game.score("Ann") < before.position.scores[0]
    game.does(c.UndoRuling("director", "the wrong key"))
    assert (game.table.count, game.table.ending) == (before.count, before.ending)
    assert (game.table.signatures, game.table.position) == (before.signatures, before.position)


@pytest.mark.parametrize("then", ["play", "end", "allow"])
def test_a_ruling_after_which_somebody_played_or_decided_is_not_taken_back_alone(then: str) -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_bad()
    match then:
        case "play":
            game.plays("Ben", "8F RATE")
        case "end":
            game.ends(EndReason.NO_PLAY)
        case _:
            game.allows()
    with refused(game, "nothing-ruled"):
        game.does(c.UndoRuling("judge", "the wrong key"))


def test_undo_of_the_play_that_went_out_brings_the_game_back() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS").signs("Ben").undoes()
    assert (game.ended, game.turn, game.rack("Ann"), game.table.signatures) == (None, "Ann", "S", ())


def test_undo_takes_back_time_that_was_called_too_early_and_the_turns_stay() -> None:
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = late_in_the_game("grand-island", unseen).plays("Ann", "8D RETINAS").time()
    assert (game.ended, game.bag) == ("time", 2)
    game.undoes()
    assert (game.ended, game.turn, game.bag, game.rack("Ann")) == (None, "Ben", 3, 6)
    assert game.plays("Ben", "J8 .H").turn == "Ann"


@pytest.mark.parametrize("reason", [EndReason.AGREED, EndReason.NO_PLAY])
def test_undo_takes_back_an_officials_ending(reason: EndReason) -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").ends(reason).undoes()
    assert (game.ended, game.turn, game.score("Ann")) == (None, "Ben", 14)


def test_undo_of_an_officials_ending_keeps_the_points_of_a_ruling_that_came_after_it() -> None:
    game = ann_and_ben("club-5").plays("Ann", "8D RETINA").ends().challenges("Ben", "RETINA").rules_good()
    assert game.score("Ann") == 14 + 5
    game.undoes()
    assert (game.ended, game.turn, game.score("Ann")) == (None, "Ben", 14 + 5)


def test_undo_of_a_game_that_both_could_not_play_on_gives_the_last_one_the_turn_again() -> None:
    game = late_in_the_game("iowa", "VV" + "QC", ann="VV").cannot_play("Ann").cannot_play("Ben").undoes()
    assert (game.ended, game.turn) == (None, "Ben")


def test_clocks_run_on_when_a_turn_is_taken_back() -> None:
    game = ann_and_ben("androscoggin").at("1:00").plays("Ann", "8D RETINA").at("2:00").undoes()
    assert (game.left.table_ms, game.left.turn_ms) == (ms("28:00"), ms("3:00"))
    club = ann_and_ben("club").at("1:00").plays("Ann", "8D RETINA").at("3:00").undoes().at("3:30")
    assert club.left.sides_ms == (ms("23:30"), ms("23:00"))


def test_undo_goes_round_a_tortoise_table_too() -> None:
    game = owls().plays("Ann", "H8 .O").plays("Ben", "H8 ..A").undoes()
    assert (game.turn, game.score("Owls"), game.rack("Ben")) == ("Ben", 16 + 3, 7)


# ---------------------------------------------------------------- correction


def three_turns(rulebook: str = "iowa") -> Told:
    """RETINA 14, RATE 4, RETINAS 7."""
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").plays("Ben", "D8 RATE")
    return game.plays("Ann", "8D RETINAS")


def test_a_corrected_turn_is_rescored_with_everything_after_it() -> None:
    game = three_turns().corrects(1, "8D RETSNA")
    # The tiles of RETSNA score the same 14, and turn 3 made RETSNAS instead.
    assert [turn.points for turn in game.table.turns] == [14, 4, 7]
    assert [turn_text(game.table, number) for number in (1, 2, 3)] == [
        "8D RETSNA +14",
        "D8 (R)ATE +4",
        "8D (RETSNA)S +7",
    ]
    assert game.words(3) == ("RETSNAS",)
    assert str(game.board).splitlines()[7] == "...RETSNAS....."


def test_a_correction_changes_the_points_of_later_turns() -> None:
    # ZETINA instead of RETINA: Z10×2 E1 T1 I1 N1 A1 = 25, doubled. Then ZATE 13 and ZETINAS 16.
    game = three_turns().corrects(1, "8D ZETINA")
    assert [turn.points for turn in game.table.turns] == [50, 13, 16]
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (66, 13, "Ben")
    fact = game.facts[-1]
    assert (fact.by, getattr(fact, "reason", "")) == ("director", "misheard")


def test_a_correction_with_more_tiles_changes_the_counts_of_a_physical_table() -> None:
    game = three_turns().corrects(2, "D8 RATES")
    # 11 tiles are on the board; Ben has drawn back to seven, and Ann has not drawn for RETINAS.
    assert (game.rack("Ben"), game.rack("Ann"), game.bag) == (7, 6, 100 - 11 - 7 - 6)
    # The S lies on D12, which doubles the five points of RATES.
    assert game.score("Ben") == 10


def test_a_turn_that_was_ruled_on_is_taken_back_only_with_a_reason() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_good()
    for reason in ("", " "):
        with refused(game, "no-reason"):
            game.does(c.Undo("director", reason))
    assert not game.undoes().table.turns


def test_a_correction_is_refused_where_a_later_turn_no_longer_fits() -> None:
    game = three_turns()
    before = game.table
    with pytest.raises(IllegalError, match=r"turn 2 no longer fits: .*touches no word") as refusal:
        game.corrects(1, "8H IRATE")
    assert (refusal.value.code, refusal.value.facts["turn"]) == ("later-turn-does-not-fit", 2)
    assert refusal.value.facts["reason"] == "not-connected"
    assert game.table == before


def test_a_correction_may_not_use_up_a_tile_that_a_later_turn_has_played() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").plays("Ben", "D8 RaTE").plays("Ann", "8D ......s")
    with pytest.raises(IllegalError, match=r"turn 3 no longer fits: a blank cannot be held"):
        game.corrects(1, "8D rETINA")


@pytest.mark.parametrize("number", [0, 4, -1])
def test_there_must_be_such_a_turn_to_correct(number: int) -> None:
    game = three_turns()
    with refused(game, "no-such-turn"):
        game.does(c.Correct("director", number, game.placement(1)))


def test_a_correction_must_be_a_play_that_was_possible_then() -> None:
    game = three_turns()
    with refused(game, "not-on-centre", "iowa-1"):
        game.corrects(1, "8A RETINA")


def test_what_was_ruled_off_or_lost_is_not_corrected() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_bad()
    with refused(game, "turn-was-ruled-off"):
        game.corrects(1, "8D RETAIN")
    lost = ann_and_ben("iowa").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_good()
    with refused(lost, "turn-was-lost"):
        lost.corrects(2, "D8 RATE")
    assert lost.corrects(1, "8D RETAIN").turn == "Ann"


def test_a_later_turn_that_was_ruled_off_stays_off() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").plays("Ben", "D8 RATE").challenges("Ann", "RATE")
    game.rules_bad().plays("Ann", "8D RETINAS").corrects(1, "8D ZETINA")
    assert [turn.points for turn in game.table.turns] == [50, 0, 16]
    assert game.board.at(game.table.turns[0].before.board.layout.start) is not None
    assert str(game.board).count("\n...Z") == 1


def test_a_correction_keeps_what_a_ruling_gave() -> None:
    game = ann_and_ben("club-5").plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_good()
    assert game.corrects(1, "8D ZETINA").score("Ann") == 50 + 5


def test_an_exchange_that_would_have_been_refused_keeps_a_turn_from_being_corrected() -> None:
    # Seven tiles are left in the bag after RETINAS; with a longer word there would be too few to exchange.
    game = late_in_the_game("ontario", "SAEIOUT" + "BCDFGHL" + "MMNNRRLL").plays("Ann", "8D RETINAS")
    game.exchanges("Ben", 2)
    assert game.bag == 7
    with pytest.raises(IllegalError, match=r"turn 2 no longer fits: .*7 tiles in the bag, but it has 6"):
        game.corrects(1, "8D RETINASE")


def test_at_a_virtual_table_a_turn_is_corrected_with_the_same_tiles() -> None:
    rack = "AEINRTS"
    game = late_in_the_game("iowa", rack + "BCDFGHL" + "MN", ann=rack, kind=TableKind.VIRTUAL)
    game.plays("Ann", "8D RETINAS").fills("Ann")
    bag, held = game.table.position.bag, game.rack("Ann")
    with refused(game, "other-tiles"):
        game.corrects(1, "8D RETINAE")
    # SRETINA: the S on 8C, in front.
    game.corrects(1, "8C SRETINA")
    assert (game.table.position.bag, game.rack("Ann"), game.score("Ann")) == (bag, held, 7)
    passed = ann_and_ben("iowa", kind=TableKind.VIRTUAL).passes("Ann")
    with refused(passed, "other-tiles"):
        passed.does(c.Correct("director", 1, game.placement(1)))


def test_a_game_that_a_correction_leaves_with_a_tile_on_the_rack_goes_on() -> None:
    game = late_in_the_game("iowa", "SE" + "QA", ann="SE").plays("Ann", "8C SRETINAE")
    assert (game.ended, game.score("Ann")) == ("out", 8 + 22)
    game.corrects(1, "8C SRETINA")
    assert (game.ended, game.turn, game.rack("Ann"), game.score("Ann")) == (None, "Ben", "E", 7)


def test_a_correction_after_the_end_counts_again_with_the_racks_that_were_told() -> None:
    unseen = "SDDAEIO" + "VHDAEIR" + "RNN"
    game = late_in_the_game("grand-island", unseen, scores=(267, 251)).plays("Ann", "8D RETINAS").time()
    game.has("Ann", "DDAEIOR").has("Ben", "VHDAEIR").signs("Ann").signs("Ben")
    assert game.score("Ann") == 265
    # The S was in front, where SRETINA brings the same seven points; the result must be signed again.
    game.corrects(1, "8C SRETINA")
    assert (game.ended, game.score("Ann"), game.score("Ben")) == ("time", 265, 237)
    assert game.table.signatures == ()


def test_a_play_in_the_place_of_the_last_scoreless_turn_can_end_the_game_for_another_reason() -> None:
    game = late_in_the_game("club", "QV", ann="Q", ben="V", scores=(100, 100))
    for seat in ("Ann", "Ben") * 3:
        game.passes(seat)
    assert (game.ended, game.score("Ben")) == ("scoreless", 96)
    # Ben did play, RETINAV for 10, and is out: twice the Q.
    assert game.corrects(6, "8D RETINAV").ended == "out"
    assert (game.score("Ann"), game.score("Ben")) == (100, 100 + 10 + 20)


def test_a_play_in_the_place_of_a_scoreless_turn_lets_the_game_go_on() -> None:
    game = late_in_the_game("club", "QVV", ann="QV", ben="V", scores=(100, 100))
    for seat in ("Ann", "Ben") * 3:
        game.passes(seat)
    game.corrects(5, "8D RETINAV")
    assert (game.ended, game.turn, game.score("Ann"), game.score("Ben")) == (None, "Ann", 110, 100)


def test_a_play_in_the_place_of_a_turn_that_somebody_could_not_play_lets_the_game_go_on() -> None:
    game = late_in_the_game("iowa", "QVV", ann="QV", ben="V").cannot_play("Ann").cannot_play("Ben")
    assert game.ended == "no-play"
    game = game.corrects(1, "8D RETINAV")
    assert (game.ended, game.turn, game.score("Ann")) == (None, "Ann", 10)


def test_a_correction_leaves_a_game_that_an_official_ended_as_it_is() -> None:
    game = three_turns().ends(EndReason.NO_PLAY).corrects(1, "8D ZETINA")
    assert game.ended == "no-play"


def test_a_rack_that_was_told_and_then_exchanged_is_not_known_after_a_correction_before_it() -> None:
    game = ann_and_ben("iowa").has("Ben", "AAEEGIR").plays("Ann", "8D RETINA").exchanges("Ben", 3)
    assert game.rack("Ben") == 7
    game.corrects(1, "8D RETAIN")
    assert (game.rack("Ben"), game.bag) == (7, 80)
    assert game.passes("Ann").plays("Ben", "D8 .UM").score("Ben") == 5


def test_tentative_tiles_go_back_when_an_earlier_turn_is_corrected() -> None:
    game = three_turns().lays("Ben", "J8 .O").corrects(1, "8D ZETINA")
    assert (game.table.tentative, game.turn) == (None, "Ben")


# ---------------------------------------------------------------- points only


def test_points_alone_make_the_board_partial() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").reports("Ben", 32)
    assert (game.score("Ben"), game.turn) == (32, "Ann")
    assert game.table.position.partial
    assert game.bag is None


def test_on_a_partial_board_nothing_is_refused_for_what_may_lie_there_unseen() -> None:
    game = ann_and_ben("iowa").reports("Ann", 32)
    # No centre and no connection can be asked for. B3 A1 T1×3, the T on 10J.
    game.plays("Ben", "10H BAT")
    assert game.score("Ben") == 7
    first, _, last = parse_play("12H BEE", game.board).laid
    with refused(game, "gap", "iowa-3"):
        game.does(c.Play(0, Placement((first, last))))
    with refused(game, "no-word"):
        game.plays("Ann", "1A B")
    assert game.reports("Ann", 3).score("Ann") == 35


def test_on_a_partial_board_nobody_goes_out_and_the_game_ends_when_nobody_can_play() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").reports("Ann", 7)
    assert game.cannot_play("Ben").ended is None
    assert game.cannot_play("Ann").ended == "no-play"
    game.has("Ann", "").has("Ben", "QE")
    assert (game.score("Ann"), game.score("Ben"), game.winner) == (7, -11, "Ann")


@pytest.mark.clause("androscoggin-10")
def test_at_androscoggin_a_game_told_by_points_ends_when_a_team_has_made_all_its_plays() -> None:
    game = ann_and_ben("androscoggin").reports("Ann", 20).cannot_play("Ben")
    assert (game.ended, game.winner) == ("no-play", "Ann")
    assert (game.score("Ann"), game.score("Ben")) == (20, 0)


def test_in_clubs_scoreless_turns_end_a_game_told_by_points() -> None:
    game = ann_and_ben("club").reports("Ann", 20)
    for name in ("Ben", "Ann", "Ben", "Ann", "Ben"):
        game.passes(name)
    assert (game.ended, game.passes("Ann").ended) == (None, "scoreless")


def test_undo_of_points_alone_makes_the_board_whole_again() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").fills("Ann").reports("Ben", 32).undoes()
    assert (game.table.position.partial, game.bag, game.turn) == (False, 80, "Ben")


def test_the_play_can_be_put_in_the_place_of_points_alone() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").reports("Ben", 5).plays("Ann", "8D RETINAS")
    game.corrects(2, "D8 RATE")
    assert (game.table.position.partial, game.score("Ben"), game.score("Ann")) == (False, 4, 21)
    assert game.bag == 100 - 10 - 7 - 6


def test_points_alone_are_not_told_at_a_virtual_table_or_below_zero() -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    with refused(game, "tiles-known"):
        game.reports("Ann", 20)
    with refused(ann_and_ben("iowa"), "negative-points"):
        ann_and_ben("iowa").reports("Ann", -1)
