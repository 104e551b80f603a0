"""The computer as an opponent, in four strengths: which move it makes, and whether it doubts a play."""

import random
from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from typing import Final, assert_never

from wordwaiter._core import WordIndex
from wordwaiter.engine.candidates import ExchangeTurn, ranked_turns
from wordwaiter.engine.champion import Pace, champion_turn
from wordwaiter.engine.engine import Engine, Outlook, expect_tiles_of, graph_of
from wordwaiter.engine.index import index_of
from wordwaiter.engine.leaves import shipped_leaves
from wordwaiter.engine.play import Play
from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.holdings import count_of, unseen_by
from wordwaiter.game.table import Position, Table
from wordwaiter.lexicon import Lexicon
from wordwaiter.notation.cgp import Position as Stand
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook


class Strength(Enum):
    """How well the computer plays."""

    GENTLE = "gentle"
    """Short plays of a beginner; it never doubts a word."""
    STEADY = "steady"
    """A good club player: sees half of the plays."""
    STRONG = "strong"
    """Sees every play, and keeps good tiles."""
    CHAMPION = "champion"
    """Looks ahead: plays the game on with other tiles, and solves its end."""


COMPUTERS: Final = {f"Computer ({strength.value})": strength for strength in Strength}
"""The names under which it sits at a table; nobody else may take them."""

_TWO_SIDES: Final = 2
_GENTLE_TILES: Final = 4
_GENTLE_PART: Final = 0.45
"""Of what the best short play scores, so much is what it aims at."""
_GENTLE_CHOICE: Final = 5


def name_of(strength: Strength) -> str:
    """The name under which the computer sits at a table."""
    return f"Computer ({strength.value})"


class Engines:
    """Engines for all rulebooks, over the words of some lists that are laid out once."""

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        self._lexicons = tuple(lexicons)
        self._engines: dict[Rulebook, Engine] = {}

    @cached_property
    def _words(self) -> WordIndex:
        return index_of(graph_of(self._lexicons))

    def of(self, rulebook: Rulebook) -> Engine:
        """The engine that plays by that rulebook."""
        engine = self._engines.get(rulebook)
        if engine is None:
            expect_tiles_of(rulebook, self._lexicons)
            leaves = shipped_leaves(rulebook.table.tile_set.name)
            engine = self._engines.setdefault(rulebook, Engine(self._words, rulebook, leaves))
        return engine


def computers_at(table: Table) -> dict[int, Strength]:
    """The seats at which the computer sits, and how strong it is there."""
    return {seat: COMPUTERS[each.name] for seat, each in enumerate(table.seats) if each.name in COMPUTERS}


def turns_for(
    engine: Engine, position: Position, seat: int, count: int | None = None
) -> Sequence[Play | ExchangeTurn]:
    """The plays and exchanges of a seat whose rack is known, the best first."""
    rack = position.racks[seat]
    if not isinstance(rack, Rack):
        raise IllegalError("rack-not-known", "plays can only be found for a known rack")
    return ranked_turns(engine, position.board, rack, outlook_for(position, seat), count)


def outlook_for(position: Position, seat: int) -> Outlook:
    """What counts beyond the score: tiles in the bag, and once it is empty, what the others hold."""
    bag = count_of(position.bag)
    values = position.board.tile_set.values
    unseen = unseen_by(position, seat)
    return Outlook(bag, 0 if bag else sum(values[tile] * count for tile, count in unseen.items()))


def move_of(engine: Engine, table: Table, seat: int, strength: Strength, rng: random.Random) -> c.Command:
    """What the computer does in its turn: an exchange that beats every play, else a play, else a pass."""
    turns = turns_for(engine, table.position, seat)
    if not turns:
        return c.SayCannotPlay(seat)
    if strength is Strength.CHAMPION and len(table.sides) == _TWO_SIDES:
        best = champion_turn(engine, _seen_by(table, seat), Pace(seed=rng.getrandbits(32)))
        if isinstance(best, Play):
            return c.Play(seat, best.placement(table.position.board))
        return c.Exchange(seat, best.thrown.tiles) if isinstance(best, ExchangeTurn) else c.Pass(seat)
    if isinstance(turns[0], ExchangeTurn):
        return c.Exchange(seat, turns[0].thrown.tiles)
    plays = [turn for turn in turns if isinstance(turn, Play)]
    return c.Play(seat, chosen(plays, strength, rng).placement(table.position.board))


def _seen_by(table: Table, seat: int) -> Stand:
    """The position as a seat sees it: its own rack, and not the other."""
    position = table.position
    rack = position.racks[seat]
    assert isinstance(rack, Rack), "its plays were found"  # noqa: S101 - for the type checker
    side = table.seats[seat].side
    scores = (position.scores[side], position.scores[1 - side])
    return Stand(position.board, (rack, Rack(())), scores, position.scoreless)


def chosen(plays: Sequence[Play], strength: Strength, rng: random.Random) -> Play:
    """The play that the computer makes of those there are, which come best first."""
    match strength:
        case Strength.STRONG | Strength.CHAMPION:
            return plays[0]
        case Strength.STEADY:
            seen = [play for play in plays if rng.random() < 0.5] or list(plays)
            return max(seen, key=lambda play: play.score)
        case Strength.GENTLE:
            short = [play for play in plays if len(play.tiles) <= _GENTLE_TILES] or list(plays)
            aim = _GENTLE_PART * max(play.score for play in short)
            return rng.choice(sorted(short, key=lambda play: abs(play.score - aim))[:_GENTLE_CHOICE])
        case _:
            assert_never(strength)


def doubts(strength: Strength, is_good: bool) -> bool:
    """Whether the computer challenges a play: never if it is gentle, else whenever it is not good."""
    return strength is not Strength.GENTLE and not is_good
