"""A tournament's desk for tests: commands by name, time that goes on, and refusals by code."""

import random
from collections.abc import Iterable, Sequence

import pytest

from wordwaiter.errors import IllegalError, WordwaiterError
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import BoardSeen
from wordwaiter.tournament.bee.decide import words_lacking
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.entrants import (
    AgeBand,
    Application,
    Profile,
    PublicNames,
    pair_of,
    single,
)
from wordwaiter.tournament.evolve import evolve, fold
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.officials import ActingOfficial
from wordwaiter.tournament.records import fact_from_plain, fact_to_plain
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Seating
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament

MINUTE = 60_000
DIRECTOR = "Dora"


class Desk:
    """One tournament, a minute passing with each command."""

    def __init__(self, name: str = "Test cup", *, sets: int = 0, clocks: int = 0) -> None:
        self.facts: list[Fact] = list(
            open_tournament(
                c.OpenTournament(DIRECTOR, name, "2026-06-20", "Hall", sets, clocks, names=PublicNames.FULL),
                0,
            )
        )
        self.tournament: Tournament = fold(self.facts)
        self.now_ms = 0
        self.rng = random.Random(7)
        self.boards: dict[Place, BoardSeen] = {}
        """Boards that were handed in with their words; of others only the total is known."""

    def do(self, command: c.Command) -> tuple[Fact, ...]:
        """The facts that the command gives."""
        self.now_ms += MINUTE
        facts = self._decide(command)
        for fact in facts:
            self.tournament = evolve(self.tournament, fact)
        self.facts += facts
        return facts

    def _decide(self, command: c.Command) -> tuple[Fact, ...]:
        # Everybody has a device of their own.
        official = ActingOfficial(command.by)
        boards = self.boards.get
        return decide(self.tournament, command, self.now_ms, self.rng, shipped_rulebook, boards, official)

    def board(self, division: str, name: str, *words: ChallengedWord) -> None:
        """A team's board of the latest round is here, with these words on it."""
        played = self.tournament.rounds_of(division)[-1]
        sitting = played.sitting_of(self.number(name))
        assert sitting is not None
        place = Place(division, played.number, sitting.table, sitting.board)
        self.boards[place] = BoardSeen(words)

    def refused(self, command: c.Command, code: str, clause: str | None = None) -> WordwaiterError:
        """The refusal of a command, which changes nothing."""
        with pytest.raises(WordwaiterError) as refusal:
            self._decide(command)
        assert refusal.value.code == code
        if clause is not None:
            assert isinstance(refusal.value, IllegalError)
            assert refusal.value.clause == clause
            assert clause in refusal.value.sentence
        return refusal.value

    def check_told_again(self) -> None:
        """Facts written down and read again give the same tournament."""
        again = [fact_from_plain(fact_to_plain(fact)) for fact in self.facts]
        assert again == self.facts
        assert fold(again) == self.tournament

    # -- entries

    def open(self, name: str, wanted: str | Format, ages: AgeBand | None = None) -> None:
        """A division by a shipped format or one's own."""
        format_ = shipped_format(wanted) if isinstance(wanted, str) else wanted
        self.do(c.OpenDivision(DIRECTOR, name, format_, ages=ages))

    def enter(self, division: str, applications: Iterable[Application], *, here: bool = True) -> list[int]:
        """Entrants, checked in unless told otherwise; their contenders' numbers."""
        before = set(self.tournament.owners())
        self.do(c.Register(DIRECTOR, division, tuple(applications)))
        numbers = [number for number in self.tournament.owners() if number not in before]
        if here:
            self.do(c.CheckIn(DIRECTOR, tuple(numbers)))
        return numbers

    def players(self, division: str, *names: str, here: bool = True) -> list[int]:
        """Players by name, of no particular age."""
        return self.enter(division, [single(Profile(name)) for name in names], here=here)

    def number(self, name: str) -> int:
        """The number of a contender."""
        return next(
            each.number
            for entrant in self.tournament.entrants.values()
            for each in entrant.contenders
            if each.name == name
        )

    # -- rounds

    def publish(self, division: str, games: Sequence[tuple[str, ...]], *, byes: Sequence[str] = ()) -> None:
        """A round with these names at tables from 1 on."""
        seatings = tuple(
            Seating(table, tuple(map(self.number, names))) for table, names in enumerate(games, start=1)
        )
        rests = tuple(Rest(self.number(name), RestKind.BYE) for name in byes)
        self.do(c.PublishRound(DIRECTOR, division, seatings, rests))
        self.confirm_words(division)

    def confirm_words(self, division: str) -> None:
        """The emcee confirms that no other words are announced for the round that begins."""
        number = len(self.tournament.rounds_of(division))
        played = self.tournament.division(division)
        rulebook = shipped_rulebook(played.rulebook)
        if words_lacking(self.tournament, played, number, rulebook):
            words = self.tournament.announcement(division, number)
            told = (words.starting_word, words.surprise_word, words.sponsors)
            self.do(c.AnnounceWords("Emmy", division, number, *told, without=tuple(AnnouncedKind)))

    def play(self, division: str, games: Sequence[str], *, byes: Sequence[str] = ()) -> None:
        """A whole round, published, started, signed by all and closed: `Ann 400 Bob 350` for each table."""
        told = [_game(text) for text in games]
        self.publish(division, [names for names, _ in told], byes=byes)
        self.do(c.StartRound(DIRECTOR, division))
        for table, (names, scores) in enumerate(told, start=1):
            self.sheet(division, table, scores, names)
        self.do(c.CloseRound(DIRECTOR, division))

    def sheet(
        self, division: str, table: int, scores: tuple[int, ...], signed: Iterable[str]
    ) -> tuple[Fact, ...]:
        """Totals of the latest round, signed by these."""
        number = len(self.tournament.rounds_of(division))
        signers = tuple(map(self.number, signed))
        return self.do(c.HandInSheet(DIRECTOR, division, number, table, scores, signers))

    def ranks(self, division: str, after_round: int | None = None) -> list[tuple[int | None, str]]:
        """Rank and name of each line of the standings."""
        return [(line.rank, line.name) for line in standings(self.tournament, division, after_round).lines]

    def values(self, division: str, name: str) -> tuple[tuple[int, ...], ...]:
        """What one entrant is ranked by."""
        lines = standings(self.tournament, division).lines
        return next(line.values for line in lines if line.name == name)


def _game(text: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    parts = text.split()
    return tuple(parts[::2]), tuple(map(int, parts[1::2]))


def seniors(first: str, second: str, name: str = "") -> Application:
    """A pair of partners who are old enough."""
    return pair_of(Profile(first, age=60), Profile(second, age=61), name)


def team(name: str, *members: str) -> Application:
    """A team of these members, or of four."""
    return single(Profile(name, members=members or tuple(f"{name} {index}" for index in range(1, 5))))
