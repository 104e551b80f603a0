"""The list of turns on a table's page: what each brought, and the total after it."""

import re
from pathlib import Path

from litestar.testing import TestClient

from web.room import OWNER, TABLE, begin_cup, start_round
from wordwaiter.game import commands as g
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.web.http.app import create_app


def test_each_turn_shows_its_points_and_the_total_after_it(tmp_path: Path) -> None:
    judge = Judge((Lexicon.of_words("house", ["CAT"]),))
    with (
        Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context,
        TestClient(create_app(context)) as client,
    ):
        begin_cup(context)
        start_round(context)
        for seat, tile in enumerate("AB"):
            execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
        for seat, points in ((0, 24), (1, 31), (0, 18)):
            execute(context, OWNER, TABLES, TABLE, g.ReportPoints(seat, points))
        html = client.get(f"/tables/{TABLE}").text
    turns = html[html.index('id="turns"') :]
    figures = re.findall(r'<td class="figures" data-label="[^"]*">(\d+)</td>', turns)
    assert sorted(zip(figures[::2], figures[1::2], strict=True)) == [("18", "42"), ("24", "24"), ("31", "31")]
