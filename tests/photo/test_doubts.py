"""What is known about the game makes squares doubtful and orders their answers; what is certain stays."""

import numpy as np
from numpy.typing import NDArray

from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.photo.doubts import doubtful_squares, in_order_of_counts
from wordwaiter.photo.network import LABELS
from wordwaiter.rules.layout import shipped_layout

ENGLISH, STANDARD = shipped_tile_set("english"), shipped_layout("standard")
Doubts = tuple[tuple[int, int], ...]


def _board(*words: tuple[int, int, str]) -> NDArray[np.int64]:
    labels = np.zeros((15, 15), np.int64)
    for row, column, word in words:
        labels[row, column : column + len(word)] = [LABELS.index(letter) for letter in word]
    return labels


def _doubts(labels: NDArray[np.int64], less_sure: dict[tuple[int, int], float] | None = None) -> Doubts:
    sure = np.full((15, 15), 0.99, np.float32)
    for square, value in (less_sure or {}).items():
        sure[square] = value
    return doubtful_squares(labels, sure, ENGLISH, STANDARD)


def test_the_least_certain_square_comes_first() -> None:
    board = _board((7, 5, "RETINA"))
    assert _doubts(board, {(7, 6): 0.8, (7, 9): 0.5, (7, 10): 0.94}) == ((7, 9), (7, 6))


def test_a_second_q_is_doubtful_where_it_is_less_certain() -> None:
    board = _board((7, 5, "QUOTAQ"))
    assert _doubts(board, {(7, 5): 0.94, (7, 10): 0.93}) == ((7, 10),)


def test_a_tile_too_many_is_doubtful_unless_it_is_very_certain() -> None:
    board = _board((7, 5, "QUOTAQ"))
    assert _doubts(board, {(7, 10): 0.975}) == ((7, 10),)
    assert _doubts(board, {(7, 10): 0.985}) == ()


def test_many_tiles_too_many_are_of_another_set_and_less_doubtful() -> None:
    """The set has one K: of twelve, eleven are too many."""
    eleven, twelve = _board((7, 2, "K" * 11)), _board((7, 2, "K" * 12))
    less_sure = {(7, column): 0.97 for column in range(2, 14)}
    assert len(_doubts(eleven, less_sure)) == 10
    assert _doubts(twelve, less_sure) == ()
    assert _doubts(twelve, {(7, 5): 0.94}) == ((7, 5),)


def test_a_confident_reading_stands_though_the_set_has_no_such_tile() -> None:
    assert _doubts(_board((7, 5, "ZAZZ"))) == ()


def test_a_tile_alone_and_a_bare_start_are_doubtful_unless_they_are_certain() -> None:
    board = _board((6, 5, "RETINA"), (12, 2, "?"))
    nearly = {(12, 2): 0.93, (7, 7): 0.93}
    assert set(_doubts(board, nearly)) == {(12, 2), (7, 7)}
    assert _doubts(board) == ()
    assert _doubts(_board((7, 5, "RETINA"), (8, 5, "?")), {(8, 5): 0.93, (7, 7): 0.93}) == ()


def _ordered(word: str, chances: dict[int, dict[str, float]]) -> str:
    """Returns what is read where a word lies, with chances for some of its letters."""
    likely = np.zeros((15, 15, len(LABELS)), np.float32)
    likely[..., 0] = 1
    for column, letter in enumerate(word):
        likely[7, column] = 0
        for label, chance in chances.get(column, {letter: 0.99}).items():
            likely[7, column, LABELS.index(label)] = chance
    read = in_order_of_counts(likely, ENGLISH)
    assert np.allclose(np.sort(read, -1), np.sort(likely, -1)), "no answer becomes surer"
    return "".join(LABELS[label] for label in read.argmax(-1)[7, : len(word)])


def test_a_doubtful_second_k_is_the_next_letter_that_the_set_has() -> None:
    assert _ordered("KAYAK", {4: {"K": 0.6, "X": 0.3}}) == "KAYAX"
    assert _ordered("KAYAK", {0: {"K": 0.5, "J": 0.4}, 4: {"K": 0.6, "X": 0.3}}) == "JAYAK"
    assert _ordered("KAYAKJ", {4: {"K": 0.6, "J": 0.25, "X": 0.15}}) == "KAYAXJ"


def test_counts_never_change_a_letter_that_is_certain_or_has_no_rival() -> None:
    assert _ordered("KAYAK", {4: {"K": 0.91, "X": 0.09}}) == "KAYAK"
    assert _ordered("KAYAK", {4: {"K": 0.8, "X": 0.09}}) == "KAYAK"
    assert _ordered("KAYAK", {4: {"K": 0.7, "Q": 0.05}}) == "KAYAK"
    assert _ordered("KAY", {0: {"K": 0.6, "X": 0.3}}) == "KAY"


def test_a_third_blank_stays_a_blank() -> None:
    """Whatever hides a letter looks like a blank: the least certain one may well be true."""
    assert _ordered("R?T?N?", {1: {"?": 0.5, "E": 0.4}}) == "R?T?N?"
    assert _ordered("R?T?N?", {1: {"?": 0.6, "": 0.25}}) == "R?T?N?"


def test_a_third_blank_gives_way_to_an_empty_square_that_is_nearly_as_likely() -> None:
    assert _ordered("R?T?N?", {1: {"?": 0.5, "": 0.4}}) == "RT?N?"
    assert _ordered("R?T?N", {1: {"?": 0.5, "": 0.4}}) == "R?T?N", "the set has two"


def test_counts_order_nothing_where_the_tiles_are_of_another_set() -> None:
    rival = {0: {"K": 0.6, "X": 0.3}}
    assert _ordered("K" * 11, rival) == "X" + "K" * 10
    assert _ordered("K" * 12, rival) == "K" * 12
