"""Facts of results, and of feats that may win a prize."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForJudges, ForStaff
from wordwaiter.sentences import Wording, joined, named, said, said_of
from wordwaiter.tournament.facts.base import RuledBy, TournamentFact
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.rounds.rounds import Ground
from wordwaiter.tournament.state import NotedFeat, Tournament


@dataclass(frozen=True, slots=True)
class FactOfBoard(TournamentFact):
    """Something that happened to the result of a board; its sentences say `{where}`."""

    division: ForAll[str]
    round: ForAll[int]
    table: ForAll[int]
    board: ForAll[int]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said_of(self.SENTENCE, self, where=self.where)

    @property
    def where(self) -> Wording:
        """The place of the board in a sentence."""
        return said_of("{division}, round {round}, table {table}", self)

    def sides(self, tournament: Tournament) -> tuple[int, ...]:
        """Returns who sits there."""
        sitting = tournament.round(self.division, self.round).sitting_at(self.table, self.board)
        return sitting.sides if sitting else ()

    def totals(self, tournament: Tournament, scores: tuple[int, ...]) -> str:
        """Returns each side's name with its score."""
        names = (names_of(tournament, [side]) for side in self.sides(tournament))
        return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


@dataclass(frozen=True, slots=True)
class SheetHandedIn(FactOfBoard):
    """A score card told a game's totals."""

    KIND: ClassVar = "tournament.sheet_handed_in"
    AUDIENCE: ClassVar = Audience.ALL
    scores: ForAll[tuple[int, ...]]
    signed: ForAll[tuple[int, ...]]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "ending.sign_off"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        pattern = "{where}: a sheet says {totals}, signed by nobody"
        if self.signed:
            pattern = "{where}: a sheet says {totals}, signed by {signers}"
        signers, totals = names_of(after, self.signed), self.totals(after, self.scores)
        return said(pattern, where=self.where, totals=totals, signers=signers)


@dataclass(frozen=True, slots=True)
class ResultSettled(FactOfBoard):
    """A game's result stands, and why."""

    KIND: ClassVar = "tournament.result_settled"
    AUDIENCE: ClassVar = Audience.ALL
    scores: ForAll[tuple[int, ...]]
    ground: ForJudges[Ground]
    reason: ForStaff[str]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "ending.sign_off"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        told = {"where": self.where, "totals": self.totals(after, self.scores)}
        if self.ground is Ground.CORRECTION:
            return said_of("{where}: corrected to {totals}: {reason}", self, **told)
        why = joined(", ", [named(self.ground), *([self.reason] if self.reason else [])])
        return said("{where}: {totals} stands ({why})", **told, why=why)


@dataclass(frozen=True, slots=True)
class GameCancelled(FactOfBoard):
    """A game counts for nobody."""

    KIND: ClassVar = "tournament.game_cancelled"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{where}: cancelled: {reason}"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class GameForfeited(FactOfBoard):
    """A game was not played because some of its sides were not there."""

    KIND: ClassVar = "tournament.game_forfeited"
    AUDIENCE: ClassVar = Audience.ALL
    absent: ForAll[tuple[int, ...]]
    reason: ForStaff[str]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "absence.games_against_defaulter"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        there = [side for side in self.sides(after) if side not in self.absent]
        pattern = "{where}: not played, without {absent}: {reason}"
        if there:
            pattern = "{where}: not played, without {absent}: {reason}; a bye for {there}"
        return said_of(
            pattern,
            self,
            where=self.where,
            absent=names_of(after, self.absent),
            there=names_of(after, there),
        )


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(FactOfBoard):
    """A result was taken back with its sheets."""

    KIND: ClassVar = "tournament.result_withdrawn"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "{where}: the result is withdrawn: {reason}"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class FeatNoted(TournamentFact):
    """A play, a word or a comeback was noted for a prize."""

    KIND: ClassVar = "tournament.feat_noted"
    AUDIENCE: ClassVar = Audience.ALL
    feat: ForAll[NotedFeat]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        who = names_of(after, [self.feat.contender])
        return said_of("{feat} of {who}: {text}, {points}", self.feat, who=who)


ResultFact = SheetHandedIn | ResultSettled | GameCancelled | GameForfeited | ResultWithdrawn
