"""Facts of the Bee: words, peeks, tiles and challenges."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.audience import Audience, ForAll, ForDesk, ForEmcee, ForJudges, ForStaff, ForTreasurer
from wordwaiter.game.facts import Tiles, tiles_counted
from wordwaiter.game.hare.challenge import ChallengedWord, NamedTeam, WordChallenge
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.announcement import AnnouncedKind, Announcement
from wordwaiter.sentences import Wording, joined, said, said_of
from wordwaiter.tournament.facts.base import RuledBy, TournamentFact
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class WordsAnnounced(TournamentFact):
    """The words of a round were announced; `warnings` say what no team can lay, and what else is odd."""

    KIND: ClassVar = "tournament.words_announced"
    AUDIENCE: ClassVar = Audience.EMCEE
    division: ForEmcee[str]
    round: ForEmcee[int]
    announcement: ForEmcee[Announcement]
    warnings: ForJudges[tuple[str, ...]]
    without: ForEmcee[tuple[AnnouncedKind, ...]]
    """Kinds of words that the round does without, as the emcee confirmed."""
    removed: ForEmcee[tuple[tuple[int, Tiles], ...]] = ()
    """Which tiles each team takes out before the clock starts, where the round is published."""

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "table.starting_word"

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        words = self.announcement
        parts = [
            said("starting word {word}", word=words.starting_word) if words.starting_word else "",
            said("surprise word {word}", word=words.surprise_word) if words.surprise_word else "",
            said("sponsors {names}", names=", ".join(words.sponsors)) if words.sponsors else "",
            said("no starting word") if AnnouncedKind.STARTING in self.without else "",
            said("no surprise word") if AnnouncedKind.SURPRISE in self.without else "",
            said("no sponsors") if AnnouncedKind.SPONSORS in self.without else "",
        ]
        every = joined(", ", filter(None, parts)) if any(parts) else said("no words")
        return said_of("{division}, round {round}: {words}", self, words=every)


@dataclass(frozen=True, slots=True)
class PeekBought(TournamentFact):
    """A team bought a look at the dictionary."""

    KIND: ClassVar = "tournament.peek_bought"
    AUDIENCE: ClassVar = Audience.JUDGES
    number: ForJudges[int]
    team: ForJudges[int]
    round: ForJudges[int]
    word: ForJudges[str]
    line: ForJudges[int]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy:
        return tournament.entrant_of(self.team).division, "words.peek_cents"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said_of("{who} buys a peek at {word}", self, who=names_of(after, [self.team]))


@dataclass(frozen=True, slots=True)
class PeekAnswered(TournamentFact):
    """A judge answered, finally."""

    KIND: ClassVar = "tournament.peek_answered"
    AUDIENCE: ClassVar = Audience.JUDGES
    number: ForJudges[int]
    good: ForJudges[bool]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy:
        return tournament.entrant_of(tournament.peeks[self.number - 1].team).division, "words.peek_cents"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        pattern = "{word} is good" if self.good else "{word} is not good"
        return said(pattern, word=after.peeks[self.number - 1].word)


@dataclass(frozen=True, slots=True)
class FactOfPeek(TournamentFact):
    """Something that happened to a peek after its answer; its sentences say `{who}` and `{word}`."""

    number: ForJudges[int]
    """Of the peek."""
    reason: ForJudges[str]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy:
        return tournament.entrant_of(tournament.peeks[self.number - 1].team).division, "words.dictionaries"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        peek = after.peeks[self.number - 1]
        return said_of(self.SENTENCE, self, who=names_of(after, [peek.team]), word=peek.word)


@dataclass(frozen=True, slots=True)
class PeekAnswerUndone(FactOfPeek):
    """An answer was a mistake, and the peek waits for the judges again."""

    KIND: ClassVar = "tournament.peek_answer_undone"
    AUDIENCE: ClassVar = Audience.JUDGES
    SENTENCE: ClassVar = "the answer to the peek at {word} of {who} is undone: {reason}"


@dataclass(frozen=True, slots=True)
class RefusedWordRuled(FactOfPeek):
    """A judge ruled on a word of a board that a peek had answered not good."""

    KIND: ClassVar = "tournament.refused_word_ruled"
    AUDIENCE: ClassVar = Audience.JUDGES
    words: ForJudges[tuple[ChallengedWord, ...]]
    """Where it stands, with its points; they are taken off if it is struck."""
    struck: ForJudges[bool]

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        pattern = "{word} on the board of {who} stands, although a peek refused it: {reason}"
        if self.struck:
            pattern = "{word}, which a peek refused, is struck from the board of {who}"
        peek = after.peeks[self.number - 1]
        return said_of(pattern, self, who=names_of(after, [peek.team]), word=peek.word)


@dataclass(frozen=True, slots=True)
class RefusedWordUndone(FactOfPeek):
    """A ruling on such a word was a mistake, and the word waits for the judges again."""

    KIND: ClassVar = "tournament.refused_word_undone"
    AUDIENCE: ClassVar = Audience.JUDGES
    SENTENCE: ClassVar = "the ruling on {word} of {who} is undone: {reason}"


@dataclass(frozen=True, slots=True)
class TilesBought(TournamentFact):
    """A team got removed tiles back for money."""

    KIND: ClassVar = "tournament.tiles_bought"
    AUDIENCE: ClassVar = Audience.ALL
    team: ForDesk[int]
    round: ForAll[int]
    tiles: ForAll[Tiles]
    cents: ForTreasurer[int]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy:
        return tournament.entrant_of(self.team).division, "building.tile_cents"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        # What it cost stands in the line of the ledger, which fewer people read.
        return said(
            "{who} buys {tiles} back", who=names_of(after, [self.team]), tiles=tiles_counted(self.tiles)
        )


@dataclass(frozen=True, slots=True)
class AllTilesBought(TournamentFact):
    """A team paid for all removed tiles of all rounds; `tiles` are those that it got at once."""

    KIND: ClassVar = "tournament.all_tiles_bought"
    AUDIENCE: ClassVar = Audience.ALL
    team: ForDesk[int]
    round: ForAll[int]
    tiles: ForAll[Tiles]
    later: ForAll[int]
    """How many it will get in later rounds."""
    cents: ForTreasurer[int]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy:
        return tournament.entrant_of(self.team).division, "building.all_tiles_cents"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        return said("{who} buys all tiles of all rounds", who=names_of(after, [self.team]))


@dataclass(frozen=True, slots=True)
class TilesTakenOut(TournamentFact):
    """A team has taken tiles out before the clock starts: those that were drawn for it, or its own."""

    KIND: ClassVar = "tournament.tiles_taken_out"
    AUDIENCE: ClassVar = Audience.ALL
    division: ForAll[str]
    round: ForAll[int]
    team: ForAll[int]
    tiles: ForAll[Tiles]
    """Which, or how many where the team drew them and nobody noted which."""
    own: ForAll[bool]
    """Whether the team drew them itself."""

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "building.tiles_removed"

    def sentence(self, before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "{team} took out {tiles} as drawn"
        if self.own:
            pattern = "{team} drew and took out {tiles}"
        return said_of(pattern, self, team=names_of(before, [self.team]), tiles=tiles_counted(self.tiles))


@dataclass(frozen=True, slots=True)
class TilesOutCorrected(TournamentFact):
    """An official put right which tiles a team has out of play."""

    KIND: ClassVar = "tournament.tiles_out_corrected"
    AUDIENCE: ClassVar = Audience.ALL
    division: ForAll[str]
    round: ForAll[int]
    team: ForAll[int]
    tiles: ForAll[Tiles]
    """Which, or how many where nobody noted which."""
    reason: ForStaff[str]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "building.tiles_removed"

    def sentence(self, before: Tournament, _after: Tournament, /) -> Wording:
        return said(
            "{who} has {tiles} out of play: {reason}",
            who=names_of(before, [self.team]),
            tiles=tiles_counted(self.tiles),
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class TilesReturned(TournamentFact):
    """A purchase was taken back: `tiles` are out of play again, and those of later rounds not paid for."""

    KIND: ClassVar = "tournament.tiles_returned"
    AUDIENCE: ClassVar = Audience.ALL
    team: ForDesk[int]
    round: ForAll[int]
    line: ForAll[int]
    """Of the ledger, where they were paid for."""
    tiles: ForAll[Tiles]

    def ruled_by(self, tournament: Tournament, /) -> RuledBy:
        return tournament.entrant_of(self.team).division, "building.tile_cents"

    def sentence(self, _: Tournament, after: Tournament) -> Wording:
        pattern = "{who} has not bought the tiles of line {line}"
        if count_of(self.tiles):
            pattern = "{who} has not bought the tiles of line {line}; {tiles} out of play again"
        return said_of(pattern, self, who=names_of(after, [self.team]), tiles=tiles_counted(self.tiles))


@dataclass(frozen=True, slots=True)
class BoardWordChallenged(TournamentFact):
    """A word on another team's board was challenged."""

    KIND: ClassVar = "tournament.board_word_challenged"
    AUDIENCE: ClassVar = Audience.ALL
    division: ForAll[str]
    round: ForAll[int]
    challenge: ForAll[WordChallenge]

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "board_challenge.window"

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        challenge = self.challenge
        return said(
            "{who} challenges {word} of {other}",
            who=challenge.challenger,
            word=challenge.target,
            other=challenge.challenged,
        )


@dataclass(frozen=True, slots=True)
class FactOfChallenge(TournamentFact):
    """Something that happened to the latest challenge of a team; its sentences say `{who}`."""

    division: ForAll[str]
    round: ForAll[int]
    challenger: ForDesk[NamedTeam]

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        return said_of(self.SENTENCE, self, who=self.challenger)


@dataclass(frozen=True, slots=True)
class BoardWordRuled(FactOfChallenge):
    """The judges ruled on a challenged word; `points` has contender, points and sentence of each change."""

    KIND: ClassVar = "tournament.board_word_ruled"
    AUDIENCE: ClassVar = Audience.ALL
    good: ForAll[bool]
    ground: ForJudges[str]
    points: ForAll[tuple[tuple[int, int, ForDesk[str]], ...]]
    counted: ForAll[int | None]
    """The word's points on its board; nothing where they do not matter, and in facts of earlier versions."""
    bonus: ForAll[int] = 0
    """The bonus of an illegal word, which its team loses."""

    def ruled_by(self, _: Tournament, /) -> RuledBy:
        return self.division, "board_challenge.if_good" if self.good else "board_challenge.if_bad"

    def sentence(self, _before: Tournament, _after: Tournament, /) -> Wording:
        pattern = "the word that {who} challenged is not good"
        if self.good:
            pattern = "the word that {who} challenged is good"
        return said(pattern, who=self.challenger)


@dataclass(frozen=True, slots=True)
class BoardPointsProposed(FactOfChallenge):
    """A judge ruled a word not good whose board is not here, and entered its points."""

    KIND: ClassVar = "tournament.board_points_proposed"
    AUDIENCE: ClassVar = Audience.JUDGES
    SENTENCE: ClassVar = "the word that {who} challenged is not good, for {points}; to be confirmed"
    points: ForJudges[int]
    ground: ForJudges[str]
    device: ForJudges[str] = ""
    """Of whoever entered them: nobody confirms their own."""


@dataclass(frozen=True, slots=True)
class BoardChallengeVoided(FactOfChallenge):
    """A challenge does not count, and costs nothing."""

    KIND: ClassVar = "tournament.board_challenge_voided"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the challenge of {who} is void: {reason}"
    reason: ForDesk[str]


@dataclass(frozen=True, slots=True)
class BoardRulingUndone(FactOfChallenge):
    """A ruling was a mistake, and the challenge waits for the judges again."""

    KIND: ClassVar = "tournament.board_ruling_undone"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the ruling on the challenge of {who} is undone: {reason}"
    reason: ForStaff[str]


BeeFact = (
    WordsAnnounced
    | PeekBought
    | PeekAnswered
    | PeekAnswerUndone
    | RefusedWordRuled
    | RefusedWordUndone
    | TilesBought
    | AllTilesBought
    | TilesReturned
    | TilesTakenOut
    | TilesOutCorrected
    | BoardWordChallenged
    | BoardWordRuled
    | BoardPointsProposed
    | BoardChallengeVoided
    | BoardRulingUndone
)
