"""Boards as rulings ask for them: which words a team handed in, and what each of them counts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game.hare.challenge import ChallengedWord, PlacedWord, find_word, scored_words, with_bonuses
from wordwaiter.game.hare.round import HareRound, open_faults, tally_of
from wordwaiter.game.queries import explain_turn
from wordwaiter.game.table import Table
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.bonus import Bonus, find_bonuses
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.scoring import score_starting_word
from wordwaiter.tournament.rounds.rounds import Cancelled, Forfeited, Round, Sitting
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """A team's board as it was handed in."""

    words: tuple[ChallengedWord, ...]
    """Those that stand on it and count, with their points."""
    bonuses: tuple[Bonus, ...] = ()
    """Bonus points of the announced words on it."""
    struck: tuple[PlacedWord, ...] = ()
    """Words of it that count nothing, because of what was wrong with the board."""
    faults: tuple[Problem, ...] = ()
    """Its faults that nobody has ruled on yet."""

    def without_struck(self, played: Round, team: int | None) -> "BoardSeen":
        """Returns the board without the words that count nothing, because a peek had refused them."""
        return replace(self, words=tuple(word for word in self.words if not played.is_struck(team, word)))

    def lost_with(
        self, played: Round, team: int | None, words: Iterable[ChallengedWord]
    ) -> tuple[ChallengedWord, ...]:
        """Returns words with all that the team loses if they do not count: points, and bonuses."""
        return tuple(with_bonuses(words, self.bonuses, (*self.struck, *played.words_off(team))))


Boards = Callable[[Place], BoardSeen | None]
"""Returns the board at a place of a round; nothing where none was handed in, or only its total."""


def no_boards(_place: Place) -> None:
    """Returns nothing: every total came in on paper."""


def require_ruled(tournament: Tournament, played: Round, sitting: Sitting, boards: Boards) -> None:
    """Refuses what would pass over a board with which something is wrong, before the judges have ruled."""
    faults = faults_of(played, sitting, boards)
    if faults and not isinstance(sitting.outcome, Cancelled | Forfeited):
        fault, team = faults[0], tournament.contender(sitting.sides[0]).name
        raise IllegalError(
            "board-faulty",
            f"the judges must rule on the board of {team} first: {fault.sentence}",
            clause=fault.clause,
            table=sitting.table,
        )


def faults_of(played: Round, sitting: Sitting, boards: Boards) -> tuple[Problem, ...]:
    """Returns what is wrong with a board and waits for the judges."""
    seen = boards(Place(played.division, played.number, sitting.table, sitting.board))
    return () if seen is None else seen.faults


def require_unruled(played: Round, sitting: Sitting) -> None:
    """Refuses to change a board under a ruling, which counts a word as it stood there (bee-challenge)."""
    for word in played.ruled_words(sitting.sides):
        raise ConflictError("already-ruled", f"the judges ruled on {word} of this board; undo that first")


def require_newest(
    played: Round, team: int | None, words: Iterable[PlacedWord], bonuses: Iterable[Bonus]
) -> None:
    """Refuses to undo a ruling while a newer one, on another place of the word, holds the bonus of both."""
    for word, took in _rulings_beside(played, team, words, bonuses):
        if took:
            raise ConflictError("newer-ruling", f"the judges ruled on {word} later; undo that ruling first")


def require_no_ruling_beside(
    played: Round, team: int | None, words: Iterable[PlacedWord], bonuses: Iterable[Bonus]
) -> None:
    """Refuses to strike a word while a ruling on another place of it counts: its bonus would stay."""
    for word, _ in _rulings_beside(played, team, words, bonuses):
        raise ConflictError("already-ruled", f"the judges ruled on {word} of this board; undo that first")


def _rulings_beside(
    played: Round, team: int | None, words: Iterable[PlacedWord], bonuses: Iterable[Bonus]
) -> Iterator[tuple[PlacedWord, bool]]:
    """Yields words that were ruled not good where these stand too, and whether a bonus went with them."""
    own = {(each.square, each.direction) for each in words}
    beside = {place for bonus in bonuses if own & bonus.places for place in bonus.places - own}
    for made in played.challenges:
        where = made.target.square, made.target.direction
        if made.changes_hands and made.challenged.number == team and where in beside:
            yield made.target, made.ruling is not None and made.ruling.bonus > 0
    for refused in played.refused_words:
        if refused.struck and refused.team == team:
            yield from ((word, True) for word in refused.words if (word.square, word.direction) in beside)


def board_seen(state: Table | HareRound) -> BoardSeen | None:
    """Returns a board as it was handed in; nothing before it is, or where its tiles were not entered."""
    match state:
        case HareRound():
            return _seen(state) if state.is_handed_in else None
        case Table():
            is_here = state.ending is not None and not state.position.partial
            return BoardSeen(_words_of_table(state), _bonuses_of_table(state)) if is_here else None


def _seen(built: HareRound) -> BoardSeen:
    struck = [word for ruling in built.fault_rulings for word in ruling.struck]
    tally = tally_of(built)
    counted = tuple(word for word in scored_words(tally.words) if find_word(struck, word) is None)
    return BoardSeen(counted, tally.bonuses, tuple(struck), open_faults(built))


def _bonuses_of_table(table: Table) -> tuple[Bonus, ...]:
    return find_bonuses(table.position.board, table.announcement, table.rulebook).earned


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
