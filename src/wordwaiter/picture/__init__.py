"""Boards, racks, games and charts as SVG and PNG.

>>> from wordwaiter.picture import BoardPicture
>>> BoardPicture(board).svg()          # doctest: +SKIP

In a notebook, `%load_ext wordwaiter.picture` lets every board show itself.
"""

from typing import Any

from wordwaiter.picture.animation import Moving, animate
from wordwaiter.picture.board import BoardPicture, board_svg
from wordwaiter.picture.charts import Chart, funds_chart, scores_chart
from wordwaiter.picture.film import Shot, film_of
from wordwaiter.picture.rack import RackPicture, rack_svg
from wordwaiter.picture.raster import png
from wordwaiter.picture.score_graph import ScoreGraph
from wordwaiter.picture.share import ShareCard
from wordwaiter.picture.theme import Theme, theme_named

__all__ = [
    "BoardPicture",
    "Chart",
    "Moving",
    "RackPicture",
    "ScoreGraph",
    "ShareCard",
    "Shot",
    "Theme",
    "animate",
    "board_svg",
    "film_of",
    "funds_chart",
    "load_ipython_extension",
    "png",
    "rack_svg",
    "scores_chart",
    "theme_named",
]


def load_ipython_extension(ipython: Any) -> None:
    """Sets up boards in notebooks; `%load_ext wordwaiter.picture` calls it."""
    from wordwaiter.picture.notebook import show_boards

    show_boards(ipython.display_formatter.formatters["image/svg+xml"])
