"""Any commands in any order, under every rulebook: what must hold at every table at every moment.

A few thousand steps in an ordinary run; WORDWAITER_LONG=1 makes it more than 200,000 and prints how many.
"""

import json
import os
import random
import sys
from collections import Counter
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from game.random_play import (
    all_tiles,
    nonsense,
    phoney,
    possible_rack,
    random_opening,
    shifted,
    some_tiles,
)
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game import facts as f
from wordwaiter.game.clock import ClockKind, remaining
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.finder import PlainFinder
from wordwaiter.game.holdings import count_of
from wordwaiter.game.queries import explain_count, explain_turn, left, turn_text
from wordwaiter.game.records import fact_from_plain, fact_to_plain
from wordwaiter.game.result import outcome, scores
from wordwaiter.game.table import EndReason, Played, Position, SigningOfficial, Table, TableKind, Turn
from wordwaiter.game.views import view_for
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.reference import ReferenceWords, reference_plays
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

LONG: Final = os.environ.get("WORDWAITER_LONG") == "1"
RULEBOOKS: Final = (
    "iowa", "grand-island", "ontario", "androscoggin", "club", "club-5", "club-free", "bee-tortoise",
)  # fmt: skip
WORDS: Final = (
    "AT",
    "TA",
    "TO",
    "NO",
    "ON",
    "IN",
    "IT",
    "IS",
    "SO",
    "AS",
    "RE",
    "ER",
    "EAT",
    "TEA",
)
WAITS_MS: Final = (0, 0, 0, 1, 1000, 1000, 10_000, 20_000, 30_000, 200_000)

chances = st.integers(0, 2**32 - 1).map(random.Random)
"""Where a step takes its choices from."""


class AnyTable(RuleBasedStateMachine):
    """A table that gets sensible and senseless commands."""

    steps = 0
    accepted = 0

    def __init__(self) -> None:
        super().__init__()
        self.facts: list[f.Fact] = []
        self.before_turn: dict[int, tuple[Position, tuple[Turn, ...]]] = {}
        """The position and the turns when a turn began, noted as it was taken."""

    @initialize(
        name=st.sampled_from(RULEBOOKS),
        kind=st.sampled_from(TableKind),
        tiles_left=st.sampled_from((None, None, 4, 12, 20, 40)),
        chance=chances,
    )
    def open(self, name: str, kind: TableKind, tiles_left: int | None, chance: random.Random) -> None:
        self.rulebook = shipped_rulebook(name)
        self.words = ReferenceWords(WORDS, self.rulebook.table.tile_set)
        self.finder = PlainFinder(self.words)
        self.rng = random.Random(chance.random())
        self.now_ms = 0
        opening = random_opening(self.rulebook, kind, tiles_left, chance)
        self.facts = list(open_table(self.rulebook, opening, 0, self.rng))
        self.table = fold(self.rulebook, self.facts)
        if chance.random() < 0.9:
            self.draw_first(chance)

    # ------------------------------------------------------------ one step

    def does(self, command: c.Command, chance: random.Random) -> bool:
        """Give the command after a while; true if it was accepted."""
        if (first := self.what_keeps_it_waiting()) is not None and chance.random() < 0.4:
            self.given(first, chance)
        return self.given(command, chance)

    def what_keeps_it_waiting(self) -> c.Command | None:
        """What an official would do for a table where most commands would be refused."""
        if self.table.challenge is not None:
            return c.Rule("judge", good=len(self.facts) % 2 == 0)
        if self.table.pause is not None:
            return c.Resume("director")
        if self.table.ending is not None:
            return c.Undo("director")
        clocks = left(self.table, self.now_ms)
        for kind, left_ms in ((ClockKind.ROOM, clocks.room_ms), (ClockKind.TABLE, clocks.table_ms)):
            if left_ms is not None and left_ms <= 0:
                return c.AdjustClock("director", kind, 1_800_000, "the hall stays open")
        if clocks.turn_ms is not None and clocks.turn_ms < 0:
            return c.Allow("scorekeeper")
        return None

    def given(self, command: c.Command, chance: random.Random) -> bool:
        AnyTable.steps += 1
        self.now_ms += chance.choice(WAITS_MS)
        before = self.table
        try:
            facts = decide(before, command, self.now_ms, self.rng, self.finder)
        except (MalformedError, IllegalError, ConflictError):
            return False
        AnyTable.accepted += 1
        assert facts
        for fact in facts:
            self.tell(fact)
        self.time_did_not_jump(before, facts)
        return True

    def tell(self, fact: f.Fact) -> None:
        before = self.table
        self.table = evolve(before, fact)
        self.facts.append(fact)
        if len(self.table.turns) > len(before.turns):
            self.before_turn[len(self.table.turns)] = (before.position, before.turns)
        if isinstance(fact, f.TurnUndone) and fact.number in self.before_turn:
            position, turns = self.before_turn[fact.number]
            assert without_order(self.table.position) == without_order(position)
            assert list(map(without_closing, self.table.turns)) == list(map(without_closing, turns))
        if isinstance(fact, f.EndingUndone):
            assert before.ending is not None
            assert without_order(self.table.position) == without_order(before.ending.before)
        if isinstance(fact, f.TurnCorrected):
            # Later turns begin in other positions now, and follow another turn.
            self.before_turn = {
                number: noted for number, noted in self.before_turn.items() if number == fact.number
            }

    def time_did_not_jump(self, before: Table, facts: tuple[f.Fact, ...]) -> None:
        given = sum(fact.by_ms for fact in facts if isinstance(fact, f.ClockAdjusted))
        was, now = left(before, self.now_ms), left(self.table, self.now_ms)
        if not given:
            assert (was.room_ms, was.table_ms, was.sides_ms) == (now.room_ms, now.table_ms, now.sides_ms)
        same_turn = len(before.turns) == len(self.table.turns) and was.turn_ms is not None
        if same_turn and not given and before.position.to_move == self.table.position.to_move:
            assert was.turn_ms == now.turn_ms

    def mover(self, chance: random.Random) -> int:
        """The seat to move, and now and then another."""
        if chance.random() < 0.03:
            return chance.randrange(-1, len(self.table.seats) + 1)
        return self.table.position.to_move

    # ------------------------------------------------------------ what may be asked

    @rule(chance=chances)
    def draw_first(self, chance: random.Random) -> None:
        if self.table.first_draw is not None or chance.random() < 0.1:
            for seat in range(len(self.table.seats)):
                self.does(c.DrawFirst(seat, chance.choice("ABCK?")), chance)

    @rule(chance=chances)
    def play(self, chance: random.Random) -> None:
        seat = self.table.position.to_move
        self.does(c.Play(seat, phoney(self.table.position, seat, chance)), chance)

    @rule(chance=chances)
    def play_again(self, chance: random.Random) -> None:
        self.play(chance)

    @rule(chance=chances)
    def play_a_good_word(self, chance: random.Random) -> None:
        position = self.table.position
        tiles = rack_of(possible_rack(position, position.to_move, chance), position.board.tile_set)
        found = reference_plays(position.board, tiles, self.words, self.rulebook)
        good = next(found, None)
        running = self.table.ending is None and self.table.first_draw is None
        free = self.table.challenge is None and self.table.pause is None and self.table.hold is None
        if good is not None and running and free and not position.partial and not self.table.time_called:
            clear = left(self.table, self.now_ms + max(WAITS_MS))
            if min([1, *(ms for ms in (clear.game_ms, clear.turn_ms) if ms is not None)]) > 0:
                assert self.given(c.Play(position.to_move, good.placement), chance)
                assert self.table.turns[-1].points == good.score

    @rule(chance=chances)
    def lay(self, chance: random.Random) -> None:
        seat = self.mover(chance)
        self.does(c.Lay(seat, phoney(self.table.position, self.table.position.to_move, chance)), chance)

    @rule(chance=chances)
    def lay_nonsense(self, chance: random.Random) -> None:
        command = c.Lay if chance.random() < 0.5 else c.Play
        self.does(command(self.mover(chance), nonsense(self.table, chance)), chance)

    @rule(chance=chances)
    def announce_or_lift(self, chance: random.Random) -> None:
        if self.table.tentative is None and chance.random() < 0.9:
            self.lay(chance)
        command = c.Announce if chance.random() < 0.8 else c.Lift
        self.does(command(self.mover(chance)), chance)

    @rule(chance=chances)
    def fill(self, chance: random.Random) -> None:
        seat = self.table.turns[-1].seat if self.table.turns else 0
        self.does(c.Fill(seat), chance)

    @rule(chance=chances)
    def exchange(self, chance: random.Random) -> None:
        seat = self.mover(chance)
        held = possible_rack(self.table.position, self.table.position.to_move, chance)
        tiles = (
            tuple(held[: chance.randrange(8)]) if chance.random() < 0.8 else some_tiles(self.table, chance)
        )
        self.does(c.Exchange(seat, chance.choice((tiles, tiles, len(tiles)))), chance)

    @rule(chance=chances)
    def pass_or_say_cannot_play(self, chance: random.Random) -> None:
        command = c.Pass if chance.random() < 0.5 else c.SayCannotPlay
        self.does(command(self.mover(chance)), chance)

    @rule(chance=chances)
    def challenge(self, chance: random.Random) -> None:
        move = self.table.turns[-1].move if self.table.turns else None
        words = move.words if isinstance(move, Played) else ("QZX",)
        chosen = tuple(word for word in words if chance.random() < 0.7) or words
        if chance.random() < 0.1:
            chosen = (*chosen, "RETINA")
        if chance.random() < 0.2:
            self.does(c.Allow("judge"), chance)
        self.does(c.Challenge(self.mover(chance), chosen), chance)

    @rule(chance=chances)
    def rule_on_it(self, chance: random.Random) -> None:
        self.does(c.Rule("judge", good=chance.random() < 0.5), chance)

    @rule(chance=chances)
    def hold_or_release(self, chance: random.Random) -> None:
        command = c.CallHold if chance.random() < 0.6 else c.ReleaseHold
        self.does(command(self.mover(chance)), chance)

    @rule(chance=chances)
    def declare_rack(self, chance: random.Random) -> None:
        seat = chance.randrange(len(self.table.seats))
        held = tuple(possible_rack(self.table.position, seat, chance))
        tiles = held if chance.random() < 0.8 else some_tiles(self.table, chance)
        self.does(c.DeclareRack(seat, tiles), chance)

    @rule(chance=chances)
    def report_points(self, chance: random.Random) -> None:
        if chance.random() < 0.3:
            self.does(c.ReportPoints(self.mover(chance), chance.randrange(-1, 60)), chance)

    @rule(chance=chances)
    def sign(self, chance: random.Random) -> None:
        sides = range(len(self.table.sides))
        signer = chance.choice((*sides, SigningOfficial.SCOREKEEPER, 7))
        self.does(c.Sign(signer, member=chance.choice(("", self.table.seats[0].name))), chance)

    @rule(chance=chances)
    def pause_or_resume(self, chance: random.Random) -> None:
        command = c.Resume("director") if chance.random() < 0.7 else c.Pause("director", "spilled")
        self.does(command, chance)

    @rule(chance=chances)
    def adjust(self, chance: random.Random) -> None:
        kind = chance.choice(tuple(ClockKind))
        by_ms = chance.choice((-60_000, 60_000, 600_000))
        self.does(c.AdjustClock("director", kind, by_ms, "late start", chance.choice((0, 1, None))), chance)

    @rule(chance=chances)
    def end(self, chance: random.Random) -> None:
        if chance.random() < 0.4:
            reason = chance.choice((EndReason.AGREED, *EndReason))
            self.does(chance.choice((c.CallTime("clock"), c.End("director", reason, "enough"))), chance)

    @rule(chance=chances)
    def correct(self, chance: random.Random) -> None:
        if not self.table.turns:
            self.does(c.Correct("director", 1, Placement(())), chance)
            return
        turn = chance.choice(self.table.turns)
        placement = phoney(turn.before, turn.seat, chance)
        if self.table.kind is TableKind.VIRTUAL and isinstance(turn.move, Played):
            placement = shifted(turn.move.placement, chance)
        self.does(c.Correct("director", turn.number, placement), chance)

    @rule(chance=chances)
    def undo(self, chance: random.Random) -> None:
        self.does(c.Undo("director"), chance)

    @rule()
    def time_goes_back(self) -> None:
        with pytest.raises(MalformedError, match="but the last entry was"):
            decide(self.table, c.Undo("director"), self.table.at_ms - 1, self.rng)

    # ------------------------------------------------------------ what always holds

    @invariant()
    def no_tile_is_lost_or_made(self) -> None:
        if not self.facts or self.table.position.partial:
            return
        position = self.table.position
        on_board = position.board.tile_counts().total()
        held = sum(map(count_of, position.racks))
        assert on_board + held + count_of(position.bag) == 100
        assert min(map(count_of, position.racks)) >= 0
        assert count_of(position.bag) >= 0
        whole = Counter(self.rulebook.table.tile_set.counts)
        if self.table.kind is TableKind.VIRTUAL:
            assert all_tiles(position) == whole
        else:
            assert all_tiles(position) <= whole

    @invariant()
    def scores_are_the_sum_of_the_turns_and_of_what_the_end_added(self) -> None:
        if not self.facts:
            return
        totals = list(self.table.opening_scores)
        for turn in self.table.turns:
            totals[self.table.seats[turn.seat].side] += turn.points
            totals = [
                total + award for total, award in zip(totals, turn.awards or (0,) * len(totals), strict=True)
            ]
        assert tuple(totals) == self.table.position.scores
        for adjustment in self.table.count or ():
            totals[adjustment.side] += adjustment.points
        assert tuple(totals) == scores(self.table)

    @invariant()
    def every_play_scores_what_its_explanation_says(self) -> None:
        if self.facts:
            for turn in self.table.turns[-3:]:
                explained = explain_turn(self.table, turn.number)
                if explained is not None:
                    assert explained.total == turn.points
                assert turn_text(self.table, turn.number)

    @invariant()
    def a_side_sees_no_rack_but_its_own_while_the_game_runs(self) -> None:
        if self.facts and self.table.ending is None:
            for side in range(len(self.table.sides)):
                for seat in view_for(self.table, side, self.now_ms).seats:
                    assert seat.rack is None or seat.seat.side == side

    def teardown(self) -> None:
        if not self.facts:
            return
        written = json.dumps([fact_to_plain(fact) for fact in self.facts])
        assert fold(self.rulebook, [fact_from_plain(record) for record in json.loads(written)]) == self.table
        result = outcome(self.table)
        if result is not None:
            assert len(explain_count(self.table)) == len(result.adjustments)
            ended = remaining(self.table.clocks, self.now_ms + 60_000)
            assert ended.sides_ms == remaining(self.table.clocks, self.now_ms).sides_ms


def without_order(position: Position) -> tuple[object, ...]:
    """A position with its bag as a collection: it is shaken when drawn tiles go back."""
    bag = position.bag if isinstance(position.bag, int) else sorted(position.bag)
    return replace(position, bag=0), bag


def without_closing(turn: Turn) -> Turn:
    """A turn whether or not the next one has begun: undo opens it again, though a tile may have been laid."""
    return replace(turn, closed=False)


@pytest.mark.long
def test_any_commands_in_any_order_leave_what_must_hold() -> None:
    run_state_machine_as_test(
        AnyTable,
        settings=settings(
            max_examples=6000 if LONG else 60,
            stateful_step_count=50,
            deadline=None,
            derandomize=not LONG,
            suppress_health_check=tuple(HealthCheck),
            phases=(Phase.explicit, Phase.generate, Phase.shrink),
        ),
    )
    sys.stdout.write(f"{AnyTable.steps} commands given, {AnyTable.accepted} accepted\n")
    assert AnyTable.accepted > AnyTable.steps // 4
    assert AnyTable.steps >= (200_000 if LONG else 2_000)
