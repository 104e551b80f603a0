"""`wordwaiter journal erase-person`, on a file and on a PostgreSQL server: nothing is left, nor in copies."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.access.test_erasing import MARKED, TRACES, joined, traces_in
from service.houses import DORA, NOON, Computer, entered, round_begun, serving
from wordwaiter.cli.main import build_app
from wordwaiter.service.execute import execute
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.backup import back_up
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.transfer import export_lines
from wordwaiter.store.verify import head_of, verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile
from wordwaiter.tournament.state import Official

SHY = Profile(MARKED, "Xanadu", 34, email="zuleika@example.org", rating=31793, needs=(Need.STEP_FREE,))


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "stick"
    stick.mkdir()
    return stick


@pytest.fixture
def head(place: str, stick: Path) -> str:
    """The seal on the papers of a day on which the marked player played, left, and was copied to a stick."""
    with serving(place, Computer()) as context:
        stream = entered(context, "Cup", "club", Profile("Ann Lee"), SHY)
        joined(context, stream)
        round_begun(context, stream)
        execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet("", "Open", 1, 1, (310, 290), (1, 2)))
        execute(context, DORA, TOURNAMENTS, stream, c.Withdraw("", 2, "her appendix"))
        back_up(context.journal, stick, NOON)
        return head_of(context.journal)


def erase(place: str, name: str, *options: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(
        build_app(["journal"]), ["journal", "erase-person", name, "--db", place, *options], input=typed
    )
    return result.exit_code, result.output


def everything_in(place: str) -> bytes:
    with JournalReader.open(place) as journal:
        return b"".join(export_lines(journal))


def test_a_person_is_gone_from_the_journal_and_its_copies_and_seals_hold(
    place: str, stick: Path, head: str
) -> None:
    before = everything_in(place)
    assert all(trace in before for trace in TRACES), "the test would find her"
    code, said = erase(place, "zuleika  quagmire", "--yes", "--backups", str(stick))
    assert (code, "Results stay under: number 2." in said) == (0, True), said
    assert "still have the name" not in said
    after = everything_in(place)
    assert not [trace for trace in TRACES if trace in after]
    assert b"Ann Lee" in after
    assert traces_in(stick) == set()
    with JournalReader.open(place) as journal:
        assert verify_journal(journal, all_families(), head).problems == ()


def test_nobody_is_erased_without_being_asked_for(place: str, head: str) -> None:
    assert head
    code, said = erase(place, MARKED, typed="n\n")
    assert (code, "Cup (tournament-1): number 2" in said) == (1, True), said
    code, _ = erase(place, "Zuleika", "--yes")
    assert code != 0
    assert MARKED.encode() in everything_in(place)


def test_no_text_about_somebody_steers_the_terminal(place: str) -> None:
    """A player calls a judge with it, and it is shown to whoever is to erase them."""
    with serving(place, Computer()) as context:
        stream = entered(context, "Cup", "club", Profile("Ann Lee"), SHY)
        round_begun(context, stream)
        reason = f"{MARKED} \x1b]0;mine\x07\x9b31m fell"
        execute(context, DORA, TOURNAMENTS, stream, c.CallOfficial("", 1, Official.JUDGE, reason))
    _, said = erase(place, MARKED, typed="n\n")
    assert f"text: {MARKED}  ]0;mine  31m fell" in said


def test_whoever_names_no_backups_is_told_to(place: str, head: str) -> None:
    assert head
    _, said = erase(place, MARKED, "--yes")
    assert "--backups" in said
