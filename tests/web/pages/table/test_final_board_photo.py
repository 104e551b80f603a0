"""The final board of a table from a photo: compared with the turns, put right, saved beside the sheets."""

import base64
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from PIL import Image

from bees import FEW
from photo.photos import file_of
from service.houses import DORA, holder, library_night, round_begun
from web.forms_on_pages import alerts_in
from web.pages.bee.tortoises import begun, board_of, play_zed
from web.room import bearer, join
from wordwaiter.game import commands as g
from wordwaiter.game.table import EndReason, Table, TableKind
from wordwaiter.lexicon import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.jobs.photo_process import AskedSquare, PhotoRead, PhotoToRead
from wordwaiter.service.photos.kept_photos import final_board_at, photos_at
from wordwaiter.service.tables import board_photos
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]
FLAT = file_of(Image.new("RGB", (480, 480), "green"), "JPEG")
ZED = {7: "........Z......", 8: ".......READ....", 9: "........D......"}
"""The tiles of ZED down through the E of READ."""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "bee.db", ContextParts(judge=Judge((FEW,)))) as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    return begun(context)


@pytest.fixture
def table(context: Context, bee: str) -> str:
    return board_of(context, bee, 1)


@pytest.fixture
def client(context: Context, bee: str) -> Iterator[Client]:
    """The phone of a scorekeeper at the tables."""
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee))[0]))
        yield client


def shows(monkeypatch: pytest.MonkeyPatch, rows: dict[int, str], *doubts: AskedSquare) -> None:
    """Lets every photo show these rows, by number."""
    lines = tuple(rows.get(row + 1, "." * 15) for row in range(15))

    def read(_photo: PhotoToRead) -> PhotoRead:
        return PhotoRead(lines, doubts, FLAT, 480)

    monkeypatch.setattr(board_photos, "read_photo", read)


def photographed(client: Client, table: str, whence: str = "final") -> str:
    files = {"photo": ("board.jpg", b"photo", "image/jpeg")}
    return client.post(f"/photo/{whence}/{table}", files=files).text


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page, re.DOTALL)
    assert found, alerts_in(page)
    return " ".join(unescape(found[1]).split())


def fields_of(page: str) -> dict[str, str]:
    form = next(each for each in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'name="board"' in each)
    board = re.search(r"<textarea[^>]*>([^<]*)</textarea>", form)
    hidden = re.findall(r'<input type="hidden" name="([^"]+)"\s+value="([^"]*)"', form)
    chosen = re.findall(r'<input type="radio"\s+name="(at-\d+-\d+)" value="([^"]+)" checked', form)
    return {name: unescape(value) for name, value in (*hidden, *chosen)} | {
        "board": board[1] if board else ""
    }


def press(client: Client, table: str, page: str, do: str, whence: str = "final", **typed: str) -> str:
    form = fields_of(page) | {"do": do} | typed
    return client.post(f"/photo/{whence}/{table}", data=form, follow_redirects=True).text


def state(context: Context, table: str) -> Table:
    found = context.states.of(table).state
    assert isinstance(found, Table)
    return found


def test_the_final_board_is_checked_against_the_turns_and_saved(
    client: Client, context: Context, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "/photo/final/" not in client.get(f"/tables/{table}").text, "the game is still played"
    play_zed(context, table)
    assert f'action="/photo/final/{table}"' in client.get(f"/tables/{table}").text
    shows(monkeypatch, ZED)
    page = photographed(client, table)
    assert heading(page) == "The photo shows the board as it was entered."
    assert final_board_at(context, DORA, table) is None, "nothing is saved yet"
    page = press(client, table, page, "save")
    assert "Final board saved from a photo." in page
    saved = final_board_at(context, DORA, table)
    assert saved is not None
    assert saved.lines[7] == ".......READ...."
    assert not saved.has_picture, "the organiser keeps no photos"


def test_a_square_that_differs_is_shown_with_its_turn_and_the_turn_is_put_right_with_one_tap(
    client: Client, context: Context, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_zed(context, table)
    shows(monkeypatch, ZED | {7: "........B......"})
    page = photographed(client, table)
    assert "<b>I7</b> Photo: B. Entered: Z. Turn 1." in " ".join(page.split())
    assert state(context, table).turns[0].points == 25
    page = press(client, table, page, "correct-1")
    assert alerts_in(page) == []
    assert "Turn 1 is corrected." in page
    assert heading(page) == "The photo shows the board as it was entered."
    turn = state(context, table).turns[0]
    assert (turn.move.words, turn.points) == (("BED",), 11), "B 3 × 2, E 1, D 2 × 2"  # type: ignore[union-attr]


def test_a_misreading_is_answered_with_the_entered_letter_and_no_turn_changes(
    client: Client, context: Context, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter that was entered is one of the answers."""
    play_zed(context, table)
    shows(monkeypatch, ZED | {7: "........B......"})
    page = photographed(client, table)
    assert re.findall(r'name="at-6-8" value="([^"]+)"', page) == ["B", "Z", "."]
    page = press(client, table, page, "again", **{"at-6-8": "Z"})
    assert heading(page) == "The photo shows the board as it was entered."
    assert state(context, table).turns[0].points == 25


def test_tiles_that_are_missing_or_were_never_entered_are_told_and_no_turn_is_offered(
    client: Client, context: Context, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_zed(context, table)
    shows(monkeypatch, {7: "........Z......", 8: ".......READS..."})
    page = " ".join(photographed(client, table).split())
    assert "<b>L8</b> Photo: S. Entered: no tile." in page
    assert "<b>I9</b> Photo: no tile. Entered: D. Turn 1." in page
    assert 'value="correct-' not in page


def test_a_blank_without_a_letter_is_not_saved(
    client: Client, context: Context, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_zed(context, table)
    shows(monkeypatch, ZED | {8: ".......READ?..."}, AskedSquare(7, 11, ("?",)))
    page = photographed(client, table)
    assert heading(page) == "Look at 1 square"
    refused = press(client, table, page, "save")
    assert "which letter the blank on L8 is" in refused
    assert final_board_at(context, DORA, table) is None


def test_at_a_table_on_paper_the_photo_gives_the_final_board_and_the_tiles_left_over(
    client: Client, context: Context, bee: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No turn was entered: the sheets come with totals alone."""
    client.headers.update(bearer(join(context, Grant(Role.SCOREKEEPER, bee))[0]))
    sheets = client.get(f"/sheets/{bee}").text
    assert f'href="/photo/sheet/{table}"' in sheets
    shows(monkeypatch, ZED)
    page = photographed(client, table, "sheet")
    assert heading(page) == "6 tiles read."
    beside = re.search(r'<p id="beside">(.*?)</p>', page, re.DOTALL)
    assert beside
    # The set has 100 tiles with 187 points; READ has 5 of them, Z and D 12.
    assert " ".join(re.sub("<[^>]+>", " ", beside[1]).split()).startswith("94 tiles are not on the board:")
    assert " ".join(re.sub("<[^>]+>", " ", beside[1]).split()).endswith("170 points")
    after = press(client, table, page, "save", "sheet")
    assert "Final board saved from a photo." in after
    assert "Score sheets" in after
    assert state(context, table).turns == (), "no turn is made up"


def test_more_tiles_of_a_kind_than_there_are_is_said(
    client: Client, context: Context, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_zed(context, table)
    shows(monkeypatch, ZED | {7: "........ZZ....."})
    assert "2 × Z lie on the board, and there is only 1" in photographed(client, table)


def test_with_the_organisers_wish_the_photo_is_kept_and_seen_where_sheets_differ(
    client: Client, context: Context, bee: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute(context, DORA, TOURNAMENTS, bee, c.KeepPhotos(""))
    play_zed(context, table)
    shows(monkeypatch, ZED)
    page = photographed(client, table)
    assert "The organiser keeps the photo of this board for the judges." in page
    assert fields_of(page)["picture"] == base64.b64encode(FLAT).decode()
    after = press(client, table, page, "save")
    assert f'src="/kept-photos/{bee}/1"' in after
    sheets = client.get(f"/sheets/{bee}", headers=bearer(join(context, Grant(Role.SCOREKEEPER, bee))[0]))
    assert f'src="/kept-photos/{bee}/1"' in sheets.text


def test_others_cannot_enter_a_final_board(
    client: Client, context: Context, bee: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_zed(context, table)
    shows(monkeypatch, ZED)
    number = int(table.rpartition("/")[2].partition(".")[0])
    others = (
        Grant(Role.PLAYER, bee, entrant=1),
        Grant(Role.TABLE_SCOREKEEPER, bee, table=number + 1),
        Grant(Role.EMCEE, bee),
    )
    for grant in others:
        client.headers.update(bearer(join(context, grant)[0]))
        assert f'action="/photo/final/{table}"' not in client.get(f"/tables/{table}").text
        assert client.get(f"/photo/final/{table}").status_code == 409
        page = photographed(client, table)
        assert "only whoever enters this board" in page.lower()
    assert photos_at(context, holder("Sam", Role.JUDGE, bee), table) == ()


def test_at_a_free_table_the_final_board_is_checked_and_nothing_is_stored(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_free_table(context, DORA, "club", g.OpenTable(TableKind.PHYSICAL, ("Ann", "Bo")))
    table = "table-1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, table, g.DrawFirst(seat, tile))
    board = state(context, table).position.board
    for command in (g.Play(0, parse_play("8G READ", board)), g.End("", EndReason.NO_PLAY, "late")):
        execute(context, DORA, TABLES, table, command)
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, table))[0]))
        shows(monkeypatch, {8: "......READ....."})
        page = photographed(client, table)
        assert heading(page) == "The photo shows the board as it was entered."
        assert 'value="save"' not in page


def test_the_photo_of_a_play_is_kept_for_the_challenge_and_the_judge_sees_it_beside_the_words(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = library_night(context)
    round_begun(context, stream, 60_000 * 60)
    execute(context, DORA, TOURNAMENTS, stream, c.KeepPhotos(""))
    table = f"{stream}/1/1/1.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, table, g.DrawFirst(seat, tile))
    with TestClient(create_app(context)) as client:
        client.headers.update(bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, stream))[0]))
        shows(monkeypatch, {8: ".......READ...."})
        files = {"photo": ("board.jpg", b"photo", "image/jpeg")}
        page = client.post(f"/photo/{table}", files=files).text
        assert photos_at(context, DORA, table) == ()
        form = next(
            each for each in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'value="play"' in each
        )
        fields = {
            name: unescape(value) for name, value in re.findall(r'name="([^"]+)"\s+value="([^"]*)"', form)
        }
        assert fields["picture"]
        for _ in range(2):  # the outbox sends it again when its answer was lost
            after = client.post(f"/photo/{table}", data=fields, follow_redirects=True)
            assert alerts_in(after.text) == []
        assert len(state(context, table).turns) == 1
        (photo,) = photos_at(context, DORA, table)
        assert (photo.use.value, photo.has_picture) == ("turn", True)
        seat = 1 - state(context, table).turns[0].seat
        execute(context, DORA, TABLES, table, g.Challenge(seat, ("READ",)))
        queue = client.get("/judges", headers=bearer(join(context, Grant(Role.JUDGE, stream))[0])).text
        assert f'src="/kept-photos/{stream}/1"' in queue
