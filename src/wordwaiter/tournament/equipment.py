"""Sets and clocks: how many the tables need, and how many are at hand."""

from dataclasses import dataclass

from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Equipment:
    """What is needed for one round of all divisions at once, against what is at hand."""

    boards: int
    """Games that go on at one time; each needs a set."""
    sets_brought: int
    sets_provided: int
    clocks_brought: int
    clocks_provided: int

    @property
    def sets_missing(self) -> int:
        """How many sets have to be found yet."""
        return max(self.boards - self.sets_brought - self.sets_provided, 0)

    @property
    def boards_without_clock(self) -> int:
        """How many games go on without a clock."""
        return max(self.boards - self.clocks_brought - self.clocks_provided, 0)


def equipment(tournament: Tournament) -> Equipment:
    """Sets and clocks for all who are entered and have not left."""
    boards = sets = clocks = 0
    for division in tournament.divisions.values():
        there = [
            each.profile
            for each in tournament.contenders_of(division.name)
            if each.number not in tournament.departures
        ]
        boards += len(there) // division.format.sides_at_a_table
        sets += sum(profile.brings_set for profile in there)
        clocks += sum(profile.brings_clock for profile in there)
    return Equipment(boards, sets, tournament.sets, clocks, tournament.clocks)
