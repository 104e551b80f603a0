"""A Hare round that tests can talk to: commands go in, refusals are told by their code."""

import random

import pytest

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.challenge import NamedTeam
from wordwaiter.game.hare.commands import ChangeSquares, HareCommand, OpenRound, PaintBoard
from wordwaiter.game.hare.decide import HareRound, decide, evolve, fold, open_round
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

HARE = shipped_rulebook("bee-hare")
TILES = HARE.table.tile_set
MINUTE_MS = 60_000


class Round:
    """One team's round with its facts so far."""

    def __init__(self, command: OpenRound, *, at_ms: int = 0, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.facts: list[HareFact] = list(open_round(HARE, command, at_ms, self.rng))
        self.state = fold(HARE, self.facts)

    def does(self, command: HareCommand, at_ms: int | None = None) -> tuple[HareFact, ...]:
        """Give a command, at the moment of the last fact unless another is named."""
        facts = decide(self.state, command, self.state.at_ms if at_ms is None else at_ms, self.rng)
        for fact in facts:
            self.state = evolve(self.state, fact)
        self.facts += facts
        return facts

    def lays(self, *plays: str, by: str = "Ann") -> None:
        """Lay words beside what lies there."""
        for play in plays:
            self.does(ChangeSquares(by, parse_play(play, self.state.board)))

    def paints(self, *plays: str, by: str = "Waiter") -> None:
        """The board shows these words and nothing else."""
        self.does(PaintBoard(by, board_of(*plays)))

    def refuses(self, command: HareCommand, at_ms: int | None = None) -> WordwaiterError:
        """The refusal of a command; the state stays as it was."""
        before = self.state
        with pytest.raises(WordwaiterError) as refused:
            self.does(command, at_ms)
        assert self.state is before
        return refused.value


def board_of(*plays: str) -> Board:
    board = empty_board(HARE.table.layout, TILES)
    for play in plays:
        board = board.with_tiles(parse_play(play, board).laid)
    return board


def opening(
    number: int = 1,
    kind: TableKind = TableKind.PHYSICAL,
    start: str | None = "LITERACY",
    *,
    surprise: str | None = None,
    sponsors: tuple[str, ...] = (),
    removed: str | None = None,
    team: str = "Owls",
) -> OpenRound:
    return OpenRound(
        by="emcee",
        team=team,
        number=number,
        kind=kind,
        announcement=announce(TILES, start, surprise, sponsors),
        removed=None if removed is None else tuple(removed),
        contender=named(team).number,
    )


def named(team: str) -> NamedTeam:
    """A team with its number."""
    return NamedTeam({"Owls": 1, "Wrens": 2, "Jays": 3, "Larks": 4}.get(team), team)


def tiles_of(hare_round: HareRound) -> str:
    """The tiles on the board as text, for comparing."""
    return "".join(sorted(hare_round.board.tile_counts().elements()))
