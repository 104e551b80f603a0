"""Rulebook: everything that one set of rules fixes for a table, as one frozen value.

The topics below are the tables of a rulebook's file, and their fields its settings; `asks` says what a
setting decides. The values are in `choices.py`; reading and checking a file is `reading.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Annotated, Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.rules.layout import BoardLayout
from wordwaiter.rules.rulebooks import choices as c
from wordwaiter.rules.rulebooks import result_choices as r
from wordwaiter.rules.rulebooks.good_words import GoodWord


@dataclass(frozen=True, slots=True)
class Setting:
    """The question that a setting decides, and the range of its numbers."""

    asks: str
    least: int = 0
    most: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at a table and what lies on it."""

    form: Annotated[
        c.TableForm, Setting("Who plays at one board, and how: in turns or building at once.", least=1)
    ]
    tile_set: Annotated[TileSet, Setting("Which tiles are in the bag.")]
    layout: Annotated[BoardLayout, Setting("Which board is played on.")]
    rack_size: Annotated[int | None, Setting("How many tiles a rack holds.", least=1)]
    starting_word: Annotated[
        c.AnnouncedWord | None,
        Setting("Whether the committee lays a starting word, and how long it may be.", least=2),
    ]
    longest_word: Annotated[int | None, Setting("How many letters a word may have at most.", least=2)]


@dataclass(frozen=True, slots=True)
class Words:
    """Which words are good."""

    dictionaries: Annotated[tuple[str, ...], Setting("The dictionaries that the source names, in words.")]
    lists: Annotated[
        tuple[str, ...], Setting("Names of word lists that match those dictionaries, best first.")
    ]
    refused_kinds: Annotated[
        tuple[c.WordKind, ...], Setting("Kinds of word that are not accepted, whatever a dictionary prints.")
    ]
    outside_words: Annotated[
        c.OutsideWords | None, Setting("Words that are good though no dictionary has them.")
    ]
    peek_cents: Annotated[int | None, Setting("What a team pays to have a judge look a word up, in cents.")]


@dataclass(frozen=True, slots=True)
class Turns:
    """How the game begins and what a turn is."""

    first_side: Annotated[c.FirstSide, Setting("Who begins.")]
    first_play: Annotated[c.FirstPlay, Setting("What the first play must do.", least=1)]
    ended_by: Annotated[c.TurnEnd, Setting("What ends a turn; until then its tiles may be taken back.")]
    refill: Annotated[c.Refill, Setting("When tiles are drawn back to a full rack.")]
    limit: Annotated[c.Milliseconds | None, Setting("How long a turn may last.", least=1)]
    overrun: Annotated[c.Overrun | None, Setting("What becomes of a turn that lasts longer than its limit.")]
    limit_while_judged: Annotated[
        c.WhileJudged | None, Setting("Whether the turn's limit runs on while a judge decides.")
    ]
    exchange: Annotated[c.Exchange | None, Setting("What must be in the bag to exchange tiles.", least=1)]
    passing: Annotated[c.Passing, Setting("Whether a turn may be passed, for zero.")]


@dataclass(frozen=True, slots=True)
class Building:
    """How a board is built by a whole team at once, round by round."""

    tiles_removed: Annotated[
        tuple[int, ...], Setting("How many tiles are taken out at random, round by round.")
    ]
    tile_cents: Annotated[int, Setting("What one random tile costs to buy back, in cents.")]
    all_tiles_cents: Annotated[int, Setting("What all removed tiles of all rounds cost together, in cents.")]
    starting_word: Annotated[r.StartingWordWhileBuilding, Setting("What may be done with the starting word.")]
    bonus_words: Annotated[r.BonusWords, Setting("What may be done with a bonus word on the board.")]


@dataclass(frozen=True, slots=True)
class Placing:
    """How tiles may lie."""

    line: Annotated[c.PlayLine, Setting("How the tiles of one play lie.")]
    joining: Annotated[c.Joining, Setting("What a play must touch.")]
    played_tiles: Annotated[c.PlayedTiles, Setting("What may be done with tiles played before.")]
    blanks: Annotated[c.BlankLetters, Setting("For how long a blank keeps the letter that was named.")]


@dataclass(frozen=True, slots=True)
class TurnChallenge:
    """Challenging a play at one's own table."""

    window: Annotated[c.ChallengeWindow, Setting("Until when a play may be challenged.")]
    last_play: Annotated[
        c.LastPlayWindow, Setting("Until when the play that ends the game may be challenged.")
    ]
    hold: Annotated[c.Hold | None, Setting("Until when the opponent may call hold, which stops the draw.")]
    ruling_by: Annotated[c.RulingBy, Setting("Who rules.")]
    clock: Annotated[c.WhileJudged, Setting("What the game's clock does while a judge decides.")]
    if_bad: Annotated[c.BadWord, Setting("What follows when a challenged word is not good.")]
    if_good: Annotated[GoodWord, Setting("What follows when all challenged words are good.", least=1)]
    after_draw: Annotated[
        c.Milliseconds | None,
        Setting("How long a play may still be challenged after the draw, where the software draws.", least=1),
    ] = None
    courtesy_draw: Annotated[
        c.Milliseconds | None,
        Setting("How long after its play a side may draw although it is held; the hold stays on.", least=1),
    ] = None


@dataclass(frozen=True, slots=True)
class BoardChallenge:
    """Challenging a word on another team's board."""

    window: Annotated[c.BoardChallengeWindow, Setting("When another team's word may be challenged.")]
    per_round: Annotated[int, Setting("How often a team may challenge in a round.", least=1)]
    ruling_by: Annotated[c.RulingBy, Setting("Who rules.")]
    if_bad: Annotated[c.BadBoardWord, Setting("What follows when the word is not good.")]
    if_good: Annotated[GoodWord, Setting("What follows when the word is good.", least=1)]


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock that a game is played by."""

    game: Annotated[c.GameClock | None, Setting("Which clock times a game, and for how long.", least=1)]
    increment: Annotated[
        c.Milliseconds | None, Setting("How much time each turn adds to the clock of its side.", least=1)
    ] = None
    most_overtime: Annotated[
        c.Milliseconds | None, Setting("After how much time over its own a side loses the game.", least=1)
    ] = None
    overtime_margin: Annotated[
        int | None, Setting("By how many points at least a game lost by overtime is lost.", least=1)
    ] = None
    most_overtime_points: Annotated[
        int | None, Setting("How many points overtime costs at most.", least=1)
    ] = None


@dataclass(frozen=True, slots=True)
class Scoring:
    """The scoring of plays and boards."""

    letter_values: Annotated[r.LetterValues, Setting("What a letter is worth.")]
    letter_premiums: Annotated[r.LetterPremiums, Setting("What light blue and dark blue squares do.")]
    word_premiums: Annotated[r.WordPremiums, Setting("What pink and red squares do.")]
    premium_life: Annotated[r.PremiumLife, Setting("When a premium counts.")]
    words_counted: Annotated[r.WordsCounted, Setting("Which words are scored.")]
    full_rack_bonus: Annotated[int | None, Setting("Points for playing a full rack of tiles in one turn.")]
    starting_word: Annotated[r.StartingWordScore | None, Setting("How the starting word is counted.")]
    surprise_word: Annotated[r.WordBonus | None, Setting("The bonus for the surprise word of the round.")]
    sponsor_word: Annotated[r.WordBonus | None, Setting("The bonus for each sponsor's name.")]


@dataclass(frozen=True, slots=True)
class GameEnding:
    """How a game of turns ends and what unplayed tiles do."""

    out: Annotated[r.Out, Setting("When a side is out, which ends the game.")]
    no_play: Annotated[r.NoPlay, Setting("How a game ends in which no play is left.")]
    time: Annotated[
        r.TimeEnding | None, Setting("Whether time ends the game, and what a play not announced counts.")
    ]
    racks_at_time: Annotated[
        r.RacksAtTime | None, Setting("Whether racks are filled when time ends the game.")
    ]
    scoreless_turns: Annotated[
        int | None, Setting("How many scoreless turns in a row end the game.", least=1)
    ]
    agreement: Annotated[r.Agreement, Setting("Who may end a game before its end.")]
    unplayed_when_out: Annotated[r.UnplayedWhenOut, Setting("What unplayed tiles do when somebody is out.")]
    unplayed_otherwise: Annotated[r.UnplayedOtherwise, Setting("What unplayed tiles do when nobody is out.")]
    sign_off: Annotated[r.SignOff, Setting("Who signs the result.")]


@dataclass(frozen=True, slots=True)
class RoundEnding:
    """How a round of building ends and what unplayed tiles do."""

    signal: Annotated[r.RoundSignal, Setting("What ends the round.")]
    unplayed: Annotated[r.UnplayedOtherwise, Setting("What unplayed tiles do.")]
    sign_off: Annotated[r.SignOff, Setting("Who signs the result.")]


Topic = (
    Table | Words | Turns | Building | Placing | TurnChallenge | BoardChallenge | Clock | Scoring
    | GameEnding | RoundEnding
)  # fmt: skip

TOPICS: Final[Mapping[str, type[Topic]]] = MappingProxyType(
    {
        "table": Table,
        "words": Words,
        "turns": Turns,
        "building": Building,
        "placing": Placing,
        "challenge": TurnChallenge,
        "board_challenge": BoardChallenge,
        "clock": Clock,
        "scoring": Scoring,
        "ending": GameEnding,
        "round_ending": RoundEnding,
    }
)
"""The tables of a rulebook's file, by their names there."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a setting comes from: clauses of a source, or a choice of the organiser's own."""

    clauses: tuple[str, ...]
    choice: str | None = None
    """Why the organiser chose it, where no clause fixes it."""
    note: str | None = None
    """How the clauses were read, where they do not say it themselves."""


@dataclass(frozen=True, repr=False)
class Rulebook:
    """The rules that a table plays by; complete when built, never changed."""

    name: str
    title: str
    source: str | None
    """The source in the catalogue of clauses that this rulebook follows."""
    table: Table
    words: Words
    play: Turns | Building
    placing: Placing
    challenge: TurnChallenge | BoardChallenge
    clock: Clock
    scoring: Scoring
    ending: GameEnding | RoundEnding
    origins: Mapping[str, Origin]
    """Where each setting comes from, by its key (`challenge.window`)."""

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}>"

    def __hash__(self) -> int:
        # The origins are a mapping; rulebooks of one name and title seldom differ.
        return hash((self.name, self.title))

    @property
    def least_first_letters(self) -> int | None:
        """Returns the least letters of a first play on the start square; `None` where none is laid there."""
        if isinstance(self.play, Building) or isinstance(self.play.first_play, c.JoinsStartingWord):
            return None
        return self.play.first_play.least_letters

    def topics(self) -> Mapping[str, Topic]:
        """The topics that this rulebook has, by their names in a file."""
        present: tuple[Topic, ...] = (
            self.table, self.words, self.play, self.placing, self.challenge, self.clock, self.scoring,
            self.ending,
        )  # fmt: skip
        names = {kind: name for name, kind in TOPICS.items()}
        return {names[type(topic)]: topic for topic in present}

    def setting(self, key: str) -> object:
        """The value of a setting, by its key (`challenge.window`)."""
        topic_name, _, name = key.partition(".")
        topic = self.topics().get(topic_name)
        if topic is None or name not in {each.name for each in fields(topic)}:
            raise MalformedError(
                "no-such-setting", f"the rulebook {self.name} has no setting {key!r}", key=key
            )
        value: object = getattr(topic, name)
        return value

    def clause_of(self, key: str) -> str:
        """The clause that fixes a setting; for a choice, where it stands (`club:turns.limit`)."""
        clauses = self.clauses_of(key)
        return clauses[0] if clauses else f"{self.name}:{key}"

    def clauses_of(self, key: str) -> tuple[str, ...]:
        """All clauses that fix a setting; none if the organiser chose it."""
        self.setting(key)
        return self.origins[key].clauses

    @property
    def turns(self) -> Turns:
        """The rules of taking turns; a team that builds at once has none."""
        if not isinstance(self.play, Turns):
            raise MalformedError("no-turns", f"{self.name} has no turns: each team builds its own board")
        return self.play

    @property
    def building(self) -> Building:
        """The rules of building a board; a game of turns has none."""
        if not isinstance(self.play, Building):
            raise MalformedError("no-building", f"{self.name} is played in turns; nobody builds a board")
        return self.play


_FIELD_OF_TOPIC: Final = {
    "turns": "play",
    "building": "play",
    "board_challenge": "challenge",
    "round_ending": "ending",
}
"""The fields of a Rulebook for topics that are alternatives of each other."""


def rulebook_of(
    name: str,
    title: str,
    source: str | None,
    topics: Mapping[str, Topic],
    origins: Mapping[str, Origin],
) -> Rulebook:
    """The rulebook of these topics, by their names in a file; the caller has checked that all are there."""
    parts: dict[str, Any] = {_FIELD_OF_TOPIC.get(key, key): topic for key, topic in topics.items()}
    return Rulebook(name=name, title=title, source=source, origins=origins, **parts)
