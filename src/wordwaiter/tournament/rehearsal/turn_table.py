"""One table that plays in turns: every turn, challenge and ending is decided by the game's own rules."""

from typing import Final

from wordwaiter.engine import Engine, Outlook
from wordwaiter.game import commands as c
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.challenge import challenge_is_possible
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.holdings import count_of
from wordwaiter.game.queries import left, to_move
from wordwaiter.game.signers import unsigned
from wordwaiter.game.table import EndReason, Played, Stage, Table
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import BagHoldsAtLeast, BagHoldsWhatIsDrawn
from wordwaiter.rules.rulebooks.rulebook import Rulebook, TurnChallenge
from wordwaiter.tournament.rehearsal.hall import Served, Steps, Until
from wordwaiter.tournament.rehearsal.room import CHALLENGE, JUDGE, RehearsalRoom

MOST_TURNS: Final = 400
"""Beyond it a game goes round in circles, and an official ends it."""

_DRAWING_MS: Final = 20_000
_HESITATION_MS: Final = 4_000
"""From an announcement to a challenge."""
_LEAST_THOUGHT_MS: Final = 5_000
_SHARE_OF_CLOCK: Final = 4
"""Nobody thinks longer in a turn than this part of what is left on their own clock."""


class TurnTable:
    """A table from the draw for first play to the signed result."""

    def __init__(self, room: RehearsalRoom, rulebook: Rulebook, opening: c.OpenTable) -> None:
        self._room = room
        self._rulebook = rulebook
        self._engine: Engine = room.players.engine(rulebook, rulebook.table.rack_size or 0)
        now_ms = room.hall.now_ms
        self.table: Table = fold(rulebook, open_table(rulebook, opening, now_ms, room.rng))

    def steps(self) -> Steps:
        """The game."""
        hall = self._room.hall
        while (drawn := self.table.first_draw) is not None:
            self._give(c.DrawFirst(drawn.index(None)))
        yield Until(hall.now_ms + _DRAWING_MS)
        while self.table.stage is Stage.PLAYING:
            yield from self._turn()
            yield from self._challenge()
            self._end_if_stuck()
        yield Until(hall.now_ms + self._room.plan.day.counting.draw(self._room.rng))
        for signer in unsigned(self.table):
            self._give(c.Sign(signer, member=self.table.seats[0].name))

    def _give(self, command: c.Command) -> None:
        for fact in decide(self.table, command, self._room.hall.now_ms, self._room.rng):
            self.table = evolve(self.table, fact)

    def _end_if_stuck(self) -> None:
        if self.table.stage is Stage.PLAYING and len(self.table.turns) >= MOST_TURNS:
            self._give(c.End(JUDGE, EndReason.AGREED, "nobody comes any further"))

    # ------------------------------------------------------------ a turn

    def _turn(self) -> Steps:
        hall, rng, habits = self._room.hall, self._room.rng, self._room.plan.play
        seat = to_move(self.table)
        if seat is None:
            return
        remaining = left(self.table, hall.now_ms)
        thought_ms = max(habits.turn.draw(rng), _LEAST_THOUGHT_MS)
        if remaining.sides_ms:
            own_ms = remaining.sides_ms[self.table.seats[seat].side]
            thought_ms = min(thought_ms, max(own_ms // _SHARE_OF_CLOCK, _LEAST_THOUGHT_MS))
        is_late = False
        if remaining.turn_ms is not None and thought_ms > remaining.turn_ms:
            is_late = rng.random() < habits.late
            thought_ms = remaining.turn_ms + (1 if is_late else 0)
        if remaining.game_ms is not None and thought_ms >= remaining.game_ms:
            yield Until(hall.now_ms + remaining.game_ms)
            self._give(c.CallTime(JUDGE))
            return
        yield Until(hall.now_ms + thought_ms)
        self._give(c.Pass(seat) if is_late else self._move(seat))

    def _move(self, seat: int) -> c.Command:
        rng, habits, players = self._room.rng, self._room.plan.play, self._room.players
        position = self.table.position
        rack = position.racks[seat]
        if not isinstance(rack, Rack):
            raise TypeError("a rehearsal's tables are virtual: every rack is known")
        values = self._rulebook.table.tile_set
        bag = count_of(position.bag)
        others = [each for each in position.racks if isinstance(each, Rack) and each is not rack]
        outlook = Outlook(bag, 0 if bag else sum(each.value(values) for each in others))
        found = players.find(self._engine, position.board, rack, outlook, habits.best_of, rng)
        if found is None:
            most = self._most_exchanged(len(rack), bag)
            return c.Exchange(seat, rack.tiles[:most]) if most else c.SayCannotPlay(seat)
        if rng.random() < habits.phoneys:
            found = players.misspelt(position.board, found, rng)
        return c.Play(seat, found)

    def _most_exchanged(self, held: int, bag: int) -> int:
        match self._rulebook.turns.exchange:
            case BagHoldsAtLeast(tiles):
                return held if bag >= tiles else 0
            case BagHoldsWhatIsDrawn():
                return min(held, bag)
            case None:
                return 0

    # ------------------------------------------------------------ a challenge

    def _challenge(self) -> Steps:
        """Somebody of the other side may doubt the last play, and a judge has to come."""
        hall, rng, plan = self._room.hall, self._room.rng, self._room.plan
        rules = self._rulebook.challenge
        if not isinstance(rules, TurnChallenge) or not challenge_is_possible(self.table, self.table.at_ms):
            return
        last = self.table.turns[-1]
        if not isinstance(last.move, Played):
            return
        good = self._room.players.all_good(last.move.words)
        if rng.random() >= (plan.play.good_challenged if good else plan.play.bad_challenged):
            return
        challenger = (last.seat + 1) % len(self.table.seats)
        if rules.hold is not None:
            self._give(c.CallHold(challenger))
        yield Until(hall.now_ms + _HESITATION_MS)
        self._give(c.Challenge(challenger, last.move.words))
        busy_ms = plan.judges.walk.draw(rng) + plan.judges.answer.draw(rng)
        yield Served(self._room.judges, busy_ms, CHALLENGE)
        remaining_ms = left(self.table, hall.now_ms).game_ms
        if self.table.stage is Stage.PLAYING and remaining_ms is not None and remaining_ms <= 0:
            self._give(c.CallTime(JUDGE))
        self._give(c.Rule(JUDGE, good))
