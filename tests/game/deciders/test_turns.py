"""Taking turns: tentative tiles, announcements, the draw, exchanges and passes."""

from dataclasses import replace

import pytest

from game.vocabulary import TWO_SIDES, Told, ann_and_ben, late_in_the_game, refused
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.laying import preview
from wordwaiter.game.queries import explain_turn, turn_text
from wordwaiter.game.table import TableKind, TurnStage
from wordwaiter.rules.board import PlacedTile
from wordwaiter.rules.layout import parse_square
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.rules.rulebooks.choices import Passing
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

turn_clause = pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("iowa", "iowa-2", marks=pytest.mark.clause("iowa-2")),
        pytest.param("grand-island", "grand-island-2", marks=pytest.mark.clause("grand-island-2")),
        pytest.param("ontario", "ontario-4", marks=pytest.mark.clause("ontario-4")),
        pytest.param("androscoggin", "androscoggin-3", marks=pytest.mark.clause("androscoggin-3")),
        ("club", "club:turns.ended_by"),
    ],
)
"""The clause that says how a turn ends."""


# ---------------------------------------------------------------- composing


@turn_clause
def test_tentative_tiles_may_be_taken_back_until_the_score_is_announced(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).lays("Ann", "8D RETAIN").lifts("Ann").lays("Ann", "8D RETINA")
    assert game.board.is_empty
    assert game.turn == "Ann"
    game.announces("Ann")
    assert game.turn == "Ben"
    with refused(game, "already-announced", clause):
        game.lifts("Ann")


@pytest.mark.clause("androscoggin-6")
def test_a_team_may_change_its_play_until_it_announces_the_score() -> None:
    game = ann_and_ben("androscoggin").lays("Ann", "8D RETAIN").lays("Ann", "8H IRATE").announces("Ann")
    assert str(game.board).splitlines()[7] == ".......IRATE..."
    # The centre doubles I1 R1 A1 T1 E1×2: the E lies on 8L, a double letter square.
    assert game.score("Ann") == 2 * 6


def test_a_tentative_play_shows_its_words_and_score_and_changes_no_score() -> None:
    game = ann_and_ben("iowa").lays("Ann", "8D RETINA")
    shown = preview(game.table)
    assert shown is not None
    assert shown.score is not None
    assert shown.score.explain() == ("RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14",)
    assert shown.faults == ()
    assert game.score("Ann") == 0


@pytest.mark.parametrize(
    ("play", "fault", "points"),
    [
        # The I lies on a double letter square and the R on a triple word square: 7 × 3.
        ("8A RETINA", "not-on-centre", 21),
        # E and A lie on double letter squares.
        ("9H RETINA", "not-on-centre", 8),
        ("8H R", "one-letter-first-word", 0),
    ],
)
def test_a_tentative_play_of_wrong_shape_can_be_looked_at_and_not_announced(
    play: str, fault: str, points: int
) -> None:
    game = ann_and_ben("iowa").lays("Ann", play)
    shown = preview(game.table)
    assert shown is not None
    assert shown.score is not None
    assert [each.code.value for each in shown.faults] == [fault]
    assert shown.score.total == points
    with refused(game, fault, "iowa-1"):
        game.announces("Ann")


def test_tiles_that_make_no_words_can_be_looked_at_without_a_score() -> None:
    game = ann_and_ben("iowa")
    astray = Placement(tuple((parse_square(square), PlacedTile("A")) for square in ("8H", "9I")))
    game.does(c.Lay(0, astray))
    shown = preview(game.table)
    assert shown is not None
    assert shown.score is None
    assert [fault.code.value for fault in shown.faults] == ["not-in-one-line"]


def test_too_many_tiles_are_one_fault() -> None:
    game = ann_and_ben("iowa")
    shown = preview(game.table, parse_play("8D INTENDER", game.board))
    assert shown is not None
    assert [fault.code.value for fault in shown.faults] == ["too-many-tiles"]


def test_another_play_can_be_looked_at_without_laying_it() -> None:
    game = ann_and_ben("iowa")
    assert preview(game.table) is None
    shown = preview(game.table, parse_play("8D RETINA", game.board))
    assert shown is not None
    assert shown.score is not None
    assert shown.score.total == 14
    assert game.table.tentative is None


def test_tiles_cannot_even_tentatively_lie_off_the_board_or_on_others() -> None:
    game = ann_and_ben("iowa")
    with refused(game, "off-board", "iowa-12"):
        game.lays("Ann", "8L RETINA")
    game.plays("Ann", "8D RETINA")
    with refused(game, "square-occupied", "iowa-5"):
        game.lays("Ben", "8D SATIRE")


def test_nothing_can_be_announced_or_lifted_that_was_not_laid() -> None:
    game = ann_and_ben("iowa")
    with refused(game, "no-tiles", "iowa-3"):
        game.announces("Ann")
    with refused(game, "nothing-laid"):
        game.lifts("Ann")
    with refused(game, "no-tiles", "iowa-3"):
        game.does(c.Lay(0, Placement(())))


def test_a_blank_is_named_before_the_score_is_announced() -> None:
    game = ann_and_ben("iowa").lays("Ann", "8D RE?INA")
    with refused(game, "blank-without-letter", "iowa-6"):
        game.announces("Ann")
    game.lays("Ann", "8D REtINA").announces("Ann")
    # The blank T counts nothing: R1×2 E1 I1 N1 A1 = 6, doubled.
    assert game.score("Ann") == 12


@pytest.mark.clause("androscoggin-7")
def test_a_blank_on_the_board_is_not_swapped_for_the_real_tile() -> None:
    game = ann_and_ben("androscoggin").plays("Ann", "8D rETINA")
    real = Placement(((parse_square("8D"), PlacedTile("R")),))
    with refused(game, "square-occupied", "androscoggin-7"):
        game.does(c.Play(1, real))


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("iowa", "iowa-5", marks=pytest.mark.clause("iowa-5")),
        pytest.param("grand-island", "grand-island-5", marks=pytest.mark.clause("grand-island-5")),
        pytest.param("androscoggin", "androscoggin-6", marks=pytest.mark.clause("androscoggin-6")),
    ],
)
def test_a_played_tile_stays_where_it_is(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA")
    with refused(game, "square-occupied", clause):
        game.lays("Ben", "8H T")
    assert str(game.board).splitlines()[7] == "...RETINA......"


# ---------------------------------------------------------------- turns


@turn_clause
def test_announcing_credits_the_score_and_gives_the_turn_to_the_other_side(
    rulebook: str, clause: str
) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA")
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 0, "Ben")
    # R1 A1 T1 E1 down from the R that lies on 8D, which counts at face value now.
    game.plays("Ben", "D8 RATE")
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (14, 4, "Ann")
    assert clause == game.rulebook.clause_of("turns.ended_by")


@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s1")
@pytest.mark.clause("iowa-10")
@pytest.mark.clause("grand-island-s1")
@pytest.mark.parametrize("rulebook", ["ontario", "androscoggin", "iowa", "grand-island"])
def test_the_tally_after_each_turn_is_the_sum_of_the_turns_so_far(rulebook: str) -> None:
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").plays("Ben", "D8 RATE").passes("Ann")
    # RETINAS counts 7: its premiums were used up by RETINA, and 8J is plain.
    game.plays("Ben", "8D RETINAS")
    assert [(turn.seat, turn.points) for turn in game.table.turns] == [(0, 14), (1, 4), (0, 0), (1, 7)]
    assert (game.score("Ann"), game.score("Ben")) == (14, 11)
    assert [turn_text(game.table, number) for number in (1, 2, 3, 4)] == [
        "8D RETINA +14",
        "D8 (R)ATE +4",
        "passed",
        "8D (RETINA)S +7",
    ]
    explained = explain_turn(game.table, 4)
    assert explained is not None
    assert explained.explain() == ("RETINAS: R1 E1 T1 I1 N1 A1 S1 = 7",)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        ("iowa", "iowa-begin"),
        pytest.param("grand-island", "grand-island-setup", marks=pytest.mark.clause("grand-island-3")),
        pytest.param("ontario", "ontario-4", marks=pytest.mark.clause("ontario-4")),
        ("androscoggin", "androscoggin-1"),
        ("club", "club:table.form"),
    ],
)
def test_nobody_plays_out_of_turn(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook)
    placement = parse_play("8D RETINA", game.board)
    out_of_turn: tuple[c.Command, ...] = (
        c.Lay(1, placement),
        c.Play(1, placement),
        c.Pass(1),
        c.Exchange(1, 2),
        c.SayCannotPlay(1),
        c.ReportPoints(1, 20),
    )
    for command in out_of_turn:
        with refused(game, "not-your-turn", clause):
            game.does(command)


def test_there_is_no_third_seat_at_a_table_for_two() -> None:
    game = ann_and_ben("iowa")
    for seat in (-1, 2):
        with refused(game, "no-such-seat"):
            game.does(c.Pass(seat))


# ---------------------------------------------------------------- the draw


@turn_clause
def test_after_a_turn_one_draws_back_to_seven(rulebook: str, clause: str) -> None:
    del clause
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA")
    assert (game.rack("Ann"), game.bag, game.table.turns[-1].stage) == (1, 86, TurnStage.ANNOUNCED)
    game.fills("Ann")
    assert (game.rack("Ann"), game.bag, game.table.turns[-1].stage) == (7, 80, TurnStage.DRAWN)
    game.lays("Ben", "D8 RATE")
    assert (game.rack("Ann"), game.bag, game.table.turns[-1].stage) == (7, 80, TurnStage.CLOSED)


@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_a_draw_that_nobody_told_of_is_inferred_when_the_next_side_acts(rulebook: str) -> None:
    for act in ("lays", "passes", "exchanges"):
        game = ann_and_ben(rulebook).plays("Ann", "8D RETINA")
        match act:
            case "lays":
                game.lays("Ben", "D8 RATE")
            case "passes":
                game.passes("Ben")
            case _:
                game.exchanges("Ben", 2)
        assert (game.rack("Ann"), game.bag) == (7, 80)
        drawn = next(fact for fact in game.facts if fact.KIND == "game.tiles_drawn")
        assert getattr(drawn, "inferred", False) is True


def test_a_virtual_draw_takes_the_next_tiles_of_the_bag() -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    bag, rack = game.bag_tiles(), str(game.rack("Ann"))
    game.plays("Ann", f"8H {rack[:2]}").fills("Ann")
    assert sorted(str(game.rack("Ann"))) == sorted((*rack[2:], *bag[:2]))
    assert game.table.position.bag == bag[2:]


def test_one_draws_once_after_ones_own_play() -> None:
    game = ann_and_ben("iowa")
    with refused(game, "nothing-to-draw"):
        game.fills("Ann")
    game.plays("Ann", "8D RETINA")
    with refused(game, "nothing-to-draw"):
        game.fills("Ben")
    game.fills("Ann")
    with refused(game, "nothing-to-draw"):
        game.fills("Ann")
    game.passes("Ben")
    with refused(game, "nothing-to-draw"):
        game.fills("Ben")


def test_with_a_short_bag_one_draws_what_is_left() -> None:
    game = late_in_the_game("iowa", "SAEIOU" + "BCDFGHL" + "MN", ann="SAEIOU")
    assert game.bag == 2
    game.plays("Ann", "8D RETINAS").fills("Ann")
    assert (game.rack("Ann"), game.bag) == (7, 0)
    game.plays("Ben", "J8 .H").fills("Ben")
    assert (game.rack("Ben"), game.bag) == (6, 0)


# ---------------------------------------------------------------- exchange and pass

exchange_clause = pytest.mark.parametrize(
    ("rulebook", "clause", "least"),
    [
        pytest.param("iowa", "iowa-7", 3, marks=pytest.mark.clause("iowa-7")),
        pytest.param("grand-island", "grand-island-7", 3, marks=pytest.mark.clause("grand-island-7")),
        pytest.param("androscoggin", "androscoggin-8", 3, marks=pytest.mark.clause("androscoggin-8")),
        pytest.param("ontario", "ontario-4-exchange", 7, marks=pytest.mark.clause("ontario-4-exchange")),
        ("club", "club:turns.exchange", 7),
    ],
)
"""How many tiles must be in the bag to exchange three."""

UNSEEN = "AEIOUST" + "BCDFGHL"


@exchange_clause
def test_an_exchange_needs_enough_tiles_in_the_bag(rulebook: str, clause: str, least: int) -> None:
    enough = late_in_the_game(rulebook, UNSEEN + "EEEEEEE"[:least])
    enough.exchanges("Ann", 3)
    assert (enough.turn, enough.score("Ann"), enough.rack("Ann"), enough.bag) == ("Ben", 0, 7, least)
    short = late_in_the_game(rulebook, UNSEEN + "EEEEEEE"[: least - 1])
    with refused(short, "bag-too-short", clause):
        short.exchanges("Ann", 3)


@pytest.mark.clause("ontario-4-exchange")
def test_in_ontario_six_tiles_in_the_bag_are_too_few_to_exchange_even_one() -> None:
    game = late_in_the_game("ontario", UNSEEN + "EEEEEE")
    assert game.bag == 6
    with refused(game, "bag-too-short", "ontario-4-exchange"):
        game.exchanges("Ann", 1)


@pytest.mark.clause("iowa-7")
@pytest.mark.clause("grand-island-7")
@pytest.mark.clause("ontario-5")
@pytest.mark.clause("androscoggin-8")
@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario", "androscoggin"])
def test_exchanged_tiles_are_mixed_in_after_the_new_ones_are_drawn(rulebook: str) -> None:
    game = ann_and_ben(rulebook, kind=TableKind.VIRTUAL)
    bag, rack = game.bag_tiles(), str(game.rack("Ann"))
    game.exchanges("Ann", rack)
    assert sorted(str(game.rack("Ann"))) == sorted(bag[:7])
    after = game.bag_tiles()
    assert sorted(after) == sorted((*bag[7:], *rack))
    assert (game.turn, game.score("Ann")) == ("Ben", 0)


def test_only_tiles_that_are_held_are_exchanged() -> None:
    game = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    missing = next(letter for letter in "QZXJK" if letter not in str(game.rack("Ann")))
    with refused(game, "tiles-not-held", "iowa-7"):
        game.exchanges("Ann", missing)
    with refused(game, "which-tiles"):
        game.exchanges("Ann", 2)
    physical = ann_and_ben("iowa")
    for tiles in (8, "KK", "???"):
        with refused(physical, "tiles-not-held", "iowa-7"):
            physical.exchanges("Ann", tiles)
    for tiles in (0, -1, ""):
        with refused(physical, "nothing-exchanged", "iowa-7"):
            physical.exchanges("Ann", tiles)


@pytest.mark.clause("iowa-7")
@pytest.mark.clause("grand-island-7")
@pytest.mark.clause("ontario-5")
@pytest.mark.clause("androscoggin-8")
@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_a_pass_scores_zero_and_ends_the_turn(rulebook: str) -> None:
    game = ann_and_ben(rulebook).passes("Ann")
    assert (game.turn, game.score("Ann"), game.rack("Ann"), game.bag) == ("Ben", 0, 7, 86)


@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_tentative_tiles_go_back_to_the_rack_when_one_passes_or_exchanges(rulebook: str) -> None:
    game = ann_and_ben(rulebook).lays("Ann", "8D RETINA").passes("Ann")
    assert game.board.is_empty
    assert (game.rack("Ann"), game.turn) == (7, "Ben")
    game.lays("Ben", "8D RETINA").exchanges("Ben", 7)
    assert game.board.is_empty
    assert (game.rack("Ben"), game.turn) == (7, "Ann")


def test_where_passing_is_forbidden_one_may_only_say_that_one_cannot_play() -> None:
    book = shipped_rulebook("club")
    strict = replace(book, play=replace(book.turns, passing=Passing.FORBIDDEN))
    game = Told(strict, c.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"))).draws("Ann", "A").draws("Ben", "B")
    with refused(game, "no-pass", "club:turns.passing"):
        game.passes("Ann")
    assert game.cannot_play("Ann").turn == "Ben"
