"""Boards in a notebook: after `%load_ext wordwaiter.picture` a board shows itself, wherever it comes from."""

from collections.abc import Callable
from typing import Any, Protocol

from wordwaiter.notation.cgp import Position
from wordwaiter.notation.replay import Replay
from wordwaiter.picture.board import BoardPicture
from wordwaiter.picture.film import film_of
from wordwaiter.rules.board import Board


class _Formatter(Protocol):
    def for_type(self, kind: type, shown: Callable[[Any], str], /) -> object: ...


def show_boards(svg_formatter: _Formatter) -> None:
    """Have boards, positions and replayed games shown as pictures by a notebook's formatter for SVG."""
    svg_formatter.for_type(Board, lambda board: BoardPicture(board).svg())
    svg_formatter.for_type(Position, lambda position: BoardPicture(position.board).svg())
    svg_formatter.for_type(Replay, _replay)


def _replay(replayed: Replay) -> str:
    end = film_of(replayed.record, replayed.rulebook)[-1]
    return BoardPicture(end.board, end.last, headline=end.headline, note=end.note).svg()
