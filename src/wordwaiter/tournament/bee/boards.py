"""Boards as rulings ask for them: which words a team handed in, and what each of them counts."""

from collections.abc import Callable
from dataclasses import dataclass

from wordwaiter.game.hare.challenge import ChallengedWord, scored_words
from wordwaiter.game.hare.round import HareRound, tally_of
from wordwaiter.game.queries import explain_turn
from wordwaiter.game.table import Table
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.scoring import score_starting_word
from wordwaiter.tournament.rounds.table_results import Place


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A team's board as it was handed in."""

    words: tuple[ChallengedWord, ...]
    """Those that stand on it, with their points."""


Boards = Callable[[Place], BoardSeen | None]
"""Returns the board at a place of a round; nothing where none was handed in, or only its total."""


def no_boards(_place: Place) -> None:
    """Returns nothing: every total came in on paper."""


def board_seen(state: Table | HareRound) -> BoardSeen | None:
    """Returns a board as it was handed in; nothing before it is, or where its tiles were not entered."""
    match state:
        case HareRound():
            return BoardSeen(scored_words(tally_of(state).words)) if state.is_handed_in else None
        case Table():
            is_here = state.ending is not None and not state.position.partial
            return BoardSeen(_words_of_table(state)) if is_here else None


def _words_of_table(table: Table) -> tuple[ChallengedWord, ...]:
    """Returns the words that stand on the board, with the points of the turn that made each of them.

    Tortoise teams score after each turn (bee-tortoise-9). A word that was made longer since is another one.
    """
    board = table.position.board
    start = empty_board(board.layout, board.tile_set)
    scored = list(score_starting_word(start, table.starting_word).words) if table.starting_word.laid else []
    for turn in table.turns:
        score = explain_turn(table, turn.number)
        scored += () if score is None else score.words
    standing = {(word.text, word.square, word.direction) for word in board.words()}
    return tuple(
        each for each in scored_words(scored) if (each.word, each.square, each.direction) in standing
    )
