"""Kept photos on pages: kept when a board is saved, and seen by officials beside what they rule on."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from PIL import Image

from bees import FEW, HARE, begin, boards, built, evening
from photo.photos import file_of
from service.houses import DORA
from web.room import bearer, join
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.lexicon import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.photos.kept_photos import photos_stream
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]
FLAT = base64.b64encode(file_of(Image.new("RGB", (480, 480), "green"), "JPEG")).decode()


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "bee.db", ContextParts(judge=Judge((FEW,)))) as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    """Round 1 of a Bee, of which photos are kept."""
    bee = evening(context)
    begin(context, bee)
    execute(context, DORA, TOURNAMENTS, bee, c.KeepPhotos(""))
    return bee


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


def somebody(context: Context, bee: str, role: Role) -> dict[str, str]:
    return bearer(join(context, Grant(role, bee))[0])


def save(
    client: Client, context: Context, stream: str, who: dict[str, str], picture: str = FLAT, key: str = ""
) -> int:
    """Presses *Save this board* on the page where a photo was checked."""
    text = built(context, stream).board.text().replace("READS", "READ.")
    form = {"do": "save", "board": text.replace("READ.", "READS"), "seen": text, "picture": picture}
    return client.post(f"/photo/{stream}", data=form | {"sending": key}, headers=who).status_code


def pictures(page: str) -> list[str]:
    return re.findall(r'<img src="(/kept-photos/[^"]+)"', page)


def test_the_photo_of_a_saved_board_is_beside_it_for_its_word_waiter_and_for_judges(
    client: Client, context: Context, bee: str
) -> None:
    stream = boards(context, bee)["Owls"]
    walt, jo = (somebody(context, bee, role) for role in (Role.TABLE_SCOREKEEPER, Role.JUDGE))
    assert pictures(client.get(f"/hare/{stream}", headers=walt).text) == []
    assert save(client, context, stream, walt) == 200
    execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", HARE))
    execute(context, DORA, BOARDS, stream, h.SubmitBoard("", "Ann"))
    for page, who in ((f"/hare/{stream}", walt), (f"/judges/boards/{stream}", jo)):
        assert pictures(client.get(page, headers=who).text) == [f"/kept-photos/{bee}/1"]
    answer = client.get(f"/kept-photos/{bee}/1", headers=jo)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert "no-store" in answer.headers["cache-control"]
    assert answer.content.startswith(b"\xff\xd8")


def test_a_challenged_word_and_a_fault_have_the_photo_beside_them_in_the_judges_queue(
    client: Client, context: Context, bee: str
) -> None:
    stream = boards(context, bee)["Owls"]
    save(client, context, stream, somebody(context, bee, Role.TABLE_SCOREKEEPER))
    execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", HARE))
    execute(context, DORA, BOARDS, stream, h.SubmitBoard("", "Ann"))
    owls = built(context, stream).contender
    assert owls is not None
    reads = PlacedWord("READS", Square(7, 7), Direction.ACROSS)
    execute(context, DORA, TOURNAMENTS, bee, c.ChallengeBoardWord("Ann", 1, 3 - owls, owls, reads))
    queue = client.get("/judges", headers=somebody(context, bee, Role.JUDGE)).text
    assert pictures(queue) == [f"/kept-photos/{bee}/1"]


def test_the_public_and_players_see_neither_photo_nor_its_address(
    client: Client, context: Context, bee: str
) -> None:
    stream = boards(context, bee)["Owls"]
    save(client, context, stream, somebody(context, bee, Role.TABLE_SCOREKEEPER))
    ann = bearer(join(context, Grant(Role.PLAYER, bee, entrant=1))[0])
    for who in ({}, ann, somebody(context, bee, Role.EMCEE), somebody(context, bee, Role.DISPLAY)):
        answer = client.get(f"/kept-photos/{bee}/1", headers=who)
        assert answer.status_code in {401, 403}
        assert b"\xff\xd8" not in answer.content
        for page in (f"/hare/{stream}", f"/live/{bee}", f"/screen/{bee}"):
            assert "kept-photos/" not in client.get(page, headers=who).text


def test_what_waited_in_the_outbox_and_comes_twice_is_kept_once(
    client: Client, context: Context, bee: str
) -> None:
    stream, walt = boards(context, bee)["Owls"], somebody(context, bee, Role.TABLE_SCOREKEEPER)
    assert [save(client, context, stream, walt, key="k" * 32) for _ in range(2)] == [200, 200]
    assert context.journal.version(photos_stream(bee)) == 1


@pytest.mark.parametrize("picture", ["", base64.b64encode(b"%PDF-1.7").decode()])
def test_a_board_is_saved_though_its_picture_is_lost_or_no_picture(
    client: Client, context: Context, bee: str, picture: str
) -> None:
    stream = boards(context, bee)["Owls"]
    walt = somebody(context, bee, Role.TABLE_SCOREKEEPER)
    assert save(client, context, stream, walt, picture) == 200
    assert "READS" in built(context, stream).board.text()
    assert not context.journal.version(photos_stream(bee))


def test_without_the_directors_wish_no_photo_is_kept(client: Client, context: Context) -> None:
    bee = evening(context)
    begin(context, bee)
    stream = boards(context, bee)["Owls"]
    walt = somebody(context, bee, Role.TABLE_SCOREKEEPER)
    assert save(client, context, stream, walt) == 200
    assert not context.journal.version(photos_stream(bee))
    assert pictures(client.get(f"/hare/{stream}", headers=walt).text) == []


def test_everybody_can_read_that_photos_may_be_kept(client: Client) -> None:
    assert "If a board is photographed" in client.get("/privacy").text


def test_boards_that_teams_build_are_photographed_on_their_own_page_and_not_beside_sheets(
    client: Client, context: Context, bee: str
) -> None:
    answer = client.get(f"/sheets/{bee}", headers=somebody(context, bee, Role.SCOREKEEPER))
    assert answer.status_code == 200
    assert "/photo/" not in answer.text
