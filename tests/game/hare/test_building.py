"""Building and entering a board: what may change, until when, and what tiles cost."""

from dataclasses import replace

import pytest

from game.hare.rounds import Round, board_of, opening, tiles_of
from wordwaiter.errors import IllegalError, WordwaiterError
from wordwaiter.game.hare.commands import (
    BuyBack,
    ChangeSquares,
    GiveBack,
    PaintBoard,
    SignalEnd,
    WithdrawSignal,
)
from wordwaiter.game.hare.decide import loose_tiles, tally_of
from wordwaiter.game.hare.facts import SquaresChanged
from wordwaiter.game.hare.round import open_faults
from wordwaiter.game.table import TableKind
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import PlacedTile, empty_board
from wordwaiter.rules.finished_board import RemovedTiles, RemovedUnseen
from wordwaiter.rules.layout import Square, parse_square, shipped_layout
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.problem import ProblemCode
from wordwaiter.rules.rack import Rack

VIRTUAL, PHYSICAL = TableKind.VIRTUAL, TableKind.PHYSICAL


def clause(error: WordwaiterError) -> str | None:
    assert isinstance(error, IllegalError)
    return error.clause


def words(played: Round) -> list[str]:
    return [str(word) for word in played.state.board.words()]


class TestSquares:
    @pytest.mark.clause("bee-hare-2")
    @pytest.mark.clause("bee-hare-4")
    @pytest.mark.parametrize("kind", [VIRTUAL, PHYSICAL])
    def test_words_are_laid_and_replaced_at_will_while_the_round_runs(self, kind: TableKind) -> None:
        played = Round(opening(kind=kind, start="GLOW"))
        played.lays("H8 GRAPE", "12F BEER")
        assert words(played) == ["8H GLOW", "12F BEER", "H8 GRAPE"]
        played.paints("8H GLOW", "H8 GRAPH")
        assert words(played) == ["8H GLOW", "H8 GRAPH"]

    def test_only_the_squares_that_differ_are_told(self) -> None:
        played = Round(opening(start="GLOW"))
        played.lays("H8 GRAPE")
        played.paints("8H GLOW", "H8 GRAPHS")
        fact = played.facts[-1]
        assert isinstance(fact, SquaresChanged)
        assert [(str(square), str(tile)) for square, tile in fact.laid.laid] == [("12H", "H"), ("13H", "S")]
        played.paints("8H GLOW")
        fact = played.facts[-1]
        assert isinstance(fact, SquaresChanged)
        assert [str(square) for square in fact.lifted] == ["9H", "10H", "11H", "12H", "13H"]

    def test_a_board_that_was_known_already_is_no_news(self) -> None:
        played = Round(opening(start="GLOW"))
        assert played.does(PaintBoard("Waiter", board_of("8H GLOW"))) == ()
        assert played.does(ChangeSquares("Ann", Placement(()), (parse_square("1A"),))) == ()

    @pytest.mark.clause("bee-hare-3")
    def test_the_starting_word_may_be_made_longer(self) -> None:
        played = Round(opening(start="GLOW"))
        played.lays("8H GLOWING")
        assert words(played) == ["8H GLOWING"]

    @pytest.mark.clause("bee-hare-4")
    def test_the_letters_of_the_starting_word_stay_while_the_round_runs(self) -> None:
        for kind in TableKind:
            played = Round(opening(kind=kind, start="GLOW"))
            for board in (board_of("8G GLOW"), board_of("8H GLEW"), board_of("H8 GLOW"), board_of()):
                refusal = played.refuses(PaintBoard("Ann", board))
                assert refusal.code == "starting-word-moved"
                assert clause(refusal) == "bee-hare-4"

    @pytest.mark.clause("bee-tiles")
    def test_a_second_k_and_a_third_blank_are_refused_until_the_signal_and_then_told_to_judges(self) -> None:
        played = Round(opening(start="GLOW"))
        impossible = board_of("8H GLOW", "1A KICK"), board_of("8H GLOW", "1A bOokS")
        for board in impossible:
            assert played.refuses(PaintBoard("Ann", board)).code == "too-many-tiles"
        played.does(SignalEnd("emcee"))
        for board in impossible:
            played.does(PaintBoard("Waiter", board))
            assert ProblemCode.TOO_MANY_TILES in {fault.code for fault in open_faults(played.state)}

    @pytest.mark.clause("bee-hare-7")
    def test_a_tile_that_was_taken_out_is_saved_and_marked_until_it_is_bought_back(self) -> None:
        """Real tiles lie there, and what was noted may be wrong."""
        played = Round(opening(3, start="GLOW", removed="QEEEEEEEEE"))
        played.paints("8H GLOW", "H7 QG")
        (told,) = (each for each in tally_of(played.state).problems if each.code.value == "removed-tile-used")
        assert told.clause == "bee-hare-7"
        played.does(BuyBack("Waiter", ("Q",)))
        assert "removed-tile-used" not in [each.code.value for each in tally_of(played.state).problems]

    def test_a_tile_that_was_taken_out_is_not_on_a_board_of_the_program(self) -> None:
        played = Round(opening(3, kind=VIRTUAL))
        removed = played.state.removed
        assert isinstance(removed, RemovedTiles)
        label = next(each for each in removed.tiles if each != "?")
        row = [Square(1, col) for col in range(played.state.rulebook.table.tile_set.counts[label])]
        all_of_them = Placement(tuple((square, PlacedTile(label)) for square in row))
        refusal = played.refuses(ChangeSquares("Ann", all_of_them))
        assert (refusal.code, clause(refusal)) == ("removed-tile-used", "bee-hare-7")

    @pytest.mark.clause("bee-6")
    def test_the_letter_of_a_blank_may_be_told_later_at_a_physical_table(self) -> None:
        unnamed = ChangeSquares("Ann", Placement(((Square(8, 7), PlacedTile("?", is_blank=True)),)))
        played = Round(opening(start="GLOW"))
        played.does(unnamed)
        assert [problem.code.value for problem in tally_of(played.state).problems] == ["blank-without-letter"]
        assert Round(opening(kind=VIRTUAL)).refuses(unnamed).code == "blank-without-letter"

    @pytest.mark.parametrize(
        ("changes", "lifted", "code"),
        [
            ({"16A": "X"}, "", "off-board"),
            ({}, "1Z", "off-board"),
            ({"1A": "X"}, "1A", "square-twice"),
            ({"1A": "É"}, "", "no-such-tile"),
            ({"1A": "?"}, "", "no-such-tile"),
        ],
    )
    def test_changes_that_no_board_can_show_are_malformed(
        self, changes: dict[str, str], lifted: str, code: str
    ) -> None:
        laid = Placement(tuple((parse_square(at), PlacedTile(label)) for at, label in changes.items()))
        command = ChangeSquares("Ann", laid, tuple(map(parse_square, lifted.split())))
        assert Round(opening()).refuses(command).code == code

    def test_a_board_of_another_tile_set_is_malformed(self) -> None:
        other = empty_board(shipped_layout("standard"), shipped_tile_set("spanish"))
        assert Round(opening()).refuses(PaintBoard("Ann", other)).code == "other-board"


class TestAfterTheSignal:
    @pytest.mark.clause("bee-hare-5-6")
    def test_at_a_virtual_table_nothing_changes_after_the_signal(self) -> None:
        played = Round(opening(kind=VIRTUAL, start="GLOW"))
        played.lays("H8 GRAPE")
        played.does(SignalEnd("emcee"))
        refusal = played.refuses(PaintBoard("Ann", board_of("8H GLOW")))
        assert (refusal.code, clause(refusal)) == ("round-over", "bee-hare-5-6")

    @pytest.mark.clause("bee-hare-5-6")
    def test_at_a_physical_table_the_word_waiter_enters_the_board_after_the_signal(self) -> None:
        played = Round(opening(start="GLOW"))
        played.does(SignalEnd("emcee"))
        played.paints("8H GLOW", "H8 GRAPE")
        played.paints("8H GLOW", "H8 GRAPE", "12F BEER")
        # Across 16, down 18, and B 3, E 1, E 1 × 2, R 1 = 7.
        assert tally_of(played.state).word_points == 41

    @pytest.mark.clause("bee-hare-5-6")
    @pytest.mark.clause("bee-hare-4")
    def test_what_lies_there_is_entered_right_or_wrong_and_marked(self) -> None:
        played = Round(opening(3, start="GLOW", removed="QEEEEEEEEE"))
        played.does(SignalEnd("emcee"))
        played.paints("8G GLOW", "1A QI")
        codes = {problem.code.value for problem in tally_of(played.state).problems}
        assert codes == {"starting-word-moved", "not-connected", "removed-tile-used"}

    @pytest.mark.clause("bee-hare-5-6")
    def test_the_round_ends_with_the_signal_and_not_with_the_clock(self) -> None:
        played = Round(opening(start="GLOW"))
        later = 21 * 60_000
        played.does(PaintBoard("Ann", board_of("8H GLOW", "H8 GRAPE")), at_ms=later)
        assert (
            played.refuses(PaintBoard("Ann", board_of("8H GLOW")), at_ms=later - 1).code == "time-went-back"
        )

    def test_a_signal_by_mistake_can_be_taken_back_with_a_reason(self) -> None:
        played = Round(opening(kind=VIRTUAL, start="GLOW"))
        played.does(SignalEnd("emcee"))
        assert played.refuses(SignalEnd("emcee")).code == "round-over"
        assert played.refuses(WithdrawSignal("emcee", "")).code == "no-reason"
        paint = PaintBoard("Ann", board_of("8H GLOW", "H8 GRAPE"))
        assert played.refuses(paint).code == "round-over"
        played.does(WithdrawSignal("emcee", "the wrong button"))
        played.lays("H8 GRAPE")
        assert played.refuses(WithdrawSignal("emcee", "again")).code == "round-building"


class TestBuyingBack:
    @pytest.mark.clause("bee-hare-7")
    def test_a_tile_bought_back_is_one_of_the_removed_ones_and_costs_five_dollars(self) -> None:
        played = Round(opening(2, VIRTUAL), seed=5)
        before = played.state.removed
        played.does(BuyBack("Waiter", 1))
        assert isinstance(before, RemovedTiles)
        (purchase,) = played.state.purchases
        assert isinstance(purchase.tiles, tuple)
        assert len(purchase.tiles) == 1
        assert purchase.tiles[0] in before.tiles
        assert purchase.cents == played.state.cents == 500
        assert played.state.removed.count == 19
        loose = loose_tiles(played.state)
        assert isinstance(loose, Rack)
        assert len(loose) == 100 - 8 - 19

    @pytest.mark.clause("bee-hare-7")
    def test_which_tile_comes_back_is_chance(self) -> None:
        bought = set()
        for seed in range(40):
            played = Round(opening(3, VIRTUAL), seed=1)
            played.rng.seed(seed)
            played.does(BuyBack("Waiter", 1))
            bought.add(played.state.purchases[0].tiles)
        assert len(bought) > 3

    @pytest.mark.clause("bee-hare-7")
    def test_several_tiles_cost_five_dollars_each_unless_another_price_is_given(self) -> None:
        played = Round(opening(2, VIRTUAL))
        played.does(BuyBack("Waiter", 3))
        assert played.state.cents == 1_500
        # The rest of this round's twenty as part of a total buy-back: 150 dollars less what was paid.
        played.does(BuyBack("Waiter", 17, cents=13_500))
        assert played.state.cents == 15_000
        assert played.state.removed == RemovedTiles()

    @pytest.mark.clause("bee-hare-7")
    def test_at_a_physical_table_bought_tiles_are_counted_or_named(self) -> None:
        unseen = Round(opening(2))
        unseen.does(BuyBack("Waiter", 2))
        unseen.does(BuyBack("Waiter", ("Q",)))
        assert unseen.state.removed == RemovedUnseen(17)
        unseen.does(BuyBack("Waiter", 17))
        assert isinstance(loose_tiles(unseen.state), Rack)
        noted = Round(opening(3, removed="QEEEEEEEEE"))
        noted.does(BuyBack("Waiter", ("Q",)))
        assert noted.state.removed == RemovedTiles(tuple("EEEEEEEEE"))
        noted.does(BuyBack("Waiter", 2))
        assert noted.state.removed == RemovedTiles(tuple("EEEEEEE"))

    @pytest.mark.clause("bee-hare-7")
    def test_the_tiles_of_a_purchase_that_was_taken_back_are_out_of_play_again(self) -> None:
        noted = Round(opening(3, removed="QEEEEEEEEE"))
        noted.does(BuyBack("Waiter", ("Q",)))
        noted.does(BuyBack("Waiter", 2))
        assert noted.refuses(GiveBack("Tess", ("E",), "a slip")).code == "not-bought"
        assert noted.refuses(GiveBack("Tess", ("Q",), " ")).code == "no-reason"
        noted.does(GiveBack("Tess", ("Q",), "the money went back"))
        assert noted.state.removed == RemovedTiles(tuple("EEEEEEEQ"))
        assert noted.state.cents == 1_000
        unseen = Round(opening(2))
        unseen.does(BuyBack("Waiter", 2))
        unseen.does(GiveBack("Tess", 2, "the money went back"))
        assert unseen.state.removed == RemovedUnseen(20)
        assert unseen.state.purchases == ()

    @pytest.mark.clause("bee-hare-7")
    def test_of_two_purchases_of_as_many_tiles_the_later_one_is_taken_back(self) -> None:
        unseen = Round(opening(2))
        unseen.does(BuyBack("Waiter", 2))
        unseen.does(BuyBack("Waiter", 2, cents=700))
        unseen.does(GiveBack("Tess", 2, "the money went back"))
        assert unseen.state.cents == 1_000

    @pytest.mark.clause("bee-hare-7")
    def test_what_was_not_removed_cannot_be_bought_back(self) -> None:
        noted = Round(opening(3, removed="QEEEEEEEEE"))
        for command, code in (
            (BuyBack("Waiter", 11), "not-that-many-removed"),
            (BuyBack("Waiter", ("Z",)), "not-removed"),
            (BuyBack("Waiter", ("É",)), "no-such-tile"),
            (BuyBack("Waiter", 0), "no-tiles"),
            (BuyBack("Waiter", 1, cents=-1), "bad-price"),
        ):
            assert noted.refuses(command).code == code
        assert Round(opening(1)).refuses(BuyBack("Waiter", 1)).code == "not-that-many-removed"
        assert Round(opening(2, VIRTUAL)).refuses(BuyBack("Waiter", ("Q",))).code == "tiles-are-drawn"

    @pytest.mark.clause("bee-hare-7")
    def test_tiles_are_bought_back_only_while_the_round_runs(self) -> None:
        played = Round(opening(2))
        played.does(SignalEnd("emcee"))
        refusal = played.refuses(BuyBack("Waiter", 1))
        assert (refusal.code, clause(refusal)) == ("round-over", "bee-hare-5-6")

    def test_a_team_lays_what_it_bought(self) -> None:
        played = Round(opening(3, removed="QEEEEEEEEE", start="GLOW"))
        played.does(BuyBack("Waiter", ("Q",)))
        played.paints("8H GLOW", "L8 QI")
        assert "Q" in tiles_of(played.state)


class TestTally:
    def test_a_board_that_stays_as_it_is_is_tallied_once_and_whatever_counts_is_looked_at(self) -> None:
        played = Round(opening(start="GLOW"))
        played.lays("H8 GRAPE")
        state = played.state
        before = tally_of(state)
        assert tally_of(replace(state, at_ms=state.at_ms + 1)) is before
        assert len(tally_of(replace(state, board=board_of("8H GLOW"))).words) == 1
        # The surprise word earns 50 points; Q and Z that are out of play are not counted against the board.
        surprised = replace(state, announcement=replace(state.announcement, surprise_word="GRAPE"))
        assert tally_of(surprised).total == before.total + 50
        assert tally_of(replace(state, removed=RemovedTiles(("Q", "Z")))).total == before.total + 20
