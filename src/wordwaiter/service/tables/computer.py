"""The computer as an opponent, in six strengths: which move it makes, and whether it doubts a play."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from wordwaiter.engine.candidates import ExchangeTurn, ranked_turns
from wordwaiter.engine.champion import Before, Pace
from wordwaiter.engine.engine import Engine, Outlook
from wordwaiter.engine.finder import EnginesOfLists
from wordwaiter.engine.play import Play
from wordwaiter.errors import IllegalError, UnavailableError
from wordwaiter.game import commands as c
from wordwaiter.game.holdings import count_of, unseen_by
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Exchanged, Played, Position, Table
from wordwaiter.lexicon import Lexicon
from wordwaiter.lexicon.familiar import Vocabulary, known_list
from wordwaiter.notation.cgp import Position as Stand
from wordwaiter.rules.board import Board
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.jobs.engine_process import think_aside
from wordwaiter.service.jobs.engine_work import champions_turn


class Strength(Enum):
    """How well the computer plays."""

    GENTLE = "gentle"
    """A beginner: short plays of everyday words, seldom along other words."""
    CASUAL = "casual"
    """Plays now and then: everyday words, and sees few of the plays."""
    KEEN = "keen"
    """Plays at home a lot: everyday words, and sees many of the plays."""
    STEADY = "steady"
    """A good club player: knows many words and all short ones, and keeps good tiles."""
    STRONG = "strong"
    """Sees every play, and keeps good tiles."""
    CHAMPION = "champion"
    """Looks ahead: plays the game on with other tiles, and solves its end."""


COMPUTERS: Final = {f"Computer ({strength.value})": strength for strength in Strength}
"""The names under which it sits at a table; nobody else may take them."""

_TWO_SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class _Skill:
    """The knowledge and sight of a computer below the champion."""

    vocabulary: Vocabulary
    sees: float = 1.0
    """The part of the plays."""
    hooks: float = 1.0
    """Of those that run along other words, a part again."""
    most_tiles: int = 7
    aim: float | None = None
    """The share of the best visible score that it settles for; `None` if it wants the best."""
    keeps: bool = False
    """Looks at the tiles that stay on the rack, and exchanges them."""
    doubts: bool = True
    """Challenges what is not good."""


_GENTLE_CHOICE: Final = 5
"""A beginner takes any of so many plays that score about the same."""

_SKILLS: Final = {
    Strength.GENTLE: _Skill(Vocabulary.EVERYDAY, hooks=0.25, most_tiles=4, aim=0.45, doubts=False),
    Strength.CASUAL: _Skill(Vocabulary.EVERYDAY, sees=0.04, hooks=0.3, most_tiles=5, doubts=False),
    Strength.KEEN: _Skill(Vocabulary.EVERYDAY, sees=0.3, hooks=0.6),
    Strength.STEADY: _Skill(Vocabulary.CLUB, sees=0.35, keeps=True),
    Strength.STRONG: _Skill(Vocabulary.ALL, keeps=True),
    Strength.CHAMPION: _Skill(Vocabulary.ALL, keeps=True),
}
"""`python bench/levels.py` lets neighbours play: each wins most of its games against the one before."""


def name_of(strength: Strength) -> str:
    """The name under which the computer sits at a table."""
    return f"Computer ({strength.value})"


class Engines(EnginesOfLists):
    """Engines for computers of all strengths."""

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        super().__init__(lexicons)
        self._known: dict[Vocabulary, Engines] = {Vocabulary.ALL: self}

    def known_to(self, strength: Strength) -> "Engines":
        """The engines over those words that a computer of this strength knows."""
        vocabulary = _SKILLS[strength].vocabulary
        if vocabulary not in self._known:
            self._known[vocabulary] = Engines([known_list(each, vocabulary) for each in self.lexicons])
        return self._known[vocabulary]


def computers_at(table: Table) -> dict[int, Strength]:
    """The seats at which the computer sits, and how strong it is there."""
    return {seat: COMPUTERS[each.name] for seat, each in enumerate(table.seats) if each.name in COMPUTERS}


def stops_alone(table: Table, seats: Collection[int]) -> bool:
    """Checks whether whoever has these seats may stop a game without asking: nobody else plays at it."""
    return set(range(len(table.seats))) == {*seats, *computers_at(table)}


def allows_late(table: Table, seats: Collection[int]) -> bool:
    """Checks whether these seats may allow what is late now; nobody allows it for themselves."""
    return bool(seats) and (stops_alone(table, seats) or to_move(table) not in seats)


def turns_for(
    engine: Engine, position: Position, seat: int, count: int | None = None
) -> Sequence[Play | ExchangeTurn]:
    """The plays and exchanges of a seat whose rack is known, the best first."""
    rack = known_rack(position, seat)
    return ranked_turns(engine, position.board, rack, outlook_for(position, seat), count)


def known_rack(position: Position, seat: int) -> Rack:
    """The rack of a seat; a rack that nobody has told is refused."""
    rack = position.racks[seat]
    if not isinstance(rack, Rack):
        raise IllegalError("rack-not-known", "plays can only be found for a known rack")
    return rack


def outlook_for(position: Position, seat: int) -> Outlook:
    """Returns everything that counts beyond the score: tiles in the bag, and later the others' racks."""
    bag = count_of(position.bag)
    values = position.board.tile_set.values
    unseen = unseen_by(position, seat)
    return Outlook(bag, 0 if bag else sum(values[tile] * count for tile, count in unseen.items()))


def move_of(engines: Engines, table: Table, seat: int, strength: Strength, rng: random.Random) -> c.Command:
    """Returns the computer's command in its turn: the best exchange or play, else a pass."""
    position = table.position
    if strength is Strength.CHAMPION and len(table.sides) == _TWO_SIDES:
        return _champions_move(engines, table, seat, rng)
    rack = known_rack(position, seat)
    at = AtTurn(table.rulebook, position.board, rack, outlook_for(position, seat))
    turn = turn_of(engines, at, strength, rng)
    if turn is None:
        return c.SayCannotPlay(seat)
    if isinstance(turn, ExchangeTurn):
        return c.Exchange(seat, turn.thrown.tiles)
    return c.Play(seat, turn.placement(position.board))


@dataclass(frozen=True, slots=True)
class AtTurn:
    """The view of whoever has the turn."""

    rulebook: Rulebook
    board: Board
    rack: Rack
    outlook: Outlook


def turn_of(
    engines: Engines, at: AtTurn, strength: Strength, rng: random.Random
) -> Play | ExchangeTurn | None:
    """Returns the turn of a computer below the champion; `None` only if it has no play and no exchange."""
    turns = _turns(engines.known_to(strength), at)
    plays = [turn for turn in turns if isinstance(turn, Play)]
    if not plays:
        # Whoever must play looks longer, and finds what there is.
        turns = _turns(engines, at)
        plays = [turn for turn in turns if isinstance(turn, Play)]
    if turns and isinstance(turns[0], ExchangeTurn) and (_SKILLS[strength].keeps or not plays):
        return turns[0]
    return chosen(plays, strength, at.board, rng) if plays else None


def _turns(engines: Engines, at: AtTurn) -> Sequence[Play | ExchangeTurn]:
    return ranked_turns(engines.of(at.rulebook), at.board, at.rack, at.outlook)


def _champions_move(engines: Engines, table: Table, seat: int, rng: random.Random) -> c.Command:
    if not turns_for(engines.of(table.rulebook), table.position, seat, 1):
        return c.SayCannotPlay(seat)
    asked = (seen_by(table, table.position, seat), Pace(seed=rng.getrandbits(32)), seen_before(table, seat))
    try:
        best = think_aside(engines, table.rulebook, champions_turn, asked)
    except UnavailableError:  # without a move nobody could go on
        return move_of(engines, table, seat, Strength.STRONG, rng)
    if isinstance(best, Play):
        return c.Play(seat, best.placement(table.position.board))
    return c.Exchange(seat, best.thrown.tiles) if isinstance(best, ExchangeTurn) else c.Pass(seat)


def seen_before(table: Table, seat: int) -> Before | None:
    """What the other side did in the turn before, which tells of the tiles that it kept."""
    turn = table.turns[-1] if table.turns else None
    if turn is None or table.seats[turn.seat].side == table.seats[seat].side:
        return None
    board, move = turn.before.board, turn.move
    match move:
        case Played(placement=placement) if turn.ruling is None:
            return Before(board, rack_of(placement.needs().elements(), board.tile_set), turn.points)
        case Exchanged(tiles=tiles):
            return Before(board, exchanged=count_of(tiles))
        case _:
            return None


def seen_by(table: Table, position: Position, seat: int) -> Stand:
    """A position of a table as a seat sees it: its own rack, and not the other."""
    rack = known_rack(position, seat)
    side = table.seats[seat].side
    scores = (position.scores[side], position.scores[1 - side])
    return Stand(position.board, (rack, Rack(())), scores, position.scoreless)


def chosen(plays: Sequence[Play], strength: Strength, board: Board, rng: random.Random) -> Play:
    """The play that the computer makes of those there are, which come best first."""
    skill = _SKILLS[strength]
    short = [play for play in plays if len(play.tiles) <= skill.most_tiles] or plays
    seen = [play for play in short if _is_seen(play, skill, board, rng)] or short
    if skill.keeps:
        return seen[0]
    if skill.aim is None:
        return max(seen, key=lambda play: play.score)
    aim = skill.aim * max(play.score for play in seen)
    return rng.choice(sorted(seen, key=lambda play: abs(play.score - aim))[:_GENTLE_CHOICE])


def _is_seen(play: Play, skill: _Skill, board: Board, rng: random.Random) -> bool:
    if skill.sees < 1 and rng.random() >= skill.sees:
        return False
    return skill.hooks >= 1 or rng.random() < skill.hooks or not _runs_along(play, board)


def _runs_along(play: Play, board: Board) -> bool:
    """Checks whether a play makes other words too, across its own."""
    across = play.direction.other
    beside = (square.toward(across, step) for square in play.placement(board).squares for step in (-1, 1))
    return any(board.at(square) is not None for square in beside)


def doubts(strength: Strength, is_good: bool) -> bool:
    """Checks whether the computer challenges a play: whenever it is not good, unless it seldom plays."""
    return _SKILLS[strength].doubts and not is_good
