"""Everything that reads bytes from elsewhere, with good files to break."""

import atexit
import gzip
import random
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import ExifTags, Image

from wordwaiter._core import Leaves, WordGraph
from wordwaiter.engine.leaves import read_leaves
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.cards import card_of
from wordwaiter.lexicon.reading import read_word_list
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.replay import replay
from wordwaiter.notation.script import parse_script
from wordwaiter.notation.script_running import run_script
from wordwaiter.photo.image import opened as opened_photo
from wordwaiter.rules.rulebooks.reading import parse_rulebook, shipped_rulebook
from wordwaiter.service.moving import file_to_move, is_moved, lists_in, take_journal
from wordwaiter.service.streams import all_families
from wordwaiter.service.study.zyzzyva import saved_cards
from wordwaiter.store.backup import restore
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.transfer import import_lines
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament.commands import OpenDivision, OpenTournament
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.evolve import fold
from wordwaiter.tournament.files.entrants_csv import preview_entrants
from wordwaiter.tournament.files.t_file import parse_t
from wordwaiter.tournament.files.t_import import facts_of_t
from wordwaiter.tournament.formats.reading import parse_format, shipped_format
from wordwaiter.tournament.state import Tournament

TESTS: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = TESTS.parent / "src" / "wordwaiter"
ENGLISH: Final = shipped_tile_set("english")


@dataclass(frozen=True)
class Parser:
    """A reader of one kind of file, and good files of that kind."""

    read: Callable[[bytes], object]
    samples: Callable[[], tuple[bytes, ...]]


def _files(folder: Path, pattern: str) -> Callable[[], tuple[bytes, ...]]:
    return lambda: tuple(path.read_bytes() for path in sorted(folder.rglob(pattern)))


def _text(content: bytes) -> str:
    return content.decode("utf-8", errors="replace")


@cache
def _cup() -> Tournament:
    tournament = fold(open_tournament(OpenTournament("director", "A cup", names=PublicNames.FULL), 0))
    opened = decide(tournament, OpenDivision("director", "Open", shipped_format("club")), 0, random.Random(0))
    return fold((*open_tournament(OpenTournament("director", "A cup", names=PublicNames.FULL), 0), *opened))


def _gcg(content: bytes) -> None:
    record = read_gcg(content, "fuzz.gcg").record
    replay(record, shipped_rulebook("club"))


def _cgp(content: bytes) -> None:
    parse_cgp(_text(content), shipped_rulebook("club").table.layout, ENGLISH)


def _t(content: bytes) -> None:
    players = parse_t(content, Path("fuzz.t"))
    facts_of_t(
        players, OpenTournament("director", "A cup", names=PublicNames.FULL), shipped_format("club"), 0
    )


def _csv(content: bytes) -> None:
    for fault in preview_entrants(_cup(), content, "Open").faults:
        raise MalformedError(fault.code, fault.reason)


def _rulebook(content: bytes) -> None:
    parse_rulebook(_text(content), Path("fuzz.toml"))


def _format(content: bytes) -> None:
    parse_format(_text(content), Path("fuzz.toml"))


def _script(content: bytes) -> None:
    script = parse_script(_text(content), "fuzz.table")
    run_script(script, shipped_rulebook("club"))


@cache
def _scratch() -> Path:
    """Returns a folder for files that are overwritten: making one each time takes longer than reading."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    folder = tempfile.TemporaryDirectory(prefix="fuzz-", dir=memory if memory.is_dir() else None)
    atexit.register(folder.cleanup)
    return Path(folder.name)


def _written(name: str, content: bytes) -> Path:
    path = _scratch() / name
    path.write_bytes(content)
    return path


def _lines(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "fuzz.db") as journal:
        import_lines(content.splitlines(keepends=True), journal, "fuzz.jsonl")


def _backup(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        copy.write_bytes(content)
        restore(copy, Path(folder) / "restored.db")
        with JournalReader.open(Path(folder) / "restored.db") as journal:
            verify_journal(journal, all_families())


def _moved(content: bytes) -> None:
    """What a laptop does with the file of another: the lists, and the journal that is restored."""
    file = _written("moved", content)
    if not is_moved(file):
        raise MalformedError("not-moved", "this holds no more than a journal; that is restored as a copy")
    for _ in lists_in(file):
        pass
    take_journal(file, _scratch() / "taken.db")


def _word_list(suffix: str) -> Callable[[bytes], object]:
    return lambda content: read_word_list(_written(f"list{suffix}", content), ENGLISH)


def _leaves(content: bytes) -> None:
    read_leaves(_written("leaves.klv2", content), ENGLISH)


# ---------------------------------------------------------------- good files


def _positions() -> tuple[bytes, ...]:
    return (
        b"15/15/15/15/15/15/15/3HELLO7/15/15/15/15/15/15/15 ABCDEF?/ 22/0 0 lex ENABLE;",
        b"15/15/15/15/15/5C9/5A9/3pREY8/5E9/15/15/15/15/15/15 AEINRST/QZ 120/98 1 bb 5; ld english;",
    )


def _graphs() -> tuple[bytes, ...]:
    lists = (["CAT", "CATS", "ACT", "ACTS"], ["QI", "ZA"], ["LITERACY"])
    return tuple(WordGraph.build(words, ENGLISH.labels).write() for words in lists)


def _leave_files() -> tuple[bytes, ...]:
    # A bag of one blank, two A's and a B has nine leaves of at most two tiles.
    return (Leaves.of_bag(bytes((1, 2, 1)), 2, b"\1\0" * 7, 20).write(),)


def _journal_lines() -> tuple[bytes, ...]:
    whole = gzip.decompress((TESTS / "journals" / "first_version.jsonl.gz").read_bytes())
    return b"".join(whole.splitlines(keepends=True)[:40]), (
        TESTS / "store/journals/format-2.jsonl"
    ).read_bytes()


def _moved_files() -> tuple[bytes, ...]:
    words = ["CAT", "CATS", "QI"]
    with tempfile.TemporaryDirectory() as folder:
        shelf = Shelf(Path(folder, "lists"), Path(folder, "cache"))
        card = card_of(words, "ours", title="Our words", edition="", letters="english", source="us")
        shelf.add(card, words)
        with (
            Journal.open(Path(folder) / "fuzz.db") as journal,
            file_to_move(journal, shelf, Path(folder), datetime(2026, 6, 20, tzinfo=UTC)) as file,
        ):
            return (file.read_bytes(),)


def _photos() -> tuple[bytes, ...]:
    """A small picture in every format, and one that a phone turned."""
    image = Image.effect_mandelbrot((240, 210), (-2, -1, 1, 1), 20).convert("RGB")
    turned = image.getexif()
    turned[ExifTags.Base.Orientation] = 6
    files = []
    for name, options in (("JPEG", {}), ("JPEG", {"exif": turned}), ("PNG", {}), ("WEBP", {})):
        file = BytesIO()
        image.save(file, name, **options)
        files.append(file.getvalue())
    return tuple(files)


def _card_boxes() -> tuple[bytes, ...]:
    """Card boxes as Zyzzyva saves them, of today and from before 1.0, and a list."""
    boxes = [b"# words\nAEINRST\nretinas\n"]
    for more in (", cardbox integer, next_scheduled integer", ""):
        with closing(sqlite3.connect(":memory:")) as box:
            box.execute(
                "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, "
                f"streak integer, last_correct integer, difficulty integer{more})"
            )
            box.execute("CREATE UNIQUE INDEX question_index ON questions (question)")
            values = (3, 1, 2, 1_500_000_000, 50, 4, 1_600_000_000)[: 7 if more else 5]
            for letters in ("AEINRST", "AEGINST", "ADEINRT"):
                box.execute(
                    f"INSERT INTO questions VALUES (?{', ?' * len(values)})",  # noqa: S608 - marks alone
                    (letters, *values),
                )
            box.commit()
            boxes.append(box.serialize())
    return *boxes, gzip.compress(boxes[1], mtime=0)


def _entrants() -> tuple[bytes, ...]:
    return (
        b'name,club,rating,age\nAda Lovelace,London,1800,55\n"Bo, Li",,,70\n',
        "Name;Club;Needs\nÉmile;Zürich;large print\n".encode("utf-16"),
    )


PARSERS: Final[Mapping[str, Parser]] = {
    "gcg": Parser(_gcg, _files(TESTS / "notation" / "games", "*.gcg")),
    "cgp": Parser(_cgp, _positions),
    "t": Parser(_t, _files(TESTS / "tournament" / "data", "*.t")),
    "entrants-csv": Parser(_csv, _entrants),
    "rulebook-toml": Parser(_rulebook, _files(PACKAGE / "rules" / "rulebooks", "*.toml")),
    "format-toml": Parser(_format, _files(PACKAGE / "tournament" / "formats", "*.toml")),
    "table-script": Parser(_script, _files(TESTS / "tables", "*.table")),
    "journal-lines": Parser(_lines, _journal_lines),
    "backup": Parser(_backup, _files(TESTS / "store" / "journals", "*.db")),
    "move-file": Parser(_moved, _moved_files),
    "photo": Parser(opened_photo, _photos),
    "word-list": Parser(
        _word_list(".txt"), lambda: (b"CAT\nCATS\nQI a life force\n", b"\xef\xbb\xbfza\r\nqi\r\n")
    ),
    "card-box": Parser(saved_cards, _card_boxes),
    "kwg": Parser(_word_list(".kwg"), _graphs),
    "klv2": Parser(_leaves, _leave_files),
}
"""By the name of the kind of file.

TOU files and rating lists are only written, never read. A game or a position that somebody pastes to be
analysed is read as GCG or CGP.
"""
