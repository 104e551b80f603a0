"""How tests tell a game: `ann_and_ben("iowa").plays("Ann", "8D RETINA")`."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Self

import pytest

from wordwaiter.errors import IllegalError, WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind, Remaining
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import Fact
from wordwaiter.game.finder import Finder
from wordwaiter.game.queries import bag_count, board_before, left, score_of, seat_named, to_move
from wordwaiter.game.result import NobodyToBeat, Tied, Won, outcome
from wordwaiter.game.signers import member_named, signer_named
from wordwaiter.game.table import EndReason, Played, Table, TableKind
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.board import Board, Laid, PlacedTile, empty_board
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook

TWO_SIDES: Final = ("iowa", "grand-island", "ontario", "androscoggin", "club")
"""Rulebooks for two sides."""


def ms(text: str) -> int:
    """Milliseconds of a time such as `2:50`; `-0:05` is overtime."""
    minutes, seconds = text.removeprefix("-").split(":")
    length = int(minutes) * 60_000 + int(seconds) * 1000
    return -length if text.startswith("-") else length


class Told:
    """A game told line by line; each line is a command at the time of the table's watch."""

    def __init__(self, rulebook: Rulebook, opening: c.OpenTable, seed: int = 1, finder: Finder | None = None):
        self.rulebook = rulebook
        self.rng = random.Random(seed)
        self.finder = finder
        self.now_ms = 0
        self.facts: list[Fact] = list(open_table(rulebook, opening, 0, self.rng))
        self.table: Table = fold(rulebook, self.facts)

    def at(self, time: str) -> Self:
        """The watch shows `time` from here on."""
        self.now_ms = ms(time)
        return self

    def does(self, command: c.Command) -> Self:
        """Somebody gives a command."""
        facts = decide(self.table, command, self.now_ms, self.rng, self.finder)
        for fact in facts:
            self.table = evolve(self.table, fact)
        self.facts += facts
        return self

    def happened(self, fact: Fact) -> Self:
        """A fact that an earlier version wrote."""
        self.table = evolve(self.table, fact)
        self.facts.append(fact)
        return self

    def seat(self, name: str) -> int:
        return seat_named(self.table, name)

    # ------------------------------------------------------------ what a seat does

    def draws(self, name: str, tile: str | None = None) -> Self:
        return self.does(c.DrawFirst(self.seat(name), tile))

    def lays(self, name: str, play: str) -> Self:
        return self.does(c.Lay(self.seat(name), parse_play(play, self.board)))

    def lifts(self, name: str) -> Self:
        return self.does(c.Lift(self.seat(name)))

    def announces(self, name: str) -> Self:
        return self.does(c.Announce(self.seat(name)))

    def plays(self, name: str, play: str) -> Self:
        return self.does(c.Play(self.seat(name), parse_play(play, self.board)))

    def fills(self, name: str) -> Self:
        return self.does(c.Fill(self.seat(name)))

    def exchanges(self, name: str, tiles: str | int) -> Self:
        told = tiles if isinstance(tiles, int) else parse_rack(tiles, self.board.tile_set).tiles
        return self.does(c.Exchange(self.seat(name), told))

    def passes(self, name: str) -> Self:
        return self.does(c.Pass(self.seat(name)))

    def cannot_play(self, name: str) -> Self:
        return self.does(c.SayCannotPlay(self.seat(name)))

    def holds(self, name: str) -> Self:
        return self.does(c.CallHold(self.seat(name)))

    def releases(self, name: str) -> Self:
        return self.does(c.ReleaseHold(self.seat(name)))

    def challenges(self, name: str, *words: str) -> Self:
        return self.does(c.Challenge(self.seat(name), words))

    def has(self, name: str, tiles: str) -> Self:
        return self.does(c.DeclareRack(self.seat(name), parse_rack(tiles, self.board.tile_set).tiles))

    def leaves_unknown(self, name: str) -> Self:
        return self.does(c.LeaveRackUnknown(self.seat(name)))

    def reports(self, name: str, points: int) -> Self:
        return self.does(c.ReportPoints(self.seat(name), points))

    def signs(self, name: str) -> Self:
        return self.does(c.Sign(signer_named(self.table, name), name, member_named(self.table, name)))

    # ------------------------------------------------------------ what officials do

    def rules_good(self) -> Self:
        return self.does(c.Rule("judge", good=True))

    def rules_bad(self) -> Self:
        return self.does(c.Rule("judge", good=False))

    def allows(self) -> Self:
        return self.does(c.Allow("judge"))

    def pauses(self, reason: str = "a spilled bag") -> Self:
        return self.does(c.Pause("director", reason))

    def resumes(self) -> Self:
        return self.does(c.Resume("director"))

    def adjusts(self, clock: ClockKind, by: str, side: int | None = None) -> Self:
        return self.does(c.AdjustClock("director", clock, ms(by), "the clock was started late", side))

    def undoes(self) -> Self:
        return self.does(c.Undo("director", "entered twice"))

    def corrects(self, number: int, play: str) -> Self:
        placement = parse_play(play, board_before(self.table, number))
        return self.does(c.Correct("director", number, placement, "misheard"))

    def ends(self, reason: EndReason = EndReason.AGREED) -> Self:
        return self.does(c.End("director", reason, "the hall closes"))

    def returns(self) -> Self:
        return self.does(c.ReturnResult("director", "turn 1 was misheard"))

    def time(self) -> Self:
        return self.does(c.CallTime("clock"))

    # ------------------------------------------------------------ what is so now

    @property
    def board(self) -> Board:
        return self.table.position.board

    @property
    def turn(self) -> str | None:
        """Whose turn it is."""
        seat = to_move(self.table)
        return None if seat is None else self.table.seats[seat].name

    def score(self, name: str) -> int:
        return score_of(self.table, name)

    @property
    def bag(self) -> int | None:
        return bag_count(self.table)

    @property
    def left(self) -> Remaining:
        return left(self.table, self.now_ms)

    @property
    def ended(self) -> str | None:
        return None if self.table.ending is None else self.table.ending.reason.value

    @property
    def winner(self) -> str | None:
        """The winner's name, `tie` or `none`; nothing while there is no outcome."""
        result = outcome(self.table)
        if result is None:
            return None
        match result.verdict:
            case Won(side):
                return self.table.sides[side]
            case Tied():
                return "tie"
            case NobodyToBeat():
                return "none"

    @property
    def kinds(self) -> list[str]:
        """The kinds of all facts so far."""
        return [fact.KIND for fact in self.facts]

    def words(self, number: int) -> tuple[str, ...]:
        """The words that a turn made."""
        move = self.table.turns[number - 1].move
        return move.words if isinstance(move, Played) else ()

    def placement(self, number: int) -> Placement:
        """The tiles that a turn laid."""
        move = self.table.turns[number - 1].move
        return move.placement if isinstance(move, Played) else Placement(())

    def bag_tiles(self) -> tuple[str, ...]:
        """The bag of a virtual table in its order."""
        bag = self.table.position.bag
        assert isinstance(bag, tuple)
        return bag

    def rack(self, name: str) -> str | int:
        """What somebody holds: the tiles, or how many."""
        holding = self.table.position.racks[self.seat(name)]
        return holding if isinstance(holding, int) else str(holding)


def newcomers(
    rulebook: str,
    kind: TableKind = TableKind.PHYSICAL,
    room_ms: int | None = None,
    side_ms: int | None = None,
    *,
    room_running: bool = False,
) -> Told:
    """Ann and Ben at a table where nobody has drawn for first play."""
    opening = c.OpenTable(kind, ("Ann", "Ben"), room_ms=room_ms, side_ms=side_ms, room_running=room_running)
    return Told(shipped_rulebook(rulebook), opening)


def ann_and_ben(
    rulebook: str,
    kind: TableKind = TableKind.PHYSICAL,
    room_ms: int | None = None,
    side_ms: int | None = None,
) -> Told:
    """Ann and Ben at 0:00, when Ann has won the draw and begins."""
    return newcomers(rulebook, kind, room_ms, side_ms).draws("Ann", "A").draws("Ben", "B")


def late_in_the_game(
    rulebook: str | Rulebook,
    unseen: str,
    ann: str | None = None,
    ben: str | None = None,
    scores: tuple[int, int] = (0, 0),
    scoreless: int = 0,
    kind: TableKind = TableKind.PHYSICAL,
    room_ms: int | None = None,
) -> Told:
    """Ann to move with RETINA at 8D; `unseen` are all tiles that are not on the board, racks included.

    The rest of the set lies in the six upper and six lower rows, away from RETINA.
    """
    book = rulebook if isinstance(rulebook, Rulebook) else shipped_rulebook(rulebook)
    position = c.GivenPosition(
        _late_board(book, "8D RETINA", unseen), scores, _racks(book, ann, ben), scoreless
    )
    return Told(book, c.OpenTable(kind, ("Ann", "Ben"), position=position, room_ms=room_ms))


def late_owls(unseen: str, *racks: str | None, score: int = 0, **words: str) -> Told:
    """The Owls late in their game, Ann to move, with GLOW at 8H; `unseen` are all tiles not on the board."""
    book = shipped_rulebook("bee-tortoise")
    position = c.GivenPosition(_late_board(book, "8H GLOW", unseen), (score,), _racks(book, *racks))
    announcement = announce(
        book.table.tile_set, None, words.get("surprise"), words.get("sponsors", "").split()
    )
    names = ("Ann", "Ben", "Cy", "Di")
    return Told(book, c.OpenTable(TableKind.PHYSICAL, ("Owls",), names, announcement, position=position))


def _racks(book: Rulebook, *told: str | None) -> tuple[tuple[str, ...] | None, ...]:
    return tuple(None if each is None else parse_rack(each, book.table.tile_set).tiles for each in told)


def _late_board(book: Rulebook, play: str, unseen: str) -> Board:
    """One play in the middle, and all other tiles that are not `unseen` far from it."""
    board = empty_board(book.table.layout, book.table.tile_set)
    board = board.with_tiles(parse_play(play, board).laid)
    rest = Counter(book.table.tile_set.counts) - board.tile_counts()
    away = parse_rack(unseen, book.table.tile_set).counts()
    assert away <= rest, "the set has no such tiles left"
    return board.with_tiles(_out_of_the_way(rest - away))


def _out_of_the_way(tiles: Counter[str]) -> list[Laid]:
    squares = [Square(row, col) for row in (14, 13, 12, 11, 10, 9, 0, 1, 2, 3, 4, 5) for col in range(15)]
    kinds = sorted(tiles.elements())
    laid = [PlacedTile("A", is_blank=True) if kind == BLANK else PlacedTile(kind) for kind in kinds]
    return list(zip(squares, laid, strict=False))


def owls(start: str = "GLOW", seats: int = 4, kind: TableKind = TableKind.PHYSICAL, **words: str) -> Told:
    """A Tortoise team: Ann, Ben, Cy and Di (and Ed and Flo), with a starting word."""
    book = shipped_rulebook("bee-tortoise")
    announcement = announce(
        book.table.tile_set, start, words.get("surprise"), words.get("sponsors", "").split()
    )
    names = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo")[:seats]
    return Told(book, c.OpenTable(kind, ("Owls",), names, announcement))


@contextmanager
def refused(game: Told, code: str, clause: str | None = None) -> Iterator[None]:
    """What is done here is refused with that code, by that clause, and changes nothing."""
    before = game.table
    with pytest.raises(WordwaiterError) as refusal:
        yield
    assert refusal.value.code == code
    assert game.table == before
    if clause is not None:
        assert isinstance(refusal.value, IllegalError)
        assert refusal.value.clause == clause
        assert clause in str(refusal.value)
