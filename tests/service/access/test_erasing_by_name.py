"""Issue 18, point 8: donors, officials and whoever is named in a text are erased too, on both databases."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from service.access.test_erasing import MARKED
from service.access.test_erasing_in_a_terminal import erase, everything_in
from service.houses import DORA, NOON, Computer, entered, round_begun, serving
from wordwaiter.roles import Role
from wordwaiter.service.access.audit_log import AuditSearch, search_log
from wordwaiter.service.access.callers import NOBODY, Caller, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.access.erasing import erase_found, erase_when_due, find_person
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile

NAME = MARKED.casefold().encode()


def day(context: Context) -> tuple[str, Caller]:
    """A day with the marked person as a donor, as a director, and in what others typed."""
    stream = entered(context, "Cup", "club", Profile("Ann Lee"), Profile("Bo Poe"))
    execute(context, DORA, TOURNAMENTS, stream, c.MakePledge("", MARKED, 1, 5))
    code = context.devices.invite(DORA, [Grant(Role.DIRECTOR, stream)], name=MARKED).secret
    official = context.devices.caller_of(context.devices.join(code, Joining(MARKED, "192.168.77.7")).token)
    round_begun(context, stream)
    execute(context, official, TOURNAMENTS, stream, c.HaltRound("", "Open", f"ask  {MARKED.upper()} first"))
    execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
    execute(context, DORA, TOURNAMENTS, stream, c.HaltRound("", "Open", "Zuleika is a ship"))
    execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
    execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet(MARKED, "Open", 1, 1, (310, 290), (1, 2)))
    return stream, official


def test_a_donor_and_official_goes_with_the_texts_that_name_her(place: str) -> None:
    with serving(place, Computer()) as context:
        day(context)
    assert NAME in everything_in(place).lower(), "the test would find her"
    code, said = erase(place, MARKED, typed="y\n")
    assert code == 0, said
    assert f"text: ask  {MARKED.upper()} first\n" in said, "whoever erases reads what will be gone"
    assert "which will be signed out" in said
    after = everything_in(place)
    assert NAME not in after.lower()
    assert b"Zuleika is a ship" in after
    assert b"Ann Lee" in after
    assert "still have" not in said
    with JournalReader.open(place) as journal:
        assert verify_journal(journal, all_families()).problems == ()


def test_what_is_in_memory_forgets_texts_too(tmp_path: Path) -> None:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        stream, official = day(context)
        before = snapshot_of(context, stream).tournament
        assert MARKED in str(before)
        erase_found(context, DORA, find_person(context, MARKED, stream))
        after = snapshot_of(context, stream).tournament
        assert MARKED not in str(after)
        assert [each.cents_per_point for each in after.pledges] == [5]
        (was,), (now,) = before.rounds["Open"][0].sittings, after.rounds["Open"][0].sittings
        assert was.outcome is not None
        assert now.outcome == replace(was.outcome, by="")
        log = str(search_log(context, DORA, AuditSearch(most=1_000)))
        assert MARKED.casefold() not in log.casefold()
        assert "is halted: –" in log
        assert context.devices.caller_of(official.device) == NOBODY


def test_texts_that_name_a_player_go_with_the_entry(tmp_path: Path) -> None:
    """By any way of erasing: the button, the API, the terminal."""
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        stream = entered(context, "Cup", "club", Profile(MARKED, "Ames"), Profile("Bo Poe", "Ames"))
        round_begun(context, stream)
        for reason in (f"{MARKED} was late", f"{MARKED}son was late", "the Ames club was late"):
            execute(context, DORA, TOURNAMENTS, stream, c.HaltRound("", "Open", reason))
            execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open"))
        execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet(MARKED, "Open", 1, 1, (310, 290), (1, 2)))
        execute(context, DORA, TOURNAMENTS, stream, c.ErasePerson("", 1))
        told = str([fact.body for fact in context.journal.facts(stream)])
        assert f"'{MARKED}'" not in str(snapshot_of(context, stream).tournament), "nor in memory"
    assert f"{MARKED} " not in told
    assert f"'{MARKED}'" not in told, "nor who handed the sheet in"
    assert f"{MARKED}son was late" in told, "somebody else"
    assert "the Ames club was late" in told
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert kept.count(NAME) == kept.count(NAME + b"son")


def test_a_director_of_one_tournament_reaches_no_other(tmp_path: Path) -> None:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        first, official = day(context)
        second, _ = day(context)
        found = find_person(context, MARKED, first)
        assert not set(find_person(context, MARKED, second).devices) & set(found.devices)
        erase_found(context, official, found)
        assert find_person(context, MARKED, first).texts == ()
        assert find_person(context, MARKED, second).texts != ()


def test_texts_of_officials_are_erased_after_90_days(tmp_path: Path) -> None:
    computer = Computer()
    with serving(tmp_path / "wordwaiter.db", computer) as context:
        day(context)
        for days in (76, 90):
            computer.now = NOON + timedelta(days=days)
            erase_when_due(context)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for trace in (NAME, b"Zuleika is a ship", b"Ann Lee"):
        assert trace.lower() not in kept.lower(), trace


def test_whoever_is_not_there_is_not_erased(tmp_path: Path) -> None:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        day(context)
    code, _ = erase(str(tmp_path / "wordwaiter.db"), "Zul", "--yes")
    assert code != 0


@pytest.mark.parametrize("name", ["", "  ", "."])
def test_nothing_is_nobodys_name(tmp_path: Path, name: str) -> None:
    with serving(tmp_path / "wordwaiter.db", Computer()) as context:
        day(context)
        assert find_person(context, name).texts == ()
