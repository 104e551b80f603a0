"""Random commands of every role: results, standings and money are those of a plain recount (`plain.py`).

The events are the four that play two by two, on sheets and at tables, and the Tortoises of the Bee. Games end
because somebody goes out, because nobody can play, by time, or because an official ends them. The boards of
the Hares are recounted in `test_hare_recount.py`.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from game.random_play import phoney, possible_rack
from service.houses import DORA, Computer, holder, serving
from service.recount.plain import PlainDay
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as g
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.table import EndReason, SigningOfficial, Stage, Table
from wordwaiter.roles import Role
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Application, Profile, PublicNames, pair_of, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament

OPEN = "Open"
TORTOISE = "bee-tortoise"
MEMBERS = ("Ann", "Bo", "Cy", "Di")
PLAYS = ("J8 ACME", "L8 SNAIL", "8H READER", "I7 ZED", "K8 DOG")
"""What Tortoises may lay around READ: the announced sponsor, the surprise word, and words to challenge."""
COMMANDS = 70
MOST_TURNS = 400
"""Within these somebody has mostly gone out, though many plays are refused."""
GOES_OUT = 1
"""With this one somebody does in every event."""


class Day:
    """A tournament of one division in which everybody does something, sensible or not."""

    def __init__(self, context: Context, rulebook: str, rng: random.Random) -> None:
        self.context, self.rulebook, self.rng = context, rulebook, rng
        division = c.OpenDivision("", OPEN, shipped_format(rulebook))
        opening = c.OpenTournament("", "Day", names=PublicNames.FULL)
        self.stream = tournaments.begin_tournament(context, DORA, opening, [division]).stream
        self.give(DORA, c.Register("", OPEN, _applications(rulebook)))
        self.give(DORA, c.CheckIn("", tuple(self.tournament.owners())))
        self.callers: dict[Role, Caller] = {role: holder(role.value, role, self.stream) for role in Role}

    @property
    def tournament(self) -> Tournament:
        return snapshot_of(self.context, self.stream).tournament

    def give(self, caller: Caller, command: c.Command) -> None:
        execute(self.context, caller, TOURNAMENTS, self.stream, command)

    def by(self, role: Role, command: c.Command) -> None:
        self.give(self.callers[role], command)

    # ------------------------------------------------------------ what somebody does

    def go_on(self) -> None:
        """The next step of the round, as a director takes it."""
        latest = self.tournament.latest_round(OPEN)
        if latest is None or (latest.stage is RoundStage.CLOSED and self.rulebook != TORTOISE):
            self.announce()
            wish = tournaments.RoundRequest(OPEN, "Dora")
            tournaments.publish_next_round(self.context, DORA, self.stream, wish)
        elif latest.stage is RoundStage.PUBLISHED:
            self.give(DORA, c.StartRound("", OPEN))
        elif latest.stage is RoundStage.RUNNING and (not latest.outstanding or self.rng.random() < 0.2):
            self.by(Role.EMCEE, c.CallRoundTime("", OPEN))
        else:
            self.give(DORA, c.CloseRound("", OPEN))

    def announce(self) -> None:
        if self.rulebook == TORTOISE:
            self.by(Role.EMCEE, c.ListSponsors("", ("Acme",)))
            self.by(Role.EMCEE, c.AnnounceWords("", OPEN, 1, "READ", "SNAIL", ("Acme",)))

    def sheet(self) -> None:
        """A sheet comes in, signed by one side or by both; some totals are equal."""
        number, sitting = self.sitting()
        scores = tuple(self.rng.choice((-4, 310, 340, 340, 401)) for _ in sitting.sides)
        sides = self.rng.choice((sitting.sides, sitting.sides[:1], sitting.sides[1:]))
        self.by(Role.SCOREKEEPER, c.HandInSheet("", OPEN, number, sitting.table, scores, sides))

    def result(self) -> None:
        """The director decides, corrects, cancels or takes a result back, or writes a no-show down."""
        number, sitting = self.sitting()
        at = (OPEN, number, sitting.table)
        scores = tuple(self.rng.choice((288, 333, 402)) for _ in sitting.sides)
        absent = self.rng.choice((sitting.sides, sitting.sides[:1]))
        commands: tuple[c.Command, ...] = (
            c.DecideResult("", *at, scores, "seen"),
            c.CorrectResult("", *at, scores, "misread"),
            c.CancelGame("", *at, "the lights went out"),
            c.ForfeitGame("", *at, absent, "not seen"),
            c.WithdrawResult("", *at, "the wrong table"),
        )
        self.give(DORA, self.rng.choice(commands))

    def round_back(self) -> None:
        kind = self.rng.choice((c.ReopenRound, c.WithdrawRound))
        self.give(DORA, kind("", OPEN, "a slip"))

    def leave(self) -> None:
        """Somebody goes home, or is taken back."""
        number = self.rng.choice(sorted(self.tournament.owners()))
        kind = self.rng.choice((c.DeclareDefault, c.Reinstate, c.Reinstate))
        self.give(DORA, kind("", number, "went home"))

    def sitting(self) -> Any:
        rounds = [each for each in self.tournament.rounds_of(OPEN) if each.sittings]
        played = self.rng.choice(rounds)
        return played.number, self.rng.choice(played.sittings)

    # ------------------------------------------------------------ at a table

    def turns(self) -> None:
        """Some turns of the game at some table, by its scorekeeper; the draws for first play too."""
        stream, _ = self.table()
        self.draw(stream)
        for _ in range(self.rng.randrange(2, 7)):
            self.turn(stream)

    def draw(self, stream: str) -> None:
        if self.state(stream).stage is Stage.DRAWING:
            for place, tile in enumerate("AB"):
                self.at(Role.TABLE_SCOREKEEPER, stream, g.DrawFirst(place, tile))

    def some_endings(self) -> None:
        """Of two games one ends because somebody goes out, and one because nobody can play."""
        first, second, *_ = sorted(streams_of_tables(self.context, self.stream))
        for stream in (first, second):
            self.draw(stream)
        self.play_out(first)
        self.nobody_can_play(second)
        for stream in (first, second):
            self.signed(stream, self.state(stream))

    def turn(self, stream: str) -> None:
        position = self.state(stream).position
        seat, placement = position.to_move, phoney(position, position.to_move, self.rng)
        if self.rulebook == TORTOISE and self.rng.random() < 0.6:
            placement = parse_play(self.rng.choice(PLAYS), position.board)
        commands: list[g.Command] = [*[g.Play(seat, placement)] * 4, g.Pass(seat), g.Exchange(seat, 2)]
        with suppress(WordwaiterError):
            self.at(Role.TABLE_SCOREKEEPER, stream, self.rng.choice(commands))

    def challenge(self) -> None:
        """A player challenges the last play, and a judge rules, or allows it late."""
        stream, table = self.table()
        turn = table.turns[-1]
        words = getattr(turn.move, "words", ())
        self.at(Role.TABLE_SCOREKEEPER, stream, g.Challenge((turn.seat + 1) % len(table.seats), words[:1]))
        self.at(Role.JUDGE, stream, g.Rule("", self.rng.random() < 0.5))

    def own_turn(self) -> None:
        """A player or a team plays at its own table; those of another table may not."""
        stream, table = self.table()
        seat = table.position.to_move
        owner = table.contenders[table.seats[seat].side] or 1
        entrant = self.tournament.entrant_of(self.rng.choice((owner, owner, 1)))
        player = holder("Fay", Role.PLAYER, self.stream, entrant=entrant.number)
        played = g.Play(seat, phoney(table.position, seat, self.rng))
        execute(self.context, player, TABLES, stream, played)

    def end(self) -> None:
        """The game ends, the racks are counted, and whoever must sign does."""
        stream, table = self.table()
        if self.rng.random() < 0.3:
            self.nobody_can_play(stream)
        with suppress(WordwaiterError):
            self.at(Role.JUDGE, stream, g.End("", EndReason.AGREED, "the hall closes"))
        self.signed(stream, table)

    def play_out(self, stream: str) -> None:
        """They play until the bag is empty and somebody has no tile left, or no room is found for it."""
        for _ in range(MOST_TURNS):
            table = self.state(stream)
            if table.ending is not None:
                return
            seat = table.position.to_move
            with suppress(WordwaiterError):
                self.at(Role.TABLE_SCOREKEEPER, stream, g.Play(seat, phoney(table.position, seat, self.rng)))

    def nobody_can_play(self, stream: str) -> None:
        """Each in turn says that no play is left; Androscoggin asks one team alone."""
        for _ in self.state(stream).seats:
            with suppress(WordwaiterError):
                seat = self.state(stream).position.to_move
                self.at(Role.TABLE_SCOREKEEPER, stream, g.SayCannotPlay(seat))

    def signed(self, stream: str, table: Table) -> None:
        self.count(stream)
        for signer in (SigningOfficial.SCOREKEEPER, *range(len(table.sides))):
            with suppress(WordwaiterError):
                self.at(Role.TABLE_SCOREKEEPER, stream, g.Sign(signer, member=self.rng.choice(MEMBERS)))

    def count(self, stream: str) -> None:
        for seat in range(len(self.state(stream).seats)):
            position = self.state(stream).position
            rack = tuple(possible_rack(position, seat, self.rng))
            with suppress(WordwaiterError):
                self.at(Role.TABLE_SCOREKEEPER, stream, g.DeclareRack(seat, rack))

    def mend(self) -> None:
        """A turn is undone, or corrected."""
        stream, table = self.table()
        number = self.rng.randrange(1, len(table.turns) + 2)
        turn = table.turns[min(number, len(table.turns)) - 1]
        placement = phoney(turn.before, turn.seat, self.rng)
        commands = (g.Undo("", "a slip"), g.Correct("", number, placement, "misheard"))
        self.at(Role.TABLE_SCOREKEEPER, stream, self.rng.choice(commands))

    def table(self) -> tuple[str, Table]:
        stream = self.rng.choice(sorted(streams_of_tables(self.context, self.stream)))
        return stream, self.state(stream)

    def state(self, stream: str) -> Table:
        state: Table = self.context.states.of(stream).state
        return state

    def at(self, role: Role, stream: str, command: g.Command) -> None:
        execute(self.context, self.callers[role], TABLES, stream, command)

    # ------------------------------------------------------------ the Bee

    def evening(self) -> None:
        """Teams lay words for which they have asked; two boards are handed in, and time is called."""
        for word, team in (("acme", 1), ("zed", 1), ("acme", 2), ("dog", 3)):
            self.by(Role.TABLE_SCOREKEEPER, c.BuyPeek("", team, word))
        for peek in (1, 2, 3):
            self.by(Role.JUDGE, c.AnswerPeek("", peek, good=False))
        for stream in streams_of_tables(self.context, self.stream):
            for play in self.rng.sample(PLAYS, 4):
                with suppress(WordwaiterError):
                    board = self.state(stream).position.board
                    seat = self.state(stream).position.to_move
                    self.at(Role.TABLE_SCOREKEEPER, stream, g.Play(seat, parse_play(play, board)))
        for _ in range(3):
            self.end()
        self.by(Role.EMCEE, c.CallRoundTime("", OPEN))

    def peek(self) -> None:
        word, team = self.rng.choice(("acme", "zed", "dog", "reader")), self.rng.randrange(1, 4)
        self.by(Role.TABLE_SCOREKEEPER, c.BuyPeek("", team, word, self.rng.choice(tuple(Method))))

    def judge(self) -> None:
        """Judges answer peeks, rule on words and undo what they ruled."""
        peek, team = self.rng.randrange(1, 5), self.rng.randrange(1, 4)
        commands: tuple[c.Command, ...] = (
            c.AnswerPeek("", peek, self.rng.random() < 0.2),
            c.RuleRefusedWord("", peek, self.rng.random() < 0.8, "why not"),
            c.UndoRefusedWord("", peek, "a slip"),
            c.UndoPeekAnswer("", peek, "a slip"),
            c.RuleBoardWord("", 1, team, self.rng.random() < 0.3),
            c.UndoBoardRuling("", 1, team, "a slip"),
        )
        for command in self.rng.sample(commands, 3):
            with suppress(WordwaiterError):
                self.by(Role.JUDGE, command)

    def challenge_board(self) -> None:
        team, other = self.rng.sample((1, 2, 3), 2)
        start, _, word = self.rng.choice(PLAYS).partition(" ")
        target = PlacedWord(word, *parse_start(start))
        player = holder("Fay", Role.PLAYER, self.stream, entrant=team)
        self.give(player, c.ChallengeBoardWord(self.rng.choice(MEMBERS), 1, team, other, target))

    def money(self) -> None:
        method, team = self.rng.choice(tuple(Method)), self.rng.choice((1, 2, 3, None))
        commands: tuple[c.Command, ...] = (
            c.TakeMoney("", Fund.DONATION, self.rng.randrange(100, 9_000), method, team),
            c.ReverseMoney("", self.rng.randrange(1, 6), "a slip"),
            c.PayTab("", self.rng.randrange(1, 4), self.rng.choice((Method.CASH, Method.CARD))),
            c.MakePledge("", "a friend", self.rng.randrange(1, 4), 5),
        )
        self.by(Role.TREASURER, self.rng.choice(commands))

    def doings(self) -> list[Callable[[], None]]:
        common = [self.go_on, self.go_on, self.result, self.round_back]
        at_tables = [self.turns, self.turns, self.own_turn, self.end, self.mend]
        if self.rulebook == TORTOISE:
            bee = [self.peek, self.judge, self.judge, self.challenge_board, self.money]
            return [*common, *at_tables, self.end, *bee]
        return [*common, *at_tables, self.challenge, self.leave, self.sheet, self.sheet, self.sheet]


def _applications(rulebook: str) -> tuple[Application, ...]:
    """Five players, teams or pairs; three teams of Tortoises."""
    names = ("Ant", "Bee", "Cat", "Dog", "Eel")
    match rulebook:
        case "ontario":
            return tuple(pair_of(Profile(f"{each}a", age=60), Profile(f"{each}b", age=61)) for each in names)
        case "iowa":
            return tuple(single(Profile(each)) for each in names)
        case "bee-tortoise":
            return tuple(single(Profile(each, members=MEMBERS)) for each in names[:3])
        case _:
            return tuple(single(Profile(each, members=("A", "B"))) for each in names)


def recount(context: Context, stream: str) -> PlainDay:
    """Reads all that happened, in its order; each result is compared with its table or its sheets."""
    counted = PlainDay()
    for fact in facts_of(context, stream):
        counted.read(fact.stream, fact.kind, dict(fact.body))
    return counted


def facts_of(context: Context, stream: str) -> list[Any]:
    streams = (stream, *streams_of_tables(context, stream))
    facts = (fact for each in streams for fact in context.journal.facts(each))
    return sorted(facts, key=lambda each: each.position)


def values_of(counted: PlainDay, rulebook: str, contenders: list[int]) -> tuple[tuple[int, ...], ...]:
    """What an entrant has by the tie-breaks of each event."""
    games = [game for number in contenders for game in counted.games_of(number)]
    credit = (sum(each for each, _, _ in games),)
    spread = (sum(each for _, each, _ in games),)
    scores = [own for _, _, own in games if own is not None]
    match rulebook:
        case "ontario":
            return credit, tuple(sorted(scores, reverse=True))
        case "androscoggin":
            return credit, (sum(scores),)
        case "bee-tortoise":
            return ((sum(scores) + (counted.ruled(contenders[0]) if scores else 0),),)
        case _:
            return credit, spread, (sum(scores),)


@pytest.mark.long
@pytest.mark.clause("bee-tortoise-9")
@pytest.mark.clause("ontario-b-points")
@pytest.mark.clause("iowa-18")
@pytest.mark.clause("grand-island-s9")
@pytest.mark.clause("androscoggin-s3")
@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario", "androscoggin", TORTOISE])
@settings(max_examples=4, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 2**20))
@example(seed=GOES_OUT)
def test_what_counts_is_what_a_plain_recount_finds(
    tmp_path_factory: pytest.TempPathFactory, rulebook: str, seed: int
) -> None:
    place: Path = tmp_path_factory.mktemp("recount") / "house.db"
    with serving(place, Computer()) as context:
        day = Day(context, rulebook, random.Random(seed))
        for _ in range(2):
            day.go_on()
        day.some_endings()
        if rulebook == TORTOISE:
            day.evening()
        for _ in range(COMMANDS):
            with suppress(WordwaiterError, IndexError):
                day.rng.choice(day.doings())()
        counted, tournament = recount(context, day.stream), day.tournament
        for line in standings(tournament, OPEN).lines:
            contenders = [each.number for each in tournament.entrant(line.entrant).contenders]
            assert line.values == values_of(counted, rulebook, contenders), line.name
        ways = [fact.body["reason"] for fact in facts_of(context, day.stream) if fact.kind == "game.ended"]
        assert "no-play" in ways
        assert seed != GOES_OUT or "out" in ways
        kept = funds(tournament)
        assert (kept.total_cents, kept.cash_cents) == counted.money()
