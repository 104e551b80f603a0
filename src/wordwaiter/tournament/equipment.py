"""Sets and clocks: how many the tables need, and how many are at hand."""

from dataclasses import dataclass

from wordwaiter.rules.rulebooks.choices import ChessClockIfAny, SideBudget, TableAllowance
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.tournament.guards import Rulebooks
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Equipment:
    """The equipment needed for one round of all divisions at once, and what there is."""

    boards: int
    """Games that go on at one time; each needs a set."""
    boards_with_clock: int
    """Those of them at which the rules have a clock of their own."""
    sets_brought: int
    sets_provided: int
    clocks_brought: int
    clocks_provided: int

    @property
    def sets_missing(self) -> int:
        """Returns how many sets have to be found yet."""
        return max(self.boards - self.sets_brought - self.sets_provided, 0)

    @property
    def boards_without_clock(self) -> int:
        """Returns how many games go on without the clock that they would have."""
        return max(self.boards_with_clock - self.clocks_brought - self.clocks_provided, 0)


def equipment(tournament: Tournament, rulebooks: Rulebooks = shipped_rulebook) -> Equipment:
    """Sets and clocks for all who are entered and have not left."""
    boards = timed = sets = clocks = 0
    for division in tournament.divisions.values():
        there = [
            each.profile
            for each in tournament.contenders_of(division.name)
            if each.number not in tournament.departures
        ]
        own = len(there) // division.format.sides_at_a_table
        boards += own
        timed += own if clock_at_board(rulebooks(division.rulebook)) else 0
        sets += sum(profile.brings_set for profile in there)
        clocks += sum(profile.brings_clock for profile in there)
    return Equipment(boards, timed, sets, tournament.sets, clocks, tournament.clocks)


def clock_at_board(rulebook: Rulebook) -> bool:
    """Checks whether a board has a clock of its own, beside the one for the room."""
    games = SideBudget | ChessClockIfAny | TableAllowance
    limited = not isinstance(rulebook.play, Building) and rulebook.turns.limit is not None
    return isinstance(rulebook.clock.game, games) or limited
