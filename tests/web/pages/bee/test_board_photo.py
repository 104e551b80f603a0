"""A board from a photo by plain forms: the camera, the corners, the squares to look at, and saving."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from PIL import Image

from bees import FEW
from board_photos.camera import CORNERS, project
from board_photos.tiles import LABELS
from photo.photos import file_of, playable_photo
from web.forms_on_pages import alerts_in
from wordwaiter.lexicon import Judge
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.http.app import create_app
from wordwaiter.web.pages.bee.board_photo import TAPPED_WIDTH

Client = TestClient[Litestar]
BOARD = "/practice/practice-1"
PHOTO = "/photo/practice-1"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """A phone that practises READ without a clock."""
    parts = ContextParts(judge=Judge((FEW,)))
    with (
        Context.open(tmp_path / "practice.db", parts) as context,
        TestClient(create_app(context)) as client,
    ):
        client.headers["Origin"] = str(client.base_url)  # as browsers send it with a form
        client.post("/practice", data={"starting": "read", "minutes": "", "removed": "0"})
        yield client


def board_of(page: str) -> list[str]:
    found = re.search(r"<textarea[^>]*name=\"board\"[^>]*>([^<]*)</textarea>", page)
    assert found, alerts_in(page)
    return found[1].strip().splitlines()


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="([^"]+)"\s+value="([^"]*)"', page))


def sent(client: Client, content: bytes, name: str = "board.jpg") -> str:
    """Returns the page that comes after a photo was chosen."""
    assert f'href="{PHOTO}"' in client.get(BOARD).text
    assert 'capture="environment"' in client.get(PHOTO).text
    return client.post(PHOTO, data={"do": "read"}, files={"photo": (name, content, "image/jpeg")}).text


def answers(page: str) -> dict[str, str]:
    """Returns the form as it stands, with E for each blank."""
    chosen = dict(re.findall(r'<input type="radio" name="(at-\d+-\d+)" value="([^"]+)" checked>', page))
    blanks = dict.fromkeys(re.findall(r'<select name="(at-\d+-\d+)"', page), "e")
    return {
        "do": "save",
        "board": "\n".join(board_of(page)),
        "seen": hidden(page)["seen"],
        **chosen,
        **blanks,
    }


def true_lines() -> list[str]:
    return ["".join(LABELS[label] or "." for label in row) for row in playable_photo().letters]


def share_right(said: list[str], true: list[str]) -> float:
    pairs = [(a, b) for row, other in zip(said, true, strict=True) for a, b in zip(row, other, strict=True)]
    return sum(a == ("e" if b == "?" else b) for a, b in pairs) / len(pairs)


def test_a_photo_is_read_checked_and_saved(client: Client) -> None:
    page = sent(client, file_of(playable_photo().image, "JPEG"))
    assert re.search(r"role=\"status\">\d+ tiles read\.", page), alerts_in(page)
    assert board_of(client.get(BOARD).text)[7] == ".......READ....", (
        "nothing is saved before somebody says so"
    )
    form = answers(page)
    assert any(value == "e" for value in form.values()), "blanks ask for their letter"
    after = client.post(PHOTO, data=form, follow_redirects=True)
    assert after.url.path == BOARD, alerts_in(after.text)
    assert share_right(board_of(after.text), true_lines()) > 0.96


def test_a_blank_without_its_letter_is_asked_for(client: Client) -> None:
    form = answers(sent(client, file_of(playable_photo().image, "JPEG")))
    blank = next(name for name, value in form.items() if value == "e")
    refused = client.post(PHOTO, data=form | {blank: ""})
    assert refused.status_code == 422
    assert "which letter the blank on" in refused.text
    assert board_of(client.get(BOARD).text)[7] == ".......READ...."


def test_a_photo_without_colours_is_read_after_four_taps(client: Client) -> None:
    grey = playable_photo().image.convert("L").convert("RGB")
    page = sent(client, file_of(grey))
    assert "could not be found for certain" in page
    board = playable_photo().board
    assert board is not None
    scale = TAPPED_WIDTH / grey.width
    for number, (x, y) in enumerate(project(board, CORNERS) * scale, 1):
        assert 'type="image" name="tap"' in page, number
        taps = {"tap.x": str(round(x)), "tap.y": str(round(y))}
        page = client.post(PHOTO, data=hidden(page) | taps).text
    assert (
        share_right(
            board_of(client.post(PHOTO, data=answers(page), follow_redirects=True).text), true_lines()
        )
        > 0.9
    )


def test_a_turned_board_is_read_the_right_way_round_after_one_press(client: Client) -> None:
    page = sent(client, file_of(playable_photo().image, "JPEG"))
    once = board_of(page)
    turns = [once]
    for _ in range(4):
        page = client.post(PHOTO, data={"do": "turn", "picture": hidden(page)["picture"]}).text
        turns.append(board_of(page))
    tiles = [sum(sign != "." for row in lines for sign in row) for lines in turns]
    assert share_right(turns[4], once) > 0.95, "four turns are none"
    assert max(tiles) - min(tiles) < 25
    assert turns[1] != once


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"%PDF-1.7 ...", "This is a PDF."),
        (b"\x89PNG\r\n\x1a\n broken", "damaged or incomplete"),
        (b"", "Choose a photo first"),
        (file_of(Image.new("RGB", (60, 60))), "only 60"),
        (file_of(Image.new("1", (11_000, 10_000))), "megapixels"),
    ],
    ids=["a PDF", "a broken file", "no file", "a stamp", "110 megapixels"],
)
def test_what_is_no_photo_of_a_board_gets_a_helpful_sentence(
    client: Client, content: bytes, sentence: str
) -> None:
    assert sentence in sent(client, content)


def test_others_cannot_enter_a_board_by_a_photo(client: Client) -> None:
    client.cookies.clear()
    assert client.get(PHOTO).status_code in {401, 403}
    refused = client.post(PHOTO, data={"do": "read"}, files={"photo": ("a.png", b"", "image/png")})
    assert refused.status_code in {401, 403}
