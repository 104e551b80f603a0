"""Export and import are lossless, from either database to either; what is not a whole export is refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from wordwaiter.errors import ConflictError, MalformedFileError
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.transfer import export_lines, import_lines, write_rows

from .entries import NOON, said
from .postgresql import Server

FORMAT_1 = Path(__file__).with_name("journals") / "format-1.db"


@pytest.fixture
def lines(path: Path) -> list[bytes]:
    """A journal of everything that could get lost on the way."""
    body = {"word": "ÑANDÚ \u2028 \0", "pi": 3.0, "big": 2**60, "nothing": None, "list": [[], {}]}
    with Journal.open(path) as journal:
        journal.append(
            Entry("a/ü", (NewFact("test.said", body, 3), NewFact("test.said", {})), NOON, 0, "Ann ☺", "", "k")
        )
        journal.append(said("B"))
        return list(export_lines(journal))


def test_a_journal_goes_to_the_other_database_and_back_without_loss(
    path: Path, lines: list[bytes], postgresql: Server
) -> None:
    with Journal.open(postgresql.new_database()) as server:
        assert import_lines(lines, server, "lines") == 3
        assert list(export_lines(server)) == lines
        with Journal.open(path.with_name("back.db")) as back, JournalReader.open(path) as first:
            import_lines(export_lines(server), back, "lines")
            assert list(back.rows()) == list(first.rows())
            # And it goes on where it was: keys are known, versions counted.
            assert back.append(said("x", stream="a/ü", expected=2))[0].position == 4
            given = back.answer_to("k")
            assert given is not None
            assert len(given) == 2


def test_a_journal_of_the_first_format_is_exported_sign_by_sign(path: Path) -> None:
    path.write_bytes(FORMAT_1.read_bytes())
    with JournalReader.open(path) as journal, Journal.open(path.with_name("new.db")) as new:
        import_lines(export_lines(journal), new, "lines")
        assert list(new.rows()) == list(journal.rows())


def test_lines_of_the_second_format_are_read(path: Path) -> None:
    lines = FORMAT_1.with_name("format-2.jsonl").read_bytes().splitlines(keepends=True)
    with Journal.open(path) as journal:
        assert import_lines(lines, journal, "lines") == 6
        assert [row.seal for row in journal.rows()][-1] == "c46829df88e36eb5b32370d411b111d9"
        journal.append(said("A", key="k", digest="d"))
        with Journal.open(path.with_name("new.db")) as new:
            import_lines(export_lines(journal), new, "lines")
            assert list(new.rows()) == list(journal.rows())


@pytest.mark.usefixtures("lines")
def test_rows_of_which_two_have_one_place_are_damaged(path: Path) -> None:
    with JournalReader.open(path) as journal, Journal.open(path.with_name("new.db")) as new:
        rows = list(journal.rows())
        with pytest.raises(MalformedFileError) as refused:
            write_rows([*rows, rows[-1]._replace(position=4)], new)
        assert refused.value.code == "damaged-journal"
        assert not list(new.rows())


def test_a_journal_that_has_facts_takes_no_others(path: Path, lines: list[bytes]) -> None:
    with Journal.open(path) as journal, pytest.raises(ConflictError) as refused:
        import_lines(lines, journal, "lines")
    assert refused.value.code == "journal-not-empty"


@pytest.mark.parametrize(
    ("spoil", "code", "line"),
    [
        (lambda _: [], "not-an-export", 1),
        (lambda lines: lines[1:], "not-an-export", 1),
        (lambda lines: [b'{"wordwaiter_journal":9}', *lines[1:]], "newer-journal", 1),
        (lambda lines: [lines[0], *lines[2:]], "broken-seal", 2),
        (lambda lines: [*lines[:2], lines[2].replace(b"Ann", b"Ben"), lines[3]], "broken-seal", 3),
        (lambda lines: [*lines[:3], lines[3][:-9]], "bad-line", 4),
        (lambda lines: [*lines[:3], b'{"position":3}'], "bad-line", 4),
        (lambda lines: [*lines[:2], lines[2].replace(b"Ann", b"\xfe"), lines[3]], "bad-line", 3),
    ],
)
def test_lines_that_are_not_a_whole_export_are_refused_and_nothing_is_written(
    path: Path, lines: list[bytes], spoil: Callable[[list[bytes]], list[bytes]], code: str, line: int
) -> None:
    with Journal.open(path.with_name("new.db")) as journal:
        with pytest.raises(MalformedFileError) as refused:
            import_lines(spoil(lines), journal, "lines")
        assert (refused.value.code, refused.value.line) == (code, line)
        assert journal.position() == 0


def test_a_journal_with_a_single_fact_takes_no_others_either(path: Path, lines: list[bytes]) -> None:
    with Journal.open(path.with_name("other.db")) as journal:
        journal.append(said("A"))
        with pytest.raises(ConflictError) as refused:
            import_lines(lines, journal, "lines")
        assert (refused.value.code, journal.position()) == ("journal-not-empty", 1)
