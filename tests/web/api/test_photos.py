"""A photo sent by a program is read as the terminal reads it."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from photo.photos import file_of, good_photo
from web.room import bearer, join_as_owner
from wordwaiter.photo import read_board
from wordwaiter.service.context import Context
from wordwaiter.service.jobs.photo_process import PhotoRead, PhotoToRead
from wordwaiter.web.api import photos
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
ADDRESS = "/api/v1/photos"
PLAIN = {"located": True, "board": ["." * 15] * 15, "doubtful": [[7, 3]], "confidence": [], "corners": None}


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    token, _ = join_as_owner(context)
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(token))
        yield client


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[PhotoToRead]:
    """Stands in for the reader; returns what it was given."""
    given: list[PhotoToRead] = []

    def read(photo: PhotoToRead) -> PhotoRead:
        given.append(photo)
        return PhotoRead((), (), b"", 0, plain=PLAIN | {"seconds": 0.1})

    monkeypatch.setattr(photos, "read_photo", read)
    return given


def sent(client: Client, content: bytes = b"photo", **options: str) -> Any:
    return client.post(ADDRESS, files={"photo": ("board.jpg", content, "image/jpeg")}, params=options)


@pytest.mark.long
def test_a_program_gets_what_the_terminal_prints(client: Client) -> None:
    content = file_of(good_photo().image, "JPEG")
    expected = read_board(content).plain()
    answer = sent(client, content)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told.pop("problem") is None
    assert told.pop("seconds") > 0
    assert told == {name: value for name, value in expected.items() if name != "seconds"}


def test_layout_tiles_and_corners_are_options(client: Client, seen: list[PhotoToRead]) -> None:
    assert sent(client, layout="super", tiles="french", corners="1,2,9,2,9,8,1,8").status_code == 200
    corners = ((1.0, 2.0), (9.0, 2.0), (9.0, 8.0), (1.0, 8.0))
    assert seen == [PhotoToRead(b"photo", "super", "french", corners)]


@pytest.mark.parametrize("corners", ["1,2,3", "a,b,c,d,e,f,g,h"])
def test_corners_that_are_no_corners_are_refused(
    client: Client, seen: list[PhotoToRead], corners: str
) -> None:
    refused = sent(client, corners=corners)
    assert (refused.status_code, refused.json()["code"], seen) == (422, "photo-corners", [])


def test_a_body_without_a_photo_is_refused(client: Client, seen: list[PhotoToRead]) -> None:
    assert client.post(ADDRESS, json={}).status_code == 415
    other = client.post(ADDRESS, files={"picture": ("board.jpg", b"photo", "image/jpeg")})
    assert (other.json()["code"], seen) == ("photo-none", [])


def test_a_device_waits_after_twenty_photos_and_another_does_not(
    client: Client, context: Context, seen: list[PhotoToRead]
) -> None:
    codes = [sent(client).status_code for _ in range(21)]
    assert codes == [200] * 20 + [429]
    client.headers.update(bearer(join_as_owner(context)[0]))
    assert sent(client).status_code == 200
    assert len(seen) == 21


def test_nobody_without_a_token_has_a_photo_read(client: Client, seen: list[PhotoToRead]) -> None:
    del client.headers["Authorization"]
    assert (sent(client).status_code, seen) == (401, [])
