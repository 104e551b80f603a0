"""Photos of boards: kept only if the organiser wants it, for those who rule, and erased with the people."""

import io
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from sqlite3 import connect

import pytest
from PIL import Image

from bees import begin, boards, evening
from photo.photos import file_of
from service.houses import DORA, Computer, holder, serving
from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.photo import keeping
from wordwaiter.photo.keeping import KEPT_BYTES, KEPT_PIXELS, kept_jpeg
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY, Caller, Grant
from wordwaiter.service.access.erasing import FoundPerson, erase_person, erase_when_due
from wordwaiter.service.access.visibility import may_know_of, visible_fact
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.photos.kept_photos import (
    PhotographedBoard,
    keep_board,
    photos_at,
    photos_stream,
    picture_at,
)
from wordwaiter.service.photos.photo_facts import MOST_OF_TABLE, BoardUse, photo_fact
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.backup import back_up
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c

BOARD = "\n".join(["." * 15] * 7 + [".......READ...."] + ["." * 15] * 7)
NOISE = Image.effect_noise((480, 480), 60).convert("RGB")
"""No JPEG of it is small."""


def photo(colour: str = "green") -> bytes:
    return file_of(Image.new("RGB", (480, 480), colour), "JPEG")


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", computer) as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    """Round 1 of two Hare teams, whose photos are kept."""
    bee = evening(context)
    begin(context, bee)
    execute(context, DORA, TOURNAMENTS, bee, c.KeepPhotos(""))
    return bee


def owls(context: Context, bee: str) -> str:
    return boards(context, bee)["Owls"]


def keep(
    context: Context,
    stream: str,
    picture: bytes | None = None,
    *,
    caller: Caller = DORA,
    use: BoardUse = BoardUse.BUILT,
    meta: CommandMeta = NO_META,
) -> None:
    taken = photo() if picture is None else picture
    keep_board(context, caller, stream, PhotographedBoard(use, BOARD, taken), meta)


def somebody(stream: str, role: Role, table: int | None = None) -> Caller:
    return Caller("Walt", "device-9", frozenset({Grant(role, stream, table=table)}))


def test_no_photo_is_kept_unless_the_director_wants_it(context: Context) -> None:
    bee = evening(context)
    begin(context, bee)
    keep(context, owls(context, bee))
    assert photos_at(context, DORA, owls(context, bee)) == ()
    assert not context.journal.version(photos_stream(bee))


def test_a_kept_photo_is_seen_by_those_who_rule_or_keep_the_table_and_by_nobody_else(
    context: Context, bee: str
) -> None:
    stream = owls(context, bee)
    keep(context, stream)
    table = int(stream.rpartition("/")[2].partition(".")[0])
    for role in (Role.DIRECTOR, Role.JUDGE, Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER):
        (seen,) = photos_at(context, somebody(bee, role), stream)
        assert picture_at(context, somebody(bee, role), bee, seen.number).startswith(b"\xff\xd8")
    assert photos_at(context, somebody(bee, Role.TABLE_SCOREKEEPER, table), stream)
    others = (
        somebody(bee, Role.TABLE_SCOREKEEPER, table + 1),
        somebody("tournament-99", Role.JUDGE),
        *(somebody(bee, role) for role in (Role.EMCEE, Role.TREASURER, Role.DISPLAY, Role.PUBLIC)),
        holder("Ann", Role.PLAYER, bee, entrant=1),
        NOBODY,
    )
    for caller in others:
        assert photos_at(context, caller, stream) == ()
        with pytest.raises(WordwaiterError):
            picture_at(context, caller, bee, 1)
        with pytest.raises(WordwaiterError):
            keep(context, stream, caller=caller)


def test_no_message_carries_a_picture(context: Context, bee: str) -> None:
    keep(context, owls(context, bee))
    (fact,) = context.journal.facts(photos_stream(bee))
    assert fact.body["picture"]
    assert "picture" not in (visible_fact(DORA, fact) or {})["body"]  # type: ignore[operator]
    assert not may_know_of(NOBODY, fact.kind)
    assert not may_know_of(somebody(bee, Role.EMCEE), fact.kind)


def test_what_is_sent_twice_is_kept_once(context: Context, bee: str) -> None:
    for _ in range(2):
        keep(context, owls(context, bee), meta=CommandMeta(key="a" * 32, digest="d"))
    assert len(photos_at(context, DORA, owls(context, bee))) == 1


def test_of_a_table_the_newest_pictures_are_kept_and_older_ones_leave_the_database(
    context: Context, bee: str, tmp_path: Path
) -> None:
    stream = owls(context, bee)
    for _ in range(MOST_OF_TABLE + 2):
        keep(context, stream)
    keep(context, boards(context, bee)["Foxes"])
    assert [each.number for each in photos_at(context, DORA, stream) if each.has_picture] == [6, 5, 4, 3]
    with pytest.raises(MalformedError) as gone:
        picture_at(context, DORA, bee, 2)
    assert gone.value.code == "no-such-photo"
    assert pictures_in(tmp_path / "wordwaiter.db") == MOST_OF_TABLE + 1
    context.states.let_go(photos_stream(bee))
    assert [each.number for each in photos_at(context, DORA, stream) if each.has_picture] == [6, 5, 4, 3]


def test_of_boards_without_a_picture_the_final_one_of_each_table_stays_in_memory(
    context: Context, bee: str
) -> None:
    """However often it is saved: each one more had all of them gone through again."""
    streams = (owls(context, bee), boards(context, bee)["Foxes"])
    for _ in range(3):
        for stream in streams:
            keep(context, stream, b"", use=BoardUse.FINAL)
    photos = context.states.of(photos_stream(bee)).state
    assert [(each.at, each.number) for each in photos.taken] == [(streams[0], 5), (streams[1], 6)]
    keep(context, streams[0], use=BoardUse.FINAL)
    keep(context, streams[0])
    assert [each.number for each in photos_at(context, DORA, streams[0])] == [8, 7]


def pictures_in(file: Path) -> int:
    with closing(connect(file)) as connection:
        (count,) = connection.execute(
            "SELECT count(*) FROM personal WHERE owner LIKE '%#photos/%'"
        ).fetchone()
        return int(count)


def test_a_picture_is_erased_with_the_people_at_its_table(context: Context, bee: str, tmp_path: Path) -> None:
    """The board itself stays: letters tell of nobody."""
    streams = boards(context, bee)
    for stream in streams.values():
        keep(context, stream)
    erase_person(context, DORA, FoundPerson(bee, "Bee", 1))
    assert photos_at(context, DORA, streams["Owls"]) == ()
    (other,) = photos_at(context, DORA, streams["Foxes"])
    assert other.has_picture
    erased, _ = (photo_fact(each) for each in context.journal.facts(photos_stream(bee)))
    assert (erased.picture, "\n".join(erased.lines)) == (None, BOARD)
    assert pictures_in(tmp_path / "wordwaiter.db") == 1
    with pytest.raises(MalformedError):
        picture_at(context, DORA, bee, erased.number)


def test_erasing_a_member_erases_the_pictures_of_the_team(context: Context, bee: str) -> None:
    keep(context, owls(context, bee))
    erase_person(context, DORA, FoundPerson(bee, "Bee", 1, member=2))
    assert photos_at(context, DORA, owls(context, bee)) == ()


def test_the_director_erases_all_photos_also_from_copies_and_no_more_are_kept(
    context: Context, bee: str, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    keep(context, owls(context, bee))
    copy = back_up(context.journal, tmp_path / "stick", context.clock())
    assert pictures_in(copy) == 1
    execute(context, DORA, TOURNAMENTS, bee, c.ErasePhotos(""))
    assert photos_at(context, DORA, owls(context, bee)) == ()
    assert pictures_in(tmp_path / "wordwaiter.db") == 0
    copy = back_up(context.journal, tmp_path / "stick", context.clock())
    assert [pictures_in(each) for each in (tmp_path / "stick").glob("*.db")] == [0, 0]
    keep(context, owls(context, bee))
    assert photos_at(context, DORA, owls(context, bee)) == ()
    with pytest.raises(WordwaiterError):
        execute(context, DORA, TOURNAMENTS, bee, c.ErasePhotos(""))


def test_pictures_are_erased_90_days_after_the_event(
    context: Context, computer: Computer, bee: str, tmp_path: Path
) -> None:
    keep(context, owls(context, bee))
    computer.is_set(timedelta(days=80))
    erase_when_due(context)
    assert pictures_in(tmp_path / "wordwaiter.db") == 1
    computer.is_set(timedelta(days=15))
    assert erase_when_due(context) == (bee,)
    assert pictures_in(tmp_path / "wordwaiter.db") == 0
    context.close()
    with JournalReader.open(tmp_path / "wordwaiter.db") as journal:
        assert verify_journal(journal, all_families()).problems == ()


def test_no_photo_outlives_the_erasure_of_everybody(
    context: Context, computer: Computer, bee: str, tmp_path: Path
) -> None:
    """One that came after it, from a phone that was offline, stayed for ever."""
    stream = owls(context, bee)
    execute(context, DORA, TOURNAMENTS, bee, c.EraseEverybody(""))
    keep(context, stream)
    assert pictures_in(tmp_path / "wordwaiter.db") == 0
    execute(context, DORA, TOURNAMENTS, bee, c.KeepPhotos(""))
    keep(context, stream)
    assert pictures_in(tmp_path / "wordwaiter.db") == 1
    for days in (80, 15):
        computer.is_set(timedelta(days=days))
        erase_when_due(context)
    assert pictures_in(tmp_path / "wordwaiter.db") == 0


def test_a_kept_picture_is_small_and_tells_neither_place_nor_camera() -> None:
    exif = Image.Exif()
    exif[0x010F] = "SecretCam"
    exif.get_ifd(0x8825)[1] = "N"
    file = io.BytesIO()
    NOISE.resize((900, 900)).save(file, "JPEG", exif=exif, comment=b"SecretCam", quality=95)
    assert b"SecretCam" in file.getvalue()
    kept = kept_jpeg(file.getvalue())
    with Image.open(io.BytesIO(kept)) as image:
        assert (image.size, dict(image.getexif())) == ((KEPT_PIXELS, KEPT_PIXELS), {})
    assert b"SecretCam" not in kept
    assert len(kept) <= KEPT_BYTES


def test_pictures_do_not_stay_in_memory(context: Context, bee: str) -> None:
    """A server has hundreds; they are read when somebody looks."""
    keep(context, owls(context, bee), file_of(NOISE, "JPEG"))
    context.journal.forget_personal_values()
    assert len(picture_at(context, DORA, bee, 1)) > 10_000
    assert not [each for each in context.journal._values._known.values() if isinstance(each, dict)]


def test_only_the_director_chooses_whether_photos_are_kept(context: Context, bee: str) -> None:
    for role in (Role.JUDGE, Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER):
        with pytest.raises(WordwaiterError):
            execute(context, somebody(bee, role), TOURNAMENTS, bee, c.ErasePhotos(""))


@pytest.mark.parametrize(
    ("size", "kind"), [((4000, 4000), "WEBP"), ((4000, 4000), "JPEG"), ((480, 480), "PNG"), ((0, 0), "")]
)
def test_a_picture_that_is_not_as_the_program_makes_it_is_never_opened(
    size: tuple[int, int], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A form could bring back 2 kB that took the server 1.3 GB."""
    brought = file_of(Image.new("RGB", size), kind) if kind else b"no picture"
    monkeypatch.setattr(keeping, "opened", lambda _content: pytest.fail("it was opened"))
    with pytest.raises(MalformedError, match="cannot be kept"):
        kept_jpeg(brought)
