"""The director's commands in any order: no dangling result, standings recomputable, money adds up."""

import random
from contextlib import suppress

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.absence import has_begun
from wordwaiter.tournament.entrants.entrants import Leaving, Profile, PublicNames, pair_of, single
from wordwaiter.tournament.evolve import evolve, fold
from wordwaiter.tournament.facts import ContenderReinstated, Fact
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.money.treasury import funds, tab_cents
from wordwaiter.tournament.next_step import next_step
from wordwaiter.tournament.officials import ActingOfficial
from wordwaiter.tournament.records import fact_from_plain, fact_to_plain
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.rounds.rounds import Forfeited, RoundStage, Scored
from wordwaiter.tournament.standings.awards import ceremony
from wordwaiter.tournament.standings.standings import preview_default, standings
from wordwaiter.tournament.state import Slot, SlotKind
from wordwaiter.tournament.timetable import position_at
from wordwaiter.tournament.undoing import undo_command

BY = "Dora"
FORMATS = {"Open": "ontario", "Club": "club", "Hare": "bee-hare"}
PLAYED = st.sampled_from([*FORMATS])
DIVISIONS = PLAYED | st.just("Nowhere")
NUMBERS = st.integers(1, 15)
TEAMS = st.sampled_from([13, 14, 13, 14, 2])
"""The two of the Hare division, and a player."""
TABLES = st.integers(1, 4)
ROUNDS = st.integers(1, 3)
SCORES = st.sampled_from([(300, 250), (250, 300), (280, 280), (-5, 400), (300,), (99_999, 1)])
REASONS = st.sampled_from(["a mistake", "an order", "illness", ""])
MINUTE = 60_000
CENTS = st.sampled_from([2_500, 1, 0, -1])


class AnyCommands(RuleBasedStateMachine):
    """A tournament of pairs, players and teams that gets sensible and senseless commands."""

    @initialize(seed=st.integers(0, 9), steps=st.integers(0, 12))
    def open(self, seed: int, steps: int) -> None:
        self.rng = random.Random(seed)
        self.now_ms = 0
        self.facts: list[Fact] = list(open_tournament(c.OpenTournament(BY, "Any", names=PublicNames.FULL), 0))
        self.tournament = fold(self.facts)
        for name, wanted in FORMATS.items():
            self.do(c.OpenDivision(BY, name, shipped_format(wanted)))
        pairs = [pair_of(Profile(f"{each}1", age=60), Profile(f"{each}2", age=60)) for each in "ABC"]
        self.do(c.Register(BY, "Open", tuple(pairs)))
        self.do(c.Register(BY, "Club", tuple(single(Profile(f"P{each}")) for each in range(3))))
        self.do(c.Register(BY, "Hare", tuple(single(Profile(f"T{i}", members=tuple("ABCD"))) for i in "XY")))
        self.do(c.CheckIn(BY, tuple(self.tournament.owners())))
        self.do(c.AnnounceWords(BY, "Hare", 1, "GLOW", without=tuple(AnnouncedKind)))
        for name in FORMATS:
            self.go_on(name, steps, draw=bool(seed % 2))

    def do(self, command: c.Command) -> None:
        """The command, or its refusal, which leaves everything as it was."""
        self.now_ms += 1
        before = self.tournament
        try:
            facts = decide(before, command, self.now_ms, self.rng, official=ActingOfficial(command.by))
        except WordwaiterError:
            # Any other error than our own would end the test.
            return
        assert facts
        for fact in facts:
            assert fact_from_plain(fact_to_plain(fact)) == fact
            self.tournament = evolve(self.tournament, fact)
        self.facts += facts

    # -- rounds, mostly sensible so that days get far

    @rule(division=PLAYED, draw=st.booleans(), steps=st.integers(1, 9))
    def advance(self, division: str, draw: bool, steps: int) -> None:
        self.go_on(division, steps, draw=draw)

    def go_on(self, division: str, steps: int, *, draw: bool) -> None:
        """What comes next in a round, some steps of it."""
        for _ in range(steps):
            latest = self.tournament.latest_round(division)
            if latest is None or latest.stage is RoundStage.CLOSED:
                with suppress(WordwaiterError):
                    self.do(propose_round(self.tournament, division, BY, self.rng).command)
            elif latest.stage is RoundStage.PUBLISHED:
                self.do(c.StartRound(BY, division, draw_tiles=draw))
            elif latest.outstanding:
                sitting = latest.outstanding[0]
                scores = tuple(200 + side for side in sitting.sides)
                self.do(c.HandInSheet(BY, division, latest.number, sitting.table, scores, sitting.sides))
            else:
                self.do(c.CloseRound(BY, division))

    @rule(command=st.sampled_from([c.CallRoundTime, c.CloseRound]), division=DIVISIONS)
    def end(self, command: type[c.CallRoundTime | c.CloseRound], division: str) -> None:
        self.do(command(BY, division))

    @rule(command=st.sampled_from([c.ReopenRound, c.WithdrawRound]), division=DIVISIONS, reason=REASONS)
    def take_back(self, command: type[c.ReopenRound | c.WithdrawRound], division: str, reason: str) -> None:
        self.do(command(BY, division, reason))

    @rule(back=st.integers(0, 40), reason=REASONS)
    def undo(self, back: int, reason: str) -> None:
        """One of the latest steps is taken back, if it can be; what it set is then as it was before."""
        line = len(self.facts) - back
        with suppress(WordwaiterError):
            self.do(undo_command(self.facts, BY, reason, line))

    @rule(division=DIVISIONS, number=ROUNDS, table=TABLES, scores=SCORES, sides=st.lists(NUMBERS, max_size=2))
    def hand_in(
        self, division: str, number: int, table: int, scores: tuple[int, ...], sides: list[int]
    ) -> None:
        self.do(c.HandInSheet(BY, division, number, table, scores, tuple(sides)))

    @rule(division=PLAYED, pick=st.integers(0, 20), scores=SCORES, reason=REASONS)
    def correct(self, division: str, pick: int, scores: tuple[int, ...], reason: str) -> None:
        self.do(c.CorrectResult(BY, division, *self.board(division, pick), scores, reason))

    @rule(division=PLAYED, pick=st.integers(0, 20), both=st.booleans(), reason=REASONS)
    def forfeit(self, division: str, pick: int, both: bool, reason: str) -> None:
        number, table = self.board(division, pick)
        played = self.tournament.rounds_of(division)[number - 1 : number]
        sitting = played[0].sitting_at(table, 1) if played else None
        absent = () if sitting is None else sitting.sides if both else sitting.sides[:1]
        self.do(c.ForfeitGame(BY, division, number, table, absent, reason))

    @rule(division=PLAYED, pick=st.integers(0, 20), reason=REASONS)
    def cancel(self, division: str, pick: int, reason: str) -> None:
        self.do(c.CancelGame(BY, division, *self.board(division, pick), reason))

    def board(self, division: str, pick: int) -> tuple[int, int]:
        """The round and the table of one of the boards that there are."""
        boards = [
            (played.number, sitting.table)
            for played in self.tournament.rounds_of(division)
            for sitting in played.sittings
        ]
        return boards[pick % len(boards)] if boards else (1, 1)

    # -- people

    @rule(command=st.sampled_from([c.Withdraw, c.DeclareDefault]), number=NUMBERS, reason=REASONS)
    def leave(self, command: type[c.Withdraw | c.DeclareDefault], number: int, reason: str) -> None:
        self.do(command(BY, number, reason))

    @rule(pick=st.integers(0, 5), reason=REASONS)
    def reinstate(self, pick: int, reason: str) -> None:
        gone = [*self.tournament.departures, 1]
        self.do(c.Reinstate(BY, gone[pick % len(gone)], reason))

    @rule(number=NUMBERS, reason=REASONS, back=st.booleans())
    def check_in(self, number: int, reason: str, back: bool) -> None:
        self.do(c.CancelCheckIn(BY, (number,)) if back else c.CheckIn(BY, (number,), reason))

    @rule(division=DIVISIONS, name=st.sampled_from(["P0", "Late", "Later"]))
    def register(self, division: str, name: str) -> None:
        self.do(c.Register(BY, division, (single(Profile(name)),)))

    @rule(number=NUMBERS, reason=REASONS)
    def take_out(self, number: int, reason: str) -> None:
        self.do(c.RemoveEntrants(BY, (number,), reason))

    @rule(number=NUMBERS, division=DIVISIONS, reason=REASONS)
    def move(self, number: int, division: str, reason: str) -> None:
        self.do(c.MoveEntrant(BY, number, division, reason))

    @rule(one=DIVISIONS, other=DIVISIONS, reason=REASONS)
    def merge(self, one: str, other: str, reason: str) -> None:
        self.do(c.MergeDivisions(BY, one, other, reason))

    @rule(count=st.integers(1, 6), reason=REASONS)
    def change_format(self, count: int, reason: str) -> None:
        wanted = changed_format(shipped_format("club"), "try", rounds_count=count)
        self.do(c.ChangeFormat(BY, "Club", wanted, reason))

    # -- the Bee and its money

    @rule(number=TEAMS, count=st.integers(0, 21), everything=st.booleans(), method=st.sampled_from(Method))
    def buy_tiles(self, number: int, count: int, everything: bool, method: Method) -> None:
        self.do(c.BuyAllTiles(BY, number, method) if everything else c.BuyTiles(BY, number, count, method))

    @rule(number=TEAMS, pick=st.integers(0, 3), reason=REASONS)
    def give_tiles_back(self, number: int, pick: int, reason: str) -> None:
        """A purchase is taken back, and while its round runs the team has what it had before."""
        lines = [each.line for each in self.tournament.purchases if each.team == number]
        if lines:
            self.do(c.ReverseMoney(BY, lines[pick % len(lines)], reason))

    # -- the day

    @rule(starts=st.lists(st.integers(-1, 600), max_size=4), length=st.integers(-1, 60))
    def lay_out(self, starts: list[int], length: int) -> None:
        slots = (Slot(f"Part {each}", SlotKind.ROUND, each * MINUTE, length * MINUTE) for each in starts)
        self.do(c.SetTimetable(BY, tuple(slots)))

    @rule(slot=st.integers(-1, 4), minutes=st.integers(-500, 500), reason=REASONS)
    def shift(self, slot: int, minutes: int, reason: str) -> None:
        self.do(c.ShiftTimetable(BY, slot, minutes * MINUTE, reason))

    @rule(number=TEAMS, good=st.booleans())
    def peek(self, number: int, good: bool) -> None:
        self.do(c.BuyPeek(BY, number, "OCCURRED"))
        self.do(c.AnswerPeek(BY, len(self.tournament.peeks), good))

    @rule(number=st.integers(0, 3), strike=st.booleans(), reason=REASONS)
    def rule_on_peek(self, number: int, strike: bool, reason: str) -> None:
        self.do(c.RuleRefusedWord(BY, number, strike, reason))
        self.do(c.UndoRefusedWord(BY, number, reason))
        self.do(c.UndoPeekAnswer(BY, number, reason))

    @rule(challenger=TEAMS, challenged=TEAMS, good=st.booleans(), points=st.none() | st.integers(-1, 1000))
    def challenge(self, challenger: int, challenged: int, good: bool, points: int | None) -> None:
        number = len(self.tournament.rounds_of("Hare"))
        self.do(c.CallRoundTime(BY, "Hare"))
        target = ChallengedWord("ZORP", parse_square("8H"), Direction.ACROSS, 14)
        self.do(c.ChallengeBoardWord("A", number, challenger, challenged, target))
        self.do(c.RuleBoardWord(BY, number, challenger, good, points=points))

    @rule(challenger=TEAMS, by=st.sampled_from([BY, "Judith"]), reason=REASONS)
    def confirm(self, challenger: int, by: str, reason: str) -> None:
        number = len(self.tournament.rounds_of("Hare"))
        self.do(c.ConfirmBoardPoints(by, number, challenger))
        self.do(c.VoidBoardChallenge(by, number, challenger, reason))

    @rule(challenger=TEAMS, reason=REASONS)
    def undo_ruling(self, challenger: int, reason: str) -> None:
        self.do(c.UndoBoardRuling(BY, len(self.tournament.rounds_of("Hare")), challenger, reason))

    @rule(cents=CENTS, method=st.sampled_from(Method), number=st.none() | TEAMS)
    def take_money(self, cents: int, method: Method, number: int | None) -> None:
        self.do(c.TakeMoney(BY, Fund.DONATION, cents, method, number))

    @rule(line=st.integers(1, 4), reason=REASONS)
    def reverse_money(self, line: int, reason: str) -> None:
        self.do(c.ReverseMoney(BY, line, reason))

    @rule(number=TEAMS, method=st.sampled_from(Method))
    def pay_tab(self, number: int, method: Method) -> None:
        self.do(c.PayTab(BY, number, method))

    # -- what always holds

    def teardown(self) -> None:
        """Told again from the beginning, the facts give the same tournament."""
        assert fold(self.facts) == self.tournament

    @invariant()
    def no_result_dangles(self) -> None:
        for division in self.tournament.divisions:
            there = {each.number for each in self.tournament.contenders_of(division)}
            for played in self.tournament.rounds_of(division):
                assert played.seated <= there
                for sitting in played.sittings:
                    if isinstance(sitting.outcome, Scored):
                        assert len(sitting.outcome.scores) == len(sitting.sides)
                if played.stage is RoundStage.CLOSED:
                    assert not played.outstanding
        assert all(each.division in self.tournament.divisions for each in self.tournament.entrants.values())

    @invariant()
    def standings_rank_everybody_once(self) -> None:
        for division in self.tournament.divisions:
            table = standings(self.tournament, division)
            entered = [each.number for each in self.tournament.entrants_of(division)]
            assert sorted(line.entrant for line in table.lines) == sorted(entered)
            ranks = [line.rank for line in table.lines if line.rank is not None]
            assert ranks == sorted(ranks)
            assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
            unranked = {line.entrant for line in table.lines if line.rank is None}
            defaulted = {
                self.tournament.entrant_of(number).number
                for number, gone in self.tournament.departures.items()
                if gone.how is Leaving.DEFAULTED
            }
            rounds = self.tournament.rounds_of(division)
            had_a_place = {
                self.tournament.entrant_of(number).number
                for played in rounds
                for number in (
                    *(side for sitting in played.sittings for side in sitting.sides),
                    *(rest.contender for rest in played.rests),
                )
            }
            never_played = set(entered) - had_a_place if rounds else set()
            assert unranked == (defaulted & set(entered)) | never_played

    @invariant()
    def money_adds_up(self) -> None:
        told = funds(self.tournament)
        lines = [line.payment for line in self.tournament.ledger]
        assert told.total_cents == sum(line.cents for line in lines) >= 0
        assert told.total_cents == sum(told.by_fund.values()) == sum(told.by_team.values())
        paid = sum(each.cents for each in self.tournament.tab_payments)
        on_tabs = sum(line.cents for line in lines if line.method is Method.TAB)
        assert told.tabs_cents == on_tabs - paid
        teams = {line.team for line in lines if line.team is not None}
        assert told.tabs_cents == sum(tab_cents(self.tournament, team) for team in teams)
        assert [line.number for line in self.tournament.ledger] == list(range(1, len(lines) + 1))

    @invariant()
    def tiles_are_in_play_or_out(self) -> None:
        """What is out and what was bought in a round is what was taken out; a total buy-back has a line."""
        tournament = self.tournament
        for played in tournament.rounds_of("Hare"):
            taken = shipped_rulebook("bee-hare").building.tiles_removed[played.number - 1]
            for team, out in played.removed.items():
                bought = sum(
                    count_of(each.tiles)
                    for each in tournament.purchases
                    if (each.team, each.round) == (team, played.number)
                )
                assert count_of(out) + bought in (taken, 0)  # nothing where all was bought before
        lines = {line.number: line for line in tournament.ledger}
        back = {line.reverses for line in tournament.ledger}
        for team in tournament.bought_all:
            (total,) = (each for each in tournament.purchases if each.of_all and each.team == team)
            assert lines[total.line].payment.fund is Fund.ALL_TILES
            assert total.line not in back

    @invariant()
    def nobody_absent_has_a_result(self) -> None:
        for division in self.tournament.divisions:
            for played in self.tournament.rounds_of(division):
                for sitting in played.sittings:
                    if isinstance(sitting.outcome, Forfeited):
                        assert set(sitting.outcome.absent) <= set(sitting.sides)
        if "Open" in self.tournament.divisions and has_begun(self.tournament, "Open"):
            begun = self.tournament.rounds_of("Open")[0]
            # Whoever had no place when play began, and no word of the convenor since, is in default.
            for each in self.tournament.contenders_of("Open"):
                known = each.number in self.tournament.here or each.number in self.tournament.departures
                assert known or each.number in begun.listed or self.was_let_in(each.number)

    def was_let_in(self, number: int) -> bool:
        return any(isinstance(fact, ContenderReinstated) and fact.contender == number for fact in self.facts)

    @invariant()
    def the_day_is_in_order(self) -> None:
        starts = [slot.starts_ms for slot in self.tournament.timetable]
        assert starts == sorted(starts)
        position_at(self.tournament, self.now_ms)
        next_step(self.tournament, self.now_ms)

    @invariant()
    def a_preview_changes_nothing(self) -> None:
        before = self.tournament
        for number in (2, 3):
            if number in before.owners() and number not in before.departures:
                preview_default(before, number)
        ceremony(before)
        assert self.tournament is before


TestAnyCommands = pytest.mark.long(AnyCommands.TestCase)
TestAnyCommands.settings = settings(max_examples=50, stateful_step_count=30)
