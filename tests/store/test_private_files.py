"""Journals, copies and logs are for their owner alone; a seal on paper shows that nothing was rewritten."""

import logging
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.service.streams import all_families
from wordwaiter.store.backup import back_up
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal
from wordwaiter.store.verify import head_of, verify_journal
from wordwaiter.web.http.program_log import LOGGER, write_log_to

NOON = datetime(2026, 6, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def open_to_all() -> Iterator[None]:
    """The usual setting of a computer that several people share."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def _told(word: str) -> Entry:
    return Entry("access", (NewFact("access.ended", {"stream": word, "reason": ""}),), NOON)


def _readers(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode) & 0o077


def test_a_journal_its_log_and_its_copies_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    with Journal.open(tmp_path / "w.db") as journal:
        journal.append(_told("a"))
        copy = back_up(journal, tmp_path / "copies", NOON)
        files = [copy, *tmp_path.glob("w.db*")]
        assert len(files) == 5
        assert [each.name for each in files if _readers(each)] == []


def test_a_journal_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    with Journal.open(path) as journal:
        journal.append(_told("a"))
    path.chmod(0o644)
    with Journal.open(path):
        assert _readers(path) == 0


def test_the_log_of_requests_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    handler = write_log_to(tmp_path / "log")
    try:
        assert _readers(tmp_path / "log") == 0
    finally:
        logging.getLogger(LOGGER).removeHandler(handler)
        handler.close()


def test_a_journal_that_was_rewritten_later_fails_against_the_seal_on_paper(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "w.db") as journal:
        journal.append(_told("a"))
        journal.append(_told("b"))
        head = head_of(journal)
        journal.append(_told("c"))
        assert verify_journal(journal, all_families(), head).good
    with Journal.open(tmp_path / "rewritten.db") as other:
        for word in ("a", "x", "c"):
            other.append(_told(word))
        assert verify_journal(other, all_families()).good, "by itself it is whole"
        (problem,) = verify_journal(other, all_families(), head).problems
        assert problem.code == "other-head"
    with Journal.open(tmp_path / "cut.db") as cut:
        cut.append(_told("a"))
        (problem,) = verify_journal(cut, all_families(), head).problems
        assert problem.code == "other-head"
        for wrong in ("2", "2-", "x-123456789012", "2-12345"):
            with pytest.raises(MalformedError):
                verify_journal(cut, all_families(), wrong)
