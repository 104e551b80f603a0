"""A game turn by turn, from its record: what lies on the board after each line, and the score."""

from dataclasses import dataclass
from typing import Final, assert_never

from wordwaiter.notation.laying import lay_play
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
    TilesExchanged,
    TilesPlayed,
    written,
)
from wordwaiter.picture.figures import figure
from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.placement import Placement, readable_or
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import Wording, joined, said

_TURNS: Final = (TilesPlayed, TilesExchanged, NumberExchanged, Passed)


@dataclass(frozen=True, slots=True)
class Shot:
    """A game after one line of its record, or before the first."""

    board: Board
    last: Placement
    players: tuple[str, ...]
    scores: tuple[int, ...]
    player: int | None
    """Whose line it was."""
    told: str
    """The event in a few words."""
    points: int = 0
    turns: int = 0
    """How many turns were taken by then: a ruling and the count at the end are lines, and no turns."""

    @property
    def headline(self) -> str:
        """The names and the score."""
        return " – ".join(
            f"{name} {figure(score)}" for name, score in zip(self.players, self.scores, strict=True)
        )

    @property
    def note(self) -> str:
        """Returns who did what."""
        return self.told if self.player is None else joined(": ", [self.players[self.player], self.told])


def film_of(record: GameRecord, rulebook: Rulebook) -> tuple[Shot, ...]:
    """The game shot by shot, the empty board first.

    Raises MalformedError where this is no game under these rules, such as a play off the board.
    """
    rules = rulebook.table
    names = tuple(player.name for player in record.players)
    scores = [0] * len(names)
    shots = [Shot(empty_board(rules.layout, rules.tile_set), Placement(()), names, tuple(scores), None, "")]
    before = shots[0].board
    for entry in record.moves:
        now = shots[-1].board
        laid = Placement(())
        turns = shots[-1].turns + isinstance(entry.move, _TURNS)
        told = move_text(entry)
        match entry.move:
            case TilesPlayed():
                laid = lay_play(entry.move, entry.line, now, rulebook, None).placement
                told = move_text(entry, readable_or(str(entry.move), now, laid))
                before, now = now, now.with_tiles(laid.laid)
            case PlayWithdrawn():
                now = before
            case (
                TilesExchanged() | NumberExchanged() | Passed() | ChallengeSurvived()
                | OpponentsRack() | OwnRack() | Overtime()
            ):  # fmt: skip
                pass
            case _:
                assert_never(entry.move)
        scores[entry.player] = entry.total
        shots.append(Shot(now, laid, names, tuple(scores), entry.player, told, entry.points, turns))
    return tuple(shots)


def move_text(entry: RecordedMove, play: str = "") -> Wording:
    """A line of a record in a few words: `8D RE(T)INA +14`, `exchanged 3`, `passed`."""
    move = entry.move
    points = figure(entry.points, "+d")
    match move:
        case TilesPlayed():
            return joined(" ", [play or str(move), points])
        case TilesExchanged(tiles):
            return said("exchanged {n}", n=len(tiles))
        case NumberExchanged(count):
            return said("exchanged {n}", n=count)
        case Passed():
            return said("passed")
        case PlayWithdrawn():
            return said("took the play back")
        case ChallengeSurvived():
            return said("challenge {points}", points=points)
        case OpponentsRack(tiles):
            return said("{tiles} on the other rack {points}", tiles=written(tiles), points=points)
        case OwnRack(tiles):
            return said("{tiles} unplayed {points}", tiles=written(tiles), points=points)
        case Overtime():
            return said("overtime {points}", points=points)
        case _:
            assert_never(move)
