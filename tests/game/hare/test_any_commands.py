"""Any commands in any order: no tile is lost, facts give the state, and only our own errors are raised."""

import json
import random
from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from game.hare.rounds import HARE, TILES, named, opening
from wordwaiter.errors import ConflictError, WordwaiterError
from wordwaiter.game.hare.challenge import (
    BoardRuling,
    ChallengedWord,
    Challenges,
    WordChallenge,
    make_challenge,
    rule_challenge,
)
from wordwaiter.game.hare.commands import (
    AdjustTime,
    BuyBack,
    ChangeSquares,
    CorrectPoints,
    GiveBack,
    HareCommand,
    PaintBoard,
    ReopenBoard,
    SignalEnd,
    SubmitBoard,
    TellUnplayed,
    WithdrawSignal,
)
from wordwaiter.game.hare.decide import (
    HareRound,
    decide,
    evolve,
    fold,
    loose_tiles,
    open_round,
    score_of,
    tally_of,
)
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.score import challenge_lines
from wordwaiter.game.records import fact_to_plain, hare_fact_from_plain
from wordwaiter.game.table import TableKind
from wordwaiter.rules.board import PlacedTile
from wordwaiter.rules.finished_board import NONE_REMOVED, RemovedTiles, starting_word_problems, tile_problems
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack

SQUARES = st.builds(Square, st.integers(-1, 15), st.integers(0, 14))
LETTERS = st.sampled_from("AEIOTSRNQZK?")
LAID_TILES = st.builds(PlacedTile, LETTERS, is_blank=st.booleans())
WORDS = st.lists(LAID_TILES, min_size=1, max_size=6)
REASONS = st.sampled_from(["", "a mistake"])
WHOLE_SET = Counter(TILES.counts)
TEAMS = ("Owls", "Wrens", "Jays")


class AnyCommands(RuleBasedStateMachine):
    """A round that gets sensible and senseless commands."""

    @initialize(
        number=st.integers(1, 3),
        kind=st.sampled_from(TableKind),
        start=st.sampled_from([None, "GO", "LITERACY", "PIZZA"]),
        seed=st.integers(0, 9),
        noted=st.booleans(),
    )
    def open(self, number: int, kind: TableKind, start: str | None, seed: int, noted: bool) -> None:
        self.rng = random.Random(seed)
        noted_tiles = {1: "", 2: "EEEEEEEEAAAAOOOOIIII", 3: "EEEEEAAAAO"}[number]
        removed = noted_tiles if noted and kind is TableKind.PHYSICAL else None
        command = opening(number, kind, start, surprise="EAST", sponsors=("ACME",), removed=removed)
        self.facts: list[HareFact] = list(open_round(HARE, command, 0, self.rng))
        self.state: HareRound = fold(HARE, self.facts)
        self.challenges: Challenges = ()
        self.now_ms = 0

    def give(self, command: HareCommand) -> None:
        try:
            facts = decide(self.state, command, self.now_ms, self.rng)
        except WordwaiterError:
            return
        self.facts += facts
        for fact in facts:
            self.state = evolve(self.state, fact)

    @rule(by_ms=st.integers(-5, 60_000))
    def time_passes(self, by_ms: int) -> None:
        self.now_ms += by_ms

    @rule(square=SQUARES, tiles=WORDS, direction=st.sampled_from(Direction))
    def lay(self, square: Square, tiles: list[PlacedTile], direction: Direction) -> None:
        laid = ((square.toward(direction, step), tile) for step, tile in enumerate(tiles))
        self.give(ChangeSquares("Ann", Placement(tuple(laid))))

    @rule(data=st.data(), direction=st.sampled_from(Direction))
    def lay_what_is_loose(self, data: st.DataObject, direction: Direction) -> None:
        loose = loose_tiles(self.state)
        beside = [square for square, _ in self.state.board.tiles()] or [Square(7, 7)]
        start = data.draw(st.sampled_from(beside)).toward(direction)
        if isinstance(loose, Rack) and loose.tiles:
            tiles = data.draw(st.lists(st.sampled_from(loose.tiles), min_size=1, max_size=4))
            empty = (start.toward(direction, step) for step in range(len(tiles)))
            laid = [
                (square, PlacedTile("E" if tile == "?" else tile, is_blank=tile == "?"))
                for square, tile in zip(empty, tiles, strict=True)
                if self.state.board.at(square) is None
            ]
            self.give(ChangeSquares("Ann", Placement(tuple(laid))))

    @rule(squares=st.lists(SQUARES, max_size=4))
    def lift(self, squares: list[Square]) -> None:
        self.give(ChangeSquares("Ann", Placement(()), tuple(squares)))

    @rule(data=st.data())
    def paint_an_earlier_board(self, data: st.DataObject) -> None:
        length = data.draw(st.integers(1, len(self.facts)))
        self.give(PaintBoard("Waiter", fold(HARE, self.facts[:length]).board))

    @rule(
        tiles=st.integers(-1, 21) | st.lists(LETTERS, max_size=3).map(tuple),
        cents=st.none() | st.integers(-1, 15_000),
    )
    def buy_back(self, tiles: int | tuple[str, ...], cents: int | None) -> None:
        self.give(BuyBack("Waiter", tiles, cents))

    @rule(pick=st.integers(0, 3), reason=REASONS)
    def give_back(self, pick: int, reason: str) -> None:
        bought = [each.tiles for each in self.state.purchases] or [1]
        self.give(GiveBack("Tess", bought[pick % len(bought)], reason))

    @rule(by_ms=st.integers(-60_000, 60_000), reason=REASONS)
    def adjust_time(self, by_ms: int, reason: str) -> None:
        self.give(AdjustTime("emcee", by_ms, reason))

    @rule()
    def signal(self) -> None:
        self.give(SignalEnd("emcee"))

    @rule(reason=REASONS)
    def withdraw(self, reason: str) -> None:
        self.give(WithdrawSignal("emcee", reason))

    @rule(points=st.integers(-1, 187))
    def tell_unplayed(self, points: int) -> None:
        self.give(TellUnplayed("Waiter", points))

    @rule(member=st.sampled_from(["", "Ann"]))
    def submit(self, member: str) -> None:
        self.give(SubmitBoard("Waiter", member))

    @rule(reason=REASONS)
    def reopen(self, reason: str) -> None:
        self.give(ReopenBoard("scoring table", reason))

    @rule(points=st.integers(-30, 30), reason=REASONS)
    def correct(self, points: int, reason: str) -> None:
        self.give(CorrectPoints("judge", points, reason))

    @rule(data=st.data(), teams=st.permutations(TEAMS))
    def challenge(self, data: st.DataObject, teams: list[str]) -> None:
        words = tally_of(self.state).words
        if words:
            word = data.draw(st.sampled_from(words))
            target = ChallengedWord(word.word, word.square, word.direction, word.points)
            challenge = WordChallenge(named(teams[0]), named(teams[1]), target, "Cy", self.now_ms)
            with suppress(WordwaiterError):
                self.challenges = make_challenge(self.challenges, challenge, self.state.stage.phase, HARE)

    @rule(data=st.data(), good=st.booleans())
    def judges_rule(self, data: st.DataObject, good: bool) -> None:
        if self.challenges:
            challenge = data.draw(st.sampled_from(self.challenges))
            ruling = BoardRuling(good, "judge", self.now_ms)
            with suppress(ConflictError):
                self.challenges = rule_challenge(self.challenges, challenge, ruling)

    @invariant()
    def tiles_are_conserved(self) -> None:
        on_board = self.state.board.tile_counts()
        loose, removed = loose_tiles(self.state), self.state.removed
        if list(tile_problems(self.state.board, HARE, removed)):
            # Only at a physical table does a tile lie there that was taken out, and only after the signal
            # one too many.
            assert self.state.kind is TableKind.PHYSICAL
            assert self.was_signalled() or not list(tile_problems(self.state.board, HARE, NONE_REMOVED))
            return
        assert not on_board - WHOLE_SET
        if isinstance(loose, Rack):
            assert isinstance(removed, RemovedTiles)
            assert on_board + loose.counts() + Counter(removed.tiles) == WHOLE_SET
        else:
            assert on_board.total() + loose + removed.count == WHOLE_SET.total()

    @invariant()
    def the_starting_word_stays_while_the_round_runs(self) -> None:
        if self.state.kind is TableKind.VIRTUAL or not self.was_signalled():
            assert not list(starting_word_problems(self.state.board, HARE, self.state.announcement))

    def was_signalled(self) -> bool:
        return any(fact.KIND == "hare.end_signalled" for fact in self.facts)

    def teardown(self) -> None:
        if not hasattr(self, "facts"):
            return
        written = json.loads(json.dumps([fact_to_plain(fact) for fact in self.facts]))
        assert fold(HARE, [hare_fact_from_plain(record) for record in written]) == self.state
        corrected = sum(each.points for each in self.state.corrections)
        assert score_of(self.state, ()).total == tally_of(self.state).total + corrected
        assert sum(change_by(self.challenges, team) for team in TEAMS) == -25 * sum(
            challenge.ruling is not None and challenge.ruling.good for challenge in self.challenges
        )


def change_by(challenges: Challenges, team: str) -> int:
    return sum(line.points for line in challenge_lines(challenges, named(team), HARE))


TestAnyCommands = pytest.mark.long(AnyCommands.TestCase)
