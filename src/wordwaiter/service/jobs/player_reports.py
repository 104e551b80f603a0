"""A report of many analysed games for each player: how much they give away, and by which mistakes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wordwaiter.engine.analysis import Mistake
from wordwaiter.engine.review.mistake_kinds import MistakeKind
from wordwaiter.service.jobs.game_analyses import GameReport, TurnReport


@dataclass(frozen=True, slots=True)
class WorstMistake:
    """The mistake of a kind that cost most."""

    file: str
    line: int
    turn: str
    best: str
    lost: float


@dataclass(frozen=True, slots=True)
class Habit:
    """Mistakes of one kind, all of one player."""

    kind: MistakeKind
    count: int
    share: float
    """How much of all that the player gave away they cost, from 0 to 1."""
    worst: WorstMistake


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """A report of all games of a player."""

    name: str
    games: int
    turns: int
    """Those with a whole rack on record: others are not judged."""
    large: int
    medium: int
    small: int
    lost: float
    """The chance to win that mistakes gave away in a turn, on average."""
    luck: float
    """Points that the draws of a game gave beyond the average."""
    habits: tuple[Habit, ...]
    """The costliest first."""

    @property
    def mistakes(self) -> int:
        """Those of all grades."""
        return self.large + self.medium + self.small

    @property
    def accuracy(self) -> float:
        """The share of turns without a mistake, from 0 to 1."""
        return 1 - self.mistakes / self.turns if self.turns else 1.0


def player_reports(games: Iterable[GameReport]) -> tuple[PlayerReport, ...]:
    """Returns a report for each player, those who give away least first; names differ in more than case."""
    made: dict[str, _Made] = {}
    for game in games:
        for player, name in enumerate(game.players):
            made.setdefault(_key(name), _Made(name, [], [])).take(game, player)
    return tuple(sorted((each.report() for each in made.values()), key=lambda each: (each.lost, each.name)))


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True)
class _Made:
    """The running totals of one player."""

    name: str
    luck: list[float]
    turns: list[tuple[str, TurnReport]]

    def take(self, game: GameReport, player: int) -> None:
        self.luck.append(game.luck[player])
        own = (turn for turn in game.turns if turn.player == player)
        self.turns.extend((game.file, turn) for turn in own if turn.rack_known)

    def report(self) -> PlayerReport:
        grades = [turn.mistake for _, turn in self.turns]
        large, medium, small = (grades.count(each) for each in (Mistake.LARGE, Mistake.MEDIUM, Mistake.SMALL))
        lost = sum(turn.lost for _, turn in self.turns if turn.mistake)
        habits = sorted(self._habits(lost), key=lambda each: (-each.share, each.kind.value))
        games = len(self.luck)
        luck = sum(self.luck) / games
        return PlayerReport(
            self.name,
            games,
            len(self.turns),
            large,
            medium,
            small,
            lost / max(1, len(self.turns)),
            luck,
            tuple(habits),
        )

    def _habits(self, lost: float) -> Iterator[Habit]:
        for kind in MistakeKind:
            alike = [(file, turn) for file, turn in self.turns if turn.kind is kind]
            if alike:
                file, worst = max(alike, key=lambda each: each[1].lost)
                example = WorstMistake(file, worst.line, worst.readable, worst.best_readable, worst.lost)
                yield Habit(kind, len(alike), sum(turn.lost for _, turn in alike) / lost, example)
