"""A photo of a board on the analysis page: what was read becomes a position, and nothing is saved."""

import re
from html import unescape

from web.forms_on_pages import alerts_in
from web.pages.table.test_board_photo import Client, Shows, bee, board_of, client, form_of, sent, shows
from wordwaiter.service.context import Context
from wordwaiter.service.jobs.photo_process import AskedSquare

__all__ = ["bee", "client", "shows"]
PHOTO = "/photo/analysis"


def _brought(page: str) -> str:
    found = re.search(r"<textarea name=\"game\"[^>]*>([^<]*)</textarea>", page)
    assert found, page
    return unescape(found[1])


def test_a_photo_becomes_a_position_to_analyse(client: Client, shows: Shows) -> None:
    assert f'action="{PHOTO}"' in client.get("/analysis").text
    shows({8: ".......R?AD...."}, AskedSquare(7, 8, ("?",)))
    page = sent(client, address=PHOTO)
    assert board_of(page)[7] == ".......R.AD...."
    assert "data-stream" not in page, "no board of ours is meant"
    answered = form_of(page) | {"at-7-8": "e"}
    position = _brought(client.post(PHOTO, data=answered).text)
    assert position.startswith("15/15/15/15/15/15/15/7ReAD4/15/")
    bare = client.post("/analysis", data={"game": position, "rulebook": "club"})
    assert alerts_in(bare.text) == ["The side to move has no tiles; give it a rack."]
    assert 'name="rack"' in bare.text
    opened = client.post("/analysis", data={"game": position, "rack": "aeinrtt", "rulebook": "club"})
    assert opened.status_code == 200
    assert "7ReAD4/15/15/15/15/15/15/15 AEINRTT/" in opened.text


def test_a_game_is_opened_without_a_rack(client: Client) -> None:
    assert 'name="rack"' not in client.get("/analysis").text


def test_a_blank_without_a_letter_is_asked_about_again(client: Client, shows: Shows) -> None:
    shows({8: ".......R?AD...."}, AskedSquare(7, 8, ("?",)))
    refused = client.post(PHOTO, data=form_of(sent(client, address=PHOTO)))
    assert refused.status_code == 422
    assert alerts_in(refused.text) == ["Say which letter the blank on I8 is."]


def test_somebody_who_has_not_joined_takes_no_photos_there(client: Client, shows: Shows) -> None:
    shows({})
    client.cookies.clear()
    assert PHOTO not in client.get("/analysis").text
    files = {"photo": ("board.jpg", b"photo", "image/jpeg")}
    assert client.post(PHOTO, files=files).status_code == 401


def test_while_a_round_runs_no_photo_is_read_to_be_analysed(
    bee: tuple[Client, Context, str], shows: Shows
) -> None:
    reader = shows({8: ".......READ...."})
    assert PHOTO not in bee[0].get("/analysis").text
    assert "analysis is closed" in sent(bee[0], address=PHOTO).lower()
    assert reader.photos == []
