"""A game record played again under a rulebook: every move rescored, every difference named.

Where record and rules differ, the replay goes on with what was recorded as far as it can be laid on the
board, so that one slip of the pen is one difference and not one on every line after it.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.notation import difference
from wordwaiter.notation.closing import Closing
from wordwaiter.notation.difference import Difference
from wordwaiter.notation.laying import lay_play
from wordwaiter.notation.oddity import Oddity, OddityCode, OddityList
from wordwaiter.notation.record import (
    ChallengeSurvived,
    GameRecord,
    NumberExchanged,
    OpponentsRack,
    Overtime,
    OwnRack,
    Passed,
    PlayWithdrawn,
    RecordedMove,
    Tiles,
    TilesExchanged,
    TilesPlayed,
    Turn,
)
from wordwaiter.notation.stand import Stand, opening
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import readable_or
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.choices import (
    BagHoldsAtLeast,
    BagHoldsWhatIsDrawn,
    ChessClockIfAny,
    OrganisersRoomClock,
    Passing,
    RoomClock,
    RoundClock,
    SideBudget,
    TableAllowance,
)
from wordwaiter.rules.rulebooks.good_words import NO_POINTS
from wordwaiter.rules.rulebooks.rulebook import GameEnding, Rulebook, TurnChallenge


@dataclass(frozen=True, slots=True)
class ReplayedMove:
    """A move as it was recorded, and the points that the rules give it; none where it cannot be scored."""

    recorded: RecordedMove
    points: int | None
    readable: str
    """As people read it: `D8 (P)ACKER`."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that was played again."""

    record: GameRecord
    rulebook: Rulebook
    moves: tuple[ReplayedMove, ...]
    board: Board
    final_scores: tuple[int, ...]
    """The score that the rules give each player."""
    recorded_scores: tuple[int, ...]
    """The last total that was written down for each."""
    differences: tuple[Difference, ...]
    oddities: tuple[Oddity, ...]

    @property
    def agrees(self) -> bool:
        """Checks whether record and rules agree in everything."""
        return not self.differences


def replay(record: GameRecord, rulebook: Rulebook, path: Path | str = "record") -> Replay:
    """The record played again under the rulebook; `path` is for the errors.

    Raises MalformedFileError where this is no game under these rules: a play that runs off the board, or a
    letter that is on no tile of the set.
    """
    return Replayer(record, rulebook, path).replay()


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """The turn that was taken last, and where the game stood before it."""

    player: int
    before: Stand
    recorded: int
    points: int | None
    is_play: bool
    words: int = 0
    """How many the play made; a record does not tell which of them were challenged."""


class Replayer:
    """Goes through one record line by line."""

    def __init__(self, record: GameRecord, rulebook: Rulebook, path: Path | str) -> None:
        ending, rack_size = rulebook.ending, rulebook.table.rack_size
        if not isinstance(ending, GameEnding) or rack_size is None:
            raise MalformedError("no-turns", f"{rulebook.name} has no turns to replay")
        self.record = record
        self.rulebook = rulebook
        self.path = path
        self.ending = ending
        self.rack_size = rack_size
        self.tile_set = rulebook.table.tile_set
        self.names = [player.name for player in record.players]
        self.stand = opening(rulebook, len(record.players), rack_size)
        self.last_turn: _LastTurn | None = None
        self.scores = [0] * len(record.players)
        self.totals = [0] * len(record.players)
        self.known_racks: list[Tiles | None] = [None] * len(record.players)
        self.counted: set[int] = set()
        """The players whose unplayed tiles were counted."""
        self.too_many: set[str] = set()
        self.told_of_end = False
        self.readable = ""
        """The line at hand, as people read it."""
        self.found: list[Difference] = []
        self.oddities = OddityList()

    def replay(self) -> Replay:
        moves = tuple(map(self.carry_out, self.record.moves))
        if self.record.moves:
            self._check_the_end(self.record.moves[-1].line)
        self.found.sort(key=lambda each: each.line)
        return Replay(
            self.record,
            self.rulebook,
            moves,
            self.stand.board,
            tuple(self.scores),
            tuple(self.totals),
            tuple(self.found),
            self.oddities.found(),
        )

    def carry_out(self, entry: RecordedMove) -> ReplayedMove:
        """Carries out the next line."""
        self.readable = str(entry.move)
        try:
            points = self._carry_out(entry)
        except MalformedError as error:
            raise self._refusal(entry.line, error) from error
        self.scores[entry.player] += entry.points if points is None else points
        self._check_total(entry)
        return ReplayedMove(entry, points, self.readable)

    def _refusal(self, line: int, error: MalformedError) -> MalformedFileError:
        hint = ""
        if error.code == "no-such-tile":
            hint = "; for a game with other tiles, give a rulebook that has their set"
        return MalformedFileError(error.code, self.path, f"{error}{hint}", line=line)

    def _carry_out(self, entry: RecordedMove) -> int | None:
        """Carries out a line, and returns the points that the rules give for it."""
        move = entry.move
        if isinstance(move, Turn):
            self._check_turn(entry)
            self._check_rack(entry)
        match move:
            case TilesPlayed():
                return self._play(entry, move)
            case TilesExchanged(tiles):
                return self._exchange(entry, len(tiles))
            case NumberExchanged(count):
                return self._exchange(entry, count)
            case Passed():
                return self._pass(entry)
            case PlayWithdrawn():
                return self._withdraw(entry)
            case ChallengeSurvived():
                return self._survive(entry)
            case Overtime():
                return self._overtime(entry)
            case OpponentsRack() | OwnRack():
                return self._count(entry, move)
            case _:
                assert_never(move)

    # -- turns

    def _check_turn(self, entry: RecordedMove) -> None:
        due = self.stand.to_move
        if due is not None and entry.player != due:
            self.found.append(difference.wrong_turn(entry.line, self.names[entry.player], self.names[due]))
        # Whoever challenges the last play in vain loses a turn, which is then written as a pass.
        if self._is_over() and not self.told_of_end and not isinstance(entry.move, Passed):
            self.told_of_end = True
            self.found.append(difference.after_the_end(entry.line, entry.move))

    def _is_over(self) -> bool:
        limit = self.ending.scoreless_turns
        return self.stand.out is not None or (limit is not None and self.stand.scoreless >= limit)

    def _check_rack(self, entry: RecordedMove) -> None:
        if entry.rack is None:
            return
        rack = self._rack(entry.rack)
        most = min(self.rack_size, self.stand.held[entry.player])
        if len(rack) > most:
            self.found.append(difference.rack_too_large(entry.line, len(rack), most))
        self._check_set(entry.line, rack.tiles)

    def _check_set(self, line: int, tiles: Iterable[str] = ()) -> None:
        """Checks whether the set has the tiles on the board and these; each kind of tile is told of once."""
        for tile, count in sorted((self.stand.board.tile_counts() + Counter(tiles)).items()):
            in_set = self.tile_set.counts[tile]
            if count > in_set and tile not in self.too_many:
                self.too_many.add(tile)
                self.found.append(difference.more_than_set(line, tile, count, in_set))

    def _rack(self, tiles: Tiles) -> Rack:
        return rack_of((self.tile_set.upper(tile) for tile in tiles), self.tile_set)

    def _play(self, entry: RecordedMove, move: TilesPlayed) -> int | None:
        before = self.stand
        rack = None if entry.rack is None else self._rack(entry.rack)
        play = lay_play(move, entry.line, before.board, self.rulebook, rack)
        self.readable = readable_or(str(move), before.board, play.placement)
        self.found += play.differences
        if play.writes_tiles_there and "(" not in move.word:
            self.oddities.note_habit(
                entry.line, OddityCode.FULL_WORDS, "tiles already there are written as letters, not as dots"
            )
        points = None if play.score is None else play.score.total
        if play.score is not None and points != entry.points:
            self.found.append(difference.play_points(entry.line, self.readable, entry.points, play.score))
        if play.is_starting_word:
            self.stand = before.with_starting_word(play.placement)
        else:
            is_scoreless = (entry.points if points is None else points) == 0
            self.stand = before.after_play(
                entry.player, play.placement, self.rack_size, is_scoreless=is_scoreless
            )
            words = 0 if play.score is None else len(play.score.words)
            self.last_turn = _LastTurn(entry.player, before, entry.points, points, is_play=True, words=words)
        self.known_racks[entry.player] = None
        self._check_set(entry.line)
        return points

    def _exchange(self, entry: RecordedMove, count: int) -> int:
        clause = self.rulebook.clause_of("turns.exchange")
        match self.rulebook.turns.exchange:
            case None:
                self.found.append(difference.forbidden(entry.line, entry.move, "an exchange", clause))
            case BagHoldsWhatIsDrawn() | BagHoldsAtLeast() as rule:
                needed = rule.tiles if isinstance(rule, BagHoldsAtLeast) else count
                if self.stand.bag < needed:
                    self.found.append(difference.bag_too_short(entry.line, needed, self.stand.bag, clause))
        held = self.stand.held[entry.player]
        if count > held:
            self.found.append(difference.too_many_exchanged(entry.line, count, held))
        elif isinstance(entry.move, TilesExchanged) and entry.rack is not None:
            missing = self._rack(entry.rack).lacks(self._rack(entry.move.tiles).tiles)
            if missing:
                self.found.append(difference.exchanged_not_held(entry.line, entry.move, missing))
        self._take_scoreless_turn(entry)
        self.known_racks[entry.player] = None
        return self._bring_nothing(entry)

    def _pass(self, entry: RecordedMove) -> int:
        if self.rulebook.turns.passing is Passing.FORBIDDEN:
            clause = self.rulebook.clause_of("turns.passing")
            self.found.append(difference.forbidden(entry.line, entry.move, "passing", clause))
        self._remember_rack(entry)
        self._take_scoreless_turn(entry)
        return self._bring_nothing(entry)

    def _take_scoreless_turn(self, entry: RecordedMove) -> None:
        self.last_turn = _LastTurn(entry.player, self.stand, entry.points, 0, is_play=False)
        self.stand = self.stand.after_scoreless_turn(entry.player)

    def _remember_rack(self, entry: RecordedMove) -> None:
        """Keep a rack that is known in full and stays as it is."""
        is_full = entry.rack is not None and len(entry.rack) == self.stand.held[entry.player]
        self.known_racks[entry.player] = entry.rack if is_full else None

    def _bring_nothing(self, entry: RecordedMove) -> int:
        if entry.points:
            self.found.append(difference.pointless_move(entry.line, entry.move, entry.points))
        return 0

    # -- challenges and time

    def _withdraw(self, entry: RecordedMove) -> int | None:
        turn = self.last_turn
        if turn is None or not turn.is_play or turn.player != entry.player:
            self.found.append(difference.nothing_withdrawn(entry.line, entry.move))
            return 0
        self.stand = turn.before
        self._remember_rack(entry)
        self._take_scoreless_turn(entry)
        if entry.points != -turn.recorded:
            self.found.append(difference.withdrawn_points(entry.line, entry.points, turn.recorded))
        return None if turn.points is None else -turn.points

    def _survive(self, entry: RecordedMove) -> int:
        turn = self.last_turn
        own_play = turn is not None and turn.is_play and turn.player == entry.player
        others_play = turn is not None and turn.is_play and turn.player != entry.player
        challenge = self.rulebook.challenge
        # At a team's table nobody challenges a play; the challenge is of another team's board.
        key = "challenge.if_good" if isinstance(challenge, TurnChallenge) else "board_challenge.if_good"
        award = challenge.if_good.award(0 if turn is None else turn.words)
        given = 0
        if isinstance(challenge, TurnChallenge):
            given = award.challenged if own_play else award.challenger if others_play else 0
            is_free = award == NO_POINTS and not self.rulebook.clauses_of(key)
            if is_free and own_play and entry.points > 0:
                # No clause fixes what a wrong challenge costs: each event chooses, and the record says what.
                said = f"{entry.points} points for a play that was challenged are taken as recorded"
                self.oddities.note_habit(
                    entry.line, OddityCode.OTHER_CHALLENGE_RULE, f"{said}; {self.rulebook.name} has none"
                )
                given = entry.points
        if entry.points != given:
            clause = self.rulebook.clause_of(key)
            self.found.append(difference.challenge_points(entry.line, entry.points, given, clause))
        return given

    def _overtime(self, entry: RecordedMove) -> int | None:
        clause = self.rulebook.clause_of("clock.game")
        match self.rulebook.clock.game:
            case SideBudget(points_per_minute_over=cost):
                if entry.points <= 0 and entry.points % cost == 0:
                    return entry.points
                self.found.append(difference.uneven_time_penalty(entry.line, entry.points, cost, clause))
                return None
            case (
                None
                | ChessClockIfAny()
                | TableAllowance()
                | RoomClock()
                | OrganisersRoomClock()
                | RoundClock()
            ):
                self.found.append(difference.no_time_penalty(entry.line, entry.points, clause))
                return 0
            case unknown:
                assert_never(unknown)

    # -- the end

    def _closing(self) -> Closing:
        return Closing(self.stand, self.rulebook, self.ending, tiles_add_up=not self.too_many)

    def _count(self, entry: RecordedMove, move: OpponentsRack | OwnRack) -> int:
        tiles = self._rack(move.tiles).tiles
        self.counted.add(entry.player)
        if isinstance(move, OwnRack):
            self._check_set(entry.line, tiles)
        closing = self._closing()
        self.found += closing.differences(entry.line, entry.player, move, entry.points)
        return closing.points(entry.player, move)

    def _check_total(self, entry: RecordedMove) -> None:
        before = self.totals[entry.player]
        if entry.total != before + entry.points:
            self.found.append(difference.total(entry.line, entry.total, before, entry.points))
        self.totals[entry.player] = entry.total

    def _check_the_end(self, last_line: int) -> None:
        if self._is_over() and not self.record.is_incomplete:
            uncounted = [player for player in range(len(self.names)) if player not in self.counted]
            for player, points in self._closing().missing(uncounted, tuple(self.known_racks)):
                self.scores[player] += points
                self.found.append(difference.end_adjustment_missing(last_line, self.names[player], points))
        for player, (score, total) in enumerate(zip(self.scores, self.totals, strict=True)):
            if score != total:
                lines = [entry.line for entry in self.record.moves if entry.player == player]
                line = max(lines, default=last_line)
                self.found.append(difference.final_score(line, self.names[player], total, score))
