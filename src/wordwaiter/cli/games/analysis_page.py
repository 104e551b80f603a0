"""Analysed games as a page that needs no other file."""

import html
from collections.abc import Sequence

from wordwaiter.cli.games.analysis_text import (
    HEADINGS,
    PLAYER_HEADINGS,
    habit_of,
    legend,
    player_row,
    row_of,
    sentences_of,
)
from wordwaiter.service.jobs.game_analyses import GameReport
from wordwaiter.service.jobs.player_reports import PlayerReport

_STYLE = """
:root{color-scheme:light dark;--line:#8886;--ink:#234}
@media(prefers-color-scheme:dark){:root{--ink:#9cf}}
body{font:1rem/1.4 system-ui,sans-serif;margin:1rem auto;max-width:64rem;padding:0 .7rem}
.scrolls{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:.2rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
.number{text-align:right}
details{border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 2.5rem}
summary{padding:.5rem 0;cursor:pointer;overflow-wrap:anywhere}
h2{display:inline;font-size:1.05rem}
section h2{display:block;margin:1.2rem 0 .3rem}
svg{display:block;width:100%;max-width:38rem;height:9rem}
"""


def analysis_page(games: Sequence[GameReport], players: Sequence[PlayerReport]) -> str:
    """Returns the page: players first, then the games, which open by themselves where there is only one."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Analysis</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{_STYLE}</style>'
        f"<h1>Analysis</h1>{_players(games, players)}"
        f"{''.join(_game(game, is_open=len(games) == 1) for game in games)}</html>\n"
    )


def _players(games: Sequence[GameReport], players: Sequence[PlayerReport]) -> str:
    if not players:
        return ""
    told = "".join(
        f"<section><h2>{html.escape(each.name)}</h2><ul>"
        + "".join(f"<li>{html.escape(habit_of(habit))}</li>" for habit in each.habits)
        + "</ul></section>"
        for each in players
        if each.habits
    )
    rows = [player_row(each) for each in players]
    return f"{_table(PLAYER_HEADINGS, rows, 1)}<p>{html.escape(legend(games))}</p>{told}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> str:
    """A table whose first columns are texts, and the others numbers."""

    def line(cells: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{'' if at < texts else ' class=number'}>{html.escape(cell)}</{tag}>"
            for at, cell in enumerate(cells)
        )

    body = "".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f"<div class=scrolls tabindex=0><table><tr>{line(heads, 'th')}</tr>{body}</table></div>"


def _game(game: GameReport, *, is_open: bool) -> str:
    names = " and ".join(game.players)
    rows = [row_of(game, turn) for turn in game.turns]
    told = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences_of(game))
    opened = " open" if is_open else ""
    return (
        f"<details{opened}><summary><h2>{html.escape(names)}</h2> {html.escape(game.file)}"
        f"</summary>{_graph(game)}{_table(HEADINGS, rows, len(HEADINGS))}<ul>{told}</ul></details>"
    )


def _graph(game: GameReport) -> str:
    """The first player's chance to win, turn by turn."""
    chances = [turn.win if turn.player == 0 else 1 - turn.win for turn in game.turns]
    points = " ".join(f"{10 * index},{100 * (1 - chance):.1f}" for index, chance in enumerate(chances))
    width = 10 * max(1, len(chances) - 1)
    first = html.escape(game.players[0])
    return (
        f'<svg viewBox="0 0 {width} 100" preserveAspectRatio="none" role="img" '
        f'aria-label="How often {first} wins, turn by turn"><path d="M0 50H{width}" stroke="gray" '
        f'vector-effect="non-scaling-stroke"/><polyline points="{points}" fill="none" stroke="var(--ink)" '
        f'stroke-width="2" vector-effect="non-scaling-stroke"/></svg>'
    )
