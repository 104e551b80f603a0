"""Card boxes and lists that Zyzzyva has saved, and files that only look like them."""

import gzip
import json
import sqlite3
import tracemalloc
from collections.abc import Callable
from contextlib import closing
from dataclasses import astuple

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.service.study import zyzzyva
from wordwaiter.service.study.zyzzyva import HIGHEST_BOX, LATEST_S, SavedCard, saved_cards
from wordwaiter.service.study.zyzzyva_writing import written_box

TABLE = (
    "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer, "
    "last_correct integer, difficulty integer, cardbox integer, next_scheduled integer)"
)


def a_box(*statements: str, page_size: int = 4096) -> bytes:
    with closing(sqlite3.connect(":memory:")) as box:
        box.execute(f"PRAGMA page_size={page_size}")
        for statement in statements:
            box.execute(statement)
        box.commit()
        return box.serialize()


def row(letters: str = "'AEINRST'", box: str = "4", due: str = "1600000000") -> str:
    return f"INSERT INTO questions VALUES ({letters}, 3, 1, 2, 1500000000, 50, {box}, {due})"  # noqa: S608


def code_of(content: bytes) -> str:
    with pytest.raises(MalformedError) as refused:
        saved_cards(content)
    return refused.value.code


def test_a_card_box_is_read_with_its_history() -> None:
    cards = saved_cards(a_box(TABLE, "CREATE UNIQUE INDEX question_index ON questions (question)", row()))
    assert cards == (SavedCard("AEINRST", 4, 1_600_000_000, 3, 1, 2, 1_500_000_000),)


def test_questions_that_are_in_no_box_are_left_out() -> None:
    assert saved_cards(a_box(TABLE, row(), row("'ACT'", "NULL", "NULL"))) == saved_cards(a_box(TABLE, row()))
    before_boxes = TABLE.replace(", cardbox integer, next_scheduled integer", "")
    old = a_box(before_boxes, "INSERT INTO questions VALUES ('AEINRST', 3, 1, 2, 1500000000, 50)")
    assert code_of(old) == "no-cards"


def test_a_box_that_was_written_with_a_log_beside_it_is_read() -> None:
    content = bytearray(a_box(TABLE, row()))
    content[18:20] = b"\2\2"
    assert len(saved_cards(bytes(content))) == 1


@pytest.mark.parametrize("letters", ["X'41'", "7", "NULL", "''", "'A'", f"'{'A' * 16}'"])
def test_a_question_that_is_none_is_left_out(letters: str) -> None:
    assert code_of(a_box(TABLE, row(letters))) == "no-cards"


def test_numbers_beyond_all_sense_are_bounded() -> None:
    (card,) = saved_cards(a_box(TABLE, row(box="9223372036854775807", due="9223372036854775807")))
    assert (card.box, card.due_s) == (10, LATEST_S)
    (card,) = saved_cards(a_box(TABLE, row(box="-5", due="'soon'")))
    assert (card.box, card.due_s) == (0, 0)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"

SMUGGLED: dict[str, tuple[str, ...]] = {
    "a view in place of the table": (
        TABLE.replace("questions", "others"),
        "CREATE VIEW questions AS SELECT * FROM others",
    ),
    "a view that never ends": (f"CREATE VIEW questions AS {ENDLESS} i AS question, 1 AS cardbox FROM n",),
    "a virtual table": ("CREATE VIRTUAL TABLE questions USING fts5(question, cardbox)",),
    "another table": ("CREATE TABLE answers (question, cardbox)",),
    "nothing": ("CREATE TABLE t (a)", "DROP TABLE t"),
}


@pytest.mark.parametrize("statements", SMUGGLED.values(), ids=SMUGGLED.keys())
def test_what_is_no_table_of_questions_is_refused(statements: tuple[str, ...]) -> None:
    assert code_of(a_box(*statements)) == "no-questions"


def test_a_column_that_is_computed_from_a_function_is_not_computed() -> None:
    computed = TABLE.replace(
        "question varchar(16)", "question GENERATED ALWAYS AS (hex(zeroblob(1000))) VIRTUAL"
    )
    values = "INSERT INTO questions (correct, cardbox) VALUES (1, 1)"
    assert code_of(a_box(computed, values)) == "no-questions"


def test_a_schema_that_names_a_view_beside_the_table_is_never_asked() -> None:
    cards = saved_cards(a_box(TABLE, row(), f"CREATE VIEW trap AS {ENDLESS} i FROM n"))
    assert len(cards) == 1


def test_a_table_whose_pages_lead_in_a_circle_ends() -> None:
    content = a_box(TABLE, *(row(f"'A{number:06}'") for number in range(200)), page_size=512)
    pages = [bytearray(content[start : start + 512]) for start in range(0, len(content), 512)]
    inner = next(index for index, page in enumerate(pages) if index and page[0] == 5)
    for start in range(12, 40, 2):
        place = int.from_bytes(pages[inner][start : start + 2], "big")
        if 0 < place < 508:
            pages[inner][place : place + 4] = (inner + 1).to_bytes(4, "big")
    assert code_of(b"".join(pages)) == "bad-box"


def test_a_list_of_tables_that_does_not_end_is_given_up() -> None:
    """SQLite would take each statement in it apart, before it begins to count its steps."""
    many = (f"CREATE TABLE t{number} (a)" for number in range(300))
    assert code_of(a_box(TABLE, row(), *many)) == "bad-box"
    some = (f"CREATE TABLE t{number} (a)" for number in range(50))
    assert len(saved_cards(a_box(TABLE, row(), *some))) == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty-box"),
        (b"SQLite format 3\0", "bad-box"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "bad-box"),
        (b"\0\1\2", "no-text"),
        (b"\n# nothing\n\n", "no-cards"),
    ],
)
def test_a_file_that_is_neither_says_so(content: bytes, code: str) -> None:
    assert code_of(content) == code


def test_a_list_has_a_word_on_each_line_and_may_have_more_after_it() -> None:
    told = saved_cards("\ufeffretinas 7 a membrane\r\nAEINRST\n# a note\nretinas\nX\n".encode())
    assert [card.letters for card in told] == ["retinas", "AEINRST"]
    assert [card.letters for card in saved_cards("Äpfel\n".encode("latin-1"))] == ["Äpfel"]


@pytest.mark.parametrize(
    "made",
    [
        lambda: a_box(TABLE, *(row(f"'A{number}'") for number in range(6))),
        lambda: "\n".join(f"A{number}" for number in range(6)).encode(),
    ],
    ids=["box", "list"],
)
def test_more_cards_than_anybody_studies_are_refused(
    made: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zyzzyva, "MOST_CARDS", 5)
    assert code_of(made()) == "many-cards"
    monkeypatch.setattr(zyzzyva, "MOST_CARDS", 6)
    assert len(saved_cards(made())) == 6


def test_lines_without_words_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen million of them come in as many kilobytes."""
    monkeypatch.setattr(zyzzyva, "_MOST_LINES", 5)
    assert code_of(b"\n" * 6 + b"CAT") == "many-cards"
    assert len(saved_cards(b"\n" * 5 + b"CAT")) == 1


def test_a_file_that_is_too_large_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zyzzyva, "LARGEST_BOX", 1000)
    assert code_of(a_box(TABLE, row())) == "large-box"


def test_a_box_that_a_browser_has_compressed_is_read() -> None:
    content = a_box(TABLE, row())
    assert saved_cards(gzip.compress(content)) == saved_cards(content)
    assert code_of(gzip.compress(content)[:50]) == "bad-box"
    assert code_of(gzip.compress(content)[:5]) == "bad-box"


def test_a_file_that_grows_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zyzzyva, "LARGEST_BOX", 100_000)
    assert code_of(gzip.compress(b"CAT\n" * 1_000_000)) == "large-box"


def test_a_box_that_takes_too_many_steps_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zyzzyva, "_MOST_STEPS", 1)
    monkeypatch.setattr(zyzzyva, "_STEPS_AT_ONCE", 1)
    assert code_of(a_box(TABLE, row())) == "bad-box"


# ---------------------------------------------------------------- written for Zyzzyva


SENT = (
    SavedCard("AEINRST", 4, 1_600_000_000, 3, 1, 2, 1_500_000_000),
    SavedCard("ACT", 0, 1_700_000_000, 0, 2, -2, 0),
)


def test_a_box_is_written_as_zyzzyva_makes_it_and_reads_back_as_it_was() -> None:
    content = written_box(gzip.compress(json.dumps(list(map(astuple, SENT))).encode()))
    with closing(sqlite3.connect(":memory:")) as box:
        box.deserialize(content)
        made = dict(box.execute("SELECT name, sql FROM sqlite_master"))
        assert made == {
            "questions": TABLE,
            "question_index": "CREATE UNIQUE INDEX question_index ON questions (question)",
        }
        assert box.execute("SELECT * FROM questions ORDER BY question").fetchall() == [
            ("ACT", 0, 2, -2, 0, 50, 0, 1_700_000_000),
            ("AEINRST", 3, 1, 2, 1_500_000_000, 50, 4, 1_600_000_000),
        ]
        assert box.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert saved_cards(content) == SENT


@pytest.mark.parametrize(
    "sent",
    [b"", b"{", b"[]", b"{}", b"[7]", b'[["CAT"]]', b'[["C", 0, 0, 0, 0, 0, 0]]',
     b'[["CAT", 0, 0, 0, 0, 0, "x"]]',
     b'[["CAT", ' + b"9" * 5_000 + b", 0, 0, 0, 0, 0]]",
     b'[["C;T", 0, 0, 0, 0, 0, 0]]', b'[["CAT", true, 0, 0, 0, 0, 0]]', b"[" * 100_000],
)  # fmt: skip
def test_what_are_no_cards_is_refused(sent: bytes) -> None:
    with pytest.raises(MalformedError) as refused:
        written_box(sent)
    assert refused.value.code == "bad-cards"


def test_lists_in_lists_are_refused_before_they_fill_the_memory() -> None:
    sent = gzip.compress(b"[" + b"[[[]]]," * 200_000 + b"[]]")
    tracemalloc.start()
    try:
        with pytest.raises(MalformedError, match="no cards"):
            written_box(sent)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000  # with the lists it was 40 million
    finally:
        tracemalloc.stop()


def test_a_box_of_too_many_cards_is_refused() -> None:
    with pytest.raises(MalformedError) as refused:
        written_box(json.dumps([["CAT", 0, 0, 0, 0, 0, 0]] * 50_001).encode())
    assert refused.value.code == "many-cards"
    with pytest.raises(MalformedError) as refused:
        written_box(b"[" + b" " * 5_000_000 + b"]")
    assert refused.value.code == "many-cards"


def test_values_that_zyzzyva_has_not_are_kept_within_those_it_has() -> None:
    """A browser sends what it has: the same letters twice, boxes and dates of any size."""
    sent = [["TAC", 3, 0, 0, 0, 0, 0], ["cat", 10**9, 10**18, -1, 10**9, -(10**9), -5]]
    with closing(sqlite3.connect(":memory:")) as box:
        box.deserialize(written_box(json.dumps(sent).encode()))
        (row,) = box.execute("SELECT * FROM questions").fetchall()
    assert row == ("ACT", 0, 1_000_000, -1_000_000, 0, 50, HIGHEST_BOX, LATEST_S)
