"""Issue 18, point 8: a person is erased, from backups too; results stay under "Player 12"."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from crash.games import OPENING
from service.houses import DORA, NOON, Computer, entered, round_begun, serving
from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access.audit_log import AuditSearch, search_log
from wordwaiter.service.access.callers import NOBODY, Caller, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.access.erasing import (
    FoundPerson,
    erase_from_copies,
    erase_person,
    erase_when_due,
    find_person,
    left_over,
)
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import EVERYTHING, FeedEvent
from wordwaiter.service.streams import all_families
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.store.backup import SET_ASIDE, back_up, restore
from wordwaiter.store.erased_list import LIST
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.transfer import export_lines
from wordwaiter.store.verify import head_of, verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile, PublicNames, single
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.state import Official, Tournament

MARKED = "Zuleika Quagmire"
SHY = Profile(MARKED, "Xanadu", 34, email="zuleika@example.org", rating=31793, needs=(Need.STEP_FREE,))
_REFERENCE = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{32}")
"""What stands for a person; it may have her rating in it by chance."""
TRACES = (b"uleika", b"uagmire", b"Xanadu", b"appendix", b"31793", b"192.168.77.7")


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", computer) as context:
        yield context


@pytest.fixture
def stream(context: Context) -> str:
    """A day on which the marked player had a phone, played a game and left because she was ill."""
    stream = entered(context, "Cup", "club", Profile("Ann Lee"), SHY)
    execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", 2, Profile(MARKED, "Xanadu", 35)))
    phone = joined(context, stream)
    round_begun(context, stream)
    execute(context, phone, TOURNAMENTS, stream, c.CallOfficial("", 1, Official.JUDGE, "a tile"))
    execute(context, DORA, TOURNAMENTS, stream, c.HandInSheet("", "Open", 1, 1, (310, 290), (1, 2)))
    execute(context, DORA, TOURNAMENTS, stream, c.CloseRound("", "Open"))
    execute(context, DORA, TOURNAMENTS, stream, c.Withdraw("", 2, "her appendix"))
    return stream


def joined(context: Context, stream: str) -> Caller:
    """The phone of the marked player."""
    grant = Grant(Role.PLAYER, stream, entrant=2)
    code = context.devices.invite(DORA, [grant], name=MARKED).secret
    token = context.devices.join(code, Joining(MARKED, "192.168.77.7")).token
    return context.devices.caller_of(token)


def erased(context: Context, stream: str) -> None:
    erase_person(context, DORA, FoundPerson(stream, "Cup", 2))


def tournament(context: Context, stream: str) -> Tournament:
    return snapshot_of(context, stream).tournament


def traces_in(folder: Path) -> set[tuple[str, bytes]]:
    """What any file in a folder still tells of her."""
    return {
        (path.name, trace)
        for path in folder.rglob("*")
        if path.is_file()
        for trace in TRACES
        if trace in _REFERENCE.sub(b"", path.read_bytes())
    }


def test_of_an_erased_person_no_byte_is_left_and_results_stay(
    context: Context, stream: str, tmp_path: Path
) -> None:
    assert {trace for _, trace in traces_in(tmp_path)} == set(TRACES), "the test would find her"
    head = head_of(context.journal)
    before = tournament(context, stream).rounds
    erased(context, stream)
    after = tournament(context, stream)
    assert after.contender(2).profile == Profile("Player 2")
    assert (after.rounds, after.departures[2].reason) == (before, "")
    context.close()
    assert traces_in(tmp_path) == set()
    with JournalReader.open(tmp_path / "wordwaiter.db") as journal:
        assert verify_journal(journal, all_families(), head).problems == (), "papers with the seal hold"
        assert not any(trace in line for line in export_lines(journal) for trace in TRACES)
    with serving(tmp_path / "wordwaiter.db", Computer()) as again:
        assert tournament(again, stream) == after, "what is folded anew is what was in memory"


def shown_in_feed(context: Context) -> list[FeedEvent]:
    """What the director gets who follows the feed from the beginning."""
    return list(context.feed._events(DORA, EVERYTHING, context.tail.since(0, 10_000)))


def test_what_is_in_memory_forgets_too(context: Context, stream: str) -> None:
    table = next(end.stream for end in context.states.ends_of(stream) if place_of(end.stream))
    assert MARKED in str(context.states.of(table).state)
    assert MARKED in str(shown_in_feed(context))
    erased(context, stream)
    seen = str([context.states.of(each).state for each in (stream, table, "access")])
    kept = str(context.tail.since(0, 10_000))
    log = str(search_log(context, DORA, AuditSearch(most=1_000)))
    for told in (seen, kept, log, str(shown_in_feed(context))):
        assert not any(trace.decode() in told for trace in TRACES)
    assert "Player 2 is withdrawn" in log


def test_the_phone_of_an_erased_person_is_signed_out(context: Context, stream: str) -> None:
    token = context.devices.join(
        context.devices.invite(DORA, [Grant(Role.PLAYER, stream, entrant=2)]).secret, Joining("Zuleika")
    ).token
    other = context.devices.join(
        context.devices.invite(DORA, [Grant(Role.PLAYER, stream, entrant=1)]).secret, Joining("Ann")
    ).token
    erased(context, stream)
    assert context.devices.caller_of(token) == NOBODY
    assert context.devices.caller_of(other).name == "Ann"


def begins_a_game(
    context: Context, computer: Computer, phone: Caller | None = None, *, first: str = "Ann"
) -> str:
    """A free game that somebody begins, on a phone that is known here or a new one."""
    table = open_free_table(context, DORA, "club", replace(OPENING, sides=(first, "Ben"))).stream
    seat = Grant(Role.PLAYER, table, entrant=0)
    if phone is not None:
        context.devices.add_roles(DORA, int(phone.device.removeprefix("device-")), [seat])
    else:
        code = context.devices.invite(DORA, [seat], name=MARKED).secret
        context.devices.join(code, Joining(MARKED, "192.168.77.7"))
    computer.passes(1_000)
    return table


@pytest.mark.parametrize("erases", [erased, lambda context, stream: execute(
    context, DORA, TOURNAMENTS, stream, c.EraseEverybody("")
)])  # fmt: skip
def test_a_phone_is_forgotten_also_if_a_free_game_was_begun_on_it(
    context: Context, stream: str, computer: Computer, erases: Callable[[Context, str], object]
) -> None:
    phone = joined(context, stream)
    begins_a_game(context, computer, phone)
    erases(context, stream)
    device = next(each for each in context.devices.devices(DORA) if each.id == phone.device)
    assert (device.name, device.address) == (phone.device, "")


@pytest.mark.parametrize("erases", [erased, lambda context, stream: execute(
    context, DORA, TOURNAMENTS, stream, c.EraseEverybody("")
)])  # fmt: skip
def test_a_phone_of_two_events_is_forgotten_with_the_second(
    context: Context, stream: str, erases: Callable[[Context, str], object]
) -> None:
    phone = joined(context, stream)
    other = entered(context, "Night", "club", Profile("Di Roe"), SHY)
    context.devices.add_roles(
        DORA, int(phone.device.removeprefix("device-")), [Grant(Role.PLAYER, other, entrant=2)]
    )

    def told() -> tuple[str, str]:
        device = next(each for each in context.devices.devices(DORA) if each.id == phone.device)
        return device.name, device.address

    erases(context, stream)
    assert told() == (MARKED, "192.168.77.7"), "she still plays at the other"
    erases(context, other)
    assert told() == (phone.device, "")


def test_a_guest_is_forgotten_90_days_after_the_game_ended(
    context: Context, computer: Computer, tmp_path: Path
) -> None:
    table = begins_a_game(context, computer)
    context.devices.end_of(DORA, table)
    computer.passes(89 * 24 * 3_600_000)
    assert erase_when_due(context) == ()
    assert b"192.168.77.7" in {trace for _, trace in traces_in(tmp_path)}, "the test would find her"
    computer.passes(2 * 24 * 3_600_000)
    assert erase_when_due(context) == (table,)
    before = context.journal.position()
    assert erase_when_due(context) == ()
    assert context.journal.position() == before, "nobody is forgotten twice"
    context.close()
    assert traces_in(tmp_path) == set()


def test_no_older_backup_brings_anybody_back(context: Context, stream: str, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    elsewhere = tmp_path / "elsewhere"
    stick.mkdir()
    copy = back_up(context.journal, stick, NOON)
    shutil.copytree(stick, elsewhere)
    erased(context, stream)
    erase_from_copies(context, [stick])
    context.close()
    assert traces_in(stick) == set(), "copies in the folder are erased at once"
    assert {name for name, _ in traces_in(tmp_path)} == {copy.name}, "one lay elsewhere"
    later = tmp_path / "later.db"
    shutil.copy(stick / LIST, elsewhere)
    restore(elsewhere / copy.name, later)
    with JournalReader.open(later) as journal:
        assert verify_journal(journal, all_families()).problems == ()
        assert not any(trace in line for line in export_lines(journal) for trace in TRACES)
    (tmp_path / "wordwaiter.db").rename(tmp_path / "lost.db")
    (elsewhere / LIST).unlink()
    restore(elsewhere / copy.name, tmp_path / "wordwaiter.db")
    with JournalReader.open(tmp_path / "wordwaiter.db") as journal:
        told = b"".join(export_lines(journal))
    assert not any(trace in told for trace in TRACES), "the list beside the journal is enough"


def test_data_that_was_set_aside_for_a_restored_copy_is_erased_too(
    context: Context, stream: str, tmp_path: Path
) -> None:
    aside = tmp_path / f"{SET_ASIDE}2026-11-16 20-00-00"
    aside.mkdir()
    back_up(context.journal, aside, NOON).rename(aside / "wordwaiter.db")
    assert traces_in(aside) != set()
    erased(context, stream)
    assert traces_in(aside) == set()


def test_the_next_backup_erases_from_those_before(context: Context, stream: str, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    back_up(context.journal, stick, NOON)
    erased(context, stream)
    back_up(context.journal, stick, NOON + timedelta(minutes=1))
    assert len(list(stick.glob("*.db"))) == 2
    assert traces_in(stick) == set()


def test_one_member_of_a_team_is_erased_and_the_team_stays(context: Context) -> None:
    team = Profile("Owls", members=("Ada Lee", MARKED, "Cy Poe"))
    stream = entered(context, "Night", "grand-island", team, Profile("Jays", members=("A", "B", "C")))
    (found,) = find_person(context, "zuleika  quagmire").entries
    assert (found.contender, found.member) == (1, 2)
    erase_person(context, DORA, found)
    profile = tournament(context, stream).contender(1).profile
    assert (profile.name, profile.members) == ("Owls", ("Ada Lee", "Member 2", "Cy Poe"))
    assert left_over(context, MARKED) == ()
    facts = context.journal.facts(stream)
    assert "Member 2" in str([fact.body for fact in facts])
    assert "Ada Lee" in str([fact.body for fact in facts])


def test_a_member_is_erased_with_the_name_as_it_was_misspelt_before(context: Context, tmp_path: Path) -> None:
    rest = Profile("Jays", members=("A", "B", "C"))
    stream = entered(
        context, "Night", "grand-island", Profile("Owls", members=("Ada Lee", MARKED, "Cy Poe")), rest
    )
    right = Profile("Owls", members=("Ada Lee", "Zoe Quill", "Cy Poe"))
    execute(context, DORA, TOURNAMENTS, stream, c.ChangeProfile("", 1, right))
    assert b"uleika" in {trace for _, trace in traces_in(tmp_path)}, "the test would find her"
    erase_person(context, DORA, FoundPerson(stream, "Night", 1, 2))
    assert "Ada Lee" in str([fact.body for fact in context.journal.facts(stream)])
    context.close()
    assert traces_in(tmp_path) == set()


NUMBERED = f"{MARKED} #2"
"""As people are told apart who share a name."""


def test_names_with_a_number_sign_are_erased_with_their_member_and_with_everybody(
    context: Context, tmp_path: Path
) -> None:
    team = Profile("Owls", members=("Ada Lee", NUMBERED, "Cy Poe"))
    stream = entered(context, "Night", "grand-island", team, Profile("Jays", members=("A", "B", "C")))
    execute(context, DORA, TOURNAMENTS, stream, c.MakePledge("", NUMBERED, fixed_cents=100))
    assert b"uleika" in {trace for _, trace in traces_in(tmp_path)}, "the test would find her"
    erase_person(context, DORA, FoundPerson(stream, "Night", 1, 2))
    assert tournament(context, stream).contender(1).profile.members == ("Ada Lee", "Member 2", "Cy Poe")
    execute(context, DORA, TOURNAMENTS, stream, c.MakePledge("", f"{MARKED} #3", fixed_cents=100))
    execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))
    context.close()
    assert traces_in(tmp_path) == set()


def test_names_with_a_number_sign_that_version_0_2_stored_are_erased_from_their_event_alone(
    context: Context, tmp_path: Path
) -> None:
    team = Profile("Owls", members=("Ada Lee", NUMBERED, "Cy Poe"))
    rest = Profile("Jays", members=("A", "B", "C"))
    cup, night = (entered(context, name, "grand-island", team, rest) for name in ("Cup", "Night"))
    context.close()
    with closing(sqlite3.connect(tmp_path / "wordwaiter.db")) as file, file:
        cut = "UPDATE personal SET owner = substr(owner, instr(owner, '#') + 1) WHERE owner LIKE '%#%#%'"
        assert file.execute(cut).rowcount == 2
    with serving(tmp_path / "wordwaiter.db", Computer()) as again:
        erase_person(again, DORA, FoundPerson(night, "Night", 1, 2))
        left = [row.owner for row in again.journal.personal_rows() if MARKED in row.value]
        assert len(left) == 1
        assert tournament(again, cup).contender(1).profile.members[1] == NUMBERED
        execute(again, DORA, TOURNAMENTS, cup, c.EraseEverybody(""))
    assert traces_in(tmp_path) == set()


def test_a_guest_with_a_number_sign_is_forgotten_after_90_days(
    context: Context, computer: Computer, tmp_path: Path
) -> None:
    table = begins_a_game(context, computer, first=NUMBERED)
    context.devices.end_of(DORA, table)
    computer.passes(91 * 24 * 3_600_000)
    assert b"uleika" in {trace for _, trace in traces_in(tmp_path)}, "the test would find her"
    assert erase_when_due(context) == (table,)
    context.close()
    assert traces_in(tmp_path) == set()


@pytest.mark.usefixtures("stream")
def test_a_value_that_is_gone_without_being_erased_is_found(context: Context) -> None:
    with context.journal.database.writers.begin() as connection:
        connection.exec_driver_sql("DELETE FROM personal WHERE owner LIKE '%#2'")
    codes = {problem.code for problem in verify_journal(context.journal, all_families()).problems}
    assert codes == {"lost-personal-value"}


@pytest.mark.usefixtures("stream")
def test_a_value_that_was_changed_is_found(context: Context) -> None:
    with context.journal.database.writers.begin() as connection:
        connection.exec_driver_sql("UPDATE personal SET value = '\"Eve\"' WHERE value = '\"Xanadu\"'")
    codes = {problem.code for problem in verify_journal(context.journal, all_families()).problems}
    assert "lost-personal-value" in codes


# ---------------------------------------------------------------- 90 days


def test_everybody_is_erased_90_days_after_the_event_and_never_unannounced(
    context: Context, stream: str, computer: Computer, tmp_path: Path
) -> None:
    computer.now = NOON + timedelta(days=75)
    assert erase_when_due(context) == ()
    assert tournament(context, stream).erasure_day == "", "nobody is bothered before the last two weeks"
    computer.now = NOON + timedelta(days=76)
    erase_when_due(context)
    assert tournament(context, stream).erasure_day == "2026-09-18", "June 20 and 90 days"
    computer.now = NOON + timedelta(days=89)
    assert erase_when_due(context) == ()
    computer.now = NOON + timedelta(days=90)
    assert erase_when_due(context) == (stream,)
    names = [each.name for each in tournament(context, stream).entrants.values()]
    assert names == ["Player 1", "Player 2"]
    assert erase_when_due(context) == ()
    context.close()
    assert traces_in(tmp_path) == set()


def test_whoever_is_entered_after_everybody_was_erased_is_erased_too(
    context: Context, stream: str, computer: Computer, tmp_path: Path
) -> None:
    execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))
    with pytest.raises(WordwaiterError, match="already erased"):
        execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))
    execute(context, DORA, TOURNAMENTS, stream, c.Register("", "Open", (single(SHY),)))
    computer.now = NOON + timedelta(days=100)
    assert erase_when_due(context) == (), "it is announced again first"
    assert tournament(context, stream).erasure_day == "2026-10-12"
    assert b"uleika" in {trace for _, trace in traces_in(tmp_path)}, "the test would find her"
    computer.now = NOON + timedelta(days=114)
    assert erase_when_due(context) == (stream,)
    assert erase_when_due(context) == ()
    context.close()
    assert traces_in(tmp_path) == set()


def test_donors_cheques_and_reasons_of_edits_go_with_everybody(
    context: Context, stream: str, tmp_path: Path
) -> None:
    donation, cheque = Fund.DONATION, Method.CHEQUE
    for command in (
        c.TakeMoney("", donation, 5_000, cheque, donor=MARKED, cheque="31793", note="Xanadu"),
        c.CorrectMoney("", 1, donation, 500, cheque, "her appendix", donor=MARKED, cheque="31793"),
        c.MakePledge("", MARKED, fixed_cents=100),
        c.ChangePledge("", 1, MARKED, "her appendix", fixed_cents=200),
        c.WithdrawPledge("", 1, "her appendix"),
    ):
        execute(context, DORA, TOURNAMENTS, stream, command)
    execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))
    after = tournament(context, stream)
    assert [line.payment.cents for line in after.ledger] == [5_000, -5_000, 500], "the money stays"
    assert {(line.payment.donor, line.payment.note, line.payment.cheque) for line in after.ledger} == {
        ("",) * 3
    }
    context.close()
    assert {trace for _, trace in traces_in(tmp_path)} <= {b"192.168.77.7"}
    with serving(tmp_path / "wordwaiter.db", Computer()) as again:
        assert tournament(again, stream) == after


def test_a_laptop_that_slept_for_a_year_warns_two_weeks_before(
    context: Context, stream: str, computer: Computer
) -> None:
    computer.now = NOON + timedelta(days=365)
    assert erase_when_due(context) == ()
    assert tournament(context, stream).erasure_day == "2027-07-04", "today and 14 days"
    computer.now += timedelta(days=13)
    assert erase_when_due(context) == ()
    computer.now += timedelta(days=1)
    assert erase_when_due(context) == (stream,)


# ---------------------------------------------------------------- names in public


def shown(context: Context, stream: str, caller: Caller = NOBODY) -> list[str]:
    seen = tournament_for(caller, stream, tournament(context, stream))
    return [each.name for each in seen.entrants.values()]


def choose(context: Context, stream: str, names: PublicNames) -> None:
    execute(context, DORA, TOURNAMENTS, stream, c.ChoosePublicNames("", names))


def test_in_public_people_are_initials_unless_the_event_says_otherwise(context: Context, stream: str) -> None:
    player = Caller("Ann", "device-9", frozenset({Grant(Role.PLAYER, stream, entrant=1)}))
    screen = Caller("", "device-8", frozenset({Grant(Role.DISPLAY, stream)}))
    assert shown(context, stream) == ["Ann Lee", MARKED]
    choose(context, stream, PublicNames.INITIALS)
    assert shown(context, stream) == shown(context, stream, screen) == ["A. L.", "Z. Q."]
    assert shown(context, stream, player) == ["Ann Lee", MARKED], "who plays knows whom they play"
    assert shown(context, stream, DORA) == ["Ann Lee", MARKED]


def test_a_new_event_shows_initials() -> None:
    assert c.OpenTournament("", "Cup").names is PublicNames.INITIALS


def test_minors_are_initials_whatever_was_chosen(context: Context) -> None:
    stream = entered(
        context,
        "Cup",
        "club",
        Profile("Ann Lee", age=17),
        Profile("Bo Poe", age=18),
        Profile("Al Low", age=9),
    )
    assert shown(context, stream) == ["A. L. 1", "Bo Poe", "A. L. 3"], "two with the same have numbers"


def test_a_team_keeps_its_name_and_its_members_are_initials(context: Context) -> None:
    stream = entered(context, "Night", "grand-island", Profile("Night Owls", members=("Ada Lee", "B", "C")))
    choose(context, stream, PublicNames.INITIALS)
    (team,) = tournament_for(NOBODY, stream, tournament(context, stream)).entrants.values()
    assert (team.name, team.contenders[0].profile.members) == ("Night Owls", ("A. L.", "B.", "C."))


def test_player_12_is_nobodys_initials(context: Context, stream: str) -> None:
    erased(context, stream)
    choose(context, stream, PublicNames.INITIALS)
    assert shown(context, stream) == ["A. L.", "Player 2"]


def test_nobody_is_erased_twice(context: Context, stream: str) -> None:
    erased(context, stream)
    with pytest.raises(WordwaiterError, match="already erased"):
        erased(context, stream)


def test_a_team_that_is_called_as_the_erased_are_is_erased_too(context: Context) -> None:
    team = Profile("Team 7", email="zuleika@example.org", members=(MARKED, "Member 2"))
    stream = entered(context, "Night", "grand-island", team)
    erase_person(context, DORA, FoundPerson(stream, "Night", 1, 1))
    erase_person(context, DORA, FoundPerson(stream, "Night", 1))
    left = tournament(context, stream).contender(1).profile
    assert (left.name, left.email, left.members) == ("Team 1", "", ("Member 1", "Member 2"))
    for member in (0, 1, 2):
        with pytest.raises(WordwaiterError, match="already erased"):
            erase_person(context, DORA, FoundPerson(stream, "Night", 1, member))
