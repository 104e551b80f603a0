"""Where a game stands before each move of its record."""

from wordwaiter.errors import MalformedError
from wordwaiter.notation.record import GameRecord
from wordwaiter.notation.replay import Replayer
from wordwaiter.rules.board import Board
from wordwaiter.rules.rulebooks.rulebook import Rulebook


class Standings:
    """A record that is played again once, however many of its positions are asked for."""

    def __init__(self, record: GameRecord, rulebook: Rulebook) -> None:
        self.record = record
        self._before: list[tuple[Board, tuple[int, ...]]] = []
        self._refusal: MalformedError | None = None
        try:
            replayer = Replayer(record, rulebook, "record")
            for entry in record.moves:
                self._before.append((replayer.stand.board, tuple(replayer.scores)))
                replayer.carry_out(entry)
        except MalformedError as error:
            self._refusal = error

    def before(self, number: int) -> tuple[Board, tuple[int, ...]]:
        """Returns board and scores before a move; refuses one after a move that nobody can carry out."""
        if self._refusal is not None and number >= len(self._before):
            raise self._refusal
        return self._before[number]
