"""HareRound: everything that is known about one team's board in one round, as a value that never changes.

Tiles are on the board, loose on the table, or removed. At a *physical* table the Word Waiter paints the
board after the signal, and which tiles were removed may be unknown; at a *virtual* one the software holds
the tiles, and the board is what the team made of it.
"""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import is_

from wordwaiter.game.clock import Countdown
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import (
    ChallengedWord,
    Challenges,
    NamedTeam,
    RoundPhase,
    find_word,
    scored_words,
    with_bonuses,
)
from wordwaiter.game.hare.score import LineCause, RoundScore, ScoreLine, challenge_lines, tally_lines
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import Board
from wordwaiter.rules.finished_board import Removed, RemovedTiles, RemovedUnseen
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import Tally, tally_board
from wordwaiter.sentences import said


class RoundStage(Enum):
    """How far a team's round is."""

    BUILDING = "building"
    ENTERING = "entering"
    """The end was signalled: nobody touches the board, and the Word Waiter enters it."""
    SUBMITTED = "submitted"
    """The board as entered was agreed with the team."""
    ACCEPTED = "accepted"
    """Only in journals of earlier versions: the totals of a round are final when it is closed."""

    @property
    def phase(self) -> RoundPhase:
        """The phase of the round for challenges, as far as this team's board is concerned."""
        match self:
            case RoundStage.BUILDING:
                return RoundPhase.RUNNING
            case RoundStage.ENTERING | RoundStage.SUBMITTED:
                return RoundPhase.ENDED
            case RoundStage.ACCEPTED:
                return RoundPhase.ACCEPTED


@dataclass(frozen=True, slots=True)
class Purchase:
    """Tiles that were bought back, which or how many, and what was paid for them."""

    tiles: Tiles
    cents: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Correction:
    """Points that an official gave or took, and why."""

    points: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class FaultRuling:
    """A judge's ruling on a fault of a board."""

    fault: str
    """The key of the problem."""
    struck: tuple[ChallengedWord, ...]
    """Words that do not count, with what they would; none where the board counts as it is."""
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The best board that was found for a team's words and tiles, when everything was over."""

    board: Board
    total: int
    search_ms: int


@dataclass(frozen=True, slots=True)
class HareRound:
    """One team's round, as folding its facts gives it."""

    rulebook: Rulebook
    team: str
    contender: int | None
    """The number of the team in its tournament; its name is only shown."""
    number: int
    kind: TableKind
    announcement: Announcement
    board: Board
    removed: Removed
    """Tiles that are out of play at this moment."""
    clock: Countdown | None
    at_ms: int
    """The time of the latest fact."""
    opened_ms: int
    stage: RoundStage = RoundStage.BUILDING
    purchases: tuple[Purchase, ...] = ()
    checked_by: str | None = None
    """The member of the team who checked the board that was submitted."""
    corrections: tuple[Correction, ...] = ()
    fault_rulings: tuple[FaultRuling, ...] = ()
    challenges: Challenges = ()
    """Those that the accepted total takes account of."""
    accepted_total: int | None = None
    best: FoundBoard | None = None
    returned: str | None = None
    """Why a board that was handed in is entered again."""

    @property
    def named_team(self) -> NamedTeam:
        """The team, as challenges know it."""
        return NamedTeam(self.contender, self.team)

    @property
    def is_handed_in(self) -> bool:
        """Checks if the board is here as it lay on the table."""
        return self.stage in (RoundStage.SUBMITTED, RoundStage.ACCEPTED)

    @property
    def cents(self) -> int:
        """The amount the team paid for tiles in this round."""
        return sum(purchase.cents for purchase in self.purchases)


def removed_of(tiles: Tiles) -> Removed:
    """Removed tiles as a fact has them: which, or how many."""
    if isinstance(tiles, int):
        return RemovedUnseen(tiles) if tiles else RemovedTiles()
    return RemovedTiles(tiles)


def loose_tiles(hare_round: HareRound) -> Rack | int:
    """The tiles that lie on the table beside the board, or how many where nobody noted those removed."""
    tile_set = hare_round.rulebook.table.tile_set
    on_board = hare_round.board.tile_counts()
    match hare_round.removed:
        case RemovedTiles(tiles):
            return rack_of((Counter(tile_set.counts) - on_board - Counter(tiles)).elements(), tile_set)
        case RemovedUnseen(count):
            return max(tile_set.size - on_board.total() - count, 0)


def remaining_ms(hare_round: HareRound, now_ms: int) -> int | None:
    """Returns the time left in the round; negative means overtime, and `None` that it is not timed.

    It only tells: the round ends with the emcee's signal (bee-hare-5-6).
    """
    return None if hare_round.clock is None else hare_round.clock.remaining_ms(now_ms)


class _Counted:
    """What a tally is made of; equal if it is the very same, since to compare and hash it takes long."""

    __slots__ = ("parts",)

    def __init__(self, hare_round: HareRound) -> None:
        self.parts = (hare_round.board, hare_round.rulebook, hare_round.announcement, hare_round.removed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Counted) and all(map(is_, self.parts, other.parts))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))


@lru_cache(maxsize=256)
def _tally(counted: _Counted) -> Tally:
    return tally_board(*counted.parts)


def tally_of(hare_round: HareRound) -> Tally:
    """The tally of the board as it lies at this moment; the latest boards of a hall are tallied once."""
    return _tally(_Counted(hare_round))


def open_faults(hare_round: HareRound) -> tuple[Problem, ...]:
    """Returns the faults of a board that nobody has ruled on."""
    ruled = {each.fault for each in hare_round.fault_rulings}
    return tuple(fault for fault in tally_of(hare_round).faults if fault.key not in ruled)


def has_result(hare_round: HareRound) -> bool:
    """Checks if a board is handed in, and the judges have ruled on all that is wrong with it."""
    return hare_round.is_handed_in and not open_faults(hare_round)


def struck_words(hare_round: HareRound, *more: ChallengedWord) -> tuple[ChallengedWord, ...]:
    """Returns the words that judges struck, and more that they strike now, with what the board loses by each.

    A bonus goes with the last word that earns it, in whatever order they are struck and rulings undone.
    """
    tally = tally_of(hare_round)
    words = scored_words(tally.words)
    struck = (word for ruling in hare_round.fault_rulings for word in ruling.struck)
    standing = [find_word(words, word) or word for word in (*struck, *more)]
    return tuple(with_bonuses(standing, tally.bonuses))


def score_of(hare_round: HareRound, challenges: Challenges | None = None) -> RoundScore:
    """The team's score of the round, line by line, with the challenges of its division's round.

    Without `challenges` those count with which the total was accepted.
    """
    rulebook = hare_round.rulebook
    made = hare_round.challenges if challenges is None else challenges
    return RoundScore(
        (
            *tally_lines(tally_of(hare_round), rulebook),
            *(
                ScoreLine(LineCause.STRUCK, -(word.points or 0), said("{word} is struck", word=word))
                for word in struck_words(hare_round)
            ),
            *(
                ScoreLine(LineCause.CORRECTION, each.points, f"{each.by}: {each.reason}")
                for each in hare_round.corrections
            ),
            *challenge_lines(made, hare_round.named_team, rulebook),
        )
    )
