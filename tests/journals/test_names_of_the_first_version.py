"""Version 0.1 wrote names into its facts: they are stored apart when it is opened, and can be erased."""

import gzip
import shutil
import sqlite3
from pathlib import Path

import pytest

from service.houses import serving
from store.postgresql import Server
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.access.erasing import erase_from_copies
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.store.backup import copies_in, restore
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.transfer import export_lines, import_lines
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c

from .first_version import EXPECTED, HERE, another_computer, copy_to

DORA = director_of_everything("wordwaiter")
FIRST = "wordwaiter-000001500-00000000-20261116T000000Z.db"
SURNAMES = (b"Amberly", b"Birchall", b"Corwin", b"Dunmore")
"""Of people who play in several events, at tables on phones of others."""


def erase_all(context: Context) -> None:
    for stream in streams_in(context):
        if not snapshot_of(context, stream).tournament.is_erased:
            execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))


@pytest.mark.long
def test_no_fact_has_a_name_once_a_server_has_opened_it(context: Context) -> None:
    names = {str(name) for stream in EXPECTED["streams"].values() for name in stream.get("entrants", ())}
    names |= {"Dora", "Connie", "Wilma", "Emmy", "Judith", *(name.decode() for name in SURNAMES)}
    assert len(names) > 40
    told = [f"{row.body} {row.actor}" for row in context.journal.rows()]
    assert {name for name in names if any(f'"{name}' in each or f'{name}"' in each for each in told)} == set()
    assert not any(name.decode() in each for name in SURNAMES for each in told)


@pytest.mark.long
def test_its_seals_are_made_anew_and_hold(context: Context) -> None:
    assert verify_journal(context.journal, all_families()).problems == ()
    assert context.journal.earlier() == 0


@pytest.mark.long
def test_one_person_is_erased_from_the_file_and_others_stay(context: Context, copy: Path) -> None:
    found = [
        (stream, each.number)
        for stream in streams_in(context)
        for entrant in snapshot_of(context, stream).tournament.entrants.values()
        for each in entrant.contenders
        if each.name == "Hugo Dunmore"
    ]
    assert b"Hugo Dunmore" in all_bytes(copy)
    for stream, number in found:
        execute(context, DORA, TOURNAMENTS, stream, c.ErasePerson("", number))
    assert found
    assert b"Hugo Dunmore" not in all_bytes(copy), "nor in the write-ahead log"
    assert b"Birchall" in all_bytes(copy)
    assert verify_journal(context.journal, all_families()).problems == ()


def scores(context: Context) -> list[object]:
    """What every game came to."""
    return [
        (sitting.sides, getattr(sitting.outcome, "scores", None))
        for stream in streams_in(context)
        for rounds in snapshot_of(context, stream).tournament.rounds.values()
        for played in rounds
        for sitting in played.sittings
    ]


def all_bytes(journal: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(journal.parent.glob(f"{journal.name}*")))


@pytest.mark.long
def test_everybody_is_erased_from_the_file_and_its_copies_and_results_stay(
    context: Context, copy: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    copy_to(stick / FIRST)
    assert all(name in (stick / FIRST).read_bytes() for name in SURNAMES)
    before = scores(context)
    erase_all(context)
    erase_from_copies(context, [stick])
    (kept,) = copies_in(stick)
    for path in (copy, kept.path):
        assert not [name for name in SURNAMES if name in all_bytes(path)], path
    assert [each.name for each in stick.iterdir() if FIRST in each.name] == []
    assert scores(context) == before
    with JournalReader.open(kept.path) as journal:
        found = verify_journal(journal, all_families())
        assert (found.problems, found.facts) == ((), sum(EXPECTED["kinds"].values()))
    back = tmp_path / "back.db"
    restore(kept.path, back)
    assert not [name for name in SURNAMES if name in back.read_bytes()]


@pytest.mark.long
def test_a_copy_of_another_journal_is_left_alone(
    context: Context, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    shutil.copy(HERE.parent / "store" / "journals" / "format-2.db", stick / FIRST)
    before = (stick / FIRST).read_bytes()
    erase_all(context)
    erase_from_copies(context, [stick])
    assert (stick / FIRST).read_bytes() == before
    assert "has all names; delete it" in caplog.text


@pytest.mark.long
def test_its_lines_are_imported_and_names_stored_apart_when_they_are_opened(tmp_path: Path) -> None:
    path = tmp_path / "imported.db"
    lines = gzip.decompress((HERE / "first_version.jsonl.gz").read_bytes()).splitlines(keepends=True)
    with Journal.open(path) as journal:
        import_lines(lines, journal, "lines")
        # Exported once more before a server has opened it: the lines say that they have names.
        again = list(export_lines(journal))
    second = tmp_path / "second.db"
    with Journal.open(second) as journal:
        import_lines(again, journal, "lines")
        assert journal.earlier() == len(lines) - 1
    for each in (path, second):
        with serving(each, another_computer()) as context:
            erase_all(context)
        assert not [name for name in SURNAMES if name in all_bytes(each)]


def test_on_a_server_too(postgresql: Server) -> None:
    place = postgresql.new_database()
    lines = gzip.decompress((HERE / "first_version.jsonl.gz").read_bytes()).splitlines(keepends=True)
    with Journal.open(place) as journal:
        import_lines(lines, journal, "lines")
    with serving(place, another_computer()) as context:
        facts = [f"{row.body} {row.actor}" for row in context.journal.rows()]
        assert not any(name.decode() in each for name in SURNAMES for each in facts)
        assert any(name in row.value for name in ("Amberly",) for row in context.journal.personal_rows())
        erase_all(context)
        assert not any("Amberly" in row.value for row in context.journal.personal_rows())
        assert verify_journal(context.journal, all_families()).problems == ()


@pytest.mark.long
def test_a_file_that_somebody_changed_gets_no_seals_that_say_otherwise(copy: Path) -> None:
    with sqlite3.connect(copy) as by_hand:
        by_hand.execute("DROP TRIGGER facts_are_never_changed")
        by_hand.execute("UPDATE facts SET time = ? WHERE position = 40", ("2026-06-20T12:00:00.000Z",))
        by_hand.execute(
            "CREATE TRIGGER facts_are_never_changed BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, "
            "'a fact is never changed; add another'); END"
        )
    by_hand.close()
    with serving(copy, another_computer()) as context:
        assert context.journal.earlier()
        codes = {each.code for each in verify_journal(context.journal, all_families()).problems}
    assert "broken-seal" in codes
