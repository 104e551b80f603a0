"""One practice board on two tabs: what is painted on both comes together, by plain forms."""

import re
from html import unescape
from pathlib import Path

from litestar.testing import TestClient

from bees import FEW
from wordwaiter.lexicon import Judge
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.http.app import create_app


def _field(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return unescape(found[1])


def test_a_later_save_lays_nothing_over_what_another_tab_has_saved(tmp_path: Path) -> None:
    with (
        Context.open(tmp_path / "tabs.db", ContextParts(judge=Judge((FEW,)))) as context,
        TestClient(create_app(context)) as client,
    ):
        client.headers["Origin"] = str(client.base_url)
        page = client.post("/practice", data={"starting": "read"}, follow_redirects=True).text
        seen = _field(page, "seen")

        def save(row: int, text: str, **more: str) -> tuple[int, str]:
            lines = seen.splitlines()
            lines[row] = text
            form = {"do": "paint", "board": "\n".join(lines), "seen": seen, **more}
            answer = client.post("/practice/practice-1", data=form)
            return answer.status_code, answer.text

        assert save(7, ".......READS...")[0] == 200
        assert save(8, ".......E.......")[0] == 200
        both = _field(client.get("/practice/practice-1").text, "seen").splitlines()
        assert both[7:9] == [".......READS...", ".......E......."]
        status, asked = save(7, ".......READY...")
        assert status == 409
        assert "somebody else changed" in asked.lower()
        assert ".......READY..." in asked
        assert save(7, ".......READY...", over=_field(asked, "over"))[0] == 200
        both = _field(client.get("/practice/practice-1").text, "seen").splitlines()
        assert both[7:9] == [".......READY...", ".......E......."]
