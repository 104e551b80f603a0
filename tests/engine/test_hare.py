"""The Hare solver: valid boards with the score they say, the best of small puzzles, and clear answers."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.small_hare import best_total, small_puzzle, small_rulebook, tiles_of
from wordwaiter.engine.hare import Effort, HarePuzzle, Progress, native_puzzle, solve
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Judge, Lexicon, Tile, TileSet, open_lexicon, shipped_tile_set
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.finished_board import NONE_REMOVED, RemovedTiles, RemovedUnseen
from wordwaiter.rules.layout import Square
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.tally import judge_tally, tally_board

BEE = shipped_rulebook("bee-hare")
ENGLISH = BEE.table.tile_set
QUICK = Effort(steps=400)


def bee_puzzle(
    start: str, surprise: str | None = None, sponsors: tuple[str, ...] = (), removed: str = ""
) -> HarePuzzle:
    announcement = announce(ENGLISH, start, surprise, sponsors)
    return HarePuzzle(BEE, announcement, (open_lexicon("enable"),), RemovedTiles(tuple(removed)))


def random_removal(rng: random.Random, count: int) -> str:
    return "".join(rng.sample(sorted(Counter(ENGLISH.counts).elements()), count))


# ---------------------------------------------------------------- every board is valid


@pytest.mark.parametrize("seed", range(6))
def test_boards_are_valid_and_score_what_the_solver_says(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = bee_puzzle(
        rng.choice(["LITERACY", "READ", "GRAND", "QUIZ"]),
        rng.choice([None, "TURTLE", "JAZZ"]),
        tuple(rng.sample(["ACME", "ROTARY", "KIWANIS", "BQE"], rng.randrange(4))),
        random_removal(rng, rng.choice([0, 10, 20])),
    )
    search = native_puzzle(puzzle).search(seed=seed, threads=2, steps=400)
    assert search.wait(600_000)
    found = search.result()
    assert found is not None
    squares, score, bonus, unplayed = found
    cells = (PlacedTile(ENGLISH.labels[(s & 127) - 1], s > 127) if s else None for s in squares)
    board = Board(BEE.table.layout, ENGLISH, tuple(cells))
    tally = tally_board(board, BEE, puzzle.announcement, puzzle.removed)
    assert (tally.total, tally.bonus_points, tally.unplayed.points) == (score, bonus, unplayed)
    judged = judge_tally(tally, board, Judge(puzzle.lists, longest=10), BEE, puzzle.announcement)
    assert judged.faults == ()
    assert score > 300


def test_bonus_words_are_placed_even_where_they_need_the_same_rare_tile() -> None:
    best = solve(bee_puzzle("READ", "JAZZY", ("ACME", "ZAX")), Effort(steps=6000))
    assert sorted(bonus.word for bonus in best.tally.bonuses) == ["ACME", "JAZZY", "ZAX"]


def test_a_word_that_is_surprise_and_sponsor_brings_both_bonuses() -> None:
    best = solve(bee_puzzle("READ", "ACME", ("ACME",)), Effort(steps=3000))
    assert best.tally.bonus_points == 150


# ---------------------------------------------------------------- the best of small puzzles

FEW = "AB AN AT ANT TAN NAB BAN BAT TAB NA TA BA ABA TATA ANNA BANTAM ANNAT"
ROWS = ("T.d", ".D.", "t..")


@pytest.mark.parametrize(
    ("tiles", "blanks", "start", "longest"),
    [
        ("AABNT", 0, "AT", 3),
        ("AABNT", 1, "AT", None),
        ("ANTTAB", 0, "AN", 2),
        ("BANT", 2, "BA", 3),
        ("AAATT", 0, "TA", 3),
    ],
)
def test_the_best_of_all_boards_is_found(tiles: str, blanks: int, start: str, longest: int | None) -> None:
    rulebook = small_rulebook(ROWS, Square(1, 1), tiles_of(tiles, blanks), longest)
    puzzle = small_puzzle(rulebook, FEW, start)
    assert solve(puzzle, Effort(steps=3000)).total == best_total(puzzle)


def test_the_best_of_all_boards_with_bonuses_is_found() -> None:
    rulebook = small_rulebook((".t.", "D..", "..T"), Square(0, 0), tiles_of("ABANT", 1), 3)
    puzzle = small_puzzle(rulebook, FEW, "AB", "ABA", ("TNA", "BA"))
    best = solve(puzzle, Effort(steps=3000))
    assert best.total == best_total(puzzle)
    assert best.tally.bonus_points > 0


def test_a_wide_board_with_a_start_off_the_middle_is_solved_too() -> None:
    rulebook = small_rulebook(("..T.", "d..D"), Square(1, 0), tiles_of("AABTN"), None)
    puzzle = small_puzzle(rulebook, FEW, "NAB")
    assert solve(puzzle, Effort(steps=2000)).total == best_total(puzzle)


# ---------------------------------------------------------------- nothing is built in


def test_spanish_tiles_of_two_letters_are_laid() -> None:
    spanish = shipped_tile_set("spanish")
    rules = replace(BEE, table=replace(BEE.table, tile_set=spanish))
    words = Lexicon.of_words("pocas", ["CHICO", "PERRO", "CALLE", "OLLA", "ERA", "LA"], letters="spanish")
    best = solve(HarePuzzle(rules, announce(spanish, "perro"), (words,)), QUICK)
    assert best.tally.faults == ()
    assert any("RR" in word.labels for word in best.board.words())


def test_forty_kinds_of_tile_and_words_of_twenty_letters_are_no_limit() -> None:
    labels = [chr(code) for code in range(ord("А"), ord("Я") + 1)] + list("ABCDEFGH")
    tile_set = TileSet("many", "many", "xx", tuple(Tile(label, 1, 2) for label in labels), 1, {})
    rows = tuple("." * 21 for _ in range(21))
    rules = small_rulebook(rows, Square(10, 0), tile_set, None)
    long_word = "".join(labels[:20])
    announcement = announce(tile_set, long_word[:8])
    puzzle = HarePuzzle(rules, announcement, (), extra_words=(long_word, long_word[:8], "AH", "АЯ"))
    best = solve(puzzle, Effort(steps=2000))
    assert long_word in {word.text for word in best.board.words()}
    assert best.tally.faults == ()


def test_a_word_of_a_second_list_or_an_extra_word_may_stand() -> None:
    rulebook = small_rulebook(("...", "...", "..."), Square(1, 0), tiles_of("ABNT"), None)
    one = small_puzzle(rulebook, "AB", "AB")
    assert solve(one, QUICK).tiles_used == 2
    both = replace(one, lists=(*one.lists, Lexicon.of_words("more", ["TAN"])))
    assert solve(both, QUICK).tiles_used == 4
    assert solve(replace(one, extra_words=("abn",)), QUICK).tiles_used == 3


def test_unplayed_tiles_cost_nothing_where_the_rules_say_so() -> None:
    rulebook = small_rulebook(("...", "...", "..."), Square(1, 0), tiles_of("ABQZ"), None)
    puzzle = small_puzzle(rulebook, "AB", "AB")
    taken_off = solve(puzzle, QUICK)
    assert taken_off.total == taken_off.tally.word_points - taken_off.tally.unplayed.points < 0


# ---------------------------------------------------------------- the same for a seed, ends when told


@pytest.mark.long
def test_the_same_seed_and_steps_give_the_same_board_on_any_number_of_threads() -> None:
    puzzle = bee_puzzle("GRAND", "TURTLE")
    boards = {solve(puzzle, Effort(steps=3000, seed=5, threads=threads)).board for threads in (1, 2, 3)}
    assert len(boards) == 1
    assert solve(puzzle, Effort(steps=3000, seed=6)).board not in boards


@pytest.mark.parametrize("effort", [Effort(seconds=0), Effort(steps=0), Effort(cpu_seconds=0)])
def test_no_time_at_all_gives_the_starting_word_alone(effort: Effort) -> None:
    best = solve(bee_puzzle("READ"), effort)
    assert [word.text for word in best.board.words()] == ["READ"]
    assert best.total == 10 - (187 - 5)


def test_an_interrupt_gives_the_best_board_so_far() -> None:
    heard: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        heard.append(progress)
        if progress.best > 500:
            raise KeyboardInterrupt

    best = solve(bee_puzzle("READ"), Effort(seconds=100_000, threads=2), interrupt)
    assert best.interrupted
    assert best.total >= heard[-1].best > 500


# ---------------------------------------------------------------- what cannot be solved


def test_a_starting_word_whose_letters_are_removed_has_no_board() -> None:
    with pytest.raises(MalformedError) as refused:
        solve(bee_puzzle("QUIZ", removed="Q??"), QUICK)
    assert refused.value.code == "no-board"
    assert "QUIZ lacks Q" in str(refused.value)


def test_a_blank_stands_in_for_a_removed_letter_of_the_starting_word() -> None:
    best = solve(bee_puzzle("QUIZ", removed="Q"), QUICK)
    assert best.board.at(Square(7, 7)) == PlacedTile("Q", is_blank=True)


@pytest.mark.parametrize("word", ["BOOKKEEPERS", "X", "CAFÉ", "QZQ"])
def test_a_bonus_word_that_nobody_can_lay_is_left_out(word: str) -> None:
    best = solve(bee_puzzle("READ", sponsors=(word,)), QUICK)
    assert best.tally.bonuses == ()


@pytest.mark.long
@pytest.mark.parametrize("word", ["BOOKKEEPERS", "X", "CAFÉ", "READX"])
def test_no_letters_are_held_back_for_a_bonus_word_that_cannot_stand(word: str) -> None:
    plain = solve(bee_puzzle("READ"), QUICK)
    assert solve(bee_puzzle("READ", surprise=word), QUICK).board == plain.board


def test_a_starting_word_that_does_not_fit_from_the_star_is_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        solve(bee_puzzle("TORTOISES"), QUICK)
    assert refused.value.code == "starting-word-too-long"


@pytest.mark.parametrize(
    ("puzzle", "code"),
    [
        (replace(bee_puzzle("READ"), rulebook=shipped_rulebook("bee-tortoise")), "scored-by-turns"),
        (replace(bee_puzzle("READ"), removed=RemovedUnseen(20)), "removed-unknown"),
        (replace(bee_puzzle("READ"), removed=RemovedTiles(("Q", "Q"))), "bad-removed"),
        (
            replace(bee_puzzle("READ"), announcement=announce(ENGLISH, "READ", None, map(str, range(40)))),
            None,
        ),
    ],
)
def test_puzzles_that_contradict_the_rules_are_refused(puzzle: HarePuzzle, code: str | None) -> None:
    if code is None:
        assert solve(puzzle, Effort(steps=0)).tally.bonuses == ()
        return
    with pytest.raises(MalformedError) as refused:
        solve(puzzle, QUICK)
    assert refused.value.code == code


def test_more_bonus_words_than_can_be_looked_for_are_refused() -> None:
    names = tuple(first + second for first in "ABCDEF" for second in "GHIJKL")
    with pytest.raises(MalformedError) as refused:
        solve(bee_puzzle("READ", sponsors=names), QUICK)
    assert refused.value.code == "too-many-bonuses"


@pytest.mark.parametrize(
    "wrong", [{}, {"seconds": 1.0, "steps": 1}, {"seconds": -1.0}, {"steps": 1, "seed": -1}]
)
def test_an_effort_is_one_limit_from_zero(wrong: dict[str, float]) -> None:
    with pytest.raises(MalformedError) as refused:
        Effort(**wrong)  # type: ignore[arg-type]
    assert refused.value.code == "bad-effort"


def test_no_threads_are_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        solve(bee_puzzle("READ"), Effort(steps=1, threads=0))
    assert refused.value.code == "threads"


def test_nothing_removed_is_what_a_puzzle_begins_with() -> None:
    assert HarePuzzle(BEE, announce(ENGLISH, "READ"), ()).removed == NONE_REMOVED
