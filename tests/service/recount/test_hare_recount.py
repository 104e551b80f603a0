"""Random commands of every role in three rounds of Hares: totals are those of a plain recount.

Owls and Foxes have boards; the Jays hand in their totals on sheets. After each round the judges settle what
waits, and the round is closed.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import bees
from service.houses import DORA, Computer, holder, serving
from service.recount.plain_hare import PlainHares
from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.hare.faults import words_to_strike
from wordwaiter.game.hare.round import open_faults
from wordwaiter.roles import Role
from wordwaiter.rules.layout import parse_start
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament

PLAYS = ("I7 ZED", "K8 DOG", "1A CAT", "H8 RAN", "8H READER", "8H READS", "J7 LAX", "15L ACME", "I7 BEAD")
WORDS = ("1A CAT", "15L ACME", "I7 ZED", "8H READ", "K8 DOG", "J7 LAX")
ANNOUNCED = {1: ("SNAIL", ("ACME",)), 2: ("DOG", ("ZED",)), 3: ("LAX", ("ACME", "ZED"))}
"""The surprise word and the sponsors of each round."""
TEAMS = ("Owls", "Foxes", "Jays")
ON_PAPER = 3
"""The team that hands in its totals alone."""
MEMBERS = ("Ann", "Bo", "Cy", "Di")
COMMANDS = 50
WANTED = (
    "hare.words_struck",
    "hare.fault_accepted",
    "hare.fault_ruling_undone",
    "hare.board_reopened",
    "hare.points_corrected",
    "hare.tiles_bought_back",
    "hare.unplayed_told",
    "hare.removed_corrected",
    "tournament.board_word_ruled",
    "tournament.board_ruling_undone",
    "tournament.board_points_proposed",
    "tournament.refused_word_ruled",
    "tournament.refused_word_undone",
    "tournament.round_reopened",
    "tournament.result_withdrawn",
)
"""What must have come about in the evenings together."""


class Evening:
    """A Hare division in which everybody does something, sensible or not."""

    def __init__(self, context: Context, seed: int) -> None:
        self.context, self.rng, self.number = context, random.Random(seed), 0
        division = c.OpenDivision("", bees.HARE, shipped_format("bee-hare"))
        opening = c.OpenTournament("", "Bee", names=PublicNames.FULL)
        self.stream = tournaments.begin_tournament(context, DORA, opening, [division]).stream
        teams = tuple(single(Profile(name, members=MEMBERS)) for name in TEAMS)
        self.by(Role.DIRECTOR, c.Register("", bees.HARE, teams), c.CheckIn("", (1, 2, 3)))

    @property
    def tournament(self) -> Tournament:
        return snapshot_of(self.context, self.stream).tournament

    def by(self, role: Role, *commands: c.Command, name: str = "") -> None:
        caller = holder(name or role.value, role, self.stream)
        for command in commands:
            execute(self.context, caller, TOURNAMENTS, self.stream, command)

    def at_board(self, role: Role, stream: str, command: h.HareCommand) -> None:
        execute(self.context, holder(role.value, role, self.stream), BOARDS, stream, command)

    def boards(self) -> list[str]:
        """The boards of this round that are entered."""
        found = bees.boards(self.context, self.stream, self.number)
        return [found[name] for name in TEAMS[:2]]

    # ------------------------------------------------------------ a round

    def begin_round(self) -> None:
        """Tiles are out from round 2 on; teams ask for words and buy some tiles back."""
        self.number += 1
        surprise, sponsors = ANNOUNCED[self.number]
        self.by(Role.EMCEE, c.ListSponsors("", ("ACME", "ZED")))
        self.by(Role.EMCEE, c.AnnounceWords("", bees.HARE, self.number, "READ", surprise, sponsors))
        wish = tournaments.RoundRequest(bees.HARE, "Dora")
        tournaments.publish_next_round(self.context, DORA, self.stream, wish)
        self.by(Role.DIRECTOR, c.StartRound("", bees.HARE, draw_tiles=self.rng.random() < 0.7))
        for team, word in ((1, "zed"), (2, "zed"), (1, "acme"), (2, "dog")):
            self.by(Role.TABLE_SCOREKEEPER, c.BuyPeek("", team, word))
        for team in (1, 2):
            bought = self.rng.choice(
                (c.BuyTiles("", team, 3), c.BuyTiles("", team, 1), c.BuyAllTiles("", team))
            )
            with suppress(WordwaiterError):
                self.by(Role.TABLE_SCOREKEEPER, bought)
        with suppress(WordwaiterError):
            self.by(Role.TREASURER, c.ReverseMoney("", self.rng.randrange(1, 12), "a slip"))

    def end_round(self) -> None:
        """Time is called, and both boards are handed in with words that were asked for."""
        self.by(Role.EMCEE, c.CallRoundTime("", bees.HARE))
        owls, foxes = self.boards()
        bees.paint(self.context, owls, "I7 ZED", "1A CAT", "15L ACME")
        bees.paint(self.context, foxes, "I7 ZED", "K8 DOG")
        for stream in (owls, foxes):
            self.hand_in(stream)

    def go_through(self, commands: int) -> None:
        """Everybody does this and that; then the totals are those of a recount."""
        for _ in range(commands):
            self.tried(self.rng.choice(self.doings()))
        check(self)

    def close_round(self) -> None:
        """The judges settle all that waits, and the director closes, unless that was done."""
        for stream in self.boards():
            self.tried(partial(self.hand_in, stream))
            for fault in open_faults(bees.built(self.context, stream)):
                self.at_board(Role.JUDGE, stream, h.AcceptFault("", fault.key, "seen"))
        self.tried(self.sheet)
        for team in (1, 2, 3):
            for command in (
                c.RuleBoardWord("", self.number, team, self.rng.random() < 0.5, points=7),
                c.ConfirmBoardPoints("", self.number, team),
                c.VoidBoardChallenge("", self.number, team, "never mind"),
            ):
                self.tried(partial(self.by, Role.JUDGE, command, name=type(command).__name__))
        for peek in range(1, len(self.tournament.peeks) + 1):
            self.tried(partial(self.by, Role.JUDGE, c.RuleRefusedWord("", peek, True, "not good")))
        self.tried(partial(self.by, Role.DIRECTOR, c.CloseRound("", bees.HARE)))
        assert self.tournament.round(bees.HARE, self.number).stage is RoundStage.CLOSED

    def tried(self, doing: Callable[[], None]) -> None:
        with suppress(WordwaiterError):
            doing()

    # ------------------------------------------------------------ what somebody does

    def paint(self) -> None:
        with suppress(StopIteration):
            plays = self.rng.sample(PLAYS, self.rng.randrange(1, 4))
            bees.paint(self.context, self.board(), *plays)

    def board(self) -> str:
        return self.rng.choice(self.boards())

    def hand_in(self, stream: str = "") -> None:
        """A board is handed in; where nobody noted which tiles are out, with what is left over."""
        stream = stream or self.board()
        for points in (60, 90, 120, 150):  # what so many tiles cannot be worth is refused
            told = h.TellUnplayed("", points)
            self.tried(partial(self.at_board, Role.TABLE_SCOREKEEPER, stream, told))
            command = h.SubmitBoard("", self.rng.choice(MEMBERS))
            self.tried(partial(self.at_board, Role.TABLE_SCOREKEEPER, stream, command))

    def correct_board(self) -> None:
        points = self.rng.choice((-7, 5, 12))
        commands = (h.ReopenBoard("", "look again"), h.CorrectPoints("", points, "a tile"))
        self.at_board(Role.JUDGE, self.board(), self.rng.choice(commands))

    def fault(self) -> None:
        """A judge strikes a word or lets the board count, or undoes such a ruling."""
        stream = self.board()
        built = bees.built(self.context, stream)
        if built.fault_rulings and self.rng.random() < 0.5:
            ruled = self.rng.choice(built.fault_rulings)
            self.at_board(Role.JUDGE, stream, h.UndoFaultRuling("", ruled.fault, "a slip"))
            return
        for fault in open_faults(built)[:1]:
            words = words_to_strike(built, fault)[:1]
            struck = tuple(PlacedWord(each.word, each.square, each.direction) for each in words)
            kinds = (
                h.AcceptFault("", fault.key, "why not"),
                h.StrikeWords("", fault.key, struck, "not connected"),
            )
            self.at_board(Role.JUDGE, stream, self.rng.choice(kinds))

    def challenge(self) -> None:
        team, other = self.rng.sample((1, 2, 3), 2)
        start, _, word = self.rng.choice(WORDS).partition(" ")
        target = PlacedWord(word, *parse_start(start))
        made = c.ChallengeBoardWord(self.rng.choice(MEMBERS), self.number, team, other, target)
        player = holder("Fay", Role.PLAYER, self.stream, entrant=team)
        execute(self.context, player, TOURNAMENTS, self.stream, made)

    def rule(self) -> None:
        """A judge rules, a second one confirms points from paper, or a ruling is undone."""
        team, points = self.rng.choice((1, 2, 3)), self.rng.choice((None, 999, -5, 11))
        number = self.rng.choice((self.number, self.number, self.number, 1))
        commands = (
            c.RuleBoardWord("", number, team, self.rng.random() < 0.4, points=points),
            c.RuleBoardWord("", number, team, self.rng.random() < 0.4, points=points),
            c.ConfirmBoardPoints("", number, team),
            c.UndoBoardRuling("", number, team, "a slip"),
            c.VoidBoardChallenge("", number, team, "a slip"),
        )
        self.by(Role.JUDGE, self.rng.choice(commands), name=self.rng.choice(("Judith", "Jules")))

    def peek(self) -> None:
        peek = self.rng.randrange(1, len(self.tournament.peeks) + 1)
        commands = (
            c.AnswerPeek("", peek, self.rng.random() < 0.2),
            c.AnswerPeek("", peek, good=False),
            c.RuleRefusedWord("", peek, self.rng.random() < 0.7, "why not"),
            c.RuleRefusedWord("", peek, strike=True),
            c.UndoRefusedWord("", peek, "a slip"),
            c.UndoPeekAnswer("", peek, "a slip"),
        )
        self.by(Role.JUDGE, self.rng.choice(commands))

    def sheet(self) -> None:
        table = self.table(ON_PAPER)
        scores = (self.rng.randrange(400, 900),)
        handed_in = c.HandInSheet("", bees.HARE, self.number, table, scores, (ON_PAPER,))
        self.by(Role.TABLE_SCOREKEEPER, handed_in)

    def correct_tiles(self) -> None:
        """A judge finds other tiles out of play than a team has told, as many as there should be."""
        team = self.rng.choice((1, 2))
        held = self.tournament.round(bees.HARE, self.number).removed.get(team, ())
        count = held if isinstance(held, int) else len(held)
        letters = "".join(self.rng.sample("BBCCEEEEEFFGGHHIIIIMMNNOOOPPQSTTUUVVWWXYZ", count))
        right = c.CorrectTilesOut("", team, self.number, "looked at", letters, None if letters else 0)
        self.by(Role.JUDGE, right)

    def table(self, team: int) -> int:
        sitting = self.tournament.round(bees.HARE, self.number).sitting_of(team)
        assert sitting is not None
        return sitting.table

    def direct(self) -> None:
        """The director corrects or takes back a result, calls time, closes or opens the round again."""
        team = self.rng.choice((1, 2, 3))
        at = (bees.HARE, self.number, self.table(team))
        commands: tuple[c.Command, ...] = (
            c.CorrectResult("", *at, (self.rng.randrange(100, 200),), "misread"),
            c.WithdrawResult("", *at, "the wrong team"),
            c.CloseRound("", bees.HARE),
            c.ReopenRound("", bees.HARE, "one more look"),
        )
        self.by(Role.DIRECTOR, self.rng.choice(commands))

    def money(self) -> None:
        team = self.rng.choice((1, 2, 3))
        commands = (
            c.TakeMoney("", Fund.DONATION, 500, Method.CASH, team),
            c.ReverseMoney("", self.rng.randrange(1, 20), "a slip"),
        )
        self.by(Role.TREASURER, self.rng.choice(commands))

    def announce(self) -> None:
        told = c.AnnounceWords("", bees.HARE, self.rng.randrange(1, 3), "GLOW", "SNAIL", ("ACME",))
        self.by(Role.EMCEE, self.rng.choice((told, c.ListSponsors("", ("ACME", "ZED")))))

    def doings(self) -> list[Callable[[], None]]:
        boards = [self.paint, self.hand_in, self.hand_in, self.correct_board, self.fault, self.fault]
        rulings = [self.challenge, self.challenge, self.rule, self.rule, self.peek, self.peek, self.peek]
        return [*boards, *rulings, self.sheet, self.direct, self.money, self.announce, self.correct_tiles]


def recount(context: Context, bee: str) -> PlainHares:
    counted = PlainHares()
    streams = (bee, *streams_of_tables(context, bee))
    facts = (fact for stream in streams for fact in context.journal.facts(stream))
    for fact in sorted(facts, key=lambda each: each.position):
        counted.read(fact.stream, fact.kind, dict(fact.body))
    return counted


def check(evening: Evening) -> PlainHares:
    """Totals and money are those of the recount; nothing is left out of it."""
    counted, tournament = recount(evening.context, evening.stream), evening.tournament
    told = {line.name: line.values[0][0] for line in standings(tournament, bees.HARE).lines}
    with_result = {TEAMS[team - 1] for _, team in counted.results}
    assert {name: total for name, total in told.items() if name in with_result} == {
        name: counted.total(team) for team, name in enumerate(TEAMS, start=1) if name in with_result
    }
    assert funds(tournament).total_cents == sum(counted.ledger.values())
    return counted


def three_rounds(place: Path, seed: int) -> PlainHares:
    with serving(place, Computer()) as context:
        evening = Evening(context, seed)
        for _ in range(3):
            evening.begin_round()
            evening.end_round()
            evening.go_through(COMMANDS)
            evening.close_round()
            evening.by(Role.DIRECTOR, c.ReopenRound("", bees.HARE, "one more look"))
            evening.go_through(COMMANDS // 3)
            evening.close_round()
        counted = check(evening)
        assert {number for number, _ in counted.results} == {1, 2, 3}
        return counted


@pytest.mark.long
@pytest.mark.clause("bee-7")
@pytest.mark.clause("bee-12")
@pytest.mark.clause("bee-challenge")
@pytest.mark.clause("bee-winners")
def test_totals_of_three_rounds_are_those_of_a_plain_recount(tmp_path: Path) -> None:
    evenings = [three_rounds(tmp_path / f"{seed}.db", seed) for seed in range(5)]
    assert [kind for kind in WANTED if not any(each.seen[kind] for each in evenings)] == []
