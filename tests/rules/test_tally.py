"""The tally of a finished board, with numbers worked out by hand."""

from dataclasses import replace

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Judge, Lexicon, shipped_tile_set
from wordwaiter.rules.announcement import Announcement, announce
from wordwaiter.rules.board import Board, PlacedTile, empty_board, parse_board
from wordwaiter.rules.bonus import BonusKind
from wordwaiter.rules.finished_board import RemovedTiles, RemovedUnseen
from wordwaiter.rules.layout import Square, parse_square
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.tally import Tally, judge_tally, tally_board

HARE = shipped_rulebook("bee-hare")
TORTOISE = shipped_rulebook("bee-tortoise")
TILES = HARE.table.tile_set

ALL_TILES_VALUE = 187
"""The 100 tiles together: 68 ones, 7 twos, 8 threes, 10 fours, a five, two eights and two tens."""

EVENING = ("8H LITERACY", "J8 TURTLE", "L8 ROTARY", "N7 ACME")
"""The board of the evening's story: three bonus words hang from the starting word."""


def laid(*plays: str) -> Board:
    board = empty_board(HARE.table.layout, TILES)
    for play in plays:
        board = board.with_tiles(parse_play(play, board).laid)
    return board


def words(start: str | None = None, surprise: str | None = None, *sponsors: str) -> Announcement:
    return announce(TILES, start, surprise, sponsors)


def points(tally: Tally) -> dict[str, int]:
    return {word.word: word.points for word in tally.words}


def codes(tally: Tally) -> list[str]:
    return [problem.code.value for problem in tally.problems]


def only(tally: Tally) -> Problem:
    assert len(tally.problems) == 1, tally.problems
    return tally.problems[0]


def squares(text: str) -> tuple[Square, ...]:
    return tuple(map(parse_square, text.split()))


class TestWords:
    @pytest.mark.clause("bee-5")
    @pytest.mark.clause("bee-3-4")
    def test_the_starting_word_is_doubled_by_the_star(self) -> None:
        # G 2, L 1, O 1, W 4 = 8; pink under G, and no other premium before 8L.
        assert points(tally_board(laid("8H GLOW"), HARE, words("GLOW"))) == {"GLOW": 16}

    @pytest.mark.clause("bee-hare-3")
    def test_the_starting_word_may_be_made_longer_at_both_ends(self) -> None:
        # G 2, L 1, O 1, W 4, I 1 × 2, N 1, G 2 = 13, doubled by the star.
        tally = tally_board(laid("8H GLOWING"), HARE, words("GLOW"))
        assert points(tally) == {"GLOWING": 26}
        assert tally.problems == ()
        # U 1, N 1, G 2, L 1, O 1, W 4, N 1 × 2 = 12, doubled.
        tally = tally_board(laid("8F UNGLOWN"), HARE, words("GLOW"))
        assert points(tally) == {"UNGLOWN": 24}
        assert tally.problems == ()

    @pytest.mark.clause("bee-7")
    def test_a_double_and_a_triple_make_six_times(self) -> None:
        # L 1, I 1, T 1, E 1, R 1 × 2, A 1, C 3, Y 4 = 14; pink under L and red under Y.
        assert points(tally_board(laid("8H LITERACY"), HARE)) == {"LITERACY": 84}

    @pytest.mark.clause("bee-7")
    def test_two_doubles_make_four_times(self) -> None:
        # R 1, E 1, A 1, D 2, I 1, N 1, G 2 = 9; pink under the first and the last letter.
        assert points(tally_board(laid("5E READING"), HARE)) == {"READING": 36}

    @pytest.mark.clause("bee-7")
    def test_two_triples_make_nine_times(self) -> None:
        # J 8, A 1, Y 4, H 4 × 2, A 1, W 4, K 5, E 1, R 1, S 1 = 34; red under J and E.
        assert points(tally_board(laid("1A JAYHAWKERS"), HARE)) == {"JAYHAWKERS": 306}

    @pytest.mark.clause("bee-3-4")
    def test_dark_blue_triples_a_letter_and_light_blue_doubles_it(self) -> None:
        # 2F is dark blue: 10 × 3 + 1; 9G and 9I are light blue: 2 + 1 + 2.
        assert points(tally_board(laid("2F QI"), HARE)) == {"QI": 31}
        assert points(tally_board(laid("9G TEA"), HARE)) == {"TEA": 5}

    @pytest.mark.clause("bee-7")
    def test_a_premium_counts_in_both_words_that_cross_on_it(self) -> None:
        # Across G 2, L 1, O 1, W 4 = 8, doubled: 16. Down G 2, R 1, A 1, P 3, E 1 × 2 = 9, doubled: 18.
        tally = tally_board(laid("8H GLOW", "H8 GRAPE"), HARE)
        assert points(tally) == {"GLOW": 16, "GRAPE": 18}
        assert tally.word_points == 34
        # The dark blue 6F: A 1 × 3 + T 1 across, A 1 × 3 + X 8 down.
        assert points(tally_board(laid("6F AT", "F6 AX"), HARE)) == {"AT": 4, "AX": 11}

    @pytest.mark.clause("bee-6")
    def test_a_blank_is_worth_nothing_and_the_word_premium_under_it_still_counts(self) -> None:
        # 14 without the L: 13, times 6. Then without the Y: 10, times 6.
        assert points(tally_board(laid("8H lITERACY"), HARE)) == {"LITERACY": 78}
        assert points(tally_board(laid("8H LITERACy"), HARE)) == {"LITERACY": 60}
        # A letter premium under a blank brings nothing: 14 - 2 = 12, times 6.
        assert points(tally_board(laid("8H LITErACY"), HARE)) == {"LITERACY": 72}

    @pytest.mark.clause("bee-2")
    def test_words_are_read_across_and_down_and_never_aslant(self) -> None:
        aslant = empty_board(HARE.table.layout, TILES).with_tiles(
            [(Square(step, step), PlacedTile(letter)) for step, letter in enumerate("CAT")]
        )
        tally = tally_board(aslant, HARE)
        assert tally.words == ()
        assert codes(tally) == ["not-connected", "not-connected"]

    @pytest.mark.clause("bee-hare-5-6")
    def test_every_word_is_explained_and_the_total_comes_last(self) -> None:
        tally = tally_board(laid("8H GLOW", "H8 GRAPE"), HARE, words("GLOW", "GRAPE"))
        # 187 less the tiles of GLOW (8) and RAPE (6).
        assert tally.explain()[:3] == (
            "8H GLOW: G2 L1 O1 W4 = 8, ×2 = 16",
            "H8 GRAPE: G2 R1 A1 P3 E1×2 = 9, ×2 = 18",
            "surprise GRAPE at H8: +50",
        )
        assert tally.explain()[-2].endswith(" Z blank blank: -173")
        assert tally.explain()[-1] == "together -89"


class TestBonuses:
    @pytest.mark.clause("bee-surprise")
    @pytest.mark.clause("bee-sponsor")
    def test_the_evenings_board_earns_all_three_bonuses(self) -> None:
        tally = tally_board(laid(*EVENING), HARE, words("LITERACY", "TURTLE", "ROTARY", "ACME", "B&B"))
        # TURTLE: 1 + 1 + 1 × 3 + 1 + 1 + 1. ROTARY: 1 × 2 + 1 + 1 + 1 + 1 + 4 = 10, doubled.
        # ACME: 1 + 3 + 3 + 1 × 3.
        assert points(tally) == {"LITERACY": 84, "TURTLE": 8, "ROTARY": 20, "ACME": 10}
        assert [(bonus.kind, bonus.word, bonus.points) for bonus in tally.bonuses] == [
            (BonusKind.SPONSOR, "ROTARY", 100),
            (BonusKind.SPONSOR, "ACME", 100),
            (BonusKind.SURPRISE, "TURTLE", 50),
        ]
        # On the board: LITERACY 13, URTLE 5, OTARY 8, A-ME 5.
        assert tally.unplayed.points == ALL_TILES_VALUE - 31
        assert tally.total == 122 + 250 - 156
        assert tally.problems == ()

    @pytest.mark.clause("bee-sponsor")
    def test_acmes_is_no_acme(self) -> None:
        tally = tally_board(laid(*EVENING, "N7 ACMES"), HARE, words("LITERACY", "TURTLE", "ROTARY", "ACME"))
        assert [bonus.word for bonus in tally.bonuses] == ["ROTARY", "TURTLE"]
        note = only(tally)
        assert note.code is ProblemCode.BONUS_WORD_ALTERED
        assert note.clause == "bee-sponsor"
        assert note.words == ("ACMES", "ACME")
        assert note.squares == squares("7N 8N 9N 10N 11N")
        assert tally.faults == ()

    @pytest.mark.clause("bee-sponsor")
    def test_a_sponsors_name_with_a_blank_earns_nothing(self) -> None:
        tally = tally_board(laid("8H LITERACY", "L8 ROTaRY"), HARE, words("LITERACY", None, "ROTARY"))
        assert tally.bonuses == ()
        assert only(tally).code is ProblemCode.BONUS_WORD_WITH_BLANK

    @pytest.mark.clause("bee-surprise")
    def test_a_blank_may_stand_in_the_surprise_word(self) -> None:
        tally = tally_board(laid("8H LITERACY", "J8 TURtLE"), HARE, words("LITERACY", "TURTLE"))
        assert [bonus.points for bonus in tally.bonuses] == [50]

    @pytest.mark.clause("bee-sponsor")
    @pytest.mark.clause("bee-surprise")
    def test_a_bonus_word_that_stands_there_twice_counts_once(self) -> None:
        tally = tally_board(laid("8H ACME", "H8 ACME"), HARE, words(None, None, "ACME"))
        assert tally.bonus_points == 100
        tally = tally_board(laid("8H ACME", "H8 ACME"), HARE, words(None, "ACME"))
        assert tally.bonus_points == 50

    @pytest.mark.clause("bee-sponsor")
    def test_a_name_without_blanks_counts_though_another_one_has_a_blank(self) -> None:
        tally = tally_board(laid("8H ACmE", "K5 ACME"), HARE, words(None, None, "ACME"))
        assert [bonus.explain() for bonus in tally.bonuses] == ["sponsor ACME at K5: +100"]
        assert tally.problems == ()

    @pytest.mark.clause("bee-sponsor")
    @pytest.mark.clause("bee-surprise")
    def test_a_surprise_word_that_is_a_sponsors_name_too_earns_both(self) -> None:
        both = words(None, "ACME", "ACME")
        assert tally_board(laid("8H ACME"), HARE, both).bonus_points == 150
        with_blank = tally_board(laid("8H AcME"), HARE, both)
        assert with_blank.bonus_points == 50
        assert only(with_blank).code is ProblemCode.BONUS_WORD_WITH_BLANK

    def test_an_empty_name_is_on_no_board(self) -> None:
        tally = tally_board(laid("8H ACME"), HARE, words(None, "", " "))
        assert (tally.bonuses, tally.problems) == ((), ())

    @pytest.mark.clause("bee-sponsor")
    def test_a_sponsor_that_is_named_twice_is_one_sponsor(self) -> None:
        assert tally_board(laid("8H ACME"), HARE, words(None, None, "Acme", "ACME ")).bonus_points == 100

    @pytest.mark.clause("bee-surprise")
    @pytest.mark.clause("bee-sponsor")
    def test_a_tortoise_board_is_tallied_for_its_bonuses_alone(self) -> None:
        tally = tally_board(laid(*EVENING), TORTOISE, words("LITERACY", "TURTLE", "ROTARY", "ACME"))
        assert tally.words == ()
        assert tally.total == tally.bonus_points == 250
        assert tally.unplayed.points == 0

    def test_rules_without_bonuses_have_nothing_to_tally_on_a_board(self) -> None:
        with pytest.raises(MalformedError) as refused:
            tally_board(laid("8H GLOW"), shipped_rulebook("iowa"))
        assert refused.value.code == "nothing-to-tally"


class TestUnplayedTiles:
    @pytest.mark.clause("bee-12")
    @pytest.mark.clause("bee-hare-2")
    def test_tiles_left_over_are_taken_off(self) -> None:
        used = "GLOW"
        left = "JA"
        removed = list("".join(label * count for label, count in TILES.counts.items()))
        for tile in used + left:
            removed.remove(tile)
        tally = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedTiles(tuple(removed)))
        assert tally.unplayed.tiles is not None
        assert tally.unplayed.tiles.tiles == ("A", "J")
        assert tally.unplayed.points == 9
        assert tally.total == 16 - 9
        assert tally.problems == ()

    @pytest.mark.clause("bee-12")
    @pytest.mark.clause("bee-hare-7")
    def test_tiles_that_were_removed_and_not_bought_back_are_not_unplayed(self) -> None:
        everything = tally_board(laid("8H GLOW"), HARE, words("GLOW"))
        assert everything.unplayed.points == ALL_TILES_VALUE - 8
        without_q = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedTiles(("Q", "?")))
        assert without_q.unplayed.points == ALL_TILES_VALUE - 8 - 10

    @pytest.mark.clause("bee-12")
    def test_where_nobody_noted_the_removed_tiles_the_value_of_those_left_over_is_told(self) -> None:
        tally = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(90, unplayed_points=23))
        assert tally.unplayed.tiles is None
        assert tally.total == 16 - 23
        assert tally.problems == ()

    @pytest.mark.clause("bee-12")
    def test_a_value_that_no_tiles_can_have_is_marked(self) -> None:
        # 96 tiles are not on the board and 94 were taken out. Two are left: two blanks, or Q and Z at most.
        fits = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(94, unplayed_points=20))
        assert fits.problems == ()
        tally = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(94, unplayed_points=21))
        assert only(tally).code is ProblemCode.UNPLAYED_IMPOSSIBLE
        assert "worth 0 to 20 points, not 21" in only(tally).sentence

    @pytest.mark.clause("bee-12")
    def test_a_value_that_was_not_told_is_asked_for_unless_it_can_be_known(self) -> None:
        asked = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(20))
        assert only(asked).code is ProblemCode.UNPLAYED_UNKNOWN
        assert asked.total == 16
        none_left = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(96))
        assert none_left.problems == ()
        assert none_left.unplayed.points == 0
        none_removed = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(0))
        assert none_removed.unplayed.points == ALL_TILES_VALUE - 8

    @pytest.mark.clause("bee-tiles")
    def test_the_hundred_tiles_are_worth_187(self) -> None:
        assert tally_board(empty_board(HARE.table.layout, TILES), HARE).unplayed.points == ALL_TILES_VALUE

    def test_tiles_cannot_be_removed_that_do_not_exist(self) -> None:
        for removed in (
            RemovedTiles(("Z", "Z")),
            RemovedTiles(("é",)),
            RemovedUnseen(101),
            RemovedUnseen(-1),
        ):
            with pytest.raises(MalformedError):
                tally_board(laid("8H GLOW"), HARE, words("GLOW"), removed)
        with pytest.raises(MalformedError) as refused:
            tally_board(laid("8H GLOW"), TORTOISE, words("GLOW"), RemovedTiles(("Q",)))
        assert refused.value.code == "none-removed"


class TestProblems:
    @pytest.mark.clause("bee-1")
    def test_words_that_are_not_connected_are_named_with_their_squares(self) -> None:
        tally = tally_board(laid("8H GLOW", "1A CAT", "A1 COG"), HARE, words("GLOW"))
        problem = only(tally)
        assert problem.code is ProblemCode.NOT_CONNECTED
        assert problem.clause == "bee-1"
        assert problem.words == ("CAT", "COG")
        assert problem.squares == squares("1A 1B 1C 2A 3A")
        assert problem.sentence == "1A CAT and A1 COG are not connected to the other words"

    @pytest.mark.clause("bee-1")
    def test_a_corner_does_not_connect(self) -> None:
        assert codes(tally_board(laid("8H GLOW", "9L AT"), HARE, words("GLOW"))) == ["not-connected"]
        assert codes(tally_board(laid("8H GLOW", "9K AT"), HARE, words("GLOW"))) == []

    @pytest.mark.clause("bee-1")
    def test_a_tile_that_lies_alone_scores_nothing_and_is_marked(self) -> None:
        tally = tally_board(laid("8H GLOW", "1A Q"), HARE, words("GLOW"))
        assert points(tally) == {"GLOW": 16}
        assert only(tally).squares == squares("1A")
        assert only(tally).sentence == "Q on A1 lies alone: it is in no word"
        # It lies on the board, so it is not among the unplayed tiles: what follows is for the judges.
        assert tally.unplayed.points == ALL_TILES_VALUE - 8 - 10

    @pytest.mark.clause("bee-1")
    def test_without_a_tile_on_the_star_the_largest_part_is_the_main_one(self) -> None:
        tally = tally_board(laid("1A CAT", "15A HORSE"), HARE)
        assert only(tally).words == ("CAT",)

    @pytest.mark.clause("bee-11")
    def test_a_word_of_eleven_letters_is_marked_and_one_of_ten_is_not(self) -> None:
        # P 3, R 1, E 1 before 14: 19, times 6. What follows is for the judges, so its points are counted.
        tally = tally_board(laid("8E PRELITERACY"), HARE, words("LITERACY"))
        assert points(tally) == {"PRELITERACY": 114}
        assert only(tally).code is ProblemCode.WORD_TOO_LONG
        assert only(tally).clause == "bee-11"
        assert tally_board(laid("8F ILLITERACY"), HARE, words("LITERACY")).problems == ()

    @pytest.mark.clause("bee-tiles")
    def test_more_tiles_than_the_set_has_are_marked_with_every_square(self) -> None:
        tally = tally_board(laid("8H KICK"), HARE, words())
        assert only(tally).code is ProblemCode.TOO_MANY_TILES
        assert only(tally).squares == squares("8H 8K")
        third_blank = tally_board(laid("8H bOo", "H8 bOo"), HARE, words())
        assert only(third_blank).code is ProblemCode.TOO_MANY_TILES
        assert only(third_blank).sentence.startswith("3 × blank lie on the board, and there are only 2")

    @pytest.mark.clause("bee-hare-7")
    def test_a_tile_that_was_removed_cannot_lie_on_the_board(self) -> None:
        tally = tally_board(laid("8H KIWI"), HARE, words(), RemovedTiles(("K", "W")))
        assert only(tally).code is ProblemCode.REMOVED_TILE_USED
        assert only(tally).squares == squares("8H")
        assert only(tally).clause == "bee-hare-7"

    @pytest.mark.clause("bee-hare-7")
    def test_more_tiles_than_were_left_in_play_are_marked_though_nobody_knows_which(self) -> None:
        tally = tally_board(laid("8H GLOW"), HARE, words("GLOW"), RemovedUnseen(97))
        assert codes(tally) == ["removed-tile-used"]

    @pytest.mark.clause("bee-hare-4")
    def test_the_letters_of_the_starting_word_must_stay_where_they_are(self) -> None:
        moved = only(tally_board(laid("8G GLOW"), HARE, words("GLOW")))
        assert moved.code is ProblemCode.STARTING_WORD_MOVED
        assert moved.clause == "bee-hare-4"
        assert moved.squares == squares("8H 8I 8J 8K")
        turned = only(tally_board(laid("H8 GLOW"), HARE, words("GLOW")))
        assert turned.squares == squares("8I 8J 8K")
        replaced = only(tally_board(laid("8H GLEW"), HARE, words("GLOW")))
        assert replaced.squares == squares("8J")

    @pytest.mark.clause("bee-hare-4")
    def test_a_blank_for_the_same_letter_may_take_the_place_of_a_starting_tile(self) -> None:
        assert tally_board(laid("8H GLoW"), HARE, words("GLOW")).problems == ()

    @pytest.mark.clause("bee-6")
    def test_a_blank_without_a_letter_is_asked_for(self) -> None:
        tally = tally_board(laid("8H GL?W"), HARE, words())
        assert only(tally).code is ProblemCode.BLANK_WITHOUT_LETTER
        assert only(tally).squares == squares("8J")

    def test_an_empty_board_is_one_problem(self) -> None:
        tally = tally_board(empty_board(HARE.table.layout, TILES), HARE, words("GLOW"))
        assert codes(tally) == ["empty-board"]

    def test_a_tally_is_told_as_plain_values(self) -> None:
        plain = tally_board(laid("8H GLOW", "1A Q"), HARE, words("GLOW")).plain()
        assert plain["total"] == 16 - (ALL_TILES_VALUE - 18)
        assert plain["problems"] == [
            {
                "code": "not-connected",
                "key": "not-connected 1A",
                "note": False,
                "words": [],
                "squares": ["1A"],
                "clause": "bee-1",
                "sentence": "Q on A1 lies alone: it is in no word",
            }
        ]


class TestJudges:
    JUDGE = Judge((Lexicon.of_words("small", ["GLOW", "GRAPE"]),))

    @pytest.mark.clause("bee-8-9")
    def test_only_a_judges_tally_says_which_words_are_not_good(self) -> None:
        board = laid("8H GLOW", "H8 GRAPE", "K8 WXQ")
        tally = tally_board(board, HARE, words("GLOW"))
        assert tally.problems == ()
        judged = judge_tally(tally, board, self.JUDGE, HARE, words("GLOW"))
        assert only(judged).code is ProblemCode.NOT_GOOD
        assert only(judged).words == ("WXQ",)
        assert judged.total == tally.total

    @pytest.mark.clause("bee-8-9")
    @pytest.mark.clause("bee-sponsor")
    def test_a_sponsors_name_is_good_though_no_dictionary_has_it_and_altered_it_is_not(self) -> None:
        announced = words("GLOW", None, "ROLLO")
        board = laid("8H GLOW", "I6 ROLLO")
        judged = judge_tally(tally_board(board, HARE, announced), board, self.JUDGE, HARE, announced)
        assert judged.problems == ()
        board = laid("8H GLOW", "I6 ROLLOS")
        judged = judge_tally(tally_board(board, HARE, announced), board, self.JUDGE, HARE, announced)
        assert codes(judged) == ["bonus-word-altered", "not-good"]

    @pytest.mark.clause("bee-8-9")
    def test_a_tortoise_boards_words_are_judged_though_they_are_scored_elsewhere(self) -> None:
        board = laid("8H GLOW", "K8 WXQ")
        judged = judge_tally(
            tally_board(board, TORTOISE, words("GLOW")), board, self.JUDGE, TORTOISE, words()
        )
        assert only(judged).words == ("WXQ",)

    def test_a_board_without_words_has_nothing_to_judge(self) -> None:
        board = laid("8H Q")
        tally = tally_board(board, HARE)
        assert judge_tally(tally, board, self.JUDGE, HARE, words()) == tally


class TestTilesOfTwoLetters:
    SPANISH = replace(HARE, table=replace(HARE.table, tile_set=shipped_tile_set("spanish")))

    def rows(self, row: str) -> Board:
        lines = ["." * 15] * 7 + [row] + ["." * 15] * 7
        return parse_board("\n".join(lines), self.SPANISH.table.layout, self.SPANISH.table.tile_set)

    def test_a_bonus_word_is_compared_tile_by_tile(self) -> None:
        announced = announce(self.SPANISH.table.tile_set, "chico", None, ["Chico"])
        # The tile CH 5, I 1, C 3, O 1 = 10, doubled by the star.
        tally = tally_board(self.rows(".......[CH]ICO...."), self.SPANISH, announced)
        assert (tally.word_points, tally.bonus_points, tally.problems) == (20, 100, ())
        two_tiles = tally_board(self.rows(".......CHICO..."), self.SPANISH, announced)
        assert two_tiles.bonuses == ()
        assert codes(two_tiles) == ["starting-word-moved"]
